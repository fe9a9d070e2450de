package io.github.nablars.build;

import io.github.nablars.build.NablaException.Kind;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a complete directory of classes: those of the compilers' output directories, with derivatives. For builds in which a task
 * must not touch the output of another one.
 */
public final class Complete {
    private final List<Path> classes;
    private final Path output;
    private final Path work;

    /**
     * A directory to be made.
     *
     * @param classes the compilers' output directories; of two files of one name the first counts
     * @param output where all classes go; what else is there is removed
     * @param work a directory for what is in between
     */
    public Complete(List<Path> classes, Path output, Path work) {
        this.classes = List.copyOf(classes);
        this.output = output.toAbsolutePath();
        this.work = work.toAbsolutePath();
    }

    /**
     * Makes the directory.
     *
     * @param settings what is asked for
     * @param log where to talk
     * @return how many files changed
     * @throws NablaException when something selected is refused, or the command fails: nothing is written then
     * @throws InterruptedException when the build is stopped
     */
    public int differentiate(Settings settings, Log log) throws NablaException, InterruptedException {
        try {
            SortedMap<String, Path> files = new TreeMap<>();
            SortedMap<String, Path> candidates = new TreeMap<>();
            for (Path directory : classes) {
                all(directory.toAbsolutePath()).forEach(files::putIfAbsent);
                ClassFiles.list(directory.toAbsolutePath()).forEach(candidates::putIfAbsent);
            }
            boolean asked = !candidates.isEmpty() && !settings.methods().isEmpty();
            for (Path file : candidates.values()) {
                asked = asked || ClassFiles.isMarked(Files.readAllBytes(file));
            }
            Step.Outcome outcome =
                    asked ? new Step(settings, log).differentiate(candidates, work) : Step.Outcome.nothing();
            SortedMap<String, byte[]> changed = outcome.changed();
            int written = 0;
            for (Map.Entry<String, Path> file : files.entrySet()) {
                byte[] bytes = changed.remove(file.getKey());
                bytes = bytes == null ? Files.readAllBytes(file.getValue()) : bytes;
                written += ClassFiles.write(output.resolve(file.getKey()), bytes) ? 1 : 0;
            }
            for (Map.Entry<String, byte[]> copied : changed.entrySet()) {
                written += ClassFiles.write(output.resolve(copied.getKey()), copied.getValue()) ? 1 : 0;
                files.put(copied.getKey(), output);
            }
            for (Map.Entry<String, Path> old : all(output).entrySet()) {
                if (!files.containsKey(old.getKey())) {
                    Files.delete(old.getValue());
                    written++;
                }
            }
            if (asked) {
                log.info(outcome.summary(written));
            }
            return written;
        } catch (IOException e) {
            throw new NablaException(Kind.INPUT, "cannot write the classes to '" + output + "': " + e, e);
        }
    }

    /** Every file below a directory, by its path in it: compilers write more than classes. */
    private static SortedMap<String, Path> all(Path directory) throws IOException {
        SortedMap<String, Path> found = new TreeMap<>();
        if (Files.isDirectory(directory)) {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    found.put(directory.relativize(file).toString().replace('\\', '/'), file);
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        return found;
    }
}
