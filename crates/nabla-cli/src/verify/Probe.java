package io.github.nablars.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks instrumented classes what a run has met, and with what arguments it has called others. */
final class Probe {
    /** How near to another answer a comparison is worth telling where differences cannot decide. */
    static final double NEAR = 1e-2;
    private static final int MOST = 4;

    /** The calls that are recorded, the innermost first: a label, then what a subject is told by. */
    private final List<String[]> calls = new ArrayList<>();
    private final Class<?> recorder;

    Probe(Path file) throws IOException, ClassNotFoundException {
        for (String line : Files.readAllLines(file)) {
            calls.add(line.split("\t", -1));
        }
        recorder = Class.forName("nabla.Kinks");
    }

    private Map<?, ?> take(String what) throws ReflectiveOperationException {
        return (Map<?, ?>) recorder.getMethod(what).invoke(null);
    }

    /** The kinks that an evaluation meets, and the comparisons that come close to another answer. */
    String kinks(Subject subject, Object[] arguments, double near) throws ReflectiveOperationException {
        take("take");
        Outcome.of(subject, subject.primal, arguments);
        List<Map.Entry<?, ?>> rows = new ArrayList<>(take("take").entrySet());
        rows.removeIf(row -> nearest(row) > near);
        rows.sort(Comparator.comparingDouble(Probe::nearest));
        StringBuilder text = new StringBuilder();
        for (Map.Entry<?, ?> row : rows.subList(0, Math.min(MOST, rows.size()))) {
            double[] numbers = (double[]) row.getValue();
            text.append(text.length() == 0 ? "" : "; ").append(row.getKey());
            text.append(numbers[1] > 0 ? " is met" : " comes within " + numbers[2]);
            text.append(numbers[0] > 1 ? ", " + (long) numbers[0] + " times evaluated" : "");
        }
        return text.toString();
    }

    /**
     * The way through the code that an evaluation takes: at each place how often it came there, how
     * often it met the kink, and which of each two numbers was the smaller; of a stair, which step it
     * was. Ways that differ in nothing else are taken for one.
     */
    Map<Object, List<Double>> way(Subject subject, Object[] arguments) {
        try {
            take("take");
            Outcome.of(subject, subject.primal, arguments);
            Map<Object, List<Double>> way = new HashMap<>();
            for (Map.Entry<?, ?> row : take("take").entrySet()) {
                double[] numbers = (double[]) row.getValue();
                double step = row.getKey().toString().contains(": step of ") ? numbers[5] : 0;
                way.put(row.getKey(), List.of(numbers[0], numbers[1], numbers[6], step));
            }
            return way;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double nearest(Map.Entry<?, ?> row) {
        double[] numbers = (double[]) row.getValue();
        return numbers[1] > 0 ? 0 : Math.min(numbers[2], numbers[4]);
    }

    /** The innermost call, among those that an evaluation makes, whose derivative is wrong. */
    String locate(Subject subject, Object[] arguments) throws ReflectiveOperationException {
        return new Located(calls, recorder).told(subject, arguments);
    }
}
