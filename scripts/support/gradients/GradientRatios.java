import io.github.nablars.benchmarks.kernels.adbench.Bundle;
import io.github.nablars.benchmarks.kernels.adbench.Models;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Compares gradients and Jacobians with directional derivatives, and measures what it costs in ratio to one
 * evaluation of the function: both by turns in one JVM, in processor time, the fastest turn of each.
 *
 * <p>usage: GradientRatios [KERNEL [TURNS [MILLISECONDS]]]
 */
public final class GradientRatios {
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    private static final Random RANDOM = new Random(1);
    private static final int POINTS = 256;

    private static Pattern kernel = Pattern.compile("");
    private static int turns = 12;
    private static long length = 40_000_000L;
    private static double sink;
    private static boolean wrong;

    private GradientRatios() {}

    interface Run {
        double run();
    }

    interface Directional {
        double at(int direction);
    }

    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            kernel = Pattern.compile(arguments[0]);
        }
        if (arguments.length > 1) {
            turns = Integer.parseInt(arguments[1]);
        }
        if (arguments.length > 2) {
            length = Long.parseLong(arguments[2]) * 1_000_000L;
        }
        System.out.printf("%-18s %6s %14s %14s %8s %14s%n", "kernel", "inputs", "primal ns", "derivative ns", "ratio", "per direction");
        many();
        jacobians();
        few();
        System.out.println(sink == 0.0 ? "" : "ratios are to one evaluation of the function");
        if (wrong) {
            System.exit(1);
        }
    }

    private static void many() {
        double[] x = uniform(1000);
        double[] e = new double[1000];
        double[] tangent = new double[1];
        gradient("rosenbrock", x, () -> Functions.rosenbrock(x), g -> Functions.rosenbrock_grad(x, g), direction -> {
            unit(e, direction);
            Functions.rosenbrock_jvp(x, e, tangent);
            return tangent[0];
        });

        int hidden = 20;
        double[] in = uniform(22);
        double[] weights = normal(hidden * 24, 0.2);
        double[] w = new double[weights.length];
        gradient("network", weights, () -> Functions.network(weights, in), g -> Functions.network_grad(weights, in, g), direction -> {
            unit(w, direction);
            Functions.network_jvp(weights, in, w, tangent);
            return tangent[0];
        });

        int d = 10;
        int k = 25;
        double[][] points = new double[200][];
        for (int i = 0; i < points.length; i++) {
            points[i] = normal(d, 1.0);
        }
        double[] p = normal(k + 2 * k * d + k * d * (d - 1) / 2, 0.2);
        double[] q = new double[p.length];
        gradient("mixture", p, () -> Models.mixture(p, points, k), g -> Models.mixture_grad(p, points, k, g), direction -> {
            unit(q, direction);
            Models.mixture_jvp(p, points, k, q, tangent);
            return tangent[0];
        });

        double[] y = uniform(100_000);
        double[] s = new double[y.length];
        gradient("polynomials", y, () -> Gradients.polynomials(y), g -> Gradients.polynomials_grad(y, g), direction -> {
            unit(s, direction);
            Gradients.polynomials_jvp(y, s, tangent);
            return tangent[0];
        });
        gradient("sines", y, () -> Gradients.sines(y), g -> Gradients.sines_grad(y, g), direction -> {
            unit(s, direction);
            Gradients.sines_jvp(y, s, tangent);
            return tangent[0];
        });
    }

    private static void jacobians() {
        int n = 50;
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = (i + 1.0) / (n + 1.0);
        }
        double[] e = new double[n];
        double[][] rows = new double[n][n];
        double[][] column = new double[1][];
        Gradients.chebyquad_jac(x, rows);
        check("chebyquad", n * n, entry -> rows[entry / n][entry % n], entry -> {
            unit(e, entry % n);
            Gradients.chebyquad_jvp(x, e, column);
            return column[0][entry / n];
        });
        measure("chebyquad", n, x, () -> Gradients.chebyquad(x)[3], () -> Gradients.chebyquad_jac(x, rows)[3] + rows[3][3]);

        int m = 1000;
        double[] y = uniform(m);
        double[] f = new double[m];
        double[][] band = new double[m][m];
        Gradients.tridiagonal_jac(y, band);
        check("tridiagonal", m, entry -> band[entry][Math.min(m - 1, entry + 1)], entry -> {
            unit(f, Math.min(m - 1, entry + 1));
            Gradients.tridiagonal_jvp(y, f, column);
            return column[0][entry];
        });
        measure("tridiagonal", m, y, () -> Gradients.tridiagonal(y)[3], () -> Gradients.tridiagonal_jac(y, band)[3] + band[3][3]);
        int[] start = new int[m + 1];
        int[] at = new int[3 * m];
        double[] value = new double[3 * m];
        Gradients.tridiagonal_jac_csr(y, start, at, value);
        check("tridiagonalRows", 3 * m - 2, entry -> value[entry], entry -> {
            int row = row(start, entry);
            unit(f, at[entry]);
            Gradients.tridiagonal_jvp(y, f, column);
            return column[0][row];
        });
        measure("tridiagonalRows", m, y, () -> Gradients.tridiagonal(y)[3], () -> Gradients.tridiagonal_jac_csr(y, start, at, value)[3] + value[3]);
        bundle();
    }

    /** 21 cameras with 1000 observations each, of 4000 points; ADBench's smallest problem has 21 cameras and 36455 observations. */
    private static void bundle() {
        int cameras = 21;
        int points = 4000;
        int count = 21_000;
        int[] observations = new int[2 * count];
        double[] p = new double[11 * cameras + 3 * points + count];
        double[] seen = normal(2 * count, 1.0);
        System.arraycopy(normal(p.length, 1.0), 0, p, 0, p.length);
        for (int i = 0; i < count; i++) {
            observations[2 * i] = i % cameras;
            observations[2 * i + 1] = RANDOM.nextInt(points);
        }
        int[] start = new int[3 * count + 1];
        int[] at = new int[29 * count];
        double[] value = new double[29 * count];
        Bundle.bundle_jac_csr(p, cameras, points, observations, seen, start, at, value);
        double[] e = new double[p.length];
        double[][] column = new double[1][];
        check("bundle", start[3 * count], entry -> value[entry], entry -> {
            unit(e, at[entry]);
            Bundle.bundle_jvp(p, cameras, points, observations, seen, e, column);
            return column[0][row(start, entry)];
        });
        measure("bundle", p.length, p, () -> Bundle.bundle(p, cameras, points, observations, seen)[3],
                () -> Bundle.bundle_jac_csr(p, cameras, points, observations, seen, start, at, value)[3] + value[3]);
    }

    /** The row that has an entry. */
    private static int row(int[] start, int entry) {
        int row = java.util.Arrays.binarySearch(start, entry);
        return row < 0 ? -row - 2 : row;
    }

    private static void few() {
        double[][] v = new double[8][];
        for (int i = 0; i < v.length; i++) {
            v[i] = uniform(POINTS);
            for (int j = 0; j < POINTS; j++) {
                v[i][j] += 0.5;
            }
        }
        double[] g = new double[8];
        double[] t = new double[1];
        points("option", 5, v, i -> Gradients.option(v[0][i], v[1][i], v[2][i], v[3][i], v[4][i]),
                i -> Gradients.option_grad(v[0][i], v[1][i], v[2][i], v[3][i], v[4][i], g), g, (i, e) -> {
                    Gradients.option_jvp(v[0][i], v[1][i], v[2][i], v[3][i], v[4][i], e[0], e[1], e[2], e[3], e[4], t);
                    return t[0];
                });
        points("waves", 3, v, i -> Gradients.waves(v[0][i], v[1][i], v[2][i]),
                i -> Gradients.waves_grad(v[0][i], v[1][i], v[2][i], g), g, (i, e) -> {
                    Gradients.waves_jvp(v[0][i], v[1][i], v[2][i], e[0], e[1], e[2], t);
                    return t[0];
                });
        points("fourRosenbrock", 4, v, i -> Gradients.fourRosenbrock(v[0][i], v[1][i], v[2][i], v[3][i]),
                i -> Gradients.fourRosenbrock_grad(v[0][i], v[1][i], v[2][i], v[3][i], g), g, (i, e) -> {
                    Gradients.fourRosenbrock_jvp(v[0][i], v[1][i], v[2][i], v[3][i], e[0], e[1], e[2], e[3], t);
                    return t[0];
                });
        points("horner", 8, v, i -> Gradients.horner(v[0][i], v[1][i], v[2][i], v[3][i], v[4][i], v[5][i], v[6][i], v[7][i]),
                i -> Gradients.horner_grad(v[0][i], v[1][i], v[2][i], v[3][i], v[4][i], v[5][i], v[6][i], v[7][i], g), g, (i, e) -> {
                    Gradients.horner_jvp(v[0][i], v[1][i], v[2][i], v[3][i], v[4][i], v[5][i], v[6][i], v[7][i],
                            e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7], t);
                    return t[0];
                });
        points("recurrence", 3, v, i -> Gradients.recurrence(v[0][i], v[1][i], v[2][i]),
                i -> Gradients.recurrence_grad(v[0][i], v[1][i], v[2][i], g), g, (i, e) -> {
                    Gradients.recurrence_jvp(v[0][i], v[1][i], v[2][i], e[0], e[1], e[2], t);
                    return t[0];
                });
    }

    interface Gradient {
        double into(double[] gradient);
    }

    interface Value {
        double at(int point);
    }

    interface Tangent {
        double at(int point, double[] direction);
    }

    private static void gradient(String name, double[] x, Run primal, Gradient gradient, Directional directional) {
        double[] g = new double[x.length];
        gradient.into(g);
        check(name, x.length, i -> g[i], directional);
        measure(name, x.length, x, primal, () -> gradient.into(g) + g[3]);
    }

    private static void points(String name, int inputs, double[][] v, Value primal, Value gradient, double[] g, Tangent tangent) {
        double[] e = new double[8];
        for (int i = 0; i < 20; i++) {
            int point = i;
            gradient.at(point);
            check(name, inputs, j -> g[j], j -> {
                unit(e, j);
                return tangent.at(point, e);
            });
        }
        Run one = () -> {
            double sum = 0.0;
            for (int i = 0; i < POINTS; i++) {
                sum += primal.at(i);
            }
            return sum;
        };
        Run all = () -> {
            double sum = 0.0;
            for (int i = 0; i < POINTS; i++) {
                sum += gradient.at(i);
                for (int j = 0; j < inputs; j++) {
                    sum += g[j];
                }
            }
            return sum;
        };
        measure(name, inputs, v[0], one, all);
    }

    /** At most 200 entries, which must agree to 1e-13 of the largest. */
    private static void check(String name, int entries, Directional found, Directional expected) {
        if (!kernel.matcher(name).find()) {
            return;
        }
        double largest = 0.0;
        double error = 0.0;
        for (int i = 0; i < entries; i += 1 + entries / 200) {
            double right = expected.at(i);
            largest = Math.max(largest, Math.abs(right));
            double difference = Math.abs(found.at(i) - right);
            error = difference <= error ? error : difference;
        }
        if (!(error <= 1e-13 * largest)) {
            wrong = true;
            System.out.println(name + ": wrong by " + error + " of " + largest);
        }
    }

    private static void measure(String name, int inputs, double[] changed, Run primal, Run derivative) {
        if (!kernel.matcher(name).find()) {
            return;
        }
        double one = Double.POSITIVE_INFINITY;
        double all = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < turns; turn++) {
            double a = time(changed, primal);
            double b = time(changed, derivative);
            // The first third is for the compiler.
            if (turn >= turns / 3) {
                one = Math.min(one, a);
                all = Math.min(all, b);
            }
        }
        System.out.printf(Locale.ROOT, "%-18s %6d %14.1f %14.1f %8.2f %14.4f%n", name, inputs, one, all, all / one, all / one / inputs);
    }

    private static double time(double[] changed, Run run) {
        long start = CLOCK.getCurrentThreadCpuTime();
        long now = start;
        long calls = 0;
        int batch = 1;
        while (now - start < length) {
            for (int i = 0; i < batch; i++) {
                changed[3] += 1e-12;
                sink += run.run();
            }
            calls += batch;
            batch = Math.min(2 * batch, 64);
            now = CLOCK.getCurrentThreadCpuTime();
        }
        return (now - start) / (double) calls;
    }

    private static double[] uniform(int n) {
        return RANDOM.doubles(n).toArray();
    }

    private static double[] normal(int n, double deviation) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = deviation * RANDOM.nextGaussian();
        }
        return values;
    }

    private static void unit(double[] e, int direction) {
        java.util.Arrays.fill(e, 0.0);
        e[direction] = 1.0;
    }
}
