//! `--wrt this.k`: fields of the object as independents.

mod common;

use common::Workplace;

const MODEL: &str = "package demo;
public class Model extends Base {
  private double k;
  private final double scale;
  private double[] w;
  float f = 2;
  static double shared = 1;
  int count = 3;
  public Model(double k, double scale, double... w) { this.k = k; this.scale = scale; this.w = w; above = 5; }
  public double value(double x) { return scale * Math.exp(k * x) + part(x) + above * k; }
  private double part(double x) { return k * k * x; }
  public double dot(double[] x) { double s = 0; for (int i = 0; i < w.length; i++) s += w[i] * x[i] * k; return s; }
  public double changing(double x) { double before = k; k = k * x; double r = k * k; k = before; return r; }
  public double mixed(double x) { return f * x * f; }
  public double bits(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(k)) * x; }
  public double scaled(double k) { return this.k * k; }
  public double taken(double x) { return k * x; }
  public double taken_dk(double x) { return 0; }
  public double k() { return k; }
  public static double none(double x) { return x; }
}
";

const BASE: &str = "package demo;
public class Base { protected double above; private double hidden; double hidden() { return hidden; } }
";

const MAIN: &str = "package demo;
public class Main {
  static void near(double expected, double found) {
    if (!(Math.abs(expected - found) <= 1e-14 * Math.abs(expected))) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    Model m = new Model(.5, 3, 7, 11);
    double x = 2, e = Math.exp(1);
    near(m.value(x), 3 * e + .5 + 2.5);
    near(3 * 2 * e + 2 * .5 * 2 + 5, m.value_dk(x));
    near(e, m.value_dscale(x));
    near(.5, m.value_dabove(x));
    near(3 * .5 * e + .25, m.value_dx(x));
    double[] t = new double[1];
    near(m.value(x), m.value_jvp(x, 1, 10, 100, 1000, t));
    near(m.value_dx(x) + 10 * m.value_dk(x) + 100 * m.value_dscale(x) + 1000 * m.value_dabove(x), t[0]);
    double[] g = new double[4];
    double[][] h = new double[4][4];
    near(m.value(x), m.value_grad(x, g));
    near(m.value_dx(x), g[0]); near(m.value_dk(x), g[1]); near(m.value_dscale(x), g[2]); near(m.value_dabove(x), g[3]);
    near(m.value(x), m.value_hess(x, g, h));
    near(3 * 4 * e + 4, h[1][1]); near(2 * e, h[1][2]); near(2 * e, h[2][1]); near(1, h[1][3]); near(3 * e * (1 + .5 * 2) + 1, h[0][1]);
    double[] a = {13, 17}, weights = new double[2], all = new double[5];
    near(m.dot(a), m.dot_jvp(a, new double[] {0, 1}, 0, new double[2], t)); near(11 * .5, t[0]);
    near(m.dot(a), m.dot_jvp(a, new double[2], 1, new double[] {0, 1}, t)); near(7 * 13 + 11 * 17 + 17 * .5, t[0]);
    m.dot_grad(a, all);
    near(7 * .5, all[0]); near(11 * .5, all[1]); near(7 * 13 + 11 * 17, all[2]); near(13 * .5, all[3]); near(17 * .5, all[4]);
    near(.5, m.scaled_dk(3)); near(3, m.scaled_dthis_k(3));
    near(2 * .5 * 9, m.changing_dk(3));
    near(2 * 2 * 3, m.mixed_df(3));
    if (m.k() != .5) throw new AssertionError(m.k());
    for (java.lang.reflect.Method method : Model.class.getDeclaredMethods()) {
      if (method.getName().equals(\"nabla$with$k$value\")) throw new AssertionError(method);
    }
    System.out.println(\"ok\");
  }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[("demo/Base.java", BASE), ("demo/Model.java", MODEL)], "classes", "classes");
    place
}

#[test]
fn fields_of_the_object_are_independents() {
    let place = place();
    let run = |method: &str, wrt: &str, form: &str| {
        place.run(&["diff", "classes", "-m", method, "--wrt", wrt, "--form", form, "--in-place"]).code(0).out
    };
    let told = run("value", "x,this.k,this.scale,this.above", "partial,jvp,grad,hess");
    assert!(told.contains("value_dk(double), value_dscale(double)"), "{told}");
    run("dot", "x,this.k,this.w", "jvp,grad");
    run("changing", "this.k", "partial");
    run("mixed", "this.f", "partial");
    run("scaled", "k,this.k", "partial");
    place.javac(&[("demo/Main.java", MAIN)], "main", "classes");
    place.java("main:classes", "demo.Main");
}

/// The method that is differentiated has parameters for the fields, which are not the user's to name.
#[test]
fn parameters_that_take_fields_are_not_named() {
    let place = place();
    for (wrt, told) in [
        ("this.k,1", "error[NB0106]: `1` is not a `double`"),
        ("k,this.k", "error[NB0106]: `k` is not a `double`"),
        ("x,this.k,0", "error[NB0113]: `0` is named twice"),
    ] {
        place.run(&["diff", "classes", "-m", "value", "--wrt", wrt]).code(1).says(&[told]);
    }
}

#[test]
fn what_is_no_independent_is_refused() {
    let place = place();
    for (method, wrt, form, code) in [
        ("value", "this.none", "partial", "NB0106"),
        ("value", "this.shared", "partial", "NB0106"),
        ("value", "this.count", "partial", "NB0106"),
        ("value", "this.hidden", "partial", "NB0106"),
        ("none", "this.k", "partial", "NB0106"),
        ("value", "this.k", "field", "NB0106"),
        ("taken", "this.k", "partial", "NB0105"),
        ("bits", "this.k", "partial", "NB0204"),
    ] {
        let ran = place.run(&["diff", "classes", "-m", method, "--wrt", wrt, "--form", form]).code(1);
        assert!(!ran.err.contains("nabla$with"), "{}", ran.err);
        let field =
            format!("`{wrt}` is no number, and no array of numbers, that the method's class may read");
        let all = [code, &*field, "take none"];
        ran.says(if code == "NB0106" { &all } else { &all[..1] });
    }
}

/// Of several the one that is none is named.
#[test]
fn the_field_that_is_no_independent_is_told() {
    let place = place();
    for wrt in ["x,this.k,this.shared", "this.shared,this.k"] {
        place
            .run(&["diff", "classes", "-m", "value", "--wrt", wrt])
            .code(1)
            .says(&["NB0106", "`this.shared` is"]);
    }
}

/// Objects whose fields are numbers of a constructor, arrays of theirs, inherited, not assigned yet, and
/// those of a record.
const COMPARED: &str = "package demo;
public class Compared extends Above {
  private final double k;
  private final double[][] rows;
  private float late;
  private int calls;
  private Compared(double k, double[] w, int n) { super(w, k < 0 ? -k : k); this.k = k; rows = new double[2][3]; rows[0][n % 3] = k; }
  public double value(double x) { return Math.sin(k * x) * above + late * x * x; }
  public double dot(double[] x) { double s = 0; for (int i = 0; i < w.length && i < x.length; i++) s += w[i] * x[i]; return s * k; }
  public double corner(double x) { return rows[0][0] * x + Math.sin(rows[1][2]) * rows[0][1]; }
  public double store(double x) { w[0] *= w[1] * x; rows[1] = w; return w[0] * rows[1][0] * rows[0][0]; }
  public double once(double x) { if (calls++ > 0) throw new IllegalStateException(\"called before\"); return k * x; }
}
class Above {
  protected double above;
  final double[] w;
  Above(double[] w, double above) { this.w = w; this.above = above; }
}
record Line(double slope, double[] at, String name) {
  Line { if (slope == 0) throw new IllegalArgumentException(); }
  double value(double x) { return slope * slope * (x - at[0]) + name.length(); }
  public static Line of(double slope, double[] at) { return new Line(slope, at, \"line\"); }
}
record Clamped(double k) {
  Clamped { k = Math.max(k, 0.5); }
  double value(double x) { return k * k * x; }
}
";

#[test]
fn fields_are_compared() {
    let place = Workplace::new();
    place.compile("demo/Compared.java", COMPARED);
    for (method, wrt, shown, tangents) in [
        (
            "Compared.value",
            "x,this.k,this.above,this.late",
            "value(double x)",
            &["x", "this.k", "this.above", "this.late"][..],
        ),
        ("Compared.dot", "this.w,x,this.k", "dot(double[] x)", &["x[0]", "this.w[7]", "this.k"]),
        ("Compared.corner", "this.rows", "corner(double x)", &["this.rows[0][1]", "this.rows[1][2]"]),
        ("Compared.store", "this.w,this.rows,x", "store(double x)", &["this.w[1]", "this.rows[0][0]", "x"]),
        ("Compared.once", "this.k", "once(double x)", &["this.k"]),
        ("Line.value", "x,this.slope,this.at", "value(double x)", &["x", "this.slope", "this.at[0]"]),
    ] {
        let method = format!("demo.{method}");
        let args = ["verify", "classes", "-m", &method, "--wrt", wrt, "--points", "8"];
        let ran = place.run(&[&args[..], &["--report", "r.json"]].concat()).code(0);
        let agrees = format!("{}.{shown}: agrees at", method.rsplit_once('.').unwrap().0);
        assert!(ran.out.contains(&agrees), "{wrt}: {}{}", ran.out, ran.err);
        let report = String::from_utf8(place.read("r.json")).unwrap();
        for tangent in tangents {
            assert!(report.contains(&format!("tangent of {tangent}")), "{tangent}: {report}");
        }
    }
    let report = String::from_utf8(place.read("r.json")).unwrap();
    assert!(report.contains(", this.slope = "), "{report}");
}

#[test]
fn wrong_derivatives_by_fields_are_found() {
    let place = Workplace::new();
    let source = "package demo;
public class Ruled {
  double k = 2;
  static double square(double x) { return x * x; }
  static double square_jvp(double x, double x_dot, double[] tangent) { tangent[0] = 2.1 * x * x_dot; return x * x; }
  public double value(double x) { return square(k) + x; }
}
";
    place.compile("demo/Ruled.java", source);
    place.write("rules", "demo.Ruled.square(D)D = demo.Ruled.square_jvp");
    let args = ["verify", "classes", "-m", "value", "--rules", "rules", "--wrt"];
    let ran = place.run(&[&args[..], &["x,this.k"]].concat()).code(1);
    ran.says(&["this.k = 2.0): value_jvp, tangent of this.k is 4.2, the extrapolated difference is 4.0"]);
    let ran = place.run(&[&args[..], &["x"]].concat()).code(0);
    assert!(ran.out.contains("agrees at 24 points"), "{}{}", ran.out, ran.err);
}

#[test]
fn fields_are_told_and_drawn_like_parameters() {
    let place = Workplace::new();
    let source = "package demo;
public class Bent {
  double k = 2;
  double[] w = {1, 2};
  public double value(double x) { return Math.abs(k - 3) * w[0] + x; }
}
";
    place.compile("demo/Bent.java", source);
    let explain = |rest: &[&str]| {
        place.run(&[&["explain", "classes", "-m", "value", "--wrt", "x,this.k,this.w"], rest].concat())
    };
    let told = explain(&["--sparsity"]).code(0);
    assert!(told.out.contains("this.k") && told.out.contains("3 of 4 entries"), "{}{}", told.out, told.err);
    // Where the user says nothing, fields have the values that the object has.
    for (plot, kink) in [
        ("this.k=0..5", "the derivative goes from -1 to 1"),
        ("this.k=0..5,this.w=4:1", "the derivative goes from -4 to 4"),
    ] {
        explain(&["--html", "page.html", "--plot", plot]).code(0);
        let page = String::from_utf8(place.read("page.html")).unwrap();
        assert!(page.contains(kink), "{plot}: {page}");
    }
    explain(&["--html", "page.html", "--plot", "this.z=0..5"]).code(2).says(&["no parameter `this.z`"]);
}

/// A constructor that is asked for another value than the object had may give a third one.
#[test]
fn records_that_change_what_they_are_given_are_skipped() {
    let place = Workplace::new();
    place.compile("demo/Compared.java", COMPARED);
    let ran = place.run(&["verify", "classes", "-m", "demo.Clamped.value", "--wrt", "this.k"]).code(2);
    let told =
        "skipped, java.lang.IllegalArgumentException: a constructor of demo.Clamped changes what it is given";
    assert!(ran.out.contains(told), "{}{}", ran.out, ran.err);
}

/// What is read by the other name would be constant.
#[test]
fn an_independent_that_an_object_field_holds_too_is_out_of_reach() {
    let source = "package demo;
public class Twice {
  double[] w = {1, 2, 3};
  Object any = w;
  public double value(double x) { return ((double[]) any)[1] * w[1] * x; }
  public double own(double x) { return w[0] * w[1] * x; }
}
";
    let place = Workplace::new();
    place.compile("demo/Twice.java", source);
    let args = ["--form", "grad", "--wrt", "this.w"];
    let check = |method| place.run(&[&["diff", "classes", "--in-place", "-m", method], &args[..]].concat());
    check("value").code(1).says(&["NB0203", "field `w`"]);
    check("own").code(0);
}
