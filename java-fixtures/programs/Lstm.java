package programs;

/**
 * A long short-term memory network that predicts a sequence's next vector, as in ADBench: gates are
 * diagonal, so a layer has four weights and four biases a unit; its state is updated in place.
 */
class Lstm {
    // release: 8

    private final int units;
    /** Weights, then biases: for each layer of forget, input and output gate and change. */
    private final double[] main;
    /** The input's factor, the output's factor and the output's bias. */
    private final double[] extra;
    /** For each layer the hidden vector and the cell. */
    private final double[] state;

    Lstm(int units, double[] main, double[] extra, double[] state) {
        this.units = units;
        this.main = main;
        this.extra = extra;
        this.state = state;
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private double gate(int layer, int which, int unit, double x) {
        int at = (8 * layer + which) * units + unit;
        return x * main[at] + main[at + 4 * units];
    }

    /** One step of a layer; the input is at {@code from} in {@code x}. */
    private void step(int layer, double[] x, int from) {
        int hidden = 2 * layer * units;
        int cell = hidden + units;
        for (int i = 0; i < units; i++) {
            double forget = sigmoid(gate(layer, 0, i, x[from + i]));
            double in = sigmoid(gate(layer, 1, i, state[hidden + i]));
            double out = sigmoid(gate(layer, 2, i, x[from + i]));
            double change = Math.tanh(gate(layer, 3, i, state[hidden + i]));
            state[cell + i] = state[cell + i] * forget + in * change;
            state[hidden + i] = out * Math.tanh(state[cell + i]);
        }
    }

    private double[] predict(double[] sequence, int at) {
        double[] scaled = new double[units];
        for (int i = 0; i < units; i++) {
            scaled[i] = sequence[at + i] * extra[i];
        }
        int layers = state.length / (2 * units);
        step(0, scaled, 0);
        for (int layer = 1; layer < layers; layer++) {
            step(layer, state, 2 * (layer - 1) * units);
        }
        for (int i = 0; i < units; i++) {
            scaled[i] = state[2 * (layers - 1) * units + i] * extra[units + i] + extra[2 * units + i];
        }
        return scaled;
    }

    private double over(double[] sequence) {
        double total = 0;
        int count = 0;
        for (int at = 0; at + units < sequence.length; at += units) {
            double[] predicted = predict(sequence, at);
            double sum = 0;
            for (double p : predicted) {
                sum += Math.exp(p);
            }
            double normaliser = Math.log(sum + 2);
            for (int i = 0; i < units; i++) {
                total += sequence[at + units + i] * (predicted[i] - normaliser);
            }
            count += units;
        }
        return -total / count;
    }

    // wrt: main, extra
    // run: loss(2, {0.3, -0.2, 0.7, 0.1, 0.5, -0.4, 0.9, 0.2, 0.1, -0.3, 0.25, 0.6, -0.7, 0.05, 0.35, -0.15}, {0.8, 1.1, -0.6, 0.4, 0.2, 0.3}, {0.1, -0.2, 0.3, 0.4}, {0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0}) = ~ 1e-12: 0.6631754540400444, d = ~ 1e-12: (0.0013279962424067662, 1.740214714996659E-4, 5.669182368519156E-4, 1.988674957427155E-5, 0.004457443308918495, 1.4076592121315865E-4, 0.0026447603277456808, -3.086071004207161E-4, 0.004186858731664863, 6.295318451032701E-5, 0.0052126283890682945, 3.8083790941314887E-4, 0.012549940919107485, 6.745546623457274E-4, 0.02438523038171818, -0.007509712619943448, 0.003283900658976597, -8.282787525926974E-5, -0.03177302587848335, 0.0033878944810508908, -0.2090787663201599, -0.016134219627494006)
    static double loss(int units, double[] main, double[] extra, double[] state, double[] sequence) {
        return new Lstm(units, main, extra, state.clone()).over(sequence);
    }

    // The network's own state remembers, the sequence is active, too.
    // wrt: start, first
    // run: memory(0.6, -0.3) = ~ 1e-12: 0.3101131731516019, d = ~ 1e-12: (-0.012664365133296758, 0.16825332075395588)
    static double memory(double start, double first) {
        double[] main = new double[32];
        for (int i = 0; i < main.length; i++) {
            main[i] = Math.sin(1.3 * i) + 0.1;
        }
        double[] state = {start, 0.2, -0.1, start * start, 0.3, 0, 0.5, -0.4};
        double[] sequence = {first, 1, 0, first * 0.5, 1, 0.25};
        return new Lstm(2, main, new double[] {1, 0.5, 2, -1, 0.1, 0.2}, state).over(sequence);
    }

    /** The same with tangents, without state but that of one loop. */
    static final class Reference {
        private static Twin sigmoid(Twin x) {
            return Twin.of(1).over(x.negated().exp().plus(1));
        }

        static Twin all(int b, Twin[] w, Twin[] w2, Twin[] s, Twin[] x) {
            Twin[] state = s.clone();
            int layers = s.length / (2 * b);
            Twin total = Twin.of(0);
            int count = 0;
            for (int t = 0; t + b < x.length; t += b) {
                Twin[] out = new Twin[b];
                Twin sum = Twin.of(2);
                for (int i = 0; i < b; i++) {
                    Twin z = x[t + i].times(w2[i]);
                    for (int l = 0; l < layers; l++) {
                        int o = 8 * l * b + i;
                        Twin h = state[2 * l * b + i];
                        Twin forget = sigmoid(z.times(w[o]).plus(w[o + 4 * b]));
                        Twin in = sigmoid(h.times(w[o + b]).plus(w[o + 5 * b]));
                        Twin gate = sigmoid(z.times(w[o + 2 * b]).plus(w[o + 6 * b]));
                        Twin change = h.times(w[o + 3 * b]).plus(w[o + 7 * b]).tanh();
                        Twin cell = state[(2 * l + 1) * b + i].times(forget).plus(in.times(change));
                        state[(2 * l + 1) * b + i] = cell;
                        z = gate.times(cell.tanh());
                        state[2 * l * b + i] = z;
                    }
                    out[i] = z.times(w2[b + i]).plus(w2[2 * b + i]);
                    sum = sum.plus(out[i].exp());
                }
                for (int i = 0; i < b; i++) {
                    total = total.plus(x[t + b + i].times(out[i].minus(sum.log())));
                }
                count += b;
            }
            return total.negated().over(count);
        }

        static Twin ofState(Twin start, Twin first) {
            Twin[] main = new Twin[32];
            for (int i = 0; i < main.length; i++) {
                main[i] = Twin.of(Math.sin(1.3 * i) + 0.1);
            }
            Twin[] state = Twin.of(0, 0.2, -0.1, 0, 0.3, 0, 0.5, -0.4);
            state[0] = start;
            state[3] = start.times(start);
            Twin[] sequence = Twin.of(0, 1, 0, 0, 1, 0.25);
            sequence[0] = first;
            sequence[3] = first.times(0.5);
            return all(2, main, Twin.of(1, 0.5, 2, -1, 0.1, 0.2), state, sequence);
        }
    }

    public static void main(String[] args) {
        double[] at = {
            0.3, -0.2, 0.7, 0.1, 0.5, -0.4, 0.9, 0.2, 0.1, -0.3, 0.25, 0.6, -0.7, 0.05, 0.35, -0.15, 0.8, 1.1, -0.6, 0.4, 0.2, 0.3,
        };
        String text = "loss(2, {%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s}, "
                + "{%s, %s, %s, %s, %s, %s}, {0.1, -0.2, 0.3, 0.4}, {0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0})";
        Twin.print(text, p -> Reference.all(2, java.util.Arrays.copyOf(p, 16), java.util.Arrays.copyOfRange(p, 16, 22),
                Twin.of(0.1, -0.2, 0.3, 0.4), Twin.of(0, 1, 1, 0, 1, 1, 0, 0)), at);
        Twin.print("memory(%s, %s)", p -> Reference.ofState(p[0], p[1]), 0.6, -0.3);
    }
}
