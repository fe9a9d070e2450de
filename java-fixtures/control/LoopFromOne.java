package control;

/** The trap: {@code r} starts as a constant and must be active from the first iteration. */
class LoopFromOne {
    // release: 8

    // run: forward(2.0) = 4.0, d = 4.0
    // run: forward(3.0) = 9.0, d = 6.0
    static double forward(double x) {
        double r = 1;
        for (int i = 0; i < 2; i++) r *= x;
        return r;
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
    static double delayed(double x) {
        double a = 1;
        double b = 1;
        for (int i = 0; i < 3; i++) {
            double t = b;
            b = a;
            a = t * x + i;
        }
        return a + b - x;
    }
}
