package shapes;

/** Active values that become text: for logs and messages, where they influence nothing. */
class Text {
    // release: 8

    // run: concatenated(3.0) = 9.0, d = 6.0
    static double concatenated(double x) {
        double r = x * x;
        String message = "x = " + x + ", r = " + r + '!'; // active: r // inactive: message x
        if (message.isEmpty()) {
            throw new IllegalStateException(message);
        }
        return r;
    }

    // run: printed(3.0) = 9.0, d = 6.0
    static double printed(double x) {
        double r = x * x;
        System.out.println(r);
        System.out.println("x = " + x);
        System.out.print(x);
        return r;
    }

    // run: built(3.0, 2.0) = 6.0, d = (2.0, 3.0)
    static double built(double x, double y) {
        StringBuilder log = new StringBuilder();
        double r = 1;
        log.append(r).append(' ');
        r *= x;
        log.append(r).append(' ');
        r *= y;
        log.append(r);
        System.out.println(log);
        return r;
    }

    // run: shown(3.0) = 9.0, d = 6.0
    static double shown(double x) {
        String text = Double.toString(x);
        String other = String.valueOf(x * x);
        System.out.println(text + other);
        return x * x;
    }
}
