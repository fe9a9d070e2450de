package io.github.nablars.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Finds the {@code nabla-rs} command: the configured file, or the artefact {@code nabla-cli} of this platform. */
public final class Executable {
    /** The property that names the command. */
    public static final String PROPERTY = "nabla.executable";

    private Executable() {
    }

    /** Gets the artefact's file. */
    @FunctionalInterface
    public interface Artefact {
        /**
         * Resolves the artefact.
         *
         * @return its file
         * @throws Exception when there is none
         */
        Path resolve() throws Exception;
    }

    /**
     * Finds the command.
     *
     * @param configured the file that the user names, or null
     * @param artefact gets {@code nabla-cli} from a repository
     * @param coordinates what is got, for messages
     * @param work a directory for a copy that may be executed: files of repositories may not
     * @return a file that can be executed
     * @throws NablaException when there is none; the message says what to do
     */
    public static Path find(Path configured, Artefact artefact, String coordinates, Path work) throws NablaException {
        if (configured != null) {
            if (!Files.isRegularFile(configured)) {
                throw new NablaException(
                        NablaException.Kind.INPUT,
                        "the nabla-rs command '" + configured + "' does not exist; correct the property '" + PROPERTY + "', or leave it"
                                + " out to use " + coordinates);
            }
            return executable(configured, work);
        }
        Path file;
        try {
            file = artefact.resolve();
        } catch (Exception e) {
            throw new NablaException(
                    NablaException.Kind.INPUT,
                    "the nabla-rs command was not found as the artefact " + coordinates + " (" + e.getMessage() + "); name an installed"
                            + " one with -D" + PROPERTY + "=/path/to/nabla-rs",
                    e);
        }
        return executable(file, work);
    }

    private static Path executable(Path file, Path work) throws NablaException {
        if (Files.isExecutable(file)) {
            return file.toAbsolutePath();
        }
        try {
            // A repository's file does not change without a new time; reading it all would take longer than most runs.
            String version = Files.size(file) + "-" + Files.getLastModifiedTime(file).toMillis();
            Path copy = work.resolve("bin").resolve(version).resolve(file.getFileName().toString());
            if (!Files.isExecutable(copy)) {
                Files.createDirectories(copy.getParent());
                Path temporary = Files.createTempFile(copy.getParent(), "nabla", ".tmp");
                Files.copy(file, temporary, StandardCopyOption.REPLACE_EXISTING);
                if (!temporary.toFile().setExecutable(true)) {
                    throw new IOException("it cannot be made executable");
                }
                // Builds of several modules may do this at the same time; the last one wins with the same bytes.
                Files.move(temporary, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return copy.toAbsolutePath();
        } catch (IOException e) {
            throw new NablaException(
                    NablaException.Kind.INPUT, "the nabla-rs command '" + file + "' cannot be copied to '" + work + "': " + e.getMessage(), e);
        }
    }
}
