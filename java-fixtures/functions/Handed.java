package functions;

import java.io.Serializable;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Functions that constructors hand to others, of the same class or of the one above. */
class Handed {
    // release: 8

    static class Curve {
        final DoubleUnaryOperator f;
        final DoubleUnaryOperator[] parts;

        Curve(DoubleUnaryOperator f) {
            this.f = f;
            this.parts = new DoubleUnaryOperator[] {f};
        }

        Curve() {
            this(t -> t * t);
        }

        double of(double x) {
            return f.applyAsDouble(x);
        }
    }

    static final class Cubic extends Curve {
        Cubic() {
            super(t -> t * t * t);
        }
    }

    static class Line extends Curve {
        Line(double slope) {
            super((DoubleUnaryOperator & Serializable) t -> t * slope);
        }
    }

    static final class Steep extends Line {
        final DoubleBinaryOperator product;

        Steep(DoubleBinaryOperator product) {
            super(5.0);
            this.product = product;
        }

        Steep() {
            this((a, b) -> a * b);
        }
    }

    static final Curve SQUARE = new Curve();
    static final Curve CUBIC = new Cubic();
    static final Curve LINE = new Line(4.0);
    static final Steep STEEP = new Steep();

    // run: square(3.0) = 9.0, d = 6.0
    static double square(double x) {
        return SQUARE.of(x);
    }

    // run: cubic(2.0) = 8.0, d = 12.0
    static double cubic(double x) {
        return CUBIC.f.applyAsDouble(x);
    }

    // run: line(2.0) = 8.0, d = 4.0
    static double line(double x) {
        return LINE.of(x);
    }

    // run: steep(2.0) = 20.0, d = 20.0
    static double steep(double x) {
        return STEEP.product.applyAsDouble(x, STEEP.of(x));
    }
}
