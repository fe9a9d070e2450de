package objects;

/** Enums with bodies of their own, with fields, in switches. */
class Enums {
    // release: 8

    /** Each constant has its own body. */
    enum Operation {
        PLUS {
            @Override
            double apply(double a, double b) {
                return a + b;
            }
        },
        TIMES {
            @Override
            double apply(double a, double b) {
                return a * b;
            }
        },
        FIRST {
            @Override
            double apply(double a, double b) {
                return a;
            }

            @Override
            double twice(double a) {
                return 3 * apply(a, a);
            }
        };

        abstract double apply(double a, double b);

        double twice(double a) {
            return apply(a, a);
        }
    }

    // run: bodies(3.0) = 720.0, d = 480.0
    static double bodies(double x) {
        double r = x;
        for (Operation operation : Operation.values()) {
            r = operation.apply(r, x) + operation.twice(r);
        }
        return r;
    }

    // run: byName(3.0, "PLUS") = 7.0, d = 1.0
    // run: byName(3.0, "TIMES") = 12.0, d = 4.0
    static double byName(double x, String name) {
        return Operation.valueOf(name).apply(x, 4);
    }

    /** Constants with a number each. */
    enum Planet {
        SMALL(0.5), LARGE(8);

        private final double mass;

        Planet(double mass) {
            this.mass = mass;
        }

        double weight(double v) {
            return mass * v;
        }

        Planet other() {
            return this == SMALL ? LARGE : SMALL;
        }
    }

    // run: fieldsOfConstants(2.0) = 18.0, d = 10.0
    static double fieldsOfConstants(double x) {
        return Planet.SMALL.weight(x * x) + Planet.SMALL.other().weight(x);
    }

    // run: switched(3.0) = 8.0, d = 6.0
    static double switched(double x) {
        double sum = 0;
        for (Operation operation : Operation.values()) {
            switch (operation) {
                case PLUS:
                    sum += x;
                    break;
                case TIMES:
                    sum *= x;
                    break;
                default:
                    sum -= 1;
            }
        }
        return sum;
    }

    /** An enum as an interface's only object. */
    enum Squarer implements Function {
        INSTANCE;

        @Override
        public double value(double t) {
            return t * t;
        }
    }

    /** Something with a value. */
    interface Function {
        double value(double t);
    }

    // run: singleton(3.0) = 81.0, d = 108.0
    static double singleton(double x) {
        Function f = Squarer.INSTANCE;
        return f.value(f.value(x));
    }

    // run: inMap(3.0) = 9.0, d = 6.0
    static double inMap(double x) {
        java.util.Map<Planet, Function> map = new java.util.EnumMap<>(Planet.class);
        map.put(Planet.LARGE, Squarer.INSTANCE);
        return map.get(Planet.LARGE).value(x);
    }

    /** Mutable state in a constant: it outlives every call. */
    enum Counter {
        ONLY;

        private double sum;

        double add(double v) {
            sum += v;
            return sum;
        }
    }

    // run: mutableConstant(3.0) = 36.0, d = 33.0
    static double mutableConstant(double x) {
        Counter.ONLY.sum = 0;
        Counter.ONLY.add(x);
        return Counter.ONLY.add(x * x) * x;
    }
}
