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
 * told instead.
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
        if (mode.equals("plot")) {
            plot(new Plot(new Subject(lines.get(0).split("\t", -1), points), args[4], probe), report);
        }
        for (int i = 0; mode.equals("sparsity") && i < lines.size(); i++) {
            Sparsity sparsity = new Sparsity(new Subject(lines.get(i).split("\t", -1), points), points);
            boolean ended = runs(sparsity, "sparsity");
            for (String told : ended ? sparsity.told() : List.of("failed\t" + LATE)) {
                report.println(i + "\t" + told);
            }
            report.flush();
        }
        for (int i = 0; !mode.equals("plot") && !mode.equals("sparsity") && i < lines.size(); i++) {
            Subject subject = new Subject(lines.get(i).split("\t", -1), points);
            subject.probe = probe;
            boolean ended = runs(subject, "subject");
            if (!mode.isEmpty() && ended) {
                int number = i;
                subject.told().forEach(told -> report.println(number + "\t" + told));
            }
            if (probe != null && ended) {
                int number = i;
                subject.probed().forEach(told -> report.println(number + "\t" + told));
            }
            report.println(i + "\t" + (ended ? subject.verdict() : "slow\t0\t0\t" + LATE));
            report.flush();
        }
        Runtime.getRuntime().halt(0);
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
