/** Objects that calls make: some are kept, others end with the call, and one throws half-way. */
class Fleeting {
    private interface Shape {
        double size(double scale);
    }

    /** Kept in a field. */
    private static class Point {
        double x;
        double y;

        Point(double x, double y) {
            this.x = x;
            this.y = y;
        }

        void add(double factor, Point other) {
            x += factor * other.x;
            y += factor * other.y;
        }
    }

    /** Kept as a point. */
    private static final class Weighted extends Point implements Shape {
        double weight;

        Weighted(double x, double y, double weight) {
            super(x, y);
            this.weight = weight;
        }

        @Override
        public double size(double scale) {
            return weight * scale + x;
        }
    }

    /** Kept in an array, as a shape. */
    private static final class Circle implements Shape {
        double radius;

        @Override
        public double size(double scale) {
            radius = radius * scale + 0.5;
            return radius * radius;
        }
    }

    /** Not kept. */
    private static final class Sum {
        double value;
        double[] parts = new double[2];

        void add(double x, int part) {
            value += x;
            parts[part] += x * value;
        }

        double total() {
            if (value > 6.0) {
                throw new IllegalStateException("half-way");
            }
            return value + parts[0] * parts[1];
        }
    }

    private Point common = new Point(0.5, 0.25);
    private Point last = new Point(1, 2);
    private Shape[] shapes = {new Circle(), null};
    private int calls;

    double f(double x, double y) {
        Point point = new Weighted(x * y, x, y);
        point.add(0.5, last);
        point.add(x, common);
        Circle circle = new Circle();
        circle.radius = y;
        Sum sum = new Sum();
        sum.add(point.x * point.y, ++calls % 2);
        for (Shape shape : shapes) {
            sum.add(shape == null ? x : shape.size(y), 1);
        }
        if (calls % 3 == 0) {
            last = point;
        } else if (calls % 3 == 1) {
            shapes[1] = x > 0 ? circle : (Weighted) point;
        } else {
            common = last;
        }
        return sum.total();
    }

    double g(double[] a, double x) {
        Sum sum = new Sum();
        for (int i = 0; i < a.length; i++) {
            sum.add(a[i] * last.x, i % 2);
        }
        if (last instanceof Weighted weighted) {
            weighted.weight *= x;
            sum.add(weighted.size(a[1]), 0);
        }
        common.x += sum.value;
        return sum.total() * common.x;
    }

    void change(int k, double v) {
        switch (k) {
            case 0 -> last.x = v;
            case 1 -> last = new Weighted(v, 1, v);
            case 2 -> shapes[1] = null;
            case 3 -> common = last;
            case 4 -> common.y = v;
            default -> shapes = new Shape[] {shapes[0], new Circle()};
        }
    }

    double[] state() {
        return new double[] {last.x, last.y, common.x, common.y, ((Circle) shapes[0]).radius};
    }
}
