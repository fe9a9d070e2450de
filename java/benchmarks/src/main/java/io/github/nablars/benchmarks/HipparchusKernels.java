package io.github.nablars.benchmarks;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.FieldSinCos;

/**
 * The kernels over Hipparchus' numbers, as its users write them: doubles wherever nothing varies, sine and cosine together. One text
 * for {@code UnivariateDerivative1}, {@code Gradient} and {@code DerivativeStructure}; a JMH fork sees only one of them.
 */
final class HipparchusKernels {
    private static final double INVERSE_ROOT_2_PI = 0.3989422804014327;

    private HipparchusKernels() {}

    static <T extends CalculusFieldElement<T>> T blackScholes(T spot, T strike, T rate, T volatility, T time) {
        T deviation = volatility.multiply(time.sqrt());
        T d1 = spot.divide(strike).log().add(rate.add(volatility.multiply(volatility).multiply(0.5)).multiply(time)).divide(deviation);
        T d2 = d1.subtract(deviation);
        return spot.multiply(normal(d1)).subtract(strike.multiply(rate.multiply(time).negate().exp()).multiply(normal(d2)));
    }

    private static <T extends CalculusFieldElement<T>> T normal(T d) {
        T a = d.abs();
        T k = a.multiply(0.2316419).add(1.0).reciprocal();
        T p = k.multiply(1.330274429).add(-1.821255978).multiply(k).add(1.781477937).multiply(k).add(-0.356563782)
                .multiply(k).add(0.319381530).multiply(k);
        T tail = a.multiply(a).multiply(-0.5).exp().multiply(INVERSE_ROOT_2_PI).multiply(p);
        return d.getReal() >= 0.0 ? tail.negate().add(1.0) : tail;
    }

    static <T extends CalculusFieldElement<T>> T kepler(T meanAnomaly, T eccentricity) {
        T anomaly = meanAnomaly.add(eccentricity.multiply(meanAnomaly.sin()));
        for (int i = 0; i < 20; i++) {
            FieldSinCos<T> sinCos = anomaly.sinCos();
            T sine = sinCos.sin();
            T cosine = sinCos.cos();
            T residual = anomaly.subtract(eccentricity.multiply(sine)).subtract(meanAnomaly);
            T slope = eccentricity.multiply(cosine).negate().add(1.0);
            T delta = residual.divide(slope);
            anomaly = anomaly.subtract(delta);
            if (Math.abs(delta.getReal()) < 1e-12) {
                break;
            }
        }
        return anomaly;
    }

    static <T extends CalculusFieldElement<T>> T rungeKutta(T x, T v, T mu, int steps) {
        final double h = 0.05;
        for (int i = 0; i < steps; i++) {
            T a1 = acceleration(x, v, mu);
            T x2 = x.add(v.multiply(0.5 * h));
            T v2 = v.add(a1.multiply(0.5 * h));
            T a2 = acceleration(x2, v2, mu);
            T x3 = x.add(v2.multiply(0.5 * h));
            T v3 = v.add(a2.multiply(0.5 * h));
            T a3 = acceleration(x3, v3, mu);
            T x4 = x.add(v3.multiply(h));
            T v4 = v.add(a3.multiply(h));
            T a4 = acceleration(x4, v4, mu);
            x = x.add(v.add(v2.add(v3).multiply(2.0)).add(v4).multiply(h / 6.0));
            v = v.add(a1.add(a2.add(a3).multiply(2.0)).add(a4).multiply(h / 6.0));
        }
        return x;
    }

    private static <T extends CalculusFieldElement<T>> T acceleration(T x, T v, T mu) {
        return mu.multiply(x.multiply(x).negate().add(1.0)).multiply(v).subtract(x);
    }

    static <T extends CalculusFieldElement<T>> T horner(T x) {
        return x.multiply(0.196380615234375).add(-0.20947265625).multiply(x).add(0.2255859375).multiply(x).add(-0.24609375)
                .multiply(x).add(0.2734375).multiply(x).add(-0.3125).multiply(x).add(0.375).multiply(x).add(-0.5).multiply(x).add(1.0);
    }

