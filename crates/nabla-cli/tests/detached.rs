//! `--detached`: companions that run, leave their class alone, and refuse what they cannot reach.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::Workplace;

const SHAPE: &str = r#"package demo;
public class Shape {
  public double k = 2;
  static double scale = 3;
  protected final int[] counts = {1, 2, 3};
  private double hidden = 5;
  enum Mode { UP, DOWN }
  Mode mode = Mode.DOWN;

  public static double value(double t) {
    double r = 1;
    for (int i = 0; i < 3; i++) r = r * t + Math.sqrt(t * t + i);
    return r;
  }
  public double area(double a, float b) { return a * b * k * counts[1]; }
  double named(double x) throws java.io.IOException {
    String text = "k=" + k + scale;
    if (text.isEmpty()) throw new java.io.IOException(text);
    return x * x * text.length();
  }
  protected double guarded(double x, Object o) {
    double r = x;
    try {
      if (o instanceof String s) r = r * s.length();
      r = r * ((Number) o).doubleValue();
    } catch (ClassCastException e) {
      r = r * x;
    }
    return r;
  }
  public double moded(double x) {
    switch (mode) {
      case UP: return x;
      default: return x * x * x;
    }
  }
  public static double many(double x, int... rest) { return x * x + rest[0]; }

  public double secret(double x) { return x * hidden; }
  private double own(double x) { return x * x; }
  public double viaThis(double x) {
    java.util.function.DoubleSupplier s = () -> hidden;
    return x * s.getAsDouble();
  }
  public double viaNest(double x) { return x * new Nested().inside; }
  public synchronized double locked(double x) { return x * k; }
  static class Nested { private int inside = 7; int open = 8; }
  public double nested(double x, Nested n) { return x * n.open; }
  double kept;
  public double viaState(double x) { kept = x * x; return kept * x; }
  public static double viaArray(double x) { double[] a = {x, x * x}; return a[0] * a[1]; }
  public static double twice(Shape s, double x) { return x; }
  public double twice(double x) { return x * x; }
}
"#;

/// `instanceof String s` needs Java 16; the rest compiles for 8 too.
fn shape_for_8() -> String {
    SHAPE
        .replace("o instanceof String s", "o instanceof String")
        .replace("s.length()", "((String) o).length()")
}

const MAIN: &str = r#"package demo;
public class Main {
  static void near(String what, double found, double wanted) {
    if (!(Math.abs(found - wanted) <= 1e-12 * Math.max(1, Math.abs(wanted))))
      throw new AssertionError(what + " is " + found + ", not " + wanted);
  }
  public static void main(String[] a) throws Exception {
    Shape s = new Shape();
    double x = 1.5;
    double[] t = new double[1];
    near("value", Shape$Nabla.value_jvp(x, 1, t), Shape.value(x));
    near("value'", t[0], (Shape.value(x + 1e-5) - Shape.value(x - 1e-5)) / 2e-5, 1e-8);
    near("value_dt", Shape$Nabla.value_dt(x), t[0]);
    near("area_da", Shape$Nabla.area_da(s, 3, 4f), 4 * 2 * 2);
    near("area", Shape$Nabla.area_jvp(s, 3, 4f, 1, 10f, t), 48);
    near("area'", t[0], 16 + 120);
    near("named", Shape$Nabla.named_dx(s, x), 2 * x * "k=2.03.0".length());
    near("guarded", Shape$Nabla.guarded_dx(s, x, 4), 4);
    near("caught", Shape$Nabla.guarded_dx(s, x, "abc"), 2 * 3 * x);
    near("moded", Shape$Nabla.moded_dx(s, x), 3 * x * x);
    near("many", Shape$Nabla.many_dx(x, 1, 2), 2 * x);
    near("viaArray", Shape$Nabla.viaArray_dx(x), 3 * x * x);
    near("nested", Shape$Nabla.nested_dx(s, x, new Shape.Nested()), 8);
    int modifiers = Class.forName("demo.Shape$Nabla").getModifiers();
    if (modifiers != (java.lang.reflect.Modifier.PUBLIC | java.lang.reflect.Modifier.FINAL))
      throw new AssertionError("modifiers " + modifiers);
    for (java.lang.reflect.Method m : Class.forName("demo.Shape$Nabla").getDeclaredMethods())
      if (!java.lang.reflect.Modifier.isStatic(m.getModifiers())) throw new AssertionError(m);
    try { Shape$Nabla.area_da(null, 1, 1f); throw new AssertionError("no exception"); }
    catch (NullPointerException e) {
      if (!e.getStackTrace()[0].toString().contains("Shape.java:15")) throw e;
    }
    System.out.println("good");
  }
  static void near(String what, double found, double wanted, double tolerance) {
    if (!(Math.abs(found - wanted) <= tolerance * Math.abs(wanted))) throw new AssertionError(what + " " + found);
  }
}
"#;

