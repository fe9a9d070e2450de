package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Solver;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentSolver;

/** A solver that keeps the arrays it works in; one object for all calls. */
public class SolverBenchmark extends ObjectBenchmark {
    private final double[] x = points(1, -2.0, 2.0);
    private final double[] v = points(2, -1.0, 1.0);
    private final double[] mu = points(3, 0.5, 1.5);
    private int steps = 10;
    private final Solver solver = new Solver();
    private final TangentSolver tangentSolver = new TangentSolver();

    @Override
    double moved(int point, double step) {
        return solver.evaluate(x[point] + step * first_dot, v[point] + step * second_dot, mu[point] + step * third_dot, steps);
    }

    @Override
    double value(int point) {
        return solver.evaluate(x[point], v[point], mu[point], steps);
    }

    @Override
    double byHand(int point) {
        return tangentSolver.evaluate_jvp(x[point], v[point], mu[point], steps, first_dot, second_dot, third_dot, tangent);
    }

    @Override
    double generated(int point) {
        return solver.evaluate_jvp(x[point], v[point], mu[point], steps, first_dot, second_dot, third_dot, tangent);
    }
}
