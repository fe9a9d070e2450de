package objects;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Functions in collections that captured integers and text beside active values. */
class CapturedNumbers {
    // release: 8

    // run: number(3.0, 4) = 36.0, d = 24.0
    static double number(double x, int n) {
        List<DoubleUnaryOperator> all = new ArrayList<>();
        all.add(a -> a * x * n);
        return all.get(0).applyAsDouble(x);
    }

    // run: several(0.0) = 0.0, d = 4.0
    static double several(double x) {
        List<DoubleUnaryOperator> all = new ArrayList<>();
        all.add(Math::sin);
        for (int i = 1; i < 3; i++) {
            int k = i;
            all.add(a -> a + k * x);
        }
        double r = x;
        for (DoubleUnaryOperator f : all) {
            r = f.applyAsDouble(r);
        }
        return r;
    }

    // run: text(3.0, 4) = 36.0, d = 24.0
    static double text(double x, int n) {
        String name = "abcdefgh".substring(n);
        List<DoubleUnaryOperator> all = new ArrayList<>();
        all.add(a -> a * x * name.length());
        return all.get(0).applyAsDouble(x);
    }
}
