package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Calls whose receiver decides which code runs: the objects at hand tell which. */
class DispatchTest {
    interface Law {
        double value(double x);
    }

    record Square(double factor) implements Law {
        @Override
        public double value(double x) {
            return factor * x * x;
        }
    }

    record Cube() implements Law {
        @Override
        public double value(double x) {
            return x * x * x;
        }
    }

    interface General {
        default double at(double x) {
            return 1;
        }
    }

    interface Special extends General {
        @Override
        default double at(double x) {
            return x * x * x;
        }
    }

    private static class Hidden {
        @SuppressWarnings("unused")
        private double at(double x) {
            return 5;
        }
    }

    private static final class First implements Special, General { }

    private static final class Last implements General, Special { }

    private static class Above implements Special { }

    private static final class Below extends Above implements General { }

    private static final class Shown extends Hidden implements Special { }

    private static final class Model {
        private Law law;

        Model(Law law) {
            this.law = law;
        }

        double twice(double x) {
            return 2 * law.value(x);
        }
    }

    private static final Law CONSTANT = new Square(5);

    @Test
    void ofWhatWasCaptured() {
        Law law = new Square(1);
        assertEquals(6, Nabla.derivative(x -> law.value(x)).applyAsDouble(3));
        Law[] laws = {law};
        DoubleUnaryOperator f = x -> laws[0].value(x);
        assertEquals(6, Nabla.derivative(f).applyAsDouble(3));
    }

    @Test
    void ofTheMostSpecificMethod() {
        for (General general : new General[] {new First(), new Last(), new Below(), new Shown()}) {
            double[] derivative = new double[1];
            assertEquals(8, Nabla.valueAndDerivative(x -> general.at(x)).value(2, derivative));
            assertEquals(12, derivative[0]);
            assertEquals(12, Nabla.derivative(general::at).applyAsDouble(2));
            assertEquals(12, Nabla.derivative(x -> general.at(x)).applyAsDouble(2));
        }
    }

    @Test
    void oneLambdaWithReceiversOfDifferentClasses() {
        double[] expected = {6, 27};
        Law[] laws = {new Square(1), new Cube()};
        for (int i = 0; i < laws.length; i++) {
            Law law = laws[i];
            assertEquals(expected[i], Nabla.derivative(x -> law.value(x)).applyAsDouble(3));
        }
    }

    @Test
    void ofFieldsAndConstants() {
        Model model = new Model(new Square(1));
        DoubleUnaryOperator derivative = Nabla.derivative(model::twice);
        assertEquals(12, derivative.applyAsDouble(3));
        model.law = new Square(2);
        assertEquals(24, derivative.applyAsDouble(3));
        // Never the derivative of another body.
        model.law = new Cube();
        assertThrows(RuntimeException.class, () -> derivative.applyAsDouble(3));
        assertEquals(54, Nabla.derivative(model::twice).applyAsDouble(3));
        assertEquals(30, Nabla.derivative(x -> CONSTANT.value(x)).applyAsDouble(3));
    }

    @Test
    void ofSeveralClassesInOneFunction() {
        Law square = new Square(1);
        Law cube = new Cube();
        DoubleUnaryOperator derivative = Nabla.derivative(x -> (x > 0 ? square : cube).value(x) + cube.value(2 * x));
        assertEquals(6 + 24 * 9, derivative.applyAsDouble(3));
        assertEquals(27 + 24 * 9, derivative.applyAsDouble(-3));
        assertEquals(6, Nabla.gradient(x -> (x[0] > 0 ? square : cube).value(x[0])).at(new double[] {3})[0]);
    }

    @Test
    void ofObjectsThatTheFunctionMakes() {
        assertEquals(12, Nabla.derivative(x -> {
            Law own = new Square(2);
            return own.value(x);
        }).applyAsDouble(3));
    }

    record Constant(double c) implements Law {
        @Override
        public double value(double x) {
            return c;
        }
    }

    record Sum(List<Law> laws) implements Law {
        @Override
        public double value(double x) {
            double sum = 0;
            for (Law law : laws) {
                sum += law.value(x);
            }
            return sum;
        }
    }

    private static Law made(boolean square) {
        return square ? new Square(1) : new Constant(1);
    }

    @Test
    void ofObjectsInCollections() {
        Law sum = new Sum(List.of(new Square(1), new Sum(new ArrayList<>(List.of(new Cube())))));
        assertEquals(6 + 27, Nabla.derivative(sum::value).applyAsDouble(3));
        assertEquals(6 + 27 + 1, Nabla.derivative(x -> sum.value(x) + x).applyAsDouble(3));
        Map<String, Law> named = Map.of("law", new Cube());
        assertEquals(27, Nabla.derivative(x -> named.get("law").value(x)).applyAsDouble(3));
        Law[] many = new Law[1000];
        Arrays.fill(many, new Constant(1));
        many[999] = new Square(1);
        assertEquals(6, Nabla.derivative(x -> new Sum(Arrays.asList(many)).value(x)).applyAsDouble(3));
    }

    @Test
    void ofClassesThatWereNotThere() {
        // All that is known is constant: an unknown one must not be taken for that.
        Model model = new Model(new Constant(1));
        DoubleUnaryOperator derivative = Nabla.derivative(model::twice);
        assertEquals(0, derivative.applyAsDouble(3));
        model.law = new Square(1);
        var thrown = assertThrows(UnsupportedOperationException.class, () -> derivative.applyAsDouble(3));
        assertTrue(thrown.getMessage().contains("Square"), thrown.getMessage());
        // A lambda is taken apart when it is met.
        model.law = x -> x * x;
        assertEquals(12, derivative.applyAsDouble(3));
        Law constant = new Constant(1);
        assertEquals(6, Nabla.derivative(x -> constant.value(x) + made(true).value(x)).applyAsDouble(3));
    }
}
