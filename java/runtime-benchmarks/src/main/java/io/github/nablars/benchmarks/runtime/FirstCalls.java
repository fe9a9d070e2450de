package io.github.nablars.benchmarks.runtime;

import io.github.nablars.Nabla;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** How long it takes to get the derivative of a lambda that was not seen before, in milliseconds. */
public final class FirstCalls {
    private FirstCalls() {}

    /**
     * Prints the times.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        System.out.printf(Locale.ROOT, "first, with loading the library: %.2f ms%n", time(x -> x));
        List<DoubleUnaryOperator> more = List.of(
                x -> x * 2, x -> x * x, x -> x * x * x, x -> 1 / x, x -> Math.sin(x), x -> Math.cos(x), x -> Math.exp(x),
                x -> Math.log(x), x -> Math.sqrt(x), x -> Math.tanh(x), x -> x * Math.sin(x), x -> x * Math.cos(x),
                x -> x * Math.exp(x), x -> x * Math.log(x), x -> x > 0 ? x : -x, x -> Math.pow(x, 3), x -> Math.hypot(x, 1),
                x -> Math.atan2(x, 2), x -> x - Math.floor(x), x -> (x + 1) / (x - 1), x -> Math.max(x, 0), x -> -x);
        double[] times = more.stream().mapToDouble(FirstCalls::time).toArray();
        System.out.printf(Locale.ROOT, "second: %.2f ms%n", times[0]);
        double[] further = Arrays.copyOfRange(times, 1, times.length);
        Arrays.sort(further);
        System.out.printf(Locale.ROOT, "further: median %.2f ms, longest %.2f ms%n", further[further.length / 2],
                further[further.length - 1]);
    }

    private static double time(DoubleUnaryOperator f) {
        long start = System.nanoTime();
        Nabla.derivative(f);
        return (System.nanoTime() - start) / 1e6;
    }
}
