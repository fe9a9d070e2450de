package programs;

import java.util.Random;

/** A small neural network: layers of one abstract class, weights in arrays, the loss over a few samples. */
class Network {
    // release: 8

    private final Layer[] layers = {
        new Dense(3, 5, 11), new Tanh(), new Dense(5, 4, 12), new Rectifier(), new Dense(4, 2, 13)
    };

    /** From one vector to the next. */
    abstract static class Layer {
        abstract double[] forward(double[] in);
    }

    /** All inputs to all outputs. */
    static final class Dense extends Layer {
        private final double[][] weights;
        private final double[] bias;

        Dense(int in, int out, long seed) {
            Random random = new Random(seed);
            weights = new double[out][in];
            bias = new double[out];
            for (int i = 0; i < out; i++) {
                for (int j = 0; j < in; j++) {
                    weights[i][j] = random.nextGaussian() / Math.sqrt(in);
                }
                bias[i] = 0.1 * random.nextGaussian();
            }
        }

        @Override
        double[] forward(double[] in) {
            double[] out = bias.clone();
            for (int i = 0; i < out.length; i++) {
                for (int j = 0; j < in.length; j++) {
                    out[i] += weights[i][j] * in[j];
                }
            }
            return out;
        }
    }

    /** Element by element. */
    abstract static class Activation extends Layer {
        @Override
        double[] forward(double[] in) {
            double[] out = new double[in.length];
            for (int i = 0; i < in.length; i++) {
                out[i] = activate(in[i]);
            }
            return out;
        }

        abstract double activate(double v);
    }

    /** A smooth one. */
    static final class Tanh extends Activation {
        @Override
        double activate(double v) {
            return Math.tanh(v);
        }
    }

    /** One with a kink. */
    static final class Rectifier extends Activation {
        @Override
        double activate(double v) {
            return v > 0 ? v : 0.01 * v;
        }
    }

    private double[] forward(double... in) {
        double[] values = in;
        for (Layer layer : layers) {
            values = layer.forward(values);
        }
        return values;
    }

    private static double logSumExp(double[] a) {
        double max = Double.NEGATIVE_INFINITY;
        for (double v : a) {
            max = Math.max(max, v);
        }
        double sum = 0;
        for (double v : a) {
            sum += Math.exp(v - max);
        }
        return max + Math.log(sum);
    }

    // Inputs are active, weights are not.
    // run: ofInputs(0.5, -1.0, 0.8) = ~ 1e-12: 0.5355659591528763, d = ~ 1e-12: (-0.09312409411367067, 0.08217206521540282, 0.04039646811291047)
    // run: ofInputs(-1.5, 0.3, 2.0) = ~ 1e-12: 0.7587480793922725, d = ~ 1e-12: (0.001181451533601726, 0.0017669356998223286, -0.01034900157627851)
    double ofInputs(double a, double b, double c) {
        double[] out = forward(a, b, c);
        return logSumExp(out) - out[0];
    }

    // Two of the weights are active, inputs are not.
    // run: ofWeights(0.4, -0.2, 6) = ~ 1e-12: 0.7149043192058544, d = ~ 1e-12: (0.003537584504812808, -0.05801142017338117)
    double ofWeights(double first, double last, int samples) {
        ((Dense) layers[0]).weights[1][2] = first;
        ((Dense) layers[4]).bias[1] = last;
        double loss = 0;
        for (int i = 0; i < samples; i++) {
            double[] out = forward(Math.sin(i), Math.cos(2 * i), 0.1 * i);
            loss += logSumExp(out) - out[i % 2];
        }
        return loss / samples;
    }

    /** The same with tangents, layer after layer on one page. */
    static final class Reference {
        private final double[][][] weights = new double[3][][];
        private final double[][] biases = new double[3][];

        Reference() {
            Network network = new Network();
            for (int i = 0; i < 3; i++) {
                weights[i] = ((Dense) network.layers[2 * i]).weights;
                biases[i] = ((Dense) network.layers[2 * i]).bias;
            }
        }

        private Twin loss(Twin[] in, Twin first, Twin last, int wanted) {
            Twin[] values = in;
            for (int k = 0; k < 3; k++) {
                Twin[] out = Twin.of(biases[k]);
                if (k == 2 && last != null) {
                    out[1] = last;
                }
                for (int i = 0; i < out.length; i++) {
                    for (int j = 0; j < values.length; j++) {
                        boolean replaced = k == 0 && i == 1 && j == 2 && first != null;
                        Twin product = replaced ? values[j].times(first) : values[j].times(weights[k][i][j]);
                        out[i] = out[i].plus(product);
                    }
                    if (k == 0) {
                        out[i] = out[i].tanh();
                    } else if (k == 1 && out[i].value <= 0) {
                        out[i] = out[i].times(0.01);
                    }
                }
                values = out;
            }
            return values[1 - wanted].minus(values[wanted]).exp().plus(1).log();
        }

        static Twin inputs(Twin... in) {
            return new Reference().loss(in, null, null, 0);
        }

        static Twin parameters(Twin first, Twin last, int samples) {
            Twin sum = Twin.of(0);
            for (int i = 0; i < samples; i++) {
                Twin[] in = Twin.of(Math.sin(i), Math.cos(2 * i), 0.1 * i);
                sum = sum.plus(new Reference().loss(in, first, last, i % 2));
            }
            return sum.over(samples);
        }
    }

    public static void main(String[] args) {
        Twin.print("ofInputs(%s, %s, %s)", Reference::inputs, 0.5, -1.0, 0.8);
        Twin.print("ofInputs(%s, %s, %s)", Reference::inputs, -1.5, 0.3, 2.0);
        Twin.print("ofWeights(%s, %s, 6)", p -> Reference.parameters(p[0], p[1], 6), 0.4, -0.2);
    }
}
