package io.github.nablars.benchmarks.gradients.many;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import org.hipparchus.analysis.differentiation.Gradient;

/** Rosenbrock's function of 500 numbers. */
public class RosenbrockOf500Benchmark extends GradientBenchmark {
    /** By 500 inputs. */
    public RosenbrockOf500Benchmark() {
        super(500);
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
