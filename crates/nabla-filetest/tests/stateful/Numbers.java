/** Numbers in fields, some inherited, one a float; what a call throws at half-way stays. */
class Numbers extends NumbersBase {
    private double total = 0.5;
    private float small = 0.25f;
    private double last = 2;
    private double answer = 3;

    double f(double x, double y) {
        if (x == last) {
            // What an earlier call has found is a constant.
            return answer + y;
        }
        last = x;
        total = 0.5 * total + x * y;
        small = (float) (small * x);
        inherited += total * y;
        if (y < -0.75) {
            throw new IllegalArgumentException("half-way");
        }
        answer = Math.sin(total) + small * inherited;
        return answer;
    }

    double g(double[] a, double x) {
        total += a[0] * x;
        a[1] = a[1] * total + inherited;
        raise(a[1]);
        return a[1] + total + a[2];
    }

    void change(int k, double v) {
        switch (k) {
            case 0 -> total = v;
            case 1 -> inherited = v;
            case 2 -> small = (float) v;
            default -> last = v;
        }
    }

    double[] state() {
        return new double[] {total, small, last, answer, inherited};
    }
}

/** The field that is inherited, and a body that writes it. */
class NumbersBase {
    protected double inherited = 1;

    protected void raise(double by) {
        inherited = Math.cos(inherited * by);
    }
}
