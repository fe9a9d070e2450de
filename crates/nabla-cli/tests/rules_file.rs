//! `--rules` and `--math`: what is told of functions whose classes cannot be annotated.

mod common;

use common::{DERIVATIVE, Workplace};

/// Libraries whose code cannot be differentiated: they look at bits.
const LIBRARY: &str = "package lib;
public final class Library {
  private static double same(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }
  public static double square(double x) { return same(x) * same(x); }
  public static double power(int n, double x) { return Math.pow(same(x), n); }
  public static double sin(double x) { return Math.sin(same(x)); }
  public static double pow(double x, double y) { return Math.pow(same(x), same(y)); }
  public static String text(double x) { return \"\" + x; }
  public double method(double x) { return x; }
}
";

const RULES: &str = "package demo;
public final class Rules {
  public static double square(double x, double x_dot, double[] tangent) {
    tangent[0] = 2 * x * x_dot;
    return x * x;
  }
  public static double power(int n, double x, double x_dot, double[] tangent) {
    tangent[0] = n * Math.pow(x, n - 1) * x_dot;
    return Math.pow(x, n);
  }
  public static double wrong(double x, double[] tangent) { return x; }
  private static double hidden(double x, double x_dot, double[] tangent) { return x; }
}
";

const USER: &str = "package app;
import lib.Library;
public class User {
  public static double one(double x) { return 3 * Library.square(x) + x; }
  public static double two(double x) { return Library.power(3, x); }
  public static double three(double x) { return Library.sin(x) + Library.pow(x, 2); }
}
";

const MAIN: &str = "package app;
public class Main {
  static void is(double expected, double found) {
    if (expected != found) throw new AssertionError(expected + \" \" + found);
  }
  public static void main(String[] args) {
    is(13, User.one_dx(2)); is(12, User.two_dx(2)); is(1, User.three_dx(0));
    System.out.println(\"ok\");
  }
}
";

fn place() -> Workplace {
    let place = Workplace::new();
    place.javac(&[("lib/Library.java", LIBRARY), ("demo/Rules.java", RULES)], "lib", "lib");
    place.javac(&[("app/User.java", USER)], "classes", "lib");
    place
}

#[test]
fn rules_of_a_file_and_a_class_like_math_are_known() {
    let place = place();
    let rules = "# What lib.Library does.

lib.Library.square(D)D = demo.Rules.square
lib.Library.power(ID)D=demo.Rules.power  # by the exponent there is none
";
    place.write("rules.txt", rules);
    let args = ["diff", "classes", "-cp", "lib", "-m", "*", "--rules", "rules.txt", "--math", "lib.Library"];
    place.run(&args).code(0);
    place.javac(&[("app/Main.java", MAIN)], "main", "nabla-out:classes:lib");
    place.java("main:nabla-out:classes:lib", "app.Main");
    place.run(&["check", "classes", "-cp", "lib", "-m", "one"]).code(1);
    place.run(&["check", "classes", "-cp", "lib", "-m", "three"]).code(1);
}

#[test]
fn a_line_that_is_no_rule_is_told_with_what_would_be_one() {
    let place = place();
    for (line, parts) in [
        ("lib.Library.square", ["is no rule", "FUNCTION = METHOD"]),
        ("lib.Library.square = demo.Rules.square", ["is no rule", "FUNCTION = METHOD"]),
        ("lib.Library.text(D)Ljava/lang/String; = demo.Rules.square", ["no function of numbers", "double"]),
        ("lib.Library.method(D)D = demo.Rules.square", ["`lib.Library`", "no static method `method(D)D`"]),
        ("lib.Library.square(D)D = demo.None.square", ["`demo.None`", "--class-path"]),
        ("lib.Library.square(D)D = demo.Rules.hidden", ["`demo.Rules.hidden` is private", "public"]),
        (
            "lib.Library.square(D)D = demo.Rules.wrong",
            ["`demo.Rules.wrong`", "expected `static double wrong(double, double, double[])`"],
        ),
    ] {
        place.write("rules.txt", format!("\n{line}\n"));
        let ran = place.run(&["check", "classes", "-cp", "lib", "-m", "one", "--rules", "rules.txt"]);
        ran.code(2).says(&[&["rules.txt:2"][..], &parts].concat());
    }
    place.run(&["check", "classes", "-cp", "lib", "-m", "one", "--rules", "absent.txt"]).code(3);
}

#[test]
fn two_rules_for_one_function_are_refused() {
    let place = place();
    let line = "lib.Library.square(D)D = demo.Rules.square\n";
    place.write("rules.txt", format!("{line}# Once more.\n{line}"));
    place.write("more.txt", line);
    let check = ["check", "classes", "-cp", "lib", "-m", "one", "--rules"];
    let run = |rules: &[&str]| place.run(&[&check[..], rules].concat()).code(2);
    let twice = ["rules.txt:3: `lib.Library.square` has another rule, at rules.txt:1"];
    run(&["rules.txt"]).says(&twice);
    run(&["more.txt", "--rules", "more.txt"]).says(&["more.txt:1", "at more.txt:1"]);
}

#[test]
fn a_class_like_math_that_is_not_there_is_refused() {
    let place = place();
    let args = ["check", "classes", "-cp", "lib", "-m", "three", "--math", "lib.Nope"];
    place.run(&args).code(2).says(&["`--math`: the class `lib.Nope` was not found", "--class-path"]);
}

/// Annotated rules for what `lib.Library` does, each with another derivative.
const ANNOTATED: &str = "package demo;
import io.github.nablars.api.Derivative;
import lib.Library;
public final class First {
  @Derivative(of = Library.class, method = \"square\")
  public static double square(double x, double x_dot, double[] tangent) { tangent[0] = 100 * x_dot; return x * x; }
}
class Second {
  @Derivative(of = Library.class, method = \"square\")
  public static double square(double x, double x_dot, double[] tangent) { tangent[0] = 200 * x_dot; return x * x; }
}
";

#[test]
fn a_file_counts_before_annotations_and_of_those_two_are_told() {
    let place = place();
    let main = "package app;
public class Main {
  public static void main(String[] args) {
    System.out.println(User.one_dx(2) == 13 ? \"ok\" : \"wrong\");
  }
}
";
    place.javac(&[DERIVATIVE, ("demo/First.java", ANNOTATED)], "classes", "lib");
    place.write("rules.txt", "lib.Library.square(D)D = demo.Rules.square\n");
    place.run(&["diff", "classes", "-cp", "lib", "-m", "one", "--rules", "rules.txt"]).code(0);
    place.javac(&[("app/Main.java", main)], "main", "nabla-out:classes:lib");
    place.java("main:nabla-out:classes:lib", "app.Main");
    let both =
        ["`demo.First.square` and `demo.Second.square` are both rules for `lib.Library.square`", "--rules"];
    place.run(&["diff", "classes", "-cp", "lib", "-m", "one", "-d", "annotated"]).code(0).says(&both);
}
