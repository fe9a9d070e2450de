package functions;

import java.io.Serializable;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Functions that objects have since before the derivative was called, and that have other types besides. */
class Serialised {
    // release: 8

    interface Curve extends DoubleUnaryOperator, Serializable {}

    static final class Kept {
        final double slope = 3;
        final DoubleUnaryOperator square = (DoubleUnaryOperator & Serializable) t -> t * t;
        final DoubleUnaryOperator captured = (DoubleUnaryOperator & Serializable) t -> t * slope;
        final DoubleUnaryOperator marked = (DoubleUnaryOperator & Cloneable) t -> t * t * t;
        final Curve curve = t -> Math.sin(t);
        final DoubleBinaryOperator named = (DoubleBinaryOperator & Serializable) Math::pow;
    }

    static final Kept KEPT = new Kept();
    static final Curve CONSTANT = t -> t * t;

    // run: square(3.0) = 9.0, d = 6.0
    static double square(double x) {
        return KEPT.square.applyAsDouble(x);
    }

    // run: captured(3.0) = 9.0, d = 3.0
    static double captured(double x) {
        return KEPT.captured.applyAsDouble(x);
    }

    // run: marked(2.0) = 8.0, d = 12.0
    static double marked(double x) {
        return KEPT.marked.applyAsDouble(x);
    }

    // run: curve(0.0) = 0.0, d = 1.0
    static double curve(double x) {
        return KEPT.curve.applyAsDouble(x);
    }

    // run: named(3.0) = 9.0, d = 6.0
    static double named(double x) {
        return KEPT.named.applyAsDouble(x, 2);
    }

    // run: constant(3.0) = 9.0, d = 6.0
    static double constant(double x) {
        return CONSTANT.applyAsDouble(x);
    }

    // run: types(3.0) = 18.0, d = 12.0
    static double types(double x) {
        boolean all = KEPT.square instanceof Serializable && KEPT.marked instanceof Cloneable;
        return (all ? 2 : 1) * KEPT.square.applyAsDouble(x);
    }
}
