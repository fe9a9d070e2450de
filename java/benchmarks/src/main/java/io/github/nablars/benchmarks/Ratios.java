package io.github.nablars.benchmarks;

import io.github.nablars.benchmarks.Group.Column;
import io.github.nablars.benchmarks.Group.Variant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints, for each kernel, what its derivative costs in ratio to the primal, and in the last line the
 * geometric means. JMH's own results are kept as JSON.
 */
public final class Ratios {
    private static final String USAGE = """
            usage: Ratios [--objects|--few|--many|--adbench] [--variants LIST] [--forks N] [--quick] [--check] [--json FILE] [--verbose] [KERNEL]
              KERNEL      a regular expression that is found in the kernel's name; all without it
              --objects   programs of objects instead of methods on plain numbers, with the bytes they allocate per call;
                          their variants are primal, hand and nabla
              --few       gradients by eight inputs; their variants are primal, nabla, gradient and differences
              --many      the same by 200 to 500 inputs
              --adbench   gradients and Jacobians of a mixture, a recurrent network and bundle adjustment; their variants are
                          primal, hand, nabla and gradient
              --variants  comma-separated: primal, hand, nabla, univariateDerivative1, gradient, derivativeStructure,
                          commonsMath, differences; all without it
              --forks N   JVMs per benchmark (2)
              --quick     one fork, short: for a look, not for figures
              --check     exit with 1 when the generated tangent is over its budget against the hand-written one:
                          1.05 in the geometric mean, 1.2 for a kernel; with --objects 1.10 and 1.3, and 64 bytes more
                          than the hand-written one allocates; with --few a fifth of the time of Hipparchus' Gradient in the
                          geometric mean, with --many a fiftieth; with --adbench 3 and 5 times the hand-written ones
              --json FILE where JMH's results go (benchmarks.json in the folder for temporary files)
              --verbose   JMH's own output
            """;

    /**
     * The bytes that a generated tangent may allocate beyond the hand-written one: the array of two numbers that marks a call, and
     * the fields by which objects remember it.
     */
    private static final double TANGENTS = 64.0;

    /** Nanoseconds and bytes per call. */
    private record Cost(double time, double bytes) {}

    private Ratios() {}

