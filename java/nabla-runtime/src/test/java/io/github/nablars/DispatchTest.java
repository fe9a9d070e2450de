package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
