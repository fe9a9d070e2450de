package demo.lib;

import io.github.nablars.api.Differentiable;

public final class Curve {
    private final double scale;

    public Curve(double scale) {
        this.scale = scale;
    }

    @Differentiable
    public double value(double t) {
        return scale * Shape.wave(t) + square(t);
    }

    private static double square(double t) {
        return t * t;
    }
}
