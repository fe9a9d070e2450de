package io.github.nablars;

import io.github.nablars.NotDifferentiableException.Diagnostic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads what the engine answers: numbers are big-endian, texts and bytes stand behind their length. */
final class Answer {
    /** A class to define beside {@code home}. Of two of the same home the second stands for a lambda, and has a name of its own. */
    record Part(String home, String name, byte[] bytes, List<Link> links) {
        boolean isFunction() {
            return !name.equals(home);
        }
    }

    /** A method of another part that a part calls. */
    record Link(String home, String method, String descriptor) {}

    private static final int KERNEL = 1;
    private static final int REFUSED = 2;
    private static final int MALFORMED = 3;

    private final ByteBuffer rest;

    /** The descriptor of the kernel's constructor. */
    String constructor;

    /** Whether the kernel is for receivers of the known classes only. */
    boolean dispatched;

    /** What the methods behind the kernel do with memory, where it matters. */
    int effects;

    /** Where the kernel meets functions: the classes, beside lambdas, whose objects they may be. */
    Set<String> known;

    /** The kernel, and the classes that it calls. */
    List<Part> parts;

    /** Reads an answer; all but a kernel are exceptions. */
    Answer(byte[] message) {
        rest = ByteBuffer.wrap(message);
        switch (rest.get()) {
            case KERNEL -> kernel();
            case REFUSED -> throw new NotDifferentiableException(diagnostics());
            case MALFORMED -> throw Refusals.damaged(text());
            default -> throw new NablaInternalError(text());
        }
    }

    private void kernel() {
        constructor = text();
        dispatched = rest.getInt() != 0;
        effects = rest.getInt();
        int names = rest.getInt();
        known = new HashSet<>();
        for (int i = 0; i < names; i++) {
            known.add(text());
        }
        int count = rest.getInt();
        parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String home = text();
            String name = text();
            byte[] bytes = bytes();
            int linked = rest.getInt();
            List<Link> links = new ArrayList<>(linked);
            for (int j = 0; j < linked; j++) {
                links.add(new Link(text(), text(), text()));
            }
            parts.add(new Part(home, name, bytes, links));
        }
    }

    private List<Diagnostic> diagnostics() {
        int count = rest.getInt();
        List<Diagnostic> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(new Diagnostic(text(), text(), text(), text(), text(), text(), rest.getInt()));
        }
        return all;
    }

    private byte[] bytes() {
        byte[] bytes = new byte[rest.getInt()];
        rest.get(bytes);
        return bytes;
    }

    private String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
