//! A derivative is an ordinary method: the command's own output is differentiated again.

mod common;

use common::Workplace;
use std::path::Path;
use std::process::Command;

const MODEL: &str = r#"
public class Model {
    public static double wave(double x) { return x * x * Math.sin(x); }
    public static double root(double x) { return Math.sqrt(x); }
    public static double power(double x) { return Math.pow(x, 2.5); }
    public static double angle(double y, double x) { return Math.atan2(y, x); }
    public static double length(double x, double y) { return Math.hypot(x, y); }
    public static double loop(double x) { double r = 1; for (int i = 0; i < 3; i++) r *= x; return r; }
    public static double larger(double x) { return Math.max(x * x, x); }
    public static double signed(double x) { return Math.abs(x) * x; }
    public static double square(double x) { return x * x; }
    public static double cube(double x) { return x * x * x; }
    public static double squarePower(double x) { return Math.pow(x, 2); }
    public static double cubePower(double x) { return Math.pow(x, 3); }
    public static double anyPower(double x, int n) { return Math.pow(x, n); }
    public static double ties(double x) { return Math.max(Math.max(x * x, x), 2 * x - 1); }
    public static double tiesRight(double x) { return Math.max(2 * x - 1, Math.max(x * x, x)); }
    public static double tiesMin(double x) { return Math.min(x, Math.min(x * x, 2 * x - 1)); }
    public static double raised(double x, double y) { return Math.pow(x, y); }
    public static double zeros(double x) { return Math.max(x * x * x, x * x); }
}
"#;

const CHECK: &str = r#"
public class Check {
    static void near(String what, double found, double expected) {
        if (!(Math.abs(found - expected) <= 1e-13 * Math.max(1, Math.abs(expected)))) {
            throw new AssertionError(what + " is " + found + ", not " + expected);
        }
    }
    public static void main(String[] a) {
        double x = 1.3, y = 0.7;
        near("wave", Model.wave_dx_dx(x), 2 * Math.sin(x) + 4 * x * Math.cos(x) - x * x * Math.sin(x));
        near("root", Model.root_dx_dx(x), -0.25 * Math.pow(x, -1.5));
        near("power", Model.power_dx_dx(x), 2.5 * 1.5 * Math.sqrt(x));
        near("power at 0", Model.power_dx_dx(0), 0);
        double s = x * x + y * y;
        near("angle yx", Model.angle_dy_dx(y, x), (y * y - x * x) / (s * s));
        near("angle yy", Model.angle_dy_dy(y, x), -2 * x * y / (s * s));
        near("length xx", Model.length_dx_dx(x, y), y * y / Math.pow(s, 1.5));
        near("length xy", Model.length_dx_dy(x, y), -x * y / Math.pow(s, 1.5));
        near("loop", Model.loop_dx_dx(x), 6 * x);
        near("loop at 0", Model.loop_dx_dx(0), 0);
        near("raised", Model.raised_dy_dx(x, y), Math.pow(x, y - 1) * (1 + y * Math.log(x)));
        near("raised at 0", Model.raised_dy_dx(0, 2), 0);
        exact("raised below 0", Model.raised_dx_dx(-2, 3), -12);
        for (double base : new double[] {-2, -1}) {
            if (!Double.isNaN(Model.raised_dy_dx(base, 3)) || !Double.isNaN(Model.raised_dx_dy(base, 3))) {
                throw new AssertionError("there is no mixed derivative at " + base);
            }
        }
        near("larger", Model.larger_dx_dx(x), 2);
        near("signed", Model.signed_dx_dx(-x), -2);
        pins();
        near("third", Model.wave_dx_dx_dx(x), 6 * Math.cos(x) - 6 * x * Math.sin(x) - x * x * Math.cos(x));
        near("third root", Model.root_dx_dx_dx(x), 0.375 * Math.pow(x, -2.5));
    }

    static void exact(String what, double found, double expected) {
        // A zero may have either sign.
        if (found != expected) {
            throw new AssertionError(what + " is " + found + ", not " + expected);
        }
    }

