package programs;

/** Natural cubic splines: an object made from arrays, evaluated at active places. */
class Spline {
    // release: 8

    private final double[] x;
    private final double[] y;
    private final double[] curvature;

    Spline(double[] x, double[] y) {
        this.x = x;
        this.y = y;
        int n = x.length;
        curvature = new double[n];
        double[] diagonal = new double[n];
        for (int i = 1; i < n - 1; i++) {
            double left = x[i] - x[i - 1];
            double right = x[i + 1] - x[i];
            diagonal[i] = 2 * (left + right);
            curvature[i] = 6 * ((y[i + 1] - y[i]) / right - (y[i] - y[i - 1]) / left);
            if (i > 1) {
                double factor = left / diagonal[i - 1];
                diagonal[i] -= factor * left;
                curvature[i] -= factor * curvature[i - 1];
            }
        }
        for (int i = n - 2; i > 0; i--) {
            curvature[i] = (curvature[i] - (x[i + 1] - x[i]) * curvature[i + 1]) / diagonal[i];
        }
    }

    double at(double place) {
        int low = 0;
        int high = x.length - 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (x[middle] > place) {
                high = middle;
            } else {
                low = middle;
            }
        }
        double h = x[high] - x[low];
        double a = (x[high] - place) / h;
        double b = (place - x[low]) / h;
        double bend = (a * a * a - a) * curvature[low] + (b * b * b - b) * curvature[high];
        return a * y[low] + b * y[high] + bend * h * h / 6;
    }

    double integral() {
        double sum = 0;
        for (int i = 1; i < x.length; i++) {
            double h = x[i] - x[i - 1];
            sum += h * (y[i] + y[i - 1]) / 2 - h * h * h * (curvature[i] + curvature[i - 1]) / 24;
        }
        return sum;
    }

    // Only the place is active: the spline is a constant.
    // run: ofPlace(1.7) = ~ 1e-12: 3.858778176025488, d = ~ 1e-12: 0.11775388291517364
    // run: ofPlace(4.25) = ~ 1e-12: -0.844434488251691, d = ~ 1e-12: 3.2228195937873374
    static double ofPlace(double place) {
        double[] x = {0, 1, 2.5, 3, 4.5};
        double[] y = {1, 3, 2, -1, 0};
        return new Spline(x, y).at(place);
    }

    // The values and the knots are active, and so is the place.
    // run: ofEverything(1.3, 0.6, 1.9) = ~ 1e-12: 0.6176800723877083, d = ~ 1e-12: (-1.4969250905631943, -0.021918047817138797, -1.0143216880137396)
    static double ofEverything(double rate, double stretch, double place) {
        double[] x = new double[8];
        double[] y = new double[8];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * stretch + 0.05 * i * i;
            y[i] = Math.sin(rate * x[i]);
        }
        return new Spline(x, y).at(place);
    }

    // run: area(1.5, 0.2) = ~ 1e-12: 4.247638466917441, d = ~ 1e-12: (7.055224006558649, 4.221548114457419)
    static double area(double height, double shift) {
        double[] x = {0, 1 + shift, 2, 3 - shift, 4};
        double[] y = {0, height, 0.5, height * height, 1};
        Spline spline = new Spline(x, y);
        return spline.integral() * spline.at(2.2);
    }

    /** The same with tangents, the equations solved as a dense system. */
    static final class Reference {
        private final Twin[] x;
        private final Twin[] y;
        private final Twin[] m;

        Reference(Twin[] x, Twin[] y) {
            this.x = x;
            this.y = y;
            int n = x.length;
            m = Twin.of(new double[n]);
            Twin[][] a = new Twin[n][];
            for (int i = 0; i < n; i++) {
                a[i] = Twin.of(new double[n]);
                a[i][i] = Twin.of(1);
                if (i > 0 && i < n - 1) {
                    Twin left = x[i].minus(x[i - 1]);
                    Twin right = x[i + 1].minus(x[i]);
                    a[i][i - 1] = left;
                    a[i][i] = left.plus(right).times(2);
                    a[i][i + 1] = right;
                    m[i] = y[i + 1].minus(y[i]).over(right).minus(y[i].minus(y[i - 1]).over(left)).times(6);
                }
            }
            for (int c = 0; c < n; c++) {
                for (int i = 0; i < n; i++) {
                    if (i != c) {
                        Twin factor = a[i][c].over(a[c][c]);
                        for (int k = c; k < n; k++) {
                            a[i][k] = a[i][k].minus(factor.times(a[c][k]));
                        }
                        m[i] = m[i].minus(factor.times(m[c]));
                    }
                }
            }
            for (int i = 0; i < n; i++) {
                m[i] = m[i].over(a[i][i]);
            }
        }

        Twin at(Twin place) {
            int i = 0;
            while (i < x.length - 2 && x[i + 1].value <= place.value) {
                i++;
            }
            Twin h = x[i + 1].minus(x[i]);
            Twin t = place.minus(x[i]);
            Twin slope = y[i + 1].minus(y[i]).over(h).minus(h.times(m[i].times(2).plus(m[i + 1])).over(6));
            Twin cubic = m[i + 1].minus(m[i]).over(h.times(6));
            return y[i].plus(t.times(slope.plus(t.times(m[i].over(2).plus(t.times(cubic))))));
        }

        static Twin everything(Twin rate, Twin stretch, Twin place) {
            Twin[] x = new Twin[8];
            Twin[] y = new Twin[8];
            for (int i = 0; i < 8; i++) {
                x[i] = stretch.times(i).plus(0.05 * i * i);
                y[i] = rate.times(x[i]).sin();
            }
            return new Reference(x, y).at(place);
        }

        static Twin surface(Twin height, Twin shift) {
            Twin[] x = {Twin.of(0), shift.plus(1), Twin.of(2), shift.negated().plus(3), Twin.of(4)};
            Twin[] y = {Twin.of(0), height, Twin.of(0.5), height.times(height), Twin.of(1)};
            Reference r = new Reference(x, y);
            Twin sum = Twin.of(0);
            for (int i = 1; i < x.length; i++) {
                Twin h = x[i].minus(x[i - 1]);
                sum = sum.plus(h.times(y[i].plus(y[i - 1])).over(2));
                sum = sum.minus(h.times(h).times(h).times(r.m[i].plus(r.m[i - 1])).over(24));
            }
            return sum.times(r.at(Twin.of(2.2)));
        }
    }

    public static void main(String[] args) {
        Reference constant = new Reference(Twin.of(0, 1, 2.5, 3, 4.5), Twin.of(1, 3, 2, -1, 0));
        Twin.print("ofPlace(%s)", p -> constant.at(p[0]), 1.7);
        Twin.print("ofPlace(%s)", p -> constant.at(p[0]), 4.25);
        Twin.print("ofEverything(%s, %s, %s)", p -> Reference.everything(p[0], p[1], p[2]), 1.3, 0.6, 1.9);
        Twin.print("area(%s, %s)", p -> Reference.surface(p[0], p[1]), 1.5, 0.2);
    }
}
