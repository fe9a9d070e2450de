package io.github.nablars;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Takes the library out of its jar into a directory that only this user can enter, loads it, and removes it. */
final class Extraction {
    /** Names the directory to extract into. */
    static final String DIRECTORY = "nabla.native.tmpdir";

    private final String platform = Platform.name();
    private final String file = System.mapLibraryName("nabla_jni");
    private final List<String> tried = new ArrayList<>();

    void load() {
        String resource = "META-INF/native/" + platform + "/" + file;
        byte[] library = bytes(resource);
        byte[] sum = bytes(resource + ".sha256");
        if (library == null || sum == null) {
            throw failure("there is no `" + resource + "` on the class path", "add the jar nabla-native for " + platform
                    + (Platform.isMusl() ? " (this system's C library is musl, for which none is published)" : ""));
        }
        String expected = new String(sum, StandardCharsets.US_ASCII).trim();
        if (!expected.equals(library.length + " " + digest(library))) {
            throw failure("`" + resource + "` is damaged: its size or SHA-256 is not the one beside it", "get the jar anew");
        }
        for (Path directory : directories()) {
            if (loadIn(directory, library)) {
                return;
            }
        }
        throw failure("the native library cannot be loaded from any directory", "name one whose mount allows to execute");
    }

    private boolean loadIn(Path parent, byte[] library) {
        Path directory = null;
        Path target = null;
        try {
            directory = Files.createTempDirectory(parent, "nabla-rs-", owner("rwx------"));
            target = directory.resolve(file);
            Files.write(target, library, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (!Arrays.equals(Files.readAllBytes(target), library)) {
                tried.add(parent + ": what was written is not what was read back");
                return false;
            }
            NativeLibrary.load(target);
            return true;
        } catch (IOException | UnsatisfiedLinkError e) {
            tried.add(parent + ": " + reason(e));
            return false;
        } finally {
            delete(target);
            delete(directory);
        }
    }

    /** What the loader of the system says, and what that usually means. */
    private static String reason(Throwable e) {
        String text = String.valueOf(e.getMessage());
        if (text.contains("failed to map segment")) {
            return text + " (the mount is noexec)";
        }
        if (text.contains("GLIBC_")) {
            return text + " (the C library is older than the native library needs)";
        }
        return e instanceof IOException ? e.getClass().getSimpleName() + ": " + text : text;
    }

    private static List<Path> directories() {
        List<Path> all = new ArrayList<>();
        add(all, System.getProperty(DIRECTORY), "");
        add(all, System.getProperty("java.io.tmpdir"), "");
        add(all, System.getenv("XDG_RUNTIME_DIR"), "");
        add(all, System.getenv("XDG_CACHE_HOME"), "");
        add(all, System.getProperty("user.home"), ".cache");
        return all;
    }

    private static void add(List<Path> all, String directory, String below) {
        if (directory != null && !directory.isEmpty() && !all.contains(Path.of(directory, below))) {
            all.add(Path.of(directory, below));
        }
    }

    private NativeLibraryException failure(String message, String advice) {
        StringBuilder text = new StringBuilder(message).append(", on ").append(platform);
        tried.forEach(place -> text.append("\n\ttried ").append(place));
        text.append("\n\thelp: ").append(advice).append(", or set -D").append(NativeLibrary.PATH)
                .append(" to the library's file or -D").append(DIRECTORY).append(" to a directory");
        return new NativeLibraryException(text.toString());
    }

    private static byte[] bytes(String resource) {
        ClassLoader loader = Extraction.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static FileAttribute<?>[] owner(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }

    private static void delete(Path path) {
        try {
            if (path != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // A library in use cannot be removed on Windows; the next best is when the JVM ends.
            path.toFile().deleteOnExit();
        }
    }
}
