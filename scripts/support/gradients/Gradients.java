/** Functions of few and of many numbers, of which gradients and Jacobians are measured beside those of the benchmarks. */
public final class Gradients {
    private Gradients() {}

    /** The function of Styblinski and Tang, a sum of polynomials of one number each. */
    public static double polynomials(double[] x) {
        double f = 0.0;
        for (int i = 0; i < x.length; i++) {
            double v = x[i] * x[i];
            f += v * v - 16.0 * v + 5.0 * x[i];
        }
        return 0.5 * f;
    }

    /** A sum of sines of one number each. */
    public static double sines(double[] x) {
        double f = 0.0;
        for (int i = 0; i < x.length; i++) {
            f += Math.sin(x[i]) * x[i];
        }
        return f;
    }

    /** Chebyquad of MINPACK, whose Jacobian is dense. */
    public static double[] chebyquad(double[] x) {
        int n = x.length;
        double[] f = new double[n];
        for (int j = 0; j < n; j++) {
            double before = 1.0;
            double now = 2.0 * x[j] - 1.0;
            double twice = 2.0 * now;
            for (int i = 0; i < n; i++) {
                f[i] += now;
                double next = twice * now - before;
                before = now;
                now = next;
            }
        }
        for (int i = 0; i < n; i++) {
            f[i] /= n;
            if (i % 2 == 1) {
                f[i] += 1.0 / ((i + 1.0) * (i + 1.0) - 1.0);
            }
        }
        return f;
    }

    /** Broyden's tridiagonal function of MINPACK, whose Jacobian has three diagonals. */
    public static double[] tridiagonal(double[] x) {
        double[] f = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double below = i > 0 ? x[i - 1] : 0.0;
            double above = i + 1 < x.length ? x[i + 1] : 0.0;
            f[i] = (3.0 - 2.0 * x[i]) * x[i] - below - 2.0 * above + 1.0;
        }
        return f;
    }

    /** The price of an option by Black and Scholes, with the normal distribution by a tanh. */
    public static double option(double spot, double strike, double rate, double volatility, double time) {
        double deviation = volatility * Math.sqrt(time);
        double a = (Math.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / deviation;
        double b = a - deviation;
        double n = 0.5 + 0.5 * Math.tanh(a * (0.7978845608 + 0.0356774081 * a * a));
        double m = 0.5 + 0.5 * Math.tanh(b * (0.7978845608 + 0.0356774081 * b * b));
        return spot * n - strike * Math.exp(-rate * time) * m;
    }

    /** Three numbers under five functions. */
    public static double waves(double x, double y, double z) {
        return Math.sin(x * y) * Math.exp(-z * x) + Math.atan(y + z) * Math.cos(x);
    }

    /** Rosenbrock's function in four dimensions, each a parameter. */
    public static double fourRosenbrock(double a, double b, double c, double d) {
        double t = b - a * a;
        double u = 1.0 - a;
        double f = 100.0 * t * t + u * u;
        t = c - b * b;
        u = 1.0 - b;
        f += 100.0 * t * t + u * u;
        t = d - c * c;
        u = 1.0 - c;
        return f + 100.0 * t * t + u * u;
    }

    /** A polynomial of degree six, by its argument and its coefficients. */
    public static double horner(double x, double a, double b, double c, double d, double e, double f, double g) {
        return (((((g * x + f) * x + e) * x + d) * x + c) * x + b) * x + a;
    }

    /** A recurrence of twenty steps. */
    public static double recurrence(double x, double y, double z) {
        double sum = 0.0;
        double p = 1.0;
        for (int i = 0; i < 20; i++) {
            p = 0.5 * p * x + y;
            sum += p * z;
        }
        return sum;
    }
}
