package io.github.nablars.verify;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks for the innermost call, among those that an evaluation makes, whose derivative is wrong. */
final class Located {
    /** So many places are named that could not be compared. */
    private static final int NAMED = 4;
    /** After so long the rest is taken for what could not be compared. */
    private static final long PATIENCE_NS = 10_000_000_000L;

    /** The calls that are recorded, the innermost first: a label, then what a subject is told by. */
    private final List<String[]> calls;
    private final Class<?> recorder;
    private final long end = System.nanoTime() + PATIENCE_NS;

    Located(List<String[]> calls, Class<?> recorder) {
        this.calls = calls;
        this.recorder = recorder;
    }

    /** The call and what is wrong there, or what is known where none is found. */
    String told(Subject subject, Object[] arguments) throws ReflectiveOperationException {
        Executions made = new Executions();
        Field called = recorder.getDeclaredField("called");
        called.setAccessible(true);
        called.set(null, made);
        Outcome.of(subject, subject.primal, arguments);
        called.set(null, new TreeMap<>());
        Set<String> open = new TreeSet<>(made.places());
        for (String[] call : calls) {
            for (Object[] operands : made.at(call[0])) {
                try {
                    if (System.nanoTime() - end < 0 && agrees(call, operands)) {
                        open.remove(call[0]);
                    }
                } catch (Subject.Wrong e) {
                    return call[0] + "; " + e.getMessage();
                } catch (Throwable e) {
                    // Its tangent method is not there, or it takes what cannot be differentiated by.
                    continue;
                }
            }
        }
        if (!open.isEmpty()) {
            String more = open.size() > NAMED ? " and " + (open.size() - NAMED) + " others" : "";
            String names = String.join("; ", List.copyOf(open).subList(0, Math.min(NAMED, open.size())));
            return "it is the code of the method itself, or a call that could not be compared: " + names + more;
        }
        if (made.cut()) {
            return "the calls that were compared agree, the first " + Executions.MOST
                + " executions of each: it is the code of the method itself, or a later execution";
        }
        String none = made.places().isEmpty() ? "it makes no call that could be compared" : "the calls that it makes agree";
        return none + ": it is the code of the method itself";
    }

    /** Whether a call is compared and agrees; false if it is another method's, or not decided. */
    private static boolean agrees(String[] call, Object[] operands) throws Throwable {
        Subject callee = new Subject(Arrays.copyOfRange(call, 1, call.length), 0);
        Object[] given = callee.receive(operands);
        if (given == null) {
            return false;
        }
        Point point = new Point(callee, given);
        double[] direction = new double[point.dimension()];
        Arrays.fill(direction, 0.75);
        return point.decide(direction);
    }
}
