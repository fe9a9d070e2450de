import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls the derivatives of {@code Elsewhere} with arrays that are in two places, and with others; prints what they give. */
final class TellElsewhere {
    private TellElsewhere() {}

    public static void main(String[] args) throws Exception {
        for (boolean same : new boolean[] {true, false}) {
            System.out.println(same ? "one array" : "two arrays");
            double[] a = {1, 2};
            double[] b = same ? a : new double[] {1, 2};
            call("read", a, new Elsewhere.Reader(b));
            call("read", a, new Elsewhere.Deep(b));
            call("below", a, new Elsewhere.Deep(b));
            call("below", a, new Unknown(b));
            call("behind", a, new Elsewhere.Model(new Elsewhere.Reader(b)));
            call("behind", a, new Elsewhere.Model(null));
            call("row", a, new Elsewhere.Matrix(new double[][] {b, null}));
            call("rowPassed", a, new double[][] {b});
            call("rowWritten", new double[][] {a}, new Elsewhere.Reader(b));
            Elsewhere.Common.set(b);
            call("common", a);
            call("written", a, new Elsewhere.Writer(b));
            call("both", a, new Elsewhere.Writer(b));
            call("ofOwnClass", new Elsewhere(b), a);
            Elsewhere.keep(b);
            call("ofOwnField", a);
            a[0] = 1;
            call("constant", a, new Elsewhere.Reader(b));
            a[0] = 1;
            call("writerAndReader", new Elsewhere.Writer(a), new Elsewhere.Deep(b));
            Elsewhere.Stepper stepper = new Elsewhere.Stepper(a);
            call("ofTheirOwn", stepper, new Elsewhere.Stepper(b));
            call("ofTheirOwn", stepper, stepper);
            call("inOneObject", new Elsewhere.Both(a, b));
            call("writerAndRows", new Elsewhere.Writer(a), new Elsewhere.Matrix(new double[][] {b}));
            Elsewhere.keep(new Elsewhere.Reader(b));
            call("commonReader", new Elsewhere.Writer(a));
            call("writerAndCommon", new Elsewhere.Writer(a));
            a[0] = 1;
            call("twoReaders", new Elsewhere.Reader(a), new Elsewhere.Reader(b));
        }
    }

    /** A source that the derivative has never heard of. */
    private record Unknown(double[] held) implements Elsewhere.Source {
        @Override
        public double first() {
            return 5;
        }
    }

    private static void call(String name, Object... first) throws Exception {
        Object[] arguments = java.util.Arrays.copyOf(first, first.length + 1);
        arguments[first.length] = 3.0;
        for (Method method : Elsewhere.class.getDeclaredMethods()) {
            if (method.getName().equals(name + "_dx")) {
                try {
                    System.out.println(name + " gives " + method.invoke(null, arguments));
                } catch (InvocationTargetException thrown) {
                    System.out.println(name + " throws " + thrown.getCause());
                }
            }
        }
    }
}