const GOOD: [&str; 8] = ["value", "area", "named", "guarded", "moded", "many", "nested", "viaArray"];

/// The JDKs from 17 on, by what `JAVA_HOME` or the path lead to and what is installed beside it.
fn jdks() -> Vec<PathBuf> {
    let real = |path: PathBuf| path.canonicalize().ok();
    let javac = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .find_map(|directory| real(directory.join("javac")));
    let home = std::env::var_os("JAVA_HOME").and_then(|home| real(home.into()));
    let home = home.or_else(|| Some(javac?.parent()?.parent()?.to_owned())).expect("these tests need a JDK");
    let mut homes: Vec<PathBuf> = std::fs::read_dir(home.parent().unwrap())
        .unwrap()
        .filter_map(|entry| real(entry.unwrap().path()))
        .filter(|home| home.join("bin/javac").is_file())
        .collect();
    homes.push(home);
    homes.sort();
    homes.dedup();
    homes
}

#[track_caller]
fn run(place: &Workplace, program: &Path, args: &[&str]) -> String {
    let output = Command::new(program).current_dir(place.path("")).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{program:?} {args:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn compile(place: &Workplace, jdk: &Path, args: &[&str], name: &str, source: &str) {
    place.write(&format!("src/{name}"), source);
    let path = format!("src/{name}");
    let all =
        [&["-g", "-nowarn", "-d", "classes", "-cp", "classes:nabla-out"], args, &[path.as_str()]].concat();
    run(place, &jdk.join("bin/javac"), &all);
}

fn select<'a>(methods: &[&'a str]) -> Vec<&'a str> {
    methods.iter().flat_map(|m| ["-m", m]).collect()
}

#[test]
fn companions_run_on_every_jdk() {
    for jdk in jdks() {
        for release in [None, Some("8")] {
            let place = Workplace::new();
            let (flags, source): (&[&str], String) = match release {
                None => (&["-parameters"], SHAPE.to_owned()),
                Some(release) => (&["--release", release], shape_for_8()),
            };
            compile(&place, &jdk, flags, "demo/Shape.java", &source);
            let before = place.read("classes/demo/Shape.class");
            let args = [&["diff", "--detached", "classes", "-v"][..], &select(&GOOD)].concat();
            let ran = place.run(&args).code(0);
            assert!(ran.out.starts_with("nabla-out/demo/Shape$Nabla.class  "), "{}", ran.out);
            assert_eq!(place.read("classes/demo/Shape.class"), before);
            assert!(!place.path("nabla-out/demo/Shape.class").exists());
            compile(&place, &jdk, &[], "demo/Main.java", MAIN);
            let java = jdk.join("bin/java");
            let args = ["-Xverify:all", "-cp", "classes:nabla-out", "demo.Main"];
            assert_eq!(run(&place, &java, &args), "good\n");
        }
    }
}

#[test]
fn the_report_tells_of_the_companion() {
    let place = Workplace::new();
    place.compile("demo/Shape.java", SHAPE);
    let args = ["diff", "--detached", "classes", "-m", "area", "--format", "json"];
    let report = place.run(&args).code(0).json();
    let class = &report["classes"][0];
    assert_eq!(class["class"], "demo.Shape");
    assert_eq!(class["output"], "nabla-out/demo/Shape$Nabla.class");
    let derivative = &class["methods"][0]["derivatives"][0];
    assert_eq!(derivative["class"], "demo.Shape$Nabla");
    assert_eq!(derivative["method"], "area_da");
    assert_eq!(derivative["descriptor"], "(Ldemo/Shape;DF)D");
    assert_eq!(derivative["static"], true);
    // What is said of a method's length is so.
    let first = place.read("nabla-out/demo/Shape$Nabla.class");
    let listing = place.run(&["print", "nabla-out/demo/Shape$Nabla.class", "-c"]).code(0).out;
    assert!(listing.contains("area_da"), "{listing}");
    place.run(&["copy", "--recode", "nabla-out", "-d", "again"]).code(0);
    assert_eq!(place.read("again/demo/Shape$Nabla.class"), first);
    // The same bytes from any directory, order and number of threads.
    place
        .run(&["diff", "-j", "7", "classes/demo/Shape.class", "--detached", "-m", "area", "-d", "o"])
        .code(0);
    assert_eq!(place.read("o/demo/Shape$Nabla.class"), first);
}

