package io.github.nablars.forms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.analysis.differentiation.MultivariateDifferentiableFunction;
import org.hipparchus.analysis.differentiation.MultivariateDifferentiableVectorFunction;
import org.hipparchus.analysis.differentiation.UnivariateDerivative2;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableMatrixFunction;
import org.hipparchus.analysis.differentiation.UnivariateDifferentiableVectorFunction;
import org.junit.jupiter.api.Test;

/** The form structure with arrays, for Hipparchus. */
class ContractsTest {
    private static final int ORDER = 3;

    private static DerivativeStructure variable(int parameters, int order, int index, double value) {
        return new DSFactory(parameters, order).variable(index, value);
    }

    /** Two arguments that are no variables. */
    private static DerivativeStructure[] bent(int order) {
        DerivativeStructure a = variable(2, order, 0, 0.7);
        DerivativeStructure b = variable(2, order, 1, 1.3);
        return new DerivativeStructure[] {a.multiply(b), b.sin().add(a), a.exp()};
    }

    private static double[] values(DerivativeStructure... point) {
        double[] values = new double[point.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = point[i].getValue();
        }
        return values;
    }

    private static void assertSame(double value, DerivativeStructure expected, DerivativeStructure actual) {
        assertEquals(value, actual.getValue());
        assertEquals(expected.getOrder(), actual.getOrder());
        assertEquals(expected.getFreeParameters(), actual.getFreeParameters());
        double[] all = expected.getAllDerivatives();
        for (int i = 0; i < all.length; i++) {
            assertEquals(all[i], actual.getAllDerivatives()[i], 1e-13 * Math.max(1, Math.abs(all[i])), "number " + i);
        }
    }

    @Test
    void aCurve() {
        Contracts.Curve curve = new Contracts.Curve();
        var f = assertInstanceOf(UnivariateDifferentiableVectorFunction.class, (Object) curve);
        curve.radius = 5;
        for (int order = 0; order <= ORDER; order++) {
            DerivativeStructure t = bent(order)[0];
            DerivativeStructure[] y = f.value(t);
            double[] numbers = curve.value(t.getValue());
            assertEquals(3, y.length);
            assertSame(numbers[0], t.cos().multiply(5), y[0]);
            assertSame(numbers[1], t.sin().multiply(5), y[1]);
            assertSame(numbers[2], t.pow(1.5), y[2]);
        }
        DerivativeStructure[] zero = f.value(new DSFactory(1, 2).variable(0, -0.0));
        assertEquals(-0.0, zero[1].getValue());
        assertEquals(5, zero[1].getPartialDerivative(1));
        // The library has no slope here.
        assertEquals(0, f.value(variable(1, 1, 0, 0))[2].getPartialDerivative(1));
    }

    @Test
    void anyKindOfDerivative() {
        UnivariateDifferentiableVectorFunction f =
                assertInstanceOf(UnivariateDifferentiableVectorFunction.class, (Object) new Contracts.Curve());
        UnivariateDerivative2[] y = f.value(new UnivariateDerivative2(0.4, 3, 0));
        assertEquals(-6 * Math.sin(0.4), y[0].getFirstDerivative(), 1e-14);
        assertEquals(-18 * Math.sin(0.4), y[1].getSecondDerivative(), 1e-13);
    }

    @Test
    void aMatrix() {
        var f = assertInstanceOf(UnivariateDifferentiableMatrixFunction.class, (Object) new Contracts.Turn());
        for (int order = 0; order <= ORDER; order++) {
            DerivativeStructure t = bent(order)[1];
            DerivativeStructure[][] m = f.value(t);
            double[][] numbers = new Contracts.Turn().value(t.getValue());
            DerivativeStructure c = t.multiply(3).cos();
            DerivativeStructure s = t.multiply(3).sin();
            assertSame(numbers[0][0], c, m[0][0]);
            assertSame(numbers[0][1], s.negate(), m[0][1]);
            assertSame(numbers[1][0], s, m[1][0]);
            assertSame(numbers[1][1], c, m[1][1]);
        }
    }

