package io.github.nablars.verify;

/**
 * Where a curve breaks between two samples at which it and its slope are finite: it jumps, has a pole or
 * an infinite slope, or a kink. Two samples only raise a suspicion; it is followed by halving, down to
 * neighbouring numbers, and what is smooth at some length on the way is none, however steep it is.
 */
final class Breaks {
    private static final int HALVINGS = 60;
    /** Over so many halvings a slope that becomes infinite grows by more than a factor of {@link #GROWTH}. */
    private static final int LONG = 20;
    private static final int SHORT = 4;
    private static final double GROWTH = 8;

    /** The value and the slope at a place. */
    interface Curve {
        double[] at(double x) throws Exception;
    }

    /** A place with its value and slope. */
    static final class Place {
        final double x;
        final double value;
        final double slope;

        Place(double x, double[] there) {
            this.x = x;
            this.value = there[0];
            this.slope = there[1];
        }

        boolean finite() {
            return Double.isFinite(value) && Double.isFinite(slope);
        }
    }

    /** What was found: "jump" with the values on its sides, "kink" with the slopes; "pole", "singular", "edge". */
    static final class Break {
        final String kind;
        final double at;
        final double left;
        final double right;

        Break(String kind, double at, double left, double right) {
            this.kind = kind;
            this.at = at;
            this.left = left;
            this.right = right;
        }
    }

    private final Curve curve;
    /** How large a change is, relative to the value, that no rounding explains. */
    private final double rounding;

    Breaks(Curve curve, boolean single) {
        this.curve = curve;
        this.rounding = single ? 1e-5 : 1e-9;
    }

    private Place place(double x) throws Exception {
        return new Place(x, curve.at(x));
    }

    /** A place at which the value or the slope is not finite. */
    static Break singular(Place place) {
        return new Break(Double.isFinite(place.value) ? "singular" : "pole", place.x, Double.NaN, Double.NaN);
    }

    /** The break between two places, null where there is none. {@code bent} says whether slopes are suspicious. */
    Break between(Place a, Place b, boolean bent) throws Exception {
        Break found = ofValue(a, b);
        return found == null && bent ? ofSlope(a, b) : found;
    }

    /** The last place that is finite, or not, between one that is and one that is not. */
    Break edge(Place a, Place b) throws Exception {
        boolean finite = a.finite();
        double low = a.x;
        double high = b.x;
        for (double x = middle(low, high); low < x && x < high; x = middle(low, high)) {
            if (place(x).finite() == finite) {
                low = x;
            } else {
                high = x;
            }
        }
        return new Break("edge", finite ? high : low, Double.NaN, Double.NaN);
    }

    private static double middle(double a, double b) {
        return a + (b - a) / 2;
    }

    /** By how much a value changes that no slope between those of both ends makes it change. */
    private static double excess(Place a, Place b) {
        double first = a.slope * (b.x - a.x);
        double last = b.slope * (b.x - a.x);
        double change = b.value - a.value;
        return Math.max(0, Math.max(Math.min(first, last) - change, change - Math.max(first, last)));
    }

    private static double steepest(Place a, Place b) {
        return Math.max(Math.abs(a.slope), Math.abs(b.slope));
    }

    private static double largest(Place a, Place b) {
        return Math.max(Math.abs(a.value), Math.abs(b.value));
    }

    /**
     * A jump, a pole or an infinite slope. The half is followed whose change is explained least; there is one
     * in the middle, too, for where the slope is infinite near the middle it would explain any change on both
     * of its sides.
     */
    private Break ofValue(Place a, Place b) throws Exception {
        double floor = Math.max(rounding * largest(a, b), 1e-3 * Math.abs(b.value - a.value));
        if (excess(a, b) <= floor) {
            return null;
        }
        double size = largest(a, b);
        double[] steep = new double[HALVINGS + 1];
        steep[0] = steepest(a, b);
        int k = 1;
        for (; k <= HALVINGS; k++) {
            Place middle = place(middle(a.x, b.x));
            if (!(a.x < middle.x && middle.x < b.x)) {
                break;
            }
            Place left = place(middle(a.x, middle.x));
            Place right = place(middle(middle.x, b.x));
            for (Place place : new Place[] {middle, left, right}) {
                if (!place.finite()) {
                    return singular(place);
                }
            }
            Place[][] halves = {{a, middle}, {middle, b}, {left, right}};
            Place[] best = halves[0];
            for (Place[] half : halves) {
                best = excess(half[0], half[1]) > excess(best[0], best[1]) ? half : best;
            }
            a = best[0];
            b = best[1];
            steep[k] = steepest(a, b);
            boolean grows = k < SHORT || steep[k] > 2 * steep[k - SHORT];
            if (excess(a, b) <= floor && !grows) {
                return null;
            }
        }
        if (grown(steep, k - 1)) {
            return new Break(largest(a, b) > 2 * size ? "pole" : "singular", b.x, Double.NaN, Double.NaN);
        }
        return excess(a, b) > floor ? new Break("jump", b.x, a.value, b.value) : null;
    }

    private static boolean grown(double[] steep, int last) {
        return steep[last] > GROWTH * steep[Math.max(0, last - LONG)];
    }

    /** A kink, or a place on both sides of which the slope becomes infinite. */
    private Break ofSlope(Place a, Place b) throws Exception {
        double first = Math.abs(b.slope - a.slope);
        double size = largest(a, b);
        double[] steep = new double[HALVINGS + 1];
        double[] turns = new double[HALVINGS + 1];
        steep[0] = steepest(a, b);
        turns[0] = first;
        int k = 1;
        for (; k <= HALVINGS; k++) {
            Place middle = place(middle(a.x, b.x));
            if (!(a.x < middle.x && middle.x < b.x)) {
                break;
            }
            if (!middle.finite()) {
                return singular(middle);
            }
            if (Math.abs(middle.slope - a.slope) > Math.abs(b.slope - middle.slope)) {
                b = middle;
            } else {
                a = middle;
            }
            steep[k] = steepest(a, b);
            turns[k] = Math.abs(b.slope - a.slope);
            boolean grows = k < SHORT || steep[k] > 2 * steep[k - SHORT];
            if (turns[k] < first / 8 && !grows) {
                return null;
            }
        }
        double last = turns[k - 1];
        if (grown(steep, k - 1) && last > first) {
            return new Break(largest(a, b) > 2 * size ? "pole" : "singular", b.x, Double.NaN, Double.NaN);
        }
        // A slope that is only curved turns by half as much over half the way.
        boolean stays = last > turns[Math.max(0, k - 1 - SHORT)] / 2;
        return last > first / 4 && stays ? new Break("kink", b.x, a.slope, b.slope) : null;
    }
}
