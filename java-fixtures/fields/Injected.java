package fields;

/** Arrays that constructors, setters and factories gave to several objects before a derivative ran. */
class Injected {
    // release: 8

    /** Writes into an array that it was given. */
    static class Stepper {
        final double[] state;

        Stepper(double[] state) {
            this.state = state;
        }

        void advance(double x) {
            state[0] = x * x;
        }
    }

    private final double[] state = new double[2];
    private final Stepper stepper = new Stepper(state);

    // run: byConstructor(3.0) = 9.0, d = 6.0
    double byConstructor(double x) {
        stepper.advance(x);
        return state[0];
    }

    // run: otherWayAbout(3.0) = 9.0, d = 6.0
    double otherWayAbout(double x) {
        state[0] = x * x;
        return stepper.state[0];
    }

    /** Is given its array later, by a method. */
    static class Settable {
        private double[] buffer;

        void setBuffer(double[] given) {
            double[] local = given;
            buffer = local;
        }

        double first() {
            return buffer[0];
        }
    }

    private final Settable settable = new Settable();
    private double[] set;

    {
        set = new double[3];
        settable.setBuffer(set);
    }

    // run: bySetter(3.0) = 9.0, d = 6.0
    double bySetter(double x) {
        set[0] = x * x;
        return settable.first();
    }

    /** Gives its array away. */
    static class Giving {
        private double[] inner = new double[2];

        double[] give() {
            return inner;
        }

        void put(double x) {
            inner[1] = x * x;
        }
    }

    private final Giving giving = new Giving();
    private final Reader reader = new Reader(giving.give());

    /** Reads what it was given. */
    static class Reader {
        private final double[] source;

        Reader(double[] source) {
            this.source = source;
        }

        double last() {
            return source[source.length - 1];
        }
    }

    // run: byGetter(3.0) = 9.0, d = 6.0
    double byGetter(double x) {
        giving.put(x);
        return reader.last();
    }

    /** A part of an array, as matrices and vectors have views. */
    static class View {
        private final double[] data;
        private final int offset;

        View(double[] data, int offset) {
            this.data = data;
            this.offset = offset;
        }

        View from(int n) {
            return new View(data, offset + n);
        }

        double get(int i) {
            return data[offset + i];
        }

        void set(int i, double x) {
            data[offset + i] = x;
        }
    }

    private final View whole;
    private final View tail;

    {
        double[] data = new double[6];
        whole = new View(data, 0);
        tail = whole.from(2);
    }

    // run: byViews(3.0) = 9.0, d = 6.0
    double byViews(double x) {
        tail.set(1, x * x);
        return whole.get(3);
    }

    private static final double[] SCRATCH = new double[4];
    private final Stepper ofClass = new Stepper(SCRATCH);

    // run: byStaticField(3.0) = 9.0, d = 6.0
    double byStaticField(double x) {
        ofClass.advance(x);
        return SCRATCH[0];
    }

    private final double[][] table = new double[2][3];
    private final Stepper ofRow = new Stepper(table[1]);

    // run: byRow(3.0) = 9.0, d = 6.0
    double byRow(double x) {
        ofRow.advance(x);
        return table[1][0];
    }

    private final double[] upper = new double[2];
    private final double[] lower = new double[2];
    private final double[][] both = {upper, lower};
    private final Table outside = new Table(both);

    /** Holds an array of arrays. */
    static class Table {
        private final double[][] rows;

        Table(double[][] rows) {
            this.rows = rows;
        }

        double sum() {
            double sum = 0;
            for (double[] row : rows) {
                for (double x : row) {
                    sum += x;
                }
            }
            return sum;
        }
    }

    // run: asRows(3.0) = 9.0, d = 6.0
    double asRows(double x) {
        upper[0] = 0;
        lower[1] = x * x;
        return outside.sum();
    }

    /** Passes what it is given to the class above. */
    static class Below extends Stepper {
        Below(double[] state) {
            super(state);
        }
    }

    private final double[] above = new double[1];
    private final Below below = new Below(above);

    // run: bySuperConstructor(3.0) = 9.0, d = 6.0
    double bySuperConstructor(double x) {
        below.advance(x);
        return above[0];
    }

    /** A pair of objects with one buffer, made by a static method. */
    static class Pair {
        final Stepper writes;
        final Reader reads;

        private Pair(Stepper writes, Reader reads) {
            this.writes = writes;
            this.reads = reads;
        }

        static Pair of(int n) {
            double[] buffer = new double[n];
            return new Pair(new Stepper(buffer), new Reader(buffer));
        }
    }

    private final Pair pair = Pair.of(1);

    // run: byFactory(3.0) = 9.0, d = 6.0
    double byFactory(double x) {
        pair.writes.advance(x);
        return pair.reads.last();
    }

    /** Keeps a copy, which is its own. */
    static class Copying {
        private final double[] copy;

        Copying(double[] given) {
            copy = given.clone();
        }
    }

    private final double[] copied = {5};
    private final Copying copying = new Copying(copied);

    // run: ofCopy(3.0) = 14.0, d = 6.0
    double ofCopy(double x) {
        copied[0] = x * x;
        return copied[0] + copying.copy[0];
    }

    private final double[] taken = new double[2];
    private double[] kept;

    {
        double[] local = taken;
        Runnable keeps = () -> kept = local;
        keeps.run();
    }

    // run: byLambda(3.0) = 9.0, d = 6.0
    double byLambda(double x) {
        taken[0] = x * x;
        return kept[0];
    }
}
