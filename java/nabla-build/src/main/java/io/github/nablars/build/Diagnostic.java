package io.github.nablars.build;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A remark of the command about a method.
 *
 * @param severity how much it matters
 * @param code the code, such as {@code NB0203}
 * @param type the binary name of the class that it speaks of
 * @param method the name of the method
 * @param file the source file, or null where it was not found
 * @param line the line, or 0 where the class file does not tell it
 * @param message one line: what is the matter
 * @param help what the user can do, or the empty string
 */
public record Diagnostic(
        Severity severity, String code, String type, String method, Path file, int line, String message, String help) {

    /** How much a remark matters. */
    public enum Severity {
        /** The method is refused. */
        ERROR,
        /** The derivative may surprise. */
        WARNING,
        /** For information. */
        NOTE
    }

    /**
     * As maven-compiler-plugin prints them, so that editors find the place: {@code /abs/Foo.java:[12] NB0203: message}.
     *
     * @return one line
     */
    public String asMaven() {
        if (file == null) {
            return type + "." + method + (line > 0 ? ":[" + line + "] " : ": ") + code + ": " + message;
        }
        return file + (line > 0 ? ":[" + line + "] " : ": ") + code + ": " + message;
    }

    /**
     * As javac prints them: {@code /abs/Foo.java:12: error: NB0203: message}, then the source line and a caret, without which IDEs
     * do not take it for a place.
     *
     * @param sources where the source line is looked up
     * @return three lines, or one where the source line is not known
     */
    public String asJavac(Sources sources) {
        String word = severity.name().toLowerCase(Locale.ROOT);
        String text = ": " + word + ": " + code + ": " + message;
        if (file == null) {
            return type + "." + method + (line > 0 ? ":" + line : "") + text;
        }
        String head = file + (line > 0 ? ":" + line : "") + text;
        String source = sources.line(file, line);
        if (source == null) {
            return head;
        }
        int indent = 0;
        while (indent < source.length() && Character.isWhitespace(source.charAt(indent))) {
            indent++;
        }
        return head + "\n" + source + "\n" + source.substring(0, indent) + "^";
    }
}
