package fields;

/** Fields of the receiver: constants at entry, changed within the call, read again. */
class Receiver {
    // release: 8

    private double k = 3;
    private double state;
    private double last = 4;
    private double[] weights = {1, 2, 3};
    private double[] scratch;
    private final double[] fixed = new double[3];
    private Receiver next;
    private int calls;

    // run: inactive(3.0) = 27.0, d = 18.0
    // run: [k = 5.0] inactive(3.0) = 45.0, d = 30.0
    double inactive(double x) {
        return k * x * x;
    }

    // run: storedAndRead(3.0) = 10.0, d = 6.0
    double storedAndRead(double x) {
        state = x * x;
        return state + 1;
    }

    // What stood in the field is a constant, until it is stored.
    // run: atEntry(3.0) = 93.0, d = 112.0
    // run: [last = -1.0] atEntry(3.0) = 78.0, d = 107.0
    double atEntry(double x) {
        double r = last * x;
        last = x * x;
        return r + last * last;
    }

    // run: storedSometimes(3.0, 1) = 27.0, d = 27.0
    // run: [k = 7.0] storedSometimes(3.0, 0) = 21.0, d = 7.0
    double storedSometimes(double x, int n) {
        if (n > 0) {
            k = x * x;
        }
        return k * x;
    }

    // run: accumulated(2.0, 4) = 15.0, d = 17.0
    // run: [state = 1.0] accumulated(2.0, 4) = 31.0, d = 49.0
    double accumulated(double x, int n) {
        for (int i = 0; i < n; i++) {
            add(x);
        }
        return state;
    }

    private void add(double v) {
        state = state * v + 1;
        calls++;
    }

    // run: compound(3.0) = 91.0, d = 113.0
    double compound(double x) {
        this.state += x;
        this.state *= x;
        double old = this.state++;
        return old * this.state + (this.last -= x);
    }

    // A value read before a call that stores.
    // run: readBeforeCall(3.0) = 39.0, d = 34.0
    double readBeforeCall(double x) {
        state = x;
        double r = state * changed(x);
        return r + state;
    }

    private double changed(double v) {
        state = v * v;
        return state + 1;
    }

    // run: constantStored(3.0) = 18.0, d = 9.0
    double constantStored(double x) {
        state = x * x;
        double r = state;
        state = k;
        return r + state * x;
    }

    // run: weighted(2.0) = 17.0, d = 14.0
    // run: [weights = {5.0, 6.0}] weighted(2.0) = 17.0, d = 6.0
    double weighted(double x) {
        double sum = 0;
        for (int i = weights.length - 1; i >= 0; i--) {
            sum = sum * x + weights[i];
        }
        return sum;
    }

    // An array of the receiver is changed within the call.
    // run: weightsChanged(2.0) = 26.0, d = 27.0
    double weightsChanged(double x) {
        double before = weights[1] * x;
        weights[1] = x * x;
        weights[2] += x;
        return before + weights[0] * x + weights[1] * weights[2];
    }

    // run: scratchMade(2.0, 3) = 10.0, d = 13.0
    double scratchMade(double x, int n) {
        if (scratch == null || scratch.length < n) {
            scratch = new double[n];
        }
        for (int i = 0; i < n; i++) {
            scratch[i] = i == 0 ? x : scratch[i - 1] * x;
        }
        double r = scratch[n - 1];
        scratch = new double[] {x};
        return r + scratch[0];
    }

    // run: scratchFixed(2.0) = 20.0, d = 20.0
    double scratchFixed(double x) {
        double[] a = fixed;
        a[0] = x;
        a[1] = fixed[0] * x;
        fixed[2] = a[1] * 2;
        return fixed[2] + a[2] + fixed[1];
    }

    // run: anotherReceiver(3.0) = 138.0, d = 93.0
    double anotherReceiver(double x) {
        next = new Receiver();
        next.state = x * x;
        next.k = 10;
        state = x;
        next.next = this;
        next.next.state += 1;
        return state * next.state + next.inactive(x) + inactive(2);
    }

    // run: kept(3.0, 2) = 30.0, d = 19.0
    // run: kept(3.0, 0) = 12.0, d = 7.0
    double kept(double x, int n) {
        try {
            state = x * x;
            state = state * (6 / n);
        } catch (ArithmeticException e) {
            calls++;
        }
        return state + x;
    }

    // The entry calls itself as any other method.
    // run: recursive(2.0, 3) = 1296.0, d = 2076.0
    double recursive(double x, int n) {
        state += x * x;
        return n == 0 ? state : x * recursive(x + 1, n - 1);
    }

    // run: locked(3.0) = 9.0, d = 6.0
    synchronized double locked(double x) {
        state = x;
        synchronized (weights) {
            state = state * x;
        }
        return state;
    }
}
