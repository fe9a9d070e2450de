package io.github.nablars;

import java.io.Serializable;
import java.util.List;

/** A function that has no derivative, and why: the same codes, places and advice as on the command line. */
public class NotDifferentiableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** All reasons, at least one. */
    private final Diagnostic[] diagnostics;

    /**
     * One reason.
     *
     * @param code the code, such as {@code NB0203}; {@code nabla-rs explain NB0203} tells more
     * @param message what is the matter
     * @param advice what can be done
     * @param className the class of the method it speaks of
     * @param methodName the method it speaks of
     * @param sourceFile the source file, or the empty string where it is not known
     * @param line the line in it, or 0 where it is not known
     */
    public record Diagnostic(
            String code, String message, String advice, String className, String methodName, String sourceFile, int line)
            implements Serializable {
        @Override
        public String toString() {
            String place = sourceFile.isEmpty() ? "" : "(" + sourceFile + (line == 0 ? "" : ":" + line) + ")";
            String at = className.isEmpty() ? "" : "\n\tat " + className + "." + methodName + place;
            return code + ": " + message + at + "\n\thelp: " + advice;
        }
    }

    NotDifferentiableException(List<Diagnostic> diagnostics) {
        this(diagnostics, null);
    }

    NotDifferentiableException(List<Diagnostic> diagnostics, Throwable cause) {
        super(String.join("\n", diagnostics.stream().map(Diagnostic::toString).toList()), cause);
        this.diagnostics = diagnostics.toArray(Diagnostic[]::new);
    }

    /**
     * All reasons.
     *
     * @return at least one
     */
    public List<Diagnostic> diagnostics() {
        return List.of(diagnostics);
    }

    /**
     * The code of the first reason.
     *
     * @return such as {@code NB0203}
     */
    public String code() {
        return diagnostics[0].code();
    }

    /**
     * The place that the first reason speaks of.
     *
     * @return class, method, source file and line, as far as they are known
     */
    public StackTraceElement place() {
        Diagnostic first = diagnostics[0];
        String file = first.sourceFile().isEmpty() ? null : first.sourceFile();
        return new StackTraceElement(first.className(), first.methodName(), file, first.line());
    }

    /**
     * What can be done about the first reason.
     *
     * @return a sentence
     */
    public String advice() {
        return diagnostics[0].advice();
    }
}
