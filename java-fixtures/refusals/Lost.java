package refusals;

import java.util.ArrayList;
import java.util.List;

/** Where activity would be lost on the way to the result, the method is refused. */
class Lost {
    // release: 8

    private double state;
    private static double shared;

    /** Nobody knows its body; that of a method with bytecode is followed, see `calls`. */
    static native double helper(double x);

    interface Function {
        double value(double x);
    }

    static double call(double x) {
        return 2 * helper(x); // refuse: NB0201
    }

    static double callThrough(double x, Function f) {
        double y = x * x;
        return f.value(y); // refuse: NB0201
    }

    static double unknownLibrary(double x) {
        return new java.math.BigDecimal(x).doubleValue(); // refuse: NB0201|NB0205
    }

    static double throughArrayAsObject(double x) {
        double[] a = new double[2]; a[0] = x * x; List<Object> held = new ArrayList<>();
        held.add(a); return a[0]; // refuse: NB0201|NB0202
    }

    double throughField(double x) {
        this.state = helper(x); return this.state + 1; // refuse: NB0201|NB0203
    }

    static double throughStaticField(double x) {
        shared = Double.parseDouble("" + x); return shared * x; // refuse: NB0203|NB0204
    }

    static double throughForeignField(double x) {
        java.awt.geom.Point2D.Double p = new java.awt.geom.Point2D.Double();
        p.x = x * x; return p.x; // refuse: NB0203
    }

    static double throughBits(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) ^ (1L << 63)); // refuse: NB0204
    }

    static double throughList(double x) {
        List<Double> list = new ArrayList<>(); list.add(x * x); return list.get(0); // refuse: NB0205|NB0201
    }

    static double throughText(double x) {
        return Double.parseDouble("1" + x); // refuse: NB0201|NB0204|NB0205
    }

    static double twice(double x) {
        double y = helper(x); // refuse: NB0201
        shared = y; double z = shared; // refuse: NB0203
        return y * z;
    }

    // The same calls and stores are no trouble where the result does not need them.
    // run: notNeeded(3.0, {0.0}) = 9.0, d = 6.0
    // wrt: x
    static double notNeeded(double x, double[] a) {
        a[0] = 4;
        List<Double> list = new ArrayList<>();
        list.add(1.5);
        long bits = Double.doubleToLongBits(x);
        if (bits == 12345) {
            return x;
        }
        return x * x;
    }
}
