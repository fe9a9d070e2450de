import java.util.Arrays;
import java.util.Random;

/** Gradients against directional derivatives. */
public class CheckSums {
    interface Gradient {
        double into(double[] g);
    }

    interface Directional {
        double along(double[] direction, double[] tangent);
    }

    static void check(String what, int n, double value, Gradient gradient, Directional directional) {
        double[] g = new double[n];
        Arrays.fill(g, Double.NaN);
        if (gradient.into(g) != value) {
            throw new AssertionError(what + " has another value");
        }
        double[] expected = new double[n];
        double largest = 0.0;
        for (int i = 0; i < n; i += 1 + n / 300) {
            double[] e = new double[n];
            e[i] = 1.0;
            double[] tangent = new double[1];
            directional.along(e, tangent);
            expected[i] = tangent[0];
            largest = Math.max(largest, Math.abs(tangent[0]));
        }
        for (int i = 0; i < n; i += 1 + n / 300) {
            if (!(Math.abs(g[i] - expected[i]) <= 1e-14 * largest)) {
                throw new AssertionError(what + " by " + i + " of " + n + " is " + g[i] + ", not " + expected[i]);
            }
        }
    }

    public static void main(String[] args) {
        Random random = new Random(7);
        for (int n : new int[] {5, 8, 61, 257, 1000, 5003}) {
            double[] x = random.doubles(n).toArray();
            check("many", n, Sums.many(x), g -> Sums.many_grad(x, g), (e, t) -> Sums.many_jvp(x, e, t));
            check("few", n, Sums.few(x), g -> Sums.few_grad(x, g), (e, t) -> Sums.few_jvp(x, e, t));
            check("kept", n, Sums.kept(x), g -> Sums.kept_grad(x, g), (e, t) -> Sums.kept_jvp(x, e, t));
            double y = 0.7;
            check("called", n + 1, Sums.called(x, y), g -> Sums.called_grad(x, y, g),
                    (e, t) -> Sums.called_jvp(x, y, Arrays.copyOf(e, n), e[n], t));
            for (double large : new double[] {3.0, 1e140, 1e280}) {
                for (double factor : new double[] {2.0, 1e140, 1e200, 1e290}) {
                    check("cancelled " + large + " " + factor, n, Sums.cancelled(x, large, factor),
                            g -> Sums.cancelled_grad(x, large, factor, g), (e, t) -> Sums.cancelled_jvp(x, large, factor, e, t));
                }
            }
        }
    }
}
