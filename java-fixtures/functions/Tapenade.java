package functions;

/** Functions of the tests of Tapenade: T1, T2, T5, T6, T13. */
class Tapenade {
    // release: 8

    // run: t1(2.0, 1.0) = -70.0, d = (-105.0, 70.0)
    // run: t1(1.3, -0.4)
    static double t1(double a, double b) {
        return 35 * a * b * b / (a - 3 * b);
    }

    // run: t2Square(2.0) d = ~ 1e-15: 3.7931471805599453
    static double t2Square(double a) {
        double b = 3.1 + Math.log(a);
        return b * b;
    }

    // run: t2Cube(2.0) d = ~ 1e-15: 21.581948300084794
    static double t2Cube(double a) {
        double b = 3.1 + Math.log(a);
        return b * b * b;
    }

    // run: t2Both(2.0) d = ~ 1e-15: 43.163896600169588
    static double t2Both(double a) {
        double b = 3.1 + Math.log(a);
        double c = b * b * b;
        return 3.2 + 2 * c;
    }

    // A local reused for several values, active and inactive in turn.
    // run: reused(3.0) = 33.0, d = 12.0
    // snapshot: partial
    static double reused(double x) {
        double t = x * x; // active: t
        double sum = t; // active: t sum
        t = 4; // active: sum x // inactive: t
        sum += t * x; // active: sum x // inactive: t
        t = 2 * x; // active: t sum
        sum += t; // active: t // inactive: x
        t = 6; // active: sum // inactive: t
        return sum + t; // active: sum // inactive: t x
    }

    // run: reusedInBlocks(3.0, true) = 18.0, d = 9.0
    // run: reusedInBlocks(3.0, false) = 12.0, d = 4.0
    static double reusedInBlocks(double x, boolean square) {
        double result = x;
        if (square) {
            double t = x * x; // active: t
            result += t + 2 * x;
        } else {
            double t = 3; // inactive: t // active: result
            result = result * t + t;
        }
        {
            double t = 5; // inactive: t
            result += t * 0;
        }
        {
            double t = square ? 0 : x - 3; // active: t // inactive: square
            result += t; // active: t result
        }
        return result;
    }

    // The tangent follows the iterations of the value.
    // run: fixedPoint(1.3, 0.9)
    // run: fixedPoint(1.2, 0.8)
    // wrt: x
    // snapshot: jvp
    static double fixedPoint(double x, double start) {
        double z = start; // inactive: z start
        double change;
        do {
            double next = Math.sin(x * z * z); // active: next z x
            change = (next - z) * (next - z); // inactive: change // active: next
            z = next;
        } while (change >= 1e-10);
        return x * z;
    }

    // Exactly 0, and yet the result depends on both.
    // run: cancels(1.3, 0.7) = 0.0, d = (0.0, 0.0)
    static double cancels(double x1, double x2) {
        return (x1 - x2) + (x2 - x1);
    }
}
