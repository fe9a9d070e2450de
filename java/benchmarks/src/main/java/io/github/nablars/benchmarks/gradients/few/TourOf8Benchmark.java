package io.github.nablars.benchmarks.gradients.few;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Scalars;
import org.hipparchus.analysis.differentiation.Gradient;

/** A distance over a sphere, by eight coordinates. */
public class TourOf8Benchmark extends GradientBenchmark {
    /** By 8 inputs. */
    public TourOf8Benchmark() {
        super(8);
    }

    @Override
    protected double value() {
        return Scalars.tour(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
    }

    @Override
    protected double generated(double[] gradient) {
        return Scalars.tour_grad(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], gradient);
    }

    @Override
    protected Gradient field(Gradient[] variables) {
        return FieldFunctions.tour(variables);
    }
}
