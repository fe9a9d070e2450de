package io.github.nablars;

import io.github.nablars.NotDifferentiableException.Diagnostic;
import java.util.List;

/** What the Java side itself refuses. The texts of the codes are those of the command's {@code explain}. */
final class Refusals {
    private Refusals() {}

    /** The code behind a function cannot be found. */
    static NotDifferentiableException unknownCode(Object f, String why) {
        return of("NB0601", "the code of `" + f.getClass().getName() + "` cannot be found: " + why,
                "pass a lambda, a method reference or an object of a class of your own", f.getClass().getName(), "", null);
    }

    /** Nothing can be added beside a class. */
    static NotDifferentiableException closed(Class<?> host, Throwable cause) {
        String module = host.getModule().isNamed() ? "module `" + host.getModule().getName() + "`" : "the unnamed module";
        return of("NB0602", "`" + host.getName() + "` is closed to the run time, in " + module,
                "pass MethodHandles.lookup() as the first argument, or open the package `" + host.getPackageName()
                        + "` to the module `io.github.nablars.runtime`",
                host.getName(), "", cause);
    }

    /** A class file cannot be read. */
    static NotDifferentiableException damaged(String message) {
        return new NotDifferentiableException(List.of(new Diagnostic(
                "NB0604", "a class file is damaged: " + message, "compile it anew", "", "", "", 0)));
    }

    /** A function is called by another one, and values could travel between the two through memory. */
    static NotDifferentiableException memory(Object f, String what) {
        return of("NB0607", "`" + f.getClass().getName() + "` is called within another function and " + what,
                "pass values between functions as arguments and results", f.getClass().getName(), "", null);
    }

    /** A function that is called by another one is of a class that was not there, or a lambda of a type that is not followed. */
    static NotDifferentiableException unknownFunction(Object f) {
        if (f.getClass().isHidden()) {
            return of("NB0608", "`" + f.getClass().getName() + "` is a function of a type that is not followed, or is composed of one "
                    + "that was made meanwhile",
                    "use `DoubleUnaryOperator`, `DoubleBinaryOperator`, `ToDoubleFunction<double[]>` or an interface with such a method, "
                    + "and call functions one after the other", f.getClass().getName(), "", null);
        }
        return of("NB0608", "`" + f.getClass().getName() + "` was not known when the derivative was made that calls it",
                "make the derivative when the function holds the object, or use a lambda", f.getClass().getName(), "", null);
    }

    /** An adapter is missing. */
    static NotDifferentiableException noAdapter(Class<?> type, Object f) {
        return of("NB0603", "there is no adapter from `" + f.getClass().getName() + "` to `" + type.getName() + "`",
                "put the jar with the adapter on the class path, such as nabla-hipparchus", f.getClass().getName(), "", null);
    }

    private static NotDifferentiableException of(
            String code, String message, String advice, String className, String method, Throwable cause) {
        return new NotDifferentiableException(List.of(new Diagnostic(code, message, advice, className, method, "", 0)), cause);
    }
}
