package arrays;

/** Arrays of floats, whose tangents are floats. */
class Floats {
    // release: 8

    // run: elements(3.0) = 24.0, d = 11.0
    static float elements(float x) {
        float[] a = {x, 2, x * x};
        a[1] *= x;
        return a[0] + a[1] * 2 + a[2];
    }

    // run: aliased(3.0) = 18.0, d = 12.0
    static float aliased(float x) {
        float[] a = new float[1];
        float[] b = a;
        b[0] = x * x;
        a[0] += b[0];
        return a[0];
    }

    // run: copied(3.0) = 15.0, d = 8.0
    static float copied(float x) {
        float[] a = {x, x * x};
        float[] b = a.clone();
        float[] c = java.util.Arrays.copyOf(b, 3);
        java.util.Arrays.fill(a, x);
        System.arraycopy(a, 0, c, 0, 1);
        return a[1] + c[0] + b[1] + c[2];
    }

    // Doubles and floats in turn.
    // run: mixed(3.0) = 45.0, d = 30.0, nonsmooth
    static double mixed(double x) {
        float[] a = {(float) x, 5};
        double[] b = {a[0], a[1]};
        return b[0] * x * b[1];
    }

    // run: rows(2.0) = 20.0, d = 28.0
    static float rows(float x) {
        float[][] m = new float[2][2];
        m[0][0] = x;
        m[1] = new float[] {x * x, 1};
        m[0][1] += m[0][0] * m[1][0];
        return m[0][1] * 2 + m[1][0] * m[1][1];
    }
}
