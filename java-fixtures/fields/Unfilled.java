package fields;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Objects that hold a constant array without elements until they have one of their own. */
class Unfilled {
    static final double[] NONE = new double[0];
    static final double[][] NO_ROWS = new double[0][];
    static final double[] ONE = new double[1];
    static final List<double[]> SEEN = new ArrayList<>(List.of(NONE));

    private static class Growing {
        private double[] data = NONE;
        private int size;

        void add(double value) {
            if (size == data.length) {
                data = data == NONE ? new double[2] : Arrays.copyOf(data, 2 * size);
            }
            data[size++] = value;
        }

        double sum() {
            double sum = 0;
            for (int i = 0; i < size; i++) {
                sum += data[i] * (i + 1);
            }
            return sum;
        }

        void clear() {
            data = NONE;
            size = 0;
        }
    }

    private static class Kept {
        private double[] data = NONE;
        private double[][] rows = NO_ROWS;
        private double[] one = ONE;

        double first() {
            return data.length == 0 ? 0 : data[0];
        }
    }

    // x + 2y + 3xy
    // run: growing(2, 3) = 26, d = (10, 8)
    static double growing(double x, double y) {
        Growing values = new Growing();
        values.add(x);
        values.add(y);
        values.add(x * y);
        return values.sum();
    }

    // run: cleared(2, 3) = 9, d = (0, 6)
    static double cleared(double x, double y) {
        Growing values = new Growing();
        values.add(x);
        values.clear();
        values.add(y * y);
        return values.sum();
    }

    // Two objects, of which one is never given an array of its own.
    // run: two(2, 3) = 6, d = (3, 2)
    static double two(double x, double y) {
        Kept a = new Kept();
        Kept b = new Kept();
        a.data = new double[] {x * y};
        return a.first() + b.first() + SEEN.get(0).length;
    }

    // run: rows(2, 3) = 12, d = (12, 4)
    static double rows(double x, double y) {
        Kept a = new Kept();
        Kept b = new Kept();
        a.rows = new double[][] {NONE, {x * x, y}};
        return a.rows[1][0] * a.rows[1][1] + b.rows.length + a.rows[0].length;
    }

    // run: chosen(2, 3) = 6, d = (3, 2)
    // run: chosen(-2, 3) = 0, d = (0, 0)
    static double chosen(double x, double y) {
        double[] values = x > 0 ? new double[] {x, y} : NONE;
        double product = values.length == 0 ? 0 : 1;
        for (double value : values) {
            product *= value;
        }
        return product;
    }

    private static double[] half(double x) {
        return x > 0 ? new double[] {x / 2} : NONE;
    }

    // run: copied(2, 3) = 10, d = (0.5, 6)
    static double copied(double x, double y) {
        double[] more = Arrays.copyOf(NONE, 2);
        more[1] = y * y;
        double[] same = NONE.clone();
        System.arraycopy(NONE, 0, more, 0, 0);
        return more[1] + same.length + half(x)[0] + half(-x).length;
    }

    // One that has an element may hold a value: what is stored into it is seen by all.
    // run: shared(3) = 3, d = 1
    static double shared(double x) {
        Kept a = new Kept();
        a.one[0] = x;
        return new Kept().one[0];
    }
}
