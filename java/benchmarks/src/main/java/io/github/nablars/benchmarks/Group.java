package io.github.nablars.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What is run together and has a table of its own: where its benchmarks are, its columns and its budgets. */
enum Group {
    /** Methods on plain doubles, {@link KernelBenchmark}. */
    KERNELS("benchmarks", 1.05, 1.2, Variant.values()),
    /** Programs of objects, {@code ObjectBenchmark}, with what they allocate. */
    OBJECTS("objects", 1.10, 1.3, Variant.primal, Variant.hand, Variant.nabla);

    /** The methods of the benchmarks, by their names there. */
    enum Variant {
        primal, hand, nabla, univariateDerivative1, gradient, derivativeStructure, commonsMath, differences
    }

    /** A column of the table: how many times the time of {@code base} the {@code variant} takes. */
    record Column(String title, Variant variant, Variant base) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("nabla/hand", Variant.nabla, Variant.hand),
            new Column("hand", Variant.hand, Variant.primal),
            new Column("nabla", Variant.nabla, Variant.primal),
            new Column("UD1", Variant.univariateDerivative1, Variant.primal),
            new Column("Gradient", Variant.gradient, Variant.primal),
            new Column("DS", Variant.derivativeStructure, Variant.primal),
            new Column("CM3 DS", Variant.commonsMath, Variant.primal),
            new Column("differences", Variant.differences, Variant.primal));

    /** The last part of the package's name. */
    private final String folder;

    /** How many times the time of the hand-written tangents the generated ones may take, in the geometric mean. */
    final double budgetMean;

    /** The same for one benchmark. */
    final double budgetEach;

    private final List<Variant> variants;

    Group(String folder, double budgetMean, double budgetEach, Variant... variants) {
        this.folder = folder;
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

    List<Column> columns() {
        return COLUMNS.stream().filter(column -> variants.contains(column.variant)).toList();
    }

    /** The regular expression of the benchmarks' names. */
    String pattern(String kernel, String chosen) {
        String all = variants.stream().map(Variant::name).collect(Collectors.joining("|"));
        String methods = chosen == null ? all : Arrays.stream(chosen.split(",")).collect(Collectors.joining("|"));
        return "(?i)\\." + folder + "\\.\\w*(" + kernel + ")\\w*Benchmark\\.(" + methods + ")$";
    }
}
