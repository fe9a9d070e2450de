package calls;

import calls.Elsewhere.Nested.Deeper;

/** Callees in nested, inner, local and anonymous classes, and in other files. */
class Elsewhere {
    // release: 8

    private double k = 3;
    private static final double TWO = Double.parseDouble("2");

    private double own(double v) {
        return k * v;
    }

    // run: otherFile(2.0) = 12.0, d = 12.0
    static double otherFile(double x) {
        return ElsewhereMore.triple(x * x);
    }

    // run: twoFilesAway(2.0) = 25.0, d = 24.0
    static double twoFilesAway(double x) {
        return ElsewhereMore.backAgain(x) + 1;
    }

    static double called(double v) {
        return v * ElsewhereMore.triple(v);
    }

    // run: objectOfOtherFile(2.0) = 14.0, d = 7.0
    static double objectOfOtherFile(double x) {
        return new ElsewhereMore(7).scaled(x);
    }

    /** A static nested class, and one within it. */
    static class Nested {
        private static double square(double v) {
            return v * v;
        }

        /** Its private method is reached by an accessor before release 11. */
        static class Deeper {
            private double cube(double v) {
                return v * square(v);
            }
        }
    }

    // run: nested(2.0) = 12.0, d = 16.0
    static double nested(double x) {
        return Nested.square(x) + new Deeper().cube(x);
    }

    /** An inner class calls a method of its outer object. */
    class Inner {
        private final double factor = 2;

        double value(double v) {
            return factor * own(v) + k;
        }

        /** And one within it. */
        class Innermost {
            double value(double v) {
                return own(v) + Inner.this.value(v) + Elsewhere.this.k * v;
            }
        }
    }

    // run: inner(2.0) = 15.0, d = 6.0
    // run: [k = 5.0] inner(2.0) = 25.0, d = 10.0
    double inner(double x) {
        return new Inner().value(x);
    }

    // run: innermost(2.0) = 27.0, d = 12.0
    double innermost(double x) {
        Inner inner = new Inner();
        Inner.Innermost most = inner.new Innermost();
        return most.value(x);
    }

    /** Something with a value. */
    interface Function {
        double value(double t);
    }

    // run: anonymous(2.0) = 12.0, d = 12.0
    static double anonymous(double x) {
        Function f = new Function() {
            @Override
            public double value(double t) {
                return 3 * t;
            }
        };
        return f.value(x * x);
    }

    // What is captured is no independent here.
    // run: anonymousWithConstant(2.0, 5) = 22.0, d = 16.0
    double anonymousWithConstant(double x, final int n) {
        Function f = new Function() {
            private int turns = 1;

            @Override
            public double value(double t) {
                turns++;
                return n * t + own(t) - turns * TWO;
            }
        };
        return f.value(x) + f.value(x);
    }

    // run: local(3.0) = 36.0, d = 24.0
    static double local(double x) {
        final int two = (int) TWO;
        class Local {
            double value(double t) {
                return two * t * t;
            }
        }

        return two * new Local().value(x);
    }

    /** Private methods of one class called from another. */
    private static double hidden(double v) {
        return v * v * v;
    }

    /** Calls the outer class's private static method. */
    static class Peeking {
        double value(double v) {
            return hidden(v) + 1;
        }
    }

    // run: peeking(2.0) = 9.0, d = 12.0
    static double peeking(double x) {
        return new Peeking().value(x);
    }

    // The entry itself lies in a nested class.
    // run: ofNestedClass(2.0) = 24.0, d = 24.0
    static class Entry {
        private final double factor = 3;

        double ofNestedClass(double x) {
            return factor * called(x) - helper(x);
        }

        private double helper(double v) {
            return factor * v * v;
        }
    }

    // A name that Math has too from release 21 on.
    // run: clamped(2.0) = 4.0, d = 4.0
    // run: clamped(5.0) = 9.0, d = 0.0
    static double clamped(double x) {
        double y = ElsewhereMore.clamp(x, 0, 3);
        return y * y;
    }
}
