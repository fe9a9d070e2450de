import java.util.Arrays;
import java.util.Random;

/** Gradients against directional derivatives. */
public class CheckUsed {
    interface Gradient {
        double into(double[] g);
    }

    interface Directional {
        double along(double[] direction, double[] tangent);
    }

    static void check(String what, int n, double value, Gradient gradient, Directional directional) {
        double[] g = new double[n];
        Arrays.fill(g, Double.NaN);
        if (Double.compare(gradient.into(g), value) != 0) {
            throw new AssertionError(what + " has another value");
        }
        double[] expected = new double[n];
        double largest = 0.0;
        for (int i = 0; i < n; i += 1 + n / 200) {
            double[] e = new double[n];
            e[i] = 1.0;
            double[] tangent = new double[1];
            directional.along(e, tangent);
            expected[i] = tangent[0];
            largest = Math.max(largest, Math.abs(tangent[0]));
        }
        for (int i = 0; i < n; i += 1 + n / 200) {
            if (!(Math.abs(g[i] - expected[i]) <= 2e-14 * largest)) {
                throw new AssertionError(what + " by " + i + " of " + n + " is " + g[i] + ", not " + expected[i]);
            }
        }
    }

    public static void main(String[] args) {
        Random random = new Random(11);
        for (int n : new int[] {8, 9, 40, 70, 300, 1031}) {
            double[] x = random.doubles(n).toArray();
            check("variance", n, Used.variance(x), g -> Used.variance_grad(x, g), (e, t) -> Used.variance_jvp(x, e, t));
            check("left", n, Used.left(x), g -> Used.left_grad(x, g), (e, t) -> Used.left_jvp(x, e, t));
            for (int length : new int[] {n, n / 2, 0}) {
                int[] at = random.ints(length, 0, 5).toArray();
                check("thrown", n, Used.thrown(x, at), g -> Used.thrown_grad(x, at, g), (e, t) -> Used.thrown_jvp(x, at, e, t));
            }
            check("read", n, Used.read(x), g -> Used.read_grad(x, g), (e, t) -> Used.read_jvp(x, e, t));
            for (double scale : new double[] {0.5, -2.0, 1e-300}) {
                check("exponentials", n, Used.exponentials(x, scale), g -> Used.exponentials_grad(x, scale, g),
                        (e, t) -> Used.exponentials_jvp(x, scale, e, t));
            }
            for (double factor : new double[] {3.0, 1e200, 1.5e308}) {
                check("large", n, Used.large(x, factor), g -> Used.large_grad(x, factor, g), (e, t) -> Used.large_jvp(x, factor, e, t));
            }
            check("used", n, Used.used(x), g -> Used.used_grad(x, g), (e, t) -> Used.used_jvp(x, e, t));
        }
    }
}
