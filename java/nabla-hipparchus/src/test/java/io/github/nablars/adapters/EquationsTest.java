package io.github.nablars.adapters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.nablars.Nabla;
import io.github.nablars.commonsmath.CommonsMath;
import io.github.nablars.commonsmath.Equation;
import io.github.nablars.hipparchus.Hipparchus;
import java.util.List;
import org.apache.commons.math3.ode.ExpandableStatefulODE;
import org.apache.commons.math3.ode.JacobianMatrices;
import org.apache.commons.math3.ode.UnknownParameterException;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.ode.ExpandableODE;
import org.hipparchus.ode.ODEJacobiansProvider;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.ODEStateAndDerivative;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.VariationalEquation;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;
import org.junit.jupiter.api.Test;

/** Sensitivities of Van der Pol's oscillator, whose damping μ and drive are parameters. */
class EquationsTest {
    private static final List<String> NAMES = List.of("mu", "drive");
    private static final double[] VALUES = {0.7, 0.3};
    private static final double END = 4;

    private static double[] vanDerPol(double t, double[] y, double[] p) {
        return new double[] {y[1], p[0] * (1 - y[0] * y[0]) * y[1] - y[0] + p[1] * Math.cos(t)};
    }

    /** What one would write. */
    private static final class ByHand implements ODEJacobiansProvider {
        @Override
        public int getDimension() {
            return 2;
        }

        @Override
        public double[] computeDerivatives(double t, double[] y) {
            return vanDerPol(t, y, VALUES);
        }

        @Override
        public double[][] computeMainStateJacobian(double t, double[] y, double[] yDot) {
            return new double[][] {{0, 1}, {-2 * VALUES[0] * y[0] * y[1] - 1, VALUES[0] * (1 - y[0] * y[0])}};
        }

        @Override
        public List<String> getParametersNames() {
            return NAMES;
        }

        @Override
        public boolean isSupported(String name) {
            return NAMES.contains(name);
        }

        @Override
        public double[] computeParameterJacobian(double t, double[] y, double[] yDot, String name) {
            return new double[] {0, name.equals("mu") ? (1 - y[0] * y[0]) * y[1] : Math.cos(t)};
        }
    }

    /** State, its derivatives by the initial state, and by the parameters. */
    private static double[] integrate(ODEJacobiansProvider provider) {
        ExpandableODE equation = new ExpandableODE(provider);
        VariationalEquation variation = new VariationalEquation(equation, provider);
        ODEState start = variation.setUpInitialState(new ODEState(0, new double[] {1, 0.5}));
        ODEStateAndDerivative last = new DormandPrince853Integrator(1e-8, 1, 1e-12, 1e-12).integrate(equation, start, END);
        double[][] byStart = variation.extractMainSetJacobian(last);
        double[] found = new double[10];
        System.arraycopy(last.getPrimaryState(), 0, found, 0, 2);
        System.arraycopy(byStart[0], 0, found, 2, 2);
        System.arraycopy(byStart[1], 0, found, 4, 2);
        int at = 6;
        for (String name : provider.getParametersNames()) {
            System.arraycopy(variation.extractParameterJacobian(last, name), 0, found, at, 2);
            at += 2;
        }
        return found;
    }

    @Test
    void hipparchus() {
        double[] byHand = integrate(new ByHand());
        ODEJacobiansProvider adapted = Hipparchus.equation(2, NAMES, VALUES, EquationsTest::vanDerPol);
        assertArrayEquals(byHand, integrate(adapted), 1e-12);
        assertThrows(MathIllegalArgumentException.class,
                () -> adapted.computeParameterJacobian(0, new double[2], new double[2], "nu"));
        assertThrows(IllegalArgumentException.class,
                () -> Hipparchus.equation(2, NAMES, new double[1], EquationsTest::vanDerPol));

        double[] withoutParameters = byHand.clone();
        java.util.Arrays.fill(withoutParameters, 6, 10, 0);
        assertArrayEquals(withoutParameters, integrate(Hipparchus.equation(2, (t, y) -> vanDerPol(t, y, VALUES))), 1e-12);
        OrdinaryDifferentialEquation plain = new OrdinaryDifferentialEquation() {
            private final double mu = VALUES[0];

            @Override
            public int getDimension() {
                return 2;
            }

            @Override
            public double[] computeDerivatives(double t, double[] y) {
                return vanDerPol(t, y, new double[] {mu, VALUES[1]});
            }
        };
        assertArrayEquals(withoutParameters, integrate(Nabla.differentiable(ODEJacobiansProvider.class, plain)), 1e-12);
    }

    @Test
    void commonsMath() {
        Equation equation = CommonsMath.equation(2, NAMES, VALUES, EquationsTest::vanDerPol);
        JacobianMatrices matrices = new JacobianMatrices(equation, "mu", "drive");
        matrices.addParameterJacobianProvider(equation);
        ExpandableStatefulODE expandable = new ExpandableStatefulODE(equation);
        expandable.setTime(0);
        expandable.setPrimaryState(new double[] {1, 0.5});
        matrices.registerVariationalEquations(expandable);
        new org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator(1e-8, 1, 1e-12, 1e-12).integrate(expandable, END);

        double[] byHand = integrate(new ByHand());
        assertArrayEquals(new double[] {byHand[0], byHand[1]}, expandable.getPrimaryState(), 1e-10);
        double[][] byStart = new double[2][2];
        matrices.getCurrentMainSetJacobian(byStart);
        assertArrayEquals(new double[] {byHand[2], byHand[3]}, byStart[0], 1e-9);
        assertArrayEquals(new double[] {byHand[4], byHand[5]}, byStart[1], 1e-9);
        double[] byParameter = new double[2];
        matrices.getCurrentParameterJacobian("mu", byParameter);
        assertArrayEquals(new double[] {byHand[6], byHand[7]}, byParameter, 1e-9);
        matrices.getCurrentParameterJacobian("drive", byParameter);
        assertEquals(byHand[8], byParameter[0], 1e-9);
        assertThrows(UnknownParameterException.class,
                () -> equation.computeParameterJacobian(0, new double[2], new double[2], "nu", byParameter));
    }
}
