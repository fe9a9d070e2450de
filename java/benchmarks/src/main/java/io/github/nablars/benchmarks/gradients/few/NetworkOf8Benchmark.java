package io.github.nablars.benchmarks.gradients.few;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import org.hipparchus.analysis.differentiation.Gradient;

/** A network with two hidden units, by its eight weights. */
public class NetworkOf8Benchmark extends GradientBenchmark {
    private final double[] in = {0.3, -0.7};

    /** By 8 inputs. */
    public NetworkOf8Benchmark() {
        super(8);
    }

    @Override
    protected double value() {
        return Functions.network(x, in);
    }

    @Override
    protected double generated(double[] gradient) {
        return Functions.network_grad(x, in, gradient);
    }

    @Override
    protected Gradient field(Gradient[] variables) {
        return FieldFunctions.network(variables, in);
    }
}
