package io.github.nablars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Functions that call functions: captured ones, in fields and arrays, passed on, composed, and derivatives themselves. */
class ComposedTest {
    private static final double X = 1.25;

    private final DoubleUnaryOperator square = x -> x * x;
    private DoubleUnaryOperator changing = square;

    private DoubleUnaryOperator unknown = x -> x;

    private static double at(DoubleUnaryOperator derivative) {
        return derivative.applyAsDouble(X);
    }

    private static double twice(DoubleUnaryOperator f, double x) {
        return f.applyAsDouble(f.applyAsDouble(x));
    }

    @Test
    void aCapturedFunction() {
        DoubleUnaryOperator cube = y -> y * y * y;
        assertEquals(3 * X * X, at(Nabla.derivative(x -> cube.applyAsDouble(x))), 1e-15);
        DoubleUnaryOperator plain = x -> x * cube.applyAsDouble(Math.sin(x));
        double sine = Math.sin(X);
        assertEquals(Math.pow(sine, 3) + 3 * X * sine * sine * Math.cos(X), at(Nabla.derivative(plain)), 1e-14);
        DoubleUnaryOperator sin = Math::sin;
        assertEquals(Math.cos(X * X) * 2 * X, at(Nabla.derivative(x -> sin.applyAsDouble(x * x))), 1e-15);
        DoubleFunction1 own = y -> y * y;
        assertEquals(2 * X, at(Nabla.derivative(x -> own.applyAsDouble(x))));
        // What is constant stays a call of the function itself.
        assertEquals(8, at(Nabla.derivative(x -> x * cube.applyAsDouble(2))));
    }

    @Test
    void whatTheCapturedFunctionCaptured() {
        double[] factors = {2, 3};
        double shift = 0.5;
        DoubleUnaryOperator f = y -> factors[1] * y * y + shift * y;
        DoubleUnaryOperator derivative = Nabla.derivative(x -> f.applyAsDouble(x));
        assertEquals(6 * X + 0.5, at(derivative), 1e-15);
        factors[1] = 4;
        assertEquals(8 * X + 0.5, at(derivative), 1e-15);
        DoubleUnaryOperator g = y -> f.applyAsDouble(2 * y);
        assertEquals(32 * X + 1, at(Nabla.derivative(x -> g.applyAsDouble(x))), 1e-14);
    }

    @Test
    void functionsThatHaveComeToRestWhereTheirArgumentOverflows() {
        DoubleUnaryOperator exp = Math::exp;
        DoubleUnaryOperator inverse = y -> 1 / y;
        DoubleUnaryOperator atan = Math::atan;
        double[] slope = {1};
        for (DoubleUnaryOperator outer : List.of(inverse, atan)) {
            assertEquals(0, Nabla.derivative(outer.compose(exp)).applyAsDouble(1000));
            assertEquals(0, Nabla.derivative(x -> outer.applyAsDouble(Math.exp(x))).applyAsDouble(1000));
            Nabla.valueAndDerivative(exp.andThen(outer)).value(1000, slope);
            assertEquals(0, slope[0]);
            ToDoubleFunction<double[]> f = x -> outer.applyAsDouble(Math.exp(x[0]));
            assertEquals(0, Nabla.gradient(f).at(new double[] {1000})[0]);
        }
    }

    @Test
    void oneKernelForDifferentFunctions() {
        DoubleUnaryOperator[] functions = {y -> y, y -> y * y, Math::exp, square.andThen(square)};
        double[] expected = {1, 2 * X, Math.exp(X), 4 * X * X * X};
        for (int i = 0; i < functions.length; i++) {
            DoubleUnaryOperator f = functions[i];
            assertEquals(expected[i], at(Nabla.derivative(x -> f.applyAsDouble(x))), 1e-14);
            int one = i;
            assertEquals(expected[i], at(Nabla.derivative(x -> functions[one].applyAsDouble(x))), 1e-14);
        }
        assertEquals(expected[0] + expected[1] + expected[2] + expected[3], at(Nabla.derivative(x -> {
            double sum = 0;
            for (DoubleUnaryOperator f : functions) {
                sum += f.applyAsDouble(x);
            }
            return sum;
        })), 1e-14);
    }

