package io.github.nablars.examples.languages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.Damped;
import demo.KotlinCallerKt;
import demo.Oscillation;
import demo.ScalaCaller;
import io.github.nablars.NotDifferentiableException;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What Kotlin and Scala hand to the run time has the derivatives that Java's lambdas have. */
class CallersTest {
    private static final double X = 1.25;
    private static final double SLOPE = Math.sin(X) + X * Math.cos(X);
    private static final double E = Math.exp(1);
    private static final double[] GRADIENT = {3 * E * (2 + 5), 3 * E * 4};

    @Test
    void kotlin() {
        assertEquals(SLOPE, KotlinCallerKt.slope(X), 1e-15);
        assertEquals(Math.cos(X), KotlinCallerKt.slopeOfSine(X), 1e-15);
        assertArrayEquals(GRADIENT, KotlinCallerKt.gradient(3, 1, 2), 1e-13);
        assertEquals(Math.atan2(2, 0.3) / 2, new Oscillation(0.3, 2).crest(0.7), 1e-15);
    }

    @Test
    void scala() {
        assertEquals(SLOPE, ScalaCaller.slope(X), 1e-15);
        assertEquals(Math.cos(X), ScalaCaller.slopeOfSine(X), 1e-15);
        assertArrayEquals(GRADIENT, ScalaCaller.gradient(3, CollectionConverters.asScala(java.util.List.<Object>of(1.0, 2.0)).toSeq()), 1e-13);
        double t = 0.5;
        double slope = Math.exp(-0.3 * t) * (2 * Math.cos(2 * t) - 0.3 * Math.sin(2 * t));
        assertEquals(slope, new Damped(0.3, 2).slope(t), 1e-15);
    }

    @Test
    void functionsOfScalaThatAreCapturedAreRefused() {
        NotDifferentiableException refused =
                assertThrows(NotDifferentiableException.class, () -> ScalaCaller.slopeOfAny(t -> t, X));
        assertTrue(refused.getMessage().startsWith("NB0608"), refused.getMessage());
    }
}
