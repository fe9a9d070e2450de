package io.github.nablars.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.FDSFactory;
import org.hipparchus.analysis.differentiation.FieldDerivativeStructure;
import org.hipparchus.analysis.differentiation.Gradient;
import org.hipparchus.analysis.differentiation.UnivariateDerivative1;
import org.hipparchus.analysis.differentiation.UnivariateDerivative2;
import org.hipparchus.complex.Complex;
import org.hipparchus.dfp.Dfp;
import org.hipparchus.dfp.DfpField;
import org.hipparchus.util.Binary64;
import org.hipparchus.util.Tuple;
import org.junit.jupiter.api.Test;

/** The form field against the method's own value and its partial derivative, with every number type. */
class FieldTest {
    /** A version over number types. */
    interface Version {
        <T extends CalculusFieldElement<T>> T at(T x);
    }

    /** A version of a method of two numbers. */
    interface Version2 {
        <T extends CalculusFieldElement<T>> T at(T x, T y);
    }

    /** A version of a method of a number and an integer. */
    interface CountedVersion {
        <T extends CalculusFieldElement<T>> T at(T x, int n);
    }

    /** With the second number constant. */
    private static Version first(Version2 version, double second) {
        return new Version() {
            @Override
            public <T extends CalculusFieldElement<T>> T at(T x) {
                return version.at(x, x.newInstance(second));
            }
        };
    }

    /** With the first number constant. */
    private static Version second(double first, Version2 version) {
        return new Version() {
            @Override
            public <T extends CalculusFieldElement<T>> T at(T y) {
                return version.at(y.newInstance(first), y);
            }
        };
    }

    private static Version counted(CountedVersion version, int n) {
        return new Version() {
            @Override
            public <T extends CalculusFieldElement<T>> T at(T x) {
                return version.at(x, n);
            }
        };
    }

    private static void near(double expected, double found, double tolerance, String what) {
        assertEquals(expected, found, tolerance * Math.max(1, Math.abs(expected)), what);
    }

    private static void compare(DoubleUnaryOperator f, DoubleUnaryOperator slope, Version version, double... points) {
        DfpField digits = new DfpField(30);
        for (double x : points) {
            double value = f.applyAsDouble(x);
            double first = slope.applyAsDouble(x);
            String at = " at " + x;
            near(value, version.at(new Binary64(x)).getReal(), 1e-14, "Binary64" + at);
            near(value, version.at(new Tuple(x, x)).getComponent(1), 1e-14, "Tuple" + at);
            near(value, version.at(new Complex(x)).getReal(), 1e-13, "Complex" + at);
            near(value, version.at(digits.newDfp(x)).getReal(), 1e-13, "Dfp" + at);
            DerivativeStructure structure = version.at(new DSFactory(1, 3).variable(0, x));
            near(value, structure.getValue(), 1e-14, "DerivativeStructure" + at);
            near(first, structure.getPartialDerivative(1), 1e-13, "DerivativeStructure" + at);
            near(first, version.at(Gradient.variable(3, 1, x)).getPartialDerivative(1), 1e-13, "Gradient" + at);
            UnivariateDerivative1 one = version.at(new UnivariateDerivative1(x, 1));
            near(first, one.getFirstDerivative(), 1e-13, "UnivariateDerivative1" + at);
            UnivariateDerivative2 two = version.at(new UnivariateDerivative2(x, 1, 0));
            near(first, two.getFirstDerivative(), 1e-13, "UnivariateDerivative2" + at);
            near(structure.getPartialDerivative(2), two.getSecondDerivative(), 1e-12, "UnivariateDerivative2" + at);
            FieldDerivativeStructure<Dfp> long1 = version.at(new FDSFactory<>(digits, 1, 2).variable(0, digits.newDfp(x)));
            near(first, long1.getPartialDerivative(1).getReal(), 1e-12, "FieldDerivativeStructure" + at);
        }
    }

    @Test
    void arithmetic() {
        compare(Kernels::rational, Kernels::rational_dx, Kernels::rational, 0.7, -2.2, 1e3);
    }

    @Test
    void loops() {
        compare(x -> Kernels.loop(x, 5), x -> Kernels.loop_dx(x, 5), counted(Kernels::loop, 5), 0.7, -2.2);
        compare(a -> Kernels.root(a, 1.2), a -> Kernels.root_da(a, 1.2), first(Kernels::root, 1.2), 0.7, 4.2);
    }

    @Test
    void powers() {
        compare(x -> Kernels.powers(x, 4), x -> Kernels.powers_dx(x, 4), counted(Kernels::powers, 4), 0, -0.0, 0.7, -2.2);
        DerivativeStructure all = Kernels.powers(new DSFactory(1, 3).variable(0, 0), 4);
        double[] expected = {1, 1, 8, 24};
        for (int order = 0; order < expected.length; order++) {
            assertEquals(expected[order], all.getPartialDerivative(order), "order " + order);
        }
    }