    /** Points at which a formula divides by zero, a branch ends, or two operands are equal. */
    static void pins() {
        for (double zero : new double[] {0.0, -0.0}) {
            exact("square", Model.square_dx_dx(zero), 2);
            exact("square by pow", Model.squarePower_dx_dx(zero), 2);
            exact("square by pow, not constant", Model.anyPower_dx_dx(zero, 2), 2);
            exact("cube", Model.cube_dx_dx(zero), 0);
            exact("cube by pow", Model.cubePower_dx_dx(zero), 0);
            exact("cube by pow, not constant", Model.anyPower_dx_dx(zero, 3), 0);
            exact("first power", Model.anyPower_dx_dx(zero, 1), 0);
            exact("zeroth power", Model.anyPower_dx_dx(zero, 0), 0);
            exact("third of square", Model.square_dx_dx_dx(zero), 0);
            exact("third of cube", Model.cube_dx_dx_dx(zero), 6);
            exact("third of cube by pow", Model.cubePower_dx_dx_dx(zero), 6);
            // 2.5 * 1.5 * sqrt(x), and then what pow's table says of exponents below 1.
            exact("power 2.5", Model.power_dx_dx(zero), 0);
            exact("third of power 2.5", Model.power_dx_dx_dx(zero), Double.POSITIVE_INFINITY);
            // atan2(y, 0): 1 / y² mixed, 0 otherwise; the same for x on either side of 0.
            exact("angle yx", Model.angle_dy_dx(2, zero), 0.25);
            exact("angle xy", Model.angle_dx_dy(2, zero), 0.25);
            exact("angle yx below", Model.angle_dy_dx(-2, zero), 0.25);
            exact("angle yy", Model.angle_dy_dy(2, zero), 0);
            exact("angle xx", Model.angle_dx_dx(2, zero), 0);
            // hypot(x, 0): a cone seen from its side, curved across and straight along.
            exact("length xx", Model.length_dx_dx(4, zero), 0);
            exact("length xy", Model.length_dx_dy(4, zero), 0);
            exact("length yx", Model.length_dy_dx(4, zero), 0);
            exact("length yy", Model.length_dy_dy(4, zero), 0.25);
            exact("length yy at negative x", Model.length_dy_dy(-4, zero), 0.25);
        }
        // abs goes by the sign bit, in the derivative as well: 2|x| has the slopes of abs.
        exact("signed", Model.signed_dx(0.0), 0);
        exact("signed at +0", Model.signed_dx_dx(0.0), 2);
        exact("signed at -0", Model.signed_dx_dx(-0.0), -2);
        // The rules give no second derivative of sqrt at 0. It is the formula's, which at +0 is the
        // limit from the right; at -0 the formula changes sign, as it does for the first one.
        exact("root", Model.root_dx(0.0), Double.POSITIVE_INFINITY);
        exact("root at +0", Model.root_dx_dx(0.0), Double.NEGATIVE_INFINITY);
        exact("root at -0", Model.root_dx_dx(-0.0), Double.POSITIVE_INFINITY);
        // A tie goes to the first operand at every level, and its second derivative with it.
        exact("ties, first", Model.ties_dx(1), 2);
        exact("ties", Model.ties_dx_dx(1), 2);
        exact("ties on the right, first", Model.tiesRight_dx(1), 2);
        exact("ties on the right", Model.tiesRight_dx_dx(1), 0);
        exact("ties of min, first", Model.tiesMin_dx(1), 1);
        exact("ties of min", Model.tiesMin_dx_dx(1), 0);
        // +0 and +0 are a tie; of -0 and +0 max gives the latter.
        exact("zeros at +0", Model.zeros_dx_dx(0.0), 0);
        exact("zeros at -0", Model.zeros_dx_dx(-0.0), 2);
    }
}
"#;

