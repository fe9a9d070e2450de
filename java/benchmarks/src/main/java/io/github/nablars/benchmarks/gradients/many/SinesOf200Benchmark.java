package io.github.nablars.benchmarks.gradients.many;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import org.hipparchus.analysis.differentiation.Gradient;

/** Sines of 200 numbers. */
public class SinesOf200Benchmark extends GradientBenchmark {
    /** By 200 inputs. */
    public SinesOf200Benchmark() {
        super(200);
    }

    @Override
    protected double value() {
        return Functions.sines(x);
    }

    @Override
    protected double generated(double[] gradient) {
        return Functions.sines_grad(x, gradient);
    }

    @Override
    protected Gradient field(Gradient[] variables) {
        return FieldFunctions.sines(variables);
    }
}
