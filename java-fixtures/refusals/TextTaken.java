package refusals;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.StreamTokenizer;
import java.nio.CharBuffer;
import java.util.Formattable;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Text that is copied into arrays or read as it is written, and functions and handlers that are asked for text, or are given it. */
class TextTaken {
    static double chars(double x) {
        String text = Double.toString(x); // refuse: NB0204
        char[] digits = new char[text.length()];
        text.getChars(0, digits.length, digits, 0);
        return digits[2] - '0';
    }

    static double formatted(double x) {
        double[] kept = {0};
        Formattable number = (f, a, b, c) -> kept[0] = x * x; // refuse: NB0201
        String.format("%s", number); // refuse: NB0204
        return kept[0];
    }

    static double joined(double x) {
        Iterable<String> parts = () -> List.of(Double.toString(x)).iterator();
        return Double.parseDouble(String.join(",", parts)); // refuse: NB0204
    }

    private static final class Reads extends Handler {
        private double read;

        @Override
        public void publish(LogRecord record) {
            read = Double.parseDouble(record.getMessage());
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    }

    static double logged(double x) {
        Logger log = Logger.getAnonymousLogger();
        Reads reads = new Reads();
        log.addHandler(reads);
        log.info(Double.toString(x)); // refuse: NB0204
        return reads.read;
    }

    static double filtered(double x) {
        Logger log = Logger.getAnonymousLogger();
        double[] kept = {0};
        log.setFilter(record -> { // refuse: NB0201
            kept[0] = x * x;
            return false;
        });
        log.info(""); // refuse: NB0201
        return kept[0];
    }

    static double printed(double x) {
        double[] kept = {0};
        Formattable number = (f, a, b, c) -> kept[0] = x * x; // refuse: NB0201
        System.out.printf("%s", number);
        return kept[0];
    }

    static double piped(double x) throws IOException {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out);
        byte[] digits = new byte[30];
        PrintStream print = new PrintStream(out);
        print.print(x); // refuse: NB0204
        print.flush(); // refuse: NB0204
        in.read(digits); // refuse: NB0201
        return digits[2] - '0';
    }

    static double tokenised(double x) throws IOException {
        PipedOutputStream out = new PipedOutputStream();
        StreamTokenizer tokens = new StreamTokenizer(new InputStreamReader(new PipedInputStream(out)));
        PrintStream print = new PrintStream(out);
        print.print(x); // refuse: NB0204
        print.close(); // refuse: NB0204
        tokens.nextToken();
        return tokens.nval;
    }

    static double wrapped(double x) {
        StringBuilder text = new StringBuilder("          ");
        CharBuffer digits = CharBuffer.wrap(text);
        text.insert(0, x); // refuse: NB0204
        return digits.get(2) - '0';
    }

    static double iterated(double x) {
        StringBuilder text = new StringBuilder();
        PrimitiveIterator.OfInt digits = text.chars().iterator();
        text.append(x); // refuse: NB0204
        return digits.nextInt() - '0';
    }
}
