package calls;

/** A class that is never made itself has a body that others ask for with `super`. */
class SuperHook {
    // release: 8

    private abstract static class Base {
        double state;

        double go(double x) {
            state = x;
            return finish();
        }

        double finish() {
            return state;
        }
    }

    private static class Twice extends Base {
        @Override
        double finish() {
            return super.finish() * 2;
        }
    }

    private interface Doubled {
        default double value(double x) {
            return x * 2;
        }
    }

    private static class Square implements Doubled {
        @Override
        public double value(double x) {
            return Doubled.super.value(x) * x;
        }
    }

    // run: hook(3.0) = 6.0, d = 2.0
    static double hook(double x) {
        return new Twice().go(x);
    }

    // run: byDefault(3.0) = 18.0, d = 12.0
    static double byDefault(double x) {
        Doubled square = new Square();
        return square.value(x);
    }
}
