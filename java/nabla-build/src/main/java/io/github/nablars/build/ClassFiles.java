package io.github.nablars.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The class files of a directory of classes. */
final class ClassFiles {
    /** How the annotations' names begin in the constant pool of an annotated class, and those that ask for something. */
    private static final byte[] PACKAGE = "Lio/github/nablars/api/".getBytes(StandardCharsets.US_ASCII);
    private static final List<byte[]> ASKING = List.of(
            "Differentiable;".getBytes(StandardCharsets.US_ASCII), "DerivativeOf;".getBytes(StandardCharsets.US_ASCII));

    private ClassFiles() {
    }

    /**
     * All class files below a directory, by their path in it with slashes. Versions for later releases ({@code META-INF/versions})
     * are the business of whoever packs the jar, and modules and packages have no methods.
     */
    static SortedMap<String, Path> list(Path directory) throws IOException {
        SortedMap<String, Path> found = new TreeMap<>();
        if (!Files.isDirectory(directory)) {
            return found;
        }
        Path versions = directory.resolve("META-INF");
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.equals(versions) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class") && !name.equals("module-info.class") && !name.equals("package-info.class")) {
                    found.put(directory.relativize(file).toString().replace('\\', '/'), file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    /**
     * Whether a class may carry an annotation that asks for something: most modules of a large build have none, and then no command
     * is started.
     */
    static boolean isMarked(byte[] bytes) {
        for (int start = 0; start < bytes.length; start++) {
            if (bytes[start] == 'L' && has(bytes, start, PACKAGE)) {
                int name = start + PACKAGE.length;
                if (ASKING.stream().anyMatch(asking -> has(bytes, name, asking))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean has(byte[] bytes, int start, byte[] text) {
        int end = start + text.length;
        return end <= bytes.length && Arrays.equals(bytes, start, end, text, 0, text.length);
    }

    /** Removes a directory and what is in it. */
    static void delete(Path directory) throws IOException {
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

    /** Writes a file whole or not at all, and only if its bytes change; whether it did. */
    static boolean write(Path file, byte[] bytes) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) == bytes.length && Arrays.equals(Files.readAllBytes(file), bytes)) {
            return false;
        }
        Files.createDirectories(file.getParent());
        Path temporary = file.resolveSibling(file.getFileName() + ".nabla.tmp");
        Files.write(temporary, bytes);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }
}
