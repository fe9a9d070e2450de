package io.github.nablars.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What earlier runs wrote into a directory of classes, and what was there before. */
final class Memory {
    private final Path work;
    /** By path: the hashes of what was written there; two of them while a run is replacing one by the other. */
    private final SortedMap<String, Set<String>> written = new TreeMap<>();

    private Memory(Path work) {
        this.work = work;
    }

    static Memory read(Path work) throws IOException {
        Memory memory = new Memory(work);
        Path list = memory.list();
        if (Files.isRegularFile(list)) {
            for (String line : Files.readAllLines(list, StandardCharsets.UTF_8)) {
                int blank = line.indexOf(' ');
                if (blank > 0) {
                    memory.hashes(line.substring(blank + 1)).add(line.substring(0, blank));
                }
            }
        }
        return memory;
    }

    boolean isEmpty() {
        return written.isEmpty();
    }

    Set<String> paths() {
        return written.keySet();
    }

    boolean knows(String path) {
        return written.containsKey(path);
    }

    boolean wrote(String path, String hash) {
        return knows(path) && written.get(path).contains(hash);
    }

    /** The class as the compiler made it; there is none of a class that is copied from elsewhere. */
    Path original(String path) {
        return work.resolve("originals").resolve(path);
    }

    boolean hasOriginal(String path) {
        return Files.isRegularFile(original(path));
    }

    void remember(String path, String hash, byte[] original) throws IOException {
        if (original == null) {
            Files.deleteIfExists(original(path));
        } else {
            ClassFiles.write(original(path), original);
        }
        hashes(path).add(hash);
    }

    /** Forgets everything but these. */
    void settle(SortedMap<String, byte[]> changed) throws IOException {
        for (String path : written.keySet()) {
            if (!changed.containsKey(path)) {
                Files.deleteIfExists(original(path));
            }
        }
        written.clear();
        for (Map.Entry<String, byte[]> change : changed.entrySet()) {
            hashes(change.getKey()).add(Digest.of(change.getValue()));
        }
    }

    void write() throws IOException {
        List<String> lines = new ArrayList<>();
        written.forEach((path, hashes) -> hashes.forEach(hash -> lines.add(hash + " " + path)));
        ClassFiles.write(list(), (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Set<String> hashes(String path) {
        return written.computeIfAbsent(path, p -> new TreeSet<>());
    }

    private Path list() {
        return work.resolve("written.txt");
    }
}
