package io.github.nablars.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Which numbers of the result depend on which numbers a method is differentiated by, at sampled points. Tells
 * lines: "inputs", the independents with how many numbers each has; "row", a 1 for each number on which that
 * number of the result has depended, else a 0; "points", at how many points; or "failed" and why.
 */
final class Sparsity implements Runnable {
    private final Subject subject;
    private final int points;
    private final List<boolean[]> rows = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    Sparsity(Subject subject, int points) {
        this.subject = subject;
        this.points = points;
    }

    List<String> told() {
        return told;
    }

    @Override
    public void run() {
        try {
            subject.prepare();
            if (subject.jvp == null) {
                throw new Subject.Unknown("there is no derivative along a direction");
            }
            Samples samples = new Samples();
            int tried = 0;
            Lanes lanes = null;
            for (int k = 0; k < points; k++) {
                Object[] arguments = subject.draw(samples);
                Point point = new Point(subject, arguments);
                lanes = new Lanes(subject, arguments);
                if (meet(point)) {
                    tried++;
                }
            }
            tell(lanes, tried);
        } catch (Throwable e) {
            told.clear();
            String what = e instanceof Subject.Unknown ? e.getMessage() : e.toString();
            told.add("failed\t" + what.replace('\t', ' ').replace('\n', ' '));
        }
    }

    /** Adds what depends on what at a point; false if the method throws there. */
    private boolean meet(Point point) {
        for (int lane = 0; lane < point.dimension(); lane++) {
            double[] column = point.column(lane);
            if (column == null) {
                return false;
            }
            while (rows.size() < column.length) {
                rows.add(new boolean[point.dimension()]);
            }
            for (int i = 0; i < column.length; i++) {
                rows.get(i)[lane] |= column[i] != 0.0;
            }
        }
        return true;
    }

    private void tell(Lanes lanes, int tried) {
        StringBuilder inputs = new StringBuilder("inputs");
        for (int i = 0; i < subject.names.length; i++) {
            int count = 0;
            for (int lane = 0; lane < lanes.count(); lane++) {
                count += lanes.independent(lane) == i ? 1 : 0;
            }
            inputs.append('\t').append(subject.names[i]).append(':').append(count);
        }
        told.add(inputs.toString());
        for (boolean[] row : rows) {
            StringBuilder line = new StringBuilder("row\t");
            for (boolean depends : row) {
                line.append(depends ? '1' : '0');
            }
            told.add(line.toString());
        }
        told.add("points\t" + tried);
    }
}
