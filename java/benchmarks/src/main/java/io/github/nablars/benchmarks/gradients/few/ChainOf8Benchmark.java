package io.github.nablars.benchmarks.gradients.few;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import org.hipparchus.analysis.differentiation.Gradient;

/** Rosenbrock's function of an array of eight. */
public class ChainOf8Benchmark extends GradientBenchmark {
    /** By 8 inputs. */
    public ChainOf8Benchmark() {
        super(8);
    }

    @Override
    protected double value() {
        return Functions.rosenbrock(x);
    }

    @Override
    protected double generated(double[] gradient) {
        return Functions.rosenbrock_grad(x, gradient);
    }

    @Override
    protected Gradient field(Gradient[] variables) {
        return FieldFunctions.rosenbrock(variables);
    }
}
