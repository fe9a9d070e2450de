//! A method that is refused, beside one of the same run: what holds of its fields holds of theirs.

mod common;

use common::Workplace;

/// One array in two objects, whose classes do not see each other: no class could keep which tangent
/// array belongs to it.
const SOURCES: [(&str, &str); 5] = [
    ("p/Store.java", "package p; public interface Store { void put(double v); double get(); }"),
    (
        "p/Write.java",
        "package p;
class Write implements Store {
  final double[] a;
  Write(double[] a) { this.a = a; }
  public void put(double v) { a[0] = v; }
  public double get() { return a[0]; }
}
",
    ),
    (
        "p/Make.java",
        "package p; public class Make { public static Store of(double[] a) { return new Write(a); } }",
    ),
    (
        "q/Read.java",
        "package q;
class Read implements p.Store {
  final double[] b;
  Read(double[] b) { this.b = b; }
  public void put(double v) { b[0] = v; }
  public double get() { return b[0]; }
}
",
    ),
    (
        "q/Main.java",
        "package q;
public class Main {
  final p.Store store;
  final Read read;
  public Main() { double[] all = new double[1]; store = p.Make.of(all); read = new Read(all); }
  public double lost(double x) { store.put(x); return read.get() + Double.parseDouble(\"\" + x); }
  public double other(double x) { store.put(x * x); return read.get(); }
}
",
    ),
];

#[test]
fn fields_that_share_an_array_unseen_are_refused_in_every_method() {
    let place = Workplace::new();
    place.javac(&SOURCES, "in", "");
    let input = "in/q/Main.class";
    for methods in [&["-m", "other"][..], &["-m", "lost", "-m", "other"]] {
        let arguments = [&["diff", "-k", input, "--class-path", "in"], methods].concat();
        let run = place.run(&arguments);
        run.code(1).says(&["NB0203", "called from `q.Main.other`", "nothing was written"]);
    }
}
