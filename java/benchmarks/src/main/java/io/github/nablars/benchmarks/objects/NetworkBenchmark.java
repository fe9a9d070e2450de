package io.github.nablars.benchmarks.objects;

import io.github.nablars.benchmarks.kernels.objects.Network;
import io.github.nablars.benchmarks.kernels.objects.hand.TangentNetwork;

/** Layers that keep their results; one object for all calls. */
public class NetworkBenchmark extends ObjectBenchmark {
    private final double[] a = points(1, -1.0, 1.0);
    private final double[] b = points(2, -1.0, 1.0);
    private final Network network = new Network();
    private final TangentNetwork tangentNetwork = new TangentNetwork();

    @Override
    double moved(int point, double step) {
        return network.evaluate(a[point] + step * first_dot, b[point] + step * second_dot);
    }

    @Override
    double value(int point) {
        return network.evaluate(a[point], b[point]);
    }

    @Override
    double byHand(int point) {
        return tangentNetwork.evaluate_jvp(a[point], b[point], first_dot, second_dot, tangent);
    }

    @Override
    double generated(int point) {
        return network.evaluate_jvp(a[point], b[point], first_dot, second_dot, tangent);
    }
}
