package io.github.nablars.benchmarks.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tangents written by hand against central differences of the primal, and their values against the primal's. */
class HandTest {
    @ParameterizedTest
    @EnumSource
    void agreesWithCentralDifferences(Kernel kernel) throws ReflectiveOperationException {
        Method primal = kernel.in(Kernels.class, "");
        Method hand = kernel.in(Hand.class, "_jvp");
        for (int point = 0; point < Kernel.POINTS; point++) {
            // Each parameter alone, then all of them in the direction of the benchmarks.
            for (int only = -1; only < kernel.parameters(); only++) {
                if (only >= 0 && kernel.isInt(only)) {
                    continue;
                }
                double[] direction = direction(kernel, only);
                double[] tangent = new double[1];
                double value = (double) hand.invoke(null, handArguments(kernel, point, direction, tangent));
                double expected = (double) primal.invoke(null, arguments(kernel, point, direction, 0.0));
                String where = kernel + " at point " + point + ", parameter " + only;
                assertEquals(expected, value, 1e-15 * Math.abs(expected), where);
                double difference = difference(primal, kernel, point, direction, tangent[0]);
                assertEquals(difference, tangent[0], 1e-6 * Math.max(1.0, Math.abs(difference)), where);
            }
        }
    }

    @Test
    void tableIsComplete() {
        assertEquals(
                Arrays.stream(Kernels.class.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.getName().contains("_"))
                        .map(Method::getName)
                        .collect(Collectors.toSet()),
                Arrays.stream(Kernel.values()).map(Kernel::method).collect(Collectors.toSet()));
    }

    /**
     * A central difference of the fourth order. Of several steps the best is taken: the logistic map asks for a short one, and the
     * approximation in Black–Scholes jumps by 1e-9 where d changes its sign.
     */
    private static double difference(Method primal, Kernel kernel, int point, double[] direction, double expected)
            throws ReflectiveOperationException {
        double best = Double.NaN;
        for (double h : new double[] {1e-3, 1e-4, 1e-5}) {
            double inner = (double) primal.invoke(null, arguments(kernel, point, direction, h))
                    - (double) primal.invoke(null, arguments(kernel, point, direction, -h));
            double outer = (double) primal.invoke(null, arguments(kernel, point, direction, 2.0 * h))
                    - (double) primal.invoke(null, arguments(kernel, point, direction, -2.0 * h));
            double difference = (8.0 * inner - outer) / (12.0 * h);
            if (!(Math.abs(difference - expected) >= Math.abs(best - expected))) {
                best = difference;
            }
        }
        return best;
    }

    private static double[] direction(Kernel kernel, int only) {
        double[] direction = new double[kernel.parameters()];
        Arrays.setAll(direction, i -> only < 0 ? kernel.direction(i) : i == only ? 1.0 : 0.0);
        return direction;
    }

    private static Object[] arguments(Kernel kernel, int point, double[] direction, double step) {
        Object[] arguments = new Object[kernel.parameters()];
        Arrays.setAll(arguments, i -> kernel.isInt(i)
                ? (Object) kernel.intValue(i)
                : (Object) (kernel.points(i)[point] + step * direction[i]));
        return arguments;
    }

    private static Object[] handArguments(Kernel kernel, int point, double[] direction, double[] tangent) {
        List<Object> arguments = new ArrayList<>(Arrays.asList(arguments(kernel, point, direction, 0.0)));
        for (int i = 0; i < kernel.parameters(); i++) {
            if (!kernel.isInt(i)) {
                arguments.add(direction[i]);
            }
        }
        arguments.add(tangent);
        return arguments.toArray();
    }
}
