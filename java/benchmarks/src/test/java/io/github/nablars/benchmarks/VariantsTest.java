package io.github.nablars.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.nablars.benchmarks.kernels.Hand;
import io.github.nablars.benchmarks.kernels.Kernel;
import io.github.nablars.benchmarks.kernels.Kernels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All ways to the derivative compute the same; a benchmark that computes something else would compare nothing. */
class VariantsTest {
    @ParameterizedTest
    @EnumSource
    void generatedAgreesWithHandWritten(Kernel kernel) throws ReflectiveOperationException {
        for (int point = 0; point < Kernel.POINTS; point++) {
            double[] expected = new double[1];
            kernel.in(Hand.class, "_jvp").invoke(null, arguments(kernel, point, expected));
            double[] tangent = new double[1];
            double value = (double) kernel.in(Kernels.class, "_jvp").invoke(null, arguments(kernel, point, tangent));
            double primal = (double) kernel.in(Kernels.class, "").invoke(null, arguments(kernel, point, null));
            String where = kernel + " at point " + point;
            assertEquals(Double.doubleToRawLongBits(primal), Double.doubleToRawLongBits(value), where + ": the value is the primal's");
            assertEquals(expected[0], tangent[0], 1e-9 * Math.max(1.0, Math.abs(expected[0])), where);
        }
    }

    @ParameterizedTest
    @EnumSource
    void librariesAgreeWithHandWritten(Kernel kernel) throws ReflectiveOperationException {
        String name = kernel.method();
        KernelBenchmark benchmark = (KernelBenchmark) Class.forName(
                        "io.github.nablars.benchmarks." + Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Benchmark")
                .getDeclaredConstructor()
                .newInstance();
        double expected = benchmark.hand();
        double tolerance = 1e-8 * Math.max(1.0, Math.abs(expected));
        assertEquals(expected, benchmark.nabla(), tolerance);
        assertEquals(expected, benchmark.univariateDerivative1(), tolerance);
        assertEquals(expected, benchmark.gradient(), tolerance);
        assertEquals(expected, benchmark.derivativeStructure(), tolerance);
        assertEquals(expected, benchmark.commonsMath(), tolerance);
        // Differences are what they are: on the logistic map, wrong from the fourth digit on.
        assertEquals(expected, benchmark.differences(), 1e5 * tolerance);
    }

    /** The arguments of the primal when there is no array for the tangent, else those of the derivative. */
    private static Object[] arguments(Kernel kernel, int point, double[] tangent) {
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < kernel.parameters(); i++) {
            arguments.add(kernel.isInt(i) ? (Object) kernel.intValue(i) : (Object) kernel.points(i)[point]);
        }
        if (tangent != null) {
            for (int i = 0; i < kernel.parameters(); i++) {
                if (!kernel.isInt(i)) {
                    arguments.add(kernel.direction(i));
                }
            }
            arguments.add(tangent);
        }
        return arguments.toArray();
    }
}
