//! `explain` over the boundaries of calls: the chain of places behind a value, and the graph of calls.

mod common;

use common::Workplace;

const PROGRAM: (&str, &str) = (
    "demo/Foo.java",
    "package demo;
public class Foo {
  double k;
  Foo(double k) { set(k * 2); }
  void set(double v) { k = v; }
  double apply(double x) { return k + x; }
  static double value(double x, int n) {
    if (count(x) > 3) return 1;
    double y = Math.floor(x);
    return Bar.g(x) * x + new Foo(x).apply(1.0) + y + Bar.lost(2.0);
  }
  static int count(double x) { return (int) x; }
  static double bad(double x) { return Bar.lost(x) + 1; }
}
class Bar {
  static double g(double x) {
    return Math.sin(x) + Baz.k(x);
  }
  static double lost(double x) {
    return Baz.lost(x);
  }
}
class Baz {
  static double k(double x) { return x * x; }
  static double lost(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return Double.longBitsToDouble(bits);
  }
}
",
);

fn program() -> Workplace {
    let place = Workplace::new();
    place.javac(&[PROGRAM], "classes", "");
    place
}

/// The lines of a text from the one that has this on, as many.
#[track_caller]
fn behind<'t>(text: &'t str, what: &str, lines: usize) -> Vec<&'t str> {
    let from = text.lines().skip_while(|line| !line.contains(what));
    let found: Vec<&str> = from.take(lines + 1).map(str::trim).collect();
    assert_eq!(found.len(), lines + 1, "no `{what}` with {lines} lines behind it in:\n{text}");
    found[1..].to_vec()
}

#[test]
fn a_chain_of_places_says_where_a_value_comes_from() {
    let place = program();
    let ran = place.run(&["explain", "classes", "-m", "value"]).code(0);
    let chain = [
        "<- demo.Bar.g (Foo.java:17): dreturn gives what depends on x",
        "<- demo.Bar.g (Foo.java:17): invokestatic demo.Baz.k is where it comes from",
        "<- demo.Baz.k (Foo.java:24): dreturn gives what depends on x",
    ];
    assert_eq!(behind(&ran.out, "invokestatic demo.Bar.g ", 3), chain);
    // A field that another method has stored into.
    let chain = [
        "<- demo.Foo.apply (Foo.java:6): dreturn gives what depends on state that it reads",
        "<- demo.Foo.apply (Foo.java:6): getfield demo.Foo.k is where it comes from",
        "<- demo.Foo.set (Foo.java:5): putfield demo.Foo.k stores an active value",
    ];
    assert_eq!(behind(&ran.out, "invokevirtual demo.Foo.apply", 3), chain);
    // What an instruction leaves decides, not what it takes.
    let last = ran.out.lines().find(|line| line.contains("42: dadd")).unwrap_or_default();
    assert!(last.trim_start().starts_with('*'), "{}", ran.out);
    for why in ["what is called gives nothing that depends on", "its derivative is zero, or it is no number"]
    {
        assert!(ran.out.contains(why), "{}", ran.out);
    }
}

#[test]
fn a_chain_of_places_says_where_a_derivative_is_lost() {
    let place = program();
    let ran = place.run(&["explain", "classes", "-m", "bad"]).code(1);
    let chain = [
        "<- demo.Bar.lost (Foo.java:20): invokestatic demo.Baz.lost is where it goes on",
        "<- demo.Baz.lost (Foo.java:26): invokestatic java.lang.Double.doubleToRawLongBits takes it out of reach",
    ];
    assert_eq!(behind(&ran.out, "invokestatic demo.Bar.lost", 2), chain);
}

/// The number of the node with this label, and the rest of its line.
#[track_caller]
fn node<'d>(dot: &'d str, label: &str) -> (&'d str, &'d str) {
    let line = dot.lines().find(|line| line.contains(&format!("label=\"{label}")));
    let line = line.unwrap_or_else(|| panic!("no node `{label}` in:\n{dot}"));
    line.trim().split_once(' ').unwrap()
}

#[track_caller]
fn edge<'d>(dot: &'d str, from: &str, to: &str) -> &'d str {
    let edge = format!("{} -> {} [", node(dot, from).0, node(dot, to).0);
    let line = dot.lines().find(|line| line.trim().starts_with(&edge));
    line.unwrap_or_else(|| panic!("no edge `{from}` to `{to}` in:\n{dot}"))
}

#[test]
fn the_calls_are_drawn_with_patterns_and_rules() {
    let place = program();
    let dot = place.run(&["explain", "classes", "-m", "value", "--dot", "calls"]).code(0).out;
    assert!(dot.starts_with("digraph \"calls of value\" {") && dot.ends_with("}\n"), "{dot}");
    assert!(node(&dot, "demo.Foo.value(DI)D\\lactive: x").1.contains("bold"));
    node(&dot, "demo.Bar.g(D)D\\lactive: x\\lpattern: 1");
    node(&dot, "demo.Foo.apply(D)D\\lactive: state that it reads\\lpattern: 0");
    assert!(node(&dot, "java.lang.Math.sin\\lrule: cos(x)").1.contains("ellipse"));
    assert!(edge(&dot, "demo.Bar.g", "demo.Baz.k").contains("label=\"line 17\" penwidth=2"));
    // Nothing active is passed, or nothing comes back.
    assert!(edge(&dot, "demo.Foo.value", "demo.Bar.lost").contains("dashed"));
    assert!(edge(&dot, "demo.Foo.value", "java.lang.Math.floor").contains("dashed"));
    assert!(!dot.contains("doubleToRawLongBits"), "{dot}");
}

#[test]
fn the_drawing_marks_what_is_refused() {
    let place = program();
    let dot = place.run(&["explain", "classes", "-m", "bad", "--dot", "calls"]).code(1).out;
    assert!(node(&dot, "demo.Baz.lost(D)D").1.contains("refused: NB0204 at line 26"), "{dot}");
    assert!(!node(&dot, "demo.Bar.lost(D)D").1.contains("refused"), "{dot}");
    assert!(node(&dot, "java.lang.Double.doubleToRawLongBits").1.contains("octagon"), "{dot}");
    assert!(edge(&dot, "demo.Baz.lost", "java.lang.Double.doubleToRawLongBits").contains("#b3261e"));
    // A method that is refused before its code is read.
    let place = Workplace::with_foo();
    let dot = place.run(&["explain", "classes", "-m", "count(I)", "--dot", "calls"]).code(1).out;
    assert!(node(&dot, "count").1.contains("refused: NB"), "{dot}");
}
