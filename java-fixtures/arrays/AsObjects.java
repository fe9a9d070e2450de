package arrays;

/** Arrays of numbers that are read as arrays of objects. */
class AsObjects {
    // release: 8

    // run: rows(2.0) = 18.0, d = 18.0
    static double rows(double x) {
        double[][] m = {{x, x + 1, x + 2}, {x, x * x, x}};
        Object[] rows = m;
        double sum = 0;
        for (int i = 0; i < rows.length; i++) {
            Object row = rows[i];
            double[] r = (double[]) row;
            sum += r[1] * r[2] + (i - 1) * (r[1] - 1);
        }
        return sum;
    }

    // run: least(3.0) = 9.0, d = 6.0
    static double least(double x) {
        double[][] m = {{x, 1}, {x * x, 2}};
        Object[] rows = m;
        Object best = rows[0];
        for (int i = 1; i < rows.length; i++) {
            Object other = rows[i];
            if (((double[]) other)[1] > ((double[]) best)[1]) {
                best = other;
            }
        }
        return ((double[]) best)[0];
    }
}
