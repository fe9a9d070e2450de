package io.github.nablars.build;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
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
    /** The annotations that ask for something, as a class file names them. */
    private static final List<byte[]> ASKING = List.of(
            "Lio/github/nablars/api/Differentiable;".getBytes(StandardCharsets.US_ASCII),
            "Lio/github/nablars/api/DerivativeOf;".getBytes(StandardCharsets.US_ASCII));

    /** The attribute of derivative methods, and how the names begin of what the command generates for itself. */
    private static final byte[] MARK = "io.github.nablars.Derivative".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OWN = "nabla$".getBytes(StandardCharsets.US_ASCII);

    /** How many bytes each kind of constant has behind its tag, but for texts; 0 where there is none of the kind. */
    private static final int[] SIZES = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

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
     * is started. Its constants tell; of a class that is damaged, or newer than this code, the command tells.
     */
    static boolean isMarked(byte[] bytes) {
        return names(bytes, (start, end) -> ASKING.stream().anyMatch(name -> Arrays.equals(bytes, start, end, name, 0, name.length)));
    }

    /** Whether a class has methods or fields that the command generated. */
    static boolean isGenerated(byte[] bytes) {
        return names(bytes, (start, end) -> Arrays.equals(bytes, start, end, MARK, 0, MARK.length)
                || Arrays.equals(bytes, start, Math.min(end, start + OWN.length), OWN, 0, OWN.length));
    }

    /** What is asked of a text: where it begins, and where it ends. */
    private interface Text {
        boolean is(int start, int end);
    }

    /** Whether such a text is among a class's constants, or that cannot be told. */
    private static boolean names(byte[] bytes, Text text) {
        ByteBuffer constants = ByteBuffer.wrap(bytes);
        try {
            int count = constants.getChar(8);
            constants.position(10);
            for (int i = 1; i < count; i++) {
                int tag = constants.get();
                if (tag == 1) {
                    int length = constants.getChar();
                    int start = constants.position();
                    int end = start + length;
                    if (text.is(start, end)) {
                        return true;
                    }
                    constants.position(end);
                    continue;
                }
                int size = tag >= 0 && tag < SIZES.length ? SIZES[tag] : 0;
                if (size == 0) {
                    return true;
                }
                constants.position(constants.position() + size);
                // One of eight bytes counts twice.
                i += size / 8;
            }
            return false;
        } catch (IndexOutOfBoundsException | IllegalArgumentException | BufferUnderflowException e) {
            return true;
        }
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
