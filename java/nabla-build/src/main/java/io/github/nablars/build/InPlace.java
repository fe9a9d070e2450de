package io.github.nablars.build;

import io.github.nablars.build.NablaException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts derivatives into a compiler's output directory.
 *
 * <p>Every class that is replaced is first kept as the compiler made it, beside the hash of what replaces it. A later run thereby
 * knows which files are still its own work, takes the kept ones instead, and always works on what the compiler made: the result does
 * not depend on what ran before, and a class that was compiled again in between is followed.
 */
public final class InPlace {
    private final Path classes;
    private final Path work;

    /**
     * A directory of classes.
     *
     * @param classes the compiler's output directory
     * @param work a directory of the build, for what has to be remembered; it goes when the classes go
     */
    public InPlace(Path classes, Path work) {
        this.classes = classes.toAbsolutePath();
        this.work = work.toAbsolutePath();
    }

    /**
     * Brings the directory up to date.
     *
     * @param settings what is asked for
     * @param log where to talk
     * @return how many files were written or removed
     * @throws NablaException when something selected is refused, or the command fails: no class is touched then
     * @throws InterruptedException when the build is stopped
     */
    public int differentiate(Settings settings, Log log) throws NablaException, InterruptedException {
        try {
            Memory memory = Memory.read(work);
            SortedMap<String, Path> originals = originals(memory);
            boolean asked = isAsked(settings, originals);
            if (!asked && memory.isEmpty()) {
                return 0;
            }
            Step.Outcome outcome = Step.Outcome.nothing();
            if (asked) {
                try (Compiled compiled = Compiled.of(originals, isAlone(memory, originals), work)) {
                    outcome = new Step(settings, log).differentiate(compiled.files(), work);
                }
            }
            int written = apply(memory, originals, outcome.changed());
            log.info(outcome.summary(written));
            return written;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Analyses the classes as the compiler made them, and writes nothing.
     *
     * @param settings what is asked for
     * @param log where to talk
     * @throws NablaException when something selected is refused, or the command fails
     * @throws InterruptedException when the build is stopped
     */
    public void check(Settings settings, Log log) throws NablaException, InterruptedException {
        try {
            Memory memory = Memory.read(work);
            SortedMap<String, Path> originals = originals(memory);
            if (isAsked(settings, originals)) {
                try (Compiled compiled = Compiled.of(originals, isAlone(memory, originals), work)) {
                    new Step(settings, log).check(compiled.files().values(), work);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private NablaException failed(IOException e) {
        return new NablaException(Kind.INPUT, "cannot work on the classes in '" + classes + "': " + e, e);
    }

    /** For every class that the compiler made, the file that holds it as it was made. */
    private SortedMap<String, Path> originals(Memory memory) throws IOException {
        SortedMap<String, Path> originals = new TreeMap<>();
        for (Map.Entry<String, Path> file : ClassFiles.list(classes).entrySet()) {
            String path = file.getKey();
            if (!memory.knows(path) || !isOurs(memory, path, Files.readAllBytes(file.getValue()))) {
                originals.put(path, file.getValue());
            } else if (memory.hasOriginal(path)) {
                originals.put(path, memory.original(path));
            }
        }
        return originals;
    }

    /** Whether an earlier run wrote the file. Another step of the build may have changed it since, but no compiler writes our marks. */
    private static boolean isOurs(Memory memory, String path, byte[] bytes) {
        return memory.wrote(path, Digest.of(bytes)) || ClassFiles.isGenerated(bytes);
    }

    /** Whether nothing but what the compiler made is there. */
    private static boolean isAlone(Memory memory, SortedMap<String, Path> originals) {
        return originals.keySet().containsAll(memory.paths());
    }

    private static boolean isAsked(Settings settings, SortedMap<String, Path> originals) throws IOException {
        if (!settings.methods().isEmpty()) {
            return !originals.isEmpty();
        }
        for (Path file : originals.values()) {
            if (ClassFiles.isMarked(Files.readAllBytes(file))) {
                return true;
            }
        }
        return false;
    }

    private int apply(Memory memory, SortedMap<String, Path> originals, SortedMap<String, byte[]> changed) throws IOException {
        // First what is needed to undo, then the classes: a build killed in between is picked up by the next one.
        for (Map.Entry<String, byte[]> change : changed.entrySet()) {
            Path original = originals.get(change.getKey());
            memory.remember(change.getKey(), Digest.of(change.getValue()), original == null ? null : Files.readAllBytes(original));
        }
        memory.write();
        int written = 0;
        for (String path : new TreeSet<>(memory.paths())) {
            Path file = classes.resolve(path);
            if (changed.containsKey(path)) {
                written += ClassFiles.write(file, changed.get(path)) ? 1 : 0;
            } else if (!originals.containsKey(path)) {
                // Its source is gone, or it was a copy that nobody calls any more.
                written += Files.deleteIfExists(file) ? 1 : 0;
            } else {
                written += ClassFiles.write(file, Files.readAllBytes(originals.get(path))) ? 1 : 0;
            }
        }
        memory.settle(changed);
        memory.write();
        return written;
    }
}
