/** An array that is passed, and objects from outside that may hold it too: code that is not seen made them. */
final class Elsewhere {
    interface Source {
        double first();
    }

    static class Reader implements Source {
        private final double[] held;

        Reader(double[] held) {
            this.held = held;
        }

        @Override
        public double first() {
            return held[0];
        }
    }

    static final class Deep extends Reader {
        Deep(double[] held) {
            super(held);
        }
    }

    static final class Model {
        private final Source source;

        Model(Source source) {
            this.source = source;
        }

        double energy() {
            return 3 * source.first();
        }
    }

    static final class Matrix {
        private final double[][] rows;

        Matrix(double[][] rows) {
            this.rows = rows;
        }

        double corner() {
            return rows[0][0];
        }
    }

    static final class Writer {
        private final double[] target;

        Writer(double[] target) {
            this.target = target;
        }

        void put(double value) {
            target[0] = value;
        }
    }

    static final class Common {
        private static double[] all;

        private Common() {}

        static void set(double[] array) {
            all = array;
        }
    }

    static double read(double[] a, Reader reader, double x) {
        a[0] = x * x;
        return x + reader.first();
    }

    static double below(double[] a, Source source, double x) {
        a[0] = x * x;
        return x + source.first();
    }

    static double behind(double[] a, Model model, double x) {
        a[0] = x * x;
        return x + model.energy();
    }

    static double row(double[] a, Matrix matrix, double x) {
        a[0] = x * x;
        return x + matrix.corner();
    }

    static double rowPassed(double[] a, double[][] rows, double x) {
        a[0] = x * x;
        return x + rows[0][0];
    }

    static double rowWritten(double[][] rows, Reader reader, double x) {
        rows[0][0] = x * x;
        return x + reader.first();
    }

    static double common(double[] a, double x) {
        a[0] = x * x;
        return x + Common.all[0];
    }

    static double written(double[] a, Writer writer, double x) {
        writer.put(x * x);
        return x + a[0];
    }

    static double both(double[] a, Writer writer, double x) {
        writer.put(x * x);
        a[1] = x;
        return a[0] + a[1];
    }

    private final double[] own;

    Elsewhere(double[] own) {
        this.own = own;
    }

    /** A static method reads an object of its own class. */
    static double ofOwnClass(Elsewhere object, double[] a, double x) {
        a[0] = x * x;
        return x + object.own[0];
    }

    private static double[] kept = {1, 2};

    static void keep(double[] array) {
        kept = array;
    }

    /** The class's own field is given the tangents of what is passed. */
    static double ofOwnField(double[] a, double x) {
        a[0] = x * x;
        kept[1] = x;
        return a[1] + kept[0];
    }

    /** Nothing is stored into what is passed. */
    static double constant(double[] a, Reader reader, double x) {
        return x * a[0] + reader.first();
    }

    /** Reads and writes. */
    static final class Stepper {
        private final double[] state;

        Stepper(double[] state) {
            this.state = state;
        }

        void advance(double step) {
            state[0] = step * step;
        }

        double first() {
            return state[0];
        }
    }

    /** Writes what its superclass may read. */
    static final class Both extends Reader {
        private final double[] target;

        Both(double[] held, double[] target) {
            super(held);
            this.target = target;
        }

        void put(double value) {
            target[0] = value;
        }
    }

    private static Reader common;

    static void keep(Reader reader) {
        common = reader;
    }

    static double writerAndReader(Writer writer, Reader reader, double x) {
        writer.put(x * x);
        return x + reader.first();
    }

    static double ofTheirOwn(Stepper a, Stepper b, double x) {
        a.advance(x);
        return x + b.first();
    }

    static double inOneObject(Both both, double x) {
        both.put(x * x);
        return x + both.first();
    }

    static double writerAndRows(Writer writer, Matrix matrix, double x) {
        writer.put(x * x);
        return x + matrix.corner();
    }

    static double commonReader(Writer writer, double x) {
        writer.put(x * x);
        return x + common.first();
    }

    static double writerAndCommon(Writer writer, double x) {
        writer.put(x * x);
        return x + Common.all[0];
    }

    /** Neither writes. */
    static double twoReaders(Reader a, Reader b, double x) {
        return x * a.first() + b.first();
    }
}
