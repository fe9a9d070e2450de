package io.github.nablars.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Derivatives of programs over the matrices of EJML against closed forms. */
class EjmlTest {
    private interface Gradient {
        double at(double a, double b, double[] gradient);
    }

    private static void check(Gradient found, double a, double b, double value, double byA, double byB) {
        double[] gradient = new double[2];
        assertEquals(value, found.at(a, b, gradient), 1e-12 * Math.max(1, Math.abs(value)));
        assertEquals(byA, gradient[0], 1e-11 * Math.max(1, Math.abs(byA)));
        assertEquals(byB, gradient[1], 1e-11 * Math.max(1, Math.abs(byB)));
    }

    @Test
    void matrices() {
        for (double a : new double[] {-3, 0.5, 2.5}) {
            for (double b : new double[] {-1.5, 3, 7}) {
                double d = a * b - 2;
                check(EjmlMatrices::square_grad, a, b, a * a + 2, 2 * a, 0);
                check(EjmlMatrices::determinant_grad, a, b, d, b, a);
                check(EjmlMatrices::inverse_grad, a, b, b / d, -b * b / (d * d), -2 / (d * d));
                check(EjmlMatrices::solution_grad, a, b, (b - 2) / d, -(b - 2) * b / (d * d), (2 * a - 2) / (d * d));
                double norm = Math.sqrt(a * a + b * b + 5);
                check(EjmlMatrices::norm_grad, a, b, norm, a / norm, b / norm);
                check(EjmlMatrices::trace_grad, a, b, a * b + b, b, a + 1);
            }
        }
    }
}
