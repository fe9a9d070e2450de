package fields;

import java.util.function.Supplier;

/** Objects with arrays of numbers, made before a derivative ran: which of them hold the same array. */
class Alone {
    // release: 8

    /** Holds the array that it is given. */
    static class Cell {
        final double[] c;

        Cell(double[] c) {
            this.c = c;
        }

        void put(double x) {
            c[0] = x * x;
        }

        double get() {
            return c[0];
        }
    }

    /** Passes what it is given to the class above. */
    static class Inner extends Cell {
        Inner(double a, double b) {
            this(new double[] {a, b});
        }

        private Inner(double[] c) {
            super(c);
        }
    }

    // run: made(3.0) = 18.0, d = 12.0
    static double made(double x) {
        Cell first = new Cell(new double[] {x, 1});
        Cell second = new Inner(1, x);
        first.put(x);
        second.put(x);
        return first.get() + second.get();
    }

    // run: filled(3.0) = 27.0, d = 27.0
    static double filled(double x) {
        double product = 1;
        for (int i = 0; i < 3; i++) {
            double[] powers = new double[2];
            powers[0] = x;
            fill(powers, 1);
            product *= new Cell(powers).get();
        }
        return product;
    }

    private static void fill(double[] a, double value) {
        a[1] = value;
    }

    private final Cell[] again = new Cell[2];

    {
        double[] one = new double[1];
        for (int i = 0; i < 2; i++) {
            again[i] = new Cell(one);
        }
    }

    // run: again(3.0) = 9.0, d = 6.0
    double again(double x) {
        again[0].put(x);
        return again[1].get();
    }

    private final Cell[] older = new Cell[3];

    {
        double[] old = null;
        for (int i = 0; i < 3; i++) {
            double[] one = new double[1];
            if (i == 1) {
                old = one;
            }
            older[i] = new Cell(i == 0 ? one : old);
        }
    }

    // run: older(3.0) = 9.0, d = 6.0
    double older(double x) {
        older[1].put(x);
        return older[2].get();
    }

    private final Cell[] caught = new Cell[2];

    {
        double[] one = null;
        for (int i = 0; i < 2; i++) {
            try {
                Integer.parseInt(i == 0 ? "0" : "?");
                one = new double[1];
            } catch (NumberFormatException e) {
                caught[0] = null;
            }
            caught[1 - i] = new Cell(one);
        }
    }

    // run: caught(3.0) = 9.0, d = 6.0
    double caught(double x) {
        caught[0].put(x);
        return caught[1].get();
    }

    /** Has one array twice. */
    static class Pair {
        final double[] a;
        final double[] b;

        Pair(double[] a, double[] b) {
            this.a = a;
            this.b = b;
        }
    }

    private final Pair same;

    Alone() {
        double[] one = new double[1];
        same = new Pair(one, one);
    }

    // run: same(3.0) = 9.0, d = 6.0
    double same(double x) {
        same.a[0] = x * x;
        return same.b[0];
    }

    /** Keeps what it is given in a second place. */
    static class Kept {
        static double[] last;
        final double[] c;

        Kept(double[] c) {
            this.c = c;
            note(c);
        }

        private static void note(double[] c) {
            last = c;
        }
    }

    private final Kept kept = new Kept(new double[1]);

    // run: kept(3.0) = 9.0, d = 6.0
    double kept(double x) {
        Kept.last = kept.c;
        kept.c[0] = x * x;
        return Kept.last[0];
    }

    /** Gives back what it keeps. */
    static class Giving {
        double[] c;

        double[] make() {
            double[] made = new double[1];
            c = made;
            return made;
        }
    }

    private final Giving giving = new Giving();
    private final Cell given = new Cell(giving.make());

    // run: given(3.0) = 9.0, d = 6.0
    double given(double x) {
        giving.c[0] = x * x;
        return given.get();
    }

    private final Cell first;
    private final Supplier<Cell> second;

    {
        double[] one = new double[1];
        first = new Cell(one);
        second = () -> new Cell(one);
    }

    private final Cell third = second.get();

    // run: captured(3.0) = 9.0, d = 6.0
    double captured(double x) {
        first.put(x);
        return third.get();
    }
}
