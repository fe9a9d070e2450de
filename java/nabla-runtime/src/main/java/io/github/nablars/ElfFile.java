package io.github.nablars;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Whether an ELF file has all the bytes that its headers promise. The system's loader maps a file that was cut off without a word,
 * and the first access to what is missing ends the process.
 */
final class ElfFile {
    private static final int MAGIC = 0x7f454c46;
    private static final int HEADER = 64;
    private static final byte CLASS_64 = 2;
    private static final byte LITTLE_ENDIAN = 1;

    private ElfFile() {}

    /** What is wrong with the file; null if nothing is, or if it is of another kind, which the system's loader knows to refuse. */
    static String fault(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            ByteBuffer header = read(channel, 0, HEADER);
            if (header.remaining() < Integer.BYTES || header.getInt(0) != MAGIC) {
                return null;
            }
            if (header.remaining() < HEADER) {
                return "it is cut off";
            }
            if (header.get(4) != CLASS_64) {
                return null;
            }
            header.order(header.get(5) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            return isComplete(channel, header, size) ? null : "it is cut off or damaged";
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isComplete(FileChannel channel, ByteBuffer header, long size) throws IOException {
        long segments = header.getLong(0x20);
        int segmentSize = Short.toUnsignedInt(header.getShort(0x36));
        int segmentCount = Short.toUnsignedInt(header.getShort(0x38));
        long sections = header.getLong(0x28);
        long sectionBytes = (long) Short.toUnsignedInt(header.getShort(0x3a)) * Short.toUnsignedInt(header.getShort(0x3c));
        if (!fits(sections, sectionBytes, size) || !fits(segments, (long) segmentSize * segmentCount, size) || segmentSize < 56) {
            return false;
        }
        for (int i = 0; i < segmentCount; i++) {
            ByteBuffer segment = read(channel, segments + (long) i * segmentSize, segmentSize).order(header.order());
            if (!fits(segment.getLong(0x08), segment.getLong(0x20), size)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(long offset, long length, long size) {
        return offset >= 0 && length >= 0 && offset <= size && length <= size - offset;
    }

    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && channel.read(buffer, position + buffer.position()) >= 0) {
            // Until it is full, or the file ends.
        }
        return buffer.flip();
    }
}
