//! Names of characters that take two `char`s, as Java allows them: class files write them in their own way; and those
//! that no method may have.

mod common;

use common::Workplace;

const MODEL: (&str, &str) = (
    "Model.java",
    r#"public class Model {
  static double \uD835\uDC58;
  public static double \uD835\uDC53(double x) { return x * x; }
  public static double calls(double x) { \uD835\uDC58 = \uD835\uDC53(x) * x; return \uD835\uDC58; }
  public static double grows(double \uD835\uDC65) { return \uD835\uDC65 * \uD835\uDC65; }
}"#,
);

const CHECK: (&str, &str) = (
    "Check.java",
    r#"public class Check {
  static void near(double found, double wanted) { if (found != wanted) throw new AssertionError(found); }
  public static void main(String[] none) {
    near(Model.\uD835\uDC53_dx(3), 6);
    near(Model.calls_dx(3), 27);
    near(Model.grows_d\uD835\uDC65(3), 6);
    System.out.println("ok");
  }
}
"#,
);

#[test]
fn names_of_other_characters_are_found() {
    let place = Workplace::new();
    place.javac(&[MODEL], "in", "");
    place.run(&["diff", "in", "-q", "-m", "*", "-d", "out"]).code(0);
    place.run(&["check", "in", "-m", "\u{1d453}"]).code(0);
    place.javac(&[CHECK], "check", "out");
    place.java("check:out", "Check");
}

#[test]
fn a_parameter_whose_name_no_method_may_have_goes_by_its_number() {
    let place = Workplace::new();
    let text =
        "public class Unused { public static double f(double unused_var__, double y) { return y * y; } }";
    let check = "public class Check {
  public static void main(String[] none) {
    System.out.println(Unused.f_d0(2, 3) == 0 && Unused.f_dy(2, 3) == 6 ? \"ok\" : \"wrong\");
  }
}
";
    place.javac(&[("Unused.java", text)], "in", "");
    // What Kotlin calls a parameter that is not used.
    let (given, name) = (b"unused_var__", b"<unused var>");
    let mut class = place.read("in/Unused.class");
    let at = class.windows(given.len()).position(|window| window == given).unwrap();
    class[at..at + name.len()].copy_from_slice(name);
    place.write("in/Unused.class", class);
    place.run(&["diff", "in", "-q", "-m", "*", "-d", "out"]).code(0);
    place.javac(&[("Check.java", check)], "check", "out");
    place.java("check:out", "Check");
}
