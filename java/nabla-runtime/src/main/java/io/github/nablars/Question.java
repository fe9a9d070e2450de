package io.github.nablars;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Writes what the engine is asked. */
final class Question {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** For a kernel of this kind; receivers of calls are of the known classes, {@code host} are the bytes of the target's, or none. */
    static byte[] of(String kind, Target target, Set<String> known, byte[] host) {
        Question question = new Question();
        question.text(kind);
        question.text(target.owner());
        question.text(target.method());
        question.text(target.descriptor());
        question.bytes.write(target.isStatic() ? 1 : 0);
        // A method of the JDK has its rule, and the kernel is at home here.
        question.text(target.isPlatform() ? Nabla.class.getName().replace('.', '/') : "");
        question.number(known.size());
        known.forEach(question::text);
        question.number(host.length);
        question.bytes.writeBytes(host);
        return question.bytes.toByteArray();
    }

    private void number(int number) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    private void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes.writeBytes(encoded);
    }
}
