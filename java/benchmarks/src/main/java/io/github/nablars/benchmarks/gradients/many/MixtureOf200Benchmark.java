package io.github.nablars.benchmarks.gradients.many;

import io.github.nablars.benchmarks.gradients.FieldFunctions;
import io.github.nablars.benchmarks.gradients.GradientBenchmark;
import io.github.nablars.benchmarks.kernels.gradients.Functions;
import java.util.Random;
import org.hipparchus.analysis.differentiation.Gradient;

/** The likelihood of 20 points in a mixture of 40 Gaussians in the plane, by 200 parameters. */
public class MixtureOf200Benchmark extends GradientBenchmark {
    private final double[][] points = new double[20][];

    /** By 200 inputs. */
    public MixtureOf200Benchmark() {
        super(200);
        Random random = new Random(2);
        for (int i = 0; i < points.length; i++) {
            points[i] = random.doubles(2, -1.0, 2.0).toArray();
        }
    }

    @Override
    protected double value() {
        return Functions.mixture(x, points);
    }

    @Override
    protected double generated(double[] gradient) {
        return Functions.mixture_grad(x, points, gradient);
    }

    @Override
    protected Gradient field(Gradient[] variables) {
        return FieldFunctions.mixture(variables, points);
    }
}
