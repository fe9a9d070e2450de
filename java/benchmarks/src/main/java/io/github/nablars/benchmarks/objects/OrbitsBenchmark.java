package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Orbits;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentOrbits;

/** Three bodies of vectors that do not change. */
public class OrbitsBenchmark extends ObjectBenchmark {
    private final double[] distance = points(1, 2.0, 3.0);
    private final double[] speed = points(2, 1.5, 2.5);
    private final double[] mass = points(3, 0.1, 0.5);
    private int steps = 10;

    @Override
    double moved(int point, double step) {
        return Orbits.evaluate(distance[point] + step * first_dot, speed[point] + step * second_dot, mass[point] + step * third_dot, steps);
    }

    @Override
    double value(int point) {
        return Orbits.evaluate(distance[point], speed[point], mass[point], steps);
    }

    @Override
    double byHand(int point) {
        return TangentOrbits.evaluate_jvp(distance[point], speed[point], mass[point], steps, first_dot, second_dot, third_dot, tangent);
    }

    @Override
    double generated(int point) {
        return Orbits.evaluate_jvp(distance[point], speed[point], mass[point], steps, first_dot, second_dot, third_dot, tangent);
    }
}
