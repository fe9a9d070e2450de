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
 * file and a range, and the first method is sampled over it instead.
 */
final class Driver {
    /** How long one method may take; a sampled argument may make a loop endless. */
    private static final long PATIENCE_MS = 20_000;

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
        for (int i = 0; !mode.equals("plot") && i < lines.size(); i++) {
            Subject subject = new Subject(lines.get(i).split("\t", -1), points);
            subject.probe = probe;
            Thread thread = new Thread(null, subject, "subject", 64L << 20);
            thread.setDaemon(true);
            thread.start();
            thread.join(PATIENCE_MS);
            if (!mode.isEmpty() && !thread.isAlive()) {
                int number = i;
                subject.told().forEach(told -> report.println(number + "\t" + told));
            }
            if (probe != null && !thread.isAlive()) {
                int number = i;
                subject.probed().forEach(told -> report.println(number + "\t" + told));
            }
            String slow = "slow\t0\t0\tno answer within " + PATIENCE_MS / 1000 + " s";
            report.println(i + "\t" + (thread.isAlive() ? slow : subject.verdict()));
            report.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void plot(Plot plot, PrintStream report) throws InterruptedException {
        Thread thread = new Thread(null, () -> plot.run(report), "plot", 64L << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(PATIENCE_MS);
        if (thread.isAlive()) {
            report.println("failed\tno answer within " + PATIENCE_MS / 1000 + " s");
        }
        report.flush();
    }
}
