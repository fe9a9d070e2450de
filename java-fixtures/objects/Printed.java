package objects;

import java.util.Random;

/** What is printed, logged or said in an exception is not read again: what is computed beside it is followed. */
class Printed {
    // release: 8

    private static class Held {
        private final double x;
        private String said = "nothing";

        Held(double x) {
            this.x = x;
        }

        double square() {
            if (Double.isNaN(x)) {
                throw new IllegalStateException("no square of " + x);
            }
            return x * x;
        }

        void say() {
            said = String.format("%.3f", x);
        }
    }

    private static void log(String text) {
        if (text.isEmpty()) {
            System.out.println(text);
        }
    }

    // run: joined(3.0) = 9.0, d = 6.0
    static double joined(double x) {
        Held held = new Held(x);
        log("x = " + x);
        return held.square();
    }

    // run: printed(-3.0) = 9.0, d = -6.0
    static double printed(double x) {
        Held held = new Held(x);
        if (x > 1e9) {
            System.out.println("large: " + held.x);
            System.out.printf("%f %s%n", x, held.said);
        }
        return held.square();
    }

    // run: built(2.0) = 12.0, d = 12.0
    static double built(double x) {
        Held held = new Held(x);
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 2; i++) {
            text.append(i).append(": ").append(i * x).append('\n');
            held = new Held(held.x + (i - 1) * x);
        }
        log(text.toString());
        return held.square() - x * x;
    }

    // run: drawn(2.0) = 4.0, d = 4.0
    static double drawn(double x) {
        Random random = new Random(1);
        Held held = new Held(x);
        log("x = " + x);
        double noise = random.nextDouble();
        return text(x).length() > 2 ? held.square() * Math.signum(noise) : x;
    }

    private static String text(double x) {
        return "<" + x + ">";
    }
}
