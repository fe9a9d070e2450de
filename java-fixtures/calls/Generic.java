package calls;

/** Generic classes and methods: casts, bridge methods, covariant results. */
class Generic {
    // release: 8

    /** Something that computes with a kind of settings. */
    interface Model<S> {
        double apply(S settings, double x);
    }

    /** Settings for {@link Scaling}. */
    static class Scale {
        final double factor;

        Scale(double factor) {
            this.factor = factor;
        }
    }

    /** Implements the interface by a bridge method that casts. */
    static class Scaling implements Model<Scale> {
        @Override
        public double apply(Scale settings, double x) {
            return settings.factor * x * x;
        }
    }

    /** Another one, with other settings. */
    static class Shifting implements Model<int[]> {
        @Override
        public double apply(int[] settings, double x) {
            return x + settings[0];
        }
    }

    private static <S> double twice(Model<S> model, S settings, double x) {
        return model.apply(settings, model.apply(settings, x));
    }

    // run: bridged(2.0) = 48.0, d = 48.0
    static double bridged(double x) {
        Model<Scale> model = new Scaling();
        return 4 * model.apply(new Scale(3), x);
    }

    // run: throughGenericMethod(2.0) = 138.0, d = 257.0
    static double throughGenericMethod(double x) {
        return twice(new Scaling(), new Scale(2), x) + twice(new Shifting(), new int[] {4}, x);
    }

    // The bridge's cast fails as it does in the primal.
    // run: wrongSettings(2.0) throws java.lang.ClassCastException
    @SuppressWarnings({"unchecked", "rawtypes"})
    static double wrongSettings(double x) {
        Model model = new Scaling();
        return model.apply("text", x) * x;
    }

    /** Covariant results make a bridge of a method without doubles. */
    static class Factory {
        Model<Scale> make() {
            return new Scaling();
        }
    }

    /** A more special result. */
    static class HalfFactory extends Factory {
        /** Half of what the super class gives. */
        static class Half extends Scaling {
            @Override
            public double apply(Scale settings, double x) {
                return super.apply(settings, x) / 2;
            }
        }

        @Override
        Half make() {
            return new Half();
        }
    }

    // run: covariant(2.0, false) = 12.0, d = 12.0
    // run: covariant(2.0, true) = 6.0, d = 6.0
    static double covariant(double x, boolean half) {
        Factory factory = half ? new HalfFactory() : new Factory();
        return factory.make().apply(new Scale(3), x);
    }

    /** A bound that is a function itself. */
    static class Repeated<F extends Model<Scale>> {
        private final F model;

        Repeated(F model) {
            this.model = model;
        }

        double value(double x, int n) {
            double r = x;
            for (int i = 0; i < n; i++) {
                r = model.apply(new Scale(1), r);
            }
            return r;
        }
    }

    // run: bounded(2.0, 3) = 256.0, d = 1024.0
    static double bounded(double x, int n) {
        return new Repeated<>(new Scaling()).value(x, n);
    }
}
