package io.github.nablars.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is run together and has a table of its own: where its benchmarks are, its columns and its budgets. */
enum Group {
    /** Methods on plain doubles, {@link KernelBenchmark}. */
    KERNELS("benchmarks", Variant.hand, 1.05, 1.2, Variant.values()),
    /** Gradients by eight inputs, {@code GradientBenchmark}; they are to take a fifth of the time that Hipparchus' take. */
    FEW("few", Variant.gradient, 1.0 / 5.0, 1.0, Variant.primal, Variant.nabla, Variant.gradient, Variant.differences),
    /** The same by 200 to 500 inputs; a fiftieth. */
    MANY("many", Variant.gradient, 1.0 / 50.0, 1.0, Variant.primal, Variant.nabla, Variant.gradient, Variant.differences),
    /** Gradients and Jacobians of ADBench's problems, {@code ProblemBenchmark}, beside those by hand. */
    ADBENCH("adbench", Variant.hand, 3.0, 5.0, Variant.primal, Variant.hand, Variant.nabla, Variant.gradient),
    /** Programs of objects, {@code ObjectBenchmark}, with what they allocate. */
    OBJECTS("objects", Variant.hand, 1.10, 1.3, Variant.primal, Variant.hand, Variant.nabla);

    /** The methods of the benchmarks, by their names there. */
    enum Variant {
        primal, hand, nabla, univariateDerivative1, gradient, derivativeStructure, commonsMath, differences
    }

    /** A column of the table: how many times the time of {@code base} the {@code variant} takes. */
    record Column(String title, Variant variant, Variant base) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("hand", Variant.hand, Variant.primal),
            new Column("nabla", Variant.nabla, Variant.primal),
            new Column("UD1", Variant.univariateDerivative1, Variant.primal),
            new Column("Gradient", Variant.gradient, Variant.primal),
            new Column("DS", Variant.derivativeStructure, Variant.primal),
            new Column("CM3 DS", Variant.commonsMath, Variant.primal),
            new Column("differences", Variant.differences, Variant.primal));

    /** The last part of the package's name. */
    private final String folder;

    /** What the generated derivatives are compared with. */
    private final Variant rival;

    /** How many times the time of that the generated ones may take, in the geometric mean. */
    final double budgetMean;

    /** The same for one benchmark. */
    final double budgetEach;

    private final List<Variant> variants;

    Group(String folder, Variant rival, double budgetMean, double budgetEach, Variant... variants) {
        this.folder = folder;
        this.rival = rival;
        this.budgetMean = budgetMean;
        this.budgetEach = budgetEach;
        this.variants = List.of(variants);
    }

    /** Whether the table has what the variants allocate. */
    boolean allocates() {
        return this == OBJECTS;
    }

    List<Variant> variants() {
        return variants;
    }

    /** The first is the one with the budget. */
    List<Column> columns() {
        Column first = new Column("nabla/" + rival, Variant.nabla, rival);
        return Stream.concat(Stream.of(first), COLUMNS.stream().filter(column -> variants.contains(column.variant))).toList();
    }

    /** The regular expression of the benchmarks' names. */
    String pattern(String kernel, String chosen) {
        String all = variants.stream().map(Variant::name).collect(Collectors.joining("|"));
        String methods = chosen == null ? all : Arrays.stream(chosen.split(",")).collect(Collectors.joining("|"));
        return "(?i)\\." + folder + "\\.\\w*(" + kernel + ")\\w*Benchmark\\.(" + methods + ")$";
    }
}
