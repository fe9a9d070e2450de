package fields;

/** Two fields that hold one array from outside: it has one tangent array. */
class Shared {
    // release: 8

    private double[] first = {1, 1};
    private double[] second = first;
    private static double[] common = {1, 1};
    private double[] own = common;
    private double[][] rows = {{1, 1}, {1, 1}};
    private double[][] sameRows = rows;

    // run: written(3.0) = 10.0, d = 6.0
    double written(double x) {
        second[1] = 1;
        first[0] = x * x;
        second[1] = second[0] + 1;
        return first[1];
    }

    // Reached by the one field, then the other, and the first again.
    // run: chosen(3.0, 1) = 9.0, d = 6.0
    // run: chosen(3.0, 0) = 9.0, d = 6.0
    double chosen(double x, int n) {
        double[] a = n > 0 ? first : second;
        double[] b = n > 0 ? second : first;
        a[0] = x;
        b[1] = a[0] * x;
        return a[1];
    }

    // run: ofClassAndObject(3.0) = 9.0, d = 6.0
    double ofClassAndObject(double x) {
        own[0] = x;
        common[1] = common[0] * x;
        return own[1];
    }

    // run: ofRows(3.0) = 9.0, d = 6.0
    double ofRows(double x) {
        sameRows[1][1] = 2 * x;
        rows[0][1] = x * x;
        return sameRows[0][1];
    }

    private double[] row = {1, 1, 1};
    private double[][] table = {{1, 1, 1}, {1, 1, 1}};

    // What one call puts into a second place is one array to the next call, too.
    // run: ofEarlierCall(3.0) = 9.0, d = 6.0
    double ofEarlierCall(double x) {
        double r = 0;
        for (int i = 0; i < 2; i++) {
            row[1] = x * x;
            r = table[1][1];
            row = table[1];
        }
        row[1] = x * x;
        return table[1][1] + 0 * r;
    }

    /** A box that shares what it holds with others. */
    static class Box {
        double[] held;

        Box(double[] held) {
            this.held = held;
        }
    }

    private Box left = new Box(new double[] {1, 2});
    private Box right = new Box(left.held);

    // run: inTwoObjects(3.0) = 9.0, d = 6.0
    double inTwoObjects(double x) {
        left.held[0] = x * x;
        double r = right.held[0];
        Box other = new Box(right.held);
        left = other;
        return r;
    }
}
