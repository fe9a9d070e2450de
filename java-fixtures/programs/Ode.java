package programs;

/** Solvers for ordinary differential equations, with their state in fields: fixed and adaptive steps. */
class Ode {
    // release: 8

    private double gravity = 9.81;
    private double length = 1.5;

    /** The right hand side. */
    interface Equations {
        void slopes(double t, double[] y, double[] slopes);
    }

    /** A damped pendulum: angle and angular velocity. */
    static final class Pendulum implements Equations {
        private final double stiffness;
        private final double damping;

        Pendulum(double stiffness, double damping) {
            this.stiffness = stiffness;
            this.damping = damping;
        }

        @Override
        public void slopes(double t, double[] y, double[] slopes) {
            slopes[0] = y[1];
            slopes[1] = -stiffness * Math.sin(y[0]) - damping * y[1];
        }
    }

    /** Predator and prey, with a season. */
    static final class Populations implements Equations {
        private final double growth;
        private final double hunger;

        Populations(double growth, double hunger) {
            this.growth = growth;
            this.hunger = hunger;
        }

        @Override
        public void slopes(double t, double[] y, double[] slopes) {
            slopes[0] = y[0] * (growth * (1 + 0.2 * Math.sin(t)) - y[1]);
            slopes[1] = y[1] * (hunger * y[0] - 1);
        }
    }

    /** What the solvers share. */
    abstract static class Solver {
        final Equations equations;
        final double[] y;
        final double[][] k;
        private final double[] stage;
        double t;

        Solver(Equations equations, double[] start, int stages) {
            this.equations = equations;
            y = start.clone();
            k = new double[stages][start.length];
            stage = new double[start.length];
        }

        /** Evaluates the slopes where the earlier ones, with these weights, lead to. */
        void evaluate(int at, double h, double c, double... weights) {
            for (int i = 0; i < y.length; i++) {
                double sum = 0;
                for (int j = 0; j < weights.length; j++) {
                    sum += weights[j] * k[j][i];
                }
                stage[i] = y[i] + h * sum;
            }
            equations.slopes(t + c * h, stage, k[at]);
        }

        abstract void advance(double duration);
    }

    /** The classical fourth-order method. */
    static final class RungeKutta extends Solver {
        private final int steps;

        RungeKutta(Equations equations, double[] start, int steps) {
            super(equations, start, 4);
            this.steps = steps;
        }

        @Override
        void advance(double duration) {
            double h = duration / steps;
            for (int n = 0; n < steps; n++) {
                evaluate(0, h, 0);
                evaluate(1, h, 0.5, 0.5);
                evaluate(2, h, 0.5, 0, 0.5);
                evaluate(3, h, 1, 0, 0, 1);
                for (int i = 0; i < y.length; i++) {
                    y[i] += h / 6 * (k[0][i] + 2 * (k[1][i] + k[2][i]) + k[3][i]);
                }
                t += h;
            }
        }
    }

    /** Bogacki and Shampine's method: the error estimate chooses the steps. */
    static final class Adaptive extends Solver {
        private final double tolerance;
        private double h = 0.1;
        private int rejected;

        Adaptive(Equations equations, double[] start, double tolerance) {
            super(equations, start, 4);
            this.tolerance = tolerance;
        }

        @Override
        void advance(double duration) {
            double end = t + duration;
            while (t < end) {
                boolean last = t + h >= end;
                double step = last ? end - t : h;
                double error = attempt(step);
                h = step * Math.max(0.2, Math.min(3, 0.9 * Math.cbrt(tolerance / error)));
                if (error > tolerance) {
                    rejected++;
                    continue;
                }
                for (int i = 0; i < y.length; i++) {
                    y[i] += step * (2 * k[0][i] + 3 * k[1][i] + 4 * k[2][i]) / 9;
                }
                t = last ? end : t + step;
            }
        }

        private double attempt(double step) {
            evaluate(0, step, 0);
            evaluate(1, step, 0.5, 0.5);
            evaluate(2, step, 0.75, 0, 0.75);
            evaluate(3, step, 1, 2.0 / 9, 1.0 / 3, 4.0 / 9);
            double sum = 0;
            for (int i = 0; i < y.length; i++) {
                double e = step * (-5 * k[0][i] / 72 + k[1][i] / 12 + k[2][i] / 9 - k[3][i] / 8);
                sum += e * e;
            }
            return Math.sqrt(sum / y.length);
        }
    }

    // run: angle(1.2, 0.3, 2.0, 20) = ~ 1e-12: 0.1959594214742711, d = ~ 1e-12: (-0.3744225146660929, -0.19023604480064848, 2.114185063470624)
    // run: [length = 0.8] angle(-0.5, 0.1, 0.7, 12) = ~ 1e-12: 0.46685120296847105, d = ~ 1e-12: (-0.8979898393822722, -0.2099769421809587, 0.6654984341161034)
    double angle(double start, double damping, double duration, int steps) {
        Solver solver = new RungeKutta(new Pendulum(gravity / length, damping), new double[] {start, 0}, steps);
        solver.advance(duration);
        return solver.y[0] + 0.1 * solver.y[1];
    }

