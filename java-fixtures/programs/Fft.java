package programs;

/** The fast Fourier transform of SciMark: in place, on interleaved real and imaginary parts. */
class Fft {
    // release: 8

    private static void transform(double[] data, int direction) {
        int n = data.length / 2;
        if (n == 1) {
            return;
        }
        reverseBits(data);
        for (int half = 1; half < n; half *= 2) {
            double wReal = 1;
            double wImaginary = 0;
            double theta = 2.0 * direction * Math.PI / (2.0 * half);
            double s = Math.sin(theta);
            double t = Math.sin(theta / 2.0);
            double s2 = 2.0 * t * t;
            for (int b = 0; b < n; b += 2 * half) {
                butterfly(data, 2 * b, 2 * (b + half));
            }
            for (int a = 1; a < half; a++) {
                double real = wReal - s * wImaginary - s2 * wReal;
                double imaginary = wImaginary + s * wReal - s2 * wImaginary;
                wReal = real;
                wImaginary = imaginary;
                for (int b = 0; b < n; b += 2 * half) {
                    int i = 2 * (b + a);
                    int j = 2 * (b + a + half);
                    double z1Real = data[j];
                    double z1Imaginary = data[j + 1];
                    double wdReal = wReal * z1Real - wImaginary * z1Imaginary;
                    double wdImaginary = wReal * z1Imaginary + wImaginary * z1Real;
                    data[j] = data[i] - wdReal;
                    data[j + 1] = data[i + 1] - wdImaginary;
                    data[i] += wdReal;
                    data[i + 1] += wdImaginary;
                }
            }
        }
    }

    private static void butterfly(double[] data, int i, int j) {
        double real = data[j];
        double imaginary = data[j + 1];
        data[j] = data[i] - real;
        data[j + 1] = data[i + 1] - imaginary;
        data[i] += real;
        data[i + 1] += imaginary;
    }

    private static void reverseBits(double[] data) {
        int n = data.length / 2;
        for (int i = 0, j = 0; i < n - 1; i++) {
            if (i < j) {
                for (int k = 0; k < 2; k++) {
                    double t = data[2 * i + k];
                    data[2 * i + k] = data[2 * j + k];
                    data[2 * j + k] = t;
                }
            }
            int k = n >> 1;
            while (k <= j) {
                j -= k;
                k >>= 1;
            }
            j += k;
        }
    }

    private static double[] signal(double frequency, double decay, int n) {
        double[] data = new double[2 * n];
        for (int i = 0; i < n; i++) {
            double t = (double) i / n;
            data[2 * i] = Math.exp(-decay * t) * Math.cos(2 * Math.PI * frequency * t);
        }
        return data;
    }

    // The power at one frequency of a signal at another.
    // run: power(2.3, 0.7, 16, 3) = ~ 1e-12: 5.463517136527255, d = ~ 1e-12: (40.70484145617324, -1.4775131131481805)
    // run: power(0.4, 1.5, 8, 0) = ~ 1e-12: 6.58865783789672, d = ~ 1e-12: (-38.621670615200905, -1.142100105601031)
    static double power(double frequency, double decay, int n, int at) {
        double[] data = signal(frequency, decay, n);
        transform(data, -1);
        return data[2 * at] * data[2 * at] + data[2 * at + 1] * data[2 * at + 1];
    }

    // There, through a filter, and back.
    // run: filtered(2.3, 3.5, 16) = ~ 1e-12: 13.770337281476468, d = ~ 1e-12: (-14.063552970921208, 3.19737129912131)
    static double filtered(double frequency, double cutoff, int n) {
        double[] data = signal(frequency, 1, n);
        transform(data, -1);
        for (int i = 0; i < n; i++) {
            double f = Math.min(i, n - i) / cutoff;
            double gain = 1 / (1 + f * f);
            data[2 * i] *= gain;
            data[2 * i + 1] *= gain;
        }
        transform(data, 1);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double v = data[2 * i] / n;
            sum += (i + 1) * v * v;
        }
        return sum;
    }

    /** The same with tangents, by the definition of the Fourier transform. */
    static final class Reference {
        private final Twin[] real;
        private final Twin[] imaginary;

        Reference(Twin[] real, Twin[] imaginary) {
            this.real = real;
            this.imaginary = imaginary;
        }

        static Reference signal(Twin frequency, Twin decay, int n) {
            Twin[] re = Twin.of(new double[n]);
            for (int i = 0; i < n; i++) {
                double t = (double) i / n;
                re[i] = decay.times(-t).exp().times(frequency.times(2 * Math.PI * t).cos());
            }
            return new Reference(re, Twin.of(new double[n]));
        }

        Reference transformed(int direction) {
            int n = real.length;
            Twin[] re = Twin.of(new double[n]);
            Twin[] im = Twin.of(new double[n]);
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < n; i++) {
                    double c = Math.cos(2 * Math.PI * (i * k % n) / n);
                    double s = direction * Math.sin(2 * Math.PI * (i * k % n) / n);
                    re[k] = re[k].plus(real[i].times(c)).minus(imaginary[i].times(s));
                    im[k] = im[k].plus(real[i].times(s)).plus(imaginary[i].times(c));
                }
            }
            return new Reference(re, im);
        }

        static Twin spectrum(Twin frequency, Twin decay, int n, int at) {
            Reference r = signal(frequency, decay, n).transformed(-1);
            return r.real[at].times(r.real[at]).plus(r.imaginary[at].times(r.imaginary[at]));
        }

        static Twin smoothed(Twin frequency, Twin cutoff, int n) {
            Reference r = signal(frequency, Twin.of(1), n).transformed(-1);
            for (int i = 0; i < n; i++) {
                Twin f = Twin.of(Math.min(i, n - i)).over(cutoff);
                Twin gain = f.times(f).plus(1);
                r.real[i] = r.real[i].over(gain);
                r.imaginary[i] = r.imaginary[i].over(gain);
            }
            Twin[] back = r.transformed(1).real;
            Twin sum = Twin.of(0);
            for (int i = 0; i < n; i++) {
                sum = sum.plus(back[i].times(back[i]).times((i + 1.0) / n / n));
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        Twin.print("power(%s, %s, 16, 3)", p -> Reference.spectrum(p[0], p[1], 16, 3), 2.3, 0.7);
        Twin.print("power(%s, %s, 8, 0)", p -> Reference.spectrum(p[0], p[1], 8, 0), 0.4, 1.5);
        Twin.print("filtered(%s, %s, 16)", p -> Reference.smoothed(p[0], p[1], 16), 2.3, 3.5);
    }
}
