package programs;

/** Prices of options: a tree that may be exercised early, and an integral over complex numbers. */
class Pricing {
    record Complex(double re, double im) {
        static final Complex I = new Complex(0, 1);
        static final Complex ONE = new Complex(1, 0);

        Complex plus(Complex o) {
            return new Complex(re + o.re, im + o.im);
        }

        Complex minus(Complex o) {
            return new Complex(re - o.re, im - o.im);
        }

        Complex times(Complex o) {
            return new Complex(re * o.re - im * o.im, re * o.im + im * o.re);
        }

        Complex times(double k) {
            return new Complex(re * k, im * k);
        }

        Complex over(Complex o) {
            double q = o.re * o.re + o.im * o.im;
            return new Complex((re * o.re + im * o.im) / q, (im * o.re - re * o.im) / q);
        }

        Complex exp() {
            double e = Math.exp(re);
            return new Complex(e * Math.cos(im), e * Math.sin(im));
        }

        Complex log() {
            return new Complex(Math.log(Math.hypot(re, im)), Math.atan2(im, re));
        }

        Complex sqrt() {
            double m = Math.sqrt(Math.hypot(re, im)), a = Math.atan2(im, re) / 2;
            return new Complex(m * Math.cos(a), m * Math.sin(a));
        }
    }

    record Model(double s, double v0, double kappa, double theta, double sigma, double rho) {
        Complex characteristic(Complex u, double r, double t) {
            Complex iu = Complex.I.times(u);
            Complex a = iu.times(-rho * sigma).plus(new Complex(kappa, 0));
            Complex d = a.times(a).plus(iu.plus(u.times(u)).times(sigma * sigma)).sqrt();
            Complex g = a.minus(d).over(a.plus(d));
            Complex e = d.times(-t).exp();
            Complex rest = Complex.ONE.minus(g.times(e));
            Complex grown = rest.over(Complex.ONE.minus(g)).log().times(2);
            Complex drift = a.minus(d).times(t).minus(grown).times(kappa * theta / (sigma * sigma));
            Complex level = a.minus(d).times(1 / (sigma * sigma)).times(Complex.ONE.minus(e).over(rest));
            return iu.times(r * t + Math.log(s)).plus(drift).plus(level.times(v0)).exp();
        }
    }

    // Heston's model of a call; the values are those of 40 digits.
    // run: heston(100.0, 98.0, 0.04, 1.5, 0.05, 0.4, -0.6) = ~ 1e-12: 8.7508415021043669, d = ~ 1e-10: (0.68036279042893956, -0.60495344429377131, 46.233185260630572, 0.25355646947674739, 32.166476921271196, -1.3101498796795191, -0.085650225035528652)
    static double heston(
            double s, double k, double v0, double kappa, double theta, double sigma, double rho) {
        double r = 0.02, t = 0.75, first = 0, second = 0, h = 0.25;
        Model model = new Model(s, v0, kappa, theta, sigma, rho);
        Complex norm = model.characteristic(new Complex(0, -1), r, t);
        for (double x = h / 2; x < 60; x += h) {
            Complex strike = new Complex(0, -x * Math.log(k)).exp();
            Complex ix = new Complex(0, x);
            Complex shifted = model.characteristic(new Complex(x, -1), r, t);
            first += strike.times(shifted).over(ix.times(norm)).re() * h;
            second += strike.times(model.characteristic(new Complex(x, 0), r, t)).over(ix).re() * h;
        }
        return s * (0.5 + first / Math.PI) - k * Math.exp(-r * t) * (0.5 + second / Math.PI);
    }

    // A put on a binomial tree.
    // run: put(100.3, 104.7, 0.045, 0.23, 1.1) = ~ 1e-12: 10.042465672864422, d = ~ 1e-10: (-0.48088023986091604, 0.55658790573939158, -40.493034331488939, 40.905832236097476, 2.6199856020310977)
    static double put(double s, double k, double r, double vol, double t) {
        int n = 40;
        double dt = t / n, up = Math.exp(vol * Math.sqrt(dt)), down = 1 / up;
        double p = (Math.exp(r * dt) - down) / (up - down), discount = Math.exp(-r * dt);
        double[] v = new double[n + 1];
        for (int i = 0; i <= n; i++) {
            v[i] = Math.max(k - s * Math.pow(up, 2 * i - n), 0);
        }
        for (int step = n - 1; step >= 0; step--) {
            for (int i = 0; i <= step; i++) {
                double kept = discount * (p * v[i + 1] + (1 - p) * v[i]);
                v[i] = Math.max(kept, k - s * Math.pow(up, 2 * i - step));
            }
        }
        return v[0];
    }
}
