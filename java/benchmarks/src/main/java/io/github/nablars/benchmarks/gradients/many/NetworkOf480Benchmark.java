package io.github.nablars.benchmarks.gradients.many;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import org.hipparchus.analysis.differentiation.Gradient;

/** A network with 20 hidden units, by its 480 weights. */
public class NetworkOf480Benchmark extends GradientBenchmark {
    private final double[] in = new java.util.Random(1).doubles(22).toArray();

    /** By 480 inputs. */
    public NetworkOf480Benchmark() {
        super(480);
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
