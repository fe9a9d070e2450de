package io.github.nablars.verify;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The slope of a function of one variable at a point, measured at steps from a sixteenth of the
 * point down to where rounding hides it, on both sides and on each side by itself.
 *
 * <p>A derivative is a limit, so it is called wrong only if differences contradict it at two widely
 * different steps, on both sides, and no step at which rounding would still show it supports it: a
 * knot of a table, a kink, a jump or a staircase has a step, or a side, on which the derivative is
 * right. It is called right if differences at two widely different steps agree with it and nothing
 * speaks against it. Everything else cannot be decided by differences.
 */
final class Slopes {
    /** Each step is a quarter of the one before. */
    private static final int STEPS = 22;
    private static final double SHRINK = 4;
    /** Steps are widely different from two numbers apart: a factor of 16. */
    private static final int APART = 2;
    /** The steps tried first: short enough for most functions, long enough for most rounding. */
    private static final int FIRST = 2;
    /** Where values are taken, in steps; uneven to many places, so that no period hides among them. */
    private static final double[] NODES = {
        -1, -.8617, -.7129, -.5641, -.4153, -.2791, -.1327, 0, .1213, .2689, .4219, .5711, .7207, .8693, 1
    };
    private static final int MIDDLE = 7;
    /** How many numbers on each side are next to the point. */
    private static final int NEXT = 16;
    private static final int DEGREE_BOTH = 6;
    private static final int DEGREE_SIDE = 4;

    /** The value of a function, NaN where it throws. */
    interface Curve {
        double at(double x);
    }

    /** What differences say of a derivative. */
    enum Verdict { AGREES, WRONG, UNDECIDED }

    private static final class Step {
        Fit both;
        Fit left;
        Fit right;
    }

    private final Curve curve;
    private final double x;
    /** Whether the variable is a float. */
    private final boolean narrow;
    /** Whether a float takes part anywhere, so that values have a float's precision. */
    private final boolean single;
    private final Step[] steps = new Step[STEPS];
    private double middle = Double.NaN;
    private String said = "";
    private Fit measured;

    Slopes(Curve curve, double x, boolean narrow, boolean single) {
        this.curve = curve;
        this.x = x;
        this.narrow = narrow;
        this.single = single;
    }

    /** What the derivative judged last was measured against, null where nothing could be. */
    Fit measured() {
        return measured;
    }

    /** What spoke against the derivative judged last. */
    String said() {
        return said;
    }

    /** Judges a derivative, which can be asked for at other places too. */
    Verdict judge(double derivative, Curve elsewhere) {
        said = "";
        boolean quick = agrees(FIRST, derivative) && agrees(FIRST + APART, derivative);
        // What stands still at short steps may move in stairs, which only long ones show.
        if (quick && (derivative != 0 || agrees(0, derivative))) {
            measured = sharper(step(FIRST).both, step(FIRST + APART).both);
            return Verdict.AGREES;
        }
        Step against = contradiction(derivative);
        measured = against == null ? sharpest() : against.both;
        if (against == null) {
            return agreement(derivative) ? Verdict.AGREES : Verdict.UNDECIDED;
        }
        said = "the extrapolated difference is " + against.both.slope + " ± " + against.both.error;
        double apart = apart(against, derivative);
        boolean doubtful = supported(derivative, apart) || rough(derivative, elsewhere, apart)
            || stands(against.both.slope, derivative == 0 ? Double.MAX_VALUE : width(finest(derivative)));
        return doubtful ? Verdict.UNDECIDED : Verdict.WRONG;
    }

    private Fit sharpest() {
        Fit best = null;
        for (int i = 0; i < STEPS; i++) {
            best = sharper(best, step(i).both);
        }
        return best;
    }

    private static Fit sharper(Fit a, Fit b) {
        if (a == null || !b.usable()) {
            return b.usable() ? b : a;
        }
        return a.usable() && a.error <= b.error ? a : b;
    }

    /**
     * What is not told apart, however sharp the difference is. Differences are often sharper by some digits, but
     * a library's function that a rule knows follows a table or a short series, and its slope differs from
     * the exact one by more than its value does. Such a derivative is right, and must not be called wrong.
     */
    private double tolerance(double slope, double derivative) {
        double size = Math.max(Math.abs(slope), Math.abs(derivative));
        return Double.isFinite(derivative) ? (single ? 2e-3 : 1e-9) * size : 0;
    }

