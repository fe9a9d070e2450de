/** Arrays to work in that objects keep: final ones, rows, those of copies of objects; and calls that throw half-way. */
class Scratch {
    /** An object that is copied with its arrays. */
    private static final class Stage implements Cloneable {
        private double[] work = {1, 2};
        private double[] more = {3, 4, 5};
        private double scale = 1;

        double run(double x, double y) {
            double old = work[0];
            work[0] = x * scale;
            work[1] = work[1] * y + old;
            more[1] = more[0] * x + more[2];
            return work[0] * work[1] + more[1];
        }

        Stage copy() {
            try {
                Stage copy = (Stage) clone();
                copy.work = work.clone();
                copy.more = more.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final double[] input = new double[2];
    private final double[][] table = {{1, 2}, {3, 4, 5}, {6}};
    private double[] result = {7, 8};
    private Stage stage = new Stage();
    private Stage before = new Stage();

    double f(double x, double y) {
        input[0] = x;
        input[1] = y;
        fill(input);
        if (x < -0.7) {
            throw new IllegalStateException("half-way");
        }
        double sum = table[1][2] + stage.run(x, y);
        if (y > 0.6) {
            before = stage;
            stage = stage.copy();
        }
        return sum + before.run(y, x) + result[1] * x;
    }

    private void fill(double[] from) {
        for (int i = 0; i < from.length; i++) {
            table[i][1] = table[i][0] * from[i];
            result[i] = table[i][1] + 0.5 * result[i];
        }
        table[1][2] = Math.sin(result[0] + table[2][0]);
    }

    double g(double[] a, double x) {
        double sum = 0;
        for (int i = 0; i < input.length; i++) {
            sum += input[i] * a[i] + table[0][1] * x;
            input[i] = sum;
        }
        if (x > 0.8) {
            result = new double[] {sum, 1};
        }
        if (x < -0.8) {
            throw new ArithmeticException("half-way");
        }
        return sum * result[0] + a[2];
    }

    void change(int k, double v) {
        switch (k) {
            case 0 -> input[0] = v;
            case 1 -> table[0] = new double[] {v, 1};
            case 2 -> result = new double[] {v, v};
            case 3 -> before = stage;
            case 4 -> stage = before.copy();
            default -> stage.scale = v;
        }
    }

    double[] state() {
        return new double[] {
            input[0], input[1], table[0][1], table[1][1], table[1][2], result[0], result[1], stage.work[0], stage.work[1],
            stage.more[1], before.work[1], before.more[1]
        };
    }
}
