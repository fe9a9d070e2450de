package io.github.nablars;

/** A fault of nabla-rs itself, worth a report. */
public class NablaInternalError extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * With what is known of the fault. The native library throws it, too.
     *
     * @param message what happened
     */
    public NablaInternalError(String message) {
        super("a fault of nabla-rs, please report it: " + message);
    }

    NablaInternalError(String message, Throwable cause) {
        super("a fault of nabla-rs, please report it: " + message, cause);
    }
}
