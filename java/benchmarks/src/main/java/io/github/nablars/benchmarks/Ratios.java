package io.github.nablars.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints, for each kernel, what its derivative costs in ratio to the primal, and in the last line the
 * geometric means. JMH's own results are kept as JSON.
 */
public final class Ratios {
    private static final String USAGE = """
            usage: Ratios [--variants LIST] [--forks N] [--quick] [--check] [--json FILE] [--verbose] [KERNEL]
              KERNEL      a regular expression that is found in the kernel's name; all without it
              --variants  comma-separated: primal, hand, nabla, univariateDerivative1, gradient, derivativeStructure,
                          commonsMath, differences; all without it
              --forks N   JVMs per benchmark (2)
              --quick     one fork, short: for a look, not for figures
              --check     exit with 1 when the generated tangent is over its budget against the hand-written one:
                          1.05 in the geometric mean, 1.2 for a kernel
              --json FILE where JMH's results go (benchmarks.json in the folder for temporary files)
              --verbose   JMH's own output
            """;

    private static final double BUDGET_MEAN = 1.05;
    private static final double BUDGET_KERNEL = 1.2;

    /** The methods of {@link KernelBenchmark}, by their names there. */
    private enum Variant {
        primal, hand, nabla, univariateDerivative1, gradient, derivativeStructure, commonsMath, differences
    }

    /** A column of the table: how many times the time of {@code base} the {@code variant} takes. */
    private record Column(String title, Variant variant, Variant base) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("nabla/hand", Variant.nabla, Variant.hand),
            new Column("hand", Variant.hand, Variant.primal),
            new Column("nabla", Variant.nabla, Variant.primal),
            new Column("UD1", Variant.univariateDerivative1, Variant.primal),
            new Column("Gradient", Variant.gradient, Variant.primal),
            new Column("DS", Variant.derivativeStructure, Variant.primal),
            new Column("CM3 DS", Variant.commonsMath, Variant.primal),
            new Column("differences", Variant.differences, Variant.primal));

    private Ratios() {}

    /**
     * The entry point.
     *
     * @param arguments see the usage text
     * @throws RunnerException if JMH fails
     */
    public static void main(String[] arguments) throws RunnerException {
        String kernel = "";
        String variants = String.join("|", List.of(Variant.values()).stream().map(Variant::name).toList());
        int forks = 2;
        boolean quick = false;
        boolean check = false;
        boolean verbose = false;
        String json = System.getProperty("java.io.tmpdir") + "/benchmarks.json";
        for (int i = 0; i < arguments.length; i++) {
            boolean more = i + 1 < arguments.length;
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--check" -> check = true;
                case "--verbose" -> verbose = true;
                case "--variants" -> variants = (more ? arguments[++i] : usage()).replace(',', '|');
                case "--forks" -> forks = Integer.parseInt(more ? arguments[++i] : usage());
                case "--json" -> json = more ? arguments[++i] : usage();
                default -> kernel = arguments[i].startsWith("-") ? usage() : arguments[i];
            }
        }
        TimeValue iteration = TimeValue.milliseconds(quick ? 100 : 300);
        Options options = new OptionsBuilder()
                .include("(?i)\\.\\w*(" + kernel + ")\\w*Benchmark\\.(" + variants + ")$")
                .forks(quick ? 1 : forks)
                .warmupIterations(3).warmupTime(iteration)
                .measurementIterations(quick ? 3 : 5).measurementTime(iteration)
                // One collector thread and a heap that does not grow: the libraries allocate, and should not pay for more than that.
                .jvmArgs("-XX:+UseSerialGC", "-Xms1g", "-Xmx1g")
                .shouldFailOnError(true)
                .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT)
                .resultFormat(ResultFormatType.JSON)
                .result(json)
                .build();
        Map<String, Map<Variant, Double>> times = times(new Runner(options).run());
        if (times.isEmpty()) {
            System.err.println("no kernel matches '" + kernel + "' with the variants " + variants);
            System.exit(2);
        }
        boolean within = print(times);
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

    /** Nanoseconds per call: by kernel, then by variant. */
    private static Map<String, Map<Variant, Double>> times(Collection<RunResult> results) {
        Map<String, Map<Variant, Double>> times = new TreeMap<>();
        for (RunResult result : results) {
            String[] name = result.getParams().getBenchmark().split("\\.");
            String kernel = name[name.length - 2].replace("Benchmark", "");
            times.computeIfAbsent(kernel, key -> new EnumMap<>(Variant.class))
                    .put(Variant.valueOf(name[name.length - 1]), fastest(result));
        }
        return times;
    }

    /** Prints the table, and says whether the generated code is within its budget. */
    private static boolean print(Map<String, Map<Variant, Double>> times) {
        StringBuilder head = new StringBuilder(String.format("%-20s %10s", "kernel", "primal ns"));
        COLUMNS.forEach(column -> head.append(String.format(" %11s", column.title)));
        System.out.println(head);
        boolean within = true;
        List<List<Double>> ratios = new ArrayList<>();
        COLUMNS.forEach(column -> ratios.add(new ArrayList<>()));
        for (Map.Entry<String, Map<Variant, Double>> row : times.entrySet()) {
            StringBuilder line = new StringBuilder(String.format("%-20s %10s", row.getKey(), cell(row.getValue().get(Variant.primal))));
            for (int i = 0; i < COLUMNS.size(); i++) {
                Column column = COLUMNS.get(i);
                Double ratio = ratio(row.getValue(), column);
                if (ratio != null) {
                    ratios.get(i).add(ratio);
                    within &= i != 0 || ratio <= BUDGET_KERNEL;
                }
                line.append(String.format(" %11s", cell(ratio)));
            }
            System.out.println(line);
        }
        StringBuilder means = new StringBuilder(String.format("%-20s %10s", "geometric mean", ""));
        for (List<Double> column : ratios) {
            means.append(String.format(" %11s", cell(mean(column))));
        }
        System.out.println(means);
        System.out.println("The first column is the generated tangent in ratio to the hand-written one, the others are in ratio to the primal.");
        Double generated = mean(ratios.get(0));
        return within && (generated == null || generated <= BUDGET_MEAN);
    }

    private static Double ratio(Map<Variant, Double> times, Column column) {
        Double above = times.get(column.variant);
        Double below = times.get(column.base);
        return above == null || below == null ? null : Double.valueOf(above / below);
    }

    private static Double mean(List<Double> ratios) {
        return ratios.isEmpty() ? null : Math.exp(ratios.stream().mapToDouble(Math::log).average().orElseThrow());
    }

    private static String cell(Double number) {
        return number == null ? "-" : String.format(Locale.ROOT, "%.2f", number);
    }
}
