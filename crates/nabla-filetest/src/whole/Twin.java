import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a program step by step in three worlds: as it is, with derivatives, and on {@code Dual}. */
final class Twin {
    final String seed;
    final String parameters;
    final boolean instance;
    final boolean independent;
    final double tolerance;
    private final List<Step> steps = new ArrayList<>();
    private World plain;
    private World derived;
    private World reference;
    private Outcome last;

    Twin(String[] f) {
        seed = f[1];
        parameters = f[2];
        instance = f[3].equals("1");
        tolerance = f[4].equals("1") ? 1e-3 : 1e-9;
        independent = f[5].equals("1");
    }

    void add(String[] step) {
        steps.add(new Step(step));
    }

    static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** "ok" or "declined", in how many steps tangents were compared and in how many not; or what is wrong. */
    String run(ClassLoader classes, ClassLoader augmented, ClassLoader twins) {
        try {
            plain = new World(classes.loadClass("P" + seed), this, false);
            derived = new World(augmented.loadClass("P" + seed), this, false);
            reference = new World(twins.loadClass("T" + seed), this, true);
        } catch (Throwable problem) {
            return "wrong\t0\t" + oneLine(problem.toString());
        }
        int compared = 0;
        int idle = 0;
        for (int i = 0; i < steps.size(); i++) {
            try {
                Step step = steps.get(i);
                if (step.action.equals("put") || step.action.equals("share")) {
                    for (World world : List.of(plain, derived, reference)) {
                        world.change(step);
                    }
                    continue;
                }
                String problem = call(step);
                if (problem == null && independent && !last.declined) {
                    problem = onFreshObject(i);
                }
                if (problem != null) {
                    return "wrong\t" + i + "\t" + oneLine(problem);
                }
                if (last.declined) {
                    // What the call has left behind is no state to go on from.
                    return "declined\t" + compared + "\t" + idle;
                }
                if (last.moves) {
                    compared++;
                } else {
                    idle++;
                }
            } catch (Throwable problem) {
                return "wrong\t" + i + "\t" + oneLine(problem.toString());
            }
        }
        return "ok\t" + compared + "\t" + idle;
    }

    private String call(Step step) throws Exception {
        Outcome primal = plain.primal(step);
        boolean[] given = derived.arraysWithTangents(step);
        Outcome expected = reference.dual(step, given);
        Outcome found = derived.derivative(step);
        last = found;
        if (found.declined) {
            return null;
        }
        if (!primal.sameValue(expected)) {
            return "the reference gives " + expected + ", the primal " + primal;
        }
        boolean partial = derived.isPartial(step) && found.thrown == null;
        if (partial ? primal.thrown != null : !primal.sameValue(found)) {
            return "the derivative gives " + found + ", the primal " + primal;
        }
        if (found.thrown != null || step.action.equals("primal") || Dual.wild) {
            return null;
        }
        if (found.tangent.length != expected.tangent.length) {
            return "tangents " + Arrays.toString(found.tangent) + ", not " + Arrays.toString(expected.tangent);
        }
        for (int i = 0; i < found.tangent.length; i++) {
            double allowed = tolerance * expected.scale[i];
            found.moves |= allowed != 0;
            if (!(Math.abs(found.tangent[i] - expected.tangent[i]) <= allowed)) {
                return "tangent " + i + " is " + found.tangent[i] + ", not " + expected.tangent[i];
            }
        }
        return null;
    }

    /** The same call on an object that saw primal calls and changes alone before. */
    private String onFreshObject(int end) throws Exception {
        World fresh = new World(derived.main, this, false);
        for (int i = 0; i < end; i++) {
            Step step = steps.get(i);
            if (step.action.equals("put") || step.action.equals("share")) {
                fresh.change(step);
            } else {
                fresh.primal(step);
            }
        }
        Outcome found = fresh.derivative(steps.get(end));
        if (found.sameValue(last) && sameBits(found.tangent, last.tangent)) {
            return null;
        }
        return "on a fresh object: " + found + Arrays.toString(found.tangent) + ", not " + last
                + Arrays.toString(last.tangent);
    }

    /** What is done once. */
    static final class Step {
        final String action;
        final String name;
        final String other;
        final double[] at;
        final double[] seeds;
        final int n;

        Step(String[] f) {
            action = f[1];
            name = f[2];
            other = f[3];
            at = numbers(f[4]);
            seeds = numbers(f[5]);
            n = Integer.parseInt(f[6]);
        }

        private static double[] numbers(String text) {
            return Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
        }
    }

    /** What a call came to: a value or an exception, and tangents where they were asked for. */
    static final class Outcome {
        String thrown;
        double[] value = {};
        double[] tangent = {};
        double[] scale = {};
        /** Whether the derivative says at run time that it does not follow this. */
        boolean declined;
        /** Whether tangents were compared that are not zero by construction. */
        boolean moves;

        boolean sameValue(Outcome other) {
            if (thrown != null || other.thrown != null) {
                return thrown != null && thrown.equals(other.thrown);
            }
            return sameBits(value, other.value);
        }

        @Override
        public String toString() {
            return thrown != null ? thrown : Arrays.toString(value);
        }
    }

    static boolean sameBits(double[] a, double[] b) {
        boolean same = a.length == b.length;
        for (int i = 0; same && i < a.length; i++) {
            same = Double.doubleToLongBits(a[i]) == Double.doubleToLongBits(b[i]);
        }
        return same;
    }
}
