package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Spline;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentSpline;

/** A cubic spline that is made anew for each curve. */
public class SplineBenchmark extends ObjectBenchmark {
    private final double[] damping = points(1, 0.1, 0.9);
    private final double[] at = points(2, 0.1, 0.9);

    @Override
    double moved(int point, double step) {
        return Spline.evaluate(damping[point] + step * first_dot, at[point] + step * second_dot);
    }

    @Override
    double value(int point) {
        return Spline.evaluate(damping[point], at[point]);
    }

    @Override
    double byHand(int point) {
        return TangentSpline.evaluate_jvp(damping[point], at[point], first_dot, second_dot, tangent);
    }

    @Override
    double generated(int point) {
        return Spline.evaluate_jvp(damping[point], at[point], first_dot, second_dot, tangent);
    }
}
