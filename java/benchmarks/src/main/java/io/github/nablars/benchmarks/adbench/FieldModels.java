package io.github.nablars.benchmarks.adbench;

import io.github.nablars.benchmarks.DerivativeBenchmark;
import io.github.nablars.benchmarks.kernels.adbench.Bundle;
import io.github.nablars.benchmarks.kernels.adbench.Models;
import java.util.Arrays;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.util.FastMath;

/** The methods of {@link Models} and {@link Bundle} over Hipparchus' {@code Gradient}, as its users write them; its field of 1650 variables would fill the heap. */
final class FieldModels {
    private FieldModels() {}

    /** See {@link Models#mixture}. */
    static Gradient mixture(Gradient[] p, double[][] points, int components) {
        int d = points[0].length;
        int triangle = d * (d - 1) / 2;
        int means = components;
        int diagonals = means + components * d;
        int lowers = diagonals + components * d;
        Gradient zero = Gradient.constant(p.length, 0.0);
        Gradient[] terms = new Gradient[components];
        Gradient[] x = new Gradient[d];
        Gradient[] sums = new Gradient[components];
        Gradient[] diagonal = new Gradient[components * d];
        Gradient weights = zero;
        for (int k = 0; k < components; k++) {
            sums[k] = zero;
            for (int i = 0; i < d; i++) {
                sums[k] = sums[k].add(p[diagonals + k * d + i]);
                diagonal[k * d + i] = FastMath.exp(p[diagonals + k * d + i]);
            }
            weights = weights.add(FastMath.exp(p[k]));
        }
        Gradient total = zero;
        for (double[] point : points) {
            Gradient largest = null;
            for (int k = 0; k < components; k++) {
                for (int i = 0; i < d; i++) {
                    x[i] = p[means + k * d + i].negate().add(point[i]);
                }
                Gradient square = zero;
                int q = lowers + k * triangle;
                for (int i = 0; i < d; i++) {
                    Gradient t = diagonal[k * d + i].multiply(x[i]);
                    for (int j = 0; j < i; j++) {
                        t = t.add(p[q++].multiply(x[j]));
                    }
                    square = square.add(t.square());
                }
                terms[k] = p[k].add(sums[k]).subtract(square.multiply(0.5));
                if (largest == null || terms[k].getValue() > largest.getValue()) {
                    largest = terms[k];
                }
            }
            Gradient sum = zero;
            for (int k = 0; k < components; k++) {
                sum = sum.add(FastMath.exp(terms[k].subtract(largest)));
            }
            total = total.add(largest).add(FastMath.log(sum));
        }
        return total.subtract(FastMath.log(weights).multiply(points.length));
    }

    private static Gradient sigmoid(Gradient x) {
        return FastMath.exp(x.negate()).add(1.0).reciprocal();
    }

    /** See {@link Models#lstm}. */
    static Gradient lstm(Gradient[] p, int units, double[] start, double[] sequence) {
        Gradient zero = Gradient.constant(p.length, 0.0);
        Gradient[] state = new Gradient[start.length];
        Arrays.setAll(state, i -> zero.add(start[i]));
        Gradient[] x = new Gradient[units];
        int layers = state.length / (2 * units);
        int extra = 8 * layers * units;
        Gradient total = zero;
        int count = 0;
        for (int at = 0; at + units < sequence.length; at += units) {
            Gradient sum = zero.add(2.0);
            for (int i = 0; i < units; i++) {
                x[i] = p[extra + i].multiply(sequence[at + i]);
                for (int layer = 0; layer < layers; layer++) {
                    int hidden = 2 * layer * units + i;
                    int cell = hidden + units;
                    int w = 8 * layer * units + i;
                    Gradient h = state[hidden];
                    Gradient forget = sigmoid(x[i].multiply(p[w]).add(p[w + 4 * units]));
                    Gradient in = sigmoid(h.multiply(p[w + units]).add(p[w + 5 * units]));
                    Gradient out = sigmoid(x[i].multiply(p[w + 2 * units]).add(p[w + 6 * units]));
                    Gradient change = FastMath.tanh(h.multiply(p[w + 3 * units]).add(p[w + 7 * units]));
                    state[cell] = state[cell].multiply(forget).add(in.multiply(change));
                    state[hidden] = out.multiply(FastMath.tanh(state[cell]));
                    x[i] = state[hidden];
                }
                x[i] = x[i].multiply(p[extra + units + i]).add(p[extra + 2 * units + i]);
                sum = sum.add(FastMath.exp(x[i]));
            }
            Gradient normaliser = FastMath.log(sum);
            for (int i = 0; i < units; i++) {
                total = total.add(x[i].subtract(normaliser).multiply(sequence[at + units + i]));
            }
            count += units;
        }
        return total.divide(-count);
    }

    /** See {@link Bundle#bundle}: variables of their own for each observation, and the entries that are not zero anyway. */
    static double[] bundle(double[] p, int cameras, int points, int[] observations, double[] seen, double[] entries) {
        int count = observations.length / 2;
        double[] errors = new double[3 * count];
        double[] own = new double[15];
        int at = 0;
        for (int i = 0; i < count; i++) {
            System.arraycopy(p, 11 * observations[2 * i], own, 0, 11);
            System.arraycopy(p, 11 * cameras + 3 * observations[2 * i + 1], own, 11, 3);
            own[14] = p[11 * cameras + 3 * points + i];
            Gradient[] v = DerivativeBenchmark.variables(own);
            Gradient[] image = project(v);
            for (int component = 0; component < 2; component++) {
                Gradient error = image[component].subtract(seen[2 * i + component]).multiply(v[14]);
                errors[2 * i + component] = error.getValue();
                for (int j = 0; j < 15; j++) {
                    // The other coordinate of the image's centre is no part of it.
                    if (j != 8 - component) {
                        entries[at++] = error.getPartialDerivative(j);
                    }
                }
            }
            Gradient lack = v[14].square().negate().add(1.0);
            errors[2 * count + i] = lack.getValue();
            entries[28 * count + i] = lack.getPartialDerivative(14);
        }
        return errors;
    }

    private static Gradient[] project(Gradient[] v) {
        Gradient x = v[11].subtract(v[3]);
        Gradient y = v[12].subtract(v[4]);
        Gradient z = v[13].subtract(v[5]);
        Gradient angle = FastMath.sqrt(v[0].square().add(v[1].square()).add(v[2].square()));
        Gradient cos = FastMath.cos(angle);
        Gradient sin = FastMath.sin(angle);
        Gradient inverse = angle.reciprocal();
        Gradient a = v[0].multiply(inverse);
        Gradient b = v[1].multiply(inverse);
        Gradient d = v[2].multiply(inverse);
        Gradient along = a.multiply(x).add(b.multiply(y)).add(d.multiply(z)).multiply(cos.negate().add(1.0));
        Gradient u = x.multiply(cos).add(b.multiply(z).subtract(d.multiply(y)).multiply(sin)).add(a.multiply(along));
        Gradient w = y.multiply(cos).add(d.multiply(x).subtract(a.multiply(z)).multiply(sin)).add(b.multiply(along));
        Gradient depth = z.multiply(cos).add(a.multiply(y).subtract(b.multiply(x)).multiply(sin)).add(d.multiply(along));
        Gradient s = u.divide(depth);
        Gradient t = w.divide(depth);
        Gradient radius = s.square().add(t.square());
        Gradient stretch = v[9].multiply(radius).add(v[10].multiply(radius).multiply(radius)).add(1.0).multiply(v[6]);
        return new Gradient[] {s.multiply(stretch).add(v[7]), t.multiply(stretch).add(v[8])};
    }
}
