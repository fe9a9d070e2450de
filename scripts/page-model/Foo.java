package demo;

/** A small model with all that a page shows: a kink, a singular point, and what is not active. */
public final class Foo {
    private Foo() {}

    /** The value at a time. */
    public static double value(double t) {
        double trend = (6 - t) / 3;
        double wave = Math.cos(4 * t - 4) * Math.exp(-0.9 * t);
        int whole = (int) t;
        double best = Math.max(trend, 1.2 + square(wave));
        double weight = whole > 3 ? 0.5 : 0.25;
        return best + weight * Math.sqrt(Math.abs(t - 3)) + wave;
    }

    static double square(double x) {
        return x * x;
    }
}
