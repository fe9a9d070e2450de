package io.github.nablars.benchmarks.runtime;

import io.github.nablars.Nabla;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A derivative made while the program runs, and the same written by hand. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RuntimeBenchmark {
    private final DoubleUnaryOperator derivative = Nabla.derivative(x -> x * Math.sin(x));

    private final DoubleUnaryOperator byHand = x -> Math.sin(x) + x * Math.cos(x);

    private double x = 1.25;

    /** What {@link Nabla} made. */
    @Benchmark
    public double nabla() {
        return derivative.applyAsDouble(x);
    }

    /** What one would write. */
    @Benchmark
    public double hand() {
        return byHand.applyAsDouble(x);
    }
}