#[test]
fn what_a_companion_cannot_reach_is_refused() {
    let place = Workplace::new();
    place.compile("demo/Shape.java", SHAPE);
    for (method, code, says) in [
        ("secret", "NB0401", "the private field `demo.Shape.hidden`"),
        ("own", "NB0401", "the private method `own`"),
        ("viaThis", "NB0401", "the private field `demo.Shape.hidden`"),
        ("viaNest", "NB0401", "the private field `demo.Shape$Nested.inside`"),
        ("locked", "NB0401", "the lock of the synchronized method `locked`"),
        ("viaState", "NB0401", "the tangent of the field `kept`"),
        ("twice", "NB0105", "twice_dx"),
    ] {
        for command in ["diff", "check"] {
            place
                .run(&[command, "--detached", "classes", "-m", method, "--source-path", "src"])
                .code(1)
                .says(&[code, says, "src/demo/Shape.java:"]);
        }
    }
    let ran = place.run(&["diff", "--detached", "classes", "-m", "secret"]).code(1);
    ran.says(&["drop `--detached`", "nothing was written"]);
    assert!(!place.path("nabla-out").exists());
    // Before Java 11 private methods were called by `invokespecial`.
    let old = Workplace::new();
    let source = "package demo; public class Old {
        private int n() { return 3; } public double f(double x) { return x * n(); } }";
    compile(&old, &jdks()[0], &["--release", "8"], "demo/Old.java", source);
    old.run(&["check", "--detached", "classes", "-m", "f"])
        .code(1)
        .says(&["the private method `demo.Old.n`"]);
    // Without it nothing is in the way.
    place.run(&["check", "classes", "-m", "secret", "-m", "own", "-m", "viaNest"]).code(0);
    // The rest is written by request.
    let args = ["diff", "--detached", "-k", "classes", "-m", "secret", "-m", "area", "--format", "json"];
    let report = place.run(&args).code(1).json();
    assert_eq!(report["summary"]["refused"], 1);
    let methods = report["classes"][0]["methods"].as_array().unwrap();
    let refused = methods.iter().find(|m| m["method"] == "secret").unwrap();
    assert_eq!(refused["derivatives"].as_array().unwrap().len(), 0);
    assert!(refused["diagnostics"][0]["offset"].as_u64().is_some(), "{refused}");
    let listing = place.run(&["print", "nabla-out/demo/Shape$Nabla.class"]).code(0).out;
    assert!(listing.contains("area_da") && !listing.contains("secret"), "{listing}");
}

const BASE: &str = "package other;
public class Base {
  protected double kept = 3;
  public double open = 4;
  protected int count() { return 5; }
  protected static int counted() { return 6; }
}
";

const SUB: &str = "package demo;
public class Sub extends other.Base implements Cloneable {
  public double viaField(double x) { return x * kept; }
  public double viaOpen(double x) { return x * open; }
  public double viaMethod(double x) { return x * count(); }
  public double viaStatic(double x) { return x * other.Base.counted(); }
  public double viaSuper(double x) { return x * super.hashCode(); }
  public double viaClone(double x) throws Exception { return x * (clone() == null ? 1 : 2); }
  public double viaArray(double x) { return x * new int[3].clone().length; }
}
";

