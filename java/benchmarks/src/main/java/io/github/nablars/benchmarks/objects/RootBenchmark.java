package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Root;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentRoot;

/** The root of a function that is passed on. */
public class RootBenchmark extends ObjectBenchmark {
    private final double[] a = points(1, 0.1, 0.5);
    private final double[] b = points(2, 0.5, 1.5);

    @Override
    double moved(int point, double step) {
        return Root.evaluate(a[point] + step * first_dot, b[point] + step * second_dot);
    }

    @Override
    double value(int point) {
        return Root.evaluate(a[point], b[point]);
    }

    @Override
    double byHand(int point) {
        return TangentRoot.evaluate_jvp(a[point], b[point], first_dot, second_dot, tangent);
    }

    @Override
    double generated(int point) {
        return Root.evaluate_jvp(a[point], b[point], first_dot, second_dot, tangent);
    }
}
