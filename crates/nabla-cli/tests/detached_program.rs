//! Companions of several classes: their methods call each other.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::Workplace;
use nabla_ad::{ClassSource, Input, ProgramReport, Request, Wrt, detach, differentiate_program};

const SOURCES: [(&str, &str); 8] = [
    (
        "other/Library.java",
        "package other; public class Library {
           protected double factor() { return 3; }
           public static double triple(double v) { return v * 3 * Math.sqrt(v * v); }
           protected double shared(double v) { return v * v * weight; }
           public double weight = 2; }",
    ),
    (
        "demo/Model.java",
        "package demo; public class Model {
           public double k = 2; private double hidden = 3;
           private static double square(double v) { return v * v; }
           private double scaled(double v) { return v * k; }
           public double open(double v) { return v * v * k; }
           public double split(double v) { return v; }
           protected double base(double v) { return v * v * v; }
           double secret(double v) { return v * hidden; }
           synchronized double locked(double v) { return v * v; }
           public double statics(double x) { return square(x) + other.Library.triple(x); }
           public double own(double x) { return scaled(x) * open(x); }
           public double divided(double x) { return split(x); }
           public double viaSecret(double x) { return x + secret(x * x); }
           public double viaLocked(double x) { return locked(x); }
           public static double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); } }",
    ),
    (
        "demo/Sub.java",
        "package demo; public class Sub extends Model {
           public double split(double v) { return -v; }
           protected double base(double v) { return super.base(v) + v; }
           public double viaSuper(double x) { return super.base(x) * x; } }",
    ),
    ("demo/Plain.java", "package demo; public class Plain extends Model { }"),
    (
        "demo/Heir.java",
        "package demo; public class Heir extends other.Library {
           public double inherited(double x) { return super.shared(x) + x; }
           public double virtual(double x) { return shared(x) * x; } }",
    ),
    (
        "demo/Curve.java",
        "package demo; public interface Curve {
           double at(double x);
           default double twice(double x) { return at(at(x)); }
           default double alone(double x) { return lone(x) * x; }
           default double lone(double x) { return x * x; } }",
    ),
    (
        "demo/Line.java",
        "package demo; public class Line implements Curve { public double at(double x) { return 2 * x; } }",
    ),
    (
        "demo/Outer.java",
        "package demo; public class Outer {
           double k = 4;
           private double own(double v) { return v * v * k; }
           public class Inner { public double f(double x) { return own(x) + x; } } }",
    ),
];

const MAIN: &str = r#"package demo;
public class Main {
  static void near(String what, double found, double wanted) {
    if (!(Math.abs(found - wanted) <= 1e-12 * Math.max(1, Math.abs(wanted))))
      throw new AssertionError(what + " is " + found + ", not " + wanted);
  }
  public static void main(String[] a) throws Exception {
    double x = 1.5;
    double[] t = new double[1];
    Model m = new Model();
    near("statics", Model$Nabla.statics_dx(m, x), 2 * x + 6 * x);
    near("own", Model$Nabla.own_jvp(m, x, 1, t), m.own(x));
    near("own'", t[0], 12 * x * x);
    near("known subclass", Model$Nabla.own_dx(new Sub(), x), 12 * x * x);
    near("power", Model$Nabla.power_dx(x, 5), 5 * Math.pow(x, 4));
    near("viaSuper", Sub$Nabla.viaSuper_dx(new Sub(), x), 4 * Math.pow(x, 3));
    near("inherited", Heir$Nabla.inherited_dx(new Heir(), x), 4 * x + 1);
    near("virtual", Heir$Nabla.virtual_dx(new Heir(), x), 6 * x * x);
    near("alone", Curve$Nabla.alone_dx(new Line(), x), 3 * x * x);
    near("inner", Outer$Inner$Nabla.f_dx(new Outer().new Inner(), x), 8 * x + 1);
    try {
      Model$Nabla.own_dx(new Model() { public double open(double v) { return 7; } }, x);
      throw new AssertionError("not noticed");
    } catch (UnsupportedOperationException e) {
      if (!e.getMessage().startsWith("demo.Main$1 was not known to nabla-rs")) throw e;
    }
    System.out.println("good");
  }
}
"#;

/// The classes of a directory.
struct Directory(PathBuf);

impl ClassSource for Directory {
    fn class(&self, name: &str) -> Option<Arc<[u8]>> {
        Some(fs::read(self.0.join(format!("{name}.class"))).ok()?.into())
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for package in ["demo", "other"] {
            for entry in fs::read_dir(self.0.join(package)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                names.extend(name.strip_suffix(".class").map(|stem| format!("{package}/{stem}")));
            }
        }
        names.sort();
        names
    }
}

