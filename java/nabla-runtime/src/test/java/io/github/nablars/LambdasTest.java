package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Lambdas that a function makes itself, of what depends on its argument. */
class LambdasTest {
    private static final double X = 2;

    interface Law {
        double of(double x);
    }

    /** The midpoint rule. */
    private static double integral(Law f, double from, double to) {
        double sum = 0;
        double h = (to - from) / 10;
        for (int i = 0; i < 10; i++) {
            sum += f.of(from + (i + 0.5) * h) * h;
        }
        return sum;
    }

    /** What it gives for the square between 0 and 2. */
    private static final double SQUARE = 2.66;

    private static double root(DoubleUnaryOperator f, DoubleUnaryOperator slope, double x) {
        for (int i = 0; i < 30; i++) {
            x -= f.applyAsDouble(x) / slope.applyAsDouble(x);
        }
        return x;
    }

    private static Law scaled(Law f, double factor) {
        return x -> factor * f.of(x);
    }

    private static DoubleUnaryOperator fixed(DoubleBinaryOperator f, double x) {
        return y -> f.applyAsDouble(x, y);
    }

    private static double at(DoubleUnaryOperator derivative) {
        return derivative.applyAsDouble(X);
    }

    @Test
    void whatTheyCaptureDependsOnTheArgument() {
        assertEquals(SQUARE, at(Nabla.derivative(x -> integral(y -> y * y * x, 0, 2))), 1e-14);
        assertEquals(3 * SQUARE / X, at(Nabla.derivative(x -> integral(y -> y * y, 0, x))), 1e-13);
        assertEquals(0.5 / Math.sqrt(2), at(Nabla.derivative(x -> root(y -> y * y - x, y -> 2 * y, 1))), 1e-15);
        assertEquals(12, at(Nabla.derivative(x -> scaled(y -> y * y, x).of(x))));
        assertEquals(12, at(Nabla.derivative(x -> fixed((a, b) -> a * a * b, x).applyAsDouble(3))));
    }

    @Test
    void inOthersAndOfOthers() {
        Law square = y -> y * y;
        DoubleBinaryOperator product = (a, b) -> a * a * b;
        assertEquals(12, at(Nabla.derivative(x -> scaled(square, x).of(x))));
        assertEquals(12, at(Nabla.derivative(x -> fixed(product, x).applyAsDouble(3))));
        // Twice the midpoint rule: both factors of x, and the limits.
        double h = 1e-5;
        DoubleUnaryOperator nested = x -> integral(u -> integral(v -> u * v * x * x, 0, u), 0, x);
        double difference = (nested.applyAsDouble(X + h) - nested.applyAsDouble(X - h)) / (2 * h);
        assertEquals(difference, at(Nabla.derivative(x -> integral(u -> integral(v -> u * v * x * x, 0, u), 0, x))), 1e-7);
        DoubleUnaryOperator outer = x -> integral(y -> y * y * x, 0, 2);
        assertEquals(SQUARE, at(Nabla.derivative(x -> outer.applyAsDouble(x))), 1e-14);
    }

    @Test
    void keptAndOfEveryType() {
        assertEquals(6, at(Nabla.derivative(x -> {
            List<Law> laws = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int factor = i;
                laws.add(y -> y * x * factor);
            }
            double sum = 0;
            for (Law law : laws) {
                sum += law.of(2);
            }
            return sum;
        })));
        assertEquals(12, at(Nabla.derivative(x -> {
            Law[] self = new Law[1];
            self[0] = y -> y < 1 ? 1 : x * self[0].of(y - 1);
            return self[0].of(3);
        })));
        assertEquals(4, at(Nabla.derivative(x -> {
            DoubleSupplier square = () -> x * x;
            return square.getAsDouble();
        })));
        assertEquals(3, at(Nabla.derivative(x -> {
            Function<Double, Double> times = y -> y * x;
            return times.apply(3.0);
        })));
        assertEquals(4, at(Nabla.derivative(x -> {
            double[] powers = {x, x * x};
            IntToDoubleFunction power = i -> powers[i];
            return power.applyAsDouble(1);
        })));
        assertEquals(3, at(Nabla.derivative(x -> {
            Law law = x > 1 ? y -> y * x : y -> x;
            return law.of(3);
        })));
    }

    /** Keeps a function, of which a class that the function makes computes something. */
    private abstract static class Rule {
        private Law law;

        double apply(Law law) {
            this.law = law;
            return sum();
        }

        protected double at(double x) {
            return law.of(x);
        }

        protected abstract double sum();

        static Rule twice() {
            return new Twice();
        }
    }

    private static final class Twice extends Rule {
        @Override
        protected double sum() {
            return at(1) + at(2);
        }
    }

    @Test
    void whatObjectsComputeThatTheFunctionMakes() {
        assertEquals(5, at(Nabla.derivative(x -> new Twice().apply(y -> y * y * x))));
        assertEquals(5, at(Nabla.derivative(x -> Rule.twice().apply(y -> y * y * x))));
    }

    @Test
    void inEveryForm() {
        double[] gradient = Nabla.gradient(x -> integral(y -> y * y * x[0] * x[1], 0, 2)).at(new double[] {2, 3});
        assertEquals(3 * SQUARE, gradient[0], 1e-14);
        assertEquals(2 * SQUARE, gradient[1], 1e-14);
        ToDoubleFunction<double[]> f = x -> integral(y -> y * y * x[0] * x[1], 0, 2);
        double[] along = new double[1];
        assertEquals(6 * SQUARE, Nabla.pushforward(f).value(new double[] {2, 3}, new double[] {1, 2}, along), 1e-13);
        assertEquals(7 * SQUARE, along[0], 1e-13);
        assertEquals(3 * SQUARE,
                Nabla.jacobian(x -> new double[] {integral(y -> y * y * x[0] * x[1], 0, 2)}).at(new double[] {2, 3})[0][0], 1e-13);
        double[] slope = new double[1];
        assertEquals(2 * SQUARE, Nabla.valueAndDerivative(x -> integral(y -> y * y * x, 0, 2)).value(X, slope), 1e-14);
        assertEquals(SQUARE, slope[0], 1e-14);
        assertEquals(4.5, at(Nabla.derivative(Nabla.derivative(x -> root(y -> y - x * x * x, y -> 1, 1) * 0.375))), 1e-13);
    }

    /** It is given what depends on the argument as a function, not as a number. */
    private static double given(Function<Law, Double> f, Law law) {
        return f.apply(law);
    }

    @Test
    void functionsThatAreGivenThemAreNotPassedOver() {
        Function<Law, Double> f = law -> law.of(2);
        assertThrows(NotDifferentiableException.class, () -> Nabla.derivative(x -> f.apply(y -> y * x)));
        assertThrows(NotDifferentiableException.class, () -> Nabla.derivative(x -> given(f, y -> y * x)));
        ToDoubleFunction<Law> g = law -> law.of(2);
        assertThrows(NotDifferentiableException.class, () -> Nabla.derivative(x -> g.applyAsDouble(y -> y * x)));
    }

    @Test
    void whatIsNotFollowedIsAnException() {
        assertThrows(NotDifferentiableException.class, () -> Nabla.hessian(x -> integral(y -> y * x[0] * x[0], 0, 2)));
        // The JDK's code calls the two without tangents.
        assertThrows(RuntimeException.class, () -> at(Nabla.derivative(x -> {
            DoubleUnaryOperator f = y -> y * x;
            DoubleUnaryOperator g = y -> y + x;
            return f.andThen(g).applyAsDouble(3);
        })));
    }
}