#[test]
fn inherited_members_are_looked_up() {
    let place = Workplace::new();
    place.compile("other/Base.java", BASE);
    place.compile("demo/Sub.java", SUB);
    let sub = "classes/demo/Sub.class";
    let check = |extra: &[&str], method: &str| {
        place.run(&[&["check", "--detached", sub, "-m", method], extra].concat())
    };
    let found = ["-cp", "classes"];
    check(&found, "viaField").code(1).says(&["NB0401", "the protected field `demo.Sub.kept`"]);
    check(&found, "viaMethod").code(1).says(&["NB0401", "the protected method `demo.Sub.count`"]);
    check(&found, "viaStatic").code(1).says(&["NB0401", "the protected method `other.Base.counted`"]);
    check(&found, "viaSuper").code(1).says(&["NB0401", "the method `super.hashCode`"]);
    check(&found, "viaClone").code(1).says(&["NB0401", "the protected method `java.lang.Object.clone`"]);
    check(&found, "viaOpen").code(0);
    check(&found, "viaArray").code(0);
    // Without the super class nobody knows; with it among the inputs all is known.
    check(&[], "viaOpen").code(1).says(&[
        "NB0402",
        "`demo.Sub.open`: class `other.Base` was not found",
        "-cp",
    ]);
    check(&[], "viaArray").code(0);
    place.run(&["check", "--detached", "classes", "-m", "viaOpen"]).code(0);
}

#[test]
fn the_class_path_is_looked_at_only_if_needed() {
    let place = Workplace::new();
    place.compile("other/Base.java", BASE);
    place.compile("demo/Sub.java", SUB);
    place.compile(
        "demo/Random.java",
        "package demo; public class Random extends java.util.Random {
           public double plain(double x) { return x * x; }
           public double bits(double x) { return x * next(3); }
           public double open(double x) { return x * nextInt(); } }",
    );
    place.write("bad.jar", "PK\u{3}\u{4} no jar");
    let run = |home: &str, path: Option<&str>, args: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("nabla-rs").unwrap();
        command.current_dir(place.path("")).env("JAVA_HOME", home);
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let output = command.args(["check", "--detached"]).args(args).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (sub, random) = ("classes/demo/Sub.class", "classes/demo/Random.class");
    // Neither a JDK nor a damaged jar is met where nothing of it is needed.
    let (code, err) = run("/nonsense", Some(""), &[random, "-m", "plain", "-cp", "bad.jar"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let (code, err) = run("/nonsense", Some(""), &[sub, "-m", "viaOpen", "-cp", "bad.jar"]);
    assert_eq!(code, Some(3), "{err}");
    assert!(err.contains("malformed jar `bad.jar` on the class path: "), "{err}");
    let (code, err) = run("/nonsense", Some(""), &[sub, "-m", "viaOpen", "-cp", "gone.jar:classes"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("warning: class path entry `gone.jar` does not exist"), "{err}");
    // A class of the JDK: from where `--system`, JAVA_HOME or the path say, or not at all.
    let (code, err) = run("/nonsense", Some(""), &[random, "-m", "open"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("NB0402") && err.contains("no JDK was found for `java.util.Random`"), "{err}");
    for jdk in jdks() {
        let home = jdk.to_str().unwrap();
        let bin = jdk.join("bin");
        for (java_home, path, system) in [
            ("/nonsense", "", &["--system", home][..]),
            (home, "", &[]),
            ("/nonsense", bin.to_str().unwrap(), &[]),
        ] {
            let (code, err) = run(java_home, Some(path), &[&[random, "-m", "open"], system].concat());
            assert_eq!(code, Some(0), "{err}");
            let (code, err) = run(java_home, Some(path), &[&[random, "-m", "bits"], system].concat());
            assert_eq!(code, Some(1), "{err}");
            assert!(err.contains("the protected method `demo.Random.next`"), "{err}");
        }
    }
    let (code, err) = run("/nonsense", None, &[random, "-m", "plain", "--system", "classes"]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("`--system classes` names no JDK"), "{err}");
}

#[test]
fn an_interface_s_default_method() {
    for jdk in jdks() {
        let place = Workplace::new();
        compile(
            &place,
            &jdk,
            &[],
            "demo/Curve.java",
            "package demo; interface Curve { double slope();
               default double at(double x) { return Math.sqrt(x * x) * slope() + x; } }",
        );
        place.run(&["diff", "--detached", "classes", "-m", "at"]).code(0);
        compile(
            &place,
            &jdk,
            &[],
            "demo/Main.java",
            "package demo; public class Main { public static void main(String[] a) {
               Curve c = () -> 3;
               System.out.println(Curve$Nabla.at_dx(c, -2) + \" \" + Curve$Nabla.at_jvp(c, 2, 1, new double[1]));
             } }",
        );
        let args = ["-Xverify:all", "-cp", "classes:nabla-out", "demo.Main"];
        assert_eq!(run(&place, &jdk.join("bin/java"), &args), "-2.0 8.0\n");
    }
}

#[test]
fn a_nested_class_and_its_private_surroundings() {
    for jdk in jdks() {
        let place = Workplace::new();
        compile(
            &place,
            &jdk,
            &[],
            "demo/Outer.java",
            "package demo; public class Outer<T extends Comparable<T>> {
               private double secret = 2; double open = 3; T value;
               public class Inner {
                 private int own = 1;
                 public double plain(double x) { return x * x * open * (value == null ? 1 : 2); }
                 public double outer(double x) { return x * secret; }
                 public double inner(double x) { return x * own; }
               }
             }",
        );
        let class = "classes/demo/Outer$Inner.class";
        for (method, says) in [("outer", "`demo.Outer.secret`"), ("inner", "`demo.Outer$Inner.own`")] {
            let ran = place.run(&["check", "--detached", "classes", "-m", method]).code(1);
            ran.says(&["NB0401", "the private field", says]);
        }
        // Whether the outer class's members are private only it can tell.
        place.run(&["check", "--detached", class, "-m", "plain"]).code(1).says(&["NB0402", "`demo.Outer`"]);
        place.run(&["diff", "--detached", class, "-m", "plain", "-cp", "classes"]).code(0);
        compile(
            &place,
            &jdk,
            &[],
            "demo/Main.java",
            "package demo; public class Main { public static void main(String[] a) {
               Outer<String>.Inner inner = new Outer<String>().new Inner();
               System.out.println(Outer$Inner$Nabla.plain_dx(inner, 5)); } }",
        );
        let args = ["-Xverify:all", "-cp", "classes:nabla-out", "demo.Main"];
        assert_eq!(run(&place, &jdk.join("bin/java"), &args), "30.0\n");
    }
}

