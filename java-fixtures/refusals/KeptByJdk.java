package refusals;

import java.io.IOException;
import java.io.OutputStream;
import java.text.FieldPosition;
import java.text.Format;
import java.text.MessageFormat;
import java.text.ParsePosition;
import java.util.Date;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.Objects;
import java.util.Observable;
import java.util.Observer;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/** Code of the program that objects of the JDK keep and call, or constructors of the JDK call: it has no tangents. */
class KeptByJdk {
    // release: 8

    static class Tank extends Observable {
        double level;

        void fill(double v) {
            level = v;
            setChanged();
            notifyObservers();
        }
    }

    static class Meter implements Observer {
        double total;

        @Override
        public void update(Observable tank, Object what) {
            total += ((Tank) tank).level;
        }
    }

    static class Watched {
        private final Tank tank = new Tank();
        private final Meter meter = new Meter();

        Watched() {
            tank.addObserver(meter);
        }

        double total(double x) {
            meter.total = 0;
            tank.fill(x * x);
            tank.fill(3 * x);
            return meter.total; // refuse: NB0203
        }
    }

    static class Counted {
        private double k;
        private final Logger log = Logger.getAnonymousLogger();

        Counted() {
            log.setUseParentHandlers(false);
            log.addHandler(
                    new Handler() {
                        @Override
                        public void publish(LogRecord record) {
                            k *= 2;
                        }

                        @Override
                        public void flush() {}

                        @Override
                        public void close() {}
                    });
        }

        double logged(double x) {
            k = x * x;
            log.info("a");
            return k; // refuse: NB0203
        }
    }

    static class Filtered {
        private double k;
        private final Logger log = Logger.getAnonymousLogger();

        Filtered() {
            Filter filter =
                    record -> {
                        k *= 2;
                        return false;
                    };
            log.setFilter(filter);
        }

        double logged(double x) {
            k = x * x;
            log.info("a");
            return k; // refuse: NB0203
        }
    }

