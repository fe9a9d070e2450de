package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Second derivatives of functions that call functions: right, or refused when they are asked for. */
class TwiceTest {
    private static final double X = 1.25;

    private interface Own {
        double of(double x);
    }

    private final DoubleUnaryOperator field = Math::sin;

    private static Own scaled(double k) {
        return x -> x * x * k;
    }

    private static void refused(Executable asking) {
        assertEquals("NB0112", assertThrows(NotDifferentiableException.class, asking).code());
    }

    @Test
    void aLambdaThatTheFunctionMakes() {
        DoubleUnaryOperator f = x -> {
            DoubleUnaryOperator cube = y -> y * y * x;
            return cube.applyAsDouble(x);
        };
        assertEquals(6 * X, Nabla.derivative(Nabla.derivative(f)).applyAsDouble(X), 1e-14);
    }

    @Test
    void aFunctionThatIsMet() {
        DoubleUnaryOperator f = x -> field.applyAsDouble(x) * x;
        DoubleUnaryOperator first = Nabla.derivative(f);
        assertEquals(Math.cos(X) * X + Math.sin(X), first.applyAsDouble(X), 1e-15);
        refused(() -> Nabla.derivative(first));
        ToDoubleFunction<double[]> sum = x -> field.applyAsDouble(x[0]) + x[1];
        assertEquals(Math.cos(X), Nabla.gradient(sum).at(new double[] {X, 1})[0], 1e-15);
        refused(() -> Nabla.hessian(sum));
    }

    @Test
    void aLambdaOfAnInterfaceOfTheProgram() {
        DoubleUnaryOperator f = x -> scaled(x).of(x);
        DoubleUnaryOperator first = Nabla.derivative(f);
        assertEquals(3 * X * X, first.applyAsDouble(X), 1e-15);
        refused(() -> Nabla.derivative(first));
    }

    private interface Law {
        Law SQUARE = x -> x * x;

        double of(double x);
    }

    private static final class Square implements Law {
        @Override
        public double of(double x) {
            return x * x;
        }
    }

    @Test
    void anObjectOfAnInterfaceThatHasLambdas() {
        Law square = new Square();
        DoubleUnaryOperator first = Nabla.derivative(x -> square.of(x) * x);
        assertEquals(3 * X * X, first.applyAsDouble(X), 1e-15);
        refused(() -> Nabla.derivative(first));
        ToDoubleFunction<double[]> product = x -> Law.SQUARE.of(x[0]) * x[1];
        assertEquals(6 * X, Nabla.gradient(product).at(new double[] {X, 3})[0], 1e-15);
        refused(() -> Nabla.hessian(product));
    }
}