#[test]
fn running_again_says_so_unless_refreshed() {
    let place = Workplace::new();
    place.compile("demo/Shape.java", SHAPE);
    let args = ["diff", "--detached", "classes", "-d", "classes", "-m", "value", "-m", "area"];
    place.run(&args).code(0);
    let first = place.snapshot();
    place.run(&args).code(1).says(&["has a class `demo.Shape$Nabla` beside it already", "--refresh"]);
    assert_eq!(place.snapshot(), first);
    place.run(&[&args[..], &["--refresh"]].concat()).code(0);
    assert_eq!(place.snapshot(), first);
    // `*` takes the class alone, not what stands in its companion.
    let all = ["diff", "--detached", "classes", "-d", "classes", "-m", "*.val*e", "--refresh"];
    place.run(&all).code(0);
    assert!(!place.path("classes/demo/Shape$Nabla$Nabla.class").exists());
    // A class of the user's with that name stays.
    place.compile(
        "demo/Foo.java",
        "package demo; public class Foo { static double f(double x) { return x; }
           static class Nabla { static double g(double x) { return x; } } }",
    );
    for refresh in [&[][..], &["--refresh"]] {
        let args = [&["diff", "--detached", "classes", "-m", "f"], refresh].concat();
        place
            .run(&args)
            .code(1)
            .says(&["has a class `demo.Foo$Nabla` beside it already", "drop `--detached`"]);
    }
    // Also where it is no input.
    let before = place.snapshot();
    let alone = ["diff", "--detached", "classes/demo/Foo.class", "-m", "f", "-d", "classes"];
    place.run(&alone).code(1).says(&["Foo$Nabla.class` is no companion", "drop `--detached`"]);
    assert_eq!(place.snapshot(), before);
}

