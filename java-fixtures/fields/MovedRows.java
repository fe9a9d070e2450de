package fields;

import java.util.Arrays;
import java.util.Objects;

/** Rows that methods of the JDK put into other arrays of rows, before a derivative ran. */
class MovedRows {
    // release: 9

    private final double[][] original = new double[2][3];
    private final double[][] copy = Arrays.copyOf(original, 2);

    // run: byCopy(3.0) = 9.0, d = 6.0
    double byCopy(double x) {
        original[1][0] = x * x;
        return copy[1][0];
    }

    private final double[][] longer;
    private final double[][] part;

    MovedRows() {
        double[][] table = new double[3][2];
        part = Arrays.copyOfRange(table, 1, 3);
        longer = table;
    }

    // run: byPart(3.0) = 9.0, d = 6.0
    double byPart(double x) {
        longer[1][0] = x * x;
        return part[0][0];
    }

    private final double[][] from = new double[2][3];
    private final double[][] to = new double[2][];

    {
        System.arraycopy(from, 0, to, 0, 2);
    }

    // run: byArraycopy(3.0) = 9.0, d = 6.0
    double byArraycopy(double x) {
        from[1][0] = x * x;
        return to[1][0];
    }

    private final double[] row = new double[3];
    private final double[][] filled = new double[2][];

    {
        Arrays.fill(filled, row);
    }

    // run: byFill(3.0) = 9.0, d = 6.0
    double byFill(double x) {
        row[0] = x * x;
        return filled[1][0];
    }

    // run: twiceByFill(3.0) = 9.0, d = 6.0
    double twiceByFill(double x) {
        filled[0][0] = x * x;
        return filled[1][0];
    }

    private final double[][] twice;

    {
        double[] both = new double[3];
        twice = new double[][] {both, both};
    }

    // run: twice(3.0) = 9.0, d = 6.0
    double twice(double x) {
        twice[0][0] = x * x;
        return twice[1][0];
    }

    private static double[][] shallow(double[][] table) {
        double[][] result = new double[table.length][];
        System.arraycopy(table, 0, result, 0, table.length);
        return result;
    }

    private final double[][] inner = new double[2][3];
    private final double[][] outer = shallow(inner);

    // run: byMethod(3.0) = 9.0, d = 6.0
    double byMethod(double x) {
        inner[0][0] = x * x;
        return outer[0][0];
    }

    private final double[] given = new double[1];
    private final double[] taken = Objects.requireNonNullElse(null, given);

    // run: orElse(3.0) = 9.0, d = 6.0
    double orElse(double x) {
        given[0] = x * x;
        return taken[0];
    }

    private final double[][] source = new double[2][3];
    private final double[] numbers = new double[3];

    {
        System.arraycopy(source[0], 0, numbers, 0, 3);
    }

    // run: ofNumbers(3.0) = 9.0, d = 6.0
    double ofNumbers(double x) {
        source[0][0] = x * x;
        return source[0][0] + numbers[0];
    }

    /** Has rows that others put there. */
    static class Table {
        private final double[][] rows = new double[3][3];

        double[][] give() {
            return rows;
        }

        void write(double x) {
            rows[2][0] = x * x;
        }
    }

    private final double[] kept = new double[3];
    private final Table byGetter = new Table();

    {
        byGetter.give()[2] = kept;
    }

    // run: byGetter(3.0) = 9.0, d = 6.0
    double byGetter(double x) {
        byGetter.write(x);
        return kept[0];
    }

    /** Has rows that others put there. */
    static class Other {
        private final double[][] rows = new double[3][3];

        void write(double x) {
            rows[2][0] = x * x;
        }
    }

    private static void put(double[][] rows, double[] row) {
        rows[2] = row;
    }

    private final double[] passed = new double[3];
    private final Other byParameter = new Other();

    {
        put(byParameter.rows, passed);
    }

    // run: byParameter(3.0) = 9.0, d = 6.0
    double byParameter(double x) {
        byParameter.write(x);
        return passed[0];
    }
}
