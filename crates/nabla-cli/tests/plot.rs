//! `explain --html --plot`: what breaks a curve is marked, and what is only steep is not.

mod common;

use common::Workplace;

const CURVES: &str = "package demo;
public class Curves {
  static double floor(double x) { return Math.floor(x) + x; }
  static double whole(double x) { return (int) x + x; }
  static double rest(double x) { return x % 1.0; }
  static double branch(double x) { return x > 0.7 ? x + 1 : x; }
  static double hyperbola(double x) { return 1 / (x - 1); }
  static double between(double x) { return 1 / (x - 0.9131); }
  static double even(double x) { return 1 / ((x - 0.9131) * (x - 0.9131)); }
  static double tangent(double x) { return Math.tan(x); }
  static double log(double x) { return Math.log(x); }
  static double cubeRoot(double x) { return Math.cbrt(x - 0.5); }
  static double cubeRootBetween(double x) { return Math.cbrt(x - 0.9131); }
  static double root(double x) { return Math.sqrt(x); }
  static double rootInside(double x) { return Math.sqrt(x - 1); }
  static double cusp(double x) { return Math.sqrt(Math.abs(x - 0.9131)); }
  static double first(double x) { return Math.abs(x - 0.001) + Math.abs(x - 1.999); }
  static double near(double x) { return Math.abs(x - 0.9131) + Math.abs(x - 0.9181); }
  static double thrown(double x) { if (x > 1.2) throw new IllegalArgumentException(); return x; }
  static double exp(double x) { return Math.exp(20 * x); }
  static double peak(double x) { return 1 / ((x - 0.9131) * (x - 0.9131) + 1e-4); }
  static double thin(double x) { return 1 / ((x - 0.9131) * (x - 0.9131) + 1e-12); }
  static double wave(double x) { return Math.sin(50 * x); }
  static double fastWave(double x) { return Math.sin(5000 * x); }
  static double step(double x) { return Math.tanh(100 * (x - 1)); }
  static double thinStep(double x) { return Math.tanh(1e7 * (x - 0.9131)); }
  static double fourth(double x) { return x * x * x * x; }
  static double cancelled(double x) { return (1e8 + x) - 1e8; }
  static double power(double x, int n, boolean up) { return up ? Math.pow(x, n) : Math.pow(x, -n); }
  static float single(float x) { return (float) Math.exp(-3 * x) * x; }
}
";

/// The page of a method over 0..2, and the kinds and places of what is marked.
fn plotted(place: &Workplace, method: &str) -> (String, Vec<(String, f64)>) {
    let args = ["explain", "classes", "-m", method, "--html", "p.html", "--plot", "x=0..2"];
    place.run(&args).code(0);
    let html = String::from_utf8(place.read("p.html")).unwrap();
    assert!(!html.contains("not drawn"), "{method}: {html}");
    let items = html.split("<ul class=\"marks\">").nth(1).unwrap_or_default();
    let marks = items.split("<li class=\"").skip(1).map(|item| {
        let (kind, rest) = item.split_once("\">x = ").unwrap();
        (kind.to_owned(), rest.split(' ').next().unwrap().parse().unwrap())
    });
    let marks = marks.collect();
    (html, marks)
}

#[test]
fn what_breaks_a_curve_is_marked() {
    let place = Workplace::new();
    place.compile("demo/Curves.java", CURVES);
    let expected: [(&str, &[(&str, f64)]); 17] = [
        ("floor", &[("jump", 1.0), ("jump", 2.0)]),
        ("whole", &[("jump", 1.0), ("jump", 2.0)]),
        ("rest", &[("jump", 1.0), ("jump", 2.0)]),
        ("branch", &[("jump", 0.7)]),
        ("hyperbola", &[("pole", 1.0)]),
        ("between", &[("pole", 0.9131)]),
        ("even", &[("pole", 0.9131)]),
        ("tangent", &[("pole", std::f64::consts::FRAC_PI_2)]),
        ("log", &[("pole", 0.0)]),
        ("cubeRoot", &[("singular", 0.5)]),
        ("cubeRootBetween", &[("singular", 0.9131)]),
        ("root", &[("singular", 0.0)]),
        ("rootInside", &[("edge", 1.0)]),
        ("cusp", &[("singular", 0.9131)]),
        ("first", &[("kink", 0.001), ("kink", 1.999)]),
        ("near", &[("kink", 0.9131), ("kink", 0.9181)]),
        ("thrown", &[("edge", 1.2)]),
    ];
    for (method, wanted) in expected {
        let (html, marks) = plotted(&place, method);
        assert_eq!(marks.len(), wanted.len(), "{method}: {marks:?}");
        for ((kind, at), (wanted, there)) in marks.iter().zip(wanted) {
            assert!(kind == wanted && (at - there).abs() < 1e-6, "{method}: {marks:?}");
        }
        // No line goes across what breaks the value.
        let value = html.split("<svg class=\"value\"").nth(1).unwrap().split(" d=\"").nth(1).unwrap();
        let pieces = value.split('"').next().unwrap().matches('M').count();
        let inside = |(kind, at): &&(String, f64)| kind != "kink" && kind != "singular" && *at > 0.0;
        let edges = marks.iter().filter(inside).filter(|(kind, _)| kind == "edge").count();
        assert_eq!(pieces, 1 + marks.iter().filter(inside).count() - edges, "{method}: {value}");
    }
}

#[test]
fn what_is_steep_and_smooth_is_not_marked() {
    let place = Workplace::new();
    place.compile("demo/Curves.java", CURVES);
    for method in
        ["exp", "peak", "thin", "wave", "fastWave", "step", "thinStep", "fourth", "cancelled", "single"]
    {
        let (html, marks) = plotted(&place, method);
        assert!(marks.is_empty(), "{method}: {marks:?}");
        assert!(html.contains("no kink, jump, pole or singular point was met"), "{method}");
    }
}

#[test]
fn values_are_those_that_a_parameter_may_have() {
    let place = Workplace::new();
    place.compile("demo/Curves.java", CURVES);
    let plot = |values: &str| {
        let args =
            ["explain", "classes", "-m", "power", "--html", "p.html", "--plot", &format!("x=0..2,{values}")];
        place.run(&args)
    };
    plot("n=3,up=true").code(0);
    plot("n=3.5").code(2).says(&["`--plot n=3.5`: `3.5` is not one of the values of `n`"]);
    plot("n=3000000000").code(2).says(&["`3000000000` is not one of the values of `n`"]);
    plot("n=3,up=2").code(2).says(&["`2` is not one of the values of `up`"]);
}
