package io.github.nablars.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.hipparchus.analysis.polynomials.PolynomialFunction;
import org.hipparchus.util.FastMath;
import org.junit.jupiter.api.Test;

/** Derivatives of programs over the functions of Hipparchus against closed forms. */
class CurvesTest {
    private static final double[] POINTS = {0.4, 2, 7.5};

    private static void check(DoubleUnaryOperator expected, DoubleUnaryOperator derivative, double tolerance) {
        for (double a : POINTS) {
            assertEquals(expected.applyAsDouble(a), derivative.applyAsDouble(a), tolerance, "at " + a);
        }
    }

    /** A spline is linear in its values: its weights are what it gives for one that is 1. */
    private static double splineRule(ToDoubleFunction<double[]> spline, double a) {
        double[] slopes = {0, 1, 2 * a, 0};
        double sum = 0;
        for (int i = 0; i < slopes.length; i++) {
            double[] unit = new double[slopes.length];
            unit[i] = 1;
            sum += slopes[i] * spline.applyAsDouble(unit);
        }
        return sum;
    }

    /** p(x) = 1 + 2 x + 3 x^2. */
    private static double product(double x) {
        return (2 + 6 * x) * Math.sin(x) + (1 + 2 * x + 3 * x * x) * Math.cos(x);
    }

    /** The value is that of the library, also where the argument is reduced with many digits. */
    @Test
    void sineAndCosineKeepTheirBits() {
        for (double a : new double[] {0.0, -0.0, 1e-300, 0.7, 40, -1e5, 4e6, 1e22, Double.MAX_VALUE}) {
            double[] gradient = new double[1];
            double value = HipparchusCurves.together_grad(a, gradient);
            assertEquals(Double.doubleToRawLongBits(HipparchusCurves.together(a)), Double.doubleToRawLongBits(value));
            assertEquals(FastMath.cos(a) * FastMath.cos(a) - FastMath.sin(a) * FastMath.sin(a), gradient[0], 1e-15);
        }
    }

    @Test
    void functionsOfHipparchus() {
        check(a -> 2 + 8 * a, HipparchusCurves::polynomial_da, 1e-12);
        check(a -> splineRule(HipparchusCurves::splineThrough, a), HipparchusCurves::spline_da, 1e-12);
        check(a -> 0.5 / Math.sqrt(a), HipparchusCurves::root_da, 1e-6);
        check(a -> Math.cos(2 * a), HipparchusCurves::together_da, 1e-14);
        check(a -> -Math.exp(-a) * (Math.cos(a) + Math.sin(a)), HipparchusCurves::wave_da, 1e-14);
        PolynomialFunction held = new PolynomialFunction(1, 2, 3);
        check(CurvesTest::product, new HipparchusCurves(held)::at_dx, 1e-11);
    }
}
