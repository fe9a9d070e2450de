package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Scene;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentScene;

/** Receivers of three classes; one object for all calls. */
public class SceneBenchmark extends ObjectBenchmark {
    private final double[] x = points(1, -1.0, 1.0);
    private final double[] y = points(2, -1.0, 1.0);
    private final Scene scene = new Scene();
    private final TangentScene tangentScene = new TangentScene();

    @Override
    double moved(int point, double step) {
        return scene.evaluate(x[point] + step * first_dot, y[point] + step * second_dot);
    }

    @Override
    double value(int point) {
        return scene.evaluate(x[point], y[point]);
    }

    @Override
    double byHand(int point) {
        return tangentScene.evaluate_jvp(x[point], y[point], first_dot, second_dot, tangent);
    }

    @Override
    double generated(int point) {
        return scene.evaluate_jvp(x[point], y[point], first_dot, second_dot, tangent);
    }
}
