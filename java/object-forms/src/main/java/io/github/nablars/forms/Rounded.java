package io.github.nablars.forms;

/** A shape whose area has no counterpart with elements: it is a {@code float} on the way. */
public class Rounded implements Shape {
    private double kept;

    @Override
    public double area(double scale) {
        kept = scale;
        return (float) kept;
    }
}
