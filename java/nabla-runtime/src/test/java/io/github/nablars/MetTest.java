package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Functions that are met as another one runs, and what they call with nothing that depends on the argument. */
class MetTest {
    private static final double X = 0.5;
    private static final double[] KEPT = {3};
    private static double constant = 2;

    /** Nothing else has its methods. */
    static final class Scale {
        private final double by = 3;

        double by() {
            return by;
        }
    }

    static double constant() {
        return constant;
    }

    static double kept() {
        return twice(KEPT[0]);
    }

    private static double twice(double x) {
        return 2 * x;
    }

    static double keep(double x) {
        KEPT[0] = x;
        return x;
    }

    private static final DoubleUnaryOperator OF_KEPT = y -> y * KEPT[0];

    /** Reads by way of a function. */
    static double indirect() {
        return OF_KEPT.applyAsDouble(1);
    }

    /** Of x f(x). */
    private static double met(DoubleUnaryOperator f) {
        return Nabla.derivative(x -> f.applyAsDouble(x) * x).applyAsDouble(X);
    }

    @Test
    void theyCallWhatOnlyReads() {
        Scale scale = new Scale();
        assertEquals(2 * 2 * X, met(x -> x * constant()));
        assertEquals(2 * 3 * X, met(x -> x * scale.by()));
        assertEquals(2 * twice(KEPT[0]) * X, met(x -> x * kept()));
        assertEquals(Math.sin(X) + X * Math.cos(X), met(x -> StrictMath.sin(x)), 1e-15);
    }

    @Test
    void whatTheOtherOneKeptIsNotRead() {
        DoubleUnaryOperator reads = y -> y * kept();
        refused(x -> {
            KEPT[0] = x;
            return reads.applyAsDouble(x);
        });
        refused(x -> keep(x) * reads.applyAsDouble(x));
        KEPT[0] = 3;
        DoubleUnaryOperator keeps = y -> y * keep(2);
        refused(x -> keeps.applyAsDouble(x) * KEPT[0]);
        KEPT[0] = 3;
    }

    @Test
    void whatTheOtherOneKeptIsNotReadByAnotherName() {
        double[] same = KEPT;
        for (DoubleUnaryOperator reads : new DoubleUnaryOperator[] {y -> y * kept(), y -> y * indirect()}) {
            refused(x -> {
                same[0] = x;
                return reads.applyAsDouble(x);
            });
        }
        KEPT[0] = 3;
    }

    private static void refused(DoubleUnaryOperator f) {
        String message = assertThrows(RuntimeException.class, () -> Nabla.derivative(f).applyAsDouble(X)).getMessage();
        assertTrue(message.contains("NB0"), message);
    }
}
