package arrays;

/** Elements of scratch arrays: stored, read back, overwritten, counted up. */
class Elements {
    // release: 8

    // run: storedAndRead(3.0) = 18.0, d = 12.0
    static double storedAndRead(double x) {
        double[] a = new double[2];
        a[0] = x * x;
        a[1] = 2;
        return a[0] * a[1];
    }

    // run: initialiser(2.0) = 20.0, d = 20.0
    static double initialiser(double x) {
        double[] a = {x, 2 * x, 3, x * x};
        return a[0] * a[1] + a[2] * a[3];
    }

    // An element nobody stored is zero, and so is its tangent.
    // run: neverStored(3.0) = 3.0, d = 1.0
    static double neverStored(double x) {
        double[] a = new double[3];
        a[0] = x;
        return a[0] + a[1] * x + a[2];
    }

    // A constant takes the place of an active value.
    // run: overwritten(3.0) = 21.0, d = 7.0
    static double overwritten(double x) {
        double[] a = new double[1];
        a[0] = x * x;
        a[0] = 7;
        return a[0] * x;
    }

    // run: overwrittenSometimes(3.0, 0) = 27.0, d = 27.0
    // run: overwrittenSometimes(3.0, 1) = 21.0, d = 7.0
    static double overwrittenSometimes(double x, int n) {
        double[] a = {x * x};
        if (n > 0) {
            a[0] = 7;
        }
        return a[0] * x;
    }

    // What was read stays what it was when the element changes.
    // run: readBeforeStore(3.0) = 34.0, d = 28.0
    static double readBeforeStore(double x) {
        double[] a = {x};
        double before = a[0];
        a[0] = x * x;
        double between = before * a[0];
        a[0] = 4;
        return before + between + a[0];
    }

    // The element is a factor of a product that is needed later.
    // run: factorOverwritten(3.0) = 54.0, d = 36.0
    static double factorOverwritten(double x) {
        double[] a = {x, 5};
        double r = a[0] * x;
        double s = a[1] * r;
        a[0] = 100;
        return s + r;
    }

    // run: indexMovesOn(2.0) = 16.0, d = 16.0
    static double indexMovesOn(double x) {
        double[] a = {x, 3 * x, x * x};
        int i = 0;
        double first = a[i];
        i++;
        double second = a[i];
        i++;
        return first * second + a[i];
    }

    // run: arrayMovesOn(2.0) = 24.0, d = 36.0
    static double arrayMovesOn(double x) {
        double[] a = {x * x};
        double t = a[0];
        a = new double[] {3 * x};
        return t * a[0];
    }

    // run: sameIndexTwice(3.0, 1, 1) = 6.0, d = 2.0
    // run: sameIndexTwice(3.0, 0, 1) = 12.0, d = 7.0
    static double sameIndexTwice(double x, int i, int j) {
        double[] a = new double[2];
        a[i] = x * x;
        a[j] = x;
        return a[i] + a[j];
    }

    // run: addedTo(3.0) = 34.5, d = 21.0
    static double addedTo(double x) {
        double[] a = {x, 1};
        a[0] += x * x;
        a[1] += 2 * a[0];
        a[0] -= 1;
        a[1] *= 2;
        a[1] /= 4;
        return 2 * a[0] + a[1];
    }

    // run: addedInLoop(2.0, {0, 2, 1, 2, 2}) = 39.0, d = 57.0
    static double addedInLoop(double x, int[] where) {
        double[] a = new double[3];
        double power = 1;
        for (int i : where) {
            a[i] += power;
            power *= x;
        }
        return a[0] + 3 * a[1] + a[2];
    }

    // run: chainedAssignment(3.0) = 27.0, d = 18.0
    static double chainedAssignment(double x) {
        double[] a = new double[2];
        double y = a[0] = a[1] = x * x;
        return y + a[0] + a[1];
    }

    // run: valueOfCompound(3.0) = 144.0, d = 168.0
    static double valueOfCompound(double x) {
        double[] a = {x};
        double y = a[0] += x * x;
        return y * a[0];
    }

    // run: countedUp(3.0) = 15.0, d = 8.0
    static double countedUp(double x) {
        double[] a = {x};
        double old = a[0]++;
        double now = ++a[0];
        return old * now;
    }

    // run: indexCountedUp(2.0) = 14.0, d = 17.0
    static double indexCountedUp(double x) {
        double[] a = new double[3];
        int i = 0;
        a[i++] = x;
        a[i++] += x * x;
        a[i] = a[--i] * a[--i];
        return a[0] + a[1] + a[2];
    }

    // run: swapped(3.0) = 24.0, d = 8.0
    static double swapped(double x) {
        double[] a = {x, 7};
        double t = a[0];
        a[0] = a[1];
        a[1] = t;
        return a[0] * x + a[1];
    }

    // run: partialSums(2.0) = 63.0, d = 129.0
    static double partialSums(double x) {
        double[] a = new double[6];
        a[0] = 1;
        for (int i = 1; i < a.length; i++) {
            a[i] = a[i - 1] * x + 1;
        }
        return a[5];
    }

    // run: polynomialTable(2.0, 5) = 63.0, d = 129.0
    static double polynomialTable(double x, int n) {
        double[] powers = new double[n + 1];
        powers[0] = 1;
        for (int i = 1; i <= n; i++) {
            powers[i] = powers[i - 1] * x;
        }
        double sum = 0;
        for (double p : powers) {
            sum += p;
        }
        return sum;
    }

    // run: ternaryIndex(3.0, true) = 9.0, d = 6.0
    // run: ternaryIndex(3.0, false) = 6.0, d = 2.0
    static double ternaryIndex(double x, boolean first) {
        double[] a = {x * x, 2 * x};
        return a[first ? 0 : 1];
    }

    // The index is the integer part of an active value.
    // run: indexOfValue(2.5) = 7.5, d = 3.0
    static double indexOfValue(double x) {
        double[] a = {1, 2, 3, 4};
        return x * a[(int) x]; // warn: NB0304
    }

    // run: length(3.0) = 12.0, d = 4.0
    static double length(double x) {
        double[] a = new double[4];
        a[3] = x;
        return a[3] * a.length;
    }

    // run: manyElements(0.5) = 1.0, d = ~ 1e-14: 2.0
    static double manyElements(double x) {
        double[] a = new double[1000];
        a[0] = 0.5;
        for (int i = 1; i < a.length; i++) {
            a[i] = x * a[i - 1];
        }
        double sum = 0;
        for (int i = a.length - 1; i >= 0; i--) {
            sum += a[i];
        }
        return sum;
    }
}
