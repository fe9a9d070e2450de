package refusals;

import java.io.OutputStream;
import java.io.PrintStream;

/** What code of the JDK calls by types of its own: it runs without tangents. */
class CalledByJdk {
    // release: 8

    private static class Guard implements AutoCloseable {
        private final double[] held;

        Guard(double[] held) {
            this.held = held;
        }

        @Override
        public void close() {
            held[0] *= 2;
        }
    }

    static double closed(double x) throws Exception {
        double[] a = {x};
        AutoCloseable guard = new Guard(a);
        guard.close(); // refuse: NB0201
        return a[0];
    }

    private static class Worker extends Thread {
        private final double x;
        double square;

        Worker(double x) {
            this.x = x;
        }

        @Override
        public void run() {
            square = x * x;
        }
    }

    static double worked(double x) throws Exception {
        Worker worker = new Worker(x);
        worker.start();
        worker.join();
        return worker.square; // refuse: NB0203
    }

    private static class Meter extends OutputStream {
        double sum;
        double weight;

        @Override
        public void write(int b) {
            sum += weight * b;
        }
    }

    static double printed(double x) {
        Meter meter = new Meter();
        meter.weight = x;
        PrintStream stream = new PrintStream(meter);
        stream.print("abc");
        stream.flush();
        return meter.sum; // refuse: NB0203
    }

    private static class Ratio extends Number {
        private static final long serialVersionUID = 1;
        private final double over;
        private final double under;

        Ratio(double over, double under) {
            this.over = over;
            this.under = under;
        }

        @Override
        public double doubleValue() {
            return over / under;
        }

        @Override
        public float floatValue() {
            return (float) doubleValue();
        }

        @Override
        public int intValue() {
            return (int) doubleValue();
        }

        @Override
        public long longValue() {
            return (long) doubleValue();
        }
    }

    static double number(double x) {
        Number number = new Ratio(x, 2);
        return number.doubleValue(); // refuse: NB0205
    }

    private static class Named {
        final double held;

        Named(double held) {
            this.held = held;
        }

        @Override
        public String toString() {
            return "" + held;
        }
    }

    static double said(double x) {
        return Double.parseDouble("" + new Named(x)); // refuse: NB0204
    }

    static double formatted(double x) {
        return Double.parseDouble(String.format("%s", x)); // refuse: NB0204|NB0205
    }

    private static class Oops extends RuntimeException {
        private static final long serialVersionUID = 1;
        double held;

        Oops(double held) {
            this.held = held;
        }

        @Override
        public String getMessage() {
            held *= 2;
            return "oops";
        }
    }

    static double told(double x) {
        Oops oops = new Oops(x);
        RuntimeException thrown = oops;
        thrown.getMessage();
        return oops.held; // refuse: NB0203
    }

    static double reflected(double x) throws ReflectiveOperationException {
        Named named = new Named(x);
        return Named.class.getDeclaredField("held").getDouble(named); // refuse: NB0201
    }

    private interface Constants {
        double[] TABLE = {1, 2, 3};
    }

    static double constant(double x) {
        Constants.TABLE[2] = x * x; // refuse: NB0203
        return x * Constants.TABLE[2]; // refuse: NB0203
    }
}