#[test]
fn in_a_jar_the_companion_follows_its_class() {
    let place = Workplace::with_foo();
    place.jar("lib.jar");
    let names = |jar: &str| -> Vec<String> {
        let file = std::fs::File::open(place.path(jar)).unwrap();
        let archive = zip::ZipArchive::new(file).unwrap();
        archive.file_names().map(|n| n.unwrap().into_owned()).collect()
    };
    let ran = place.run(&["diff", "--detached", "lib.jar", "-m", "value", "--format", "json"]).code(0).json();
    assert_eq!(ran["classes"][0]["output"], "nabla-out/lib.jar!/META-INF/versions/17/demo/Foo$Nabla.class");
    let mut wanted = Vec::new();
    for name in names("lib.jar") {
        wanted.push(name.clone());
        if let Some(stem) = name.strip_suffix("Foo.class") {
            wanted.push(format!("{stem}Foo$Nabla.class"));
        }
    }
    assert_eq!(names("nabla-out/lib.jar"), wanted);
    assert_eq!(wanted.len(), names("lib.jar").len() + 2);
    let again = ["diff", "--detached", "nabla-out/lib.jar", "-m", "value", "-d", "again"];
    place.run(&again).code(1).says(&["nabla-out/lib.jar!/demo/Foo.class", "--refresh"]);
    place.run(&[&again[..], &["--refresh"]].concat()).code(0);
    assert_eq!(names("again/lib.jar"), wanted);
    assert_eq!(place.read("again/lib.jar"), place.read("nabla-out/lib.jar"));
}

/// A tangent that the class of a refused function would keep is not asked for when the companion runs: there is
/// no other.
#[test]
fn what_shares_arrays_with_a_refused_function_is_as_without_it() {
    let place = Workplace::new();
    let source = "import java.util.function.DoubleUnaryOperator;
public class Shared {
  static double captured(double[] a) { DoubleUnaryOperator f = u -> u * a[0]; return f.applyAsDouble(a[1]); }
  static double sorted(double[] a) { java.util.Arrays.sort(a); return a[0] + 2 * a[1]; }
}";
    place.javac(&[("Shared.java", source)], "in", "");
    let both =
        ["diff", "--detached", "in", "-k", "--form", "grad", "-m", "captured", "-m", "sorted", "-d", "out"];
    place.run(&both).code(1).says(&["NB0401", "1 of 2 methods refused; 1 class written all the same"]);
    place.run(&["diff", "--detached", "in", "--form", "grad", "-m", "sorted", "-d", "alone"]).code(0);
    // The same methods, in the order in which they were asked for.
    let companions = ["out", "alone"].map(|output| place.read(&format!("{output}/Shared$Nabla.class")));
    assert_eq!(companions[0].len(), companions[1].len());
    for companion in companions {
        assert!(!companion.windows(13).any(|text| text == b"nabla$outside"));
    }
    let check = "public class Check {
  public static void main(String[] args) {
    double[] gradient = new double[2];
    if (Shared$Nabla.sorted_grad(new double[] {3, 2}, gradient) != 8) throw new AssertionError();
    if (gradient[0] != 2 || gradient[1] != 1) throw new AssertionError();
    System.out.println(\"ok\");
  }
}";
    place.javac(&[("Check.java", check)], "check", "out:in");
    place.java("check:out:in", "Check");
}

/// One method makes a field active and another one reads it, and a third makes arrays be compared that a fourth
/// passes: none of those is refused for what a refused one does.
#[test]
fn a_method_that_is_refused_refuses_no_other() {
    let place = Workplace::new();
    place.compile(
        "demo/Mixed.java",
        "package demo; import java.util.function.DoubleSupplier; public class Mixed {
           public double k = 2, m = 4; private double p = 3;
           public double reads(double x) { return k * x + m; }
           public double stores(double x) { k = x; return k * p; }
           public double storesToo(double x) { m = x; return reads(x); }
           public static double varargs(double... x) { return x[0] * product(x[1], x[2]); }
           static double product(double... y) { return y[0] * y[1]; }
           public static double lambda(double a) { DoubleSupplier s = () -> a * a; return s.getAsDouble(); } }",
    );
    let ran = place.run(&["diff", "--detached", "classes", "-m", "demo.Mixed.*", "-k"]).code(1);
    ran.says(&[
        "private field `demo.Mixed.p`",
        "the tangents of a function",
        "the tangent of the field `m`",
        "3 of 6 methods refused",
    ]);
    let main = "package demo; public class Main { public static void main(String[] a) {
           double[] t = new double[1];
           Mixed$Nabla.varargs_jvp(new double[] {2, 3, 4}, new double[] {0, 1, 0}, t);
           System.out.println(Mixed$Nabla.reads_dx(new Mixed(), 5) == 2 && t[0] == 8 ? \"ok\" : \"wrong\"); } }";
    place.javac(&[("demo/Main.java", main)], "main", "classes:nabla-out");
    place.java("main:classes:nabla-out", "demo.Main");
}
