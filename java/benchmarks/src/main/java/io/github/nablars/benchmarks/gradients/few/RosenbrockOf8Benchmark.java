package io.github.nablars.benchmarks.gradients.few;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Scalars;
import org.hipparchus.analysis.differentiation.Gradient;

/** Rosenbrock's function of eight parameters. */
public class RosenbrockOf8Benchmark extends GradientBenchmark {
    /** By 8 inputs. */
    public RosenbrockOf8Benchmark() {
        super(8);
    }

    @Override
    protected double value() {
        return Scalars.rosenbrock8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
    }

    @Override
    protected double generated(double[] gradient) {
        return Scalars.rosenbrock8_grad(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], gradient);
    }

    @Override
    protected Gradient field(Gradient[] variables) {
        return FieldFunctions.rosenbrock8(variables);
    }
}
