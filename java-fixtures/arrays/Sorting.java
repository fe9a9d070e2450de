package arrays;

import java.util.Arrays;

/** Arrays that the library sorts: tangents move with their numbers, and equal ones keep their order. */
class Sorting {
    // release: 8

    // run: order(3.0, 1.0, 2.0) = 3.5, d = (0.25, 2.0, 0.5)
    static double order(double a, double b, double c) {
        double[] all = {a, b, c};
        Arrays.sort(all);
        return 2 * all[0] + 0.5 * all[1] + 0.25 * all[2] - 0.25;
    }

    // run: median(1.5, {4, 1, 3}) = 4.5, d = (3.0, 0.0, 0.0, 1.5)
    static double median(double x, double[] a) {
        double[] sorted = a.clone();
        Arrays.sort(sorted);
        return x * sorted[sorted.length / 2];
    }

    // Only the middle is sorted.
    // run: part({9, 5, 4, 3, 0}) = 9345.0, d = (1000.0, 1.0, 10.0, 100.0, 0.0)
    static double part(double[] a) {
        double[] s = a.clone();
        Arrays.sort(s, 1, 4);
        return 1000 * s[0] + 100 * s[1] + 10 * s[2] + s[3];
    }

    // Equal numbers stay in the order in which they stood: the first of them is the first parameter.
    // run: equal(2.0, 2.0) = 22.0, d = (10.0, 1.0), nonsmooth
    static double equal(double a, double b) {
        double[] all = {a, b};
        Arrays.sort(all);
        return 10 * all[0] + all[1];
    }

    // −0 comes before 0, though they are equal to `==`.
    // run: zeros(0.0, -0.0) = 0.0, d = (1.0, 10.0), nonsmooth
    static double zeros(double a, double b) {
        double[] all = {a, b};
        Arrays.sort(all);
        return 10 * all[0] + all[1];
    }

    // NaN is the last.
    // run: notANumber(NaN, 2.0, 1.0) = 22.0, d = (0.0, 1.0, 20.0), nonsmooth
    static double notANumber(double a, double b, double c) {
        double[] all = {a, b, c};
        Arrays.sort(all);
        return 20 * all[0] + all[1];
    }

    // run: many(1.5) = 2250.0, d = 1500.0
    static double many(double x) {
        double[] a = new double[100];
        for (int i = 0; i < a.length; i++) {
            a[i] = (i * 37 % 50) * x;
        }
        Arrays.sort(a);
        double sum = 0;
        for (int i = 1; i < a.length; i += 2) {
            sum += a[i] < a[i - 1] ? 1e9 : a[i];
        }
        return sum + 275 * x;
    }

    // run: none(1.5) = 3.0, d = 2.0
    static double none(double x) {
        double[] a = x > 100 ? new double[] {x} : null;
        try {
            Arrays.sort(a);
        } catch (NullPointerException e) {
            return 2 * x;
        }
        return x;
    }

    // run: outside(1.5) = 3.0, d = 2.0
    static double outside(double x) {
        double[] a = {2 * x, x};
        try {
            Arrays.sort(a, 1, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            return a[0];
        }
        return x;
    }

    // run: backwards(1.5) = 3.0, d = 2.0
    static double backwards(double x) {
        double[] a = {2 * x, x};
        try {
            Arrays.sort(a, 1, 0);
        } catch (IllegalArgumentException e) {
            return a[0];
        }
        return x;
    }

    // What does not depend on x is sorted as it was.
    // run: inactive(1.5) = 1.5, d = 1.0
    static double inactive(double x) {
        double[] a = {3, 1, 2};
        Arrays.sort(a);
        return a[0] * x;
    }
}
