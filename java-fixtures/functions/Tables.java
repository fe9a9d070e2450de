package functions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;

/** Functions in lists and maps that initialisers and constructors filled. */
class Tables {
    // release: 8

    static final List<DoubleUnaryOperator> CHAIN = Arrays.asList(Math::sin, t -> t * t);

    // run: chained(0.0, 3.0) = 81.0, d = (108.0, 108.0)
    static double chained(double x, double y) {
        double r = x + y;
        for (DoubleUnaryOperator function : CHAIN.subList(1, 2)) {
            r = function.applyAsDouble(r);
        }
        return r * r;
    }

    static final Map<String, DoubleBinaryOperator> NAMED = new HashMap<>();

    static {
        NAMED.put("sum", (a, b) -> a + b);
        NAMED.put("product", (a, b) -> a * a * b);
        double k = Math.sqrt(4);
        NAMED.put("scaled", (a, b) -> k * a * b);
        NAMED.put("own", new DoubleBinaryOperator() {
            @Override
            public double applyAsDouble(double a, double b) {
                return a / b;
            }
        });
    }

    // run: named("sum", 3.0, 4.0) = 21.0, d = (10.0, 3.0)
    // run: named("product", 3.0, 4.0) = 108.0, d = (108.0, 27.0)
    // run: named("scaled", 3.0, 4.0) = 72.0, d = (48.0, 18.0)
    // run: named("own", 3.0, 4.0) = 2.25, d = (1.5, -0.5625)
    static double named(String name, double x, double y) {
        return x * NAMED.get(name).applyAsDouble(x, y);
    }

    /** What its objects fill themselves. */
    static class Model {
        private final List<DoubleUnaryOperator> steps = new ArrayList<>();
        private final Map<Integer, Supplier<DoubleUnaryOperator>> made = new LinkedHashMap<>();

        Model(double rate) {
            steps.add(t -> t * t);
            steps.add(t -> rate * t);
            made.put(1, () -> t -> t + rate);
        }

        double at(double x) {
            double r = x;
            for (int i = 0; i < steps.size(); i++) {
                r = steps.get(i).applyAsDouble(r);
            }
            return r;
        }
    }

    static final Model MODEL = new Model(3);

    // run: modelled(2.0) = 24.0, d = 36.0
    static double modelled(double x) {
        return MODEL.at(x) * x;
    }
}
