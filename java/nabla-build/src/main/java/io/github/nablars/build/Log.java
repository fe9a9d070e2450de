package io.github.nablars.build;

/** Where a build step talks to the user. */
public interface Log {
    /**
     * A remark about a method.
     *
     * @param diagnostic the remark
     */
    void diagnostic(Diagnostic diagnostic);

    /**
     * A warning about the inputs as a whole.
     *
     * @param text one line
     */
    void warning(String text);

    /**
     * What was done.
     *
     * @param text one line
     */
    void info(String text);
}
