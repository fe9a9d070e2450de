package refusals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Arrays that were put where they are objects among others, before a derivative ran. */
class Kept {
    // release: 8

    /** Holds whatever it is given. */
    static class Holder<T> {
        private final T value;

        Holder(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }
    }

    private final double[] listed = new double[2];
    private final List<double[]> list = new ArrayList<>();
    private final double[] mapped = new double[2];
    private final Map<String, double[]> map = new HashMap<>();
    private final double[] held = new double[2];
    private final Holder<double[]> holder = new Holder<>(held);
    private final double[] inner = new double[2];
    private final Object[] objects = {inner};

    Kept() {
        list.add(listed);
        double[] same = mapped;
        map.put("a", same);
    }

    double fromList(double x) {
        listed[0] = x * x; return list.get(0)[0]; // refuse: NB0201|NB0203
    }

    double fromMap(double x) {
        mapped[0] = x * x; return map.get("a")[0]; // refuse: NB0201|NB0203
    }

    double fromHolder(double x) {
        held[0] = x * x; return holder.get()[0]; // refuse: NB0201|NB0203
    }

    double fromObjects(double x) {
        inner[0] = x * x; return ((double[]) objects[0])[0]; // refuse: NB0201|NB0203
    }
}
