package fields;

/** Fields of super classes, hidden fields, constructors that call each other, initialisers. */
class Inherited {
    // release: 8

    /** Has a field that the others inherit. */
    static class Base {
        protected double v;
        final double scale;

        Base(double v) {
            this.v = v;
            scale = 2;
        }

        Base(double v, double scale) {
            this.v = v;
            this.scale = scale;
        }

        double base() {
            return v * scale;
        }
    }

    /** Stores into the inherited field. */
    static class Derived extends Base {
        final double w;

        Derived(double w) {
            super(w * w);
            this.w = w;
        }

        Derived(double v, double scale, double w) {
            super(v, scale);
            this.w = w;
            this.v += w;
        }

        double both() {
            v = v + w;
            return base() + super.v;
        }
    }

    // run: inherited(3.0) = 36.0, d = 21.0
    static double inherited(double x) {
        return new Derived(x).both();
    }

    // run: throughSuperConstructor(3.0) = 156.0, d = 142.0
    static double throughSuperConstructor(double x) {
        Derived d = new Derived(x, x * x, 2 * x);
        return d.both() + d.w;
    }

    // The scale is active in some objects and a constant in others.
    // run: activeSometimes(3.0) = 606.0, d = 202.0
    static double activeSometimes(double x) {
        Base a = new Base(x);
        Base b = new Base(4, x);
        Base c = new Derived(5);
        return a.base() + b.base() * c.base();
    }

    /** Hides the field. */
    static class Hiding extends Base {
        double v;

        Hiding(double mine, double theirs) {
            super(theirs);
            v = mine;
        }
    }

    // run: hidden(3.0) = 924.0, d = 603.0
    static double hidden(double x) {
        Hiding h = new Hiding(x * x, 5);
        Base b = h;
        b.v = b.v + x;
        return 100 * h.v + b.v + h.base();
    }

    /** Constructors that call one another, initialisers in between. */
    static class Chained {
        double a;
        double b;
        double c = 3;

        {
            a = 10;
            c = c * c;
        }

        Chained(double a, double b) {
            this.a += a;
            this.b = b * c;
        }

        Chained(double a) {
            this(a, a * a);
            c = a;
        }

        Chained() {
            this(2);
        }
    }

    // run: chained(3.0) = 3130.0, d = 1067.0
    static double chained(double x) {
        Chained active = new Chained(x);
        Chained constant = new Chained();
        return active.a + active.b + active.c * 1000 + x * constant.a;
    }

    /** The super constructor calls a method of the class below, whose fields are still zero. */
    abstract static class Early {
        double early;

        Early(double x) {
            early = value(x);
        }

        abstract double value(double x);
    }

    /** Its factor is set only after the super constructor has used it. */
    static class Later extends Early {
        double factor = 7;
        private double seen;

        Later(double x) {
            super(x);
            factor = factor * x;
        }

        @Override
        double value(double x) {
            seen = x * x;
            return (factor + 1) * x;
        }
    }

    // run: calledByConstructor(3.0) = 1113.0, d = 671.0
    static double calledByConstructor(double x) {
        Later later = new Later(x);
        return later.early + 10 * later.factor + 100 * later.seen;
    }

    /** Doubles and floats among other fields. */
    static class Mixed {
        int n = 2;
        float f;
        long k = 3;
        double d;
        volatile double v;
        String s = "ab";
    }

    // run: amongOthers(3.0) = 72.0, d = 42.0
    static double amongOthers(float x) {
        Mixed m = new Mixed();
        m.f = x * x;
        m.d = m.f * m.n;
        m.v = m.d + m.k;
        m.d = m.v * m.s.length();
        return m.d + m.v + m.f;
    }

    /** The same name in two classes that know nothing of each other. */
    static class Other {
        double v = 3;
        double scale = 4;
    }

    // run: sameNames(3.0) = 36.0, d = 21.0
    static double sameNames(double x) {
        Other other = new Other();
        Base base = new Base(x * x, 1);
        other.scale = x;
        return other.v * base.base() + other.scale * other.v;
    }

    /** Fields that lead to objects that have fields. */
    static class Node {
        double v;
        Node left;
        Node right;

        Node(double v) {
            this.v = v;
        }
    }

    // run: path(3.0) = 25.0, d = 14.0
    static double path(double x) {
        Node root = new Node(1);
        root.left = new Node(x);
        root.left.right = new Node(x * x);
        root.right = root.left;
        root.right.right.v += root.left.v;
        root.left.v = 2;
        return root.right.v * root.left.right.v + root.v;
    }

    // run: thrownBetween(3.0, 2) = 45.0, d = 30.0
    // run: thrownBetween(3.0, 0) = 12.0, d = 7.0
    static double thrownBetween(double x, int n) {
        Node node = new Node(x);
        try {
            store(node, x * x, n);
        } catch (ArithmeticException e) {
            node.v = node.v + x;
        }
        return node.v;
    }

    private static void store(Node node, double v, int n) {
        node.v = v;
        node.v = node.v * (10 / n);
    }
}
