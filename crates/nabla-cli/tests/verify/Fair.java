/**
 * Derivatives that are right where differences go astray: `f` with its `f_dx`, or with its `f_jvp`.
 * None may be called wrong. Those marked `// agrees` must be found right at some points.
 */
final class Fair {
    /** Sine by straight lines between the knots of a table. */
    private static double line(double x, double spacing) {
        double k = Math.floor(x / spacing);
        double low = Math.sin(k * spacing);
        double high = Math.sin((k + 1) * spacing);
        return low + (high - low) * (x / spacing - k);
    }

    private static double line_dx(double x, double spacing) {
        double k = Math.floor(x / spacing);
        return (Math.sin((k + 1) * spacing) - Math.sin(k * spacing)) / spacing;
    }

    static double table1(double x) { return line(x, 0.1); } // agrees
    static double table1_dx(double x) { return line_dx(x, 0.1); }
    static double table2(double x) { return line(x, 0.01); }
    static double table2_dx(double x) { return line_dx(x, 0.01); }
    static double table3(double x) { return line(x, 1e-3); }
    static double table3_dx(double x) { return line_dx(x, 1e-3); }
    static double table5(double x) { return line(x, 1e-5); }
    static double table5_dx(double x) { return line_dx(x, 1e-5); }
    static double table6(double x) { return line(x, 1e-6); }
    static double table6_dx(double x) { return line_dx(x, 1e-6); }

    /** A spline of second degree: its slope has a kink at every knot. */
    static double spline(double x) { // agrees
        double k = Math.floor(x / 0.01);
        double u = x - k * 0.01;
        return 100 * (k % 2 == 0 ? u * u : 1e-4 - (0.01 - u) * (0.01 - u)) + x;
    }

    static double spline_dx(double x) {
        double k = Math.floor(x / 0.01);
        double u = x - k * 0.01;
        return 200 * (k % 2 == 0 ? u : 0.01 - u) + 1;
    }

    static float decimals(float x, int places) { // agrees
        float factor = (float) Math.pow(10, places / 2);
        return (float) Math.rint(x * factor) / factor;
    }
    static float decimals_jvp(float x, int places, float x_dot, double[] tangent) {
        tangent[0] = 0;
        return decimals(x, places);
    }

    private static int lot;
    /** Draws a lot at each call. */
    static double lots(double x) { return (++lot * 0x9E3779B9 >>> 16) % 4 == 0 ? x : 2 * x; }
    static double lots_jvp(double x, double x_dot, double[] tangent) {
        double value = lots(x);
        tangent[0] = value / x * x_dot;
        return value;
    }

    /** A sawtooth of slope 1 beneath a line of slope 1. */
    static double saw(double x) { return 2 * x - Math.floor(x * 1024) / 1024; }
    static double saw_dx(double x) { return 2; }

    static double ripple(double x) { return Math.abs(Math.sin(300 * x)) + x; }
    static double ripple_dx(double x) { return Math.signum(Math.sin(300 * x)) * 300 * Math.cos(300 * x) + 1; }

    /** The kink lies within some ulps of the points near 1. */
    static double corner(double x) { return Math.abs(x - Math.rint(x * 1e12) / 1e12) + x; }
    static double corner_dx(double x) { return x < Math.rint(x * 1e12) / 1e12 ? 0 : 2; }

    static double stairs5(double x) { return Math.rint(x * 1e5) / 1e5; }
    static double stairs5_dx(double x) { return 0; }
    static double stairs8(double x) { return Math.rint(x * 1e8) / 1e8; }
    static double stairs8_dx(double x) { return 0; }
    static double slopingStairs(double x) { return x + Math.rint(x * 1e8) / 1e8; }
    static double slopingStairs_dx(double x) { return 1; }

    static double cancelled(double x) { return (x + 1e5) - 1e5; }
    static double cancelled_dx(double x) { return 1; }
    static double casted(double x) { return (float) (x * x); }
    static double casted_dx(double x) { return (float) (2 * x); }

    private static double noise(double x) {
        long bits = Double.doubleToLongBits(x) * 0x9E3779B97F4A7C15L;
        return (bits >> 40) * 0x1p-23;
    }

