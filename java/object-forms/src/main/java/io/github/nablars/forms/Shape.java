package io.github.nablars.forms;

/** What the receiver's class decides. */
public interface Shape {
    /** Its area, for a scale. */
    double area(double scale);

    /** Two of them. */
    default double twice(double scale) {
        return 2 * area(scale);
    }
}
