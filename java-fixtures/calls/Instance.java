package calls;

/** Callees with a receiver: instance, private, final, super, on other objects of known class. */
class Instance extends InstanceBase {
    // release: 8

    private double k = 3;
    private Instance next;
    private int calls;

    private double scaled(double v) {
        return k * v;
    }

    // run: privateCallee(2.0) = 12.0, d = 12.0
    // run: [k = 5.0] privateCallee(2.0) = 20.0, d = 20.0
    double privateCallee(double x) {
        return x * scaled(x);
    }

    final double sealed(double v) {
        return k * v * v;
    }

    // run: finalCallee(2.0) = 13.0, d = 12.0
    double finalCallee(double x) {
        return sealed(x) + 1;
    }

    @Override
    double shape(double v) {
        return v + super.shape(2 * v);
    }

    // run: superCallee(3.0) = 39.0, d = 25.0
    double superCallee(double x) {
        return shape(x);
    }

    @Override
    double skipped(double v) {
        return -1000 * v;
    }

    // The super class's body, not the overriding one.
    // run: superOfAnother(3.0) = 27.0, d = 27.0
    double superOfAnother(double x) {
        return super.skipped(x);
    }

    // run: inheritedCallee(3.0) = 15.0, d = 5.0
    double inheritedCallee(double x) {
        return inherited(x);
    }

    // The inherited method calls back into the overriding one.
    // run: templateMethod(2.0) = 17.0, d = 6.0
    double templateMethod(double x) {
        return template(x);
    }

    @Override
    double hook(double v) {
        return k * v;
    }

    // run: anotherReceiver(2.0) = 26.0, d = 23.0
    static double anotherReceiver(double x) {
        Instance a = new Instance();
        Instance b = new Instance();
        b.k = 5;
        return a.scaled(x) + b.sealed(x);
    }

    // run: withoutReceiver(2.0) throws java.lang.NullPointerException
    double withoutReceiver(double x) {
        return next.scaled(x) * x;
    }

    // run: nullCaught(3.0) = 9.0, d = 6.0
    double nullCaught(double x) {
        double r = x * x;
        try {
            r = next.scaled(r);
        } catch (NullPointerException e) {
            calls++;
        }
        return r;
    }

    // The receiver is evaluated before the arguments, and all of them once.
    // run: orderOfEvaluation(2.0) = 72.0, d = 72.0
    double orderOfEvaluation(double x) {
        return count().weighted(count().calls * x, count().calls * x);
    }

    private Instance count() {
        calls++;
        return this;
    }

    private double weighted(double a, double b) {
        return a * b * calls;
    }

    // run: chainOfReceivers(3.0, 4) = 108.0, d = 108.0
    double chainOfReceivers(double x, int n) {
        next = new Instance();
        next.next = this;
        return step(x, n);
    }

    private double step(double v, int n) {
        return n == 0 ? v : n % 2 == 0 ? 2 * next.step(v, n - 1) : v * next.step(v, n - 1);
    }
}

/** What the other class inherits. */
class InstanceBase {
    double factor = 5;

    double shape(double v) {
        return v * v;
    }

    double skipped(double v) {
        return v * v * v;
    }

    double inherited(double v) {
        return factor * v;
    }

    double template(double v) {
        return hook(v) * 2 + factor;
    }

    double hook(double v) {
        return 0;
    }
}
