package refusals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Functions that were made before the call, and touch what the method makes active, where none is given any of it. */
class Registered {
    // release: 8

    private double v;
    private double sum;
    private final List<Supplier<Double>> suppliers = new ArrayList<>();
    private final Optional<Runnable> hook = Optional.of(() -> v *= 2);
    private final Comparator<String> order = (a, b) -> {
        sum += v;
        return a.compareTo(b);
    };

    void register() {
        suppliers.add(() -> v * v);
    }

    double byBox(double x) {
        v = x;
        return suppliers.get(0).get() + x; // refuse: NB0201
    }

    double byHook(double x) {
        v = x;
        hook.ifPresent(Runnable::run); // refuse: NB0201
        return v; // refuse: NB0203
    }

    static double given;

    DoubleSupplier square() {
        return () -> given * given;
    }

    static double byParameter(DoubleSupplier supplier, double x) {
        given = x;
        return supplier.getAsDouble() + x; // refuse: NB0201
    }

    double byOrder(double x) {
        v = x;
        String[] names = {"b", "a"};
        Arrays.sort(names, order); // refuse: NB0201
        return sum + x; // refuse: NB0203
    }
}
