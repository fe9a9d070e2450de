package io.github.nablars.build;

import io.github.nablars.build.NablaException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One run of the command over the classes of a module, and what is said about it. */
final class Step {
    private final Settings settings;
    private final Log log;

    Step(Settings settings, Log log) {
        this.settings = settings;
        this.log = log;
    }

    /**
     * What came of a run.
     *
     * @param changed the bytes of every class that changes, by its path in the directory of classes
     * @param differentiated how many methods have derivatives
     */
    record Outcome(SortedMap<String, byte[]> changed, int differentiated) {
        static Outcome nothing() {
            return new Outcome(new TreeMap<>(), 0);
        }

        /** One line: what was done. */
        String summary(int written) {
            return (differentiated == 1 ? "1 method has derivatives" : differentiated + " methods have derivatives")
                    + (written == 0 ? ", nothing to write" : ", " + written + (written == 1 ? " class file" : " class files") + " written");
        }
    }

    /**
     * Differentiates classes as the compiler made them.
     *
     * @param classes their files, by the path in the directory of classes
     * @param work a directory for what is in between
     * @return what came of it
     */
    Outcome differentiate(SortedMap<String, Path> classes, Path work)
            throws NablaException, IOException, InterruptedException {
        Path stage = work.resolve("stage");
        ClassFiles.delete(stage);
        Files.createDirectories(work);
        try {
            Report report = new Command(settings, work).diff(List.copyOf(classes.values()), stage);
            judge(report);
            Map<String, String> paths = new HashMap<>();
            classes.forEach((path, file) -> paths.put(file.toString(), path));
            SortedMap<String, byte[]> changed = new TreeMap<>();
            List<Report.Written> called = new ArrayList<>();
            for (Report.Written written : report.classes()) {
                if (written.output() == null) {
                    continue;
                }
                String path = paths.get(written.input());
                if (path == null) {
                    path = written.path();
                    if (written.isThere()) {
                        called.add(written);
                    }
                }
                changed.put(path, Files.readAllBytes(written.output()));
            }
            if (!called.isEmpty() && !settings.copyCalled()) {
                throw foreign(called);
            }
            return new Outcome(changed, report.differentiated());
        } finally {
            ClassFiles.delete(stage);
        }
    }

    /** Analyses, writes nothing. */
    void check(Collection<Path> classes, Path work) throws NablaException, IOException, InterruptedException {
        Files.createDirectories(work);
        judge(new Command(settings, work).check(List.copyOf(classes)));
    }

    private void judge(Report report) throws NablaException {
        report.diagnostics().forEach(log::diagnostic);
        report.messages().forEach(log::warning);
        if (!report.refused()) {
            return;
        }
        long errors = report.diagnostics().stream().filter(d -> d.severity() == Diagnostic.Severity.ERROR).count();
        int refused = report.methods() - report.differentiated();
        String text = errors == 0
                ? "there are warnings, which count as errors here"
                : refused + " of " + report.methods() + " selected methods cannot be differentiated, see the messages above";
        if (settings.failOnError()) {
            throw new NablaException(Kind.REFUSED, text);
        }
        log.warning(text + "; the others were");
    }

    private static NablaException foreign(List<Report.Written> called) {
        StringBuilder text = new StringBuilder("differentiated methods call classes that are not of this module and would have to change:");
        called.forEach(c -> text.append("\n  ").append(c.type()).append(" (").append(c.input()).append(')'));
        text.append("\nmove the selected methods beside them, or set 'copyCalled' to have changed copies in the output of this module,"
                + " which must then stand first on the class path");
        return new NablaException(Kind.USAGE, text.toString());
    }
}
