package io.github.nablars.forms;

/** A disc, whose area this calls that of a square with the diameter as its side, rounded off. */
public class Disc extends Square {
    @Override
    public double area(double scale) {
        return super.area(scale) * Math.PI / 4 + Math.sqrt(scale);
    }
}
