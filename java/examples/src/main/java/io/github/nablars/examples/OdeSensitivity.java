package io.github.nablars.examples;

import io.github.nablars.Jacobian;
import io.github.nablars.Nabla;
import org.hipparchus.ode.ExpandableODE;
import org.hipparchus.ode.ODEJacobiansProvider;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.ODEStateAndDerivative;
import org.hipparchus.ode.VariationalEquation;
import org.hipparchus.ode.nonstiff.DormandPrince853Integrator;
import java.util.List;

/**
 * How the solution of a differential equation changes with its initial state and a parameter: Hipparchus integrates the variational
 * equations, whose Jacobians are exact derivatives of the right-hand side.
 */
public final class OdeSensitivity implements ODEJacobiansProvider {
    private static final String PARAMETER = "damping";

    private final double stiffness;
    private final double damping;
    private final Jacobian byState;
    private final Jacobian byDamping;
    private double[] state;

    /**
     * A damped oscillator, {@code x'' = −k·x − c·x' − x³}.
     *
     * @param stiffness k
     * @param damping c
     */
    public OdeSensitivity(double stiffness, double damping) {
        this.stiffness = stiffness;
        this.damping = damping;
        byState = Nabla.jacobian(y -> rightHandSide(y, damping));
        // The state is a field: the derivative reads it as the function does.
        byDamping = Nabla.jacobian(c -> rightHandSide(state, c[0]));
    }

    private double[] rightHandSide(double[] y, double c) {
        return new double[] {y[1], -stiffness * y[0] - c * y[1] - y[0] * y[0] * y[0]};
    }

    @Override
    public int getDimension() {
        return 2;
    }

    @Override
    public double[] computeDerivatives(double t, double[] y) {
        return rightHandSide(y, damping);
    }

    @Override
    public double[][] computeMainStateJacobian(double t, double[] y, double[] derivatives) {
        double[][] jacobian = new double[2][2];
        byState.value(y, jacobian);
        return jacobian;
    }

    @Override
    public double[] computeParameterJacobian(double t, double[] y, double[] derivatives, String name) {
        state = y;
        double[][] jacobian = new double[2][1];
        byDamping.value(new double[] {damping}, jacobian);
        return new double[] {jacobian[0][0], jacobian[1][0]};
    }

    @Override
    public List<String> getParametersNames() {
        return List.of(PARAMETER);
    }

    @Override
    public boolean isSupported(String name) {
        return name.equals(PARAMETER);
    }

    /**
     * Integrates from position 1 at rest.
     *
     * @param end until when
     * @return the position, and its derivatives with respect to the initial position, the initial velocity, and the damping
     */
    public double[] solve(double end) {
        ExpandableODE equation = new ExpandableODE(this);
        VariationalEquation variation = new VariationalEquation(equation, this);
        ODEState start = variation.setUpInitialState(new ODEState(0, new double[] {1, 0}));
        ODEStateAndDerivative last =
                new DormandPrince853Integrator(1e-10, 1, 1e-13, 1e-13).integrate(equation, start, end);
        double[] byStart = variation.extractMainSetJacobian(last)[0];
        return new double[] {
            last.getPrimaryState()[0], byStart[0], byStart[1], variation.extractParameterJacobian(last, PARAMETER)[0]
        };
    }

    /**
     * Prints position and sensitivities after 5 seconds.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        double[] found = new OdeSensitivity(2, 0.3).solve(5);
        System.out.printf("x(5) = %.12f, by x(0) %.12f, by x'(0) %.12f, by the damping %.12f%n",
                found[0], found[1], found[2], found[3]);
    }
}
