package shapes;

/** Methods on floats, and floats within methods on doubles. */
class Floats {
    // release: 8

    // run: square(3.0) = 9.0, d = 6.0
    static float square(float x) {
        return x * x;
    }

    // run: rational(2.0, 4.0) = 2.5, d = (1.25, 0.375)
    static float rational(float x, float y) {
        return x / y + x * y / 4f;
    }

    // run: mixed(2.0, 3.0) = 10.0, d = (7.0, 2.0)
    // snapshot: jvp
    static double mixed(float x, double y) {
        return x * y + x * x;
    }

    // run: narrowed(1.5) = 3.375, d = 3.75, nonsmooth
    static double narrowed(double x) {
        float y = (float) x; // active: x y
        return y * x + y * 0.75; // active: x y
    }

    // run: widened(1.5) = 2.25, d = 3.0
    static float widened(float x) {
        double wide = x;
        return (float) (wide * x);
    }

    // run: halved(2.0) = 1.0, d = 0.5, nonsmooth
    static double halved(double x) {
        return x * 0.5f;
    }

    // run: loop(2.0, 3) = 8.0, d = 12.0
    static float loop(float x, int n) {
        float r = 1;
        for (int i = 0; i < n; i++) {
            r *= x;
        }
        return r;
    }

    // run: negated(2.0, -3.0) = 1.0, d = (1.0, -1.0)
    static float negated(float x, float y) {
        return -y - -x - 4;
    }

    // run: remainder(7.5, 2.0) = 1.5, d = (1.0, -3.0)
    static float remainder(float x, float y) {
        return x % y;
    }

    // run: library(-2.0, 3.0) = 5.0, d = (-1.0, 1.0)
    static float library(float x, float y) {
        return Math.abs(x) + Math.max(x, y);
    }

    // run: root(4.0) = 2.0, d = 0.25
    static float root(float x) {
        return (float) Math.sqrt(x);
    }

    // wrt: x
    // run: overArray(2.0, {1.0, 3.0}) = 5.0, d = 1.0
    static float overArray(float x, float[] a) {
        float r = 0; // inactive: r
        for (float c : a) {
            r = r * x + c; // active: r x // inactive: a c
        }
        return r;
    }

    // run: fromInts(2.0, 3, 4) = 24.0, d = 12.0
    static float fromInts(float x, int n, long k) {
        float a = n;
        float b = k;
        return x * a * b;
    }

    // run: both(2.0, 3.0) = 12.0, d = (12.0, 4.0), nonsmooth
    static double both(float x, double y) {
        float z = (float) (x * y);
        return z * (double) x;
    }
}