    static <T extends CalculusFieldElement<T>> T logisticMap(T x, T r, int iterations) {
        for (int i = 0; i < iterations; i++) {
            x = r.multiply(x).multiply(x.negate().add(1.0));
        }
        return x;
    }

    static <T extends CalculusFieldElement<T>> T powerSeries(T x) {
        T term = x;
        T sum = x.add(1.0);
        for (int k = 2; k < 100; k++) {
            term = term.multiply(x).divide((double) k);
            sum = sum.add(term);
            if (Math.abs(term.getReal()) < 1e-16 * Math.abs(sum.getReal())) {
                break;
            }
        }
        return sum;
    }

    static <T extends CalculusFieldElement<T>> T sqrtLogPow(T x, T y) {
        T root = x.multiply(x).add(y).sqrt();
        T logarithm = x.multiply(y).add(1.0).log();
        return root.multiply(logarithm).add(x.pow(1.7).divide(y));
    }

    static <T extends CalculusFieldElement<T>> T piecewise(T x, T y) {
        T r;
        if (x.getReal() < -1.0) {
            r = x.multiply(x).multiply(y);
        } else if (x.getReal() < 0.5) {
            r = x.negate().add(1.0).multiply(y).add(x.multiply(x).multiply(x));
        } else if (y.getReal() > x.getReal()) {
            r = x.divide(y.add(1.0));
        } else {
            r = x.add(y.multiply(y)).sqrt();
        }
        return y.getReal() > 0.0 ? r.multiply(y.add(1.0)) : r.subtract(y);
    }

    static <T extends CalculusFieldElement<T>> T rosenbrock(T x, T y) {
        T a = x.negate().add(1.0);
        T b = y.subtract(x.multiply(x));
        return a.multiply(a).add(b.multiply(b).multiply(100.0));
    }

    static <T extends CalculusFieldElement<T>> T dampedOscillator(T time, T damping, T frequency) {
        return damping.multiply(time).negate().exp().multiply(frequency.multiply(time).cos());
    }

    static <T extends CalculusFieldElement<T>> T lennardJones(T distance, T sigma, T epsilon) {
        T s = sigma.divide(distance);
        T s2 = s.multiply(s);
        T s6 = s2.multiply(s2).multiply(s2);
        return epsilon.multiply(4.0).multiply(s6).multiply(s6.subtract(1.0));
    }

    static <T extends CalculusFieldElement<T>> T neuron(T x, T weight, T bias) {
        T h = weight.multiply(x).add(bias).tanh();
        return weight.multiply(h).add(bias).negate().exp().add(1.0).reciprocal().multiply(h);
    }

    static <T extends CalculusFieldElement<T>> T continuedFraction(T x, int depth) {
        T square = x.multiply(x);
        T f = square.multiply((double) (depth * depth) / (2 * depth + 1)).add(2.0 * depth - 1.0);
        for (int k = depth - 1; k >= 1; k--) {
            f = square.multiply((double) (k * k)).divide(f).add(2.0 * k - 1.0);
        }
        return x.divide(f);
    }

    static <T extends CalculusFieldElement<T>> T simpson(T from, T to, int intervals) {
        T h = to.subtract(from).divide((double) intervals);
        T sum = from.multiply(from).sin().divide(from.add(1.0));
        for (int i = 1; i <= intervals; i++) {
            T x = from.add(h.multiply((double) i));
            double weight = i == intervals ? 1.0 : (i & 1) == 1 ? 4.0 : 2.0;
            sum = sum.add(x.multiply(x).sin().multiply(weight).divide(x.add(1.0)));
        }
        return sum.multiply(h).divide(3.0);
    }

    static <T extends CalculusFieldElement<T>> T haversine(T latitude1, T longitude1, T latitude2, T longitude2) {
        T s = latitude2.subtract(latitude1).multiply(0.5).sin();
        T t = longitude2.subtract(longitude1).multiply(0.5).sin();
        T a = s.multiply(s).add(latitude1.cos().multiply(latitude2.cos()).multiply(t).multiply(t));
        return a.sqrt().asin().multiply(2.0 * 6371.0);
    }
}
