package arrays;

/** Arrays whose elements are independents: each has a partial of its own. */
class Independents {
    // release: 8

    // run: dot({1.0, 2.0}, {3.0, 4.0}) = 11.0, d = (3.0, 4.0, 1.0, 2.0)
    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    // wrt: b
    // run: dotOfOne({1.0, 2.0}, {3.0, 4.0}) = 11.0, d = (1.0, 2.0)
    static double dotOfOne(double[] a, double[] b) {
        return dot(a, b);
    }

    // The argument itself is written to.
    // run: scaled({2.0, 3.0}, 5.0) = 150.0, d = (75.0, 50.0, 60.0)
    static double scaled(double[] a, double k) {
        for (int i = 0; i < a.length; i++) {
            a[i] *= k;
        }
        return a[0] * a[1];
    }

    // run: between(2.0, {3.0, 0.5, 4.0}, -1.0) = -12.0, d = (-6.0, -4.0, 0.0, -3.0, 12.0)
    static double between(double x, double[] a, double y) {
        return x * y * a[0] * a[2] / 2;
    }

    // run: product({2.0, 3.0, 4.0}) = 24.0, d = (12.0, 8.0, 6.0)
    static float product(float[] a) {
        float product = 1;
        for (float v : a) {
            product *= v;
        }
        return product;
    }

    // run: largest({1.0, 7.0, 7.0, 3.0}) = 7.0, d = (0.0, 1.0, 0.0, 0.0), nonsmooth
    static double largest(double[] a) {
        double max = a[0];
        for (double v : a) {
            if (v > max) {
                max = v;
            }
        }
        return max;
    }

    // A direction in which nothing moves has the tangent 0 where the root's partial is infinite.
    // run: norm({3.0, 4.0}) = 5.0, d = ~ 1e-15: (0.6, 0.8)
    // run: norm({0.0, 0.0}) = 0.0, d = (0.0, 0.0), nonsmooth
    static double norm(double[] a) {
        double sum = 0;
        for (double v : a) {
            sum += v * v;
        }
        return Math.sqrt(sum);
    }

    // run: beyond({1.0, 2.0}) throws java.lang.ArrayIndexOutOfBoundsException
    static double beyond(double[] a) {
        return a[0] * a[2];
    }
}