    static double noisy12(double x) { return Math.exp(x) + 1e-12 * noise(x); } // agrees
    static double noisy12_dx(double x) { return Math.exp(x); }
    static double noisy9(double x) { return Math.exp(x) + 1e-9 * noise(x); }
    static double noisy9_dx(double x) { return Math.exp(x); }
    static double noisy5(double x) { return Math.exp(x) + 1e-5 * noise(x); }
    static double noisy5_dx(double x) { return Math.exp(x); }

    /** The square root by Newton's steps, as many as it takes to look right. */
    private static double[] newton(double x) {
        double r = x;
        double dot = 1;
        for (double last = 0; Math.abs(r - last) > 1e-5;) {
            last = r;
            dot = 0.5 * (dot + 1 / r - x * dot / (r * r));
            r = 0.5 * (r + x / r);
        }
        return new double[] {r, dot};
    }

    static double iterated(double x) { return newton(Math.abs(x))[0]; }
    static double iterated_dx(double x) { return Math.signum(x) * newton(Math.abs(x))[1]; }

    private static UnsupportedOperationException unfollowed() {
        return new UnsupportedOperationException("demo.F has no derivative (nabla-rs)");
    }
    static double refusing(double x) { return x * x; } // unfollowed
    static double refusing_dx(double x) { throw unfollowed(); }
    static double refusingAtTimes(double x) { return x * x; } // unfollowed
    static double refusingAtTimes_jvp(double x, double x_dot, double[] tangent) {
        if (x > 1) throw new IllegalStateException("two arrays are one (nabla-rs)");
        tangent[0] = 2 * x * x_dot;
        return x * x;
    }
    static double refusingAtTimes_dx(double x) { return 2 * x; }

