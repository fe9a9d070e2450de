package io.github.nablars.build;

import io.github.nablars.build.NablaException.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Runs the command as a subprocess: a library would have to be loaded once per class loader of a build daemon. */
final class Command {
    private static final int DONE = 0;
    private static final int REFUSED = 1;
    private static final int USAGE = 2;
    private static final int BUG = 4;

    private final Settings settings;
    private final Path executable;
    private final Path work;

    /** A command whose temporary files go into a directory that exists. */
    Command(Settings settings, Path work) throws NablaException {
        this.settings = settings;
        this.executable = settings.tool().find();
        this.work = work;
    }

    /** {@code nabla-rs diff} into an empty directory. */
    Report diff(List<Path> classes, Path output) throws NablaException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("diff", "-d", output.toString()));
        return run(arguments, classes);
    }

    /** {@code nabla-rs check}. */
    Report check(List<Path> classes) throws NablaException, InterruptedException {
        return run(new ArrayList<>(List.of("check")), classes);
    }

    private Report run(List<String> arguments, List<Path> classes) throws NablaException, InterruptedException {
        arguments.addAll(List.of("--format", "json", "--color", "never"));
        arguments.addAll(List.of("--system", settings.javaHome().toString()));
        if (!settings.classPath().isEmpty()) {
            arguments.add("--class-path");
            List<String> entries = settings.classPath().stream().map(Path::toString).toList();
            arguments.add(String.join(File.pathSeparator, entries));
        }
        settings.methods().forEach(pattern -> arguments.addAll(List.of("--method", pattern)));
        if (!settings.wrt().isEmpty()) {
            arguments.addAll(List.of("--wrt", String.join(",", settings.wrt())));
        }
        if (!settings.forms().isEmpty()) {
            arguments.addAll(List.of("--form", String.join(",", settings.forms()).toLowerCase(Locale.ROOT)));
        }
        new TreeMap<>(settings.names()).forEach((form, template) ->
                arguments.addAll(List.of("--name", form.toLowerCase(Locale.ROOT) + "=" + template)));
        if (!settings.failOnError()) {
            arguments.add("--keep-going");
        }
        if (settings.failOnWarning()) {
            arguments.add("-Werror");
        }
        classes.forEach(file -> arguments.add(file.toString()));
        try {
            return launch(arguments);
        } catch (IOException e) {
            throw new NablaException(
                    Kind.INPUT, "the nabla-rs command '" + executable + "' cannot be run: " + e.getMessage(), e);
        }
    }

    private Report launch(List<String> arguments) throws IOException, NablaException, InterruptedException {
        // A command line has a limit that the paths of a thousand classes exceed.
        Path file = Files.createTempFile(work, "arguments", ".txt");
        Path out = Files.createTempFile(work, "report", ".json");
        Path err = Files.createTempFile(work, "messages", ".txt");
        try {
            Files.write(file, arguments, StandardCharsets.UTF_8);
            Process process = new ProcessBuilder(executable.toString(), "@" + file)
                    .redirectInput(ProcessBuilder.Redirect.from(nullFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            int status;
            try {
                status = process.waitFor();
            } catch (InterruptedException e) {
                process.destroy();
                throw e;
            }
            String messages = read(err).strip();
            return report(status, read(out), messages);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private Report report(int status, String report, String messages) throws NablaException {
        if (status != DONE && (status != REFUSED || report.isBlank())) {
            Kind kind = status == REFUSED ? Kind.REFUSED : status == USAGE ? Kind.USAGE : status == BUG ? Kind.BUG : Kind.INPUT;
            String text = messages.isEmpty() ? "'" + executable + "' ended with status " + status : messages;
            throw new NablaException(kind, text);
        }
        try {
            return Report.parse(report, status == REFUSED, messages, new Sources(settings.sourceRoots()));
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            throw new NablaException(
                    Kind.INPUT,
                    "the report of '" + executable + "' cannot be read: it is of another version than the build step",
                    e);
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static File nullFile() {
        return new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
    }
}
