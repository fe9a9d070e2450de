package io.github.nablars.verify;

import java.io.PrintStream;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A method and its derivative over a range of one number, and where in it they break. Prints lines:
 * "sample", place, value, derivative; "kink", place, derivatives left and right; "jump", place, values left
 * and right; "singular", place, where the derivative is infinite; "pole", place, where the value is not
 * finite; "edge", place, where a part of the range begins or ends in which they are not finite; each with
 * what the evaluation meets there as a last field.
 */
final class Plot {
    private static final int SAMPLES = 401;

    private final Subject subject;
    private final Map<String, String> fixed = new HashMap<>();
    private String variable;
    private double from;
    private double to;
    private final Probe probe;
    private Lanes lanes;
    private Point point;
    private int lane;

    /** A range and values: {@code x=0..5;y=2;a=1:2:3}. */
    Plot(Subject subject, String settings, Probe probe) {
        this.subject = subject;
        this.probe = probe;
        for (String setting : settings.split(";")) {
            String name = setting.substring(0, setting.indexOf('='));
            String value = setting.substring(setting.indexOf('=') + 1);
            int dots = value.indexOf("..");
            if (dots < 0) {
                fixed.put(name, value);
                continue;
            }
            variable = name;
            from = Double.parseDouble(value.substring(0, dots));
            to = Double.parseDouble(value.substring(dots + 2));
        }
    }

    /** Samples and tells, or says why that cannot be done. */
    void run(PrintStream report) {
        try {
            subject.prepare();
            subject.drawAlike();
            Object[] arguments = arguments();
            lanes = new Lanes(subject, arguments);
            lane = 0;
            while (lane < lanes.count() && !lanes.name(lane).equals(variable)) {
                lane++;
            }
            if (lane == lanes.count()) {
                report.println("failed\t`" + variable + "` is not among the numbers to differentiate by");
                return;
            }
            point = new Point(subject, arguments);
            sample(report);
        } catch (Throwable e) {
            String what = e instanceof Subject.Unknown ? e.getMessage() : e.toString();
            report.println("failed\t" + what.replace('\t', ' ').replace('\n', ' '));
        }
    }

    private Object[] arguments() throws Subject.Unknown, ReflectiveOperationException {
        Object[] arguments = subject.own();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] != null && !fixed.containsKey(subject.parameters[i])) {
                continue;
            }
            String value = fixed.getOrDefault(subject.parameters[i], "1");
            Class<?> type = subject.types[i];
            if (!type.isArray()) {
                arguments[i] = value(type, value);
                continue;
            }
            String[] values = (fixed.containsKey(subject.parameters[i]) ? value : "1:1:1:1").split(":");
            arguments[i] = Array.newInstance(type.getComponentType(), values.length);
            for (int k = 0; k < values.length; k++) {
                Array.set(arguments[i], k, value(type.getComponentType(), values[k]));
            }
        }
        return arguments;
    }

    private static Object value(Class<?> type, String text) throws Subject.Unknown {
        if (!type.isPrimitive()) {
            throw new Subject.Unknown("no values are known for a parameter of type " + type.getName());
        }
        double number = text.equals("true") ? 1 : text.equals("false") ? 0 : Double.parseDouble(text);
        if (type == double.class) return number;
        if (type == float.class) return (float) number;
        if (type == boolean.class) return number != 0;
        if (type == long.class) return (long) number;
        if (type == byte.class) return (byte) number;
        if (type == short.class) return (short) number;
        if (type == char.class) return (char) number;
        return (int) number;
    }

    private void sample(PrintStream report) throws Exception {
        Breaks.Place[] places = new Breaks.Place[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            double x = from + (to - from) * i / (SAMPLES - 1);
            places[i] = new Breaks.Place(x, point.along(lane, x));
            report.println("sample\t" + x + "\t" + places[i].value + "\t" + places[i].slope);
        }
        if (Arrays.stream(places).noneMatch(Breaks.Place::finite)) {
            report.println("failed\tnowhere in the range are the value and the derivative finite numbers");
            return;
        }
        Breaks breaks = new Breaks(x -> point.along(lane, x), subject.single);
        for (int i = 0; i < SAMPLES; i++) {
            if (isolated(places, i)) {
                mark(report, Breaks.singular(places[i]));
            }
            if (i + 1 == SAMPLES || isolated(places, i) || isolated(places, i + 1)) {
                continue;
            }
            boolean finite = places[i].finite();
            if (finite != places[i + 1].finite()) {
                mark(report, breaks.edge(places[i], places[i + 1]));
            } else if (finite) {
                mark(report, breaks.between(places[i], places[i + 1], bent(places, i)));
            }
        }
    }

    /** Whether a place is not finite and none beside it is so. */
    private static boolean isolated(Breaks.Place[] places, int i) {
        return !places[i].finite() && (i == 0 || places[i - 1].finite()) && (i + 1 == SAMPLES || places[i + 1].finite());
    }

    /** Whether the slope changes by more than it does on one of the sides, as that of no straight line or parabola does. */
    private static boolean bent(Breaks.Place[] places, int i) {
        double own = turn(places, i);
        double before = turn(places, i - 1);
        double after = turn(places, i + 1);
        double beside = Double.isNaN(before) ? after : Double.isNaN(after) ? before : Math.min(before, after);
        return !(own <= 1.5 * beside) && own > 1e-9 * Math.abs(places[i].slope);
    }

    /** By how much the slope changes between a place and the next; no number where it is not known. */
    private static double turn(Breaks.Place[] places, int i) {
        boolean known = i >= 0 && i + 1 < SAMPLES && places[i].finite() && places[i + 1].finite();
        return known ? Math.abs(places[i + 1].slope - places[i].slope) : Double.NaN;
    }

    private void mark(PrintStream report, Breaks.Break found) throws Exception {
        if (found != null) {
            String met = probe.kinks(subject, lanes.moved(lane, found.at), 1e-6);
            report.println(found.kind + "\t" + found.at + "\t" + found.left + "\t" + found.right + "\t" + met);
        }
    }
}
