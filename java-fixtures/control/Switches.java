package control;

/** Switches of every kind: table, lookup, on strings and enum constants, as expressions. */
class Switches {
    enum Shape { SQUARE, CUBE, LINE }

    // run: table(3.0, 0) = 3.0, d = 1.0
    // run: table(3.0, 1) = 9.0, d = 6.0
    // run: table(3.0, 2) = 36.0, d = 33.0
    // run: table(3.0, 3) = 27.0, d = 27.0
    // run: table(3.0, 7) = 0.0, d = 0.0
    // snapshot: partial
    static double table(double x, int n) {
        double r = 0;
        switch (n) {
            case 0:
                r = x;
                break;
            case 2:
                r = x * x;
                // falls through
            case 3:
                r += x * x * x;
                break;
            case 1:
                return x * x;
            default:
        }
        return r;
    }

    // run: lookup(2.0, -1000000) = 4.0, d = 4.0
    // run: lookup(2.0, 5) = 8.0, d = 12.0
    // run: lookup(2.0, 2147483647) = -2.0, d = -1.0
    // run: lookup(2.0, 0) = 1.0, d = 0.0
    static double lookup(double x, int n) {
        switch (n) {
            case -1000000: return x * x;
            case 5: return x * x * x;
            case 2147483647: return -x;
            default: return 1;
        }
    }

    // run: string(2.0, "square") = 4.0, d = 4.0
    // run: string(2.0, "cube") = 8.0, d = 12.0
    // run: string(2.0, "AaBB") = 10.0, d = 5.0
    // run: string(2.0, "BBAa") = 12.0, d = 6.0
    // run: string(2.0, "?") = 2.0, d = 1.0
    static double string(double x, String name) {
        switch (name) {
            case "square": return x * x;
            case "cube": return x * x * x;
            case "AaBB": return 5 * x;
            case "BBAa": return 6 * x;
            default: return x;
        }
    }

    // run: onEnum(2.0, 0) = 4.0, d = 4.0
    // run: onEnum(2.0, 1) = 8.0, d = 12.0
    // run: onEnum(2.0, 2) = 2.0, d = 1.0
    static double onEnum(double x, int ordinal) {
        Shape shape = Shape.values()[ordinal];
        return switch (shape) {
            case SQUARE -> x * x;
            case CUBE -> x * x * x;
            case LINE -> x;
        };
    }

    // The operand below the switch waits on the stack.
    // run: expression(3.0, 1) = 15.0, d = 8.0
    // run: expression(3.0, 2) = 87.0, d = 110.0
    // run: expression(3.0, 4) = 6.0, d = 2.0
    static double expression(double x, int n) {
        return 2 * x + switch (n) {
            case 1 -> x * x;
            case 2, 3 -> {
                double cube = x * x * x;
                yield cube * x;
            }
            default -> 0;
        };
    }

    // run: afterCast(2.25) = 5.0625, d = 4.5
    // run: afterCast(0.5) = 1.0, d = 2.0
    static double afterCast(double x) {
        return switch ((int) Math.floor(x)) {
            case 0 -> 2 * x;
            case 1 -> 3 * x;
            default -> x * x;
        };
    }
}
