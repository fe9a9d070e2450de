package objects;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Comparator;

/** What was stored or sent before can still be read: the version of a class stays as it was. */
class Versions {
    // release: 8

    static double version(Class<?> type) {
        ObjectStreamClass known = ObjectStreamClass.lookup(type);
        return known == null ? 0 : known.getSerialVersionUID() % 1000003;
    }

    static final Object LOCK = new Object();

    public abstract static class Point implements Serializable, Comparable<Point>, Cloneable {
        protected double x;
        private transient int count;
        public static final double SCALE = 3;
        volatile long time;
        String name = "p";

        Point(double x) {
            this.x = x * SCALE;
        }

        private Point(String name, int[] count) {
            this.name = name;
        }

        double scaled(double by) {
            count++;
            return x * by;
        }

        protected static synchronized Object[] all(Point[] some, long n) {
            return some;
        }

        @Override
        public int compareTo(Point other) {
            return Double.compare(x, other.x);
        }

        public abstract void change();
    }

    static class Late extends Point {
        static int made = LOCK.hashCode();

        Late(double x) {
            super(x);
        }

        double shifted(double by) {
            return x + by;
        }

        @Override
        public void change() {
        }
    }

    static class Own implements Serializable {
        private static final long serialVersionUID = 42L;

        double value(double x) {
            return x * x;
        }
    }

    static class Failure extends IllegalStateException {
        final double at;

        Failure(double at) {
            this.at = at;
        }

        double twice(double x) {
            return 2 * at * x;
        }
    }

    enum Kind implements Serializable {
        A;

        double of(double x) {
            return 3 * x;
        }
    }

    // run: point(2.0)
    static double point(double x) {
        return x * version(Point.class);
    }

    // run: late(2.0)
    static double late(double x) {
        return new Late(1).shifted(x) * version(Late.class);
    }

    // run: own(2.0) = 168.0, d = 168.0
    static double own(double x) {
        return new Own().value(x) * version(Own.class);
    }

    // run: failure(2.0)
    static double failure(double x) {
        return new Failure(1).twice(x) * version(Failure.class);
    }

    // run: kind(2.0) = 6.0, d = 3.0
    static double kind(double x) {
        return Kind.A.of(x) + version(Kind.class);
    }

    // run: none(2.0) = 0.0, d = 0.0
    static double none(double x) {
        return x * version(Versions.class);
    }
}
