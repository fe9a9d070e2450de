package functions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Functions that a constructor put into collections: those that know nothing of what is active run as they are. */
class Registered {
    // release: 8

    interface Term {
        double at(double t);
    }

    private final Map<String, Term> terms = new HashMap<>();
    private final List<Term> list = new ArrayList<>();
    private double scale = 2;

    Registered() {
        terms.put("scaled", t -> scale * t);
        list.add(t -> t * t);
        list.add(Math::abs);
    }

    // run: byName(3.0) = 36.0, d = 12.0
    double byName(double x) {
        return terms.get("scaled").at(6) * x;
    }

    // run: [scale = 0.5] byList(3.0) = 17.625, d = 5.875
    double byList(double x) {
        double sum = terms.get("scaled").at(-5) + 5;
        for (int i = 0; i < list.size(); i++) {
            sum += list.get(i).at(sum - 4.5) - 0.5 * sum + 1;
        }
        return sum * x;
    }
}
