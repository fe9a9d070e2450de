package io.github.nablars.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the source file that a class was compiled from. */
public final class Sources {
    private final List<Path> roots;

    /**
     * Looks in these directories.
     *
     * @param roots source roots
     */
    public Sources(List<Path> roots) {
        this.roots = List.copyOf(roots);
    }

    /**
     * Finds a source file.
     *
     * @param type the binary name of the class
     * @param source the source file's name in the class file, or null
     * @return the absolute path, or null if no root has the file
     */
    public Path find(String type, String source) {
        if (source == null) {
            return null;
        }
        int dot = type.lastIndexOf('.');
        String folder = dot < 0 ? "" : type.substring(0, dot).replace('.', '/') + "/";
        for (Path root : roots) {
            Path file = root.resolve(folder + source);
            if (Files.isRegularFile(file)) {
                return file.toAbsolutePath().normalize();
            }
        }
        // Kotlin and Scala do not ask for a folder per package.
        for (Path root : roots) {
            Path file = anywhere(root, source);
            if (file != null) {
                return file.toAbsolutePath().normalize();
            }
        }
        return null;
    }

    /** The only file of this name below a root: of two, either may be meant. */
    private static Path anywhere(Path root, String name) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.getFileName().toString().equals(name)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return null;
        }
        return found.size() == 1 ? found.get(0) : null;
    }

    /** A line of a file, or null where it cannot be had; Latin-1 reads any bytes, and only blanks matter. */
    String line(Path file, int number) {
        if (number <= 0) {
            return null;
        }
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            String line = lines.skip(number - 1L).findFirst().orElse(null);
            return line == null ? null : new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        } catch (IOException | java.io.UncheckedIOException e) {
            return null;
        }
    }
}
