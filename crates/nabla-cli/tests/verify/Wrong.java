/** Derivatives that are wrong on purpose: every one must be called wrong. */
final class Wrong {
    static double thousandth(double x) { return x * x * x; }
    static double thousandth_dx(double x) { return 3 * x * x * (1 + 1e-3); }
    static double millionth(double x) { return Math.exp(Math.sin(x)); }
    static double millionth_dx(double x) { return Math.exp(Math.sin(x)) * Math.cos(x) * (1 + 1e-6); }
    static double lessByAMillionth(double x) { return Math.exp(-x * x); }
    static double lessByAMillionth_dx(double x) { return -2 * x * Math.exp(-x * x) * (1 - 1e-6); }
    static double missingTerm(double x) { return x * Math.sin(x); }
    static double missingTerm_dx(double x) { return Math.sin(x); }
    static double sign(double x) { return 1 / (1 + x * x); }
    static double sign_dx(double x) { return 2 * x / ((1 + x * x) * (1 + x * x)); }
    static double silentZero(double x) { return Math.log(1 + x * x); }
    static double silentZero_dx(double x) { return 0; }
    static double beyondABranch(double x) { return x > 2 ? Math.exp(x) : x * x; }
    static double beyondABranch_dx(double x) { return x > 2 ? Math.exp(x) * (1 + 1e-5) : 2 * x; }
    static double otherBranch(double x) { return x < 0 ? 0 : x * x; }
    static double otherBranch_dx(double x) { return 2 * x; }
    static double offset(double x) { return Math.cosh(x); }
    static double offset_dx(double x) { return Math.sinh(x) + 1e-5; }

    /** The step of a table is right, its slope is the next one's. */
    static double nextSlot(double x) {
        double k = Math.floor(x / 0.1);
        return Math.sin(k * 0.1) + (Math.sin((k + 1) * 0.1) - Math.sin(k * 0.1)) * (x / 0.1 - k);
    }
    static double nextSlot_dx(double x) {
        double k = Math.floor(x / 0.1);
        return (Math.sin((k + 2) * 0.1) - Math.sin((k + 1) * 0.1)) / 0.1;
    }
    static double amongKnots(double x) {
        double k = Math.floor(x / 0.01);
        return Math.sin(k * 0.01) + (Math.sin((k + 1) * 0.01) - Math.sin(k * 0.01)) * (x / 0.01 - k);
    }
    static double amongKnots_dx(double x) {
        double k = Math.floor(x / 0.01);
        return (Math.sin((k + 1) * 0.01) - Math.sin(k * 0.01)) / 0.01 * (1 + 1e-5);
    }
    static double amongKinks(double x) { return Math.abs(Math.sin(30 * x)); }
    static double amongKinks_dx(double x) { return 30 * Math.cos(30 * x); }

    private static double noise(double x) {
        long bits = Double.doubleToLongBits(x) * 0x9E3779B97F4A7C15L;
        return (bits >> 40) * 0x1p-23;
    }
    static double thousandthInNoise(double x) { return Math.exp(x) + 1e-9 * noise(x); }
    static double thousandthInNoise_dx(double x) { return Math.exp(x) * (1 + 1e-3); }
    static double millionthInNoise(double x) { return Math.exp(x) + 1e-12 * noise(x); }
    static double millionthInNoise_dx(double x) { return Math.exp(x) * (1 - 1e-6); }
    static double zeroInNoise(double x) { return Math.exp(x) + 1e-5 * noise(x); }
    static double zeroInNoise_dx(double x) { return 0; }
    static double cancelled(double x) { return (x * x + 1e5) - 1e5; }
    static double cancelled_dx(double x) { return 2 * x * (1 + 1e-3); }
    static double zeroInCancellation(double x) { return Math.sin(x + 1e3); }
    static double zeroInCancellation_dx(double x) { return 0; }
    static double hundredMillionth(double x) { return Math.exp(x) * Math.sin(x); }
    static double hundredMillionth_dx(double x) {
        return Math.exp(x) * (Math.sin(x) + Math.cos(x)) * (1 + 1e-8);
    }
    static double fast(double x) { return Math.sin(1e3 * x); }
    static double fast_dx(double x) { return 1e3 * Math.cos(1e3 * x) * (1 + 1e-6); }
    static double nearPole(double x) { return Math.tan(3 * x); }
    static double nearPole_dx(double x) { return 3 * (1 + Math.tan(3 * x) * Math.tan(3 * x)) * (1 + 1e-6); }

    static double notANumber(double x) { return x * x; }
    static double notANumber_dx(double x) { return Double.NaN; }
    static double infinite(double x) { return Math.sin(x); }
    static double infinite_dx(double x) { return Double.POSITIVE_INFINITY; }
    static double constant(double x) { return 0; }
    static double constant_dx(double x) { return Double.NaN; }
    static double constantOne(double x) { return 1; }
    static double constantOne_dx(double x) { return 1e-7; }

