package io.github.nablars.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of a run of the command.
 *
 * @param refused whether something that was selected is refused, or a warning counts as an error
 * @param classes the classes that were written, or would be
 * @param diagnostics what there is to say about methods, in the order of the classes
 * @param messages what there is to say about the inputs as a whole
 * @param methods how many methods are selected
 * @param differentiated how many of them have derivatives
 */
record Report(boolean refused, List<Written> classes, List<Diagnostic> diagnostics, List<String> messages, int methods, int differentiated) {

    /**
     * A class of the report.
     *
     * @param type its binary name
     * @param input where it was read
     * @param output where it was written, or null
     */
    record Written(String type, String input, Path output) {
        /** The path of its file in a directory of classes. */
        String path() {
            return type.replace('.', '/') + ".class";
        }

        /** Whether there is such a class already, as opposed to one that is made beside the class that needs it. */
        boolean isThere() {
            return input.contains("!/") || Files.exists(Path.of(input));
        }
    }

    /** Reads the document of {@code --format json}; the exceptions of wrong types are the caller's. */
    static Report parse(String json, boolean refused, String messages, Sources sources) {
        List<Written> classes = new ArrayList<>();
        List<Diagnostic> diagnostics = new ArrayList<>();
        Map<?, ?> document = (Map<?, ?>) Json.parse(json);
        for (Object element : (List<?>) document.get("classes")) {
            Map<?, ?> type = (Map<?, ?>) element;
            String output = (String) type.get("output");
            classes.add(new Written((String) type.get("class"), (String) type.get("input"), output == null ? null : Path.of(output)));
            for (Object method : (List<?>) type.get("methods")) {
                for (Object diagnostic : (List<?>) ((Map<?, ?>) method).get("diagnostics")) {
                    diagnostics.add(diagnostic((Map<?, ?>) diagnostic, sources));
                }
            }
        }
        Map<?, ?> summary = (Map<?, ?>) document.get("summary");
        int methods = ((Double) summary.get("methods")).intValue();
        int differentiated = ((Double) summary.get("differentiated")).intValue();
        return new Report(refused, classes, diagnostics, messages.lines().toList(), methods, differentiated);
    }

    private static Diagnostic diagnostic(Map<?, ?> d, Sources sources) {
        String type = (String) d.get("class");
        Double line = (Double) d.get("line");
        String help = (String) d.get("help");
        return new Diagnostic(
                Diagnostic.Severity.valueOf(((String) d.get("severity")).toUpperCase(Locale.ROOT)),
                (String) d.get("code"),
                type,
                (String) d.get("method"),
                sources.find(type, (String) d.get("source")),
                line == null ? 0 : line.intValue(),
                (String) d.get("message"),
                help == null ? "" : help);
    }
}
