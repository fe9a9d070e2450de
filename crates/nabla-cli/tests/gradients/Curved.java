import java.util.Random;

/** Functions with second derivatives, and some that change what outlives a call. */
public class Curved {
    public static double rosenbrock(double[] x) {
        double s = 0;
        for (int i = 0; i + 1 < x.length; i++) {
            double a = 1 - x[i], b = x[i + 1] - x[i] * x[i];
            s += a * a + 100 * b * b;
        }
        return s;
    }

    public static double pair(double x, double y) {
        return x * x * Math.sin(y);
    }

    public static float narrow(float x, double y) {
        return (float) (x * x * y);
    }

    public double k = 2;

    /** A loop that multiplies, a branch and a call, with a field that is read. */
    public double mixed(double x, double y, int n) {
        double r = k;
        for (int i = 0; i < n; i++) {
            r *= x + larger(y, r);
        }
        return Math.log(r) * Math.pow(x, y);
    }

    private static double larger(double a, double b) {
        return a > b ? a * a : Math.cos(b);
    }

    public double matrix(double x, double[][] m, double y, float f) {
        double s = 0;
        double[] w = new double[m.length];
        for (int i = 0; i < m.length; i++) {
            w[i] = norm(m[i]) * Math.exp(x);
        }
        for (double v : w) {
            s += v * y;
        }
        return s * Math.sin(x * y) * k * f * f;
    }

    private static double norm(double[] v) {
        double s = 0;
        for (double t : v) {
            s += t * t * t;
        }
        return Math.sqrt(s);
    }

    private int count;

    public double counts(double x) {
        count++;
        return x * x * count;
    }

    public static double scales(double[] x) {
        x[0] *= 2;
        return x[0] * x[0];
    }

    public static double draws(double x, Random random) {
        return x * x * random.nextDouble();
    }

    public static double calls(double[] x) {
        fill(x);
        return x[0];
    }

    private static void fill(double[] to) {
        to[0] += to[0] * to[0];
    }

    public static double[] vector(double[] x) {
        return x.clone();
    }

    static double many(double a, double b, double c, double d, double e, double f, double g, double h) {
        return a * b * c * d * e * f * g * h;
    }
}
