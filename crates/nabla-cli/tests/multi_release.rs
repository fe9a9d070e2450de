//! Multi-release jars: for each release, derivatives among the classes that its JVM finds.

mod common;

use common::Workplace;
use std::fs::File;
use std::io::Read;
use zip::ZipArchive;

const FOO: (&str, &str) = (
    "demo/Foo.java",
    "package demo;
public class Foo { public static double value(double x) { return Util.g(x) * x; } }
",
);
const HELPER: (&str, &str) = (
    "demo/Helper.java",
    "package demo;
public class Helper { public static double h(double x) { return x * x * x; } }
",
);
const CHECK: (&str, &str) = (
    "demo/Check.java",
    "package demo;
public class Check {
  public static void main(String[] args) {
    double x = 1.3, e = 1e-5;
    double expected = (Foo.value(x + e) - Foo.value(x - e)) / (2 * e);
    double[] tangent = new double[1];
    boolean same = Foo.value_jvp(x, 1, tangent) == Foo.value(x);
    boolean near = Math.abs(tangent[0] - expected) < 1e-8;
    System.out.println(same && near ? \"ok\" : tangent[0] + \" is not \" + expected);
  }
}
",
);

fn util(body: &str) -> String {
    format!("package demo; public class Util {{ public static double g(double x) {{ {body} }} }}")
}

/// `lib.jar` has `Foo`, `Helper` and two versions of `Util`; `plain` has `Foo` alone.
fn place(base: &str, for_17: &str) -> Workplace {
    let place = Workplace::new();
    place.javac(&[FOO, HELPER, ("demo/Util.java", &util(base))], "base", "");
    place.javac(&[("demo/Util.java", &util(for_17))], "versioned", "base");
    let mut jar = std::process::Command::new(common::jdk_tool("jar"));
    jar.current_dir(place.path("")).args(["--create", "--file", "lib.jar", "-C", "base", "."]);
    assert!(jar.args(["--release", "17", "-C", "versioned", "."]).status().unwrap().success());
    place
}

fn entry(place: &Workplace, jar: &str, name: &str) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(File::open(place.path(jar)).unwrap()).unwrap();
    let mut bytes = Vec::new();
    archive.by_name(name).ok()?.read_to_end(&mut bytes).unwrap();
    Some(bytes)
}

/// What changes, as `class output`, without the jar's name.
fn changed(place: &Workplace, args: &[&str]) -> Vec<String> {
    let json = place.run(&[&["diff", "lib.jar", "--format", "json"], args].concat()).json();
    let outputs = json["classes"].as_array().unwrap().iter().filter_map(|c| c["output"].as_str());
    outputs.map(|o| o.rsplit_once("!/").unwrap().1.to_owned()).collect()
}

const VERSION: &str = "META-INF/versions/17";

#[test]
fn every_version_of_a_callee_gets_its_methods() {
    let place = place("return Math.sin(x);", "return Helper.h(x) + 1;");
    let expected =
        ["demo/Foo.class", "demo/Helper.class", &format!("{VERSION}/demo/Util.class"), "demo/Util.class"];
    // `Helper` is called for release 17 alone; there its JVM is to find it, and no older one needs it.
    let helper = format!("{VERSION}/demo/Helper.class");
    let expected: Vec<&str> =
        expected.iter().map(|&e| if e == "demo/Helper.class" { &*helper } else { e }).collect();
    assert_eq!(changed(&place, &["-m", "demo.Foo.value"]), expected);
    place.javac(&[CHECK], "check", "nabla-out/lib.jar");
    place.java("check:nabla-out/lib.jar", "demo.Check");
    assert_eq!(
        entry(&place, "nabla-out/lib.jar", "demo/Helper.class"),
        entry(&place, "lib.jar", "demo/Helper.class")
    );
}

#[test]
fn a_class_gets_a_version_where_its_derivative_depends_on_the_release() {
    let place = place("return 2;", "return x * x;");
    let version = format!("{VERSION}/demo/Foo.class");
    let outputs = changed(&place, &["-m", "demo.Foo.value"]);
    assert_eq!(outputs, ["demo/Foo.class", &version, &format!("{VERSION}/demo/Util.class")]);
    place.javac(&[CHECK], "check", "nabla-out/lib.jar");
    place.java("check:nabla-out/lib.jar", "demo.Check");
    // Once it is there, it is a class like others.
    let again = place.run(&["diff", "nabla-out/lib.jar", "-m", "demo.Foo.value", "--in-place", "--refresh"]);
    assert_eq!(again.code(0).out.lines().count(), 3);
    place.java("check:nabla-out/lib.jar", "demo.Check");
}

#[test]
fn what_is_refused_for_one_release_is_not_left_to_the_derivative_of_another() {
    let lossy = "return Double.longBitsToDouble(Double.doubleToRawLongBits(x));";
    let place = place("return Math.sin(x);", lossy);
    let before = place.snapshot();
    let ran = place.run(&["diff", "lib.jar", "-m", "demo.Foo.value"]).code(1);
    ran.says(&["doubleToRawLongBits", "in `demo.Util.g(double)`", "1 of 2 methods refused"]);
    assert_eq!(place.snapshot(), before);
    let version = format!("{VERSION}/demo/Foo.class");
    let outputs = changed(&place, &["-k", "-m", "demo.Foo.value"]);
    assert_eq!(outputs, ["demo/Foo.class", &version, "demo/Util.class"]);
    let original = entry(&place, "lib.jar", "demo/Foo.class");
    assert_eq!(entry(&place, "nabla-out/lib.jar", &version), original);
    assert_ne!(entry(&place, "nabla-out/lib.jar", "demo/Foo.class"), original);
}

#[test]
fn a_class_that_can_have_no_version_is_refused() {
    let place = place("return 2;", "return x * x;");
    place.javac(&[FOO], "plain", "base");
    std::fs::remove_file(place.path("base/demo/Foo.class")).unwrap();
    std::fs::remove_file(place.path("plain/demo/Util.class")).ok();
    let mut jar = std::process::Command::new(common::jdk_tool("jar"));
    jar.current_dir(place.path("")).args(["--create", "--file", "lib.jar", "-C", "base", "."]);
    assert!(jar.args(["--release", "17", "-C", "versioned", "."]).status().unwrap().success());
    let ran = place.run(&["diff", "plain", "lib.jar", "-m", "demo.Foo.value"]).code(1);
    ran.says(&["`plain/demo/Foo.class` needs other derivatives for Java 17 than before"]);
}

#[test]
fn of_two_classes_of_one_name_calls_reach_the_first() {
    let place = Workplace::new();
    place.javac(&[FOO, ("demo/Util.java", &util("return Math.sin(x);"))], "one", "");
    place.javac(&[("demo/Util.java", &util("return x;"))], "two", "");
    place.pack("one.jar", "one");
    place.pack("two.jar", "two");
    let ran = place.run(&["diff", "two.jar", "one.jar", "-m", "value", "-m", "g"]).code(0);
    let ran = ran.says(&["warning: `two.jar!/demo/Util.class`: another input has a class of this name"]);
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    place.javac(&[CHECK], "check", "nabla-out/one.jar");
    place.java("check:nabla-out/one.jar", "demo.Check");
}
