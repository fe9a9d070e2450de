package objects;

/** Inner, local and anonymous classes that capture active values. */
class Capturing {
    // release: 8

    private double k = 3;

    /** Something with a value. */
    interface Function {
        double value(double t);
    }

    // run: anonymous(3.0) = 15.0, d = 8.0
    static double anonymous(final double x) {
        Function f = new Function() {
            @Override
            public double value(double t) {
                return x * t;
            }
        };
        return f.value(x) + f.value(2);
    }

    // run: local(3.0, 2.0) = 714.0, d = (213.0, 396.0)
    double local(double x, double y) {
        final double sum = x + y;
        class Local {
            private final double own;
            private double changing = y;

            Local(double own) {
                this.own = own;
            }

            double value(double t) {
                changing += sum;
                return own * t + changing * k;
            }
        }

        Local a = new Local(x);
        Local b = new Local(4);
        return a.value(y) * b.value(1) + a.value(1);
    }

    /** An inner class with an active field and one of the outer object. */
    class Inner {
        private final double factor;

        Inner(double factor) {
            this.factor = factor;
        }

        double value(double v) {
            k += v;
            return factor * k;
        }
    }

    // run: inner(2.0) = 28.0, d = 10.0
    // run: [k = 5.0] inner(2.0) = 38.0, d = 12.0
    double inner(double x) {
        Inner a = new Inner(x);
        Inner b = this.new Inner(2);
        return a.value(x) + b.value(1) + k;
    }

    // One anonymous class within another.
    // run: nested(3.0) = 148.0, d = 121.0
    static double nested(final double x) {
        Function outer = new Function() {
            private final double square = x * x;

            @Override
            public double value(final double t) {
                Function inner = new Function() {
                    @Override
                    public double value(double s) {
                        return s * t + x * square;
                    }
                };
                return inner.value(x) + inner.value(2);
            }
        };
        return outer.value(5) + outer.value(x);
    }

    private static Function line(final double slope, final double constant) {
        return new Function() {
            @Override
            public double value(double t) {
                return slope * t + constant;
            }
        };
    }

    // run: returned(3.0) = 78.0, d = 23.0
    static double returned(double x) {
        Function f = line(x, 1);
        Function g = line(2, x * x);
        Function h = line(4, 5);
        return f.value(x) + g.value(10) + h.value(x) + f.value(7);
    }

    // An array is captured, and written by the one that captures it.
    // run: arrayCaptured(3.0) = 59.0, d = 55.0
    static double arrayCaptured(double x) {
        final double[] a = {1};
        Function f = new Function() {
            @Override
            public double value(double t) {
                a[0] *= t;
                return a[0] + 1;
            }
        };
        double r = f.value(x) + f.value(x * x);
        return r + a[0];
    }

    /** A super class's constructor receives the captured value. */
    abstract static class Base {
        final double seen;

        Base(double seen) {
            this.seen = seen;
        }

        abstract double more();
    }

    // run: passedUp(3.0) = 108.0, d = 135.0
    static double passedUp(final double x) {
        Base base = new Base(x * x) {
            @Override
            double more() {
                return seen + x;
            }
        };
        return base.seen * base.more();
    }
}