#[test]
fn output_is_differentiated_again() {
    let work = tempfile::tempdir().unwrap();
    let path = |name: &str| work.path().join(name);
    std::fs::write(path("Model.java"), MODEL).unwrap();
    std::fs::write(path("Check.java"), CHECK).unwrap();
    run(work.path(), "javac", &["-g", "-d", "0", "Model.java"]);
    for round in 0..3 {
        let input = format!("{round}/Model.class");
        let output = (round + 1).to_string();
        let methods: &[&str] = match round {
            0 => &["*"],
            1 => &["*_dx", "*_dy"],
            _ => &["wave_dx_dx", "root_dx_dx", "power_dx_dx", "square_dx_dx", "cube*_dx_dx"],
        };
        let mut args = vec!["diff", &input, "--form", "partial", "-d", &output];
        args.extend(methods.iter().flat_map(|method| ["-m", method]));
        run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &args);
    }
    run(work.path(), "javac", &["-cp", "3", "-d", "check", "Check.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "3:check", "Check"]);
}

const COMPOUND: &str = r#"
public class Compound {
    public static double f(double x, double y) {
        return Math.log(x * y) + Math.sqrt(x * y) * Math.pow(x * y, y) + Math.asin(x * y / 10) + Math.atan2(x * y, y);
    }
}
"#;

const CHECK_COMPOUND: &str = r#"
public class CheckCompound {
    public static void main(String[] a) {
        double x = 1.3, y = 0.7, h = 1e-5;
        double expected = (Compound.f_dx(x + h, y) - Compound.f_dx(x - h, y)) / (2 * h);
        if (Math.abs(Compound.f_dx_dx(x, y) - expected) > 1e-8) throw new AssertionError(Compound.f_dx_dx(x, y));
    }
}
"#;

#[test]
fn kinks_are_watched_in_what_was_differentiated_before() {
    let work = tempfile::tempdir().unwrap();
    let path = |name: &str| work.path().join(name);
    std::fs::write(path("Compound.java"), COMPOUND).unwrap();
    std::fs::write(path("CheckCompound.java"), CHECK_COMPOUND).unwrap();
    run(work.path(), "javac", &["-g", "-d", "0", "Compound.java"]);
    let first = ["diff", "0/Compound.class", "-m", "f", "--form", "partial", "-d", "1"];
    run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &first);
    let second =
        ["diff", "1/Compound.class", "-m", "f_dx", "--form", "partial", "--instrument", "kinks", "-d", "2"];
    run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &second);
    run(work.path(), "javac", &["-cp", "2", "-d", "check", "CheckCompound.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "2:check", "CheckCompound"]);
}

const MAYBE: &str = r#"
public class Maybe {
    public static double own(double x, double[] c) { double[] b = x > 0 ? new double[] {x} : c; return b[0] * b[0]; }
    public static double later(double x, double[] c) {
        double[] b = c;
        if (x > 1) b = new double[] {x * x};
        return b[0] * b[0] * x;
    }
    public static double other(double x, double[] p, double[] c) {
        double[] t = p;
        if (x > 1) t = c;
        return t[0] * t[0] * x * p[0];
    }
}
"#;

const CHECK_MAYBE: &str = r#"
import java.util.Arrays;
public class CheckMaybe {
    static void is(double expected, double found) { if (expected != found) throw new AssertionError(found); }
    public static void main(String[] a) {
        double[] g = new double[1], five = {5}, g2 = new double[2], v = new double[2];
        double[][] h = new double[1][1], h2 = new double[2][2];
        Maybe.own_hess(3, five, g, h);
        is(6, g[0]);
        is(2, h[0][0]);
        Maybe.own_hess(-3, five, g, h);
        is(0, g[0]);
        is(0, h[0][0]);
        Maybe.later_hess(3, five, g, h);
        is(405, g[0]);
        is(540, h[0][0]);
        Maybe.later_hess(.5, five, g, h);
        is(25, g[0]);
        is(0, h[0][0]);
        Maybe.other_hess(.5, new double[] {2}, new double[] {3}, g2, h2);
        if (!Arrays.deepToString(h2).equals("[[0.0, 12.0], [12.0, 6.0]]")) throw new AssertionError();
        Maybe.other_hvp(.5, new double[] {2}, new double[] {3}, 1, new double[] {0}, v);
        if (v[0] != 0 || v[1] != 12) throw new AssertionError(Arrays.toString(v));
        Maybe.other_hess(1.5, new double[] {2}, new double[] {3}, g2, h2);
        if (!Arrays.deepToString(h2).equals("[[0.0, 9.0], [9.0, 0.0]]")) throw new AssertionError();
    }
}
"#;

/// An array that is constant, and may be taken for one that is not, has no direction.
#[test]
fn second_derivatives_beside_arrays_that_are_no_independents() {
    let work = tempfile::tempdir().unwrap();
    let path = |name: &str| work.path().join(name);
    std::fs::write(path("Maybe.java"), MAYBE).unwrap();
    std::fs::write(path("CheckMaybe.java"), CHECK_MAYBE).unwrap();
    run(work.path(), "javac", &["-g", "-d", "0", "Maybe.java"]);
    let nabla = |input: &str, methods: &[&str], wrt: &str, output: &str| {
        let mut args = vec!["diff", input, "--form", "hess,hvp", "--wrt", wrt, "-d", output];
        args.extend(methods.iter().flat_map(|method| ["-m", method]));
        run(work.path(), env!("CARGO_BIN_EXE_nabla-rs"), &args);
    };
    nabla("0/Maybe.class", &["own", "later"], "x", "1");
    nabla("1/Maybe.class", &["other"], "x,p", "2");
    run(work.path(), "javac", &["-cp", "2", "-d", "check", "CheckMaybe.java"]);
    run(work.path(), "java", &["-Xverify:all", "-cp", "2:check", "CheckMaybe"]);
}

const GRIDS: &str = r#"
public class Grids {
    /** A layer of a network that is called without knowing which. */
    abstract static class Layer {
        abstract double run(double[] x);
    }
    static final class Dense extends Layer {
        final double[][] weights = new double[2][2];
        Dense(double[] p) { for (int i = 0; i < 4; i++) weights[i / 2][i % 2] = p[i]; }
        @Override double run(double[] x) {
            double product = 1;
            for (double[] row : weights) product *= row[0] * x[0] + row[1] * x[1];
            return product;
        }
    }
    static final class Sum extends Layer {
        @Override double run(double[] x) { return x[0] + x[1]; }
    }
    static double layers(double[] p, boolean dense) {
        Layer layer = dense ? new Dense(p) : new Sum();
        return layer.run(p);
    }

    /** More rows than are compared with one another. */
    static final class Long {
        double[][] rows;
        double run(double a) {
            rows = new double[30][1];
            rows[7][0] = 1;
            rows[7][0] += a * a;
            return rows[7][0] * rows[7][0];
        }
    }
    static double longer(double a) { return new Long().run(a); }

    static final class Cube {
        final double[][][] c = new double[2][2][2];
        double run(double x, double y) {
            c[0][1][1] = x * x;
            c[1][0][0] = y;
            return c[0][1][1] * c[1][0][0];
        }
    }
    static double cube(double x, double y) { return new Cube().run(x, y); }
}
"#;

const CHECK_GRIDS: &str = r#"
import java.util.Arrays;
public class CheckGrids {
    static void is(Object expected, double[][] found) {
        String text = Arrays.deepToString(found);
        if (!text.equals(expected)) throw new AssertionError(text);
    }
    public static void main(String[] a) {
        // (a² + b²)(ca + db) at (1, 2, 3, 4)
        double[][] h = new double[4][4];
        Grids.layers_hess(new double[] {1, 2, 3, 4}, true, new double[4], h);
        is("[[34.0, 20.0, 7.0, 4.0], [20.0, 54.0, 4.0, 13.0], [7.0, 4.0, 0.0, 0.0], [4.0, 13.0, 0.0, 0.0]]", h);
        Grids.layers_hess(new double[] {1, 2, 3, 4}, false, new double[4], h);
        is("[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]", h);
        double[] v = new double[4];
        Grids.layers_hvp(new double[] {1, 2, 3, 4}, true, new double[] {0, 1, 0, 1}, v);
        is("[[24.0, 67.0, 4.0, 13.0]]", new double[][] {v});
        // (1 + a²)²
        double[][] one = new double[1][1];
        Grids.longer_hess(2, new double[1], one);
        is("[[52.0]]", one);
        double[][] two = new double[2][2];
        Grids.cube_hess(3, 5, new double[2], two);
        is("[[10.0, 6.0], [6.0, 0.0]]", two);
        System.out.println("ok");
    }
}
"#;

/// What the first derivative keeps beside arrays of rows is differentiated with them.
#[test]
fn second_derivatives_through_rows_in_fields() {
    let place = Workplace::new();
    place.javac(&[("Grids.java", GRIDS)], "in", "");
    let methods = ["-m", "Grids.layers", "-m", "Grids.longer", "-m", "Grids.cube"];
    let args = [&["diff", "in", "--form", "hess,hvp", "-d", "out"], &methods[..]].concat();
    place.run(&args).code(0);
    place.javac(&[("CheckGrids.java", CHECK_GRIDS)], "check", "out:in");
    place.java("out:in:check", "CheckGrids");
}

/// The fourth derivative of `hypot` would be longer than a method can be.
#[test]
fn derivatives_of_derivatives_that_are_too_long_are_refused() {
    let place = Workplace::new();
    let source = "class Length { static double f(double x, double y) { return Math.hypot(x, y); } }";
    place.javac(&[("Length.java", source)], "d0", "");
    for (order, method) in ["f", "f_dx", "f_dx_dx"].iter().enumerate() {
        let (from, to) = (format!("d{order}"), format!("d{}", order + 1));
        place.run(&["diff", &from, "-m", method, "--form", "partial", "-d", &to]).code(0);
    }
    let last = ["diff", "d3", "-m", "f_dx_dx_dx", "--form", "partial", "-d", "d4"];
    place.run(&last).code(1).says(&["error[NB0107]", "Length.java:1"]);
}

/// What a handler covers becomes no parts: that it is too long is told of what is selected.
#[test]
fn second_derivatives_that_are_too_long_are_refused_for_their_length() {
    let place = Workplace::new();
    let terms: String =
        (0..300).map(|i| format!("a = Math.hypot(a * b, x + {i}); b = Math.exp(-a * y);\n")).collect();
    let source = format!(
        "class Covered {{ static double f(double x, double y) {{
double a = x, b = y;
try {{ {terms} }} catch (RuntimeException e) {{ a = b; }}
return a + b; }} }}"
    );
    place.javac(&[("Covered.java", &source)], "in", "");
    let says =
        ["`f_hess` is longer than 8000 bytes", "error[NB0107]: the second derivative of `f`", "differences"];
    place.run(&["diff", "in", "-m", "f", "--form", "hess"]).code(1).says(&says);
}

fn run(dir: &Path, program: &str, args: &[&str]) {
    let output = Command::new(program).args(args).current_dir(dir).output().unwrap();
    assert!(
        output.status.success(),
        "{program} {args:?}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}
