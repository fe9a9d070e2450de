package io.github.nablars.libraries;

import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/** Numbers that are computed with the matrices of Commons Math 3. */
public final class CommonsMatrices {
    private CommonsMatrices() {}

    /** A matrix that depends on both numbers. */
    private static RealMatrix matrix(double x, double y) {
        return new Array2DRowRealMatrix(new double[][] {{3 + x, y, 1}, {x * y, 4, Math.sin(x)}, {1, y * y, 5}});
    }

    /** A symmetric one that is positive definite. */
    private static RealMatrix symmetric(double x, double y) {
        return MatrixUtils.createRealMatrix(new double[][] {{3 + x * x, y, 1}, {y, 4, x}, {1, x, 5 + y * y}});
    }

    /** A product with a vector. */
    public static double operate(double x, double y) {
        double[] v = matrix(x, y).operate(new double[] {x, 1, y});
        return v[0] * v[1] + v[2];
    }

    /** A product, a trace and a norm. */
    public static double algebra(double x, double y) {
        RealMatrix a = matrix(x, y);
        return a.multiply(symmetric(x, y)).getTrace() + a.getFrobeniusNorm();
    }

    /** Rows and columns that are read and set. */
    public static double parts(double x, double y) {
        RealMatrix a = matrix(x, y);
        a.setRow(1, a.getColumn(0));
        a.addToEntry(2, 2, x);
        a.multiplyEntry(0, 0, y);
        RealMatrix part = a.getSubMatrix(0, 1, 1, 2);
        return part.getEntry(0, 0) * part.getEntry(1, 1) + a.getEntry(0, 0) * a.getEntry(2, 2);
    }

    /** A determinant by LU. */
    public static double determinant(double x, double y) {
        return new LUDecomposition(matrix(x, y)).getDeterminant();
    }

    /** A system solved by LU. */
    public static double solve(double x, double y) {
        RealVector right = MatrixUtils.createRealVector(new double[] {x, y, 1});
        RealVector s = new LUDecomposition(matrix(x, y)).getSolver().solve(right);
        return s.getEntry(0) + 2 * s.getEntry(1) * s.getEntry(2);
    }

    /** An inverse. */
    public static double inverse(double x, double y) {
        RealMatrix inverse = MatrixUtils.inverse(matrix(x, y));
        return inverse.getEntry(0, 1) + inverse.getEntry(2, 0);
    }

    /** A system solved by QR. */
    public static double orthogonal(double x, double y) {
        RealMatrix right = MatrixUtils.createColumnRealMatrix(new double[] {x, y, 1});
        RealMatrix s = new QRDecomposition(matrix(x, y)).getSolver().solve(right);
        return s.getEntry(0, 0) - s.getEntry(1, 0) * s.getEntry(2, 0);
    }

    /** A determinant by Cholesky's decomposition. */
    public static double cholesky(double x, double y) {
        return new CholeskyDecomposition(symmetric(x, y)).getDeterminant();
    }
}
