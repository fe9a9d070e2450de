//! Second and third derivatives at points where an operand stands still and the function is smooth: the
//! condition that keeps a zero tangent zero is none of the function's.

mod common;

use common::Workplace;

const SMOOTH: (&str, &str) = (
    "Smooth.java",
    "class Smooth {
  static double sqrt(double x) { return Math.sqrt(3 + x * x + x * x * x); }
  static double cbrt(double x) { return Math.cbrt(3 + x * x + x * x * x); }
  static double log(double x) { return Math.log(3 + x * x + x * x * x); }
  static double log10(double x) { return Math.log10(3 + x * x + x * x * x); }
  static double log1p(double x) { return Math.log1p(3 + x * x + x * x * x); }
  static double asin(double x) { return Math.asin(0.5 + x * x + x * x * x); }
  static double acos(double x) { return Math.acos(0.5 + x * x + x * x * x); }
  static double atan2(double x) { return Math.atan2(3 + x * x + x * x * x, 2); }
  static double hypot(double x) { return Math.hypot(3 + x * x + x * x * x, 4); }
  static double pow(double x) { return Math.pow(3 + x * x + x * x * x, 0.3); }
  static double exponent(double x) { return Math.pow(2, 3 + x * x + x * x * x); }
  static double both(double x) { return Math.pow(2 + x * x + x * x * x, 1 - x * x - x * x * x); }
  static double max(double x) { return Math.max(x * x + x * x * x, -1); }
  static double sine(double x) { return Math.asin(x); }
  static double logistic(double x) { return 1 / (1 + Math.exp(-x)); }
  static double gumbel(double x) { return Math.exp(-Math.exp(-x)); }
  static double silu(double x) { return x / (1 + Math.exp(-x)); }
  static double bose(double x) { return x / Math.expm1(x); }
  static double planck(double x) { return x * x * x / (Math.exp(x) - 1); }
  static double damped(double x) { return x * x / Math.sinh(x); }
  static double fermi(double x, double y) { return x * x / (1 + Math.exp(x / y)) + y * y * y; }
  static double peak(double x, double y) { return y / (Math.cosh(x) * Math.cosh(x)) + y * y * y; }
  static double length(double x, double y) { return Math.sqrt(x * x + y * y); }
  static double power(double x, double y) { return Math.pow(x, y); }
  static double product(double x, double y) { return Math.sqrt(4 + x * y); }
  static double entropy(double x, double y) { return Math.log(0.5 * x + y); }
  static double vanishing(double x, double y) { return 3 * Math.pow(x * x, y) * y; }
  static double overflown(double x, double y) { return Math.pow(1 + x * x, -y); }
}",
);

const CHECK: (&str, &str) = (
    "Check.java",
    "import java.lang.reflect.Method;
class Check {
  static double call(String name, Object... a) throws Exception {
    for (Method m : Smooth.class.getDeclaredMethods()) if (m.getName().equals(name)) return (Double) m.invoke(null, a);
    throw new AssertionError(name);
  }
  static void near(String what, double found, double expected) {
    if (!(Math.abs(found - expected) <= 1e-14 * Math.abs(expected))) throw new AssertionError(what + ' ' + found + ' ' + expected);
  }
  // F of a + x^2 + x^3 has at 0 the derivatives 0, 2 F'(a) and 6 F'(a).
  static void one(String name, double x, double first, double second, double third) throws Exception {
    double[] g = new double[1];
    double[] v = new double[1];
    double[][] h = new double[1][1];
    call(name + \"_hess\", x, g, h);
    call(name + \"_hvp\", x, 3.0, v);
    near(name, g[0], first);
    near(name + \" hess\", h[0][0], second);
    near(name + \" hvp\", v[0], 3 * second);
    near(name + \" twice\", call(name + \"_dx_dx\", x), second);
    near(name + \" thrice\", call(name + \"_dx_dx_dx\", x), third);
  }
  static void of(String name, double slope) throws Exception { one(name, 0.0, 0, 2 * slope, 6 * slope); }
  static void two(String name, double x, double y, double xx, double xy, double yy) throws Exception {
    double[] v = new double[2];
    double[][] h = new double[2][2];
    call(name + \"_hess\", x, y, new double[2], h);
    call(name + \"_hvp\", x, y, 1.0, 2.0, v);
    near(name + \" xx\", h[0][0], xx);
    near(name + \" xy\", h[0][1], xy);
    near(name + \" yx\", h[1][0], xy);
    near(name + \" yy\", h[1][1], yy);
    near(name + \" x\", v[0], xx + 2 * xy);
    near(name + \" y\", v[1], xy + 2 * yy);
  }
  public static void main(String[] none) throws Exception {
    of(\"sqrt\", 0.5 / Math.sqrt(3));
    of(\"cbrt\", 1 / (3 * Math.cbrt(3) * Math.cbrt(3)));
    of(\"log\", 1.0 / 3);
    of(\"log10\", 1 / (3 * Math.log(10)));
    of(\"log1p\", 0.25);
    of(\"asin\", 1 / Math.sqrt(0.75));
    of(\"acos\", -1 / Math.sqrt(0.75));
    of(\"atan2\", 2.0 / 13);
    of(\"hypot\", 0.6);
    of(\"pow\", 0.3 * Math.pow(3, -0.7));
    of(\"exponent\", 8 * Math.log(2));
    of(\"both\", 1 - 2 * Math.log(2));
    of(\"max\", 1);
    one(\"sine\", 0.0, 1, 0, 1);
    one(\"logistic\", -800.0, 0, 0, 0);
    one(\"logistic\", 800.0, 0, 0, 0);
    one(\"gumbel\", -800.0, 0, 0, 0);
    one(\"silu\", -800.0, 0, 0, 0);
    one(\"bose\", 800.0, 0, 0, 0);
    one(\"planck\", 800.0, 0, 0, 0);
    one(\"damped\", 800.0, 0, 0, 0);
    two(\"fermi\", 800, 1, 0, 0, 6);
    two(\"peak\", 800, 1, 0, 0, 6);
    two(\"length\", 0, 2, 0.5, 0, 0);
    two(\"power\", 2, 0, 0, 0.5, Math.log(2) * Math.log(2));
    two(\"product\", 0, 2, -0.125, 0.25, 0);
    two(\"entropy\", 0, 0.5, -1, -2, -4);
    two(\"vanishing\", 0, 2, 0, 0, 0);
    two(\"overflown\", 1e160, 1, 0, 0, 0);
    System.out.println(\"ok\");
  }
}",
);

#[test]
fn a_tangent_that_is_zero_does_not_end_a_function() {
    let place = Workplace::new();
    place.javac(&[SMOOTH], "0", "");
    let mut input = "0".to_owned();
    for (methods, output) in [("*", "1"), ("*_dx", "2"), ("*_dx_dx", "3")] {
        place.run(&["diff", &input, "-m", methods, "--form", "partial", "-d", output]).code(0);
        input = output.to_owned();
    }
    let names = SMOOTH.1.split("static double ").skip(1).filter_map(|method| method.split('(').next());
    for lanes in [&[][..], &["--lanes", "blocks"], &["--lanes", "1"]] {
        let which = lanes.last().unwrap_or(&"");
        let (out, check) = (format!("out{which}"), format!("check{which}"));
        let mut args = vec!["diff", "3", "--form", "hess,hvp", "-d", &out];
        args.extend(lanes);
        args.extend(names.clone().flat_map(|name| ["-m", name]));
        place.run(&args).code(0);
        place.javac(&[CHECK], &check, &format!("{out}:3"));
        place.java(&format!("{out}:3:{check}"), "Check");
    }
}
