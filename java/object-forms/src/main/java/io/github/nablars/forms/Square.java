package io.github.nablars.forms;

/** A square. */
public class Square implements Shape {
    /** Its side. */
    public double side = 3;

    @Override
    public double area(double scale) {
        return scale * scale * side * side;
    }
}
