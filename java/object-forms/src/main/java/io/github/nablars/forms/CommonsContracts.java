package io.github.nablars.forms;

import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.analysis.MultivariateVectorFunction;
import org.apache.commons.math3.analysis.UnivariateMatrixFunction;
import org.apache.commons.math3.analysis.UnivariateVectorFunction;

/** The functions of Commons Math 3 that give or take arrays. */
public final class CommonsContracts {
    private CommonsContracts() {}

    /** A curve in space. */
    public static class Curve implements UnivariateVectorFunction {
        double radius = 2;

        @Override
        public double[] value(double t) {
            return new double[] {radius * Math.cos(t), radius * Math.sin(t), Math.pow(t, 1.5)};
        }
    }

    /** A rotation. */
    public static final class Turn implements UnivariateMatrixFunction {
        @Override
        public double[][] value(double t) {
            double[][] m = new double[2][2];
            m[0][0] = Math.cos(3 * t);
            m[0][1] = -Math.sin(3 * t);
            m[1][0] = -m[0][1];
            m[1][1] = m[0][0];
            return m;
        }
    }

    /** A narrow valley. */
    public static final class Valley implements MultivariateFunction {
        double steepness = 100;

        @Override
        public double value(double[] p) {
            double sum = 0;
            for (int i = 0; i + 1 < p.length; i++) {
                double a = p[i + 1] - p[i] * p[i];
                double b = 1 - p[i];
                sum += steepness * a * a + b * b / (3 + p[i]);
            }
            return sum;
        }
    }

    /** Has an infinite slope where its first argument is zero. */
    public static final class Root implements MultivariateFunction {
        @Override
        public double value(double[] p) {
            return Math.sqrt(p[0]) + p[1];
        }
    }

    /** Takes the plane to space. */
    public static final class Map implements MultivariateVectorFunction {
        @Override
        public double[] value(double[] p) {
            return new double[] {p[0] * p[1], Math.sin(p[0]) / p[1], p[0]};
        }
    }

    /** Keeps what it computes in the array of its arguments. */
    public static final class InPlace implements MultivariateFunction {
        @Override
        public double value(double[] p) {
            for (int i = 0; i < p.length; i++) {
                p[i] = Math.exp(p[i]);
            }
            return p[0] * p[1];
        }
    }

    /** Returns the array of its arguments, with other numbers. */
    public static final class MapInPlace implements MultivariateVectorFunction {
        @Override
        public double[] value(double[] p) {
            p[0] *= p[0];
            p[1] *= p[0];
            return p;
        }
    }

    /** The length of a vector, by one component after the other. */
    public static final class Length implements MultivariateFunction {
        @Override
        public double value(double[] p) {
            double length = 0;
            for (double x : p) {
                length = Math.hypot(length, x);
            }
            return length;
        }
    }
}
