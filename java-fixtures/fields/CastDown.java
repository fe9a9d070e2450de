package fields;

/** A method that takes its own object for one of a class below: the fields of that class are not its own. */
class CastDown {
    // release: 8

    static class Base {
        double grow(double x) {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                Base same = this;
                ((Left) same).many[0] += x;
                sum += ((Left) same).many[0];
            }
            return sum;
        }
    }

    static class Left extends Base {
        double[] many = new double[2];
    }

    // run: run(2.0) = 12.0, d = 6.0
    static double run(double x) {
        return new Left().grow(x);
    }

    // run: other(2.0) throws java.lang.ClassCastException
    static double other(double x) {
        return new Base().grow(x);
    }
}
