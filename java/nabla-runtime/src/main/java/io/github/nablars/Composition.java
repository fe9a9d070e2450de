package io.github.nablars;

import java.lang.invoke.MethodHandles;
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

    /** Refuses functions of which the first leaves values in memory that the second may read: no derivative travels there. */
    void check(String kind, MethodHandles.Lookup caller) {
        Functions.check(effects(inner, kind, caller), outer, effects(outer, kind, caller));
    }

    /** What a function, or each of those that it was made of, does with memory. */
    private static int effects(DoubleUnaryOperator f, String kind, MethodHandles.Lookup caller) {
        Target behind = Kernels.behind(f, "derivative");
        Target target = behind == null ? Cracker.target(f, Shape.UNARY, caller) : behind;
        Composition composition = of(target);
        if (composition == null) {
            return Kernels.made(kind, target, caller).getValue();
        }
        return composition.isIdentity() ? 0
                : effects(composition.inner, kind, caller) | effects(composition.outer, kind, caller);
    }

    boolean isIdentity() {
        return outer == null;
    }
}