    static class Checked {
        private double k;
        private final OutputStream sink =
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        k *= 2;
                    }
                };
        private final CheckedOutputStream out = new CheckedOutputStream(sink, new CRC32());

        double written(double x) throws IOException {
            k = x * x;
            out.write(7);
            return k; // refuse: NB0203
        }
    }

    static class Formatted {
        private double k;

        private class Out implements Appendable {
            @Override
            public Appendable append(CharSequence text) {
                k *= 2;
                return this;
            }

            @Override
            public Appendable append(char c) {
                k *= 2;
                return this;
            }

            @Override
            public Appendable append(CharSequence text, int from, int to) {
                k *= 2;
                return this;
            }
        }

        private final Formatter formatter = new Formatter(new Out());

        double formatted(double x) {
            k = x * x;
            formatter.format("%d", 3);
            return k; // refuse: NB0203
        }
    }

    static class Matched {
        private double k;

        private class Text implements CharSequence {
            @Override
            public int length() {
                return 1;
            }

            @Override
            public char charAt(int i) {
                k *= 2;
                return 'a';
            }

            @Override
            public CharSequence subSequence(int from, int to) {
                return this;
            }
        }

        private final Matcher matcher = Pattern.compile("[b]").matcher(new Text());

        double found(double x) {
            k = x * x;
            boolean found = matcher.find();
            return found ? 0 : k; // refuse: NB0203
        }
    }

    static class Message {
        private double k;

        private class Part extends Format {
            @Override
            public StringBuffer format(Object o, StringBuffer text, FieldPosition at) {
                k *= 2;
                return text;
            }

            @Override
            public Object parseObject(String text, ParsePosition at) {
                return null;
            }
        }

        private final MessageFormat message = new MessageFormat("{0}");

        Message() {
            message.setFormat(0, new Part());
        }

        double formatted(double x) {
            k = x * x;
            message.format(new Object[] {1});
            return k; // refuse: NB0203
        }
    }

    static class Closed {
        private double k;
        private final Stream<String> stream = Stream.of("a").onClose(() -> k *= 2);

        double closed(double x) {
            k = x * x;
            stream.close();
            return k; // refuse: NB0203
        }
    }

    static double cost;

    static class Stopped extends RuntimeException {
        Stopped(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            cost *= 0.5;
            return this;
        }
    }

    static double stopped(double x) {
        cost = x * x;
        RuntimeException stopped = new Stopped("too large");
        return stopped.getMessage() == null ? 0 : cost; // refuse: NB0203
    }

    static class Calendar extends GregorianCalendar {
        @Override
        protected void computeFields() {
            cost *= 0.5;
            super.computeFields();
        }
    }

    static double dated(double x) {
        cost = x * x;
        Date date = new Calendar().getTime();
        return date == null ? 0 : cost; // refuse: NB0203
    }

    static class Thrown implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            cost *= 2;
        }
    }

    static class Throwing extends Thread {
        @Override
        public void run() {
            throw new IllegalStateException();
        }
    }

    static double uncaught(double x) throws InterruptedException {
        cost = x * x;
        Thread thread = new Throwing();
        thread.setUncaughtExceptionHandler(new Thrown());
        thread.start();
        thread.join();
        return cost; // refuse: NB0203
    }

    static class Named extends Thread {
        @Override
        public String toString() {
            cost *= 2;
            return "t";
        }
    }

    private final Thread named = new Named();

    double named(double x) {
        cost = x * x;
        String text = "" + named; // refuse: NB0204
        return cost + text.length(); // refuse: NB0203
    }

    static class Whole extends Number {
        @Override
        public int intValue() {
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1;
        }

        @Override
        public double doubleValue() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            cost *= 2;
            return other == this;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private final Number whole = new Whole();

    double equal(double x) {
        cost = x * x;
        boolean equal = Objects.equals(whole, 1);
        return equal ? 0 : cost; // refuse: NB0203
    }

    static class Below {
        private double cost;
        private final TreeSet<Integer> all =
                new TreeSet<>(
                        (a, b) -> {
                            cost *= 1.5;
                            return a - b;
                        });
        private final SortedSet<Integer> low;

        Below() {
            all.add(1);
            all.add(2);
            all.add(5);
            low = all.headSet(4);
        }

        double size(double x) {
            cost = x * x;
            int n = low.size();
            return cost * n; // refuse: NB0203
        }

        double first(double x) {
            cost = x * x;
            int sum = 0;
            for (int i : low) {
                sum += i;
            }
            return cost * sum; // refuse: NB0203
        }
    }

    static class Place implements Comparable<Place> {
        private final int i;

        Place(int i) {
            this.i = i;
        }

        @Override
        public int compareTo(Place other) {
            cost *= 1.5;
            return i - other.i;
        }
    }

    static class Places {
        private final Set<Place> low;

        Places() {
            TreeSet<Place> all = new TreeSet<>();
            all.add(new Place(1));
            all.add(new Place(3));
            low = all.headSet(new Place(2));
        }

        double size(double x) {
            cost = x * x;
            int n = low.size();
            return cost * n; // refuse: NB0203
        }
    }

    static class Sorted extends TreeSet<Integer> {
        Sorted() {
            super(
                    (a, b) -> {
                        cost *= 1.5;
                        return a - b;
                    });
            add(1);
        }
    }

    private final Sorted sorted = new Sorted();

    double sorted(double x) {
        cost = x * x;
        boolean has = sorted.contains(1);
        return has ? cost : 0; // refuse: NB0203
    }

    static class Values extends Handler {
        double sum;

        @Override
        public void publish(LogRecord record) {
            sum += (Double) record.getParameters()[0];
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    static class Told {
        private final Values values = new Values();
        private final Logger log = Logger.getAnonymousLogger();

        Told() {
            log.setUseParentHandlers(false);
            log.addHandler(values);
        }

        double told(double x) {
            values.sum = 0;
            log.log(Level.INFO, "v = {0}", x * x); // refuse: NB0205
            return values.sum + x;
        }
    }
}
