package demo.core;

final class Shape {
    private Shape() {
    }

    static double wave(double t) {
        return Math.sin(t);
    }
}
