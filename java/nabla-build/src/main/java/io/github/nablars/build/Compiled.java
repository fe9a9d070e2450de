package io.github.nablars.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The classes of a module as the compiler made them, where the command finds no others beside them: it looks for classes that are
 * called in the directories of those that it is given, and those that an earlier run made there are none of the program's.
 */
final class Compiled implements AutoCloseable {
    private final SortedMap<String, Path> files;
    /** What goes afterwards, or null. */
    private final Path folder;

    private Compiled(SortedMap<String, Path> files, Path folder) {
        this.files = files;
        this.folder = folder;
    }

    /**
     * Looks at these classes.
     *
     * @param originals their files, by the path in the directory of classes
     * @param alone whether no others are in their directories
     * @param work a directory for what is in between
     */
    static Compiled of(SortedMap<String, Path> originals, boolean alone, Path work) throws IOException {
        if (alone) {
            return new Compiled(originals, null);
        }
        Compiled compiled = new Compiled(new TreeMap<>(), work.resolve("compiled"));
        ClassFiles.delete(compiled.folder);
        for (Map.Entry<String, Path> original : originals.entrySet()) {
            Path file = compiled.folder.resolve(original.getKey());
            Files.createDirectories(file.getParent());
            link(file, original.getValue());
            compiled.files.put(original.getKey(), file);
        }
        return compiled;
    }

    private static void link(Path file, Path original) throws IOException {
        try {
            Files.createLink(file, original);
        } catch (UnsupportedOperationException | IOException e) {
            Files.copy(original, file);
        }
    }

    SortedMap<String, Path> files() {
        return files;
    }

    @Override
    public void close() throws IOException {
        if (folder != null) {
            ClassFiles.delete(folder);
        }
    }
}
