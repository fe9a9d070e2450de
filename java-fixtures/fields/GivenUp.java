package fields;

import java.math.BigDecimal;

/**
 * One of several bodies of a call puts into a field what depends on an active value by code that is not followed: it throws in place
 * of its tangent, and what it never does then is no reason to refuse other methods with the same field.
 */
class GivenUp {
    // release: 8

    interface Curve {
        double at(double x);

        double area(double x);
    }

    static final class Line implements Curve {
        @Override
        public double at(double x) {
            return 3 * x;
        }

        @Override
        public double area(double x) {
            return at(x) * x / 2;
        }
    }

    static final class Grid {
        double last;
    }

    static final class Table implements Curve {
        private final Grid grid = new Grid();

        @Override
        public double at(double x) {
            grid.last = new BigDecimal(x).doubleValue();
            return grid.last;
        }

        @Override
        public double area(double x) {
            return at(x) + x;
        }
    }

    private final Grid grid = new Grid();

    // run: sampled(2.0, 1) = 6.0, d = 3.0
    static double sampled(double x, int n) {
        Curve curve = n > 0 ? new Line() : new Table();
        return curve.at(x);
    }

    // run: deeper(2.0, 1) = 6.0, d = 6.0
    static double deeper(double x, int n) {
        Curve curve = n > 0 ? new Line() : new Table();
        return curve.area(x);
    }

    // run: kept(3.0) = 9.0, d = 6.0
    double kept(double x) {
        grid.last = x * x;
        return grid.last;
    }

    /** The only body that there is: it is followed as far as can be. */
    interface Single {
        double at(double x);
    }

    static final class Only implements Single {
        @Override
        public double at(double x) {
            return new BigDecimal(x).doubleValue(); // refuse: NB0201
        }
    }

    static double single(double x) {
        Single only = new Only();
        return only.at(x);
    }

    interface Shape {
        double size(double x);
    }

    static final class Flat implements Shape {
        @Override
        public double size(double x) {
            return 3;
        }
    }

    /** Lost as long as the field is. */
    static final class Marked implements Shape {
        private final Grid grid = new Grid();

        @Override
        public double size(double x) {
            return x * grid.last + x;
        }
    }

    static final class Unknown implements Shape {
        private final Grid grid = new Grid();

        @Override
        public double size(double x) {
            grid.last = new BigDecimal(x).doubleValue();
            return grid.last;
        }
    }

    // run: turned(2.0, 1) = 2.0, d = 1.0
    // run: turned(2.0, 2) = 3.0, d = 0.0
    static double turned(double x, int n) {
        Shape shape = n > 1 ? new Flat() : n > 0 ? new Marked() : new Unknown();
        return shape.size(x);
    }

    // One of those bodies, and no receiver decides: it has a tangent, which the others must read.
    // run: straight(2.0) = 2.0, d = 1.0
    static double straight(double x) {
        return new Marked().size(x);
    }
}
