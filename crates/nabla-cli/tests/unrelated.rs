//! Functions that the JDK has, and those that are made of its methods, are not what is called by other interfaces.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "demo/Model.java",
    r#"
package demo;

import java.util.function.DoubleUnaryOperator;

public class Model {
    interface Rates {
        void slopes(double[] y, double[] into);
    }

    abstract static class Solver {
        abstract double[] step(Rates rates, double[] y);

        double[] solve(Rates rates, double[] y, int steps) {
            for (int i = 0; i < steps; i++) {
                y = step(rates, y);
            }
            return y;
        }
    }

    /** What the rates give is in a field. */
    static class Euler extends Solver {
        private double[] slopes;

        @Override
        double[] step(Rates rates, double[] y) {
            if (slopes == null) {
                slopes = new double[y.length];
            }
            rates.slopes(y, slopes);
            double[] next = new double[y.length];
            for (int i = 0; i < y.length; i++) {
                next[i] = y[i] + 0.5 * slopes[i];
            }
            return next;
        }
    }

    static class Scaled implements DoubleUnaryOperator {
        private final double factor;

        Scaled(double factor) {
            this.factor = factor;
        }

        @Override
        public double applyAsDouble(double t) {
            return factor * t;
        }
    }

    static class Decay implements Rates {
        private final DoubleUnaryOperator rate;

        Decay(DoubleUnaryOperator rate) {
            this.rate = rate;
        }

        @Override
        public void slopes(double[] y, double[] into) {
            into[0] = -y[0] * rate.applyAsDouble(2);
            into[1] = y[0];
        }
    }

    public static double decay(double x) {
        return new Euler().solve(new Decay(new Scaled(x)), new double[] {1, 0}, 3)[1];
    }
}
"#,
);
/// Nothing of it is called.
const UNRELATED: (&str, &str) = (
    "demo/Unrelated.java",
    r#"
package demo;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

class Unrelated {
    static Map<String, Integer> lengths(List<String> names) {
        return names.stream().collect(Collectors.toMap(Function.identity(), String::length));
    }

    static void copy(Map<String, String> map, List<String> to) {
        map.entrySet().stream().map(Map.Entry::getValue).forEach(to::add);
    }
}
"#,
);
/// It may be what the solver is given, and keeps the arrays.
const RELATED: (&str, &str) = (
    "demo/Related.java",
    "package demo;
class Related {
  static Model.Rates keeping(java.util.Map<Object, Object> map) { return map::put; }
}
",
);
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    // (1 + u + u²) / 2, where u = 1 - x
    boolean right = Model.decay(3) == 1.5 && Model.decay_dx(3) == 1.5;
    System.out.println(right ? \"ok\" : \"wrong: \" + Model.decay_dx(3));
  }
}
",
);
const DIFF: &[&str] = &["diff", "classes", "-q", "--form", "partial", "-m", "demo.Model.decay"];

#[test]
fn functions_of_the_jdk_are_called_by_their_own_interfaces() {
    let place = Workplace::new();
    place.javac(&[MODEL, UNRELATED], "classes", "");
    place.run(DIFF).code(0);
    place.javac(&[CHECK], "check", "nabla-out:classes");
    place.java("check:nabla-out:classes", "demo.Check");
}

#[test]
fn what_is_called_by_the_interface_may_keep_arrays() {
    let place = Workplace::new();
    place.javac(&[MODEL, RELATED], "classes", "");
    place.run(DIFF).code(1).says(&["error[NB0203]", "`slopes`"]);
}
