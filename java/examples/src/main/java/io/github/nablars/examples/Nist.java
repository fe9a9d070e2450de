package io.github.nablars.examples;

import io.github.nablars.VectorFunction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nonlinear regression data of NIST's Statistical Reference Datasets: all 27, in the files that NIST publishes, whose first lines
 * say where the starting values, the certified values and the data are.
 */
public final class Nist implements VectorFunction {
    private static final long serialVersionUID = 1L;

    /** In NIST's order, from the easiest to the hardest. */
    public static final List<String> NAMES = List.of(
            "Misra1a", "Chwirut2", "Chwirut1", "Lanczos3", "Gauss1", "Gauss2", "DanWood", "Misra1b",
            "Kirby2", "Hahn1", "Nelson", "MGH17", "Lanczos1", "Lanczos2", "Gauss3", "Misra1c", "Misra1d", "Roszman1", "ENSO",
            "MGH09", "Thurber", "BoxBOD", "Rat42", "MGH10", "Eckerle4", "Rat43", "Bennett5");

    private static final Pattern LINES = Pattern.compile("(Starting Values|Data) +\\(lines +(\\d+) to +(\\d+)\\)");

    /** As many digits as NIST certifies. */
    private static final double MOST = 11;

    final NistModel model;
    final double[][] predictors;
    final double[] targets;
    final double[][] starts;
    final double[] certified;

    private Nist(NistModel model, List<double[]> parameters, List<double[]> data) {
        this.model = model;
        predictors = new double[data.size()][];
        targets = new double[data.size()];
        for (int i = 0; i < data.size(); i++) {
            double[] row = data.get(i);
            targets[i] = model.target(row[0]);
            predictors[i] = java.util.Arrays.copyOfRange(row, 1, row.length);
        }
        starts = new double[2][parameters.size()];
        certified = new double[parameters.size()];
        for (int i = 0; i < certified.length; i++) {
            starts[0][i] = parameters.get(i)[0];
            starts[1][i] = parameters.get(i)[1];
            certified[i] = parameters.get(i)[2];
        }
    }

    /**
     * Reads a data set.
     *
     * @param name its name
     * @return the data set
     */
    public static Nist read(String name) {
        try (InputStream in = Nist.class.getResourceAsStream("nist/" + name + ".dat")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
            List<List<double[]>> sections = new ArrayList<>();
            for (String line : lines) {
                Matcher found = LINES.matcher(line);
                if (found.find()) {
                    sections.add(numbers(lines.subList(Integer.parseInt(found.group(2)) - 1, Integer.parseInt(found.group(3)))));
                }
            }
            return new Nist(NistModel.of(name), sections.get(0), sections.get(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<double[]> numbers(List<String> lines) {
        List<double[]> rows = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.substring(line.indexOf('=') + 1).trim().split(" +");
            double[] row = new double[words.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = Double.parseDouble(words[i]);
            }
            rows.add(row);
        }
        return rows;
    }

    /** All values of the model. */
    @Override
    public double[] apply(double[] b) {
        double[] values = new double[predictors.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = model.value(b, predictors[i]);
        }
        return values;
    }

    /**
     * The fit.
     *
     * @param start 0 for NIST's start that is far away, 1 for the near one
     * @return the parameters
     */
    public double[] fit(int start) {
        return CurveFit.fit(this, targets, starts[start]).getPoint().toArray();
    }

    /**
     * How many digits of the worst parameter are those that NIST certifies.
     *
     * @param found the parameters that a fit found
     * @return up to 11, which is what NIST gives
     */
    public double digits(double[] found) {
        double digits = MOST;
        for (int i = 0; i < certified.length; i++) {
            double error = Math.abs((found[i] - certified[i]) / certified[i]);
            digits = Math.min(digits, -Math.log10(error));
        }
        return digits;
    }

    /**
     * Fits all data sets from both starts, and prints the certified digits.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        double sum = 0;
        for (String name : NAMES) {
            Nist data = read(name);
            double near = data.digits(data.fit(1));
            sum += near;
            System.out.printf(Locale.ROOT, "%-9s %4.1f%n", name, near);
        }
        System.out.printf(Locale.ROOT, "mean      %4.1f%n", sum / NAMES.size());
    }
}