    @Test
    void inFieldsAndPassedOn() {
        assertEquals(2 * X, at(Nabla.derivative(x -> square.applyAsDouble(x))));
        DoubleUnaryOperator derivative = Nabla.derivative(x -> changing.applyAsDouble(x));
        assertEquals(2 * X, at(derivative));
        changing = Math::cos;
        assertEquals(-Math.sin(X), at(derivative));
        assertEquals(4 * X * X * X, at(Nabla.derivative(x -> twice(square, x))), 1e-14);
    }

    @Test
    void compositions() {
        DoubleUnaryOperator sine = Math::sin;
        DoubleUnaryOperator both = sine.andThen(square);
        double expected = 2 * Math.sin(X) * Math.cos(X);
        assertEquals(expected, at(Nabla.derivative(x -> both.applyAsDouble(x))), 1e-15);
        assertEquals(expected, at(Nabla.derivative(x -> sine.andThen(square).applyAsDouble(x))), 1e-15);
        assertEquals(expected, at(Nabla.derivative(x -> square.compose(sine).applyAsDouble(x))), 1e-15);
        DoubleUnaryOperator nothing = DoubleUnaryOperator.identity();
        assertEquals(2 * X, at(Nabla.derivative(x -> x * nothing.applyAsDouble(x))));
        DoubleUnaryOperator calling = x -> both.applyAsDouble(x);
        assertEquals(4 * X * X * X, at(Nabla.derivative(square.andThen(x -> square.applyAsDouble(x)))), 1e-14);
        assertEquals(expected, at(Nabla.derivative(calling.andThen(nothing))), 1e-15);
    }

    @Test
    void everyKindOfDerivative() {
        DoubleUnaryOperator f = square;
        DoubleBinaryOperator product = (x, y) -> x * y * y;
        ToDoubleFunction<double[]> norm = v -> v[0] * v[0] + 3 * v[1];
        double[] derivative = new double[1];
        assertEquals(X * X, Nabla.valueAndDerivative(x -> f.applyAsDouble(x)).value(X, derivative));
        assertEquals(2 * X, derivative[0]);
        DoubleBinaryOperator[] partials = Nabla.partials((x, y) -> product.applyAsDouble(x, f.applyAsDouble(y)));
        assertEquals(81, partials[0].applyAsDouble(2, 3));
        assertEquals(2 * 4 * 27, partials[1].applyAsDouble(2, 3));
        assertEquals(2 * 3 * X * X, at(Nabla.derivative(x -> product.applyAsDouble(2 * x, x))), 1e-14);
        double[] at = {2, 3, 4};
        assertArrayEquals(new double[] {9, 12, 8}, Nabla.gradient(x -> product.applyAsDouble(x[0], x[1]) + f.applyAsDouble(x[2]))
                .at(at));
        assertArrayEquals(new double[] {24, 3, 0}, Nabla.gradient(x -> norm.applyAsDouble(new double[] {x[0] * 2, x[1]}) + 8 * x[0])
                .at(at));
        assertArrayEquals(new double[] {4, 3}, Nabla.gradient(x -> norm.applyAsDouble(x)).at(new double[] {2, 5}));
        assertEquals(4 * 10 + 3, Nabla.pushforward(x -> norm.applyAsDouble(x)).value(
                new double[] {2, 13}, new double[] {10, 1}, derivative));
        assertEquals(43, derivative[0]);
        double[][] jacobian = Nabla.jacobian(x -> new double[] {f.applyAsDouble(x[0] * x[1]), f.applyAsDouble(x[2])}).at(at);
        assertArrayEquals(new double[] {36, 24, 0}, jacobian[0]);
        assertArrayEquals(new double[] {0, 0, 8}, jacobian[1]);
    }

