//! What `@Differentiable` selects and asks for when no `--method` is given.

mod common;

use common::Workplace;

const ANNOTATION: &str = "package io.github.nablars.api;
public @interface Differentiable {
  String[] wrt() default {};
  Form[] forms() default {};
}
";

const FORM: &str = "package io.github.nablars.api;
public enum Form { PARTIAL, JVP }
";

/// Annotations of every shape around the one that is meant, and some that only mention it.
const OTHERS: &str = "package demo;
public @interface Others {
  String text() default \"\";
  Class<?> type() default Object.class;
  Class<?>[] types() default {};
  io.github.nablars.api.Form form() default io.github.nablars.api.Form.JVP;
  io.github.nablars.api.Differentiable nested() default @io.github.nablars.api.Differentiable;
  io.github.nablars.api.Differentiable[] many() default {};
  double[] numbers() default {};
  char letter() default 'x';
  long number() default 0;
}
";

const MARKED: &str = "package demo;
import io.github.nablars.api.*;
public class Marked {
  @Differentiable public static double plain(double x, double y) { return x * y; }
  @Differentiable(wrt = \"y\") public static double one(double x, double y) { return x * y; }
  @Differentiable(wrt = {\"1\"}, forms = {Form.JVP})
  public static double jvp(double x, double y) { return x * y; }
  @Others(text = \"Lio/github/nablars/api/Differentiable;\", type = Differentiable.class,
          types = {Differentiable.class, int[].class}, form = Form.PARTIAL, numbers = {1, 2, 3},
          letter = 'L', number = 4, many = {@Differentiable(wrt = \"x\"), @Differentiable})
  @Differentiable(forms = Form.PARTIAL)
  public static double amidst(double x, double y) { return x * y; }
  @Deprecated @Visible(nested = @Differentiable(wrt = \"x\")) @Differentiable(wrt = \"y\")
  public static double visibly(double x, double y) { return x * y; }

  @Others(text = \"Lio/github/nablars/api/Differentiable;\")
  public static double text(double x) { return x; }
  @Others(type = Differentiable.class) public static double type(double x) { return x; }
  @Others(nested = @Differentiable) public static double nested(double x) { return x; }
  @Others(many = {@Differentiable, @Differentiable}) public static double many(double x) { return x; }
  @Visible(nested = @Differentiable) public static double visible(double x) { return x; }
  @Deprecated public static double other(double x) { return x; }
  public static double bare(double x) { return x; }
  public static double parameter(@Others(nested = @Differentiable) double x) { return x; }
}
";

const VISIBLE: &str = "package demo;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME)
public @interface Visible { io.github.nablars.api.Differentiable nested(); }
";

#[test]
fn only_the_annotation_itself_selects() {
    let place = Workplace::new();
    place.compile("io/github/nablars/api/Form.java", FORM);
    place.compile("io/github/nablars/api/Differentiable.java", ANNOTATION);
    place.compile("demo/Others.java", OTHERS);
    place.compile("demo/Visible.java", VISIBLE);
    place.compile("demo/Marked.java", MARKED);
    let report = place.run(&["check", "classes", "--format", "json"]).code(0).json();
    let class = &report["classes"][0];
    assert_eq!(class["class"], "demo.Marked");
    let derivatives = |method: &serde_json::Value| -> Vec<String> {
        let list = method["derivatives"].as_array().unwrap();
        list.iter().map(|d| d["method"].as_str().unwrap().to_owned()).collect()
    };
    let found: Vec<(String, Vec<String>)> = class["methods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|method| (method["method"].as_str().unwrap().to_owned(), derivatives(method)))
        .collect();
    let expected = [
        ("plain", vec!["plain_dx", "plain_dy", "plain_jvp"]),
        ("one", vec!["one_dy", "one_jvp"]),
        ("jvp", vec!["jvp_jvp"]),
        ("amidst", vec!["amidst_dx", "amidst_dy"]),
        ("visibly", vec!["visibly_dy", "visibly_jvp"]),
    ];
    let expected: Vec<(String, Vec<String>)> = expected
        .into_iter()
        .map(|(method, names)| (method.to_owned(), names.into_iter().map(str::to_owned).collect()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_bridge_is_not_meant() {
    let place = Workplace::new();
    let text = "package demo;
public class Square implements Own<Double> {
  @io.github.nablars.api.Differentiable public Double of(Double x) { return x * x; }
}
interface Own<T> { T of(T x); }
";
    place.javac(
        &[
            ("io/github/nablars/api/Differentiable.java", ANNOTATION),
            ("io/github/nablars/api/Form.java", FORM),
            ("demo/Square.java", text),
        ],
        "classes",
        "",
    );
    let ran = place.run(&["diff", "classes"]).code(0);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}
