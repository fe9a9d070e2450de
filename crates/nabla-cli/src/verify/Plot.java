package io.github.nablars.verify;

import java.io.PrintStream;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;

/**
 * A method and its derivative over a range of one number, and where in it the derivative jumps or
 * is infinite. Prints lines: "sample", place, value, derivative; "kink", place, derivatives left and
 * right; "jump", place, values left and right; "singular", place; each with what the evaluation meets
 * there as a last field.
 */
final class Plot {
    private static final int SAMPLES = 401;
    private static final int HALVINGS = 60;

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

    private Object[] arguments() throws Subject.Unknown {
        Object[] arguments = new Object[subject.types.length];
        for (int i = 0; i < arguments.length; i++) {
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
        double[] x = new double[SAMPLES];
        double[][] there = new double[SAMPLES][];
        for (int i = 0; i < SAMPLES; i++) {
            x[i] = from + (to - from) * i / (SAMPLES - 1);
            there[i] = point.along(lane, x[i]);
            report.println("sample\t" + x[i] + "\t" + there[i][0] + "\t" + there[i][1]);
            if (Double.isFinite(there[i][0]) && !Double.isFinite(there[i][1])) {
                mark(report, "singular", x[i], Double.NaN, Double.NaN);
            }
        }
        for (int i = 1; i < SAMPLES - 2; i++) {
            double own = Math.abs(there[i + 1][1] - there[i][1]);
            double before = Math.abs(there[i][1] - there[i - 1][1]);
            double after = Math.abs(there[i + 2][1] - there[i + 1][1]);
            if (own > 2 * Math.max(before, after) && own > 1e-9 * Math.abs(there[i][1])) {
                halve(report, x[i], there[i], x[i + 1], there[i + 1]);
            }
        }
    }

    private void mark(PrintStream report, String kind, double at, double left, double right) throws Exception {
        String met = probe.kinks(subject, lanes.moved(lane, at), 1e-6);
        report.println(kind + "\t" + at + "\t" + left + "\t" + right + "\t" + met);
    }

    /** Looks for the place between two samples at which the derivative jumps. */
    private void halve(PrintStream report, double a, double[] left, double b, double[] right)
            throws Exception {
        double first = Math.abs(right[1] - left[1]);
        for (int k = 0; k < HALVINGS; k++) {
            double middle = a + (b - a) / 2;
            if (!(a < middle && middle < b)) {
                break;
            }
            double[] there = point.along(lane, middle);
            if (!Double.isFinite(there[1])) {
                mark(report, "singular", middle, Double.NaN, Double.NaN);
                return;
            }
            if (Math.abs(there[1] - left[1]) > Math.abs(right[1] - there[1])) {
                b = middle;
                right = there;
            } else {
                a = middle;
                left = there;
            }
        }
        double last = Math.abs(right[1] - left[1]);
        double size = Math.max(1, Math.max(Math.abs(left[0]), Math.abs(right[0])));
        if (last > 1e3 * first) {
            mark(report, "singular", b, Double.NaN, Double.NaN);
        } else if (Math.abs(right[0] - left[0]) > 1e-6 * size) {
            mark(report, "jump", b, left[0], right[0]);
        } else if (last > first / 4) {
            mark(report, "kink", b, left[1], right[1]);
        }
    }
}
