package demo.core;

import io.github.nablars.api.Differentiable;

/** Its derivative reaches a private method of its own and one of another class. */
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
