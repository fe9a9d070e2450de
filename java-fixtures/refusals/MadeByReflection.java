package refusals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.lang.reflect.Constructor;

/** Objects and numbers that come back from where the JDK made or wrote them. */
class MadeByReflection {
    // release: 8

    static class Point implements Serializable {
        private static final long serialVersionUID = 1;
        final double v;
        final double[] all;

        Point(double v) {
            this.v = v;
            this.all = new double[] {v};
        }

        double twice() {
            return 2 * v;
        }
    }

    private static Point make(double x) throws ReflectiveOperationException {
        Constructor<Point> maker = Point.class.getDeclaredConstructor(double.class);
        return maker.newInstance(x);
    }

    static double field(double x) throws ReflectiveOperationException {
        return make(x).v * x; // refuse: NB0201|NB0205
    }

    static double element(double x) throws ReflectiveOperationException {
        return make(x).all[0] * x; // refuse: NB0201|NB0205
    }

    static double method(double x) throws ReflectiveOperationException {
        return make(x).twice() * x; // refuse: NB0201|NB0205
    }

    private static double of(Point point) {
        return point.v;
    }

    static double passed(double x) throws ReflectiveOperationException {
        return of(make(x)) * x; // refuse: NB0201|NB0205
    }

    static double copied(double x) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Point(x));
        }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())); // refuse: NB0201
        return ((Point) in.readObject()).v * x; // refuse: NB0201|NB0205
    }

    static double written(double x) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.print(x); // refuse: NB0204
        out.flush(); // refuse: NB0204
        return Double.parseDouble(text.toString()) * x;
    }

    static double streamed(double x) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new PrintStream(bytes).print(x); // refuse: NB0204
        return Double.parseDouble(bytes.toString()) * x;
    }
}
