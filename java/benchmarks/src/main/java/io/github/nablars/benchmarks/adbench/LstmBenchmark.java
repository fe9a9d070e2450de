package io.github.nablars.benchmarks.adbench;

import io.github.nablars.benchmarks.kernels.adbench.HandModels;
import io.github.nablars.benchmarks.kernels.adbench.Models;

/** What a network of two layers of 14 units loses on a sequence of 31 vectors, by 266 parameters. */
public class LstmBenchmark extends ProblemBenchmark {
    private static final int UNITS = 14;

    private final double[] state = normal(4 * UNITS, 0.5);
    private final double[] sequence = normal(31 * UNITS, 1.0);

    /** At a point near zero. */
    public LstmBenchmark() {
        super(19 * UNITS, 0.5, 19 * UNITS);
    }

    @Override
    protected double value() {
        return Models.lstm(x, UNITS, state, sequence);
    }

    @Override
    protected double generated(double[] derivatives) {
        return Models.lstm_grad(x, UNITS, state, sequence, derivatives);
    }

    @Override
    protected double byHand(double[] derivatives) {
        return HandModels.lstm(x, UNITS, state, sequence, derivatives);
    }

    @Override
    protected double overField(double[] derivatives) {
        return unpacked(FieldModels.lstm(variables(x), UNITS, state, sequence), derivatives);
    }
}