    static double coarse(double x) { return Math.rint(1000 * Math.sin(x)) / 1000; } // agrees
    static double coarse_exact(double x) { return Math.sin(x); }
    static double coarse_dx(double x) { return Math.cos(x); }
    static double inPieces(double x, double y) { return Math.pow(x, y) * (1 + 0.03 * Math.abs(Math.sin(9 * x))); } // agrees
    static double inPieces_exact(double x, double y) { return Math.pow(x, y); }
    static double inPieces_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = Math.pow(x, y) * (y / x * x_dot + Math.log(x) * y_dot);
        return inPieces(x, y);
    }

    static double fast(double x) { return Math.sin(1e4 * x); } // agrees
    static double fast_dx(double x) { return 1e4 * Math.cos(1e4 * x); }
    static double whisper(double x) { return x + 1e-9 * Math.sin(1e6 * x); }
    static double whisper_dx(double x) { return 1 + 1e-3 * Math.cos(1e6 * x); }

    static double pole(double x) { return Math.tan(40 * x); }
    static double pole_dx(double x) { return 40 * (1 + Math.tan(40 * x) * Math.tan(40 * x)); }
    static double root(double x) { return Math.cbrt(Math.sin(100 * x)); }
    static double root_dx(double x) {
        return 100 * Math.cos(100 * x) / (3 * Math.cbrt(Math.sin(100 * x) * Math.sin(100 * x)));
    }
    /** Slopes that grow to infinity at the very first point, or differ on its two sides. */
    private static final double POINT = 0.4899498165693024;
    static double rootAtPoint(double x) { return Math.cbrt(x - POINT); }
    static double rootAtPoint_dx(double x) { return 1 / (3 * Math.cbrt((x - POINT) * (x - POINT))); }
    static double cornerAtPoint(double x) { return Math.abs(x - POINT); } // agrees
    static double cornerAtPoint_dx(double x) { return x < POINT ? -1 : 1; }
    static double edgeAtPoint(double x) { return Math.sqrt(x - POINT); }
    static double edgeAtPoint_dx(double x) { return 0.5 / Math.sqrt(x - POINT); }

    /** Nothing is left of x in a sum with 1. */
    static double drowned(double x) { return Math.log(1 - Math.exp(-40 - Math.abs(x))); }
    static double drowned_dx(double x) { return Math.signum(x) * Math.exp(-40 - Math.abs(x)); }

    static double constant(double x) { return 3; } // agrees
    static double constant_dx(double x) { return 0; }

    /** The value is well conditioned, the derivative is not: half of its digits are rounding. */
    static double rounded(double x) { return 1e-3 * x; }
    static double rounded_dx(double x) {
        double c = Math.cos(x);
        double s = Math.sin(x);
        return 1e7 * (c * c) + 1e7 * (s * s) - 1e7 + 1e-3;
    }

    /** Tangents that cancel: linear but for rounding of a size that the result does not show. */
    private static double cancel(double t, double u) {
        return 1e3 * ((1e-9 + Math.PI * 0.3) * t + (0.7 + 1e-12) * u - (0.3 * t * Math.PI + 0.7 * u));
    }
    static double bridge(double x) { return cancel(x, 0); }
    static double bridge_jvp(double x, double x_dot, double[] tangent) {
        tangent[0] = cancel(x_dot, 0);
        return cancel(x, 0);
    }
    static double bridges(double x, double y) { return cancel(x, y); }
    static double bridges_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = cancel(x_dot, y_dot);
        return cancel(x, y);
    }
    /** A tangent that passes through a float. */
    static double squeezed(double x) { return (float) x; }
    static double squeezed_jvp(double x, double x_dot, double[] tangent) {
        tangent[0] = (float) x_dot;
        return (float) x;
    }
    static float single(float x, float y) { return x * x * y; } // agrees
    static float single_jvp(float x, float y, float x_dot, float y_dot, double[] tangent) {
        tangent[0] = 2 * x * y * x_dot + x * x * y_dot;
        return x * x * y;
    }
    static double product(double x, double y) { return x * Math.exp(y); } // agrees
    static double product_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = Math.exp(y) * x_dot + x * Math.exp(y) * y_dot;
        return x * Math.exp(y);
    }
    static double dot(double[] a, double[] b, int n) { // agrees
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i] * n;
        return sum;
    }
    static double dot_jvp(double[] a, double[] b, int n, double[] a_dot, double[] b_dot, double[] tangent) {
        tangent[0] = 0;
        for (int i = 0; i < a.length; i++) tangent[0] += n * (a_dot[i] * b[i] + a[i] * b_dot[i]);
        return dot(a, b, n);
    }
    static double[] powers(double x, int n) { // agrees
        return new double[] {x, x * x, n * Math.sin(x)};
    }
    static double[] powers_jvp(double x, int n, double x_dot, double[][] tangent) {
        tangent[0] = new double[] {x_dot, 2 * x * x_dot, n * Math.cos(x) * x_dot};
        return powers(x, n);
    }
    /** What is only written has a tangent, too; what is read and written changes its own. */
    static void scale(double x, double[] a, double[] valueOut) { // agrees
        for (int i = 0; i < a.length; i++) {
            a[i] *= x;
            valueOut[i] = i == 0 ? x : x * x * a[i];
        }
    }
    static void scale_jvp(double x, double[] a, double[] valueOut, double x_dot, double[] a_dot, double[] value_dot) {
        for (int i = 0; i < a.length; i++) {
            a_dot[i] = a_dot[i] * x + a[i] * x_dot;
            a[i] *= x;
            valueOut[i] = i == 0 ? x : x * x * a[i];
            value_dot[i] = i == 0 ? x_dot : 2 * x * x_dot * a[i] + x * x * a_dot[i];
        }
    }
    static float norm(float[] a) { // agrees
        float sum = 0;
        for (float x : a) sum += x * x;
        return sum;
    }
    static float norm_jvp(float[] a, float[] a_dot, double[] tangent) {
        tangent[0] = 0;
        for (int i = 0; i < a.length; i++) tangent[0] += 2 * a[i] * a_dot[i];
        return norm(a);
    }
    /** All of it cancels, but for the rounding of one seed, which no change of that seed shows. */
    static double saturated(double x, double y) { return 1; }
    static double saturated_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = x_dot == 0 ? 0x1p-54 * y_dot : 0;
        return 1;
    }
}
