package io.github.nablars.benchmarks.kernels.adbench;

/** Models that are fitted by many parameters, the first argument; nabla-rs adds {@code f_grad}. */
public final class Models {
    private Models() {}

    /**
     * The log-likelihood of a Gaussian mixture without its constant and its prior, as ADBench has it: the weights, then the means,
     * the logarithms of the diagonals and the lower triangles of the roots of the inverse covariances.
     */
    public static double mixture(double[] p, double[][] points, int components) {
        int d = points[0].length;
        int triangle = d * (d - 1) / 2;
        int means = components;
        int diagonals = means + components * d;
        int lowers = diagonals + components * d;
        double[] terms = new double[components];
        double[] x = new double[d];
        double[] sums = new double[components];
        double[] diagonal = new double[components * d];
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
                for (int i = 0; i < d; i++) {
                    x[i] = point[i] - p[means + k * d + i];
                }
                double square = 0.0;
                int q = lowers + k * triangle;
                for (int i = 0; i < d; i++) {
                    double t = diagonal[k * d + i] * x[i];
                    for (int j = 0; j < i; j++) {
                        t += p[q++] * x[j];
                    }
                    square += t * t;
                }
                double term = p[k] + sums[k] - 0.5 * square;
                terms[k] = term;
                if (term > largest) {
                    largest = term;
                }
            }
            double sum = 0.0;
            for (int k = 0; k < components; k++) {
                sum += Math.exp(terms[k] - largest);
            }
            total += largest + Math.log(sum);
        }
        return total - points.length * Math.log(weights);
    }

    /**
     * What a long short-term memory network that predicts a sequence's next vector loses, per number. Its gates are diagonal: each unit
     * of a layer has four weights and four biases, which stand by layer, then by kind, then by unit; behind them are a factor for each
     * input, and a factor and a bias for each output. The state, which is left as it is, has the hidden vector and the cell of each
     * layer.
     */
    public static double lstm(double[] p, int units, double[] start, double[] sequence) {
        double[] state = start.clone();
        double[] x = new double[units];
        int layers = state.length / (2 * units);
        int extra = 8 * layers * units;
        double total = 0.0;
        int count = 0;
        for (int at = 0; at + units < sequence.length; at += units) {
            for (int i = 0; i < units; i++) {
                x[i] = sequence[at + i] * p[extra + i];
            }
            for (int layer = 0; layer < layers; layer++) {
                int hidden = 2 * layer * units;
                int cell = hidden + units;
                int w = 8 * layer * units;
                for (int i = 0; i < units; i++) {
                    double forget = sigmoid(x[i] * p[w + i] + p[w + 4 * units + i]);
                    double in = sigmoid(state[hidden + i] * p[w + units + i] + p[w + 5 * units + i]);
                    double out = sigmoid(x[i] * p[w + 2 * units + i] + p[w + 6 * units + i]);
                    double change = Math.tanh(state[hidden + i] * p[w + 3 * units + i] + p[w + 7 * units + i]);
                    state[cell + i] = state[cell + i] * forget + in * change;
                    state[hidden + i] = out * Math.tanh(state[cell + i]);
                    x[i] = state[hidden + i];
                }
            }
            double sum = 2.0;
            for (int i = 0; i < units; i++) {
                x[i] = x[i] * p[extra + units + i] + p[extra + 2 * units + i];
                sum += Math.exp(x[i]);
            }
            double normaliser = Math.log(sum);
            for (int i = 0; i < units; i++) {
                total += sequence[at + units + i] * (x[i] - normaliser);
            }
            count += units;
        }
        return -total / count;
    }

    static double sigmoid(double x) {
        return 1.0 / (1.0 + Math.exp(-x));
    }
}
