package arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where arrays go on ways that tangents cannot follow. */
class Unknown {
    // release: 8

    static double sorted(double x) {
        double[] a = {3, x, 1}; Arrays.parallelSort(a); return a[1]; // refuse: NB0201|NB0202
    }

    static double streamed(double x) {
        double[] a = {x, x * x}; return Arrays.stream(a).skip(1).sum(); // refuse: NB0201|NB0202
    }

    static double inList(double x) {
        List<double[]> list = new ArrayList<>();
        list.add(new double[] {x}); return list.get(0)[0]; // refuse: NB0201|NB0202|NB0205
    }

    static double byReflection(double x) {
        double[] a = {x}; java.lang.reflect.Array.setDouble(a, 0, x * x); return a[0]; // refuse: NB0201|NB0202
    }

    // The same library methods are no trouble with arrays that are not active.
    // run: inactive(3.0) = 18.0, d = 6.0
    static double inactive(double x) {
        double[] weights = {3, 1, 2};
        Arrays.sort(weights);
        List<double[]> list = new ArrayList<>();
        list.add(weights);
        return x * Arrays.stream(list.get(0)).sum();
    }
}
