package io.github.nablars.benchmarks.runtime;

import io.github.nablars.Nabla;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * How long a derivative made while the program runs takes, as a multiple of the same written by hand. Both run in turns, and what the
 * processor works for them is compared, not the time that passes: so other programs on the machine hardly matter.
 */
public final class InTurns {
    private static final int CALLS = 200_000;
    private static final int WARM_UP = 60;
    private static final int PAIRS = 200;

    private InTurns() {}

    /**
     * Prints median and quartiles of the ratio.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        DoubleUnaryOperator nabla = Nabla.derivative(x -> x * Math.sin(x));
        DoubleUnaryOperator hand = x -> Math.sin(x) + x * Math.cos(x);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double[] ratios = new double[PAIRS];
        double sink = 0;
        for (int i = -WARM_UP; i < PAIRS; i++) {
            boolean nablaFirst = i % 2 == 0;
            long start = threads.getCurrentThreadCpuTime();
            sink += nablaFirst ? nabla(nabla) : hand(hand);
            long between = threads.getCurrentThreadCpuTime();
            sink += nablaFirst ? hand(hand) : nabla(nabla);
            double first = between - start;
            double second = threads.getCurrentThreadCpuTime() - between;
            if (i >= 0) {
                ratios[i] = nablaFirst ? first / second : second / first;
            }
        }
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "against the same by hand: %.3f (quartiles %.3f and %.3f)%s%n", ratios[PAIRS / 2],
                ratios[PAIRS / 4], ratios[3 * PAIRS / 4], Double.isNaN(sink) ? ", no number" : "");
    }

    // Two loops, for each learns what it calls.

    private static double nabla(DoubleUnaryOperator f) {
        double sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += f.applyAsDouble(1.25 + 1e-9 * i);
        }
        return sum;
    }

    private static double hand(DoubleUnaryOperator f) {
        double sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += f.applyAsDouble(1.25 + 1e-9 * i);
        }
        return sum;
    }
}
