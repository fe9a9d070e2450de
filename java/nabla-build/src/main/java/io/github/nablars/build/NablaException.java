package io.github.nablars.build;

/** Why a build step could not do its work: the message is for the user, and {@link #kind} says whose turn it is. */
public final class NablaException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whose turn it is; the exit codes of the command. */
    public enum Kind {
        /** A selected method cannot be differentiated: the user's code has to change. */
        REFUSED,
        /** The configuration cannot be carried out as it stands. */
        USAGE,
        /** The command, a class file or the disk fails. */
        INPUT,
        /** A bug of nabla-rs. */
        BUG
    }

    private final Kind kind;

    /**
     * A failure.
     *
     * @param kind whose turn it is
     * @param message what is the matter, and what to do
     */
    public NablaException(Kind kind, String message) {
        this(kind, message, null);
    }

    /**
     * A failure with a cause.
     *
     * @param kind whose turn it is
     * @param message what is the matter, and what to do
     * @param cause what was caught
     */
    public NablaException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * Whose turn it is.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Whether the user's code or configuration is at fault, as opposed to the machine or nabla-rs.
     *
     * @return whether it is
     */
    public boolean isUsersMistake() {
        return kind == Kind.REFUSED || kind == Kind.USAGE;
    }
}