    @Test
    void branches() {
        for (double a : new double[] {0.5, 1.9, -1.2}) {
            compare(x -> Kernels.branches(x, a), x -> Kernels.branches_dx(x, a), first(Kernels::branches, a), 0.7, 4.2, -1.6);
            compare(x -> Kernels.choices(x, a), x -> Kernels.choices_dx(x, a), first(Kernels::choices, a), 0.7, 4.2, -1.7);
            compare(y -> Kernels.choices(a, y), y -> Kernels.choices_dy(a, y), second(a, Kernels::choices), 0.7, 4.2, -1.7);
        }
    }

    @Test
    void remainders() {
        double[][] points = {{-2, 0.2}, {-2, -0.4}, {7.5, 2}, {-7.5, 2}, {6.5, 2}, {1, 3}};
        for (double[] point : points) {
            double y = point[1];
            compare(x -> Kernels.modulo(x, y), x -> Kernels.modulo_dx(x, y), first(Kernels::modulo, y), point[0] + 0.01);
            double x = point[0];
            Gradient found = Kernels.modulo(Gradient.variable(2, 0, x), Gradient.variable(2, 1, y));
            assertEquals(Kernels.modulo_dx(x, y), found.getPartialDerivative(0));
            // A quotient of 0 has either sign.
            assertEquals(Kernels.modulo_dy(x, y) + 0.0, found.getPartialDerivative(1) + 0.0);
        }
    }

    @Test
    void remaindersAreExact() {
        double[][] points = {
            {6, 2.31}, {1.3e6, 2 * Math.PI}, {1e15, 0.7}, {1e17, 3}, {5.1, 3 * Double.MIN_VALUE}, {3.5 - 0x1p-51, 1}, {-4, 2},
            {-0.0, 2}, {4, Double.POSITIVE_INFINITY}, {-7.3e9, -0.1}, {2, 0}, {Double.NaN, 1}
        };
        for (double[] point : points) {
            double x = point[0];
            double y = point[1];
            String at = x + ", " + y;
            assertEquals(x % y, Kernels.modulo(new Binary64(x), new Binary64(y)).getReal(), at);
            assertEquals(Math.IEEEremainder(x, y), Kernels.nearest(new Binary64(x), new Binary64(y)).getReal(), at);
            assertEquals(x % y, Kernels.modulo(Gradient.variable(2, 0, x), Gradient.variable(2, 1, y)).getValue(), at);
        }
        // The quotient just below a half is not rounded to it.
        Gradient below = Kernels.nearest(Gradient.variable(2, 0, 3.5 - 0x1p-51), Gradient.variable(2, 1, 1));
        assertEquals(-3, below.getPartialDerivative(1));
        // Digits that a double has not are kept: 1/3 is no double.
        DfpField digits = new DfpField(30);
        Dfp third = digits.getOne().divide(3);
        Dfp left = Kernels.modulo(third.add(5), digits.newDfp(2)).multiply(3).subtract(4);
        assertEquals(0, left.getReal(), 1e-28);
    }

    @Test
    void complexSteps() {
        for (double y : new double[] {0, 1e-12, 2}) {
            for (double x : new double[] {1.5, -1.5}) {
                Complex found = Kernels.hypotenuse(new Complex(x, 1e-30), new Complex(y));
                near(x / Math.hypot(x, y), found.getImaginary() / 1e-30, 1e-14, "hypotenuse at " + x + ", " + y);
            }
        }
    }

