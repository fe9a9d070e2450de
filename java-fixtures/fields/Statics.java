package fields;

/** Static fields as a place for active values. */
class Statics {
    // release: 8

    static double shared;
    private static double total = 5;
    static final double HALF = 0.5;
    private static final double COMPUTED = Double.parseDouble("3");
    private static double[] buffer = new double[4];
    private static double[][] table;
    private static Holder holder;

    /** A class with a static field, set when it is first used. */
    static class Holder {
        static double level = 4;
        static final double[] WEIGHTS = {1, 2};
        double v;

        static double raise(double by) {
            level += by;
            return level;
        }
    }

    // run: storedAndRead(3.0) = 27.0, d = 27.0
    static double storedAndRead(double x) {
        shared = x * x;
        return shared * x;
    }

    // run: constants(3.0) = 28.5, d = 18.5
    static double constants(double x) {
        return HALF * x + COMPUTED * x * x;
    }

    // What the field held before the call is a constant.
    // run: atEntry(3.0) = 24.0, d = 11.0
    static double atEntry(double x) {
        double r = total * x;
        total = x * x;
        r = r + total;
        total = 5;
        return r;
    }

    private static double next(double x) {
        shared = shared * x + 1;
        return shared;
    }

    // run: betweenCalls(2.0) = 77.0, d = 97.0
    static double betweenCalls(double x) {
        shared = 0;
        double r = next(x) + next(x) + next(x);
        return r * shared;
    }

    // run: ofAnotherClass(3.0) = 55.0, d = 38.0
    static double ofAnotherClass(double x) {
        Holder.level = 4;
        double r = Holder.raise(x * x);
        double s = Holder.raise(1);
        Holder.level = x;
        return r + s * Holder.level;
    }

    // run: bufferOfClass(2.0, 4) = 25.0, d = 30.0
    // run: bufferOfClass(2.0, 3) = 9.0, d = 6.0
    static double bufferOfClass(double x, int n) {
        buffer[0] = 1;
        for (int i = 1; i < n; i++) {
            buffer[i] = buffer[i - 1] * x;
        }
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += buffer[i] * Holder.WEIGHTS[i % 2];
        }
        return sum;
    }

    // run: tableMade(2.0, 4) = 27.0, d = 27.0
    static double tableMade(double x, int n) {
        table = new double[n][];
        for (int i = 0; i < n; i++) {
            table[i] = new double[i + 1];
            table[i][0] = 1;
            for (int j = 1; j <= i; j++) {
                table[i][j] = x * table[i - 1][j - 1] + (j < i ? table[i - 1][j] : 0);
            }
        }
        double sum = 0;
        for (double v : table[n - 1]) {
            sum += v;
        }
        return sum;
    }

    // run: objectOfClass(3.0) = 12.0, d = 7.0
    static double objectOfClass(double x) {
        holder = new Holder();
        holder.v = x * x;
        Holder other = holder;
        other.v += x;
        return holder.v;
    }

    // run: otherFile(3.0) = 27.0, d = 18.0
    static double otherFile(double x) {
        StaticsMore.level = x * x;
        double r = StaticsMore.scaled(2) + new StaticsMore(x).own();
        StaticsMore.level = 1;
        return r;
    }
}
