//! The interfaces by which functions are called with their tangents: in each jar that needs them, and in the
//! description of one that is a module.

mod common;

use std::process::Command;

use common::{Workplace, javas};

const FIRST: &str = "package first;
import java.util.function.DoubleUnaryOperator;
public class First {
  static double twice(DoubleUnaryOperator f, double x) { return f.applyAsDouble(f.applyAsDouble(x)); }
  public static double value(double x) { return twice(y -> y * x, x); }
  public static void main(String[] none) { System.out.println(value(2)); }
}
";

const SECOND: &str = "package second;
import java.util.function.DoubleUnaryOperator;
public class Second {
  static double once(DoubleUnaryOperator f, double x) { return f.applyAsDouble(x); }
  public static double value(double x) { return once(y -> y * x, x); }
}
";

const CHECK: &str = "public class Check {
  public static void main(String[] none) {
    if (first.First.value_dx(2) != 12) throw new AssertionError(first.First.value_dx(2));
    System.out.println(\"ok\");
  }
}
";

const INTERFACE: &str = "nabla/java/util/function/DoubleUnaryOperator$applyAsDouble$1.class  (added)";

fn modules() -> Workplace {
    let place = Workplace::new();
    for (name, source) in [("first", FIRST), ("second", SECOND)] {
        let class = if name == "first" { "First" } else { "Second" };
        let description = format!("module {name} {{ exports {name}; }}");
        let module = format!("{name}/module-info.java");
        place.javac(&[(&module, &description), (&format!("{name}/{name}/{class}.java"), source)], name, "");
        place.pack(&format!("{name}.jar"), name);
    }
    place
}

#[test]
fn the_description_of_a_module_names_the_package() {
    let place = modules();
    let ran = place.run(&["diff", "first.jar", "-m", "value", "--form", "partial", "-d", "out"]).code(0);
    assert!(ran.out.contains(&format!("out/first.jar!/{INTERFACE}")), "{}", ran.out);
    for java in javas() {
        let mut command = Command::new(java);
        command.current_dir(place.path("")).args(["-p", "out", "-m", "first/first.First"]);
        let output = command.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "8.0\n", "{output:?}");
    }
}

#[test]
fn each_jar_may_be_used_without_the_other() {
    let place = modules();
    let args = ["diff", "first.jar", "second.jar", "-m", "value", "--form", "partial", "-d", "out"];
    let ran = place.run(&args).code(0);
    for jar in ["first", "second"] {
        assert!(ran.out.contains(&format!("out/{jar}.jar!/{INTERFACE}")), "{}", ran.out);
    }
    ran.says(&[
        "`first.jar` and `second.jar` are modules, and both get the package `nabla.java.util.function`",
    ]);
    place.javac(&[("Check.java", CHECK)], "check", "out/first.jar");
    place.java("check:out/first.jar", "Check");
    place.run(&["verify", "first.jar", "second.jar", "-m", "value"]).code(0);
}
