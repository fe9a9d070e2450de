package fields;

/** Arrays that callees give, take and choose: which of them are in two places is known over calls. */
class Across {
    // release: 8

    /** Holds an array, its own at first. */
    static class Cell {
        private double[] held = {1, 2};

        double[] give() {
            return held;
        }

        void take(double[] a) {
            held = a;
        }

        double[] either(double[] a, int n) {
            return n > 0 ? a : held;
        }
    }

    private Cell one = new Cell();
    private Cell two = new Cell();
    private Cell three = new Cell();

    // What a callee takes is in two places from then on.
    // run: taken(3.0) = 9.0, d = 6.0
    double taken(double x) {
        two.take(one.give());
        one.held[0] = x * x;
        return two.held[0];
    }

    // One call finds what an earlier one has put into two places.
    // run: takenBefore(3.0) = 12.0, d = 7.0
    double takenBefore(double x) {
        three.held[0] = x * x;
        double before = two.held[0];
        two.take(three.give());
        three.held[0] += x;
        return two.held[0] + 0 * before;
    }

    // Arrays that are only read together stay apart.
    // run: readTogether(3.0, 1) = 13.0, d = 4.0
    // run: readTogether(3.0, 0) = 18.0, d = 9.0
    double readTogether(double x, int n) {
        Cell first = new Cell();
        Cell second = new Cell();
        first.held[0] = x * x;
        second.held[0] = 4 * x;
        double[] chosen = second.either(first.held, 1 - n);
        return chosen[0] + (n > 0 ? first.held[1] - 1 : 3 * x);
    }
}
