package programs;

import java.util.Arrays;

/** A piecewise polynomial as libraries write it: the piece is looked for in an array, the pieces are objects. */
class Piecewise {
    // release: 8

    private static final class Piece {
        private final double[] coefficients;

        Piece(double... coefficients) {
            this.coefficients = coefficients.clone();
        }

        double at(double x) {
            double sum = 0;
            for (int i = coefficients.length - 1; i >= 0; i--) {
                sum = sum * x + coefficients[i];
            }
            return sum;
        }
    }

    private final double[] knots = {0, 1, 3};
    private final Piece[] pieces = {new Piece(1, 2), new Piece(3, -1, 0.5)};

    // run: value(0.5) = 2.0, d = 2.0
    // run: value(2.5) = 2.625, d = 0.5
    // run: value(1.0) = 3.0, d = -1.0, nonsmooth
    double value(double x) {
        int i = Arrays.binarySearch(knots, x); // inactive: i
        if (i < 0) {
            i = -i - 2;
        }
        return pieces[i].at(x - knots[i]);
    }

    // What is looked for, and looked through, varies.
    // run: found(3.0) = 18.0, d = 12.0
    static double found(double x) {
        double[] multiples = {x, 2 * x, 3 * x};
        int i = Arrays.binarySearch(multiples, 2 * x); // inactive: i
        return multiples[i] * x;
    }
}
