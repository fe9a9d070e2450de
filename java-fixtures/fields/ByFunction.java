package fields;

import java.util.function.Consumer;

/** Arrays that functions were given or gave, and that were kept, before a derivative ran. */
class ByFunction {
    // release: 8

    /** Keeps what it is given. */
    static class Keeper {
        private double[] kept;

        Keeper() {}

        Keeper(double[] kept) {
            this.kept = kept;
        }

        void keep(double[] given) {
            kept = given;
        }

        double first() {
            return kept[0];
        }
    }

    private final double[] accepted = new double[2];
    private final Keeper accepts = new Keeper();

    {
        Consumer<double[]> keeps = accepts::keep;
        keeps.accept(accepted);
    }

    // run: byConsumer(3.0) = 9.0, d = 6.0
    double byConsumer(double x) {
        accepted[0] = x * x;
        return accepts.first();
    }

    /** Keeps what it is given. */
    static class Made {
        private final double[] kept;

        Made(double[] kept) {
            this.kept = kept;
        }
    }

    /** Makes an object of an array. */
    interface Maker {
        Made make(double[] array);
    }

    private final double[] applied = new double[2];
    private final Made made;

    {
        Maker makes = Made::new;
        made = makes.make(applied);
    }

    // run: byConstructor(3.0) = 9.0, d = 6.0
    double byConstructor(double x) {
        applied[0] = x * x;
        return made.kept[0];
    }

    /** Takes an array. */
    interface Sink {
        void put(double[] array);
    }

    /** Keeps what it is given. */
    static class Store {
        private double[] kept;

        void keep(double[] given) {
            kept = given;
        }
    }

    private final double[] put = new double[2];
    private final Store store = new Store();

    {
        Sink sink = store::keep;
        sink.put(put);
    }

    // run: byOwnInterface(3.0) = 9.0, d = 6.0
    double byOwnInterface(double x) {
        put[0] = x * x;
        return store.kept[0];
    }

    /** Gives an array. */
    interface Buffers {
        double[] buffer();
    }

    /** Two places for what a function gives. */
    static class Two {
        private final double[] written;
        private final double[] read;

        Two(double[] written, double[] read) {
            this.written = written;
            this.read = read;
        }
    }

    private final Two two;

    {
        Buffers makes = () -> new double[2];
        double[] buffer = makes.buffer();
        two = new Two(buffer, buffer);
    }

    // run: bySupplier(3.0) = 9.0, d = 6.0
    double bySupplier(double x) {
        two.written[0] = x * x;
        return two.read[0];
    }
}
