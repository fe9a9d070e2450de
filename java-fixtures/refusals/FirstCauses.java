package refusals;

import java.math.BigDecimal;

/** A refusal is told where a value is lost first, and not where something is computed from it then. */
class FirstCauses {
    // release: 8

    static double chain(double x) {
        BigDecimal number = new BigDecimal(x); // refuse: NB0201
        BigDecimal square = number.multiply(number);
        double sum = square.doubleValue() + opposite(square);
        return sum * Math.sin(sum);
    }

    private static double opposite(BigDecimal number) {
        return -number.abs().doubleValue();
    }

    // The call is told where it is made, with the place inside.
    static double inCallee(double x) {
        double square = rounded(x * x); // refuse: NB0204
        double sum = square + rounded(square);
        return rounded(sum);
    }

    private static double rounded(double x) {
        return Double.longBitsToDouble(Double.doubleToLongBits(x) & -16);
    }

    static double inLoop(double x, int n) {
        double y = x;
        for (int i = 0; i < n; i++) {
            y = Double.longBitsToDouble(Double.doubleToLongBits(y)); // refuse: NB0204
        }
        return y;
    }
}
