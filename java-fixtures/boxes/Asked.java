package boxes;

/** Numbers in boxes that are asked which class they are of. */
class Asked {
    // release: 21

    // run: cast(0.5, 3.0) = 0.75, d = (3.0, 0.25)
    static double cast(double x, double y) {
        Object q = x * y;
        return q instanceof Integer ? (Integer) q * x : q instanceof Double ? (Double) q * x : 0;
    }

    // run: switched(0.5, 3.0) = 0.75, d = (3.0, 0.25)
    // run: switched(10.0, 20.0) = 400.0, d = (40.0, 20.0)
    static double switched(double x, double y) {
        Object q = x * y;
        return switch (q) {
            case Integer i -> i;
            case Double d when d > 100 -> d * 2;
            case Double d -> d * x;
            case String s -> s.length();
            default -> 0;
        };
    }

    static double times(Object q, double x) {
        if (q instanceof Double d) {
            return d * x;
        }
        if (q instanceof Long i) {
            return i * x;
        }
        return q instanceof String s ? s.length() * x : 0;
    }

    // run: passed(0.5, 3.0) = 10.75, d = (5.0, 3.25)
    static double passed(double x, double y) {
        return times(x * y, x) + times(3L, y) + times("ab", x);
    }

    // run: compared(0.5, 3.0) = 0.75, d = (3.0, 0.25)
    static double compared(double x, double y) {
        Object q = x > 100 ? "a" : (Object) (x * y);
        return q instanceof Comparable<?> c && c instanceof Double d ? d * x : 0;
    }
}
