package io.github.nablars;

/** The value of a function of an array and its derivative in a direction, computed together. */
@FunctionalInterface
public interface Pushforward {
    /**
     * Computes both.
     *
     * @param x the argument
     * @param direction the direction, as long as the argument
     * @param derivative receives the directional derivative in its first element
     * @return the value, bit for bit that of the function
     */
    double value(double[] x, double[] direction, double[] derivative);
}
