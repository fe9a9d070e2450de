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

    // A copy of what a list gives is lost as that is.
    static double copied(double x) {
        List<double[]> list = new ArrayList<>();
        list.add(new double[] {x, x * x}); // refuse: NB0201
        double[] copy = list.get(0).clone();
        return copy[1] + x;
    }

    static double copiedByArrays(double x) {
        List<double[]> list = new ArrayList<>();
        list.add(new double[] {x, x * x}); // refuse: NB0201
        return Arrays.copyOfRange(list.get(0), 1, 2)[0] + x;
    }

    // So is what is a row of an array of the program's.
    static double inRows(double x) {
        List<double[]> list = new ArrayList<>();
        list.add(new double[] {x, x * x}); // refuse: NB0201
        double[][] rows = {list.get(0), {1, 2}};
        return sum(rows[0]) + x;
    }

    static double copiedFromRow(double x) {
        List<double[]> list = new ArrayList<>();
        list.add(new double[] {x, x * x}); // refuse: NB0201
        double[][] rows = {list.get(0), {1, 2}};
        double[] to = new double[2];
        System.arraycopy(rows[0], 0, to, 0, 2);
        return to[1] + x;
    }

    static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    static class Cell<T> {
        final T value;

        Cell(T value) {
            this.value = value;
        }
    }

    static double inGeneric(double x) {
        Cell<double[]> cell = new Cell<>(new double[] {x, x * x}); // refuse: NB0201
        return cell.value.clone()[1] + x;
    }

    static double inObjects(double x) {
        Object[] all = {new double[] {x, x * x}}; // refuse: NB0201|NB0202
        return ((double[]) all[0]).clone()[1] + x;
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
