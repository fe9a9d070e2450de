import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Code of all sorts. What is between "again" and "end" is there several times when it is compiled. */
public class Sample extends Above implements Beside {
    private static final StringBuilder TEXT = new StringBuilder();
    private int state = 3;

    record Pair(double first, double second) {}

    public static void main(String[] arguments) {
        for (int n = -3; n < 12; n++) {
            Sample sample = new Sample();
            print("loops", loops(n, new double[] {n, 0.5, 2.25, -1}));
            print("handlers", sample.handlers(n, n % 4 == 0 ? null : "value" + n));
            print("objects", sample.objects(n, new Pair(n * 0.5, 3), List.of("a", "bc", "def")));
            print("expression", expression(n, n * 0.25, n + 7L, n * 0.5f));
            print("switches", switches(n, "k" + n % 5));
            print("besides", sample.besides(n));
            print("twice", sample.twice(n));
            print("state", sample.state);
        }
        System.out.print(TEXT);
    }

    private static void print(String name, Object value) {
        TEXT.append(name).append(' ').append(value).append('\n');
    }

    static double loops(int n, double[] values) {
        double sum = 0;
        double product = 1;
        float narrow = 0.5f;
        long bits = 1;
        boolean odd = false;
        byte[] bytes = {1, 2, 3, 4};
        char letter = 'a';
        // again
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < values.length; j++) {
                if (i == 5 && j == 2) {
                    continue outer;
                }
                if (sum > 1e6) {
                    break outer;
                }
                sum += values[j] * i - product / (1 + j);
                product = product * 0.5 + values[(i + j) % values.length];
                narrow = narrow * 0.25f + (float) sum;
                bits = bits * 31 + j + (bits >>> 7);
                odd ^= (i & 1) == 1;
                bytes[j] += (byte) i;
                letter++;
            }
            while (product > 2) {
                product -= 0.75;
                bits ^= Double.doubleToLongBits(product);
                sum = sum + 0.125 * product - (odd ? 1 : 2);
            }
        }
        // end
        int total = 0;
        for (byte b : bytes) {
            total += b;
        }
        return sum + product + narrow + bits % 1000 + total + letter + (odd ? 1 : 0);
    }

    String handlers(int n, String text) {
        String result = null;
        int count = 0;
        int[] steps = new int[4];
        Object lock = this;
        // again
        try {
            try {
                count = text.length() + n;
                steps[n] = count * 3;
                result = "in " + steps[n] + " of " + text;
            } catch (NullPointerException e) {
                result = "null " + n;
                count = -n;
            } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException e) {
                result = "range " + n + (text == null ? "" : text);
                count += 100;
            }
            synchronized (lock) {
                state += count;
                steps[0] = state * 2 + steps[1] * 3 + steps[2] * 5;
                steps[3] = steps[0] - state + count * 7;
            }
            if (n == 7) {
                throw new IllegalStateException("seven " + result);
            }
            for (int i = 0; i < 4; i++) {
                try {
                    steps[i] = 100 / (n - i) + steps[i];
                } catch (ArithmeticException e) {
                    steps[i] = -1;
                } finally {
                    count++;
                }
            }
        } catch (IllegalStateException e) {
            return e.getMessage() + count;
        } finally {
            state--;
        }
        // end
        return result + ' ' + count + ' ' + steps[0] + ' ' + steps[1] + ' ' + steps[2] + ' ' + steps[3];
    }

    Object objects(int n, Pair pair, List<String> texts) {
        Pair sum = new Pair(pair.first() + n, n > 3 ? pair.second() : pair.first() * 2);
        Pair product = new Pair(sum.first() * pair.first(), sum.second() * pair.second());
        List<Object> all = new ArrayList<>();
        String text = n > 2 ? texts.get(n % 3) : null;
        Object nothing = null;
        int base = n;
        double[][] rows = new double[3][2];
        IntUnaryOperator add = k -> k + base + twice(k);
        // again
        for (String each : texts) {
            all.add(each + add.applyAsInt(each.length()));
            text = text == null ? each : text + each.charAt(0);
            if (nothing == null && n > 5) {
                nothing = new Pair(n, each.length());
            }
        }
        rows[0][1] = sum.first();
        rows[1] = new double[] {product.first(), product.second()};
        rows[2][0] = nothing instanceof Pair p ? p.first() : rows[1][0] + state;
        sum = new Pair(rows[0][1] + rows[1][0], rows[1][1] - rows[2][0]);
        all.add(sum);
        all.add(product);
        all.add(text);
        all.add(nothing);
        // end
        return all;
    }

    static double expression(int n, double x, long l, float f) {
        double y = 0.5;
        // again
        y = y * 0.5 + x * 1.5 + Math.sin(x + n) * (l % 5) - (f > 1 ? x * f : x - f) + (n > 2 ? l * 2 : l - n)
                + Math.max(x, n * 0.5) * Math.min(l, n) - (x + 1) * (x + 2) * (x + 3) / (1 + x * x)
                + (n & 3) * (l << 2) + (n == 4 ? Math.exp(x) : Math.cos(x) * (f + 1)) - (x - 1) * (l + n)
                + Math.abs(n - l) * (x * x + f * f) - new Pair(x + n, l * f).second() * (n > 5 ? 1 : 2);
        // end
        return y;
    }

    static long switches(int n, String key) {
        long result = n;
        // again
        for (int i = 0; i < 6; i++) {
            switch ((i + n) % 4) {
                case 0:
                    result = result * 3 + i;
                    result ^= result >>> 3;
                    break;
                case 1:
                    result += key.length() * 7L + i * 5L;
                    result = result << 1;
                case 2:
                    result -= i;
                    result = result * 31 + n;
                    break;
                default:
                    if (result > 1000000) {
                        return result - n;
                    }
                    result += 11;
            }
            switch (key) {
                case "k1" -> result += 1;
                case "k2" -> result += 2 * i;
                case "k3" -> {
                    result = result * 7 - i;
                    result ^= n;
                }
                default -> result -= 3;
            }
        }
        // end
        return result;
    }

    @Override
    int twice(int x) {
        int more = super.twice(x) + state * 3 - x * 7 + (x > 2 ? state : x);
        state = more * 5 - super.twice(state + x) + more / 3 + x % 5;
        // again
        more = more * 31 + state - super.twice(more) + x * (state - more);
        state = state % 1000;
        // end
        return more + super.twice(more % 100) - state * 2;
    }
}

class Above {
    int twice(int x) {
        return 2 * x;
    }
}

interface Beside {
    default long besides(int n) {
        long a = n;
        long b = n + 1L;
        long c = a * b - 7;
        // again
        a = a * 31 + (b ^ c) + (a << 3) - (b >>> 2);
        b = b * 17 - (a | c) + (c << 2) + (a >> 1);
        c = c * 13 + (a & b) - (b << 1) + (a >>> 5);
        a = a * 31 + (b ^ c) + (a << 3) - (b >>> 2);
        b = b * 17 - (a | c) + (c << 2) + (a >> 1);
        // end
        return a + b * 3 + c * 5 + extra(n);
    }

    private int extra(int n) {
        return n * n;
    }
}
