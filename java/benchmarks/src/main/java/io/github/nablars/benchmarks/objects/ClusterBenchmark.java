package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Cluster;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentCluster;

/** Charges whose vectors are added to in place. */
public class ClusterBenchmark extends ObjectBenchmark {
    private final double[] radius = points(1, 0.5, 1.5);
    private final double[] stiffness = points(2, 0.5, 2.0);
    private final double[] damping = points(3, 0.1, 0.9);
    private int steps = 10;

    @Override
    double moved(int point, double step) {
        return Cluster.evaluate(
                radius[point] + step * first_dot, stiffness[point] + step * second_dot, damping[point] + step * third_dot, steps);
    }

    @Override
    double value(int point) {
        return Cluster.evaluate(radius[point], stiffness[point], damping[point], steps);
    }

    @Override
    double byHand(int point) {
        return TangentCluster.evaluate_jvp(
                radius[point], stiffness[point], damping[point], steps, first_dot, second_dot, third_dot, tangent);
    }

    @Override
    double generated(int point) {
        return Cluster.evaluate_jvp(radius[point], stiffness[point], damping[point], steps, first_dot, second_dot, third_dot, tangent);
    }
}
