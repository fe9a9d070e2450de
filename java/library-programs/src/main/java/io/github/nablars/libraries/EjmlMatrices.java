package io.github.nablars.libraries;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.NormOps_DDRM;

/** Numbers that are computed with matrices of EJML, which hold a constant array without elements at first. */
public final class EjmlMatrices {
    private EjmlMatrices() {}

    private static DMatrixRMaj matrix(double a, double b) {
        return new DMatrixRMaj(new double[][] {{a, 1}, {2, b}});
    }

    /** An element of a square: a * a + 2. */
    public static double square(double a, double b) {
        DMatrixRMaj result = new DMatrixRMaj(2, 2);
        CommonOps_DDRM.mult(matrix(a, b), matrix(a, b), result);
        return result.get(0, 0);
    }

    /** The determinant: a * b - 2. */
    public static double determinant(double a, double b) {
        return CommonOps_DDRM.det(matrix(a, b));
    }

    /** An element of the inverse: b / (a * b - 2). */
    public static double inverse(double a, double b) {
        DMatrixRMaj m = matrix(a, b);
        CommonOps_DDRM.invert(m);
        return m.get(0, 0);
    }

    /** The first of two unknowns of a system with the right side (1, 2): (b - 2) / (a * b - 2). */
    public static double solution(double a, double b) {
        DMatrixRMaj x = new DMatrixRMaj(2, 1);
        CommonOps_DDRM.solve(matrix(a, b), new DMatrixRMaj(new double[][] {{1}, {2}}), x);
        return x.get(0, 0);
    }

    /** The root of the sum of squares. */
    public static double norm(double a, double b) {
        return NormOps_DDRM.normF(matrix(a, b));
    }

    /** The trace of a matrix that is made smaller, and that another is set to. */
    public static double trace(double a, double b) {
        DMatrixRMaj m = new DMatrixRMaj(3, 3);
        m.reshape(2, 2);
        m.set(0, 0, a * b);
        m.set(1, 1, b);
        DMatrixRMaj other = new DMatrixRMaj(1, 1);
        other.setTo(m);
        return CommonOps_DDRM.trace(other);
    }
}
