package io.github.nablars.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A copy of a sample project, and Maven as a user starts it there. */
final class MavenRun {
    final Path project;

    private MavenRun(Path project) {
        this.project = project;
    }

    /** A fresh copy of a project of {@code src/test/projects}. */
    static MavenRun of(String name) throws IOException {
        Path source = Path.of("src/test/projects", name);
        Path target = Path.of(System.getProperty("test.directory"), name);
        delete(target);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return new MavenRun(target.toAbsolutePath());
    }

    /** What Maven said, and how it ended. */
    record Result(int status, List<String> lines) {
        Result succeeds() {
            assertEquals(0, status, this::toString);
            return this;
        }

        Result fails() {
            assertEquals(1, status, this::toString);
            return this;
        }

        /** Asserts that a line, less what Maven puts around it, is there. */
        Result says(String line) {
            assertTrue(lines.contains(line), () -> "not said: " + line + this);
            return this;
        }

        boolean mentions(String text) {
            return lines.stream().anyMatch(line -> line.contains(text));
        }

        @Override
        public String toString() {
            return "\n" + String.join("\n", lines);
        }
    }

    /** Runs Maven with the plugin that this build has just made, from a repository of its own. */
    Result run(String... arguments) throws IOException, InterruptedException {
        Path log = project.resolve("log.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("test.maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--no-transfer-progress",
                "-gs",
                settings().toString(),
                "-Dstyle.color=never",
                "-Dmaven.repo.local=" + System.getProperty("test.repository")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // What the surrounding Maven was told is not for this one.
        List.of("MAVEN_OPTS", "MAVEN_ARGS", "MAVEN_CMD_LINE_ARGS", "MAVEN_PROJECTBASEDIR").forEach(builder.environment()::remove);
        Process process = builder.redirectOutput(log.toFile()).start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("Maven does not end:\n" + Files.readString(log));
        }
        // Debian's launcher resets a terminal's colours at the end, even where there is none.
        List<String> lines = Files.readAllLines(log).stream().map(line -> line.replace("\u001b[0m", "")).toList();
        return new Result(process.exitValue(), lines);
    }

    /** What the surrounding build has downloaded is found where it is, so that the tests need no network. */
    private Path settings() throws IOException {
        String repository = "<id>cache</id><url>" + Path.of(System.getProperty("test.cache")).toUri()
                + "</url><releases><checksumPolicy>ignore</checksumPolicy></releases>";
        return Files.writeString(
                project.resolve("settings.xml"),
                "<settings><profiles><profile><id>cache</id>"
                        + "<repositories><repository>" + repository + "</repository></repositories>"
                        + "<pluginRepositories><pluginRepository>" + repository + "</pluginRepository></pluginRepositories>"
                        + "</profile></profiles><activeProfiles><activeProfile>cache</activeProfile></activeProfiles></settings>\n");
    }

    Path file(String name) {
        return project.resolve(name);
    }

    /** Replaces a text in a file of the project. */
    void edit(String name, String from, String to) throws IOException {
        String text = Files.readString(file(name));
        assertTrue(text.contains(from), name);
        Files.writeString(file(name), text.replace(from, to));
    }

    /** The bytes and times of all class files and jars. */
    Map<String, String> products() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.(class|jar)")).toList()) {
                String bytes = java.util.Arrays.hashCode(Files.readAllBytes(file)) + " " + Files.size(file);
                found.put(project.relativize(file).toString(), bytes + " " + Files.getLastModifiedTime(file));
            }
        }
        return found;
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
