package io.github.nablars.build;

import java.util.Locale;

/** The platform's name, as os-maven-plugin spells it: the classifier of the command's artefact. */
public final class Platform {
    private Platform() {
    }

    /**
     * The classifier of this machine.
     *
     * @return for instance {@code linux-x86_64}
     */
    public static String classifier() {
        return classifier(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String classifier(String name, String arch) {
        return system(name.toLowerCase(Locale.ROOT)) + "-" + machine(arch.toLowerCase(Locale.ROOT));
    }

    private static String system(String name) {
        if (name.startsWith("linux")) {
            return "linux";
        }
        if (name.startsWith("mac") || name.startsWith("darwin")) {
            return "osx";
        }
        return name.startsWith("windows") ? "windows" : name.replaceAll("[^a-z0-9]+", "");
    }

    private static String machine(String arch) {
        switch (arch) {
            case "amd64":
            case "x86_64":
            case "x64":
                return "x86_64";
            case "aarch64":
            case "arm64":
                return "aarch_64";
            case "x86":
            case "i386":
            case "i686":
                return "x86_32";
            default:
                return arch.replaceAll("[^a-z0-9_]+", "");
        }
    }
}
