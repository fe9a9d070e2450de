package calls;

/** Virtual and interface calls whose body is known only at run time. */
class Dispatch {
    // release: 8

    /** Several overriding classes, one of them abstract, one that inherits. */
    abstract static class Curve {
        abstract double value(double t);

        double twice(double t) {
            return value(value(t));
        }
    }

    /** Overrides the abstract method. */
    static class Square extends Curve {
        @Override
        double value(double t) {
            return t * t;
        }
    }

    /** Overrides the concrete method too. */
    static class Line extends Curve {
        private final double slope;

        Line(double slope) {
            this.slope = slope;
        }

        @Override
        double value(double t) {
            return slope * t + 1;
        }

        @Override
        double twice(double t) {
            return super.twice(t) + 100;
        }
    }

    /** Inherits the body it is called with. */
    static class SteepLine extends Line {
        SteepLine() {
            super(10);
        }
    }

    /** Does not depend on its argument. */
    static class Constant extends Curve {
        @Override
        double value(double t) {
            return 7;
        }
    }

    private static Curve curve(int which) {
        switch (which) {
            case 0:
                return new Square();
            case 1:
                return new Line(3);
            case 2:
                return new SteepLine();
            case 3:
                return new Constant();
            default:
                return null;
        }
    }

    // run: chosen(2.0, 0) = 8.0, d = 12.0
    // run: chosen(2.0, 1) = 14.0, d = 13.0
    // run: chosen(2.0, 2) = 42.0, d = 41.0
    // run: chosen(2.0, 3) = 14.0, d = 7.0
    // run: chosen(2.0, 4) throws java.lang.NullPointerException
    static double chosen(double x, int which) {
        return x * curve(which).value(x);
    }

    // run: inherited(2.0, 0) = 16.0, d = 32.0
    // run: inherited(2.0, 1) = 122.0, d = 9.0
    // run: inherited(2.0, 2) = 311.0, d = 100.0
    // run: inherited(2.0, 3) = 7.0, d = 0.0
    static double inherited(double x, int which) {
        return curve(which).twice(x);
    }

    // A new receiver on every turn.
    // run: inTurn(2.0) = 131.0, d = 120.0
    static double inTurn(double x) {
        double r = x;
        for (int i = 0; i < 3; i++) {
            r = curve(i).value(r);
        }
        return r;
    }

    /** An interface with an abstract, a default and a static method. */
    interface Function {
        double value(double t);

        default double shifted(double t) {
            return value(t + 1);
        }

        static double cube(double t) {
            return t * t * t;
        }
    }

    /** Overrides the default method. */
    static class Cube implements Function {
        @Override
        public double value(double t) {
            return Function.cube(t);
        }
    }

    /** Calls the default method that it overrides. */
    static class Reciprocal implements Function {
        @Override
        public double value(double t) {
            return 12 / t;
        }

        @Override
        public double shifted(double t) {
            return -Function.super.shifted(t);
        }
    }

    private static Function function(boolean cube) {
        return cube ? new Cube() : new Reciprocal();
    }

    // run: throughInterface(2.0, true) = 8.0, d = 12.0
    // run: throughInterface(2.0, false) = 6.0, d = -3.0
    static double throughInterface(double x, boolean cube) {
        return function(cube).value(x);
    }

    // run: throughDefault(1.0, true) = 8.0, d = 12.0
    // run: throughDefault(1.0, false) = -6.0, d = 3.0
    static double throughDefault(double x, boolean cube) {
        return function(cube).shifted(x);
    }

    // run: throughStatic(2.0) = 8.0, d = 12.0
    static double throughStatic(double x) {
        return Function.cube(x);
    }

    /** A class and an interface at once: the class's method implements the interface's. */
    static class Both extends Square implements Function {
        @Override
        public double value(double t) {
            return super.value(t) + 1;
        }
    }

    // run: twoWays(2.0) = 20.0, d = 14.0
    static double twoWays(double x) {
        Both both = new Both();
        Curve curve = both;
        Function function = both;
        return both.value(x) + curve.value(x) + function.shifted(x);
    }

    // The receiver depends on the active value, as a branch does.
    // run: receiverByValue(2.0) = 8.0, d = 12.0
    // run: receiverByValue(6.0) = 2.0, d = ~ 1e-15: -0.3333333333333333
    static double receiverByValue(double x) {
        Function f = x < 3 ? new Cube() : new Reciprocal();
        return f.value(x);
    }

    // A cast and an instanceof between.
    // run: cast(3.0, 0) = 9.0, d = 6.0
    // run: cast(3.0, 1) = 3.0, d = 1.0
    static double cast(double x, int which) {
        Object thing = curve(which);
        return thing instanceof Square ? ((Square) thing).value(x) : x;
    }
}
