package demo.lib;

final class Shape {
    private Shape() {
    }

    static double wave(double t) {
        return 3.0 * t;
    }
}
