package io.github.nablars.benchmarks.kernels.objects;

/** A vector that does not change. */
final class Vector {
    final double x;
    final double y;
    final double z;

    Vector(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    Vector plus(Vector other) {
        return new Vector(x + other.x, y + other.y, z + other.z);
    }

    Vector minus(Vector other) {
        return new Vector(x - other.x, y - other.y, z - other.z);
    }

    Vector times(double factor) {
        return new Vector(factor * x, factor * y, factor * z);
    }

    double dot(Vector other) {
        return x * other.x + y * other.y + z * other.z;
    }
}
