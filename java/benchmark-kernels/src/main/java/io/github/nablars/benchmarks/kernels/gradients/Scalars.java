package io.github.nablars.benchmarks.kernels.gradients;

/** Functions of eight parameters, each with its gradient beside it as in {@link Functions}. */
public final class Scalars {
    private Scalars() {}

    /** Rosenbrock's function of eight parameters. */
    public static double rosenbrock8(double a, double b, double c, double d, double e, double f, double g, double h) {
        return valley(a, b) + valley(b, c) + valley(c, d) + valley(d, e) + valley(e, f) + valley(f, g) + valley(g, h);
    }

    private static double valley(double x, double y) {
        double t = y - x * x;
        double u = 1.0 - x;
        return 100.0 * t * t + u * u;
    }

    /** The distance over a sphere that is travelled from place to place, of four places. */
    public static double tour(double a, double b, double c, double d, double e, double f, double g, double h) {
        return arc(a, b, c, d) + arc(c, d, e, f) + arc(e, f, g, h);
    }

    private static double arc(double latitude, double longitude, double toLatitude, double toLongitude) {
        double s = Math.sin(0.5 * (toLatitude - latitude));
        double t = Math.sin(0.5 * (toLongitude - longitude));
        return 2.0 * Math.asin(Math.sqrt(s * s + Math.cos(latitude) * Math.cos(toLatitude) * t * t));
    }
}
