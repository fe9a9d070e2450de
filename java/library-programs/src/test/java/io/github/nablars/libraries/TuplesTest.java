package io.github.nablars.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Derivatives of programs over the tuples and options of Kotlin and Scala against closed forms. */
class TuplesTest {
    private static final double[] POINTS = {0.4, 2, 7.5};

    @Test
    void pairsOfKotlin() {
        for (double x : POINTS) {
            assertEquals(Math.cos(2 * x), LanguageTuples.pair_dx(x), 1e-12);
            assertEquals(18 * x * x, LanguageTuples.triple_dx(x), 1e-10);
        }
    }

    @Test
    void tuplesAndOptionsOfScala() {
        for (double x : POINTS) {
            assertEquals(4 * x, LanguageTuples.tuple_dx(x), 1e-12);
            assertEquals(1.5 * Math.sqrt(x), LanguageTuples.option_dx(x), 1e-12);
            assertEquals(3 * x * x, LanguageTuples.either_dx(x), 1e-10);
        }
    }

    @Test
    void secondDerivatives() {
        double[] gradient = new double[1];
        double[][] hessian = new double[1][1];
        for (double x : POINTS) {
            LanguageTuples.pair_hess(x, gradient, hessian);
            assertEquals(Math.cos(2 * x), gradient[0], 1e-12);
            assertEquals(-2 * Math.sin(2 * x), hessian[0][0], 1e-12);
            LanguageTuples.either_hess(x, gradient, hessian);
            assertEquals(6 * x, hessian[0][0], 1e-10);
        }
    }
}
