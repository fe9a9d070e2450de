package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Hidden classes that are not simply a lambda of the method that is called. */
class HiddenTest {
    /** Calls one method, as the class of a method reference does, and computes with what it gives. */
    static class ThreeSines implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return Math.sin(x) * 3;
        }
    }

    @Test
    void aHiddenClassThatIsNoLambda() throws Throwable {
        byte[] bytes;
        try (InputStream in = HiddenTest.class.getResourceAsStream("HiddenTest$ThreeSines.class")) {
            bytes = in.readAllBytes();
        }
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        DoubleUnaryOperator f = (DoubleUnaryOperator) hidden.getDeclaredConstructor().newInstance();
        assertEquals(3 * Math.sin(1), f.applyAsDouble(1));
        refused("of a hidden class and no lambda", () -> Nabla.derivative(f));
    }

    /** Calls another one of the same name. */
    interface Radial extends DoubleBinaryOperator {
        double applyAsDouble(double r);

        @Override
        default double applyAsDouble(double x, double y) {
            return applyAsDouble(x * y);
        }
    }

    interface Seeded extends DoubleUnaryOperator {
        double applyAsDouble(double x, double seed);

        @Override
        default double applyAsDouble(double x) {
            return applyAsDouble(x, 3);
        }
    }

    interface Narrow extends DoubleUnaryOperator {
        double applyAsDouble(float x);

        @Override
        default double applyAsDouble(double x) {
            return applyAsDouble((float) x);
        }
    }

    interface Boxed extends DoubleUnaryOperator {
        double applyAsDouble(Object x);

        @Override
        default double applyAsDouble(double x) {
            return applyAsDouble(Double.valueOf(x));
        }
    }

    interface First extends ToDoubleFunction<double[]> {
        double applyAsDouble(double x);

        @Override
        default double applyAsDouble(double[] x) {
            return applyAsDouble(x[0]);
        }
    }

    interface Pair<T> extends ToDoubleFunction<T> {
        double applyAsDouble(T a, T b);

        @Override
        default double applyAsDouble(T a) {
            return applyAsDouble(a, a);
        }
    }

    @Test
    void aMethodOfTheNameForOthersOfAnyType() {
        double[] captured = {5};
        Pair<double[]> pair = (a, b) -> a[0] * b[0] * captured[0];
        refused("another method", () -> Nabla.gradient(pair));
    }

    @Test
    void aMethodOfTheNameForOtherArguments() {
        double factor = Math.sqrt(9);
        Radial radial = r -> factor * r * r;
        Seeded seeded = (x, seed) -> x * seed * factor;
        Narrow narrow = x -> x * factor;
        Boxed boxed = x -> (Double) x * factor;
        First first = x -> x * factor;
        Radial serialisable = (Radial & Serializable) r -> factor * r * r;
        DoubleUnaryOperator reference = seeded::applyAsDouble;
        for (DoubleBinaryOperator f : new DoubleBinaryOperator[] {radial, serialisable}) {
            assertEquals(300, Nabla.partials(f)[0].applyAsDouble(2, 5));
        }
        assertEquals(9, Nabla.derivative(seeded).applyAsDouble(2));
        assertEquals(9, Nabla.derivative(reference).applyAsDouble(2));
        assertEquals(3, Nabla.gradient(first).at(new double[] {2})[0]);
        for (DoubleUnaryOperator f : new DoubleUnaryOperator[] {narrow, boxed}) {
            DoubleUnaryOperator derivative = Nabla.derivative(f);
            String message = assertThrows(UnsupportedOperationException.class, () -> derivative.applyAsDouble(2)).getMessage();
            assertTrue(message.contains("has no derivative of"), message);
        }
    }

    private static void refused(String why, Runnable derivative) {
        String message = assertThrows(NotDifferentiableException.class, derivative::run).getMessage();
        assertTrue(message.contains(why), message);
    }
}