    // The steps themselves depend on the parameters.
    // run: population(1.1, 0.8, 1.5) = ~ 1e-12: 9.191782896787375, d = ~ 1e-12: (4.182563562490073, -5.803437542335118, -1.331428930982248)
    // run: population(3.0, 2.5, 2.0) = ~ 1e-12: 11.37396220911821, d = ~ 1e-12: (0.4828487148874776, -0.05099764250811486, -0.06278973087416444)
    static double population(double growth, double hunger, double start) {
        Adaptive solver = new Adaptive(new Populations(growth, hunger), new double[] {start, 0.5}, 1e-3);
        solver.advance(1.5);
        double middle = solver.y[0];
        solver.advance(1);
        return middle + solver.y[1] + solver.rejected;
    }

    /** The same with tangents, each method written out for its equations. */
    static final class Reference {
        private static Twin[] pendulum(Twin stiffness, Twin damping, Twin[] y) {
            return new Twin[] {y[1], stiffness.times(y[0].sin()).negated().minus(damping.times(y[1]))};
        }

        private static Twin[] populations(Twin growth, Twin hunger, Twin t, Twin[] y) {
            Twin season = t.sin().times(0.2).plus(1);
            return new Twin[] {y[0].times(growth.times(season).minus(y[1])), y[1].times(hunger.times(y[0]).minus(1))};
        }

        private static Twin[] moved(Twin[] y, Twin h, double[] weights, Twin[]... k) {
            Twin[] moved = y.clone();
            for (int i = 0; i < y.length; i++) {
                for (int j = 0; j < weights.length; j++) {
                    moved[i] = moved[i].plus(h.times(k[j][i].times(weights[j])));
                }
            }
            return moved;
        }

        static Twin swing(double stiffness, Twin start, Twin damping, Twin duration, int steps) {
            Twin s = Twin.of(stiffness);
            Twin h = duration.over(steps);
            Twin[] y = {start, Twin.of(0)};
            for (int n = 0; n < steps; n++) {
                Twin[] a = pendulum(s, damping, y);
                Twin[] b = pendulum(s, damping, moved(y, h, new double[] {0.5}, a));
                Twin[] c = pendulum(s, damping, moved(y, h, new double[] {0.5}, b));
                Twin[] d = pendulum(s, damping, moved(y, h, new double[] {1}, c));
                y = moved(y, h, new double[] {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}, a, b, c, d);
            }
            return y[0].plus(y[1].times(0.1));
        }

        static Twin grown(Twin growth, Twin hunger, Twin start) {
            Twin[] y = {start, Twin.of(0.5)};
            Twin t = Twin.of(0);
            Twin h = Twin.of(0.1);
            Twin middle = null;
            int rejected = 0;
            for (double end : new double[] {1.5, 2.5}) {
                while (t.value < end) {
                    boolean last = t.value + h.value >= end;
                    Twin step = last ? Twin.of(end).minus(t) : h;
                    Twin[] a = populations(growth, hunger, t, y);
                    Twin half = t.plus(step.times(0.5));
                    Twin[] b = populations(growth, hunger, half, moved(y, step, new double[] {0.5}, a));
                    Twin quarters = t.plus(step.times(0.75));
                    Twin[] c = populations(growth, hunger, quarters, moved(y, step, new double[] {0.75}, b));
                    Twin[] next = moved(y, step, new double[] {2 / 9.0, 3 / 9.0, 4 / 9.0}, a, b, c);
                    Twin[] d = populations(growth, hunger, t.plus(step), next);
                    Twin[] zero = Twin.of(0, 0);
                    Twin[] e = moved(zero, step, new double[] {-5 / 72.0, 1 / 12.0, 1 / 9.0, -1 / 8.0}, a, b, c, d);
                    Twin error = e[0].times(e[0]).plus(e[1].times(e[1])).over(2).sqrt();
                    Twin factor = Twin.of(1e-3).over(error).pow(1 / 3.0).times(0.9);
                    h = step.times(factor.value > 3 ? Twin.of(3) : factor.value < 0.2 ? Twin.of(0.2) : factor);
                    if (error.value > 1e-3) {
                        rejected++;
                    } else {
                        y = next;
                        t = last ? Twin.of(end) : t.plus(step);
                    }
                }
                middle = middle == null ? y[0] : middle;
            }
            return middle.plus(y[1]).plus(rejected);
        }
    }

    public static void main(String[] args) {
        Twin.print("angle(%s, %s, %s, 20)", p -> Reference.swing(9.81 / 1.5, p[0], p[1], p[2], 20), 1.2, 0.3, 2.0);
        Twin.print("[length = 0.8] angle(%s, %s, %s, 12)",
                p -> Reference.swing(9.81 / 0.8, p[0], p[1], p[2], 12), -0.5, 0.1, 0.7);
        Twin.print("population(%s, %s, %s)", p -> Reference.grown(p[0], p[1], p[2]), 1.1, 0.8, 1.5);
        Twin.print("population(%s, %s, %s)", p -> Reference.grown(p[0], p[1], p[2]), 3.0, 2.5, 2.0);
    }
}
