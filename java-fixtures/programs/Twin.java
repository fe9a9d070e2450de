package programs;

import java.util.Locale;
import java.util.function.Function;

/**
 * A number and its tangent. Each program here is written a second time with these numbers; its
 * {@code main} prints from them the expectations that stand in its comments, so that what judges
 * the derivative knows nothing of the tool. The class is a fixture of its own: the derivative of
 * its tangents are second derivatives.
 */
final class Twin {
    // release: 8

    final double value;
    final double tangent;

    Twin(double value, double tangent) {
        this.value = value;
        this.tangent = tangent;
    }

    static Twin of(double constant) {
        return new Twin(constant, 0);
    }

    /** Constants for a whole array. */
    static Twin[] of(double... constants) {
        Twin[] all = new Twin[constants.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = of(constants[i]);
        }
        return all;
    }

    Twin plus(Twin o) {
        return new Twin(value + o.value, tangent + o.tangent);
    }

    Twin plus(double c) {
        return new Twin(value + c, tangent);
    }

    Twin minus(Twin o) {
        return new Twin(value - o.value, tangent - o.tangent);
    }

    Twin minus(double c) {
        return new Twin(value - c, tangent);
    }

    Twin times(Twin o) {
        return new Twin(value * o.value, tangent * o.value + value * o.tangent);
    }

    Twin times(double c) {
        return new Twin(value * c, tangent * c);
    }

    Twin over(Twin o) {
        return new Twin(value / o.value, (tangent * o.value - value * o.tangent) / (o.value * o.value));
    }

    Twin over(double c) {
        return new Twin(value / c, tangent / c);
    }

    Twin negated() {
        return new Twin(-value, -tangent);
    }

    Twin abs() {
        return value < 0 ? negated() : this;
    }

    Twin sqrt() {
        double root = Math.sqrt(value);
        return new Twin(root, tangent / (2 * root));
    }

    Twin exp() {
        double exp = Math.exp(value);
        return new Twin(exp, tangent * exp);
    }

    Twin log() {
        return new Twin(Math.log(value), tangent / value);
    }

    Twin sin() {
        return new Twin(Math.sin(value), tangent * Math.cos(value));
    }

    Twin cos() {
        return new Twin(Math.cos(value), -tangent * Math.sin(value));
    }

    Twin tanh() {
        double cosh = Math.cosh(value);
        return new Twin(Math.tanh(value), tangent / (cosh * cosh));
    }

    Twin pow(double exponent) {
        return new Twin(Math.pow(value, exponent), tangent * exponent * Math.pow(value, exponent - 1));
    }

    /** Prints the expectation of a call: the text has a %s for each of the independents. */
    static void print(String text, Function<Twin[], Twin> program, double... at) {
        StringBuilder partials = new StringBuilder();
        double value = 0;
        Object[] literals = new Object[at.length];
        for (int i = 0; i < at.length; i++) {
            Twin[] arguments = of(at);
            arguments[i] = new Twin(at[i], 1);
            Twin result = program.apply(arguments);
            partials.append(i > 0 ? ", " : "").append(result.tangent);
            value = result.value;
            literals[i] = at[i];
        }
        String all = at.length == 1 ? partials.toString() : "(" + partials + ")";
        String line = "//" + " run: " + text + " = ~ 1e-12: %s, d = ~ 1e-12: %s";
        System.out.println(String.format(Locale.ROOT, line, join(literals, value, all)));
    }

    private static Object[] join(Object[] literals, Object... more) {
        Object[] all = java.util.Arrays.copyOf(literals, literals.length + more.length);
        System.arraycopy(more, 0, all, literals.length, more.length);
        return all;
    }

    // run: cube(2.0) = 8.0, d = 12.0
    static double cube(double x) {
        Twin v = new Twin(x, 1);
        return v.times(v).times(v).value;
    }

    // run: slopeOfCube(2.0) = 12.0, d = 12.0
    static double slopeOfCube(double x) {
        Twin v = new Twin(x, 1);
        return v.times(v).times(v).tangent;
    }

    // run: slope(0.7) = ~ 1e-13: -0.1210498559709955, d = ~ 1e-13: 5.642692104721489
    static double slope(double x) {
        Twin v = new Twin(x, 1);
        Twin w = v.sin().times(v.exp()).plus(v.log().over(v.sqrt())).minus(v.times(3).tanh());
        return w.over(v.cos().plus(2)).pow(2).tangent;
    }

    // run: slopeInADirection(0.7, -1.5) = ~ 1e-14: 0.6577935144802719, d = ~ 1e-14: (0.25299750556933537, -0.4385290096535146)
    static double slopeInADirection(double x, double seed) {
        return new Twin(x, seed).minus(2).abs().sqrt().tangent;
    }
}
