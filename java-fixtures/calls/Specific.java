package calls;

/** Interfaces and classes that have several methods of one name: the JVM takes the most specific one. */
class Specific {
    interface Model {
        default double at(double x) {
            return 1;
        }
    }

    interface Cubic extends Model {
        @Override
        default double at(double x) {
            return x * x * x;
        }
    }

    static class First implements Cubic, Model {
    }

    static class Last implements Model, Cubic {
    }

    static class Above implements Cubic {
    }

    static class Below extends Above implements Model {
    }

    static class Hidden {
        private double at(double x) {
            return 5 * x;
        }
    }

    static class Shown extends Hidden implements Cubic {
    }

    static class Static {
        private static double at(double x) {
            return 7 * x;
        }
    }

    static class Instance extends Static implements Model, Cubic {
    }

    // run: models(2.0, 0) = 8.0, d = 12.0
    // run: models(2.0, 1) = 8.0, d = 12.0
    // run: models(2.0, 2) = 8.0, d = 12.0
    // run: models(2.0, 3) = 8.0, d = 12.0
    // run: models(2.0, 4) = 8.0, d = 12.0
    static double models(double x, int which) {
        Model[] models = {new First(), new Last(), new Below(), new Shown(), new Instance()};
        return models[which].at(x);
    }

    // run: cubics(2.0, 0) = 8.0, d = 12.0
    // run: cubics(2.0, 1) = 8.0, d = 12.0
    // run: cubics(2.0, 2) = 8.0, d = 12.0
    // run: cubics(2.0, 3) = 8.0, d = 12.0
    static double cubics(double x, int which) {
        Cubic[] cubics = {new First(), new Last(), new Below(), new Shown()};
        return cubics[which].at(x);
    }

    // run: classes(2.0) = 34.0, d = 41.0
    static double classes(double x) {
        return new First().at(x) + new Last().at(x) + new Below().at(x) + new Shown().at(x);
    }

    // run: hidden(2.0) = 24.0, d = 12.0
    static double hidden(double x) {
        return new Hidden().at(x) + Static.at(x);
    }

    interface General {
        default double of(double x) {
            return 1;
        }
    }

    interface Special extends General {
        @Override
        default double of(double x) {
            return x * x * x;
        }
    }

    static class Only implements Special, General {
    }

    // run: only(2.0) = 8.0, d = 12.0
    static double only(double x) {
        General general = new Only();
        return general.of(x);
    }
}
