package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** What has no derivative, and what is no argument: exceptions that say what can be done. */
class ExceptionsTest {
    private static NotDifferentiableException refused(DoubleUnaryOperator f) {
        return assertThrows(NotDifferentiableException.class, () -> Nabla.derivative(f));
    }

    @Test
    void nullArguments() {
        assertThrows(NullPointerException.class, () -> Nabla.derivative((DoubleUnaryOperator) null));
        assertThrows(NullPointerException.class, () -> Nabla.derivative(null, (DoubleFunction1) x -> x));
        ValueAndDerivative both = Nabla.valueAndDerivative(x -> x * x);
        assertThrows(NullPointerException.class, () -> both.value(1, null));
        Gradient gradient = Nabla.gradient(x -> x[0] * x[1]);
        assertThrows(NullPointerException.class, () -> gradient.value(null, new double[2]));
        assertThrows(NullPointerException.class, () -> gradient.value(new double[2], null));
    }

    @Test
    void arraysOfWrongSizes() {
        ValueAndDerivative both = Nabla.valueAndDerivative(x -> x * x);
        assertThrows(IndexOutOfBoundsException.class, () -> both.value(1, new double[0]));
        Gradient gradient = Nabla.gradient(x -> x[0] * x[1]);
        assertThrows(IndexOutOfBoundsException.class, () -> gradient.value(new double[2], new double[1]));
        Jacobian jacobian = Nabla.jacobian(x -> new double[] {x[0], x[0]});
        assertThrows(IndexOutOfBoundsException.class, () -> jacobian.value(new double[1], new double[1][1]));
        assertThrows(IndexOutOfBoundsException.class, () -> jacobian.value(new double[1], new double[2][0]));
        Pushforward push = Nabla.pushforward(x -> x[0]);
        assertThrows(IllegalArgumentException.class, () -> push.value(new double[1], new double[2], new double[1]));
        assertThrows(IndexOutOfBoundsException.class, () -> push.value(new double[1], new double[1], new double[0]));
    }

    private static double throughText(double x) {
        return Double.parseDouble(Double.toString(x));
    }

    @Test
    void aRefusalHasCodePlaceAndAdvice() {
        NotDifferentiableException refusal = refused(x -> Double.longBitsToDouble(Double.doubleToRawLongBits(x) + 1));
        assertTrue(refusal.code().matches("NB02\\d\\d"), refusal.code());
        assertEquals("ExceptionsTest.java", refusal.place().getFileName());
        assertEquals(ExceptionsTest.class.getName(), refusal.place().getClassName());
        assertTrue(refusal.place().getLineNumber() > 0);
        assertTrue(!refusal.advice().isEmpty() && refusal.getMessage().contains(refusal.advice()));
        assertTrue(refused(ExceptionsTest::throughText).code().startsWith("NB"));
    }

    @Test
    void functionsWithoutCode() {
        DoubleUnaryOperator proxy = (DoubleUnaryOperator) Proxy.newProxyInstance(
                ExceptionsTest.class.getClassLoader(), new Class<?>[] {DoubleUnaryOperator.class}, (p, m, a) -> 1.0);
        assertEquals("NB0601", refused(proxy).code());
        DoubleBinaryOperator partial = Nabla.partials((x, y) -> x * y)[0];
        NotDifferentiableException again = assertThrows(NotDifferentiableException.class, () -> Nabla.partials(partial));
        assertEquals("NB0601", again.code());
        assertTrue(again.getMessage().contains("a derivative itself"), again.getMessage());
    }

    /** A reference to it hides a conversion. */
    private static Double boxed(Double x) {
        return x * x;
    }

    private static float narrow(double x) {
        return (float) (x * x);
    }

    @Test
    void functionsThatConvert() {
        DoubleUnaryOperator boxed = ExceptionsTest::boxed;
        assertEquals("NB0605", refused(boxed).code());
        assertEquals("NB0605", refused((DoubleFunction1) ExceptionsTest::boxed).code());
        DoubleUnaryOperator narrow = ExceptionsTest::narrow;
        assertEquals(4f, Nabla.derivative(narrow).applyAsDouble(2));
    }

    @Test
    void exceptionsOfTheFunctionAreItsOwn() {
        DoubleUnaryOperator derivative = Nabla.derivative(x -> {
            if (x < 0) {
                throw new IllegalStateException("below");
            }
            return Math.sqrt(x);
        });
        assertEquals(0.25, derivative.applyAsDouble(4));
        assertEquals("below", assertThrows(IllegalStateException.class, () -> derivative.applyAsDouble(-1)).getMessage());
    }

    @Test
    void arrayThatWasCaptured() {
        double[] log = new double[1];
        DoubleUnaryOperator f = x -> {
            log[0] = x * x;
            return log[0];
        };
        assertEquals(6, Nabla.derivative(f).applyAsDouble(3));
        assertEquals(9, log[0]);
        assertEquals("NB0606", assertThrows(NotDifferentiableException.class, () -> Nabla.valueAndDerivative(f)).code());
    }
}