    static double bent(double x) { return x * x; }
    static double bent_jvp(double x, double x_dot, double[] tangent) {
        tangent[0] = 2 * x * x_dot * Math.abs(x_dot);
        return x * x;
    }
    /** Right for a seed of 1, of both signs. */
    static double cubed(double x) { return x * x; }
    static double cubed_jvp(double x, double x_dot, double[] tangent) {
        tangent[0] = 2 * x * x_dot * (1 + 1e-6 * (x_dot * x_dot - 1));
        return x * x;
    }
    static double affine(double x) { return x * x; }
    static double affine_jvp(double x, double x_dot, double[] tangent) {
        tangent[0] = 2 * x * x_dot + 1e-6 * (1 - x_dot);
        return x * x;
    }
    /** Right along each axis, wrong between. */
    static double crossed(double x, double y) { return x * y; }
    static double crossed_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = y * x_dot + x * y_dot + 1e-7 * x_dot * y_dot;
        return x * y;
    }
    static double guarded(double x, double y) { return x + y; }
    static double guarded_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = x_dot == 0 ? y_dot : y_dot == 0 ? x_dot : x_dot;
        return x + y;
    }
    /** Much cancels, and it is not linear by more than that. */
    static double bridge(double x) { return 1e-3 * x; }
    static double bridge_jvp(double x, double x_dot, double[] tangent) {
        double a = 0.3 * x_dot * Math.PI;
        double b = (1e-3 + Math.PI * 0.3) * x_dot;
        tangent[0] = (b - a) + 1e-9 * x_dot * x_dot;
        return 1e-3 * x;
    }
    static double second(double x, double y) { return Math.sin(x) * Math.exp(y); }
    static double second_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        tangent[0] = Math.exp(y) * (Math.cos(x) * x_dot + (1 + 1e-6) * Math.sin(x) * y_dot);
        return Math.sin(x) * Math.exp(y);
    }
    static float single(float x) { return x * x * x; }
    static float single_jvp(float x, float x_dot, double[] tangent) {
        tangent[0] = 3 * x * x * 1.01f * x_dot;
        return x * x * x;
    }
    static double value(double x) { return x * x; }
    static double value_jvp(double x, double x_dot, double[] tangent) {
        tangent[0] = 2 * x * x_dot;
        return Math.nextUp(x * x);
    }
    static double throwing(double x) { return x; }
    static double throwing_jvp(double x, double x_dot, double[] tangent) {
        throw new IllegalStateException();
    }
    /** None of these is the exception by which a derivative says that it does not follow something. */
    static double unmarked(double x) { return x; }
    static double unmarked_dx(double x) { throw new UnsupportedOperationException("demo.F has no derivative"); }
    static double markedAhead(double x) { return x; }
    static double markedAhead_dx(double x) { throw new UnsupportedOperationException(" (nabla-rs) refuses"); }
    static double anotherClass(double x) { return x; }
    static double anotherClass_dx(double x) { throw new IllegalArgumentException("no derivative (nabla-rs)"); }
    static double subclass(double x) { return x; }
    static double subclass_dx(double x) {
        throw new UnsupportedOperationException("no derivative (nabla-rs)") {};
    }
    private static UnsupportedOperationException unfollowed() {
        return new UnsupportedOperationException("demo.F has no derivative (nabla-rs)");
    }
    /** Not followed at some points, wrong at others. */
    static double partlyFollowed(double x) { return x * x; }
    static double partlyFollowed_dx(double x) {
        if (x > 0.6) throw unfollowed();
        return 2 * x * (1 + 1e-6);
    }
    /** One form is not followed, the other is wrong. */
    static double oneForm(double x) { return x * x; }
    static double oneForm_jvp(double x, double x_dot, double[] tangent) { throw unfollowed(); }
    static double oneForm_dx(double x) { return 2 * x * (1 + 1e-6); }
    /** Followed along one axis alone, and wrong there. */
    static double oneAxis(double x, double y) { return x * x + y; }
    static double oneAxis_jvp(double x, double y, double x_dot, double y_dot, double[] tangent) {
        if (y_dot != 0) throw unfollowed();
        tangent[0] = 2 * x * x_dot * (1 + 1e-6);
        return x * x + y;
    }

    /** What approximates a function on purpose has that function's derivative, and no other. */
    static double coarse(double x) { return Math.rint(1000 * Math.sin(x)) / 1000; }
    static double coarse_exact(double x) { return Math.sin(x); }
    static double coarse_dx(double x) { return Math.cos(x) * (1 + 1e-6); }
    static double coarseZero(double x) { return Math.rint(1000 * Math.sin(x)) / 1000; }
    static double coarseZero_exact(double x) { return Math.sin(x); }
    static double coarseZero_dx(double x) { return 0; }
    static double ownSlope(double x) { return 1.01 * Math.exp(x); }
    static double ownSlope_exact(double x) { return Math.exp(x); }
    static double ownSlope_dx(double x) { return 1.01 * Math.exp(x); }
    static double farAway(double x) { return Math.exp(x) + 5; }
    static double farAway_exact(double x) { return Math.exp(x); }
    static double farAway_dx(double x) { return Math.exp(x); }

    static double quiet(double x) { throw new IllegalStateException(); }
    static double quiet_jvp(double x, double x_dot, double[] tangent) { return 0; }
    /** One element of many, by a millionth. */
    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }
    static double dot_jvp(double[] a, double[] b, double[] a_dot, double[] b_dot, double[] tangent) {
        tangent[0] = 1e-6 * a[5] * b_dot[5];
        for (int i = 0; i < a.length; i++) tangent[0] += a_dot[i] * b[i] + a[i] * b_dot[i];
        return dot(a, b);
    }
    static double[] powers(double x) { return new double[] {x, x * x, Math.sin(x)}; }
    static double[] powers_jvp(double x, double x_dot, double[][] tangent) {
        tangent[0] = new double[] {x_dot, x * x_dot, Math.cos(x) * x_dot};
        return powers(x);
    }
    static double[] few(double x) { return new double[] {x, x * x}; }
    static double[] few_jvp(double x, double x_dot, double[][] tangent) {
        tangent[0] = new double[] {x_dot};
        return few(x);
    }
    /** The tangent of what is written is what was there before. */
    static void written(double x, double[] valueOut) { valueOut[0] = Math.exp(x); }
    static void written_jvp(double x, double[] valueOut, double x_dot, double[] value_dot) {
        valueOut[0] = Math.exp(x);
    }
    static void overwritten(double[] a) { a[1] = a[0]; }
    static void overwritten_jvp(double[] a, double[] a_dot) {
        a_dot[1] = a_dot[0];
        a[1] = Math.nextUp(a[0]);
    }
    static float zeroInSingle(float x) { return x * x * x + x; }
    static float zeroInSingle_jvp(float x, float x_dot, double[] tangent) {
        tangent[0] = 0;
        return x * x * x + x;
    }
    static float zeroInLossySingle(float x) { return (float) Math.sin(x + 4); }
    static float zeroInLossySingle_jvp(float x, float x_dot, double[] tangent) {
        tangent[0] = 0;
        return (float) Math.sin(x + 4);
    }
    /** All is small here. */
    static double planck(double x) { return 6.6e-34 * Math.sin(x); }
    static double planck_dx(double x) { return 6.6e-34 * Math.cos(x) * (1 + 1e-6); }
    static double zeroInTail(double x) { return Math.exp(-40 * x * x); }
    static double zeroInTail_dx(double x) { return x > 1 ? 0 : -80 * x * Math.exp(-40 * x * x); }
    static double smallBeyondABranch(double x) { return x < 1 ? 1 : 1e-9 / x; }
    static double smallBeyondABranch_dx(double x) { return x < 1 ? 0 : -1e-9 / (x * x) * (1 + 1e-2); }
    /** A branch as exact as its derivative, below all rounding of the values of the other one. */
    static double factorInASmallBranch(double x) { return x < 1 ? 2 : 1e-13 * Math.exp(-x); }
    static double factorInASmallBranch_dx(double x) { return x < 1 ? 0 : -2e-13 * Math.exp(-x); }
    static float zeroInLargeSingle(float x) { return 1000 * x + x * x; }
    static float zeroInLargeSingle_jvp(float x, float x_dot, double[] tangent) {
        tangent[0] = 0;
        return 1000 * x + x * x;
    }
    /** The 100 swallows digits of x, and they show all the same. */
    static double zeroInSum(double x, double y) { return (100 + x * y) - 100; }
    static double zeroInSum_dx(double x, double y) { return 0; }
    /** A stair some floats wide beside what is forgotten. */
    static float zeroBesideStairs(float x) { return (float) (Math.rint(x * 1e6) / 1e6) + x * x * x; }
    static float zeroBesideStairs_jvp(float x, float x_dot, double[] tangent) {
        tangent[0] = 0;
        return zeroBesideStairs(x);
    }
    static double zeroBeneathStairs(double x) { return 1e-3 * Math.rint(x * 1e6) / 1e6 + x * x * x; }
    static double zeroBeneathStairs_dx(double x) { return 0; }
    static float slopeOfStairs(float x) { return (float) (Math.rint(x * 1e6) / 1e6) + x * x * x; }
    static float slopeOfStairs_jvp(float x, float x_dot, double[] tangent) {
        tangent[0] = (3 * x * x + 4) * x_dot;
        return slopeOfStairs(x);
    }
}
