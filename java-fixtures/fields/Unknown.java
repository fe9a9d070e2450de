package fields;

import java.awt.geom.Point2D;
import java.util.concurrent.atomic.DoubleAdder;

/** Fields and places beside which no tangent can be put. */
class Unknown {
    // release: 8

    private double value;

    static double ofLibraryClass(double x) {
        Point2D.Double p = new Point2D.Double(); p.x = x * x; return p.x; // refuse: NB0201|NB0203
    }

    static double insideLibraryObject(double x) {
        DoubleAdder sum = new DoubleAdder(); sum.add(x * x); return sum.sum(); // refuse: NB0201|NB0203
    }

    static double byReflection(double x) throws ReflectiveOperationException {
        Unknown u = new Unknown();
        Unknown.class.getDeclaredField("value").setDouble(u, x * x); return u.value; // refuse: NB0201|NB0203
    }

    // run: notNeeded(3.0) = 27.0, d = 18.0
    static double notNeeded(double x) {
        Point2D.Double p = new Point2D.Double(1, 2);
        return x * x * (p.x + p.y);
    }
}
