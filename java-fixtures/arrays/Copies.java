package arrays;

import java.util.Arrays;

/** Library methods that copy and fill arrays: the tangents are copied and filled too. */
class Copies {
    // release: 8

    // run: cloned(3.0) = 154.0, d = 54.0
    static double cloned(double x) {
        double[] a = {x, x * x};
        double[] b = a.clone();
        a[0] = 100;
        b[1] *= 2;
        return b[0] * b[1] + a[0];
    }

    // run: copied(3.0) = 21.0, d = 12.0
    static double copied(double x) {
        double[] a = {x, x * x, 3};
        double[] b = {x, x, x, x};
        System.arraycopy(a, 1, b, 2, 2);
        return b[0] * b[1] + b[2] + b[3];
    }

    // run: overlappingUp(2.0) = 50.0, d = 63.0
    static double overlappingUp(double x) {
        double[] a = {x, x * x, x * x * x, 7};
        System.arraycopy(a, 0, a, 1, 3);
        return a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3];
    }

    // run: overlappingDown(2.0) = 69.0, d = 28.0
    static double overlappingDown(double x) {
        double[] a = {x, x * x, x * x * x, 7};
        System.arraycopy(a, 1, a, 0, 3);
        return a[0] + 2 * a[1] + 3 * a[2] + 4 * a[3];
    }

    // run: overlappingNames(2.0, true) = 18.0, d = 15.0
    // run: overlappingNames(2.0, false) = 16.0, d = 1.0
    static double overlappingNames(double x, boolean same) {
        double[] a = {x, x * x, 4};
        double[] b = same ? a : new double[] {1, 4, 4};
        System.arraycopy(b, 0, a, 1, 2);
        return a[0] + 2 * a[1] + 3 * a[2];
    }

    // run: filled(3.0) = 48.0, d = 24.0
    static double filled(double x) {
        double[] a = new double[5];
        Arrays.fill(a, x * x);
        a[4] = 12;
        return a[0] + a[1] + a[2] + a[3] + a[4];
    }

    // run: filledRange(3.0) = 20.0, d = 6.0
    static double filledRange(double x) {
        double[] a = {x, x, x, x};
        Arrays.fill(a, 1, 3, x * x);
        Arrays.fill(a, 2, 4, 5);
        Arrays.fill(a, 0, 1, 1);
        return a[0] + a[1] + a[2] + a[3];
    }

    // A constant fill clears the tangents.
    // run: cleared(3.0) = 12.0, d = 4.0
    static double cleared(double x) {
        double[] a = {x, x * x};
        Arrays.fill(a, 2);
        return x * (a[0] + a[1]);
    }

    // run: copyOfLonger(3.0) = 12.0, d = 7.0
    static double copyOfLonger(double x) {
        double[] a = {x, x * x};
        double[] b = Arrays.copyOf(a, 4);
        b[3] = 1;
        a[0] = 0;
        return b[0] + b[1] + b[2] * x + a[0];
    }

    // run: copyOfShorter(3.0) = 9.0, d = 6.0
    static double copyOfShorter(double x) {
        double[] a = {x, x * x, 7};
        double[] b = Arrays.copyOf(a, 1);
        return b[0] * x * b.length;
    }

    // run: copyOfRange(2.0) = 12.0, d = 16.0
    static double copyOfRange(double x) {
        double[] a = {x, x * x, x * x * x};
        double[] b = Arrays.copyOfRange(a, 1, 5);
        return b[0] + b[1] + b[2] + b[3] * x;
    }

    // A ring buffer, moved on by copying.
    // run: history(2.0, 4) = 50.0, d = 93.0
    static double history(double x, int n) {
        double[] last = {1, x, 1};
        for (int i = 0; i < n; i++) {
            double next = last[1] + x * last[2] - last[0] * i;
            System.arraycopy(last, 1, last, 0, last.length - 1);
            last[last.length - 1] = next;
        }
        return last[0] + last[1] + last[2];
    }

    // run: outOfRange(3.0, 1) = 9.0, d = 6.0
    // run: outOfRange(3.0, 2) = 6.0, d = 2.0
    static double outOfRange(double x, int length) {
        double[] a = {x, x * x};
        double[] b = {2 * x, 2 * x};
        try {
            System.arraycopy(a, 1, b, 0, length);
        } catch (IndexOutOfBoundsException e) {
            return b[0];
        }
        return b[0];
    }

    // run: outOfRangeUncaught(3.0, 2) throws java.lang.ArrayIndexOutOfBoundsException
    static double outOfRangeUncaught(double x, int length) {
        double[] a = {x, x * x};
        double[] b = Arrays.copyOfRange(a, 3, length + 3);
        return b[0] * x;
    }

    // run: ofInactive(3.0) = 9.0, d = 3.0
    static double ofInactive(double x) {
        double[] weights = {1, 2, 3};
        double[] copy = weights.clone();
        System.arraycopy(weights, 0, copy, 1, 2);
        Arrays.fill(weights, 9);
        int[] order = {2, 1, 0};
        int[] orderCopy = order.clone();
        return x * (copy[orderCopy[0]] + copy[1]);
    }

    // Constants into an array that holds active values, and the reverse.
    // run: betweenKinds(3.0) = 25.0, d = 7.0
    static double betweenKinds(double x) {
        double[] constants = {4, 5};
        double[] values = {x * x, x};
        System.arraycopy(constants, 0, values, 0, 1);
        double r = values[0] * values[1];
        System.arraycopy(values, 1, constants, 1, 1);
        return r + 3 * constants[1] + constants[0];
    }

    // What compares and prints arrays takes nothing from the result.
    // run: looked(3.0) = 9.0, d = 6.0
    static double looked(double x) {
        double[] a = {x, x * x};
        double[] b = a.clone();
        if (!Arrays.equals(a, b) // warn: NB0303
                || Arrays.toString(a).isEmpty()) {
            return -1;
        }
        return a[1];
    }

    // A loop of one round: its head has a frame, although no jump leads there.
    // run: oneRound(3.0) = 9.0, d = 6.0
    static double oneRound(double x) {
        double[] a = {x, 1};
        a = Arrays.copyOf(a, 1);
        double r;
        do {
            r = a[0] * x;
            if (-1.5 < 1.0) {
                break;
            }
        } while (x > 0);
        return r;
    }

    private static double[][] table = {{1, 2}, {3, 4}};
    private static Object held;

    // A copy of rows that others may hold is compared with the array that is passed.
    // run: clonedRows({5.0, 2.0}, 3.0) = 9.0, d = (0.0, 0.0, 6.0)
    static double clonedRows(double[] y, double x) {
        held = table;
        y[0] = x * x;
        table = table.clone();
        return table[0][0] * y[0];
    }

    // run: copyOfRows(3.0) = 12.0, d = 7.0
    static double copyOfRows(double x) {
        double[][] rows = {{x, 1}, {2, x}};
        double[][] copy = Arrays.copyOf(rows, 3);
        // The rows are those of the original.
        copy[2] = rows[0];
        copy[2][1] *= x;
        rows[1] = null;
        return copy[0][1] * x + copy[1][1] + (copy.length - 3);
    }

    // run: rangeOfRows({3, 4}) = 19.0, d = (6.0, 3.0)
    static double rangeOfRows(double[] x) {
        double[][] rows = {x, {2, x[0] * x[1]}, {x[0]}};
        double[][] copy = Arrays.copyOfRange(rows, 1, 4);
        copy[0][0] = copy[1][0] + copy[0][1] + (copy[2] == null ? 1 : 0);
        return rows[1][0] + copy[1][0];
    }

    // run: rangeTurnedRound(2.0) = 6.0, d = 3.0
    static double rangeTurnedRound(double x) {
        double[][] rows = {{x}, {3 * x}};
        try {
            return Arrays.copyOfRange(rows, 2, 1)[0][0];
        } catch (IllegalArgumentException e) {
            return e.getMessage().equals("2 > 1") ? rows[1][0] : 0;
        }
    }
}
