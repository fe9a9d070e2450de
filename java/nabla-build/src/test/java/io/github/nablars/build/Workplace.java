package io.github.nablars.build;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A module as a build has it: sources, the compiler's output, a directory for the build step. */
final class Workplace implements Log {
    final Path root;
    final List<Diagnostic> diagnostics = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    final List<String> infos = new ArrayList<>();

    Workplace(Path root) {
        this.root = root;
    }

    Path classes() {
        return root.resolve("classes");
    }

    Path source(String name) {
        return root.resolve("src").resolve(name + ".java");
    }

    InPlace inPlace() {
        return new InPlace(classes(), root.resolve("work"));
    }

    /** Writes a source whose class is in the package demo and compiles it alone against what is there. */
    void compile(String name, String... body) {
        compileInto(classes(), name, body);
    }

    void compileInto(Path output, String name, String... body) {
        try {
            Files.createDirectories(source(name).getParent());
            Files.createDirectories(output);
            Files.writeString(
                    source(name), "package demo;\nimport io.github.nablars.api.*;\npublic class " + name + " {\n" + String.join("\n", body) + "\n}\n");
            String path = output + ":" + classes() + ":" + System.getProperty("java.class.path");
            StringWriter messages = new StringWriter();
            var javac = ToolProvider.getSystemJavaCompiler();
            try (var files = javac.getStandardFileManager(null, null, null)) {
                List<String> options = List.of("-g", "--release", "17", "-d", output.toString(), "-cp", path);
                assertTrue(
                        javac.getTask(messages, files, null, options, null, files.getJavaFileObjects(source(name))).call(), messages::toString);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The settings that a build starts from. */
    Settings settings() {
        return settings(List.of(), true, false, List.of());
    }

    Settings settings(List<String> methods, boolean failOnError, boolean copyCalled, List<Path> classPath) {
        Path java = Path.of(System.getProperty("java.home"));
        return new Settings(
                Workplace::command,
                methods,
                List.of(),
                List.of(),
                Map.of(),
                classPath,
                List.of(root.resolve("src")),
                java,
                failOnError,
                false,
                copyCalled);
    }

    /** The command under test; without it these tests fail. */
    static Path command() throws NablaException {
        Path command = Path.of(System.getProperty(Executable.PROPERTY));
        return Executable.find(command, () -> command, "none", Path.of("."));
    }

    /** Bytes and times of all files below a directory. */
    static Map<String, String> snapshot(Path directory) {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                FileTime time = Files.getLastModifiedTime(file);
                found.put(directory.relativize(file).toString(), Digest.of(Files.readAllBytes(file)) + " " + time);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Calls a static method of the compiled class in a loader of its own. */
    static double call(List<Path> classPath, String type, String method, double... arguments) throws Exception {
        URL[] urls = new URL[classPath.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = classPath.get(i).toUri().toURL();
        }
        Class<?>[] types = new Class<?>[arguments.length];
        Object[] values = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            types[i] = double.class;
            values[i] = arguments[i];
        }
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            var found = loader.loadClass(type).getDeclaredMethod(method, types);
            found.setAccessible(true);
            return (double) found.invoke(null, values);
        }
    }

    double call(String type, String method, double... arguments) throws Exception {
        return call(List.of(classes()), type, method, arguments);
    }

    @Override
    public void diagnostic(Diagnostic diagnostic) {
        diagnostics.add(diagnostic);
    }

    @Override
    public void warning(String text) {
        warnings.add(text);
    }

    @Override
    public void info(String text) {
        infos.add(text);
    }
}
