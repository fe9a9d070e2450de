package io.github.nablars;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The names of this platform, as os-maven-plugin has them. */
final class Platform {
    private Platform() {}

    /** Such as {@code linux-x86_64}. */
    static String name() {
        return os(System.getProperty("os.name", "")) + "-" + architecture(System.getProperty("os.arch", ""));
    }

    /** Whether the C library is musl, for which there is no library. */
    static boolean isMusl() {
        String loader = "/lib/ld-musl-" + architecture(System.getProperty("os.arch", "")) + ".so.1";
        return Files.exists(Path.of(loader)) && !Files.exists(Path.of("/lib64/ld-linux-x86-64.so.2"));
    }

    private static String os(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("mac")) {
            return "osx";
        }
        return lower.startsWith("windows") ? "windows" : lower.replaceAll("[^a-z0-9]+", "");
    }

    private static String architecture(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch_64";
            default -> name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        };
    }
}