    @Test
    void exponentsThatAreConstantWhereTheyAreUsed() {
        for (double x : new double[] {-1.5, 0, 3}) {
            DSFactory factory = new DSFactory(2, 2);
            DerivativeStructure found = Kernels.power(factory.variable(0, x), factory.variable(1, 0.7));
            double[] expected = {x * x, 0, 0, 2 * x, 0, 2};
            int[][] orders = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}};
            for (int i = 0; i < orders.length; i++) {
                assertEquals(expected[i], found.getPartialDerivative(orders[i]) + 0.0, 1e-15, x + ", " + i);
            }
        }
        DSFactory factory = new DSFactory(2, 1);
        DerivativeStructure varies = Kernels.power(factory.variable(0, 1.5), factory.variable(1, 101));
        double value = Math.pow(1.5, 101);
        near(101 * value / 1.5, varies.getPartialDerivative(1, 0), 1e-13, "by the base");
        near(Math.log(1.5) * value, varies.getPartialDerivative(0, 1), 1e-13, "by the exponent");
    }

    @Test
    void functions() {
        compare(x -> Kernels.functions(x, 1.4), x -> Kernels.functions_dx(x, 1.4), first(Kernels::functions, 1.4), 0.7, 1.9);
        compare(y -> Kernels.functions(0.3, y), y -> Kernels.functions_dy(0.3, y), second(0.3, Kernels::functions), 0.7, 1.9);
    }

    @Test
    void calls() {
        compare(Kernels::calls, Kernels::calls_dx, Kernels::calls, 0.7, 2.2);
    }

    @Test
    void receivers() {
        Square[] squares = {new Square(), new Disc()};
        squares[1].side = 1.5;
        for (Square one : squares) {
            for (Square other : squares) {
                compare(x -> Kernels.shapes(one, other, x), x -> Kernels.shapes_dx(one, other, x), new Version() {
                    @Override
                    public <T extends CalculusFieldElement<T>> T at(T x) {
                        return Kernels.shapes(one, other, x);
                    }
                }, 0.7, 2.2);
            }
        }
        // Classes that were not there are told, and no handler of the method keeps that.
        Shape unknown = scale -> scale;
        Square below = new Square() {
            @Override
            public double area(double scale) {
                return scale;
            }
        };
        Binary64 x = new Binary64(0.7);
        assertThrows(UnsupportedOperationException.class, () -> Kernels.shapes(unknown, squares[0], x));
        assertThrows(UnsupportedOperationException.class, () -> Kernels.shapes(squares[0], below, x));
        // One that has no counterpart refuses itself alone.
        Shape rounded = new Rounded();
        Throwable told = assertThrows(UnsupportedOperationException.class, () -> Kernels.shapes(rounded, squares[0], x));
        assertTrue(told.getMessage().startsWith(Rounded.class.getName()), told.getMessage());
    }

    @Test
    void controlFlow() {
        compare(Kernels::caught, Kernels::caught_dx, Kernels::caught, 0.7, 4.2);
        for (int k = 0; k < 3; k++) {
            int which = k;
            compare(x -> Kernels.slots(x, which), x -> Kernels.slots_dx(x, which), counted(Kernels::slots, which), 0.7, 4.2);
        }
        compare(Kernels::steps, Kernels::steps_dx, Kernels::steps, 0.7, 4.2);
        compare(Kernels::constant, x -> 0, Kernels::constant, 0.7);
    }

    @Test
    void matrices() {
        compare(Kernels::matrix, Kernels::matrix_dx, Kernels::matrix, 0.7, 4.2);
    }

    @Test
    void arraysThatAreNullOrHaveNothing() {
        Gradient a = Gradient.variable(2, 0, 3);
        Gradient b = Gradient.variable(2, 1, 5);
        Gradient mean = Kernels.mean(null, a, b);
        near(4, mean.getValue(), 1e-15, "value");
        near(0.5, mean.getPartialDerivative(1), 1e-15, "partial");
        near(7.0 / 2, Kernels.mean(new Gradient[] {a.newInstance(3), a.newInstance(1)}, a, b).getValue(), 1e-15, "weighted");
        Gradient product = Kernels.products(new Gradient[3], a, b, b);
        near(25, product.getValue(), 1e-15, "product");
        near(10, product.getPartialDerivative(1), 1e-15, "its partial");
        Gradient total = Kernels.total(new Gradient[][] {{}, {a, b}});
        near(34, total.getValue(), 1e-15, "total");
        near(10, total.getPartialDerivative(1), 1e-15, "its partial");
    }

    @Test
    void arraysOfIndependents() {
        double[] x = {0.3, 0.7, 1.5};
        double[] gradient = new double[3];
        double value = Kernels.arrays_grad(x, gradient);
        Gradient[] variables = new Gradient[3];
        for (int i = 0; i < 3; i++) {
            variables[i] = Gradient.variable(3, i, x[i]);
        }
        Gradient found = Kernels.arrays(variables);
        near(value, found.getValue(), 1e-15, "value");
        for (int i = 0; i < 3; i++) {
            near(gradient[i], found.getPartialDerivative(i), 1e-14, "partial " + i);
        }
        double[][] jacobian = new double[3][4];
        double[] values = Kernels.vector_jac(2, x, jacobian);
        Gradient[] p = new Gradient[3];
        for (int i = 0; i < 3; i++) {
            p[i] = Gradient.variable(4, i + 1, x[i]);
        }
        Gradient[] vector = Kernels.vector(Gradient.variable(4, 0, 2), p);
        for (int row = 0; row < 3; row++) {
            near(values[row], vector[row].getValue(), 1e-15, "component " + row);
            for (int i = 0; i < 4; i++) {
                near(jacobian[row][i], vector[row].getPartialDerivative(i), 1e-14, "entry " + row + ", " + i);
            }
        }
    }
}
