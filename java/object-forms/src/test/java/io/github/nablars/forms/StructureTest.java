package io.github.nablars.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.Derivative;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.hipparchus.analysis.differentiation.UnivariateDerivative2;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction;
import org.hipparchus.analysis.solvers.NewtonRaphsonSolver;
import org.junit.jupiter.api.Test;

/** The form structure: Commons Nabla's contract, for Hipparchus and for Commons Math 3. */
class StructureTest {
    /** Where the derivative of Commons Nabla's example is zero. */
    private static final double ROOT = 0.89877516468465829;

    private static UnivariateDifferentiableFunction differentiable(UnivariateFunction f) {
        return assertInstanceOf(UnivariateDifferentiableFunction.class, f);
    }

    @Test
    void theRootOfTheDerivativeByHipparchus() {
        UnivariateDifferentiableFunction f = differentiable(new Wave());
        UnivariateDifferentiableFunction slope = new UnivariateDifferentiableFunction() {
            @Override
            public double value(double t) {
                return f.value(new UnivariateDerivative1(t, 1)).getFirstDerivative();
            }

            @Override
            public <T extends Derivative<T>> T value(T t) {
                DerivativeStructure two = f.value(new DSFactory(1, 2).variable(0, t.getValue()));
                return t.compose(two.getPartialDerivative(1), two.getPartialDerivative(2));
            }
        };
        assertEquals(ROOT, new NewtonRaphsonSolver(1e-12).solve(100, slope, 0.5, 1.2), 1e-15);
    }

    @Test
    void theRootOfTheDerivativeByCommonsMath() {
        var f = assertInstanceOf(
                org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction.class, new CommonsWave());
        var slope = new org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction() {
            @Override
            public double value(double t) {
                return value(new org.apache.commons.math3.analysis.differentiation.DerivativeStructure(1, 0, t)).getValue();
            }

            @Override
            public org.apache.commons.math3.analysis.differentiation.DerivativeStructure value(
                    org.apache.commons.math3.analysis.differentiation.DerivativeStructure t) {
                var two = f.value(new org.apache.commons.math3.analysis.differentiation.DerivativeStructure(
                        1, t.getOrder() + 1, 0, t.getValue()));
                double[] derivatives = new double[t.getOrder() + 1];
                for (int i = 0; i < derivatives.length; i++) {
                    derivatives[i] = two.getPartialDerivative(i + 1);
                }
                return t.compose(derivatives);
            }
        };
        var solver = new org.apache.commons.math3.analysis.solvers.NewtonRaphsonSolver(1e-12);
        assertEquals(ROOT, solver.solve(100, slope, 0.5, 1.2), 1e-15);
    }

    /** The derivatives of the wave: those of the real part of an exponential. */
    private static double wave(int order, double t, double amplitude) {
        double re = 1;
        double im = 0;
        for (int i = 0; i < order; i++) {
            double next = -0.9 * re - 4 * im;
            im = -0.9 * im + 4 * re;
            re = next;
        }
        double line = order == 0 ? (6 - t) / 3 : order == 1 ? -1.0 / 3 : 0;
        return line + amplitude * Math.exp(-0.9 * t) * (re * Math.cos(4 * t - 4) - im * Math.sin(4 * t - 4));
    }

    @Test
    void everyOrderAgreesWithClosedForms() {
        Wave f = new Wave();
        CommonsWave commons = new CommonsWave();
        for (double amplitude : new double[] {1, -2.5}) {
            // Fields are read live.
            f.amplitude = amplitude;
            commons.amplitude = amplitude;
            for (double t : new double[] {-0.3, 0.4, 2.7}) {
                for (int order = 0; order <= 6; order++) {
                    DerivativeStructure y = differentiable(f).value(new DSFactory(1, order).variable(0, t));
                    var z = ((org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction)
                            (Object) commons).value(
                            new org.apache.commons.math3.analysis.differentiation.DerivativeStructure(1, order, 0, t));
                    for (int k = 0; k <= order; k++) {
                        double expected = wave(k, t, amplitude);
                        double scale = Math.max(1, Math.pow(4.1, k));
                        assertEquals(expected, y.getPartialDerivative(k), 1e-13 * scale, "order " + k);
                        assertEquals(expected, z.getPartialDerivative(k), 1e-13 * scale, "order " + k);
                    }
                }
            }
        }
    }

    @Test
    void theValueAndTheSlopeAreTheMethodsOwn() {
        for (int which = 0; which < 7; which++) {
            Singular f = new Singular(which);
            for (int i = -1; i <= 400; i++) {
                double t = i < 0 ? -0.0 : i / 37.0;
                double value = f.value(t);
                double slope = f.value_dt(t);
                UnivariateDerivative1 one = differentiable(f).value(new UnivariateDerivative1(t, 1));
                UnivariateDerivative2 two = differentiable(f).value(new UnivariateDerivative2(t, 1, 0));
                DerivativeStructure many = differentiable(f).value(new DSFactory(1, 4).variable(0, t));
                assertEquals(value, one.getValue());
                assertEquals(value, two.getValue());
                assertEquals(value, many.getValue());
                // A sum of products in the library's compose may change the sign of a zero.
                assertEquals(slope + 0.0, one.getFirstDerivative() + 0.0);
                assertEquals(slope + 0.0, two.getFirstDerivative() + 0.0);
                assertEquals(slope + 0.0, many.getPartialDerivative(1) + 0.0);
            }
        }
    }

    @Test
    void anyNumberOfParameters() {
        Wave f = new Wave();
        // t = 2a − b: the chain rule through the argument.
        Gradient a = Gradient.variable(2, 0, 0.7);
        Gradient b = Gradient.variable(2, 1, 0.5);
        Gradient y = differentiable(f).value(a.multiply(2).subtract(b));
        double slope = wave(1, 0.9, 1);
        assertEquals(f.value(0.7 * 2 - 0.5), y.getValue());
        assertEquals(2 * slope, y.getPartialDerivative(0), 1e-14);
        assertEquals(-slope, y.getPartialDerivative(1), 1e-14);
        DSFactory factory = new DSFactory(2, 3);
        DerivativeStructure z =
                differentiable(f).value(factory.variable(0, 0.7).multiply(2).subtract(factory.variable(1, 0.5)));
        assertEquals(-4 * wave(3, 0.9, 1), z.getPartialDerivative(2, 1), 1e-11);
    }
}
