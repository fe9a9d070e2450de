import java.util.Arrays;

/** Functions of arrays and numbers. */
public class Model {
    /** Σ (1 − x_i)² + 100 (x_{i+1} − x_i²)² */
    public static double rosenbrock(double[] x) {
        double s = 0;
        for (int i = 0; i + 1 < x.length; i++) {
            double a = 1 - x[i], b = x[i + 1] - x[i] * x[i];
            s += a * a + 100 * b * b;
        }
        return s;
    }

    /** The sum in the other direction: lanes are added below those that are there. */
    public static double downwards(double[] x) {
        double s = 0;
        for (int i = x.length - 1; i >= 0; i--) {
            s += Math.exp(x[i]) * i;
        }
        return s;
    }

    /** Sums that go on from a sum that is kept, so that none may see what is added to another. */
    public static double branches(double[] x) {
        double s = 0, kept = 0;
        double[] partial = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            kept = s;
            s += x[i] * x[i];
            partial[i] = s;
            s += kept;
        }
        double all = kept;
        for (double p : partial) {
            all += p;
        }
        return all * s;
    }

    public double k;
    public double[] buffer;

    /** State, copies, guarded rules, selections, floats and calls. */
    public double mixed(double x, double[] v, float f) {
        k = x * v[0];
        buffer = new double[v.length];
        for (int i = 0; i < v.length; i++) {
            buffer[i] = Math.sqrt(v[i]) * k + helper(x, v[i]);
        }
        double[] c = buffer.clone();
        double[] d = Arrays.copyOf(c, c.length + 1);
        d[c.length] = f * x;
        double s = 0;
        for (double t : d) {
            s = s + Math.max(t, x) / (1 + x * t);
        }
        return s + Math.scalb(s, 2) + Math.pow(x, s) + Math.fma(x, s, f) + unit(v)[0];
    }

    static double helper(double a, double b) {
        return a > b ? a * b : Math.hypot(a, b);
    }

    public static double[] unit(double[] v) {
        double n = 0;
        for (double t : v) {
            n += t * t;
        }
        double[] r = new double[v.length];
        for (int i = 0; i < v.length; i++) {
            r[i] = v[i] / Math.sqrt(n);
        }
        return r;
    }

    /** A matrix as the result, and one as an argument. */
    public static double[][] outer(double[] a, double b) {
        double[][] r = new double[a.length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                r[i][j] = a[i] * a[j] * b;
            }
        }
        return r;
    }

    /** Each element depends on its neighbours, and the last one twice on the first, which cancels. */
    public static double[] banded(double[] x) {
        double[] f = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double below = i > 0 ? x[i - 1] : 0;
            double above = i + 1 < x.length ? x[i + 1] : x[0] - x[0];
            f[i] = (3 - 2 * x[i]) * x[i] - below - 2 * above + 1;
        }
        return f;
    }

    public static double[] absent(double[] x) {
        return x[0] > 1e300 ? new double[] {x[0]} : null;
    }

    public static double read(double[] a, double[] b) {
        return a[0] * b[0] * b[1];
    }

    /** What is stored through the one name may be read through the other. */
    public static double written(double[] a, double[] b) {
        a[0] = a[0] * b[1];
        return a[0] * b[0];
    }

    public static float[] scaled(float[] v, double by) {
        float[] r = new float[v.length];
        for (int i = 0; i < v.length; i++) {
            r[i] = (float) (v[i] * by);
        }
        return r;
    }
}
