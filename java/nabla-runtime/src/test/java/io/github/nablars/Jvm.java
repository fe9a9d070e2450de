package io.github.nablars;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own, for what would end or spoil this one: how it ended and what it said. */
record Jvm(int status, String output) {
    static final String LIBRARY = "-D" + NativeLibrary.PATH + "=" + System.getProperty(NativeLibrary.PATH);

    /** Runs a class of the tests with these options; no property is passed on. */
    static Jvm run(Class<?> main, String... options) throws IOException, InterruptedException {
        return run(List.of(), main, "", options);
    }

    /** With something before {@code java} and something more on the class path. */
    static Jvm run(List<String> before, Class<?> main, String classPath, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(
                List.of("-cp", System.getProperty("java.class.path") + File.pathSeparator + classPath, main.getName()));
        return run(before, arguments);
    }

    /** With these arguments and no others. */
    static Jvm run(List<String> before, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Jvm(process.waitFor(), output);
    }

    /** Prints the derivative of sine at 0, or the exception with its message. */
    static final class Sine {
        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println("derivative " + Nabla.derivative(x -> Math.sin(x)).applyAsDouble(0));
                } catch (RuntimeException | Error e) {
                    System.out.println(e);
                }
            }
        }
    }
}