    /** Whether the slope at a step is sharp and the derivative is within its error. */
    private boolean agrees(int number, double derivative) {
        Fit fit = step(number).both;
        if (derivative == 0) {
            return fit.still && fit.usable();
        }
        double size = Math.max(Math.abs(fit.slope), Math.abs(derivative));
        return fit.usable() && Double.isFinite(derivative) && fit.error <= (single ? 1e-2 : 1e-4) * size
            && Math.abs(fit.slope - derivative) <= 4 * fit.error + tolerance(fit.slope, derivative);
    }

    /** Whether two widely different steps agree with the derivative. */
    private boolean agreement(double derivative) {
        if (derivative == 0) {
            return agrees(FIRST, derivative) && agrees(FIRST + APART, derivative);
        }
        int first = -1;
        for (int i = 0; i < STEPS; i++) {
            if (agrees(i, derivative)) {
                first = first < 0 ? i : first;
                if (i >= first + APART) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The sharper of two widely different steps that agree with one another and not with it. */
    private Step contradiction(double derivative) {
        Step best = null;
        for (int i = 0; i < STEPS; i++) {
            for (int j = i + APART; j < STEPS && contradicts(step(i), derivative); j++) {
                Step coarse = step(i);
                Step fine = step(j);
                double apart = Math.min(apart(coarse, derivative), apart(fine, derivative));
                if (contradicts(fine, derivative) && Math.abs(coarse.both.slope - fine.both.slope) <= apart / 4) {
                    Step sharp = fine.both.error < coarse.both.error ? fine : coarse;
                    best = best == null || sharp.both.error < best.both.error ? sharp : best;
                }
            }
        }
        return best;
    }

    /** Whether a step shows, on both sides, a slope that is not the derivative. */
    private boolean contradicts(Step step, double derivative) {
        if (!step.both.usable() || !step.left.usable() || !step.right.usable()) {
            return false;
        }
        double apart = apart(step, derivative);
        return !(apart <= tolerance(step.both.slope, derivative))
            && 10 * step.both.error <= apart
            && 4 * Math.max(step.left.error, step.right.error) <= apart
            && 4 * Math.abs(step.left.slope - step.both.slope) <= apart
            && 4 * Math.abs(step.right.slope - step.both.slope) <= apart;
    }

    /** How far a derivative is from a slope; for one that is no number, what would be far. */
    private double apart(Step step, double derivative) {
        if (Double.isFinite(derivative)) {
            return Math.abs(step.both.slope - derivative);
        }
        double natural = Math.abs(middle) / Math.max(Math.abs(x), 0.1);
        return step.both.still ? Double.MAX_VALUE : Math.max(Math.abs(step.both.slope), natural);
    }

    /** Whether any step, on any side, can tell the derivative from what contradicts it and is for it. */
    private boolean supported(double derivative, double apart) {
        for (int i = 0; i < STEPS; i++) {
            Step step = step(i);
            for (Fit fit : new Fit[] {step.both, step.left, step.right}) {
                if (fit.usable() && 2 * fit.error <= apart && 4 * Math.abs(fit.slope - derivative) <= apart) {
                    said += ", but " + fit.slope + " ± " + fit.error + " at another step or side";
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether the value stands still, on one side at least, where it would have moved by what no
     * rounding hides, within the longest such way: it moves in stairs, as a number does that is rounded to
     * a few of its places, whatever derivative such rounding is given. That of a float is asked to move by
     * 16 places, for it has few.
     */
    private boolean stands(double slope, double longest) {
        double rounding = single ? 0x1p4 * Math.ulp((float) middle) : 0x1p13 * Math.ulp(largest());
        double ulp = narrow ? Math.ulp((float) x) : Math.ulp(x);
        double reach = Math.max(ulp, rounding / Math.abs(slope));
        boolean stands = reach <= longest && (curve.at(x + reach) == middle || curve.at(x - reach) == middle);
        said += stands ? ", but the value stands still at shorter steps" : "";
        return stands;
    }

    /** The size of numbers inside the method, as far as it can be told from outside. */
    private double largest() {
        return Math.max(1, Math.max(Math.abs(x), Math.abs(middle)));
    }

    /**
     * Whether the derivative itself moves about, over the shortest step that contradicts it, by a
     * tenth of what it is off by: knots too close to be told from rounding, or rounding of its own.
     */
    private boolean rough(double derivative, Curve elsewhere, double apart) {
        int finest = finest(derivative);
        double[] at = places(finest);
        double[] values = Arrays.stream(at).map(d -> elsewhere.at(x + d) - derivative).toArray();
        boolean rough = 10 * Fit.of(at, values, DEGREE_BOTH, width(finest), 0).residual >= apart;
        said += rough ? ", but the derivative moves about as much nearby" : "";
        return rough;
    }

    /** The shortest step that contradicts the derivative. */
    private int finest(double derivative) {
        int finest = STEPS - 1;
        while (!contradicts(step(finest), derivative)) {
            finest--;
        }
        return finest;
    }

    /**
     * Whether most places of the shortest step that contradicts a derivative of 0 are reached by
     * another way through the code than the point: the value follows by what is chosen, as in a
     * bisection, which no derivative of the code shows and no difference can tell from it. Where the
     * value moves along the same way, among those places or the numbers next to the point, more than
     * choices moves it.
     */
    boolean turns(DoubleFunction<?> way) {
        Object own = way.apply(x);
        double[] at = places(finest(0));
        long same = Arrays.stream(at).filter(d -> d != 0 && way.apply(x + d).equals(own)).count();
        double ulp = narrow ? Math.ulp((float) x) : Math.ulp(x);
        DoubleStream near = IntStream.rangeClosed(-NEXT, NEXT).mapToDouble(k -> k * ulp);
        boolean moves = DoubleStream.concat(Arrays.stream(at), near)
            .anyMatch(d -> curve.at(x + d) != middle && way.apply(x + d).equals(own));
        boolean turns = 2 * same < at.length - 1 && !moves;
        said += turns ? ", but other branches are taken at the nearest places" : "";
        return turns;
    }

    private double width(int number) {
        return Math.max(Math.abs(x), 0.1) * (single ? 0.125 : 0.0625) * Math.pow(SHRINK, -number);
    }

    /** Where a step takes its values, as differences from the point. */
    private double[] places(int number) {
        double[] at = new double[NODES.length];
        for (int i = 0; i < at.length; i++) {
            double there = x + NODES[i] * width(number);
            at[i] = (narrow ? (double) (float) there : there) - x;
        }
        return at;
    }

    private Step step(int number) {
        if (steps[number] == null) {
            steps[number] = measure(places(number), width(number));
        }
        return steps[number];
    }

    private Step measure(double[] at, double h) {
        if (Double.isNaN(middle)) {
            middle = curve.at(x);
        }
        double[] values = new double[at.length];
        double largest = 0;
        for (int i = 0; i < at.length; i++) {
            double value = i == MIDDLE ? middle : curve.at(x + at[i]);
            values[i] = value - middle;
            largest = Math.max(largest, Math.abs(value));
        }
        double rounding = (single ? Math.ulp((float) largest) : Math.ulp(largest)) / 2;
        Step step = new Step();
        step.both = fit(at, values, 0, at.length, DEGREE_BOTH, h, rounding);
        step.left = fit(at, values, 0, MIDDLE + 1, DEGREE_SIDE, h, rounding);
        step.right = fit(at, values, MIDDLE, at.length, DEGREE_SIDE, h, rounding);
        return step;
    }

    private Fit fit(double[] at, double[] values, int from, int to, int degree, double h, double rounding) {
        double[] places = Arrays.copyOfRange(at, from, to);
        double[] own = Arrays.copyOfRange(values, from, to);
        Fit fit = Fit.of(places, own, degree, h, rounding);
        // Where nothing moves, rounding inside the method may have swallowed what does: a thousand
        // times that of a number of the size of 1, the point or the value; a float's 32 times.
        double hidden = Math.ulp(largest()) * (single ? 0x1p34 : 0x1p10);
        return fit.still ? Fit.of(places, own, degree, h, Math.max(rounding, hidden)) : fit;
    }
}
