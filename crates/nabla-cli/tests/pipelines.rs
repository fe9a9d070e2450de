//! Streams, `Arrays.setAll` and `Arrays.sort`: what derivatives need beside them stands in the classes
//! that have them, and in companions.

mod common;

use common::Workplace;

const FOO: (&str, &str) = (
    "demo/Foo.java",
    "package demo;
import java.util.Arrays;
import java.util.stream.IntStream;
public class Foo {
  public static double value(double x) {
    double[] y = new double[4];
    java.util.function.IntSupplier one = () -> 1;
    Arrays.setAll(y, i -> x * i * one.getAsInt());
    return Arrays.stream(y).filter(v -> v > x).map(v -> v * v).map(Math::sqrt).sum();
  }
  public static double median(double x, double[] a) {
    double[] sorted = IntStream.range(0, a.length).mapToDouble(i -> a[i] * x).toArray();
    Arrays.sort(sorted);
    return sorted[a.length / 2];
  }
  public static double unselected(double x) { return IntStream.range(0, 3).mapToDouble(i -> x).sum(); }
}
",
);

/// The value is 5x, and the median that of {4, 1, 3} times x.
fn check(owner: &str) -> String {
    format!(
        "package demo;
public class Check {{
  public static void main(String[] args) {{
    double x = 0.75;
    double[] a = {{4, 1, 3}}, tangent = new double[1], gradient = new double[4];
    boolean value = {owner}.value_jvp(x, 2, tangent) == Foo.value(x) && tangent[0] == 10;
    boolean median = {owner}.median_grad(x, a, gradient) == Foo.median(x, a);
    boolean slopes = java.util.Arrays.equals(gradient, new double[] {{3, 0, 0, x}});
    System.out.println(value && median && slopes ? \"ok\" : \"wrong: \" + tangent[0]);
  }}
}}
"
    )
}

const SELECTED: [&str; 4] = ["-m", "value", "-m", "median"];

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[FOO], "classes", "");
    place
}

#[test]
fn no_class_is_added_for_functions_that_are_passed_where_they_are_made() {
    let place = place();
    let ran = place.run(&[&["diff", "classes"][..], &SELECTED].concat()).code(0);
    assert!(!ran.out.contains("(added)"), "{}", ran.out);
    place.javac(&[("demo/Check.java", &check("Foo"))], "check", "nabla-out");
    place.java("check:nabla-out", "demo.Check");
}

#[test]
fn companions_hold_them_too() {
    let place = place();
    place.run(&[&["diff", "classes", "--detached"][..], &SELECTED].concat()).code(0);
    place.javac(&[("demo/Check.java", &check("Foo$Nabla"))], "check", "nabla-out:classes");
    place.java("check:nabla-out:classes", "demo.Check");
    // A companion is a class like any other.
    let again = ["diff", "nabla-out", "--class-path", "classes", "-m", "value_dx", "--form", "partial"];
    place.run(&[&again[..], &["-d", "second"]].concat()).code(0);
}

#[test]
fn in_place_and_again() {
    let place = place();
    let args = [&["diff", "classes", "--in-place"][..], &SELECTED].concat();
    place.run(&args).code(0);
    place.javac(&[("demo/Check.java", &check("Foo"))], "check", "classes");
    place.java("check:classes", "demo.Check");
    let once = place.snapshot();
    place.run(&[&args[..], &["--refresh"]].concat()).code(0);
    assert_eq!(place.snapshot(), once);
    place.run(&["diff", "classes", "-m", "value_dx", "-m", "unselected", "--form", "partial"]).code(0);
}

#[test]
fn what_the_library_does_with_streams_cannot_be_inlined() {
    let place = Workplace::new();
    let foo = "package demo; import java.util.stream.*; public class Foo {
      public static double sorted(double x) { return DoubleStream.of(x, 1).sorted().sum(); }
      public static double at(double x) { double[] a = {x}; java.util.Arrays.parallelSort(a); return a[0]; } }";
    place.javac(&[("demo/Foo.java", foo)], "classes", "");
    place
        .run(&["diff", "classes", "-m", "sorted"])
        .code(1)
        .says(&["NB0201", "write a loop, or begin and end"]);
    place.run(&["diff", "classes", "-m", "at"]).code(1).says(&["NB0201", "or write what it does in code"]);
}

#[test]
fn elements_that_are_not_followed_are_told_as_users_see_them() {
    let place = Workplace::new();
    let foo = "package demo; import java.util.*; public class Foo {
      public static double boxed(double x) {
        List<Double> l = new ArrayList<>(); l.add(x); return l.stream().mapToDouble(d -> d * 2).sum(); } }";
    place.javac(&[("demo/Foo.java", foo)], "classes", "");
    let refused = place.run(&["diff", "classes", "-m", "boxed"]).code(1);
    let refused =
        refused.says(&["NB0201", "through elements of a stream or collection that are not followed"]);
    assert_eq!(refused.err.matches("error[").count(), 1, "{}", refused.err);
}

#[test]
fn a_class_with_its_own_for_each() {
    let place = Workplace::new();
    let foo = "package demo; import java.util.*; public class Foo {
      public static class Rest extends ArrayList<double[]> {
        public void forEach(java.util.function.Consumer<? super double[]> f) { f.accept(get(0)); } }
      public static double all(List<double[]> rows, double x) {
        double[] sum = {0}; rows.forEach(r -> sum[0] += r[0] * x); return sum[0]; } }";
    place.javac(&[("demo/Foo.java", foo)], "classes", "");
    place.run(&["diff", "classes", "-m", "all"]).code(1).says(&["NB0201", "forEach"]);
}
