package io.github.nablars.examples.spark;

import org.apache.spark.launcher.JavaModuleOptions;

/** Prints the options that Spark wants for the JVM. */
public final class Options {
    private Options() {}

    /**
     * Prints them on one line.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        System.out.println(JavaModuleOptions.defaultModuleOptions());
    }
}
