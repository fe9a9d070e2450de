package io.github.nablars;

import java.util.function.DoubleUnaryOperator;

/** What {@code andThen}, {@code compose} and {@code identity} of {@link DoubleUnaryOperator} made: outer(inner(x)). */
record Composition(DoubleUnaryOperator outer, DoubleUnaryOperator inner) {

    /** Null if the method is not that of a composition. */
    static Composition of(Target target) {
        if (target.host() != DoubleUnaryOperator.class) {
            return null;
        }
        Object[] captured = target.captured();
        if (target.method().startsWith("lambda$andThen$")) {
            return new Composition((DoubleUnaryOperator) captured[1], (DoubleUnaryOperator) captured[0]);
        }
        if (target.method().startsWith("lambda$compose$")) {
            return new Composition((DoubleUnaryOperator) captured[0], (DoubleUnaryOperator) captured[1]);
        }
        return target.method().startsWith("lambda$identity$") ? new Composition(null, null) : null;
    }

    boolean isIdentity() {
        return outer == null;
    }
}
