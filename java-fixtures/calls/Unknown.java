package calls;

import java.util.function.DoubleUnaryOperator;

/** Callees whose body nobody has: refused where the result needs them, and no trouble elsewhere. */
class Unknown {
    // release: 8

    private static native double foreign(double v);

    /** Nothing implements it. */
    interface Function {
        double value(double t);
    }

    static double throughNative(double x) {
        return x + foreign(x * x); // refuse: NB0201
    }

    static double throughParameter(double x, DoubleUnaryOperator f) {
        return x * f.applyAsDouble(x); // refuse: NB0201
    }

    static double withoutImplementation(double x, Function f) {
        return x + f.value(x); // refuse: NB0201
    }

    private static double deep(double v) {
        return v * foreign(v);
    }

    static double throughCallee(double x) {
        double y = x * x;
        return deep(y); // refuse: NB0201
    }

    // With inactive arguments there is nothing to know.
    // run: notNeeded(3.0, null) = 9.0, d = 6.0
    static double notNeeded(double x, DoubleUnaryOperator f) {
        if (f != null) {
            x = x * f.applyAsDouble(4) + foreign(2);
        }
        return x * x;
    }
}
