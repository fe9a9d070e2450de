package io.github.nablars.benchmarks.kernels.objects.hand;

/** A vector that does not change, and its tangent. */
final class TangentVector {
    final double x;
    final double y;
    final double z;
    final double x_dot;
    final double y_dot;
    final double z_dot;

    TangentVector(double x, double y, double z, double x_dot, double y_dot, double z_dot) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.x_dot = x_dot;
        this.y_dot = y_dot;
        this.z_dot = z_dot;
    }

    TangentVector plus(TangentVector other) {
        return new TangentVector(
                x + other.x, y + other.y, z + other.z,
                x_dot + other.x_dot, y_dot + other.y_dot, z_dot + other.z_dot);
    }

    TangentVector minus(TangentVector other) {
        return new TangentVector(
                x - other.x, y - other.y, z - other.z,
                x_dot - other.x_dot, y_dot - other.y_dot, z_dot - other.z_dot);
    }

    TangentVector times(double factor) {
        return new TangentVector(factor * x, factor * y, factor * z, factor * x_dot, factor * y_dot, factor * z_dot);
    }

    TangentVector times(double factor, double factor_dot) {
        return new TangentVector(
                factor * x, factor * y, factor * z,
                factor * x_dot + x * factor_dot, factor * y_dot + y * factor_dot, factor * z_dot + z * factor_dot);
    }

    double square() {
        return x * x + y * y + z * z;
    }

    double square_dot() {
        return 2.0 * (x * x_dot + y * y_dot + z * z_dot);
    }
}
