package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.nablars.spi.Adapter;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Functions as types with derivatives: those of this library, and those of another. */
class AdaptersTest {
    /** A type of another library. */
    interface Law {
        double value(double x);

        double slope(double x);
    }

    /** Named in META-INF/services. */
    public static final class ToLaw implements Adapter {
        @Override
        public <T> T adapt(Class<T> type, Object f) {
            if (type != Law.class || !(f instanceof DoubleUnaryOperator function)) {
                return null;
            }
            DoubleUnaryOperator derivative = Nabla.derivative(function);
            return type.cast(new Law() {
                @Override
                public double value(double x) {
                    return function.applyAsDouble(x);
                }

                @Override
                public double slope(double x) {
                    return derivative.applyAsDouble(x);
                }
            });
        }
    }

    @Test
    void typesOfOtherLibraries() {
        Law law = Nabla.differentiable(Law.class, (DoubleFunction1) x -> x * x);
        assertEquals(9, law.value(3));
        assertEquals(6, law.slope(3));
    }

    @Test
    void typesOfThisLibrary() {
        ArrayFunction f = x -> x[0] * x[1];
        double[] x = {2, 3};
        assertArrayEquals(new double[] {3, 2}, Nabla.differentiable(Gradient.class, f).at(x));
        assertArrayEquals(new double[] {0, 1}, Nabla.differentiable(Hessian.class, f).at(x)[0]);
        double[] derivative = new double[1];
        assertEquals(6, Nabla.differentiable(Pushforward.class, f).value(x, new double[] {1, 0}, derivative));
        assertEquals(3, derivative[0]);
        assertEquals(4, Nabla.differentiable(ValueAndDerivative.class, (DoubleFunction1) t -> t * t).value(2, derivative));
        VectorFunction g = t -> new double[] {t[0] * t[0]};
        assertEquals(4, Nabla.differentiable(Jacobian.class, g).at(x)[0][0]);
    }

    @Test
    void withoutAnAdapter() {
        assertEquals("NB0603", assertThrows(NotDifferentiableException.class,
                () -> Nabla.differentiable(Runnable.class, (DoubleFunction1) x -> x)).code());
        assertThrows(NullPointerException.class, () -> Nabla.differentiable(Law.class, null));
    }
}
