package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Lambdas of interfaces of the program's own, which a function meets while it runs. */
class InterfacesTest {
    private static final double X = 2;

    interface Law {
        double of(double x);

        default double twice(double x) {
            return of(of(x));
        }
    }

    interface Named extends Law {}

    interface Operator extends DoubleUnaryOperator {}

    interface Model {
        double of(double[] parameters);
    }

    interface Motion<T> {
        double at(double time, double start);
    }

    record Product(Law a, Law b) implements Law {
        @Override
        public double of(double x) {
            return a.of(x) * b.of(x);
        }
    }

    private static final class Holder {
        Law law;

        double times(double x) {
            return law.of(x) * x;
        }
    }

    private static final Law FACTORIAL = InterfacesTest::factorial;

    private static double factorial(double x) {
        return x < 1 ? x : x * FACTORIAL.of(x - 1);
    }

    private static double at(DoubleUnaryOperator derivative) {
        return derivative.applyAsDouble(X);
    }

    private static double sum(Law law, double x) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += law.of(x * i);
        }
        return sum;
    }

    private final Law cube = x -> x * x * x;

    private static final Law INVERSE = x -> 1 / x;

    private static final DoubleUnaryOperator EXPONENTIAL = Math::exp;

    private static final Law[] LAWS = {x -> x, x -> x * x};

    private enum Power {
        SQUARE(x -> x * x);

        private final Law law;

        Power(Law law) {
            this.law = law;
        }
    }

    @Test
    void inConstants() {
        assertEquals(-0.25 + Math.exp(X), at(Nabla.derivative(x -> INVERSE.of(x) + EXPONENTIAL.applyAsDouble(x))));
        assertEquals(5 + 4, at(Nabla.derivative(x -> LAWS[0].of(x) + LAWS[1].of(x) + Power.SQUARE.law.of(x))));
    }

    @Test
    void ofOneNumber() {
        Law sine = Math::sin;
        Named named = x -> x * x;
        Operator operator = x -> 1 / x;
        assertEquals(12, at(Nabla.derivative(x -> cube.of(x))));
        assertEquals(Math.cos(X), at(Nabla.derivative(x -> sine.of(x))));
        assertEquals(4, at(Nabla.derivative(x -> named.of(x))));
        assertEquals(-0.25, at(Nabla.derivative(x -> operator.applyAsDouble(x))));
        assertEquals(12 * 9, at(Nabla.derivative(x -> sum(cube, x))));
        assertEquals(8, at(Nabla.derivative(x -> x * cube.of(2))));
        double[] derivative = new double[1];
        assertEquals(8, Nabla.valueAndDerivative(x -> cube.of(x)).value(X, derivative));
        assertEquals(12, derivative[0]);
    }

    @Test
    void besideObjectsOfClasses() {
        Product product = new Product(cube, x -> 1 / x);
        assertEquals(4, at(Nabla.derivative(x -> product.of(x))), 1e-15);
        List<Law> laws = List.of(cube, x -> x, new Product(cube, cube));
        assertEquals(12 + 1 + 192, at(Nabla.derivative(x -> {
            double sum = 0;
            for (Law law : laws) {
                sum += law.of(x);
            }
            return sum;
        })));
    }

    @Test
    void inFieldsThatChange() {
        Holder holder = new Holder();
        holder.law = cube;
        DoubleUnaryOperator derivative = Nabla.derivative(holder::times);
        assertEquals(32, at(derivative));
        holder.law = x -> x;
        assertEquals(4, at(derivative));
        holder.law = new Product(cube, cube);
        var thrown = assertThrows(UnsupportedOperationException.class, () -> at(derivative));
        assertTrue(thrown.getMessage().contains("Product"), thrown.getMessage());
    }

    @Test
    void thatCallOthers() {
        Law nested = x -> cube.of(x) + cube.of(2 * x);
        assertEquals(12 + 96, at(Nabla.derivative(x -> nested.of(x))));
        assertEquals(1.5 * 0.5 + 2.5 * 0.5 + 2.5 * 1.5, Nabla.derivative(x -> FACTORIAL.of(x)).applyAsDouble(2.5), 1e-14);
    }

    @Test
    void ofTwoNumbersAndOfArrays() {
        Motion<String> motion = (t, y) -> Math.sin(t) * y * y;
        assertEquals(Math.sin(0.5) * 4, at(Nabla.derivative(x -> motion.at(0.5, x))), 1e-15);
        assertEquals(Math.cos(2) * 9, at(Nabla.derivative(x -> motion.at(x, 3))), 1e-15);
        assertEquals(Math.cos(2) * 4 + Math.sin(2) * 4, at(Nabla.derivative(x -> motion.at(x, x))), 1e-15);
        double[] gradient = Nabla.gradient(x -> motion.at(x[0], x[1])).at(new double[] {2, 3});
        assertEquals(Math.cos(2) * 9, gradient[0], 1e-15);
        assertEquals(Math.sin(2) * 6, gradient[1], 1e-15);
        Model model = p -> p[0] * p[0] * p[1];
        assertEquals(4, Nabla.gradient(x -> model.of(x)).at(new double[] {2, 3})[1]);
        assertEquals(16, at(Nabla.derivative(x -> model.of(new double[] {x, x + 1}))));
        ToDoubleFunction<double[]> f = x -> model.of(x);
        double[] along = new double[1];
        assertEquals(12, Nabla.pushforward(f).value(new double[] {2, 3}, new double[] {1, 2}, along));
        assertEquals(20, along[0]);
        assertEquals(27, Nabla.jacobian(x -> new double[] {cube.of(x[0]), cube.of(x[1])}).at(new double[] {2, 3})[1][1]);
    }

    @Test
    void valuesTravelAsArgumentsAndResultsAlone() {
        double[] kept = {1, 2};
        Law reads = x -> kept[0] * x;
        Law stores = x -> {
            kept[1] = x;
            return x;
        };
        assertEquals(1, at(Nabla.derivative(x -> reads.of(x))));
        assertThrows(RuntimeException.class, () -> at(Nabla.derivative(x -> {
            kept[0] = x;
            return reads.of(x);
        })));
        assertThrows(RuntimeException.class, () -> at(Nabla.derivative(x -> {
            kept[0] = x;
            return reads.of(1) + new Product(cube, cube).of(x);
        })));
        assertThrows(RuntimeException.class, () -> at(Nabla.derivative(x -> stores.of(x) + kept[1])));
        Law hidden = x -> x * x + reads.of(1);
        assertThrows(RuntimeException.class, () -> at(Nabla.derivative(x -> {
            kept[0] = x;
            return hidden.of(x) + new Product(cube, cube).of(x);
        })));
    }

    interface Replacing extends Law {
        @Override
        default double twice(double x) {
            return 7 * x;
        }
    }

    private static double twice(Law law, double x) {
        return law.twice(x);
    }

    @Test
    void defaultMethods() {
        assertEquals(2304, at(Nabla.derivative(x -> cube.twice(x))));
        assertEquals(2304, at(Nabla.derivative(x -> twice(cube, x))));
        assertEquals(12, at(Nabla.derivative(x -> twice(y -> y * x, x))));
        Replacing replacing = x -> x * x;
        assertEquals(7, at(Nabla.derivative(x -> replacing.twice(x))));
        assertEquals(7, at(Nabla.derivative(x -> {
            Replacing own = y -> y * x;
            return own.twice(x);
        })));
        // Where several interfaces have one, the lambda's class decides.
        Law as = replacing;
        Law both = (Law & Replacing) x -> x * x;
        Law mixed = new Product(cube, replacing);
        assertThrows(UnsupportedOperationException.class, () -> at(Nabla.derivative(x -> as.twice(x))));
        assertThrows(UnsupportedOperationException.class, () -> at(Nabla.derivative(x -> twice(both, x))));
        assertThrows(UnsupportedOperationException.class, () -> at(Nabla.derivative(x -> twice((Replacing) y -> y * x, x))));
        assertEquals(25 * Math.pow(X, 24), at(Nabla.derivative(x -> twice(mixed, x))));
    }

    @Test
    void whatIsNotFollowedIsAnException() {
        assertThrows(RuntimeException.class, () -> Nabla.hessian(x -> cube.of(x[0])).at(new double[] {2}));
        Law throwing = x -> {
            throw new IllegalStateException("mine");
        };
        assertEquals("mine", assertThrows(IllegalStateException.class, () -> at(Nabla.derivative(x -> throwing.of(x)))).getMessage());
        Law nothing = null;
        assertThrows(NullPointerException.class, () -> at(Nabla.derivative(x -> nothing.of(x))));
    }
}
