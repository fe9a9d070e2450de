package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.nablars.spi.Adapter;
import java.lang.invoke.MethodHandles.Lookup;
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
        public <T> T adapt(Lookup caller, Class<T> type, Object f) {
            if (type != Law.class || !(f instanceof DoubleUnaryOperator function)) {
                return null;
            }
            DoubleUnaryOperator derivative = Nabla.derivative(caller, function);
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
    void twoDerivatives() {
        double[] found = new double[2];
        DoubleFunction1 cube = x -> x * x * x;
        assertEquals(8, Nabla.differentiable(ValueAndTwoDerivatives.class, cube).value(2, found));
        assertArrayEquals(new double[] {12, 12}, found);
        DoubleUnaryOperator composed = cube.andThen((DoubleFunction1) x -> x * x);
        assertEquals(64, Nabla.differentiable(ValueAndTwoDerivatives.class, composed).value(2, found));
        assertArrayEquals(new double[] {6 * 32, 30 * 16}, found);
        Nabla.differentiable(ValueAndTwoDerivatives.class, DoubleUnaryOperator.identity()).value(2, found);
        assertArrayEquals(new double[] {1, 0}, found);
    }

    @Test
    void parameters() {
        double scale = 3;
        ParametricFunction curve = (x, p) -> scale * p[0] * Math.exp(p[1] * x);
        ParametricGradient gradient = Nabla.differentiable(ParametricGradient.class, curve);
        double[] found = new double[2];
        for (double x : new double[] {0.5, 2}) {
            double e = Math.exp(0.25 * x);
            assertEquals(scale * 2 * e, gradient.value(x, new double[] {2, 0.25}, found));
            assertArrayEquals(new double[] {scale * e, scale * 2 * e * x}, found, 1e-14);
        }
    }

    @Test
    void rightHandSides() {
        double stiffness = 2;
        double[] y = {3, 4};
        double[][] found = new double[2][2];
        RightHandSide plain = (t, s) -> new double[] {s[1], -stiffness * s[0] * s[0] + t};
        assertArrayEquals(new double[] {4, -17},
                Nabla.differentiable(RightHandSideJacobian.class, plain).value(1, y, found));
        assertArrayEquals(new double[] {0, 1}, found[0]);
        assertArrayEquals(new double[] {-12, 0}, found[1]);

        ParametricRightHandSide damped = (t, s, p) -> new double[] {s[1], -p[0] * s[0] - p[1] * s[1] + t};
        ParametricJacobian both = Nabla.differentiable(ParametricJacobian.class, damped);
        double[] p = {5, 7};
        assertArrayEquals(new double[] {4, -42}, both.byState(1, y, p, found));
        assertArrayEquals(new double[] {-5, -7}, found[1]);
        assertArrayEquals(new double[] {4, -42}, both.byParameters(1, y, p, found));
        assertArrayEquals(new double[] {0, 0}, found[0]);
        assertArrayEquals(new double[] {-3, -4}, found[1]);
    }

    @Test
    void withoutAnAdapter() {
        assertEquals("NB0603", assertThrows(NotDifferentiableException.class,
                () -> Nabla.differentiable(Runnable.class, (DoubleFunction1) x -> x)).code());
        assertThrows(NullPointerException.class, () -> Nabla.differentiable(Law.class, null));
    }
}
