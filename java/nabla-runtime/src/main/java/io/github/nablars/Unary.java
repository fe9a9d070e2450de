package io.github.nablars;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ToDoubleBiFunction;

/** Derivatives of functions of numbers. The JDK's own compositions are taken apart: what they compose has derivatives. */
final class Unary {
    private Unary() {}

    static DoubleUnaryOperator derivative(Lookup caller, DoubleUnaryOperator f) {
        Target behind = Kernels.behind(f, "derivative");
        if (behind != null) {
            return second(caller, behind);
        }
        Target target = Cracker.target(f, Shape.UNARY, caller);
        Composition composition = Composition.of(target);
        if (composition == null) {
            return (DoubleUnaryOperator) Kernels.of("derivative", target, caller);
        }
        if (composition.isIdentity()) {
            return x -> 1;
        }
        composition.check("derivative", caller);
        DoubleUnaryOperator inner = composition.inner();
        DoubleUnaryOperator innerDerivative = derivative(caller, inner);
        DoubleUnaryOperator outerDerivative = derivative(caller, composition.outer());
        return x -> {
            double between = inner.applyAsDouble(x);
            return LaneBlocks.product(outerDerivative.applyAsDouble(between), between, innerDerivative.applyAsDouble(x));
        };
    }

    /** The second derivative: the function is the derivative of a target. */
    private static DoubleUnaryOperator second(Lookup caller, Target target) {
        ValueAndTwoDerivatives both = twice(caller, target);
        return x -> {
            double[] derivatives = new double[2];
            both.value(x, derivatives);
            return derivatives[1];
        };
    }

    static ValueAndDerivative valueAndDerivative(Lookup caller, DoubleUnaryOperator f) {
        Target behind = Kernels.behind(f, "derivative");
        if (behind != null) {
            DoubleUnaryOperator second = second(caller, behind);
            return (x, derivative) -> {
                derivative[0] = second.applyAsDouble(x);
                return f.applyAsDouble(x);
            };
        }
        Target target = Cracker.target(f, Shape.UNARY, caller);
        Composition composition = Composition.of(target);
        if (composition == null) {
            @SuppressWarnings("unchecked")
            ObjDoubleConsumer<double[]> kernel = (ObjDoubleConsumer<double[]>) Kernels.of("pair", target, caller);
            return (x, derivative) -> {
                Objects.checkIndex(0, derivative.length);
                double[] pair = new double[2];
                kernel.accept(pair, x);
                derivative[0] = pair[0];
                return pair[1];
            };
        }
        if (composition.isIdentity()) {
            return (x, derivative) -> {
                derivative[0] = 1;
                return x;
            };
        }
        composition.check("pair", caller);
        ValueAndDerivative inner = valueAndDerivative(caller, composition.inner());
        ValueAndDerivative outer = valueAndDerivative(caller, composition.outer());
        return (x, derivative) -> {
            double between = inner.value(x, derivative);
            double innerDerivative = derivative[0];
            double value = outer.value(between, derivative);
            derivative[0] = LaneBlocks.product(derivative[0], between, innerDerivative);
            return value;
        };
    }

    private static ValueAndTwoDerivatives twice(Lookup caller, Target target) {
        @SuppressWarnings("unchecked")
        ToDoubleBiFunction<double[], Object[]> kernel =
                (ToDoubleBiFunction<double[], Object[]>) Kernels.of("second", target, caller);
        return (x, derivatives) -> {
            Objects.checkIndex(1, derivatives.length);
            double[][] second = new double[1][1];
            double value = kernel.applyAsDouble(new double[] {x}, new Object[] {derivatives, second});
            derivatives[1] = second[0][0];
            return value;
        };
    }

    static ValueAndTwoDerivatives valueAndTwoDerivatives(Lookup caller, DoubleUnaryOperator f) {
        Target target = Cracker.target(f, Shape.UNARY, caller);
        Composition composition = Composition.of(target);
        if (composition == null) {
            return twice(caller, target);
        }
        if (composition.isIdentity()) {
            return (x, derivatives) -> {
                derivatives[0] = 1;
                derivatives[1] = 0;
                return x;
            };
        }
        composition.check("second", caller);
        ValueAndTwoDerivatives inner = valueAndTwoDerivatives(caller, composition.inner());
        ValueAndTwoDerivatives outer = valueAndTwoDerivatives(caller, composition.outer());
        return (x, derivatives) -> {
            double between = inner.value(x, derivatives);
            double first = derivatives[0];
            double second = derivatives[1];
            double value = outer.value(between, derivatives);
            derivatives[1] = LaneBlocks.product(derivatives[1], between, first * first)
                    + LaneBlocks.product(derivatives[0], between, second);
            derivatives[0] = LaneBlocks.product(derivatives[0], between, first);
            return value;
        };
    }

    static DoubleBinaryOperator[] partials(Lookup caller, DoubleBinaryOperator f) {
        Target target = Cracker.target(f, Shape.BINARY, caller);
        return new DoubleBinaryOperator[] {
            (DoubleBinaryOperator) Kernels.of("partial0", target, caller),
            (DoubleBinaryOperator) Kernels.of("partial1", target, caller)
        };
    }
}
