package arrays;

/** Arrays as arguments and results of callees. */
class Callees {
    // release: 8

    private static double sum(double[] a) {
        double sum = 0;
        for (double v : a) {
            sum += v;
        }
        return sum;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    // run: readByCallee(3.0) = 17.0, d = 7.0
    static double readByCallee(double x) {
        return sum(new double[] {x, x * x, 5});
    }

    // Each of two arrays is active or not.
    // run: activityPatterns(3.0) = 153.0, d = 140.0
    static double activityPatterns(double x) {
        double[] constants = {1, 2, 3};
        double[] values = {x, x * x, 1};
        return dot(constants, values) + dot(values, constants) + dot(constants, constants) + dot(values, values);
    }

    private static void cube(double[] a, int i, double v) {
        a[i] = v * v * v;
    }

    // run: writtenByCallee(2.0) = 35.0, d = 12.0
    static double writtenByCallee(double x) {
        double[] out = new double[2];
        cube(out, 0, x);
        cube(out, 1, 3);
        return out[0] + out[1];
    }

    private static void sumAndProduct(double a, double b, double[] out) {
        out[0] = a + b;
        out[1] = a * b;
    }

    // run: outParameter(3.0, 2.0) = 35.0, d = (17.0, 22.0)
    static double outParameter(double x, double y) {
        double[] out = new double[2];
        sumAndProduct(x, y, out);
        double sum = out[0];
        sumAndProduct(sum, out[1], out);
        return out[1] + sum;
    }

    // A constant call clears what an active call left in the array.
    // run: outParameterCleared(3.0) = 30.0, d = 11.0
    static double outParameterCleared(double x) {
        double[] out = new double[2];
        sumAndProduct(x, x, out);
        double first = out[1];
        sumAndProduct(2, 3, out);
        return first + x * out[0] + out[1];
    }

    private static double[] powers(double v, int n) {
        double[] powers = new double[n];
        double p = 1;
        for (int i = 0; i < n; i++) {
            powers[i] = p;
            p *= v;
        }
        return powers;
    }

    // run: returnedArray(2.0) = 375.0, d = 1293.0
    static double returnedArray(double x) {
        double[] p = powers(x, 5);
        double[] q = powers(3, 3);
        return p[4] + q[2] * p[1] + dot(p, powers(x, 5));
    }

    private static double[] larger(double[] a, double[] b) {
        return sum(a) >= sum(b) ? a : b;
    }

    // One of the arguments comes back.
    // run: returnedArgument(3.0) = 30.0, d = 16.0
    // run: returnedArgument(1.0) = 9.0, d = 10.0
    static double returnedArgument(double x) {
        double[] a = {x * x, x};
        double[] b = {4, x};
        double[] c = larger(a, b);
        c[0] *= 2;
        return a[0] + b[0] * x;
    }

    private static double bump(double[] a, double by) {
        a[0] += by;
        return a[0];
    }

    // The element is read before the callee changes it.
    // run: readBeforeCall(3.0) = 36.0, d = 33.0
    static double readBeforeCall(double x) {
        double[] a = {x};
        a[0] = a[0] * bump(a, x * x);
        return a[0];
    }

    // run: addedAroundCall(3.0) = 171.0, d = 110.0
    static double addedAroundCall(double x) {
        double[] a = {x, 1};
        a[0] += bump(a, 2 * x) * a[0];
        double t = a[1];
        double r = t + bump(a, 1) + a[0];
        return r;
    }

    // The index is evaluated before the callee changes what it depends on.
    // run: valueBeforeCall(3.0) = 166.0, d = 43.0
    static double valueBeforeCall(double x) {
        double[] a = {x, 7};
        double r = a[0] * x;
        bump(a, 100);
        return r * a[1] + a[0];
    }

    private static double product(double first, double... rest) {
        double r = first;
        for (double v : rest) {
            r *= v;
        }
        return r;
    }

    // run: varargs(2.0) = 84.0, d = 81.0
    static double varargs(double x) {
        double several = product(x, x, 3) + product(2, x * x, x, x) + product(5, 6);
        return several + product(x) + product(1, new double[] {x, 4});
    }

    private static double quickSelect(double[] a, int low, int high, int k) {
        double pivot = a[(low + high) / 2];
        int i = low;
        int j = high;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                double t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (k <= j) {
            return quickSelect(a, low, j, k);
        }
        return k >= i ? quickSelect(a, i, high, k) : a[k];
    }

    // The k-th smallest of values in disorder.
    // run: selected(2.0, 0) = -2.0, d = -1.0
    // run: selected(2.0, 3) = 3.0, d = 0.0
    // run: selected(2.0, 6) = 14.0, d = 7.0
    static double selected(double x, int k) {
        double[] a = {3, x * x, -x, 7 * x, x + 0.5, 10, 1};
        return quickSelect(a, 0, a.length - 1, k);
    }

    private static double[] reversed(double[] a, int from) {
        if (from == a.length) {
            return new double[0];
        }
        double[] tail = reversed(a, from + 1);
        double[] all = new double[tail.length + 1];
        System.arraycopy(tail, 0, all, 0, tail.length);
        all[tail.length] = a[from];
        return all;
    }

    // run: recursive(2.0) = 2245.0, d = 1040.0
    static double recursive(double x) {
        double[] r = reversed(new double[] {x, 2, x * x, 5}, 0);
        return 1000 * r[3] + 100 * r[2] + 10 * r[1] + r[0];
    }

    private static void fillSome(double[] a, double v, int bad) {
        for (int i = 0; i < a.length; i++) {
            if (i == bad) {
                throw new IllegalStateException();
            }
            a[i] = v * (i + 1);
        }
    }

    // The callee stores a part and then throws.
    // run: thrownInCallee(3.0, 5) = 2889.0, d = 1926.0
    // run: thrownInCallee(3.0, 2) = 692.0, d = 127.0
    // run: thrownInCallee(3.0, 0) = 534.0, d = 11.0
    static double thrownInCallee(double x, int bad) {
        double[] a = {1, x, 5};
        try {
            fillSome(a, x * x, bad);
        } catch (IllegalStateException e) {
            a[0] += x;
        }
        return a[0] + 10 * a[1] + 100 * a[2];
    }

    // run: outOfBounds(3.0, 1) = 36.0, d = 24.0
    // run: outOfBounds(3.0, 2) = 21.0, d = 10.0
    static double outOfBounds(double x, int i) {
        double[] a = {x, x};
        double r = x * x;
        try {
            r = a[0] * 4;
            a[i] = r;
            r = a[1] * x;
        } catch (ArrayIndexOutOfBoundsException e) {
            r = r + a[1] * x;
        }
        return r;
    }
}
