package objects;

/** Records, sealed types, patterns of instanceof, switch expressions. */
class Records {
    // release: 17

    /** A vector. */
    record Vec(double x, double y) {
        static Vec polar(double r, double angle) {
            return new Vec(r * Math.cos(angle), r * Math.sin(angle));
        }

        Vec plus(Vec o) {
            return new Vec(x + o.x, y + o.y);
        }

        double dot(Vec o) {
            return x() * o.x() + y() * o.y();
        }
    }

    // run: components(3.0) = 69.0, d = 53.0
    static double components(double x) {
        Vec v = new Vec(x, x * x);
        return v.x() * v.y + v.plus(v).dot(new Vec(1, 2));
    }

    // run: fromPolar(2.0, 0.5) = ~ 1e-15: 1.917702154416812, d = ~ 1e-15: (1.917702154416812, 3.510330247561491)
    static double fromPolar(double r, double angle) {
        Vec v = Vec.polar(r, angle);
        return v.y() * r;
    }

    /** A record with a compact constructor and another one. */
    record Range(double low, double high) {
        Range {
            if (low > high) {
                double t = low;
                low = high;
                high = t;
            }
        }

        Range(double around) {
            this(around - 1, around + 1);
        }

        double length() {
            return high - low;
        }
    }

    // run: compact(3.0) = 117.0, d = 87.0
    // run: compact(0.5) = 5.625, d = 11.25
    static double compact(double x) {
        Range r = new Range(x * x, x);
        return r.low() + 10 * r.high() + r.length() * new Range(x).high();
    }

    /** Records within records. */
    record Line(Vec from, Vec to, String name) {
        double length2() {
            Vec d = new Vec(to.x - from.x, to.y - from.y);
            return d.dot(d);
        }
    }

    // run: nested(3.0) = 301.0, d = 414.0
    static double nested(double x) {
        Line line = new Line(new Vec(x, 1), new Vec(2 * x, x * x), "line");
        return line.length2() * line.name().length() + line.to().y();
    }

    /** A closed set of shapes. */
    sealed interface Shape permits Square, Rectangle, Scaled {
    }

    /** One. */
    record Square(double side) implements Shape {
    }

    /** Two. */
    record Rectangle(double width, double height) implements Shape {
    }

    /** One that contains another. */
    record Scaled(Shape shape, double by) implements Shape {
    }

    private static double area(Shape shape) {
        if (shape instanceof Square s) {
            return s.side() * s.side();
        } else if (shape instanceof Rectangle r && r.width() > 0) {
            return r.width() * r.height();
        } else if (shape instanceof Scaled scaled) {
            return scaled.by() * scaled.by() * area(scaled.shape());
        }
        return 0;
    }

    // run: areas(3.0) = 87.0, d = 44.0
    static double areas(double x) {
        double sum = 0;
        for (Shape shape : new Shape[] {new Square(x), new Rectangle(x, 5), new Scaled(new Square(2), x),
            new Scaled(new Rectangle(1, x), 3), new Rectangle(-x, x)}) {
            sum += area(shape);
        }
        return sum;
    }

    enum Kind { LINEAR, SQUARE, CUBE }

    private static double power(Kind kind, double x) {
        return switch (kind) {
            case LINEAR -> x;
            case SQUARE -> x * x;
            case CUBE -> {
                double square = power(Kind.SQUARE, x);
                yield square * x;
            }
        };
    }

    // run: switched(2.0) = 24.0, d = 36.0
    static double switched(double x) {
        double sum = 0;
        for (Kind kind : Kind.values()) {
            sum = sum * x + power(kind, x);
        }
        return sum;
    }

    /** A generic record. */
    record Both<A, B>(A first, B second) {
    }

    // run: generic(3.0) = 27.0, d = 27.0
    static double generic(double x) {
        Both<Vec, Square> both = new Both<>(new Vec(x, x * x), new Square(x));
        return both.first().y() * both.second().side();
    }

    // The generated methods compare and print, and take nothing from the result.
    // run: generated(3.0) = 15.0, d = 5.0
    static double generated(double x) {
        Vec v = new Vec(x, 1);
        Vec w = new Vec(x, 1);
        return v.equals(w) && v.hashCode() == w.hashCode() && v.toString().startsWith("Vec[") ? 5 * v.x() : -x;
    }
}
