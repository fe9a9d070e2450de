package io.github.nablars.build;

import java.util.HexFormat;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * What tells the bytes that a build step wrote from those that a compiler wrote later. Two checksums and the length are enough for
 * that, and they are native code, which is fast also in a JVM that has just started.
 */
final class Digest {
    private Digest() {
    }

    static String of(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        Adler32 adler = new Adler32();
        adler.update(bytes);
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits((int) crc.getValue()) + hex.toHexDigits((int) adler.getValue()) + hex.toHexDigits(bytes.length);
    }
}
