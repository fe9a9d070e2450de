package io.github.nablars.adapters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.nablars.Nabla;
import io.github.nablars.hipparchus.Hipparchus;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;

/** Adapters do not need each other's libraries. */
class OptionalTest {
    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (java.net.URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void withoutTheOtherLibraries() throws Exception {
        String path = Stream.of(Nabla.class, Hipparchus.class, CoreAlone.class, CalculusFieldElement.class)
                .map(OptionalTest::place).collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dnabla.native.path=" + System.getProperty("nabla.native.path"), "-cp", path, CoreAlone.class.getName()))
                .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        String code = said.lines().reduce((first, second) -> second).orElse("");
        assertEquals("NB0603", code, said);
        String root = said.lines().filter(line -> line.startsWith("1.")).findFirst().orElse("");
        assertEquals(Math.sqrt(2), Double.parseDouble(root), 1e-15, said);
    }
}
