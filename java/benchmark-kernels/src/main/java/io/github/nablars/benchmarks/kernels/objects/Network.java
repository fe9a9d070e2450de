package io.github.nablars.benchmarks.kernels.objects;

/** A network of layers, each of which keeps the array of its results. */
public final class Network {
    /** A layer: tanh of weights times input plus bias. */
    private static final class Layer {
        private final double[][] weights;
        private final double[] bias;
        private final double[] output;

        Layer(int inputs, int outputs, double phase) {
            weights = new double[outputs][inputs];
            bias = new double[outputs];
            output = new double[outputs];
            for (int i = 0; i < outputs; i++) {
                bias[i] = 0.1 * i - 0.2;
                for (int j = 0; j < inputs; j++) {
                    weights[i][j] = Math.sin(phase + 3.0 * i + j);
                }
            }
        }

        double[] apply(double[] input) {
            for (int i = 0; i < output.length; i++) {
                double[] row = weights[i];
                double sum = bias[i];
                for (int j = 0; j < row.length; j++) {
                    sum += row[j] * input[j];
                }
                output[i] = Math.tanh(sum);
            }
            return output;
        }
    }

    private final Layer[] layers = {new Layer(2, 6, 0.3), new Layer(6, 6, 0.7), new Layer(6, 1, 1.1)};
    private final double[] input = new double[2];

    /**
     * What the network makes of two numbers.
     *
     * @param a the first
     * @param b the second
     * @return its result
     */
    public double evaluate(double a, double b) {
        input[0] = a;
        input[1] = b;
        double[] signal = input;
        for (Layer layer : layers) {
            signal = layer.apply(signal);
        }
        return signal[0];
    }
}
