package objects;

/** Objects that keep a text of their active value: what it says is lost, the value is not. */
class Labelled {
    private static String last = "";

    /** With a text that is made when the object is. */
    private static class Label {
        final double value;
        final String text;

        Label(double value) {
            this.value = value;
            this.text = "<" + value + ">";
        }

        double square() {
            return value * value;
        }
    }

    // run: labelled(3.0) = 9.0, d = 6.0
    static double labelled(double x) {
        return new Label(x).square();
    }

    static double readElsewhere(double x) {
        return Double.parseDouble(new Label(x).text.substring(1, 4)); // refuse: NB0204|NB0201
    }

    // run: noted(3.0) = 27.0, d = 27.0
    static double noted(double x) {
        double y = x * x;
        last = "at " + y;
        return y * x;
    }

    static double recalled(double x) {
        last = "" + x; return Double.parseDouble(last); // refuse: NB0203|NB0204
    }

    /** Adds numbers up, and writes them down. */
    private static class Journal {
        private final StringBuilder entries = new StringBuilder();
        private double sum;

        Journal add(double value) {
            sum += value;
            entries.append(value).append(' ');
            return this;
        }
    }

    // run: written(3.0) = 12.0, d = 7.0
    static double written(double x) {
        return new Journal().add(x).add(x * x).sum;
    }

    static double reread(double x) {
        return Double.parseDouble(new Journal().add(x).entries.toString()); // refuse: NB0201|NB0204
    }
}
