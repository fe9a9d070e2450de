package io.github.nablars;

/** The native library cannot be used. The message names the platform, every place that was tried, and what can be done. */
public class NativeLibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NativeLibraryException(String message) {
        super(message);
    }

    NativeLibraryException(String message, Throwable cause) {
        super(message, cause);
    }
}
