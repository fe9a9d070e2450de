package io.github.nablars.verify;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The JVM side of `nabla-rs verify`: reads a list of methods and their derivatives, compares them at
 * sampled points, prints one line a method: number, verdict, decided, undecided, detail. Further
 * arguments: "report", and the points and what was compared there come first, a line each; "probe" and
 * a file of calls, and so does what instrumented classes say of each method; "plot", such a
 * file and a range, and the first method is sampled over it instead; "sparsity", and what depends on what is
 * told instead. A line "working" and a number comes before each method, and "ended" when all is told, so
 * that a method that ends the JVM is known. Blank lines of the list are passed over.
 */
final class Driver {
    /** How long one method may take; a sampled argument may make a loop endless. */
    private static final long PATIENCE_MS = 20_000;

    private static final String LATE = "no answer within " + PATIENCE_MS / 1000 + " s";

    public static void main(String[] args) throws Exception {
        PrintStream report = System.out;
        // What the user's code prints must not be taken for ours.
        System.setOut(System.err);
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        int points = Integer.parseInt(args[1]);
        String mode = args.length > 2 ? args[2] : "";
        Probe probe = args.length > 3 ? new Probe(Path.of(args[3])) : null;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isEmpty()) {
                continue;
            }
            report.println("working\t" + i);
            report.flush();
            Subject subject = new Subject(lines.get(i).split("\t", -1), points);
            subject.probe = probe;
            if (mode.equals("plot")) {
                plot(new Plot(subject, args[4], probe), report);
                break;
            } else if (mode.equals("sparsity")) {
                sparsity(new Sparsity(subject, points), i, report);
            } else {
                compare(subject, i, mode, report);
            }
            report.flush();
        }
        report.println("ended\t");
        report.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void compare(Subject subject, int number, String mode, PrintStream report) throws Exception {
        boolean ended = runs(subject, "subject");
        if (!mode.isEmpty() && ended) {
            subject.told().forEach(told -> report.println(number + "\t" + told));
        }
        if (subject.probe != null && ended) {
            subject.probed().forEach(told -> report.println(number + "\t" + told));
        }
        report.println(number + "\t" + (ended ? subject.verdict() : "slow\t0\t0\t" + LATE));
    }

    private static void sparsity(Sparsity sparsity, int number, PrintStream report) throws InterruptedException {
        boolean ended = runs(sparsity, "sparsity");
        for (String told : ended ? sparsity.told() : List.of("failed\t" + LATE)) {
            report.println(number + "\t" + told);
        }
    }

    private static void plot(Plot plot, PrintStream report) throws InterruptedException {
        if (!runs(() -> plot.run(report), "plot")) {
            report.println("failed\t" + LATE);
        }
        report.flush();
    }

    /** Whether it ends in time. */
    private static boolean runs(Runnable work, String name) throws InterruptedException {
        Thread thread = new Thread(null, work, name, 64L << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE_MS);
        return !thread.isAlive();
    }
}
