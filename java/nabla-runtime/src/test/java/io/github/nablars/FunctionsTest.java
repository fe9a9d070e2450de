package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Serializable;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every kind of function whose code can be found. */
class FunctionsTest {
    private static final double X = 1.25;

    private double factor = 3;

    private double scaled(double x) {
        return factor * x * x;
    }

    private static double cube(double x) {
        return x * x * x;
    }

    static double at(DoubleUnaryOperator derivative) {
        return derivative.applyAsDouble(X);
    }

    @Test
    void aLambdaThatIsPassedDirectly() {
        assertEquals(Math.sin(X) + X * Math.cos(X), at(Nabla.derivative(x -> x * Math.sin(x))));
    }

    @Test
    void aLambdaInAVariable() {
        DoubleUnaryOperator f = x -> x * x;
        assertEquals(2 * X, at(Nabla.derivative(f)));
    }

    @Test
    void aLambdaOfAnIntersectionType() {
        DoubleUnaryOperator f = (DoubleUnaryOperator & Serializable) x -> x * x;
        assertEquals(2 * X, at(Nabla.derivative(f)));
    }

    @Test
    void methodReferences() {
        DoubleUnaryOperator unbound = FunctionsTest::cube;
        DoubleUnaryOperator bound = this::scaled;
        assertEquals(X * X * 3, at(Nabla.derivative(unbound)), 1e-15);
        assertEquals(X * X * 3, at(Nabla.derivative(FunctionsTest::cube)), 1e-15);
        assertEquals(6 * X, at(Nabla.derivative(bound)));
        assertEquals(6 * X, at(Nabla.derivative(this::scaled)));
    }

    @Test
    void methodReferencesToTheJdkFollowItsRules() {
        DoubleUnaryOperator sine = Math::sin;
        assertEquals(Math.cos(X), at(Nabla.derivative(sine)));
        assertEquals(Math.cos(X), at(Nabla.derivative(Math::sin)));
        DoubleBinaryOperator power = Math::pow;
        assertEquals(3 * X * X, Nabla.partials(power)[0].applyAsDouble(X, 3), 1e-14);
        assertEquals(1, Nabla.partials(Double::sum)[1].applyAsDouble(X, 3));
    }

    @Test
    void fieldsAreReadLive() {
        DoubleUnaryOperator derivative = Nabla.derivative(this::scaled);
        assertEquals(6 * X, at(derivative));
        factor = 5;
        assertEquals(10 * X, at(derivative));
    }

    /** A class that implements the type, with code in a super class and in an interface. */
    private interface Squaring extends DoubleUnaryOperator {
        @Override
        default double applyAsDouble(double x) {
            return scale() * x * x;
        }

        double scale();
    }

    private record Scale(double scale) implements Squaring {}

