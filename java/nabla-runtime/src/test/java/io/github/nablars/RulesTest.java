package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.nablars.api.Derivative;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The user's own rules, in the class of the function or in the one around it. */
class RulesTest {
    /** Whose code has the derivative 0. */
    static final class Stairs {
        static double at(double x) {
            return Math.floor(x * 8) / 8;
        }

        static double sloping(double x, int steps) {
            return Math.floor(x * steps) / steps;
        }
    }

    @Derivative(of = Stairs.class, method = "at")
    private static double at(double x, double direction, double[] tangent) {
        tangent[0] = direction;
        return Stairs.at(x);
    }

    @Derivative(of = Stairs.class, method = "sloping", descriptor = "(DI)D")
    static double sloping(double x, int steps, double direction, double[] tangent) {
        tangent[0] = steps * direction;
        return Stairs.sloping(x, steps);
    }

    /** Of another form than its annotation says, and so no rule. */
    @Derivative(of = Math.class, method = "sin", descriptor = "(F)F")
    static double sine(double x, double direction, double[] tangent) {
        throw new AssertionError();
    }

    @Test
    void besideTheFunction() {
        assertEquals(6, Nabla.derivative(x -> x * x * Stairs.at(2 * x) / Stairs.at(2 * x) + Stairs.at(4 * x) / 2).applyAsDouble(2));
        assertEquals(40, Nabla.derivative(x -> Stairs.sloping(5 * x, 8)).applyAsDouble(0.3));
        assertArrayEquals(new double[] {3, 7}, Nabla.gradient(x -> 3 * Stairs.at(x[0]) + Stairs.sloping(x[1], 7)).at(new double[] {1, 2}));
        assertEquals(Math.cos(0.3), Nabla.derivative(x -> Math.sin(x)).applyAsDouble(0.3));
    }

    @Test
    void ofTheFunctionItself() {
        assertEquals(1, Nabla.derivative(Stairs::at).applyAsDouble(0.3));
    }

    /** Its own class has no rules. */
    private record Inner(double factor) implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return factor * Stairs.at(x);
        }
    }

    @Test
    void aroundTheFunction() {
        assertEquals(3, Nabla.derivative(new Inner(3)).applyAsDouble(0.7));
    }
}
