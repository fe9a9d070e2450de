package io.github.nablars.adapters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.nablars.Nabla;
import io.github.nablars.commonsmath.CommonsMath;
import java.util.List;
import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.analysis.MultivariateMatrixFunction;
import org.apache.commons.math3.analysis.MultivariateVectorFunction;
import org.apache.commons.math3.analysis.ParametricUnivariateFunction;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.differentiation.DerivativeStructure;
import org.apache.commons.math3.analysis.differentiation.UnivariateDifferentiableFunction;
import org.apache.commons.math3.analysis.function.Gaussian;
import org.apache.commons.math3.analysis.solvers.NewtonRaphsonSolver;
import org.apache.commons.math3.exception.NumberIsTooLargeException;
import org.apache.commons.math3.fitting.SimpleCurveFitter;
import org.apache.commons.math3.fitting.WeightedObservedPoints;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresFactory;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.fitting.leastsquares.MultivariateJacobianFunction;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.SimpleValueChecker;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunctionGradient;
import org.apache.commons.math3.optim.nonlinear.scalar.gradient.NonLinearConjugateGradientOptimizer;
import org.junit.jupiter.api.Test;

/** Solvers of Commons Math 3 find from plain code what they find with derivatives written by hand. */
class CommonsMathTest {
    private static double kepler(double e) {
        return e - 0.6 * Math.sin(e) - 1.2;
    }

    @Test
    void roots() {
        UnivariateDifferentiableFunction byHand = new UnivariateDifferentiableFunction() {
            @Override
            public double value(double x) {
                return kepler(x);
            }

            @Override
            public DerivativeStructure value(DerivativeStructure x) {
                return x.compose(kepler(x.getValue()), 1 - 0.6 * Math.cos(x.getValue()));
            }
        };
        double expected = new NewtonRaphsonSolver(1e-14).solve(100, byHand, 0, 3);
        UnivariateFunction plain = CommonsMathTest::kepler;
        for (UnivariateDifferentiableFunction f : List.of(CommonsMath.univariate(CommonsMathTest::kepler),
                Nabla.differentiable(UnivariateDifferentiableFunction.class, plain))) {
            assertEquals(expected, new NewtonRaphsonSolver(1e-14).solve(100, f, 0, 3));
        }
    }

    /** The example of Commons Nabla: where the derivative is zero. */
    @Test
    void orderTwo() {
        UnivariateDifferentiableFunction both =
                CommonsMath.univariate(t -> (6 - t) / 3 + Math.cos(4 * t - 4) * Math.exp(-0.9 * t));
        UnivariateDifferentiableFunction slope = new UnivariateDifferentiableFunction() {
            @Override
            public double value(double x) {
                return both.value(new DerivativeStructure(1, 1, 0, x)).getPartialDerivative(1);
            }

            @Override
            public DerivativeStructure value(DerivativeStructure x) {
                DerivativeStructure at = both.value(new DerivativeStructure(1, 2, 0, x.getValue()));
                return x.compose(at.getPartialDerivative(1), at.getPartialDerivative(2));
            }
        };
        assertEquals(0.89877516468465829, new NewtonRaphsonSolver(1e-15).solve(100, slope, 0.5, 1.5), 1e-15);
        assertEquals(both.value(1), both.value(new DerivativeStructure(1, 0, 1)).getValue());
        var refused = assertThrows(NumberIsTooLargeException.class, () -> both.value(new DerivativeStructure(1, 3, 0, 1)));
        assertTrue(refused.getMessage().contains("order 3"), refused.getMessage());
    }

    private static double rosenbrock(double[] x) {
        double slope = x[1] - x[0] * x[0];
        return 100 * slope * slope + (1 - x[0]) * (1 - x[0]);
    }

    private static double[] minimum(ObjectiveFunctionGradient gradient) {
        return new NonLinearConjugateGradientOptimizer(
                NonLinearConjugateGradientOptimizer.Formula.POLAK_RIBIERE, new SimpleValueChecker(1e-15, 1e-15))
                .optimize(new MaxEval(10_000), new ObjectiveFunction(CommonsMathTest::rosenbrock), gradient, GoalType.MINIMIZE,
                        new InitialGuess(new double[] {-1.2, 1})).getPoint();
    }

    @Test
    void conjugateGradients() {
        double[] byHand = minimum(new ObjectiveFunctionGradient(x -> {
            double slope = x[1] - x[0] * x[0];
            return new double[] {-400 * slope * x[0] - 2 * (1 - x[0]), 200 * slope};
        }));
        assertArrayEquals(byHand, minimum(CommonsMath.gradient(CommonsMathTest::rosenbrock)), 1e-9);
        MultivariateFunction plain = CommonsMathTest::rosenbrock;
        assertArrayEquals(byHand, minimum(Nabla.differentiable(ObjectiveFunctionGradient.class, plain)), 1e-9);
    }

    private static final double[] TIMES = {1, 2, 3, 5, 7, 10};
    private static final double[] DEMANDS = {109, 149, 149, 191, 213, 224};

    private static double[] box(double[] b) {
        double[] values = new double[TIMES.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = b[0] * (1 - Math.exp(-b[1] * TIMES[i]));
        }
        return values;
    }

    private static double[] fit(MultivariateJacobianFunction model) {
        return new LevenbergMarquardtOptimizer().optimize(new LeastSquaresBuilder().model(model).target(DEMANDS)
                .start(new double[] {100, 0.75}).maxEvaluations(1000).maxIterations(1000).build()).getPoint().toArray();
    }

    @Test
    void leastSquares() {
        MultivariateMatrixFunction jacobian = b -> {
            double[][] rows = new double[TIMES.length][];
            for (int i = 0; i < rows.length; i++) {
                double e = Math.exp(-b[1] * TIMES[i]);
                rows[i] = new double[] {1 - e, b[0] * e * TIMES[i]};
            }
            return rows;
        };
        MultivariateVectorFunction plain = CommonsMathTest::box;
        double[] byHand = fit(LeastSquaresFactory.model(plain, jacobian));
        assertArrayEquals(byHand, fit(CommonsMath.model(CommonsMathTest::box)), 1e-7);
        assertArrayEquals(byHand, fit(Nabla.differentiable(MultivariateJacobianFunction.class, plain)), 1e-7);
        MultivariateMatrixFunction adapted = Nabla.differentiable(MultivariateMatrixFunction.class, plain);
        assertArrayEquals(jacobian.value(byHand)[3], adapted.value(byHand)[3], 1e-12);
    }

    @Test
    void curves() {
        WeightedObservedPoints points = new WeightedObservedPoints();
        for (int i = -10; i <= 10; i++) {
            points.add(i, 3 * Math.exp(-(i - 1.5) * (i - 1.5) / 8) + 0.01 * Math.sin(i));
        }
        double[] start = {1, 0, 1};
        ParametricUnivariateFunction curve = CommonsMath.curve((x, p) -> {
            double z = (x - p[1]) / p[2];
            return p[0] * Math.exp(-z * z / 2);
        });
        assertArrayEquals(SimpleCurveFitter.create(new Gaussian.Parametric(), start).fit(points.toList()),
                SimpleCurveFitter.create(curve, start).fit(points.toList()), 1e-8);
    }
}
