/**
 * Two places that hold one array, which code that is not followed gave to the second: the derivative is written through one, and
 * takes the other for constant.
 */
class Apart {
    private double[] written = {1, 2};
    private double[] read = (double[]) find(this, "written");
    private static double[] common = {1, 2};
    private double[] own = (double[]) find(null, "common");

    static Object find(Apart object, String field) {
        try {
            return Apart.class.getDeclaredField(field).get(object);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    double inFields(double x) {
        written[0] = x;
        return read[0];
    }

    double inClassAndObject(double x) {
        common[0] = x;
        return own[0];
    }

    double inParameter(double[] a, double x) {
        a[0] = a[0] * x;
        return read[0];
    }

    double inField(double[] a, double x) {
        written[0] = x;
        return a[0];
    }

    private double[] kept;

    /** What one call keeps may be passed to the next. */
    double passedAgain(double[] a) {
        double before = kept == a ? kept[0] : a[0];
        kept = a;
        return before * before + a[1];
    }
}
