package io.github.nablars.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.GradientField;
import org.hipparchus.linear.Array2DRowFieldMatrix;
import org.hipparchus.linear.FieldDecompositionSolver;
import org.hipparchus.linear.FieldLUDecomposition;
import org.hipparchus.linear.FieldMatrix;
import org.hipparchus.linear.MatrixUtils;
import org.junit.jupiter.api.Test;

/** Derivatives of programs over matrices against the same over Hipparchus' gradients, computed otherwise. */
class MatricesTest {
    private static final double[][] POINTS = {{0.3, -0.7}, {1.9, 0.4}, {-0.8, 1.3}};
    private static final GradientField FIELD = GradientField.getField(2);

    /** A gradient by a generated method. */
    private interface Generated {
        double at(double x, double y, double[] gradient);
    }

    private static void check(
            String name,
            DoubleBinaryOperator primal,
            Generated generated,
            DoubleBinaryOperator byFirst,
            DoubleBinaryOperator bySecond,
            BiFunction<Gradient, Gradient, Gradient> twin) {
        for (double[] point : POINTS) {
            double x = point[0];
            double y = point[1];
            double[] gradient = new double[2];
            double value = generated.at(x, y, gradient);
            assertEquals(primal.applyAsDouble(x, y), value, 0.0, name);
            Gradient expected = twin.apply(Gradient.variable(2, 0, x), Gradient.variable(2, 1, y));
            double scale = Math.abs(value) + Math.abs(gradient[0]) + Math.abs(gradient[1]) + 1;
            assertEquals(expected.getValue(), value, 1e-12 * scale, name);
            double[] other = {byFirst.applyAsDouble(x, y), bySecond.applyAsDouble(x, y)};
            for (int i = 0; i < 2; i++) {
                assertEquals(expected.getPartialDerivative(i), gradient[i], 1e-11 * scale, name + " by " + i);
                assertEquals(gradient[i], other[i], 1e-12 * scale, name + " by " + i);
            }
        }
    }

    private static Gradient constant(double value) {
        return Gradient.constant(2, value);
    }

    private static FieldMatrix<Gradient> matrix(Gradient x, Gradient y) {
        return new Array2DRowFieldMatrix<>(
                FIELD,
                new Gradient[][] {
                    {x.add(3), y, constant(1)},
                    {x.multiply(y), constant(4), x.sin()},
                    {constant(1), y.square(), constant(5)}
                });
    }

    private static FieldMatrix<Gradient> symmetric(Gradient x, Gradient y) {
        return new Array2DRowFieldMatrix<>(
                FIELD,
                new Gradient[][] {
                    {x.square().add(3), y, constant(1)},
                    {y, constant(4), x},
                    {constant(1), x, y.square().add(5)}
                });
    }

    /** By cofactors. */
    private static Gradient determinant(FieldMatrix<Gradient> a) {
        Gradient sum = constant(0);
        for (int j = 0; j < 3; j++) {
            Gradient plus = a.getEntry(1, (j + 1) % 3).multiply(a.getEntry(2, (j + 2) % 3));
            Gradient minus = a.getEntry(1, (j + 2) % 3).multiply(a.getEntry(2, (j + 1) % 3));
            sum = sum.add(a.getEntry(0, j).multiply(plus.subtract(minus)));
        }
        return sum;
    }

    private static Gradient[] solve(Gradient x, Gradient y) {
        Gradient[] right = {x, y, constant(1)};
        FieldDecompositionSolver<Gradient> solver = new FieldLUDecomposition<>(matrix(x, y)).getSolver();
        return solver.solve(MatrixUtils.createFieldVector(right)).toArray();
    }

    private static Gradient operate(Gradient x, Gradient y) {
        Gradient[] v = matrix(x, y).operate(new Gradient[] {x, constant(1), y});
        return v[0].multiply(v[1]).add(v[2]);
    }

    private static Gradient norm(FieldMatrix<Gradient> a) {
        Gradient squares = constant(0);
        for (Gradient[] row : a.getData()) {
            for (Gradient entry : row) {
                squares = squares.add(entry.square());
            }
        }
        return squares.sqrt();
    }

    private static Gradient product(Gradient x, Gradient y) {
        FieldMatrix<Gradient> a = matrix(x, y);
        return a.multiply(symmetric(x, y)).getTrace().add(norm(a));
    }

    private static Gradient algebra(Gradient x, Gradient y) {
        FieldMatrix<Gradient> a = matrix(x, y);
        FieldMatrix<Gradient> b =
                a.transpose().multiply(a).add(a.scalarMultiply(x)).subtract(symmetric(x, y));
        return b.getTrace().add(norm(b));
    }

    private static Gradient parts(Gradient x, Gradient y) {
        Gradient[] column = matrix(x, y).getColumn(0);
        // Rows 0 and 1, columns 1 and 2.
        return y.multiply(column[2]).add(column[0].multiply(y).multiply(x.add(5)));
    }

