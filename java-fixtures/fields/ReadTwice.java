package fields;

/** One field is read more than once, and may hold another array by then. */
class ReadTwice {
    // release: 8

    private double[] a = new double[2];
    private double[] b = new double[2];

    private void swap() {
        double[] first = a;
        a = b;
        b = first;
    }

    // run: twice(2.0, 3.0) = 42.0, d = (45.0, 26.0)
    static double twice(double x, double y) {
        ReadTwice held = new ReadTwice();
        held.a[0] = x * y;
        held.a[1] = held.a[0] + x;
        return held.a[0] * held.a[1] - held.a[0];
    }

    // run: assigned(2.0) = 24.0, d = 36.0
    static double assigned(double x) {
        ReadTwice held = new ReadTwice();
        held.a[0] = x * x;
        double square = held.a[0];
        held.a = new double[] {3 * x};
        return square * held.a[0];
    }

    // run: byAnotherName(2.0) = 14.0, d = 13.0
    static double byAnotherName(double x) {
        ReadTwice held = new ReadTwice();
        ReadTwice same = held;
        held.a[0] = x;
        double before = held.a[0];
        same.a = new double[] {3 * x * x};
        return before + held.a[0];
    }

    // run: called(3.0) = 39.0, d = 16.0
    static double called(double x) {
        ReadTwice held = new ReadTwice();
        held.a[0] = x;
        held.b[0] = x * x;
        double before = held.a[0];
        held.swap();
        return 10 * before + held.a[0];
    }

    // run: exchanged(3.0) = 27.0, d = 15.0
    static double exchanged(double x) {
        ReadTwice one = new ReadTwice();
        ReadTwice other = new ReadTwice();
        one.a[0] = x;
        other.a[0] = x * x;
        double sum = 2 * one.a[0] + other.a[0];
        ReadTwice kept = one;
        one = other;
        other = kept;
        return sum + one.a[0] + other.a[0];
    }

    private static double[] common = new double[1];

    private static double[] other() {
        common = new double[] {5};
        return common;
    }

    // run: ofTheClass(3.0) = 6.0, d = 8.0
    static double ofTheClass(double x) {
        common = new double[1];
        common[0] = x;
        double before = common[0] + common[0];
        return before * (common[0] + other()[0] - common[0] + common[0]) - 14 * x;
    }
}