    @Test
    void manyDirections() {
        double[] x = new double[40];
        double[] expected = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = 0.1 * i;
            expected[i] = i % 2 == 0 ? 2 * x[i] + 0.1 * (i + 1) : x[i - 1];
        }
        DoubleBinaryOperator product = (a, b) -> a * b;
        assertArrayEquals(expected, Nabla.gradient(v -> {
            double sum = 0;
            for (int i = 0; i + 1 < v.length; i += 2) {
                sum += square.applyAsDouble(v[i]) + product.applyAsDouble(v[i], v[i + 1]);
            }
            return sum;
        }).at(x), 1e-14);
    }

    @Test
    void argumentsThatDependOnAFewInputs() {
        double[] x = new double[40];
        for (int i = 0; i < x.length; i++) {
            x[i] = 0.1 * i - 1;
        }
        double[] expected = new double[x.length];
        for (int i = 0; i < 20; i++) {
            double slope = 2 * (x[i] + 2 * x[i + 9]);
            expected[i] += slope + x[i + 1] * x[i + 17];
            expected[i + 9] += 2 * slope;
            expected[i + 1] += x[i] * x[i + 17];
            expected[i + 17] += x[i] * x[i + 1];
        }
        DoubleBinaryOperator product = (a, b) -> a * b;
        assertArrayEquals(expected, Nabla.gradient(v -> {
            double sum = 0;
            for (int i = 0; i < 20; i++) {
                sum += square.applyAsDouble(v[i] + 2 * v[i + 9]) + product.applyAsDouble(v[i] * v[i + 1], v[i + 17]);
            }
            return sum;
        }).at(x), 1e-13);
    }

    @Test
    void derivativesOfDerivatives() {
        DoubleUnaryOperator f = x -> x * Math.sin(x);
        DoubleUnaryOperator first = Nabla.derivative(f);
        double expected = 2 * Math.cos(X) - X * Math.sin(X);
        assertEquals(expected, at(Nabla.derivative(first)), 1e-15);
        double[] derivative = new double[1];
        assertEquals(at(first), Nabla.valueAndDerivative(first).value(X, derivative));
        assertEquals(expected, derivative[0], 1e-15);
        assertEquals(expected, at(Nabla.derivative(x -> first.applyAsDouble(x))), 1e-15);
        double captured = 3;
        assertEquals(6 * captured * X, at(Nabla.derivative(Nabla.derivative(x -> captured * x * x * x))), 1e-14);
        DoubleUnaryOperator sine = Math::sin;
        assertEquals(2 * Math.cos(2 * X), at(Nabla.derivative(Nabla.derivative(sine.andThen(square)))), 1e-14);
    }

    record Scale(double factor) implements DoubleUnaryOperator {
        @Override
        public double applyAsDouble(double x) {
            return factor * x * x;
        }
    }

    @Test
    void objectsThatAreFunctions() throws ReflectiveOperationException {
        DoubleUnaryOperator scale = new Scale(3);
        assertEquals(6 * X, at(Nabla.derivative(x -> scale.applyAsDouble(x))));
        DoubleUnaryOperator reference = new Scale(2)::applyAsDouble;
        assertEquals(4 * X, at(Nabla.derivative(x -> reference.applyAsDouble(x))));
        changing = square;
        DoubleUnaryOperator derivative = Nabla.derivative(x -> changing.applyAsDouble(x));
        // This class names it.
        changing = scale;
        assertEquals(6 * X, at(derivative));
        // Code that may assign it makes one of this class.
        changing = Neighbour.shift(1);
        assertEquals(1, at(derivative));
        DoubleUnaryOperator other = Nabla.derivative(x -> unknown.applyAsDouble(x));
        unknown = (DoubleUnaryOperator) Neighbour.class.getDeclaredMethod("stretch", double.class).invoke(null, 1.0);
        assertThrows(UnsupportedOperationException.class, () -> at(other));
    }

    /** Either it is refused, or an exception says so when it is called; never is it wrong. */
    private static void notFollowed(DoubleFunction1 f) {
        RuntimeException told = assertThrows(RuntimeException.class, () -> at(Nabla.derivative(f)));
        assertTrue(told instanceof NotDifferentiableException || told.getMessage().endsWith(" (nabla-rs)"), told.toString());
    }

    /** Holds an array that its maker may have kept. */
    private static final class Model {
        private final double[] state;

        Model(double[] state) {
            this.state = state;
        }

        double energy() {
            return state[0] * state[1];
        }
    }

    @Test
    void aCapturedArrayThatAnObjectHoldsToo() {
        double[] state = {1, 2};
        Model model = new Model(state);
        notFollowed(x -> {
            state[0] = x;
            return x + model.energy();
        });
        double[][] rows = {state};
        notFollowed(x -> {
            state[0] = x;
            return x + rows[0][0];
        });
        Model other = new Model(new double[] {3, 4});
        assertEquals(25, Nabla.derivative(x -> {
            state[0] = x * x;
            return 2 * state[0] * state[1] / 4 + other.energy() * x + x;
        }).applyAsDouble(6));
    }

    private static DoubleUnaryOperator made(double factor) {
        return new Scale(factor);
    }

    private static double common;

    @Test
    void whatWouldTravelThroughMemory() {
        double[] shared = new double[2];
        DoubleUnaryOperator reading = y -> y * shared[0];
        notFollowed(x -> {
            shared[0] = x;
            return reading.applyAsDouble(x);
        });
        notFollowed(x -> {
            shared[0] = x;
            return x * reading.applyAsDouble(2);
        });
        Callable<Double> called = () -> shared[0];
        notFollowed(x -> {
            shared[0] = x;
            try {
                return called.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        List<DoubleUnaryOperator> listed = List.of(reading);
        notFollowed(x -> {
            shared[0] = x;
            return listed.stream().mapToDouble(f -> f.applyAsDouble(2)).sum();
        });
        List<Model> models = List.of(new Model(shared));
        notFollowed(x -> {
            shared[0] = x;
            return models.get(0).energy();
        });
        DoubleUnaryOperator writing = y -> {
            shared[0] = y;
            return y;
        };
        notFollowed(x -> writing.applyAsDouble(x) * shared[0]);
        DoubleUnaryOperator remembering = y -> {
            double before = shared[0];
            shared[0] = y;
            return before * y;
        };
        notFollowed(x -> remembering.applyAsDouble(x) + remembering.applyAsDouble(x));
        DoubleUnaryOperator readingField = y -> y * common;
        notFollowed(x -> {
            common = x;
            return readingField.applyAsDouble(x);
        });
        notFollowed(x -> {
            DoubleUnaryOperator own = new Scale(x);
            return own.applyAsDouble(x);
        });
        notFollowed(x -> made(x).applyAsDouble(x));
        notFollowed(x -> {
            DoubleUnaryOperator own = y -> y * x;
            return own.andThen(square).applyAsDouble(x);
        });
    }

    private interface Source {
        double now();
    }

    @Test
    void whatWouldTravelThroughMemoryBehindAnotherFunction() {
        double[] shared = {2};
        DoubleUnaryOperator reading = y -> shared[0] * y;
        DoubleUnaryOperator between = y -> reading.applyAsDouble(y);
        notFollowed(x -> {
            shared[0] = x;
            return between.applyAsDouble(x);
        });
        DoubleSupplier supplier = () -> shared[0];
        DoubleUnaryOperator supplied = y -> y * supplier.getAsDouble();
        notFollowed(x -> {
            shared[0] = x;
            return supplied.applyAsDouble(x);
        });
        Runnable squaring = () -> shared[0] *= shared[0];
        DoubleUnaryOperator running = y -> {
            squaring.run();
            return 1;
        };
        notFollowed(x -> {
            shared[0] = x;
            return running.applyAsDouble(x) * shared[0];
        });
        // Where nothing is left behind, functions call functions that read.
        assertEquals(2 * shared[0] * X, at(Nabla.derivative(x -> x * between.applyAsDouble(x))));
    }

    @Test
    void whatFunctionsOfOtherTypesRead() {
        double[] shared = {2, 3};
        DoubleSupplier supplier = () -> shared[0];
        IntToDoubleFunction element = k -> shared[k];
        Source source = () -> shared[0];
        Runnable squaring = () -> shared[1] = shared[0] * shared[0];
        notFollowed(x -> {
            shared[0] = x;
            return supplier.getAsDouble();
        });
        notFollowed(x -> {
            shared[0] = x;
            return element.applyAsDouble(0);
        });
        notFollowed(x -> {
            shared[0] = x;
            return source.now();
        });
        notFollowed(x -> {
            shared[0] = x;
            squaring.run();
            return shared[1];
        });
    }

    @Test
    void whatLibraryMethodsStoreAndRead() {
        double[] shared = {2, 3};
        DoubleUnaryOperator reading = y -> shared[0] * y;
        notFollowed(x -> {
            Arrays.fill(shared, x);
            return reading.applyAsDouble(x);
        });
        DoubleUnaryOperator summing = y -> y * Arrays.stream(shared).sum();
        notFollowed(x -> {
            shared[0] = x;
            return summing.applyAsDouble(x);
        });
        ToDoubleFunction<double[]> least = y -> {
            Arrays.sort(y);
            return y[0];
        };
        VectorGradient sorted = new VectorGradient(x -> least.applyAsDouble(x) * x[1]);
        assertThrows(RuntimeException.class, sorted::at);
    }

    private record VectorGradient(ToDoubleFunction<double[]> f) {
        double[] at() {
            return Nabla.gradient(f).at(new double[] {0.8, 0.6});
        }
    }

    @Test
    void whatWouldTravelThroughObjectsOfTheJdk() {
        List<Double> list = new ArrayList<>(List.of(1.0));
        Map<String, Double> map = new HashMap<>();
        DoubleAdder adder = new DoubleAdder();
        AtomicReference<Double> reference = new AtomicReference<>();
        ThreadLocal<Double> local = new ThreadLocal<>();
        DoubleUnaryOperator listing = y -> {
            list.set(0, y * y);
            return y;
        };
        DoubleUnaryOperator mapping = y -> {
            map.put("a", y * y);
            return y;
        };
        DoubleUnaryOperator adding = y -> {
            adder.reset();
            adder.add(y * y);
            return y;
        };
        DoubleUnaryOperator setting = y -> {
            reference.set(y * y);
            return y;
        };
        DoubleUnaryOperator keeping = y -> {
            local.set(y * y);
            return y;
        };
        notFollowed(x -> listing.applyAsDouble(x) * list.get(0));
        notFollowed(x -> mapping.applyAsDouble(x) * map.get("a"));
        notFollowed(x -> adding.applyAsDouble(x) * adder.sum());
        notFollowed(x -> setting.applyAsDouble(x) * reference.get());
        notFollowed(x -> keeping.applyAsDouble(x) * local.get());
        // A list of its own is no matter.
        DoubleUnaryOperator own = y -> {
            List<String> names = new ArrayList<>();
            names.add("a");
            return y * names.size();
        };
        assertEquals(2 * X, at(Nabla.derivative(x -> x * own.applyAsDouble(x))));
        // What is printed is not read.
        PrintStream out = new PrintStream(OutputStream.nullOutputStream());
        DoubleUnaryOperator printing = y -> {
            out.println(y);
            return y * y;
        };
        assertEquals(3 * X * X, at(Nabla.derivative(x -> x * printing.applyAsDouble(x))));
        DoubleUnaryOperator composed = listing.andThen(y -> y * list.get(0));
        assertThrows(NotDifferentiableException.class, () -> Nabla.derivative(composed));
        assertThrows(NotDifferentiableException.class, () -> Nabla.valueAndDerivative(composed.andThen(square)));
        assertThrows(NotDifferentiableException.class, () -> Nabla.derivative(square.compose(composed)));
    }

    @Test
    void functionsOfOtherTypesAreNotFollowed() {
        DoublePredicate positive = y -> y > 0;
        Function<Double, Double> boxed = y -> y * y;
        notFollowed(x -> {
            try {
                return positive.test(x) ? x * x : 0;
            } catch (LinkageError e) {
                return 0;
            }
        });
        notFollowed(x -> boxed.apply(x));
        DoubleUnaryOperator cube = y -> y * y * y;
        assertThrows(NotDifferentiableException.class, () -> Nabla.hessian((double[] x) -> cube.applyAsDouble(x[0])).at(new double[] {2}));
    }

    @Test
    void zeroStaysZeroWhereASlopeIsInfinite() {
        assertEquals(0, Nabla.derivative(square.andThen(Math::sqrt)).applyAsDouble(0));
        double[] derivative = {1};
        Nabla.valueAndDerivative(square.andThen(Math::sqrt)).value(0, derivative);
        assertEquals(0, derivative[0]);
        DoubleUnaryOperator root = Math::sqrt;
        double[] gradient = Nabla.gradient((double[] x) -> root.applyAsDouble(x[0] * x[0] + x[1] * x[1])).at(new double[2]);
        assertArrayEquals(new double[2], gradient);
    }

    @Test
    void handlersLetItPass() {
        DoubleUnaryOperator text = y -> Double.parseDouble(Double.toString(y));
        notFollowed(x -> {
            try {
                return text.applyAsDouble(x);
            } catch (RuntimeException e) {
                return 0;
            }
        });
    }
}
