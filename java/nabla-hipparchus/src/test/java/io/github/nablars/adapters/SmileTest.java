package io.github.nablars.adapters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.nablars.DoubleFunction1;
import io.github.nablars.Nabla;
import io.github.nablars.NotDifferentiableException;
import io.github.nablars.smile.Smile;
import org.junit.jupiter.api.Test;
import smile.math.BFGS;
import smile.math.DifferentiableFunction;
import smile.math.DifferentiableMultivariateFunction;
import smile.math.Function;
import smile.math.MultivariateFunction;

/** Smile's BFGS finds from plain code what it finds with a gradient written by hand. */
class SmileTest {
    private static double rosenbrock(double[] x) {
        double slope = x[1] - x[0] * x[0];
        return 100 * slope * slope + (1 - x[0]) * (1 - x[0]);
    }

    private static final DifferentiableMultivariateFunction BY_HAND = new DifferentiableMultivariateFunction() {
        private static final long serialVersionUID = 1L;

        @Override
        public double f(double[] x) {
            return rosenbrock(x);
        }

        @Override
        public double g(double[] x, double[] gradient) {
            double slope = x[1] - x[0] * x[0];
            gradient[0] = -400 * slope * x[0] - 2 * (1 - x[0]);
            gradient[1] = 200 * slope;
            return rosenbrock(x);
        }
    };

    private static double[] minimum(DifferentiableMultivariateFunction f) {
        double[] x = {-1.2, 1};
        BFGS.minimize(f, x, 1e-10, 500);
        return x;
    }

    @Test
    void bfgs() {
        double[] byHand = minimum(BY_HAND);
        assertArrayEquals(new double[] {1, 1}, byHand, 1e-8);
        assertArrayEquals(byHand, minimum(Smile.multivariate(SmileTest::rosenbrock)), 1e-12);
        MultivariateFunction plain = SmileTest::rosenbrock;
        assertArrayEquals(byHand, minimum(Nabla.differentiable(DifferentiableMultivariateFunction.class, plain)), 1e-12);
    }

    @Test
    void univariate() {
        double x = 1.25;
        Function plain = t -> t * Math.sin(t);
        for (DifferentiableFunction f : new DifferentiableFunction[] {
            Smile.univariate(t -> t * Math.sin(t)), Nabla.differentiable(DifferentiableFunction.class, plain)
        }) {
            assertEquals(x * Math.sin(x), f.f(x));
            assertEquals(Math.sin(x) + x * Math.cos(x), f.g(x), 1e-15);
            assertEquals(2 * Math.cos(x) - x * Math.sin(x), f.g2(x), 1e-15);
        }
        assertThrows(NotDifferentiableException.class,
                () -> Nabla.differentiable(DifferentiableMultivariateFunction.class, (DoubleFunction1) t -> t));
    }
}
