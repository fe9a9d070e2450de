package control;

/** Control flow of the tests of Swift's differentiation: S1 to S20 without the recursive ones. */
class Swift {
    // release: 8

    // run: s1(4.0) = 16.0, d = 8.0
    // run: s1(-10.0) = -20.0, d = 2.0
    static double s1(double x) {
        if (x > 0) {
            return x * x;
        }
        return 2 * x;
    }

    // run: s2(-1337.0) = 0.0, d = 0.0, nonsmooth
    // run: s2(4.0) = 16.0, d = 8.0
    // run: s2(-10.0) = -20.0, d = 2.0
    static double s2(double x) {
        double y;
        if (x > 0) {
            y = x * x; // active: y
        } else if (x == -1337.0) { // warn: NB0303
            y = 0; // inactive: y x
        } else {
            y = 2 * x;
        }
        return y; // active: y // inactive: x
    }

    // run: s3(4.0, 5.0) = 20.0, d = (5.0, 4.0)
    // run: s3(-3.0, -2.0) = 1.0, d = (-1.0, 1.0)
    // snapshot: partial
    static double s3(double x, double y) {
        return x > 0 ? x * y : y - x;
    }

    // run: s6(11.0) = 132.0, d = 23.0
    // run: s6(4.0) = 16.0, d = 8.0
    // run: s6(-10.0) = -100.0, d = 20.0
    static double s6(double x) {
        return x > 10 ? x * x + x : x > 0 ? x * x : -(x * x);
    }

    // run: s10For(2.0) = 8.0, d = 12.0
    // run: s10For(3.0) = 27.0, d = 27.0
    static double s10For(double x) {
        double r = x;
        for (int i = 1; i < 3; i++) {
            r *= x;
        }
        return r;
    }

    // run: s10While(2.0) = 8.0, d = 12.0
    static double s10While(double x) {
        double r = x;
        int i = 1;
        while (i < 3) {
            r *= x;
            i += 1;
        }
        return r;
    }

    // run: s10DoWhile(3.0) = 27.0, d = 27.0
    static double s10DoWhile(double x) {
        double r = x;
        int i = 1;
        do {
            r *= x;
            i += 1;
        } while (i < 3);
        return r;
    }

    // run: s11(2.0) = 4.0, d = 4.0
    // run: s11(3.0) = 9.0, d = 6.0
    static double s11(double x) {
        double r = 1;
        int i = 1;
        while (i < 3) {
            r *= x;
            i += 1;
        }
        return r;
    }

    // run: s12(2.0) = 128.0, d = 448.0
    // run: s12(3.0) = 2187.0, d = 5103.0
    static double s12(double x) {
        double r = x;
        for (int i = 0; i < 2; i++) {
            double t = x; // active: t x // inactive: i
            for (int j = 0; j < 2; j++) {
                t *= x; // active: t r // inactive: i j
            }
            r *= t;
        }
        return r;
    }

    // run: s13(2.0) = 16.0, d = 32.0
    // run: s13(3.0) = 81.0, d = 108.0
    static double s13(double x) {
        double r = x;
        int i = 0;
        while (true) {
            if (i == 0) {
                r *= x;
            } else {
                r *= r;
            }
            i++;
            if (i == 2) {
                break;
            }
        }
        return r;
    }

    // run: s14(2.0) = 64.0, d = 192.0
    // run: s14(3.0) = 729.0, d = 1458.0
    static double s14(double x) {
        double r = x;
        for (int i = 1; i < 10; i++) {
            if (i % 2 == 0) {
                continue;
            }
            r *= x;
        }
        return r;
    }

    // run: s16(2.5) = 6.25, d = 5.0
    // run: s16(3.5) = 10.5, d = 3.0
    // run: s16(9.5) = -9.5, d = -1.0
    static double s16(double x) {
        double r = 0; // inactive: r
        outer:
        for (int i = 0; ; i++) {
            for (int j = 0; j < 3; j++) {
                switch ((int) x) {
                    case 2:
                        r = x * x;
                        break outer;
                    case 3:
                        r += x; // active: r x // inactive: i j
                        if (i == 2) {
                            break outer;
                        }
                        continue outer;
                    default:
                        r = -x; // active: r x
                        break;
                }
            }
            break;
        }
        return r;
    }

    // run: s20Quotient(10.0, 5.0) = 2.0, d = ~ 1e-15: (0.2, -0.4)
    static double s20Quotient(double x, double y) {
        return x / y;
    }

    // run: s20Product(4.0, 5.0) = 80.0, d = (40.0, 16.0)
    static double s20Product(double x, double y) {
        return x * y * x;
    }

    // run: s20Fraction(4.0, 5.0) = 25.25, d = ~ 1e-15: (-0.5625, 5.5)
    static double s20Fraction(double x, double y) {
        return ((x + y) * (x + y) / x) + y;
    }
}
