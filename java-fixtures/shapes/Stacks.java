package shapes;

/** What compilers do on the operand stack: dup2_x1, dup2_x2, pop2, chained and compound assignments. */
class Stacks {
    // release: 8

    private double state = 2;
    private long ticks = 5;
    private static double shared = 1.5;

    // run: chained(3.0) = 18.0, d = 12.0
    static double chained(double x) {
        double a;
        double b;
        a = b = x * x;
        return a + b;
    }

    // run: assignedInside(3.0) = 45.0, d = 39.0
    // snapshot: partial
    static double assignedInside(double x) {
        double a;
        return (a = x * x) * (x + 1) + a;
    }

    // run: elementAdded(3.0, {1.0, 2.0}, 1) = 36.0, d = 24.0
    // wrt: x
    static double elementAdded(double x, double[] a, int i) {
        double t = a[i] += 2; // active: x // inactive: t a i
        return x * x * t;
    }

    // run: elementAssigned(3.0, {1.0, 2.0}, 1) = 27.0, d = 9.0
    // wrt: x
    static double elementAssigned(double x, double[] a, int i) {
        return x * (a[i] = 4) + x * (a[i - 1] += 4);
    }

    // run: longElements(3.0, {4, 5}, 0) = 45.0, d = 15.0
    static double longElements(double x, long[] a, int i) {
        return x * a[i]++ + x * (a[i] *= 2) + x;
    }

    // run: fieldAssigned(3.0) = 21.0, d = 7.0
    double fieldAssigned(double x) {
        double y = (this.state = 4) * x;
        return y + x * (this.state -= 1);
    }

    // run: fieldCounted(3.0) = 33.0, d = 11.0
    double fieldCounted(double x) {
        return x * ticks++ + x * ticks;
    }

    // A counter steps while active values wait on the stack.
    // run: countedDown(3.0, 4) = 4.0, d = 1.3333333333333333
    static double countedDown(double m, int n) {
        return m + m / --n;
    }

    // run: staticField(2.0) = 3.0, d = 1.5
    static double staticField(double x) {
        return x * shared;
    }

    // A result that nobody wants.
    // run: dropped(2.0) = 4.0, d = 4.0
    static double dropped(double x) {
        Math.sin(x); // active: x
        double r = x * x; // active: r
        Math.atan2(r, x); // active: r // inactive: x
        return r;
    }

    // run: dropsOther(2.0, {3.0}) = 6.0, d = 3.0
    // wrt: x
    static double dropsOther(double x, double[] a) {
        Math.floor(a[0]);
        return x * a[0];
    }

    // run: postIncrement(2.0) = 12.0, d = 7.0
    static double postIncrement(double x) {
        double y = x;
        double before = y++;
        double after = ++y;
        return before * after + y--;
    }

    // run: swapped(2.0, 5.0) = 23.0, d = (-1.0, 10.0)
    static double swapped(double x, double y) {
        double t = x; // active: t x y
        x = y; // active: x t
        y = t;
        return x * x - y;
    }

    // run: parameterOverwritten(2.0) = 51.0, d = 113.0
    static double parameterOverwritten(double x) {
        double old = x;
        x = x * x;
        x += x - 1;
        return x * x + old;
    }

    // run: rotated(1.5, 2.5, 4) = 10.5, d = (2.0, 3.0)
    static double rotated(double a, double b, int n) {
        for (int i = 0; i < n; i++) {
            double t = a + b;
            a = b;
            b = t;
        }
        return a;
    }

    // A coefficient that is subtracted where it is read first, behind which its operand is assigned.
    // run: negatedTwice(0.5, 1) = 0.7701511529340699, d = -0.8414709848078965
    static double negatedTwice(double x, int n) {
        double[] a = new double[2];
        a[n] += Math.cos(x);
        x = Math.cos(x);
        return x * a[n];
    }
}
