package boxes;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** In collections, streams and arrays of objects a box is an object like any other. */
class Unfollowed {
    // release: 8

    static double list(double x) {
        List<Double> list = new ArrayList<>();
        list.add(x * x); // refuse: NB0205
        return list.get(0);
    }

    static double mixed(double x) {
        Object either = x > 9 ? (DoubleUnaryOperator) t -> t * 2 : (Object) x;
        Object[] array = {null};
        array[0] = either; // refuse: NB0202
        return array[0] instanceof Double ? (Double) array[0] * x : x;
    }

    static double digits(double x) {
        Number n = new BigDecimal(x); // refuse: NB0201
        return n.doubleValue();
    }

    @SuppressWarnings({"deprecation", "removal"})
    static double text(double x) {
        return new Double(Double.toString(x)); // refuse: NB0204
    }

    static double added(double x) {
        DoubleAdder sum = new DoubleAdder();
        sum.add(x); // refuse: NB0201
        Number n = sum;
        return n.doubleValue();
    }

    static double map(double x) {
        Map<String, Double> map = new HashMap<>();
        map.put("x", x * x); // refuse: NB0205
        return map.get("x");
    }

    static double array(double x) {
        Double[] a = new Double[1];
        a[0] = x * x; // refuse: NB0205
        return a[0];
    }

    static double objects(double x) {
        Object[] a = {x * x}; // refuse: NB0205
        return (Double) a[0];
    }

    static double optional(double x) {
        return Optional.of(x * x).get(); // refuse: NB0201|NB0205
    }

    static double stream(double x) {
        return Stream.of(1.0, 2.0).map(y -> y * x).reduce(0.0, Double::sum); // refuse: NB0201
    }

    static double doubleStream(double x) {
        return DoubleStream.of(1, x).sorted().map(y -> y * x).sum(); // refuse: NB0201
    }

    static double outside(double x, Function<Double, Double> f) {
        return f.apply(x * x); // refuse: NB0201|NB0205
    }

    // run: inactive(3.0) = 9.0, d = 6.0
    static double inactive(double x) {
        List<Double> weights = Arrays.asList(1.0, 2.0);
        return weights.get(0) * x * x;
    }
}
