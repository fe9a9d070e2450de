package io.github.nablars;

/**
 * Tangents with one number per direction, as derivatives pass them: null for zero; one lane, its number and its value; a list of
 * lanes, a header, and for each its number and its value, in ascending order; or packed blocks of eight, how many they are, and for
 * each its number and its values, in ascending order. Numbers are the low bits of a {@code double}, a list's header has the bit 60.
 * They are shared and never change.
 */
final class LaneBlocks {
    private static final int LANES = 8;
    private static final int BLOCK = 1 + LANES;

    private LaneBlocks() {}

    /**
     * The tangent of a function with this slope at an argument. As in every other form, zero stays zero where the slope is
     * infinite, and an argument that has overflowed where the function has come to rest contributes nothing.
     */
    static double product(double slope, double argument, double tangent) {
        boolean rests = slope == 0 && Double.isInfinite(argument);
        return rests || tangent == 0 && Double.isInfinite(slope) ? 0 : slope * tangent;
    }

    /** The same for a tangent with lanes. */
    static double[] scaled(double slope, double argument, double[] a) {
        if (a == null) {
            return null;
        }
        double[] r = a.clone();
        if (a.length == 2) {
            r[1] = product(slope, argument, r[1]);
            return r;
        }
        int step = isList(a) ? 2 : BLOCK;
        for (int i = 1; i < r.length; i++) {
            if ((i - 1) % step != 0) {
                r[i] = product(slope, argument, r[i]);
            }
        }
        return r;
    }

    /** a + b. */
    static double[] sum(double[] a, double[] b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        double[] one = packed(a);
        double[] other = packed(b);
        double[] r = new double[one.length + other.length - 1];
        int to = 1;
        int i = 1;
        int j = 1;
        while (i < one.length || j < other.length) {
            int x = i < one.length ? number(one[i]) : Integer.MAX_VALUE;
            int y = j < other.length ? number(other[j]) : Integer.MAX_VALUE;
            r[to] = x <= y ? one[i] : other[j];
            for (int lane = 1; lane < BLOCK; lane++) {
                r[to + lane] = (x <= y ? one[i + lane] : 0) + (y <= x ? other[j + lane] : 0);
            }
            i += x <= y ? BLOCK : 0;
            j += y <= x ? BLOCK : 0;
            to += BLOCK;
        }
        r[0] = bits(to / BLOCK);
        return java.util.Arrays.copyOf(r, to);
    }

    /** In packed blocks. */
    private static double[] packed(double[] a) {
        if (a.length != 2 && !isList(a)) {
            return a;
        }
        int first = a.length == 2 ? 0 : 1;
        double[] r = new double[1 + BLOCK * a.length];
        int block = -1;
        int at = 1 - BLOCK;
        for (int i = first; i < a.length; i += 2) {
            int lane = number(a[i]);
            if (lane / LANES != block) {
                block = lane / LANES;
                at += BLOCK;
                r[at] = bits(block);
            }
            r[at + 1 + lane % LANES] = a[i + 1];
        }
        int length = at + BLOCK;
        r[0] = bits(length / BLOCK);
        return java.util.Arrays.copyOf(r, length);
    }

    private static boolean isList(double[] a) {
        return Double.doubleToRawLongBits(a[0]) >> 60 == 1;
    }

    private static int number(double word) {
        return (int) Double.doubleToRawLongBits(word);
    }

    private static double bits(int number) {
        return Double.longBitsToDouble(Integer.toUnsignedLong(number));
    }
}
