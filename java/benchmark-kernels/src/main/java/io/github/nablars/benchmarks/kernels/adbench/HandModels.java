package io.github.nablars.benchmarks.kernels.adbench;

import java.util.Arrays;

/** The gradients of {@link Models}, written by hand. */
public final class HandModels {
    private HandModels() {}

    /** See {@link Models#mixture}: a component's term depends on that component's parameters alone. */
    public static double mixture(double[] p, double[][] points, int components, double[] gradient) {
        int d = points[0].length;
        int triangle = d * (d - 1) / 2;
        int means = components;
        int diagonals = means + components * d;
        int lowers = diagonals + components * d;
        double[] terms = new double[components];
        double[] x = new double[d];
        double[] sums = new double[components];
        double[] diagonal = new double[components * d];
        // By the means, the diagonal and the lower triangle of each.
        double[][] slopes = new double[components][2 * d + triangle];
        Arrays.fill(gradient, 0.0);
        double weights = 0.0;
        for (int k = 0; k < components; k++) {
            double sum = 0.0;
            for (int i = 0; i < d; i++) {
                sum += p[diagonals + k * d + i];
                diagonal[k * d + i] = Math.exp(p[diagonals + k * d + i]);
            }
            sums[k] = sum;
            weights += Math.exp(p[k]);
        }
        double total = 0.0;
        for (double[] point : points) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < components; k++) {
                double[] slope = slopes[k];
                for (int i = 0; i < d; i++) {
                    x[i] = point[i] - p[means + k * d + i];
                    slope[i] = 0.0;
                }
                double square = 0.0;
                int q = lowers + k * triangle;
                int at = 2 * d;
                for (int i = 0; i < d; i++) {
                    double scaled = diagonal[k * d + i] * x[i];
                    double t = scaled;
                    for (int j = 0; j < i; j++) {
                        t += p[q + j] * x[j];
                    }
                    square += t * t;
                    slope[i] += t * diagonal[k * d + i];
                    slope[d + i] = 1.0 - t * scaled;
                    for (int j = 0; j < i; j++) {
                        slope[j] += t * p[q + j];
                        slope[at + j] = -t * x[j];
                    }
                    q += i;
                    at += i;
                }
                double term = p[k] + sums[k] - 0.5 * square;
                terms[k] = term;
                if (term > largest) {
                    largest = term;
                }
            }
            double sum = 0.0;
            for (int k = 0; k < components; k++) {
                terms[k] = Math.exp(terms[k] - largest);
                sum += terms[k];
            }
            for (int k = 0; k < components; k++) {
                double share = terms[k] / sum;
                double[] slope = slopes[k];
                gradient[k] += share;
                for (int i = 0; i < d; i++) {
                    gradient[means + k * d + i] += share * slope[i];
                    gradient[diagonals + k * d + i] += share * slope[d + i];
                }
                for (int i = 0; i < triangle; i++) {
                    gradient[lowers + k * triangle + i] += share * slope[2 * d + i];
                }
            }
            total += largest + Math.log(sum);
        }
        for (int k = 0; k < components; k++) {
            gradient[k] -= points.length * Math.exp(p[k]) / weights;
        }
        return total - points.length * Math.log(weights);
    }

    /** See {@link Models#lstm}: what belongs to a unit depends on that unit's parameters alone, until the outputs are summed. */
    public static double lstm(double[] p, int units, double[] start, double[] sequence, double[] gradient) {
        double[] state = start.clone();
        double[] x = new double[units];
        int layers = state.length / (2 * units);
        int extra = 8 * layers * units;
        // By a unit's weights and biases of each layer, and the three numbers behind them.
        int own = 8 * layers + 3;
        double[][] states = new double[state.length][own];
        double[][] slopes = new double[units][own];
        Arrays.fill(gradient, 0.0);
        double total = 0.0;
        int count = 0;
        for (int at = 0; at + units < sequence.length; at += units) {
            double sum = 2.0;
            double expected = 0.0;
            for (int i = 0; i < units; i++) {
                double[] dx = slopes[i];
                Arrays.fill(dx, 0.0);
                dx[own - 3] = sequence[at + i];
                x[i] = sequence[at + i] * p[extra + i];
                for (int layer = 0; layer < layers; layer++) {
                    int hidden = 2 * layer * units + i;
                    int cell = hidden + units;
                    int w = 8 * layer * units + i;
                    double h = state[hidden];
                    double c = state[cell];
                    double forget = Models.sigmoid(x[i] * p[w] + p[w + 4 * units]);
                    double in = Models.sigmoid(h * p[w + units] + p[w + 5 * units]);
                    double out = Models.sigmoid(x[i] * p[w + 2 * units] + p[w + 6 * units]);
                    double change = Math.tanh(h * p[w + 3 * units] + p[w + 7 * units]);
                    double byForget = forget * (1.0 - forget) * c;
                    double byIn = in * (1.0 - in) * change;
                    double byChange = (1.0 - change * change) * in;
                    state[cell] = c * forget + in * change;
                    double squashed = Math.tanh(state[cell]);
                    double byOut = out * (1.0 - out) * squashed;
                    double byCell = (1.0 - squashed * squashed) * out;
                    double hiddenFactor = byIn * p[w + units] + byChange * p[w + 3 * units];
                    double inputFactor = byForget * p[w];
                    double outFactor = byOut * p[w + 2 * units];
                    double[] dh = states[hidden];
                    double[] dc = states[cell];
                    for (int lane = 0; lane < own; lane++) {
                        dc[lane] = forget * dc[lane] + inputFactor * dx[lane] + hiddenFactor * dh[lane];
                    }
                    int q = 8 * layer;
                    dc[q] += byForget * x[i];
                    dc[q + 4] += byForget;
                    dc[q + 1] += byIn * h;
                    dc[q + 5] += byIn;
                    dc[q + 3] += byChange * h;
                    dc[q + 7] += byChange;
                    for (int lane = 0; lane < own; lane++) {
                        dh[lane] = outFactor * dx[lane] + byCell * dc[lane];
                    }
                    dh[q + 2] += byOut * x[i];
                    dh[q + 6] += byOut;
                    System.arraycopy(dh, 0, dx, 0, own);
                    state[hidden] = out * squashed;
                    x[i] = state[hidden];
                }
                double factor = p[extra + units + i];
                for (int lane = 0; lane < own; lane++) {
                    dx[lane] *= factor;
                }
                dx[own - 2] += x[i];
                dx[own - 1] += 1.0;
                x[i] = x[i] * factor + p[extra + 2 * units + i];
                sum += Math.exp(x[i]);
                expected += sequence[at + units + i];
            }
            double normaliser = Math.log(sum);
            for (int i = 0; i < units; i++) {
                total += sequence[at + units + i] * (x[i] - normaliser);
                double factor = sequence[at + units + i] - expected * Math.exp(x[i]) / sum;
                // The lanes of a unit are as far apart in the gradient as there are units.
                for (int lane = 0; lane < own; lane++) {
                    gradient[lane * units + i] += factor * slopes[i][lane];
                }
            }
            count += units;
        }
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] /= -count;
        }
        return -total / count;
    }
}