    /**
     * The entry point.
     *
     * @param arguments see the usage text
     * @throws RunnerException if JMH fails
     */
    public static void main(String[] arguments) throws RunnerException {
        String kernel = "";
        String variants = null;
        Group group = Group.KERNELS;
        int forks = 2;
        boolean quick = false;
        boolean check = false;
        boolean verbose = false;
        String json = System.getProperty("java.io.tmpdir") + "/benchmarks.json";
        for (int i = 0; i < arguments.length; i++) {
            boolean more = i + 1 < arguments.length;
            switch (arguments[i]) {
                case "--objects" -> group = Group.OBJECTS;
                case "--few" -> group = Group.FEW;
                case "--many" -> group = Group.MANY;
                case "--adbench" -> group = Group.ADBENCH;
                case "--quick" -> quick = true;
                case "--check" -> check = true;
                case "--verbose" -> verbose = true;
                case "--variants" -> variants = more ? arguments[++i] : usage();
                case "--forks" -> forks = Integer.parseInt(more ? arguments[++i] : usage());
                case "--json" -> json = more ? arguments[++i] : usage();
                default -> kernel = arguments[i].startsWith("-") ? usage() : arguments[i];
            }
        }
        TimeValue iteration = TimeValue.milliseconds(quick ? 100 : 300);
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(group.pattern(kernel, variants))
                .forks(quick ? 1 : forks)
                .warmupIterations(3).warmupTime(iteration)
                .measurementIterations(quick ? 3 : 5).measurementTime(iteration)
                // One collector thread and a heap that does not grow: the libraries allocate, and should not pay for more than that.
                .jvmArgs("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g")
                .shouldFailOnError(true)
                .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT)
                .resultFormat(ResultFormatType.JSON)
                .result(json);
        if (group.allocates()) {
            options = options.addProfiler(GCProfiler.class);
        }
        Map<String, Map<Variant, Cost>> costs = costs(new Runner(options.build()).run());
        if (costs.isEmpty()) {
            String which = variants == null ? "" : " with the variants " + variants;
            System.err.println("no kernel matches '" + kernel + "'" + which);
            System.exit(2);
        }
        boolean within = print(group, costs);
        System.out.println("JMH's results: " + json);
        if (check && !within) {
            System.exit(1);
        }
    }

    private static String usage() {
        System.err.print(USAGE);
        System.exit(2);
        throw new AssertionError();
    }

    /** The fastest iteration of all forks: what else runs on the machine only ever makes one slower. */
    private static double fastest(RunResult result) {
        return result.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .min()
                .orElseThrow();
    }

    /** What a call allocates; NaN where that was not measured. */
    private static double allocated(RunResult result) {
        Result<?> norm = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return norm == null ? Double.NaN : norm.getScore();
    }

    /** By kernel, then by variant. */
    private static Map<String, Map<Variant, Cost>> costs(Collection<RunResult> results) {
        Map<String, Map<Variant, Cost>> costs = new TreeMap<>();
        for (RunResult result : results) {
            String[] name = result.getParams().getBenchmark().split("\\.");
            String kernel = name[name.length - 2].replace("Benchmark", "");
            costs.computeIfAbsent(kernel, key -> new EnumMap<>(Variant.class))
                    .put(Variant.valueOf(name[name.length - 1]), new Cost(fastest(result), allocated(result)));
        }
        return costs;
    }

    /** Prints the table, and says whether the generated code is within its budget. */
    private static boolean print(Group group, Map<String, Map<Variant, Cost>> costs) {
        List<Column> columns = group.columns();
        StringBuilder head = new StringBuilder(String.format("%-20s %10s", "kernel", "primal ns"));
        columns.forEach(column -> head.append(String.format(" %11s", column.title())));
        if (group.allocates()) {
            group.variants().forEach(variant -> head.append(String.format(" %11s", variant + " B")));
        }
        System.out.println(head);
        boolean within = true;
        List<List<Double>> ratios = new ArrayList<>();
        columns.forEach(column -> ratios.add(new ArrayList<>()));
        for (Map.Entry<String, Map<Variant, Cost>> row : costs.entrySet()) {
            Cost primal = row.getValue().get(Variant.primal);
            StringBuilder line = new StringBuilder(
                    String.format("%-20s %10s", row.getKey(), cell(primal == null ? null : primal.time)));
            for (int i = 0; i < columns.size(); i++) {
                Double ratio = ratio(row.getValue(), columns.get(i));
                if (ratio != null) {
                    ratios.get(i).add(ratio);
                    within &= i != 0 || ratio <= group.budgetEach;
                }
                line.append(String.format(" %11s", cell(ratio)));
            }
            if (group.allocates()) {
                for (Variant variant : group.variants()) {
                    Cost cost = row.getValue().get(variant);
                    line.append(String.format(" %11s", cost == null ? "-" : String.format(Locale.ROOT, "%.0f", cost.bytes)));
                }
                within &= allocatesNoMore(row.getValue());
            }
            System.out.println(line);
        }
        StringBuilder means = new StringBuilder(String.format("%-20s %10s", "geometric mean", ""));
        for (List<Double> column : ratios) {
            means.append(String.format(" %11s", cell(mean(column))));
        }
        System.out.println(means);
        System.out.println("The first column is the generated derivative in ratio to its rival, the others are in ratio to the primal"
                + (group.allocates() ? "; the last are the bytes that a call allocates." : "."));
        Double generated = mean(ratios.get(0));
        return within && (generated == null || generated <= group.budgetMean);
    }

    /** Whether the generated tangent allocates what the hand-written one does, and its own tangents, at most. */
    private static boolean allocatesNoMore(Map<Variant, Cost> costs) {
        Cost hand = costs.get(Variant.hand);
        Cost generated = costs.get(Variant.nabla);
        return hand == null || generated == null || generated.bytes <= hand.bytes + TANGENTS;
    }

    private static Double ratio(Map<Variant, Cost> costs, Column column) {
        Cost above = costs.get(column.variant());
        Cost below = costs.get(column.base());
        return above == null || below == null ? null : Double.valueOf(above.time / below.time);
    }

    private static Double mean(List<Double> ratios) {
        return ratios.isEmpty() ? null : Math.exp(ratios.stream().mapToDouble(Math::log).average().orElseThrow());
    }

    private static String cell(Double number) {
        return number == null ? "-" : String.format(Locale.ROOT, "%.2f", number);
    }
}
