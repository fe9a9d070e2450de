/** Arrays in fields: grown, exchanged, shared by two fields, and rows in an array of arrays. */
class Buffers {
    private double[] front = {1, 2, 3};
    private double[] back = new double[3];
    private double[][] rows = {{1, 2}, {3, 4}};
    private int calls;

    double f(double x, double y) {
        if (++calls % 4 == 0) {
            double[] grown = new double[front.length + 1];
            System.arraycopy(front, 0, grown, 0, front.length);
            front = grown;
        }
        double sum = 0;
        for (int i = 0; i < front.length; i++) {
            sum += front[i] * y;
            front[i] = 0.5 * front[i] + x * i;
        }
        back[calls % 3] = Math.sin(sum);
        if (x > y) {
            double[] other = front;
            front = back;
            back = other;
        }
        rows[0][1] = rows[1][0] * x + back[0];
        if (calls % 5 == 0) {
            double[] row = rows[0];
            rows[0] = rows[1];
            rows[1] = row.clone();
        }
        return sum + rows[0][0] + rows[0][1] + rows[1][1] * y + front[0];
    }

    double g(double[] a, double x) {
        front[0] = a[0] * x;
        back[1] = back[1] + a[1];
        a[2] = front[0] * back[1];
        if (x > 0.5) {
            back = a;
        }
        return a[2] + rows[1][1] + back[0] * front[1];
    }

    void change(int k, double v) {
        switch (k) {
            case 0 -> front[0] = v;
            case 1 -> back = front;
            case 2 -> rows[1] = front;
            case 3 -> rows[1] = new double[] {v, v};
            case 4 -> front = new double[] {v, 1, v};
            default -> rows = new double[][] {{v, 1}, rows[0]};
        }
    }

    double[] state() {
        return new double[] {front[0], front[1], back[0], back[1], rows[0][0], rows[0][1], rows[1][0], rows[1][1]};
    }
}