    private static Gradient lu(Gradient x, Gradient y) {
        Gradient[] s = solve(x, y);
        return s[0].add(s[1].multiply(s[2]).multiply(2));
    }

    private static Gradient inverse(Gradient x, Gradient y) {
        FieldMatrix<Gradient> inverse = new FieldLUDecomposition<>(matrix(x, y)).getSolver().getInverse();
        return inverse.getEntry(0, 1).add(inverse.getEntry(2, 0));
    }

    private static Gradient orthogonal(Gradient x, Gradient y) {
        Gradient[] s = solve(x, y);
        return s[0].subtract(s[1].multiply(s[2]));
    }

    @Test
    void matricesOfCommonsMath() {
        check(
                "operate",
                CommonsMatrices::operate,
                CommonsMatrices::operate_grad,
                CommonsMatrices::operate_dx,
                CommonsMatrices::operate_dy,
                MatricesTest::operate);
        check(
                "algebra",
                CommonsMatrices::algebra,
                CommonsMatrices::algebra_grad,
                CommonsMatrices::algebra_dx,
                CommonsMatrices::algebra_dy,
                MatricesTest::product);
        check(
                "parts",
                CommonsMatrices::parts,
                CommonsMatrices::parts_grad,
                CommonsMatrices::parts_dx,
                CommonsMatrices::parts_dy,
                MatricesTest::parts);
        check(
                "determinant",
                CommonsMatrices::determinant,
                CommonsMatrices::determinant_grad,
                CommonsMatrices::determinant_dx,
                CommonsMatrices::determinant_dy,
                (x, y) -> determinant(matrix(x, y)));
        check(
                "solve",
                CommonsMatrices::solve,
                CommonsMatrices::solve_grad,
                CommonsMatrices::solve_dx,
                CommonsMatrices::solve_dy,
                MatricesTest::lu);
        check(
                "inverse",
                CommonsMatrices::inverse,
                CommonsMatrices::inverse_grad,
                CommonsMatrices::inverse_dx,
                CommonsMatrices::inverse_dy,
                MatricesTest::inverse);
        check(
                "orthogonal",
                CommonsMatrices::orthogonal,
                CommonsMatrices::orthogonal_grad,
                CommonsMatrices::orthogonal_dx,
                CommonsMatrices::orthogonal_dy,
                MatricesTest::orthogonal);
        check(
                "cholesky",
                CommonsMatrices::cholesky,
                CommonsMatrices::cholesky_grad,
                CommonsMatrices::cholesky_dx,
                CommonsMatrices::cholesky_dy,
                (x, y) -> determinant(symmetric(x, y)));
    }

    @Test
    void matricesOfHipparchus() {
        check(
                "operate",
                HipparchusMatrices::operate,
                HipparchusMatrices::operate_grad,
                HipparchusMatrices::operate_dx,
                HipparchusMatrices::operate_dy,
                MatricesTest::operate);
        check(
                "algebra",
                HipparchusMatrices::algebra,
                HipparchusMatrices::algebra_grad,
                HipparchusMatrices::algebra_dx,
                HipparchusMatrices::algebra_dy,
                MatricesTest::algebra);
        check(
                "parts",
                HipparchusMatrices::parts,
                HipparchusMatrices::parts_grad,
                HipparchusMatrices::parts_dx,
                HipparchusMatrices::parts_dy,
                MatricesTest::parts);
        check(
                "determinant",
                HipparchusMatrices::determinant,
                HipparchusMatrices::determinant_grad,
                HipparchusMatrices::determinant_dx,
                HipparchusMatrices::determinant_dy,
                (x, y) -> determinant(matrix(x, y)));
        check(
                "solve",
                HipparchusMatrices::solve,
                HipparchusMatrices::solve_grad,
                HipparchusMatrices::solve_dx,
                HipparchusMatrices::solve_dy,
                MatricesTest::lu);
        check(
                "inverse",
                HipparchusMatrices::inverse,
                HipparchusMatrices::inverse_grad,
                HipparchusMatrices::inverse_dx,
                HipparchusMatrices::inverse_dy,
                MatricesTest::inverse);
        check(
                "orthogonal",
                HipparchusMatrices::orthogonal,
                HipparchusMatrices::orthogonal_grad,
                HipparchusMatrices::orthogonal_dx,
                HipparchusMatrices::orthogonal_dy,
                MatricesTest::orthogonal);
        check(
                "cholesky",
                HipparchusMatrices::cholesky,
                HipparchusMatrices::cholesky_grad,
                HipparchusMatrices::cholesky_dx,
                HipparchusMatrices::cholesky_dy,
                (x, y) -> determinant(symmetric(x, y)));
    }
}