    @Test
    void ofSeveralArguments() {
        Contracts.Valley valley = new Contracts.Valley();
        var f = assertInstanceOf(MultivariateDifferentiableFunction.class, (Object) valley);
        valley.steepness = 7;
        for (int order = 0; order <= ORDER; order++) {
            DerivativeStructure[] p = bent(order);
            DerivativeStructure sum = p[0].multiply(0);
            for (int i = 0; i < 2; i++) {
                DerivativeStructure a = p[i + 1].subtract(p[i].multiply(p[i]));
                DerivativeStructure b = p[i].negate().add(1);
                sum = sum.add(a.multiply(a).multiply(7)).add(b.multiply(b).divide(p[i].add(3)));
            }
            assertSame(valley.value(values(p)), sum, f.value(p));
        }
    }

    @Test
    void anInfiniteSlopeStaysInItsArgument() {
        var f = assertInstanceOf(MultivariateDifferentiableFunction.class, (Object) new Contracts.Root());
        DerivativeStructure[] point = {variable(2, 1, 0, 0), variable(2, 1, 1, 4)};
        DerivativeStructure y = f.value(point);
        assertArrayEquals(new double[] {4, Double.POSITIVE_INFINITY, 1}, y.getAllDerivatives());
    }

    @Test
    void severalOfSeveral() {
        Contracts.Map map = new Contracts.Map();
        var f = assertInstanceOf(MultivariateDifferentiableVectorFunction.class, (Object) map);
        for (int order = 0; order <= ORDER; order++) {
            DerivativeStructure[] p = bent(order);
            DerivativeStructure[] y = f.value(new DerivativeStructure[] {p[0], p[1]});
            double[] numbers = map.value(values(p[0], p[1]));
            assertEquals(3, y.length);
            assertSame(numbers[0], p[0].multiply(p[1]), y[0]);
            assertSame(numbers[1], p[0].sin().divide(p[1]), y[1]);
            assertSame(numbers[2], p[0], y[2]);
        }
    }

    @Test
    void argumentsStayAsTheyAre() {
        var f = assertInstanceOf(MultivariateDifferentiableFunction.class, (Object) new Contracts.InPlace());
        var map = assertInstanceOf(MultivariateDifferentiableVectorFunction.class, (Object) new Contracts.MapInPlace());
        for (int order = 0; order <= ORDER; order++) {
            DerivativeStructure[] bent = bent(order);
            DerivativeStructure[] p = {bent[0], bent[1]};
            double[] before = values(p);
            double[] numbers = values(p);
            assertSame(new Contracts.InPlace().value(numbers), bent[0].exp().multiply(bent[1].exp()), f.value(p));
            numbers = new Contracts.MapInPlace().value(values(p));
            DerivativeStructure[] y = map.value(p);
            assertSame(numbers[0], bent[0].multiply(bent[0]), y[0]);
            assertSame(numbers[1], bent[0].multiply(bent[0]).multiply(bent[1]), y[1]);
            assertArrayEquals(before, values(p));
        }
    }

    @Test
    void aShortSideHasSecondDerivatives() {
        var f = assertInstanceOf(MultivariateDifferentiableFunction.class, (Object) new Contracts.Length());
        for (double x : new double[] {0, 1e-12, -1e-9, 1e-7}) {
            // The length of the first one alone has no derivatives at 0.
            for (int place = x == 0 ? 1 : 0; place < 2; place++) {
                DerivativeStructure[] p = {variable(2, 2, 0, 0), variable(2, 2, 1, 0)};
                p[place] = variable(2, 2, place, x);
                p[1 - place] = variable(2, 2, 1 - place, -4);
                DerivativeStructure y = f.value(p);
                int[] twice = {0, 0};
                twice[place] = 2;
                assertEquals(4, y.getValue(), 1e-12);
                assertEquals(x / 4, y.getPartialDerivative(place == 0 ? new int[] {1, 0} : new int[] {0, 1}), 1e-15);
                assertEquals(0.25, y.getPartialDerivative(twice), 1e-12);
            }
        }
    }
}
