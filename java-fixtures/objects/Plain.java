package objects;

import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collections of the JDK's in a program that has lists, maps and iterators of its own, which compute. */
class Plain {
    private static class Point {
        private final double at;
        private final double weight;

        Point(double at, double weight) {
            this.at = at;
            this.weight = weight;
        }

        double moment() {
            return at * weight;
        }
    }

    /** A list that doubles what it is given, and adds it up. */
    private static class Adding extends AbstractList<Point> {
        private double sum;
        private Point last;

        @Override
        public Point get(int index) {
            return last;
        }

        @Override
        public boolean add(Point point) {
            sum += point.at;
            last = new Point(2 * point.at, sum);
            return true;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    private static class Cloud {
        private final List<Point> points = new ArrayList<>();
        private final LinkedHashMap<String, Point> named = new LinkedHashMap<>();

        void add(String name, Point point) {
            points.add(point);
            named.put(name, point);
        }

        double moment() {
            double sum = 0;
            for (Point point : points) {
                sum += point.moment();
            }
            return sum;
        }

        double named() {
            double sum = 0;
            for (Map.Entry<String, Point> entry : named.entrySet()) {
                sum += entry.getValue().at * entry.getKey().length();
            }
            for (Point point : named.values()) {
                sum += point.weight;
            }
            return sum;
        }
    }

    // run: added(3) = 9, d = 6
    static double added(double x) {
        List<Point> points = new ArrayList<>();
        points.add(new Point(x, x));
        return points.get(0).moment();
    }

    // 0 + x + 2x + 3x, of which 3x is taken away
    // run: loop(2) = 6, d = 3
    static double loop(double x) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            points.add(new Point(x, i));
        }
        points.remove(3);
        double sum = 0;
        for (Iterator<Point> each = points.iterator(); each.hasNext();) {
            sum += each.next().moment();
        }
        return sum;
    }

    // run: fields(2, 5) = 19, d = (7, 3)
    static double fields(double x, double y) {
        Cloud cloud = new Cloud();
        cloud.add("p", new Point(x, 2));
        cloud.add("q", new Point(x, y));
        return cloud.moment() + y;
    }

    // 3x + y + 2 + 2 x y
    // run: names(2, 5) = 33, d = (13, 5)
    static double names(double x, double y) {
        Cloud cloud = new Cloud();
        cloud.add("abc", new Point(x, y));
        cloud.add("", new Point(y, 2));
        cloud.add("de", new Point(x * y, 0));
        return cloud.named();
    }

    // run: given(2, 5) = 19, d = (7, 3)
    static double given(double x, double y) {
        double sum = 0;
        for (Point point : List.of(new Point(x, y), new Point(y, 1))) {
            sum += point.moment();
        }
        List<Point> both = Arrays.asList(new Point(x, 1), new Point(y, 2));
        return sum + both.get(0).moment() * 2;
    }

    // run: queued(2) = 12, d = 12
    static double queued(double x) {
        Deque<Point> waiting = new ArrayDeque<>();
        waiting.push(new Point(x, 1));
        double product = 1.5;
        while (!waiting.isEmpty()) {
            Point next = waiting.pop();
            product *= next.at * next.weight;
            if (next.weight < 2) {
                waiting.push(new Point(x, 2));
            }
        }
        return product;
    }

    // A list of which it is not known what it is may double what it is given.
    static double either(double x, boolean adding) {
        List<Point> points = adding ? new Adding() : new ArrayList<>();
        points.add(new Point(x, 1));
        return points.get(0).at; // refuse: NB0203
    }

    // run: own(2) = 4, d = 2
    static double own(double x) {
        Adding points = new Adding();
        points.add(new Point(x, 1));
        return points.get(0).at;
    }
}
