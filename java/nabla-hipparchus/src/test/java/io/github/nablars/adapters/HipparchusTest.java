package io.github.nablars.adapters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.nablars.ArrayFunction;
import io.github.nablars.DoubleFunction1;
import io.github.nablars.Nabla;
import io.github.nablars.NotDifferentiableException;
import io.github.nablars.hipparchus.Hipparchus;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.analysis.MultivariateFunction;
import org.hipparchus.analysis.MultivariateMatrixFunction;
import org.hipparchus.analysis.MultivariateVectorFunction;
import org.hipparchus.analysis.ParametricUnivariateFunction;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.Derivative;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.hipparchus.analysis.differentiation.UnivariateDerivative2;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableFunction;
import org.hipparchus.analysis.solvers.NewtonRaphsonSolver;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.fitting.SimpleCurveFitter;
import org.hipparchus.fitting.WeightedObservedPoints;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.PointValuePair;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunctionGradient;
import org.hipparchus.optim.nonlinear.scalar.gradient.NonLinearConjugateGradientOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;
import org.junit.jupiter.api.Test;

/** Solvers of Hipparchus find from plain code what they find with derivatives written by hand. */
class HipparchusTest {
    /** Kepler's equation. */
    private static double kepler(double e) {
        return e - 0.6 * Math.sin(e) - 1.2;
    }

    private static final UnivariateDifferentiableFunction BY_HAND = new UnivariateDifferentiableFunction() {
        @Override
        public double value(double x) {
            return kepler(x);
        }

        @Override
        public <T extends Derivative<T>> T value(T x) {
            return x.compose(kepler(x.getValue()), 1 - 0.6 * Math.cos(x.getValue()));
        }
    };

    @Test
    void roots() {
        double byHand = new NewtonRaphsonSolver(1e-14).solve(100, BY_HAND, 0, 3);
        assertEquals(byHand, new NewtonRaphsonSolver(1e-14).solve(100, Hipparchus.univariate(HipparchusTest::kepler), 0, 3));
        UnivariateFunction plain = HipparchusTest::kepler;
        UnivariateDifferentiableFunction adapted = Nabla.differentiable(UnivariateDifferentiableFunction.class, plain);
        assertEquals(byHand, new NewtonRaphsonSolver(1e-14).solve(100, adapted, 0, 3));
        DoubleUnaryOperator variable = HipparchusTest::kepler;
        adapted = Nabla.differentiable(UnivariateDifferentiableFunction.class, variable);
        assertEquals(byHand, new NewtonRaphsonSolver(1e-14).solve(100, adapted, 0, 3));
    }

    /** The example of Commons Nabla: where the derivative is zero. */
    @Test
    void orderTwo() {
        DoubleFunction1 f = t -> (6 - t) / 3 + Math.cos(4 * t - 4) * Math.exp(-0.9 * t);
        UnivariateDifferentiableFunction both = Hipparchus.univariate(f);
        UnivariateDifferentiableFunction slope = new UnivariateDifferentiableFunction() {
            @Override
            public double value(double x) {
                return both.value(new UnivariateDerivative1(x, 1)).getFirstDerivative();
            }

            @Override
            public <T extends Derivative<T>> T value(T x) {
                UnivariateDerivative2 at = both.value(new UnivariateDerivative2(x.getValue(), 1, 0));
                return x.compose(at.getFirstDerivative(), at.getSecondDerivative());
            }
        };
        assertEquals(0.89877516468465829, new NewtonRaphsonSolver(1e-15).solve(100, slope, 0.5, 1.5), 1e-15);
    }

    @Test
    void everyKindOfDerivative() {
        UnivariateDifferentiableFunction f = Hipparchus.univariate(x -> x * Math.sin(x));
        double x = 1.25;
        double first = Math.sin(x) + x * Math.cos(x);
        double second = 2 * Math.cos(x) - x * Math.sin(x);
        Gradient gradient = f.value(Gradient.variable(3, 1, x));
        assertEquals(x * Math.sin(x), gradient.getValue());
        assertArrayEquals(new double[] {0, first, 0}, gradient.getGradient(), 1e-15);
        DerivativeStructure twice = f.value(new DSFactory(2, 2).variable(0, x));
        assertEquals(first, twice.getPartialDerivative(1, 0), 1e-15);
        assertEquals(second, twice.getPartialDerivative(2, 0), 1e-15);
        assertEquals(x * Math.sin(x), f.value(new DSFactory(1, 0).variable(0, x)).getValue());
        var refused = assertThrows(MathIllegalArgumentException.class, () -> f.value(new DSFactory(1, 3).variable(0, x)));
        assertTrue(refused.getMessage().contains("order 3"), refused.getMessage());
    }

    private static double rosenbrock(double[] x) {
        double slope = x[1] - x[0] * x[0];
        return 100 * slope * slope + (1 - x[0]) * (1 - x[0]);
    }

    private static double[] rosenbrockGradient(double[] x) {
        double slope = x[1] - x[0] * x[0];
        return new double[] {-400 * slope * x[0] - 2 * (1 - x[0]), 200 * slope};
    }

