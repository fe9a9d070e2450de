package objects;

/** Small vectors and numbers as objects, immutable and mutable. */
class Vectors {
    // release: 8

    /** An immutable vector. */
    static final class Vec3 {
        static final Vec3 UP = new Vec3(0, 0, 1);
        final double x;
        final double y;
        final double z;

        Vec3(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        static Vec3 of(double v) {
            return new Vec3(v, v, v);
        }

        Vec3 plus(Vec3 o) {
            return new Vec3(x + o.x, y + o.y, z + o.z);
        }

        Vec3 times(double s) {
            return new Vec3(s * x, s * y, s * z);
        }

        double dot(Vec3 o) {
            return x * o.x + y * o.y + z * o.z;
        }

        Vec3 cross(Vec3 o) {
            return new Vec3(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x);
        }

        double norm() {
            return Math.sqrt(dot(this));
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Vec3 && ((Vec3) o).x == x && ((Vec3) o).y == y && ((Vec3) o).z == z;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(x) ^ Double.hashCode(y) ^ Double.hashCode(z);
        }
    }

    // run: dotAndCross(2.0, 3.0) = 13.0, d = (6.0, 1.0)
    static double dotAndCross(double x, double y) {
        Vec3 a = new Vec3(x, y, 1);
        Vec3 b = Vec3.of(y).plus(Vec3.UP);
        return a.dot(b) + a.cross(b).dot(Vec3.UP.times(x));
    }

    // run: norm(2.0) = 3.0, d = ~ 1e-15: 1.3333333333333333
    static double norm(double x) {
        return new Vec3(1, x, x).norm();
    }

    // The constants of the class are vectors without a tangent.
    // run: constants(3.0) = 40.0, d = 34.0
    static double constants(double x) {
        Vec3 v = Vec3.UP;
        for (int i = 0; i < 3; i++) {
            v = v.times(x).plus(Vec3.UP);
        }
        return v.dot(Vec3.UP) + v.x;
    }

    /** A mutable vector whose methods give itself back. */
    static final class Mutable {
        double x;
        double y;

        Mutable set(double x, double y) {
            this.x = x;
            this.y = y;
            return this;
        }

        Mutable add(Mutable o) {
            x += o.x;
            y += o.y;
            return this;
        }

        Mutable scale(double s) {
            x *= s;
            y *= s;
            return this;
        }

        Mutable turn() {
            double t = x;
            x = -y;
            y = t;
            return this;
        }

        Mutable copy() {
            return new Mutable().set(x, y);
        }

        double dot(Mutable o) {
            return x * o.x + y * o.y;
        }
    }

    // run: mutable(3.0) = 180.0, d = 228.0
    static double mutable(double x) {
        Mutable a = new Mutable().set(x, 1);
        Mutable b = a.copy().turn().scale(x);
        a.add(b).add(a);
        return a.dot(b) + a.x;
    }

    // Added to itself: both sides are one object.
    // run: ownArgument(3.0) = 360.0, d = 456.0
    static double ownArgument(double x) {
        Mutable a = new Mutable().set(x, x * x);
        a.add(a).add(a.scale(0.5));
        return a.dot(a);
    }

    // run: reused(2.0, 5) = -2.0, d = -1.0
    static double reused(double x, int n) {
        Mutable position = new Mutable().set(1, 0);
        Mutable scratch = new Mutable();
        for (int i = 0; i < n; i++) {
            scratch.set(position.y, x);
            position.add(scratch.turn());
        }
        return position.x * position.y + scratch.x;
    }

    /** A complex number. */
    static final class Complex {
        final double re;
        final double im;

        Complex(double re, double im) {
            this.re = re;
            this.im = im;
        }

        Complex plus(Complex o) {
            return new Complex(re + o.re, im + o.im);
        }

        Complex times(Complex o) {
            return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
        }

        double norm2() {
            return re * re + im * im;
        }
    }

    // run: mandelbrot(0.25, 0.5, 6) = 0.5379399178465876, d = ~ 1e-14: (2.165076257218156, 2.9381178053317303)
    static double mandelbrot(double re, double im, int n) {
        Complex c = new Complex(re, im);
        Complex z = new Complex(0, 0);
        for (int i = 0; i < n && z.norm2() < 4; i++) {
            z = z.times(z).plus(c);
        }
        return z.norm2();
    }

    // Equality of objects controls, and takes nothing from the result.
    // run: compared(3.0) = 9.0, d = 6.0
    static double compared(double x) {
        Vec3 a = Vec3.of(x);
        Vec3 b = new Vec3(x, x, x);
        return a.equals(b) && a.hashCode() == b.hashCode() ? a.x * b.y : 0;
    }

    /** A matrix: an object around an array of rows. */
    static final class Matrix {
        private final double[][] rows;

        Matrix(double[][] rows) {
            this.rows = rows;
        }

        Matrix times(Matrix o) {
            int n = rows.length;
            double[][] product = new double[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++) {
                        sum += rows[i][k] * o.rows[k][j];
                    }
                    product[i][j] = sum;
                }
            }
            return new Matrix(product);
        }

        Matrix power(int n) {
            return n == 1 ? this : n % 2 == 0 ? times(this).power(n / 2) : times(power(n - 1));
        }

        void add(int i, int j, double v) {
            rows[i][j] += v;
        }

        double trace() {
            double sum = 0;
            for (int i = 0; i < rows.length; i++) {
                sum += rows[i][i];
            }
            return sum;
        }
    }

    // run: matrixPower(2.0, 6) = 198.0, d = 420.0
    static double matrixPower(double x, int n) {
        return new Matrix(new double[][] {{x, 1}, {1, 0}}).power(n).trace();
    }

    // The array inside the object is the caller's own.
    // run: arrayInside(3.0) = 112.0, d = 79.0
    static double arrayInside(double x) {
        double[][] rows = {{1, 2}, {3, 4}};
        Matrix m = new Matrix(rows);
        m.add(0, 1, x);
        rows[1][0] = x * x;
        return m.times(m).trace() + rows[0][1];
    }
}
