//! Methods whose derivatives are near the 65535 bytes that a method can have, and beyond: each is
//! verified and right, taken apart or as it is, or refused at its place. Where no parts can be taken
//! out, jumps go further than 32767 bytes.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use nabla_ad::{Form, Request, Wrt};
use nabla_filetest::check::{Tally, check};
use nabla_filetest::driver::{self, Case, Commands};
use nabla_filetest::expect::Run;
use nabla_filetest::jdk;

/// The cases of which the derivative fits in a method, but would not if there were twice as many.
const MACHINE: usize = 700;

const POINTS: [(&str, &str); 2] = [("0.75", "1.25"), ("-1.5", "0.5")];

/// One block in a condition in a loop.
fn block(name: &str, statements: usize) -> String {
    let mut text = format!(
        "static double {name}(double x, double y) {{\ndouble s = x, t = y;\n\
         for (int i = 0; i < 3; i++) {{\nif (s < 10 + i) {{\n"
    );
    for k in 0..statements {
        let _ = writeln!(text, "s = 0.5 * s + 0.25 * Math.sin(t * y + {});", k % 7);
        let _ = writeln!(text, "t = 0.5 * t + x / (2 + s * s);");
    }
    text + "} else {\ns = s - 1;\n}\n}\nreturn s + t;\n}\n"
}

/// Many conditions in a loop.
fn conditions(name: &str, statements: usize) -> String {
    let mut text = format!(
        "static double {name}(double x, double y) {{\ndouble s = x, t = y;\nfor (int i = 0; i < 2; i++) {{\n"
    );
    for k in 0..statements {
        let _ = writeln!(text, "if (s > {} + i) {{ s = 0.5 * s + t * x / 8; }}", k % 5);
        let _ = writeln!(text, "else {{ t = 0.5 * t + s * y / 8; }}");
    }
    text + "}\nreturn s * t;\n}\n"
}

/// Short cases that go on with another one: they are entered by the switch alone, and no part of it is.
fn machine(name: &str, cases: usize) -> String {
    let mut text = format!(
        "static double {name}(double x, double y) {{\ndouble s = x, t = y;\nint next = 0;\n\
         for (int i = 0; i < 300; i++) {{\nif (s < 10 + i) {{\nswitch (next) {{\n"
    );
    for k in 0..cases {
        let to = (7 * k + 1) % cases;
        let _ = writeln!(text, "case {k}: s = 0.5 * s + Math.sin(t + {}); next = {to}; continue;", k % 7);
    }
    text + "default: return s;\n}\n} else {\ns = s - 1;\n}\n}\nreturn s * t;\n}\n"
}

/// No jump, and in `partial` one coefficient that goes through all of it.
fn straight(name: &str, statements: usize) -> String {
    let mut text = format!("static double {name}(double x, double y) {{\ndouble r = x;\n");
    for k in 0..statements {
        let _ =
            writeln!(text, "r = r * {} + x;", if k % 2 == 0 { "(0.5 - y / 8)" } else { "(y / 4 - r / 64)" });
    }
    text + "return r;\n}\n"
}

#[test]
fn large_methods_are_right_or_refused() {
    let jdks = jdk::find();
    let Some(jdk) = jdks.last() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("large");
    let _ = fs::remove_dir_all(&scratch);
    let (primal, augmented) = (scratch.join("primal"), scratch.join("augmented"));
    fs::create_dir_all(&augmented).unwrap();
    let source = scratch.join("Large.java");
    let methods = [
        block("block", 250),
        block("longBlock", 600),
        conditions("conditions", 500),
        conditions("manyConditions", 1000),
        straight("line", 600),
        straight("longLine", 2500),
        machine("machine", MACHINE),
        machine("tooLong", 2 * MACHINE),
    ];
    fs::write(&source, format!("class Large {{\n{}}}\n", methods.concat())).unwrap();
    jdk.compile(17, &[source], &primal).unwrap();

    let bytes = fs::read(primal.join("Large.class")).unwrap();
    let names =
        ["block", "longBlock", "conditions", "manyConditions", "line", "longLine", "machine", "tooLong"]
            .map(str::to_string);
    let request = |method: &String| Request {
        method: method.clone(),
        descriptor: "(DD)D".to_string(),
        wrt: Wrt::All,
        forms: vec![Form::Partial, Form::Jvp],
        names: Vec::new(),
        lanes: Default::default(),
    };
    let requests: Vec<Request> = names.iter().map(request).collect();
    let report = nabla_ad::differentiate(&bytes, &requests).unwrap();
    fs::write(augmented.join("Large.class"), report.output.as_ref().unwrap()).unwrap();

    let mut commands = Commands::default();
    commands.build("large", &primal, &augmented, &[]);
    let mut cases = Vec::new();
    for method in &report.methods {
        let refused = method.method == "tooLong";
        assert_eq!(method.refused(), refused, "{}: {:?}", method.method, method.diagnostics);
        if refused {
            let located = |d: &&nabla_ad::Diagnostic| d.code == "NB0107" && d.line.is_some();
            assert!(method.diagnostics.iter().any(|d| located(&d)), "{:?}", method.diagnostics);
            continue;
        }
        let of = |form| method.derivatives.iter().filter(move |d| d.form == form);
        for (x, y) in POINTS {
            let case = Case {
                build: "large".to_string(),
                class: "Large".to_string(),
                method: method.method.clone(),
                descriptor: method.descriptor.clone(),
                setup: Vec::new(),
                arguments: vec![x.to_string(), y.to_string()],
                wrt: vec!["x".to_string(), "y".to_string()],
                jvp: of(Form::Jvp).map(|d| d.method.clone()).next(),
                partials: of(Form::Partial).map(|d| d.method.clone()).collect(),
                grad: of(Form::Grad).map(|d| d.method.clone()).next(),
            };
            commands.case(&case);
            cases.push(case);
        }
        let longest = method.derivatives.iter().map(|d| d.code_bytes).max();
        let warned = method.diagnostics.iter().any(|d| d.code == "NB0305");
        if method.method == "machine" {
            assert!(longest > Some(32767), "{} has no long jump: {longest:?}", method.method);
            assert!(warned, "{:?}", method.diagnostics);
        } else {
            assert!(longest <= Some(8000) && !warned, "{}: {longest:?}", method.method);
        }
    }
    commands.load("large", "Large");
    let driver = driver::compile(jdk, &scratch).unwrap();
    let results = driver::run(jdk, &driver, &commands).unwrap();
    for (class, loaded) in &results.loads {
        assert!(loaded.is_ok(), "{class}: {loaded:?}");
    }
    let mut tally = Tally::default();
    for (case, found) in cases.iter().zip(&results.cases) {
        let wrong = check(case, &Run::default(), found, &mut tally);
        assert!(wrong.is_empty(), "{}{:?}: {wrong:#?}", case.method, case.arguments);
    }
    assert!(tally.decided > 0, "{tally:?}");
}
