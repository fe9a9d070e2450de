package functions;

/** Functions of the tests of OpenJDK Babylon: B1, B2. */
class Babylon {
    // release: 8

    // run: b1(0.0, 1.0) = 0.0, d = (4.0, 0.0)
    // run: b1(0.7853981633974483, 0.7853981633974483) = ~ 1e-15: 0.65008780130507884, d = ~ 1e-14: (-1.1849527276126206, 1.1289224298056112)
    // snapshot: jvp
    static double b1(double x, double y) {
        return x * (-Math.sin(x * y) + y) * 4;
    }

    // run: b2(2.0, 6) = 8.0, d = 12.0
    // run: b2(2.0, 5) = 8.0, d = 12.0
    // run: b2(2.0, 4) = 4.0, d = 4.0
    // run: b2(2.0, 3) = 2.0, d = 1.0
    // run: b2(2.0, 1) = 1.0, d = 0.0
    static double b2(double x, int y) {
        double o = 1; // inactive: o
        for (int i = 0; i < y; i++) {
            if (i > 1 && i < 5) {
                o *= x; // active: o x // inactive: i y
            }
        }
        return o;
    }
}
