package io.github.nablars.benchmarks.kernels;

/**
 * Numerical methods on plain doubles, each in one method that calls nothing but {@link Math}. In the build of the benchmarks
 * nabla-rs adds {@code f_jvp} beside every {@code f}; {@link Hand} has the same written by hand, {@link Kernel} the arguments.
 */
public final class Kernels {
    private static final double INVERSE_ROOT_2_PI = 0.3989422804014327;

    private Kernels() {}

    /** The Black–Scholes price of a European call; the normal distribution by Abramowitz and Stegun 26.2.17. */
    public static double blackScholes(double spot, double strike, double rate, double volatility, double time) {
        double deviation = volatility * Math.sqrt(time);
        double d1 = (Math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / deviation;
        double d2 = d1 - deviation;

        double a1 = Math.abs(d1);
        double k1 = 1.0 / (1.0 + 0.2316419 * a1);
        double p1 = k1 * (0.319381530 + k1 * (-0.356563782 + k1 * (1.781477937 + k1 * (-1.821255978 + k1 * 1.330274429))));
        double tail1 = INVERSE_ROOT_2_PI * Math.exp(-0.5 * a1 * a1) * p1;
        double n1 = d1 >= 0.0 ? 1.0 - tail1 : tail1;

        double a2 = Math.abs(d2);
        double k2 = 1.0 / (1.0 + 0.2316419 * a2);
        double p2 = k2 * (0.319381530 + k2 * (-0.356563782 + k2 * (1.781477937 + k2 * (-1.821255978 + k2 * 1.330274429))));
        double tail2 = INVERSE_ROOT_2_PI * Math.exp(-0.5 * a2 * a2) * p2;
        double n2 = d2 >= 0.0 ? 1.0 - tail2 : tail2;

        return spot * n1 - strike * Math.exp(-rate * time) * n2;
    }

    /** The eccentric anomaly that solves Kepler's equation, by Newton's method. */
    public static double kepler(double meanAnomaly, double eccentricity) {
        double anomaly = meanAnomaly + eccentricity * Math.sin(meanAnomaly);
        for (int i = 0; i < 20; i++) {
            double residual = anomaly - eccentricity * Math.sin(anomaly) - meanAnomaly;
            double slope = 1.0 - eccentricity * Math.cos(anomaly);
            double delta = residual / slope;
            anomaly -= delta;
            if (Math.abs(delta) < 1e-12) {
                break;
            }
        }
        return anomaly;
    }

    /** The Van der Pol oscillator, integrated by the classical Runge–Kutta method with a fixed step. */
    public static double rungeKutta(double x, double v, double mu, int steps) {
        final double h = 0.05;
        for (int i = 0; i < steps; i++) {
            double a1 = mu * (1.0 - x * x) * v - x;
            double x2 = x + 0.5 * h * v;
            double v2 = v + 0.5 * h * a1;
            double a2 = mu * (1.0 - x2 * x2) * v2 - x2;
            double x3 = x + 0.5 * h * v2;
            double v3 = v + 0.5 * h * a2;
            double a3 = mu * (1.0 - x3 * x3) * v3 - x3;
            double x4 = x + h * v3;
            double v4 = v + h * a3;
            double a4 = mu * (1.0 - x4 * x4) * v4 - x4;
            x += h / 6.0 * (v + 2.0 * (v2 + v3) + v4);
            v += h / 6.0 * (a1 + 2.0 * (a2 + a3) + a4);
        }
        return x;
    }

    /** A polynomial of degree eight in Horner's form, in one expression. */
    public static double horner(double x) {
        return 1.0 + x * (-0.5 + x * (0.375 + x * (-0.3125 + x * (0.2734375
                + x * (-0.24609375 + x * (0.2255859375 + x * (-0.20947265625 + x * 0.196380615234375)))))));
    }

    /** The logistic map, iterated. */
    public static double logisticMap(double x, double r, int iterations) {
        for (int i = 0; i < iterations; i++) {
            x = r * x * (1.0 - x);
        }
        return x;
    }

    /** The exponential function by its power series. */
    public static double powerSeries(double x) {
        double term = 1.0;
        double sum = 1.0;
        for (int k = 1; k < 100; k++) {
            term = term * x / k;
            sum += term;
            if (Math.abs(term) < 1e-16 * Math.abs(sum)) {
                break;
            }
        }
        return sum;
    }

    /** A mix of sqrt, log and pow. */
    public static double sqrtLogPow(double x, double y) {
        double root = Math.sqrt(x * x + y);
        double logarithm = Math.log(1.0 + x * y);
        double power = Math.pow(x, 1.7);
        return root * logarithm + power / y;
    }

    /** Branches that choose between cheap expressions. */
    public static double piecewise(double x, double y) {
        double r;
        if (x < -1.0) {
            r = x * x * y;
        } else if (x < 0.5) {
            r = (1.0 - x) * y + x * x * x;
        } else if (y > x) {
            r = x / (1.0 + y);
        } else {
            r = Math.sqrt(x + y * y);
        }
        return y > 0.0 ? r * (1.0 + y) : r - y;
    }

    /** Rosenbrock's function in two dimensions. */
    public static double rosenbrock(double x, double y) {
        double a = 1.0 - x;
        double b = y - x * x;
        return a * a + 100.0 * b * b;
    }

    /** A damped oscillation. */
    public static double dampedOscillator(double time, double damping, double frequency) {
        return Math.exp(-damping * time) * Math.cos(frequency * time);
    }

    /** The Lennard-Jones potential. */
    public static double lennardJones(double distance, double sigma, double epsilon) {
        double s = sigma / distance;
        double s2 = s * s;
        double s6 = s2 * s2 * s2;
        return 4.0 * epsilon * s6 * (s6 - 1.0);
    }

    /** A gated neural cell: tanh, and a logistic gate on its result. */
    public static double neuron(double x, double weight, double bias) {
        double h = Math.tanh(weight * x + bias);
        double gate = 1.0 / (1.0 + Math.exp(-(weight * h + bias)));
        return gate * h;
    }

    /** The arc tangent by its continued fraction, from the innermost denominator outwards. */
    public static double continuedFraction(double x, int depth) {
        double square = x * x;
        double f = 2 * depth + 1;
        for (int k = depth; k >= 1; k--) {
            f = (2 * k - 1) + k * k * square / f;
        }
        return x / f;
    }

    /** Simpson's rule for sin(x²) / (1 + x); {@code intervals} is even. */
    public static double simpson(double from, double to, int intervals) {
        double h = (to - from) / intervals;
        double sum = 0.0;
        for (int i = 0; i <= intervals; i++) {
            double x = from + i * h;
            double weight = i == 0 || i == intervals ? 1.0 : (i & 1) == 1 ? 4.0 : 2.0;
            sum += weight * Math.sin(x * x) / (1.0 + x);
        }
        return sum * h / 3.0;
    }

    /** The distance of two points on a sphere of radius 6371, by the haversine formula. */
    public static double haversine(double latitude1, double longitude1, double latitude2, double longitude2) {
        double s = Math.sin(0.5 * (latitude2 - latitude1));
        double t = Math.sin(0.5 * (longitude2 - longitude1));
        double a = s * s + Math.cos(latitude1) * Math.cos(latitude2) * t * t;
        return 2.0 * 6371.0 * Math.asin(Math.sqrt(a));
    }
}
