package functions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;

/** Methods of the library that do nothing but call a function, once for each element. */
class LibraryLoops {
    // release: 8

    // run: filled(1.5) = 4.5, d = 3.0
    static double filled(double x) {
        double[] a = new double[4];
        Arrays.setAll(a, i -> i * x);
        return a[3];
    }

    /** A function by a class. */
    static final class Powers implements IntToDoubleFunction {
        private final double base;

        Powers(double base) {
            this.base = base;
        }

        @Override
        public double applyAsDouble(int i) {
            return Math.pow(base, i);
        }
    }

    // run: filledByClass(1.5) = 7.625, d = 9.75
    static double filledByClass(double x) {
        double[] a = new double[4];
        Arrays.setAll(a, new Powers(x));
        return a[0] + a[2] + a[3] + a[0];
    }

    /** An object with a number. */
    static final class Point {
        private final double x;

        Point(double x) {
            this.x = x;
        }
    }

    // run: objects(1.5) = 4.5, d = 3.0
    static double objects(double x) {
        Point[] points = new Point[4];
        Arrays.setAll(points, i -> new Point(i * x));
        return points[3].x;
    }

    // run: rows(1.5) = 6.75, d = 6.0
    static double rows(double x) {
        double[][] rows = new double[4][];
        double[] shared = {x};
        Arrays.setAll(rows, i -> i == 1 ? shared : new double[] {i * x});
        shared[0] = x * x;
        return rows[1][0] + rows[3][0];
    }

    // Each element depends on the one before.
    // run: recurrence(2.0) = 256.0, d = 1024.0
    static double recurrence(double x) {
        double[] a = new double[4];
        Arrays.setAll(a, i -> i == 0 ? x : a[i - 1] * a[i - 1]);
        return a[3];
    }

    // run: noElement(1.5) = 2.25, d = 3.0
    static double noElement(double x) {
        double[] a = {x};
        Arrays.setAll(new double[0], i -> a[0] = i * x);
        return a[0] * x;
    }

    // run: noArray(1.5) = 1.5, d = 1.0
    static double noArray(double x) {
        double[] a = x < 100 ? null : new double[1];
        try {
            Arrays.setAll(a, i -> i * x);
        } catch (NullPointerException e) {
            return x;
        }
        return x * x;
    }

    // run: thrown(1.5) = 3.0, d = 2.0
    static double thrown(double x) {
        double[] a = new double[3];
        try {
            Arrays.setAll(a, i -> {
                if (i == 2) throw new IllegalStateException();
                return i * x;
            });
        } catch (IllegalStateException e) {
            return 2 * a[1] + a[2];
        }
        return 0;
    }

    // run: summed(1.5) = 12.75, d = 11.0
    static double summed(double x) {
        List<double[]> rows = new ArrayList<>();
        double[] sum = new double[1];
        rows.add(new double[] {1, 2});
        rows.add(new double[] {3, 0.5});
        rows.forEach(row -> sum[0] += row[0] * x + row[1] * x * x);
        return sum[0] - 2.5 * x * x + 2 * x + x * x * 5 / 3;
    }

    /** A number in an object. */
    static final class Cell {
        private double value;

        Cell(double value) {
            this.value = value;
        }

        void scale(double k) {
            value *= k;
        }
    }

    // run: changed(1.5) = 6.75, d = 13.5
    static double changed(double x) {
        List<Cell> cells = Arrays.asList(new Cell(x), new Cell(2));
        cells.forEach(cell -> cell.scale(x));
        cells.forEach(cell -> cell.scale(x));
        return cells.get(0).value * cells.get(1).value / (x * x);
    }

    // run: byInterface(2.0) = 8.0, d = 8.0
    static double byInterface(double x) {
        Iterable<Cell> cells = Arrays.asList(new Cell(x), new Cell(x));
        double[] sum = new double[1];
        Consumer<Cell> add = cell -> sum[0] += cell.value * x;
        cells.forEach(add);
        return sum[0];
    }
}