    private abstract static class Base implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return Math.exp(x);
        }
    }

    private static final class Derived extends Base {}

    @Test
    void namedClassesRecordsAndAnonymousOnes() {
        double captured = factor;
        DoubleUnaryOperator anonymous = new DoubleUnaryOperator() {
            @Override
            public double applyAsDouble(double x) {
                return captured * x * x;
            }
        };
        assertEquals(6 * X, at(Nabla.derivative(anonymous)));
        assertEquals(Math.exp(X), at(Nabla.derivative(new Derived())));
        assertEquals(8 * X, at(Nabla.derivative(new Scale(4))));
    }

    @Test
    void compositionsOfTheJdk() {
        DoubleUnaryOperator square = x -> x * x;
        DoubleUnaryOperator sine = Math::sin;
        double both = 2 * Math.sin(X) * Math.cos(X);
        assertEquals(both, at(Nabla.derivative(sine.andThen(square))), 1e-15);
        assertEquals(both, at(Nabla.derivative(square.compose(sine))), 1e-15);
        assertEquals(1, at(Nabla.derivative(DoubleUnaryOperator.identity())));
        assertEquals(both, at(Nabla.derivative(square.compose(sine).andThen(DoubleUnaryOperator.identity()))), 1e-15);
        double[] derivative = new double[1];
        assertEquals(Math.pow(Math.sin(X), 2),
                Nabla.valueAndDerivative(sine.andThen(square)).value(X, derivative), 1e-15);
        assertEquals(both, derivative[0], 1e-15);
    }

    @Test
    void aReferenceToAnotherFunction() {
        DoubleUnaryOperator square = x -> x * x;
        DoubleUnaryOperator again = square::applyAsDouble;
        assertEquals(2 * X, at(Nabla.derivative(again)));
    }

    /** A function type of the user's. */
    private interface Law {
        double value(double x);
    }

    @Test
    void aReferenceToAFunctionOfAnotherType() {
        Law law = x -> x * x;
        DoubleUnaryOperator again = law::value;
        assertEquals(2 * X, at(Nabla.derivative(again)));
        assertEquals(2 * X, at(Nabla.derivative(law::value)));
    }

    @Test
    void theDirectionStaysAsItIs() {
        ToDoubleFunction<double[]> f = x -> {
            x[1] *= x[0];
            return x[1];
        };
        double[] direction = {1, 2};
        double[] along = new double[1];
        for (int i = 0; i < 2; i++) {
            Nabla.pushforward(f).value(new double[] {3, 5}, direction, along);
            assertEquals(5 + 2 * 3, along[0]);
            assertArrayEquals(new double[] {1, 2}, direction);
        }
    }

    @Test
    void captureOfEveryKind() {
        boolean yes = X > 0;
        byte b = (byte) (2 + factor);
        short s = (short) b;
        char c = (char) b;
        int i = b;
        long l = b;
        float f = b;
        double d = b;
        double[] array = {d};
        int[][] nested = {{i}};
        String text = "12345";
        Scale object = new Scale(b);
        Double nothing = null;
        DoubleUnaryOperator plain = x -> (yes ? x : 0) * (b + s + c + i + l + f + d + array[0] + nested[0][0] + text.length()
                + object.scale() + (nothing == null ? 5 : 0));
        assertEquals(60, at(Nabla.derivative(plain)));
        assertEquals(60, at(Nabla.derivative(x -> (yes ? x : 0) * (b + s + c + i + l + f + d + array[0] + nested[0][0]
                + text.length() + object.scale() + (nothing == null ? 5 : 0)))));
        array[0] = 6;
        assertEquals(61, at(Nabla.derivative(plain)));
    }

    /** Private members of the host, of its nest, and of a class that another one reaches only through its own methods. */
    private static final class Inner {
        private static double offset = 2;

        private static double shifted(double x) {
            return (x + offset) * (x + offset);
        }
    }

    @Test
    void privateMembersAndCallsOfOtherClasses() {
        assertEquals(2 * (X + 2), at(Nabla.derivative(x -> Inner.shifted(x))));
        assertEquals(3 * X * X, at(Nabla.derivative(x -> cube(x))), 1e-15);
        assertEquals(Neighbour.slope(X), at(Nabla.derivative(x -> Neighbour.twice(x))), 1e-15);
        assertEquals(6 * X, at(Nabla.derivative(x -> scaled(x))));
    }

    @Test
    void lambdasWithinLambdas() {
        assertEquals(2 * X, at(Nabla.derivative(x -> {
            Runnable nothing = () -> factor = 7;
            nothing.run();
            return x * x;
        })));
        assertEquals(7, factor);
    }

    private static final DoubleUnaryOperator EXPONENTIAL = Math::exp;

    private static final class Lazy {
        private final double k = 3;
        private DoubleUnaryOperator made;

        double value(double x) {
            if (made == null) {
                double c = k;
                made = y -> c * y * y;
            }
            return made.applyAsDouble(x);
        }
    }

    @Test
    void functionsThatADerivativeLeftBehind() {
        Lazy lazy = new Lazy();
        assertEquals(12, Nabla.derivative(lazy::value).applyAsDouble(2));
        assertEquals(12, Nabla.derivative(x -> lazy.value(x)).applyAsDouble(2));
        assertEquals(12, Nabla.derivative(lazy.made).applyAsDouble(2));
        assertEquals(12, Nabla.derivative(lazy.made.andThen(y -> y)).applyAsDouble(2));
    }

    @Test
    void functionsInConstants() {
        assertEquals(X * Math.exp(X) + Math.exp(X), at(Nabla.derivative(x -> x * EXPONENTIAL.applyAsDouble(x))), 1e-15);
    }

    @Test
    void functionsOfTwoNumbers() {
        DoubleBinaryOperator f = (x, y) -> x * x * y;
        DoubleBinaryOperator[] partials = Nabla.partials(f);
        assertEquals(2, partials.length);
        assertEquals(12, partials[0].applyAsDouble(2, 3));
        assertEquals(4, partials[1].applyAsDouble(2, 3));
    }

    @Test
    void arraysAndVectors() {
        ToDoubleFunction<double[]> f = x -> factor * x[0] * x[1];
        double[] gradient = new double[2];
        assertEquals(18, Nabla.gradient(f).value(new double[] {2, 3}, gradient));
        assertEquals(9, gradient[0]);
        assertEquals(6, gradient[1]);
        UnaryOperator<double[]> g = x -> new double[] {x[0] * x[1], factor * x[1], 1};
        double[][] jacobian = Nabla.jacobian(g).at(new double[] {2, 3});
        assertEquals("[[3.0, 2.0], [0.0, 3.0], [0.0, 0.0]]", java.util.Arrays.deepToString(jacobian));
        assertEquals(0, Nabla.gradient(x -> 1.0 * x.length).at(new double[0]).length);
        double[] along = new double[1];
        assertEquals(18, Nabla.pushforward(f).value(new double[] {2, 3}, new double[] {1, 2}, along));
        assertEquals(21, along[0]);
    }

    @Test
    void hessians() {
        ToDoubleFunction<double[]> f = x -> factor * x[0] * x[0] * x[1] + Math.sin(x[1]);
        double[] gradient = new double[2];
        double[][] hessian = new double[2][2];
        assertEquals(36 + Math.sin(3), Nabla.hessian(f).value(new double[] {2, 3}, gradient, hessian));
        assertEquals(36, gradient[0], 1e-14);
        assertEquals(12 + Math.cos(3), gradient[1], 1e-14);
        assertEquals(18, hessian[0][0], 1e-14);
        assertEquals(12, hessian[0][1], 1e-14);
        assertEquals(12, hessian[1][0], 1e-14);
        assertEquals(-Math.sin(3), hessian[1][1], 1e-14);
        assertEquals(2, Nabla.hessian(x -> Neighbour.squared(x)).at(new double[] {5})[0][0]);
    }

    @Test
    void valueAndDerivativeTogether() {
        double[] derivative = new double[1];
        assertEquals(X * X * X, Nabla.valueAndDerivative(x -> cube(x)).value(X, derivative));
        assertEquals(3 * X * X, derivative[0], 1e-15);
    }
}
