package io.github.nablars.benchmarks.kernels.objects.hand;

/** A network of layers, each of which keeps the arrays of its results and their tangents. */
public final class TangentNetwork {
    private static final class Layer {
        private final double[][] weights;
        private final double[] bias;
        final double[] output;
        final double[] output_dot;

        Layer(int inputs, int outputs, double phase) {
            weights = new double[outputs][inputs];
            bias = new double[outputs];
            output = new double[outputs];
            output_dot = new double[outputs];
            for (int i = 0; i < outputs; i++) {
                bias[i] = 0.1 * i - 0.2;
                for (int j = 0; j < inputs; j++) {
                    weights[i][j] = Math.sin(phase + 3.0 * i + j);
                }
            }
        }

        void apply(double[] input, double[] input_dot) {
            for (int i = 0; i < output.length; i++) {
                double[] row = weights[i];
                double sum = bias[i];
                double sum_dot = 0.0;
                for (int j = 0; j < row.length; j++) {
                    sum += row[j] * input[j];
                    sum_dot += row[j] * input_dot[j];
                }
                output[i] = Math.tanh(sum);
                // Not 1 - tanh², which has no correct digit left where tanh saturates.
                double e = Math.exp(-2.0 * Math.abs(sum));
                double d = 1.0 + e;
                output_dot[i] = 4.0 * e / (d * d) * sum_dot;
            }
        }
    }

    private final Layer[] layers = {new Layer(2, 6, 0.3), new Layer(6, 6, 0.7), new Layer(6, 1, 1.1)};
    private final double[] input = new double[2];
    private final double[] input_dot = new double[2];

    public double evaluate_jvp(double a, double b, double a_dot, double b_dot, double[] tangent) {
        input[0] = a;
        input[1] = b;
        input_dot[0] = a_dot;
        input_dot[1] = b_dot;
        double[] signal = input;
        double[] signal_dot = input_dot;
        for (Layer layer : layers) {
            layer.apply(signal, signal_dot);
            signal = layer.output;
            signal_dot = layer.output_dot;
        }
        tangent[0] = signal_dot[0];
        return signal[0];
    }
}
