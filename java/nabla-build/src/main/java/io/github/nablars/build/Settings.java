package io.github.nablars.build;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a build asks of the command.
 *
 * @param tool finds the command, when it is needed
 * @param methods patterns of methods; empty: the methods annotated {@code @Differentiable}
 * @param wrt the independents; empty: what the annotation says, else all
 * @param forms the forms; empty: what the annotation says, else those that suit the signature
 * @param names templates of the generated names, by form
 * @param classPath where callees are found
 * @param sourceRoots where sources are found, for messages
 * @param javaHome the JDK whose classes are meant
 * @param failOnError whether a refused method fails the build; if not, what can be written is written
 * @param failOnWarning whether warnings count as errors
 * @param copyCalled whether a class of the class path that would have to change is copied, changed, into the output
 */
public record Settings(
        Tool tool,
        List<String> methods,
        List<String> wrt,
        List<String> forms,
        Map<String, String> names,
        List<Path> classPath,
        List<Path> sourceRoots,
        Path javaHome,
        boolean failOnError,
        boolean failOnWarning,
        boolean copyCalled) {

    /** Finds the command. */
    @FunctionalInterface
    public interface Tool {
        /**
         * Finds the command.
         *
         * @return a file that can be executed
         * @throws NablaException when there is none
         */
        Path find() throws NablaException;
    }

    /** Makes the lists unmodifiable. */
    public Settings {
        methods = List.copyOf(methods);
        wrt = List.copyOf(wrt);
        forms = List.copyOf(forms);
        names = Map.copyOf(names);
        classPath = List.copyOf(classPath);
        sourceRoots = List.copyOf(sourceRoots);
    }
}
