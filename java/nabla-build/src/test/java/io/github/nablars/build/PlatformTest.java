package io.github.nablars.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-aarch_64",
        "Mac OS X, aarch64, osx-aarch_64",
        "Mac OS X, x86_64, osx-x86_64",
        "Windows 11, amd64, windows-x86_64",
        "Linux, riscv64, linux-riscv64",
    })
    void platformsAreNamedAsByOsMavenPlugin(String name, String arch, String classifier) {
        assertEquals(classifier, Platform.classifier(name, arch));
    }
}
