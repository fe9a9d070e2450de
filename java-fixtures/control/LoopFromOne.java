package control;

/** The trap: {@code r} starts as a constant and must be active from the first iteration. */
class LoopFromOne {
    // release: 8

    // run: forward(2.0) = 4.0, d = 4.0
    // run: forward(3.0) = 9.0, d = 6.0
    // snapshot: partial
    static double forward(double x) {
        double r = 1; // inactive: r // active: x
        for (int i = 0; i < 2; i++) r *= x; // active: r x // inactive: i
        return r; // active: r // inactive: x
    }

    // run: whileLoop(2.0) = 4.0, d = 4.0
    static double whileLoop(double x) {
        double r = 1;
        int i = 0;
        while (i < 2) {
            r *= x;
            i++;
        }
        return r;
    }

    // run: doWhile(3.0) = 9.0, d = 6.0
    static double doWhile(double x) {
        double r = 1;
        int i = 0;
        do {
            r = r * x;
        } while (++i < 2);
        return r;
    }

    // run: delayed(2.0) = 7.0, d = 4.0
    // snapshot: jvp
    static double delayed(double x) {
        double a = 1; // inactive: a
        double b = 1; // inactive: a b
        for (int i = 0; i < 3; i++) {
            double t = b; // active: t a b x // inactive: i
            b = a;
            a = t * x + i; // active: a b t // inactive: i
        }
        return a + b - x;
    }
}
