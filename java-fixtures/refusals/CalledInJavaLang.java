package refusals;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;

/** Code of the program that classes of java.lang call, or that runs because they name a class. */
class CalledInJavaLang {
    // release: 17

    private double k;
    private static double current = 1;

    static class Point {
        final double v;

        Point(double v) {
            this.v = v;
        }
    }

    static double transformed(double x) {
        return "abc".transform(s -> x * s.length()); // refuse: NB0201
    }

    static double transformedObject(double x) {
        return "abc".transform(s -> new Point(x)).v; // refuse: NB0203
    }

    static double compared(double x) {
        double[] cost = {0};
        Point[] a = {new Point(x)};
        Point[] b = {new Point(x)};
        boolean same = Arrays.equals(a, b, (p, q) -> { // refuse: NB0201
            cost[0] += p.v * q.v;
            return Double.compare(p.v, q.v);
        });
        return same ? cost[0] : 0;
    }

    double required(double x) {
        k = x;
        try {
            Objects.requireNonNull((String) null, () -> {
                k = 1;
                return "none";
            });
        } catch (NullPointerException e) {
            return k * x; // refuse: NB0203
        }
        return 0;
    }

    double byClassValue(double x) {
        k = x;
        ClassValue<String> value = new ClassValue<>() {
            @Override
            protected String computeValue(Class<?> type) {
                k = 1;
                return "computed";
            }
        };
        value.get(Point.class);
        return k * x; // refuse: NB0203
    }

    public static class Setting {
        public Setting() {
            current = 1;
        }
    }

    @SuppressWarnings("deprecation")
    static double byNewInstance(double x) throws ReflectiveOperationException {
        current = x;
        Setting.class.newInstance(); // refuse: NB0201
        return current * x;
    }

    enum Scale {
        ONE(1),
        TWO(2);

        final double by;

        Scale(double by) {
            this.by = by * current;
        }
    }

    static double ofAll(double x) {
        current = x;
        double sum = 0;
        for (Scale scale : EnumSet.allOf(Scale.class)) { // refuse: NB0201|NB0202
            sum += scale.by;
        }
        return sum * x;
    }

    interface Rated {
        double[] RATES = {current};

        default double rate() {
            return RATES[0];
        }
    }

    static class Plain implements Rated {}

    static double byInterface(double x) {
        current = x;
        Rated plain = new Plain(); // refuse: NB0201
        current = 9;
        return plain.rate() * x;
    }
}