fn jdks() -> Vec<PathBuf> {
    let javac = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .find_map(|directory| directory.join("javac").canonicalize().ok())
        .expect("these tests need a JDK");
    let home = javac.parent().unwrap().parent().unwrap().to_owned();
    let beside = fs::read_dir(home.parent().unwrap()).unwrap();
    let mut homes: Vec<PathBuf> = beside.filter_map(|e| e.unwrap().path().canonicalize().ok()).collect();
    homes.retain(|home| home.join("bin/javac").is_file());
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

fn compiled(jdk: &Path) -> Workplace {
    let place = Workplace::new();
    let mut args = vec!["-g".to_owned(), "-d".to_owned(), "classes".to_owned()];
    for (name, source) in SOURCES {
        place.write(&format!("src/{name}"), source);
        args.push(format!("src/{name}"));
    }
    run(&place, &jdk.join("bin/javac"), &args.iter().map(String::as_str).collect::<Vec<_>>());
    place
}

/// Differentiates methods, each given as `demo/Model.own(D)D`, and detaches them.
fn detached(place: &Workplace, methods: &[&str]) -> (ProgramReport, Directory) {
    let classes = Directory(place.path("classes"));
    let mut names: Vec<&str> = methods.iter().map(|m| m.split_once('.').unwrap().0).collect();
    names.dedup();
    let bytes: Vec<Vec<u8>> = names.iter().map(|n| place.read(&format!("classes/{n}.class"))).collect();
    let request = |method: &str| {
        let (name, descriptor) = method.split_at(method.find('(').unwrap());
        Request {
            method: name.to_owned(),
            descriptor: descriptor.to_owned(),
            wrt: Wrt::All,
            forms: Vec::new(),
            names: Vec::new(),
            lanes: Default::default(),
        }
    };
    let requests = |class: &str| {
        let own = methods.iter().filter_map(|m| m.strip_prefix(class)?.strip_prefix('.'));
        own.map(request).collect::<Vec<_>>()
    };
    let inputs: Vec<Input> =
        names.iter().zip(&bytes).map(|(n, bytes)| Input { bytes, requests: requests(n) }).collect();
    let report = differentiate_program(&inputs, &classes).unwrap();
    (detach(&inputs, report, &classes).unwrap(), classes)
}

const GOOD: [&str; 9] = [
    "demo/Model.statics(D)D",
    "demo/Model.own(D)D",
    "demo/Model.power(DI)D",
    "demo/Sub.viaSuper(D)D",
    "demo/Heir.inherited(D)D",
    "demo/Heir.virtual(D)D",
    "demo/Curve.alone(D)D",
    "demo/Line.at(D)D",
    "demo/Outer$Inner.f(D)D",
];

#[test]
fn companions_call_each_other() {
    for jdk in jdks() {
        let place = compiled(&jdk);
        let (report, _) = detached(&place, &GOOD);
        let mut written = Vec::new();
        let classes = report.classes.into_iter().map(Result::unwrap);
        for class in classes.chain(report.callees) {
            let refused: Vec<_> = class.methods.iter().flat_map(|m| &m.diagnostics).collect();
            assert!(refused.is_empty(), "{refused:?}");
            let name = format!("{}$Nabla", class.class.replace('.', "/"));
            place.write(&format!("nabla-out/{name}.class"), class.output.unwrap());
            written.push(name);
        }
        written.sort();
        // Sub and Plain are known, and Plain needs no companion.
        let wanted = ["Curve", "Heir", "Line", "Model", "Outer$Inner", "Outer", "Sub"];
        let mut wanted: Vec<String> = wanted.iter().map(|n| format!("demo/{n}$Nabla")).collect();
        wanted.push("other/Library$Nabla".into());
        assert_eq!(written, wanted);
        place.write("src/demo/Main.java", MAIN);
        let javac = ["-d", "main", "-cp", "classes:nabla-out", "src/demo/Main.java"];
        run(&place, &jdk.join("bin/javac"), &javac);
        let args = ["-Xverify:all", "-cp", "classes:nabla-out:main", "demo.Main"];
        assert_eq!(run(&place, &jdk.join("bin/java"), &args), "good\n");
    }
}

#[test]
fn what_a_callee_needs_is_refused_there() {
    let place = compiled(&jdks()[0]);
    for (method, says, callee) in [
        ("demo/Model.divided(D)D", "`demo.Model.split` by the receiver's class, such as `demo.Sub`", None),
        ("demo/Model.viaSecret(D)D", "the private field `demo.Model.hidden`", Some("secret")),
        ("demo/Model.viaLocked(D)D", "the lock of the synchronized method `locked`", Some("locked")),
        ("demo/Curve.twice(D)D", "`demo.Curve.at` by the receiver's class, such as `demo.Line`", None),
    ] {
        let (report, _) = detached(&place, &[method]);
        let class = report.classes.into_iter().next().unwrap().unwrap();
        assert!(class.output.is_none() && report.callees.is_empty(), "{method}");
        let found = &class.methods[0];
        assert!(found.derivatives.is_empty() && found.refused(), "{method}");
        assert_eq!(found.diagnostics.len(), 1, "{:?}", found.diagnostics);
        let diagnostic = &found.diagnostics[0];
        assert_eq!(diagnostic.code, "NB0401");
        assert!(diagnostic.message.ends_with(says), "{diagnostic:?}");
        assert!(diagnostic.line.is_some());
        let place = diagnostic.callee.as_ref();
        assert_eq!(place.map(|p| p.method.as_str()), callee);
        if let Some(place) = place {
            assert_eq!(place.chain.len(), 1);
            assert_eq!(
                (place.chain[0].0.as_str(), place.source.as_deref()),
                ("demo.Model", Some("Model.java"))
            );
        }
    }
}