    private static double[] minimum(ObjectiveFunctionGradient gradient) {
        PointValuePair found = new NonLinearConjugateGradientOptimizer(
                NonLinearConjugateGradientOptimizer.Formula.POLAK_RIBIERE, new SimpleValueChecker(1e-15, 1e-15))
                .optimize(new MaxEval(10_000), new ObjectiveFunction(HipparchusTest::rosenbrock), gradient, GoalType.MINIMIZE,
                        new InitialGuess(new double[] {-1.2, 1}));
        return found.getPoint();
    }

    @Test
    void conjugateGradients() {
        double[] byHand = minimum(new ObjectiveFunctionGradient(HipparchusTest::rosenbrockGradient));
        assertArrayEquals(new double[] {1, 1}, byHand, 1e-6);
        assertArrayEquals(byHand, minimum(Hipparchus.gradient(HipparchusTest::rosenbrock)), 1e-9);
        MultivariateFunction plain = HipparchusTest::rosenbrock;
        ArrayFunction function = HipparchusTest::rosenbrock;
        assertArrayEquals(byHand, minimum(Nabla.differentiable(ObjectiveFunctionGradient.class, plain)), 1e-9);
        double[] at = {0.3, -0.7};
        double[] expected = rosenbrockGradient(at);
        assertArrayEquals(expected, Nabla.differentiable(MultivariateVectorFunction.class, function).value(at), 1e-12);
    }

    private static final double[] TIMES = {1, 2, 3, 5, 7, 10};
    private static final double[] DEMANDS = {109, 149, 149, 191, 213, 224};

    /** NIST's BoxBOD. */
    private static double[] box(double[] b) {
        double[] values = new double[TIMES.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = b[0] * (1 - Math.exp(-b[1] * TIMES[i]));
        }
        return values;
    }

    private static double[][] boxJacobian(double[] b) {
        double[][] rows = new double[TIMES.length][2];
        for (int i = 0; i < rows.length; i++) {
            double e = Math.exp(-b[1] * TIMES[i]);
            rows[i] = new double[] {1 - e, b[0] * e * TIMES[i]};
        }
        return rows;
    }

    private static Optimum fit(MultivariateJacobianFunction model, boolean lazily) {
        return new LevenbergMarquardtOptimizer().optimize(new LeastSquaresBuilder().model(model).target(DEMANDS)
                .start(new double[] {100, 0.75}).lazyEvaluation(lazily).maxEvaluations(1000).maxIterations(1000).build());
    }

    @Test
    void leastSquares() {
        double[] byHand = fit(point -> new Pair<>(new ArrayRealVector(box(point.toArray())),
                new Array2DRowRealMatrix(boxJacobian(point.toArray()))), false).getPoint().toArray();
        double[] tolerances = {1e-9 * byHand[0], 1e-9 * byHand[1]};
        MultivariateVectorFunction plain = HipparchusTest::box;
        for (MultivariateJacobianFunction model : List.of(
                Hipparchus.model(HipparchusTest::box), Nabla.differentiable(MultivariateJacobianFunction.class, plain))) {
            for (boolean lazily : new boolean[] {false, true}) {
                double[] found = fit(model, lazily).getPoint().toArray();
                assertEquals(byHand[0], found[0], tolerances[0]);
                assertEquals(byHand[1], found[1], tolerances[1]);
            }
        }
        double[][] matrix = Nabla.differentiable(MultivariateMatrixFunction.class, plain).value(byHand);
        assertArrayEquals(boxJacobian(byHand)[3], matrix[3], 1e-12);
    }

    @Test
    void curves() {
        WeightedObservedPoints points = new WeightedObservedPoints();
        for (int i = 0; i < TIMES.length; i++) {
            points.add(TIMES[i], DEMANDS[i]);
        }
        ParametricUnivariateFunction byHand = new ParametricUnivariateFunction() {
            @Override
            public double value(double x, double... b) {
                return b[0] * (1 - Math.exp(-b[1] * x));
            }

            @Override
            public double[] gradient(double x, double... b) {
                return new double[] {1 - Math.exp(-b[1] * x), b[0] * Math.exp(-b[1] * x) * x};
            }
        };
        double[] start = {100, 0.75};
        double[] expected = SimpleCurveFitter.create(byHand, start).fit(points.toList());
        ParametricUnivariateFunction curve = Hipparchus.curve((x, b) -> b[0] * (1 - Math.exp(-b[1] * x)));
        assertArrayEquals(expected, SimpleCurveFitter.create(curve, start).fit(points.toList()), 1e-7);
        assertArrayEquals(byHand.gradient(2, start), curve.gradient(2, start), 1e-13);
    }

    @Test
    void whatDoesNotFit() {
        assertEquals("NB0603", assertThrows(NotDifferentiableException.class,
                () -> Nabla.differentiable(UnivariateDifferentiableFunction.class, (ArrayFunction) x -> x[0])).code());
        assertThrows(NotDifferentiableException.class,
                () -> Nabla.differentiable(MultivariateVectorFunction.class, (DoubleFunction1) x -> x));
    }
}
