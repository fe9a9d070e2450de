package io.github.nablars.benchmarks.gradients;

import io.github.nablars.benchmarks.kernels.gradients.Functions;
import io.github.nablars.benchmarks.kernels.gradients.Scalars;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.util.FastMath;

/** The methods of {@link Functions} and {@link Scalars} over Hipparchus' {@code Gradient}, as its users write them. */
public final class FieldFunctions {
    private FieldFunctions() {}

    /** See {@link Functions#rosenbrock}. */
    public static Gradient rosenbrock(Gradient[] x) {
        Gradient f = x[0].getField().getZero();
        for (int i = 0; i + 1 < x.length; i++) {
            f = f.add(valley(x[i], x[i + 1]));
        }
        return f;
    }

    private static Gradient valley(Gradient x, Gradient y) {
        return y.subtract(x.square()).square().multiply(100.0).add(x.negate().add(1.0).square());
    }

    /** See {@link Functions#sines}. */
    public static Gradient sines(Gradient[] x) {
        Gradient f = x[0].getField().getZero();
        for (int i = 0; i + 1 < x.length; i++) {
            f = f.add(FastMath.sin(x[i].multiply(x[i + 1])).multiply(x[i]));
        }
        return f;
    }

    /** See {@link Functions#network}. */
    public static Gradient network(Gradient[] weights, double[] in) {
        int hidden = weights.length / (in.length + 2);
        int q = 0;
        Gradient y = weights[0].getField().getZero();
        for (int j = 0; j < hidden; j++) {
            Gradient s = weights[q++];
            for (int i = 0; i < in.length; i++) {
                s = s.add(weights[q++].multiply(in[i]));
            }
            y = y.add(FastMath.tanh(s).multiply(weights[hidden * (in.length + 1) + j]));
        }
        return y;
    }

    /** See {@link Functions#mixture}. */
    public static Gradient mixture(Gradient[] p, double[][] points) {
        int d = points[0].length;
        int components = p.length / (2 * d + 1);
        Gradient[] terms = new Gradient[components];
        Gradient total = p[0].getField().getZero();
        for (double[] point : points) {
            Gradient largest = null;
            for (int k = 0; k < components; k++) {
                Gradient term = p[k];
                for (int i = 0; i < d; i++) {
                    Gradient scale = p[components + components * d + k * d + i];
                    Gradient z = FastMath.exp(scale).multiply(p[components + k * d + i].negate().add(point[i]));
                    term = term.add(scale).subtract(z.square().multiply(0.5));
                }
                terms[k] = term;
                if (largest == null || term.getValue() > largest.getValue()) {
                    largest = term;
                }
            }
            Gradient sum = p[0].getField().getZero();
            for (int k = 0; k < components; k++) {
                sum = sum.add(FastMath.exp(terms[k].subtract(largest)));
            }
            total = total.add(largest).add(FastMath.log(sum));
        }
        return total;
    }

    /** See {@link Scalars#rosenbrock8}. */
    public static Gradient rosenbrock8(Gradient[] x) {
        Gradient f = valley(x[0], x[1]);
        for (int i = 1; i < 7; i++) {
            f = f.add(valley(x[i], x[i + 1]));
        }
        return f;
    }

    /** See {@link Scalars#tour}. */
    public static Gradient tour(Gradient[] x) {
        return arc(x, 0).add(arc(x, 2)).add(arc(x, 4));
    }

    private static Gradient arc(Gradient[] x, int at) {
        Gradient s = FastMath.sin(x[at + 2].subtract(x[at]).multiply(0.5));
        Gradient t = FastMath.sin(x[at + 3].subtract(x[at + 1]).multiply(0.5));
        Gradient cosines = FastMath.cos(x[at]).multiply(FastMath.cos(x[at + 2]));
        return FastMath.asin(FastMath.sqrt(s.square().add(cosines.multiply(t.square())))).multiply(2.0);
    }
}
