package functions;

import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Functions that objects and constants have since before the derivative was called. */
class Held {
    // release: 8

    static final class Model {
        final DoubleUnaryOperator f;

        Model(double factor, int times, Double offset, String text) {
            f = x -> factor * times * x * x + offset + text.length();
        }

        double at(double x) {
            return f.applyAsDouble(x);
        }
    }

    static final Model MODEL = new Model(3, 2, 0.5, "ab");

    // run: model(2.0) = 26.5, d = 24.0
    static double model(double x) {
        return MODEL.at(x);
    }

    static class Base {
        DoubleUnaryOperator f = x -> x * x * x;
    }

    static final class Derived extends Base {
        double at(double x) {
            return f.applyAsDouble(x);
        }
    }

    static final Derived DERIVED = new Derived();

    // run: inherited(2.0) = 8.0, d = 12.0
    static double inherited(double x) {
        return DERIVED.at(x);
    }

    enum Activation {
        RELU(x -> Math.max(x, 0)), SQUARE(x -> x * x), LOGISTIC(Held::logistic);

        final DoubleUnaryOperator f;

        Activation(DoubleUnaryOperator f) {
            this.f = f;
        }

        double at(double x) {
            return f.applyAsDouble(x);
        }
    }

    static double logistic(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    // run: activations(2.0) = 6.5, d = 5.25
    static double activations(double x) {
        return Activation.RELU.at(x) + Activation.SQUARE.at(x) + Activation.LOGISTIC.at(x - 2);
    }

    static final class Layers {
        final DoubleUnaryOperator[] layers = {x -> x * x, x -> 1 / x, Math::sqrt};

        double at(double x) {
            for (DoubleUnaryOperator layer : layers) {
                x = layer.applyAsDouble(x);
            }
            return x;
        }
    }

    static final Layers LAYERS = new Layers();

    // run: layers(2.0) = 0.5, d = -0.25
    static double layers(double x) {
        return LAYERS.at(x);
    }

    interface Law {
        double of(double x);

        default double twice(double x) {
            return of(of(x));
        }
    }

    static final class Own {
        final Law law;

        Own(double factor) {
            law = x -> factor * x * x;
        }
    }

    static final Own OWN = new Own(3);

    // run: own(2.0) = 444.0, d = 876.0
    static double own(double x) {
        return OWN.law.of(x) + OWN.law.twice(x);
    }

    static final class Types {
        final Function<Double, Double> square = x -> x * x;
        final BiFunction<Double, Double, Double> product = (x, y) -> x * y;
        final DoubleBinaryOperator power = Math::pow;
        final DoubleSupplier three = () -> 3;
        final ToDoubleFunction<double[]> first = a -> a[0] * a[1];
    }

    static final Types TYPES = new Types();

    // run: types(2.0) = 30.0, d = 33.0
    static double types(double x) {
        return TYPES.square.apply(x) + TYPES.product.apply(x, 2.0) + TYPES.power.applyAsDouble(x, 3)
            + TYPES.three.getAsDouble() * x + TYPES.first.applyAsDouble(new double[] {x, x * x});
    }

    static double[] state = {1};

    static final class Reader {
        final DoubleUnaryOperator reads = y -> state[0] * y;
        final DoubleUnaryOperator writes = y -> state[0] = y * y;
    }

    static final Reader READER = new Reader();

    // run: throughState(2.0) = 28.0, d = 28.0
    static double throughState(double x) {
        state[0] = x * x;
        double read = READER.reads.applyAsDouble(3);
        READER.writes.applyAsDouble(2 * x);
        return read + state[0];
    }

    static DoubleUnaryOperator cube() {
        return x -> x * x * x;
    }

    static final class Same {
        final DoubleUnaryOperator f = cube();
        final DoubleUnaryOperator g = cube();
    }

    static final Same SAME = new Same();

    // One that captures nothing is one object, as before.
    // run: same(2.0) = 9.0, d = 12.0
    static double same(double x) {
        return SAME.f.applyAsDouble(x) + (SAME.f == SAME.g ? 1 : 0);
    }
}
