//! Derivatives that are taken apart, for HotSpot compiles no method of more than 8000 bytes: methods
//! of hundreds of statements give what the same statements give as a loop, and no part is too long.

#[path = "outlined/steps.rs"]
mod steps;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use nabla_ad::emit::outline::{Limits, outline};
use nabla_ad::{ClassReport, Form, Request, Wrt};
use nabla_classfile::ClassFile;
use nabla_filetest::jdk::{self, Jdk};
use steps::{FEWER, KEPT_WHOLE, METHODS, SYSTEM};

fn source(class: &str, in_loop: bool, fewer: usize) -> String {
    let methods: String = METHODS.iter().chain([&SYSTEM]).map(|steps| steps.java(in_loop, fewer)).collect();
    format!(
        "class {class} {{\nprivate double scale = 0.5;\nint calls;\n\
         private double own(double v) {{ return v * scale; }}\n\
         double calling(double x, double y) {{ return line(x, y) * x + y; }}\n\
         double alsoCalling(double x, double y) {{ return line(x, y) - y; }}\n{methods}}}\n"
    )
}

fn requests() -> Vec<Request> {
    let numbers =
        METHODS.iter().map(|steps| (steps.name, "(DD)D", vec![Form::Partial, Form::Jvp, Form::Grad]));
    let all = numbers.chain([(SYSTEM.name, "([D)[D", vec![Form::Jac])]);
    all.map(|(method, descriptor, forms)| Request {
        method: method.to_owned(),
        descriptor: descriptor.to_owned(),
        wrt: Wrt::All,
        forms,
        names: Vec::new(),
        lanes: Default::default(),
    })
    .collect()
}

/// The bytes of each method: name, descriptor, length.
fn lengths(bytes: &[u8]) -> Vec<(String, String, usize)> {
    let class = ClassFile::read(bytes).unwrap();
    let text = |index| class.pool.utf8(index).unwrap().into_owned();
    let length = |code: &[u8]| u32::from_be_bytes(code[4..8].try_into().unwrap()) as usize;
    let with_code = class.methods.iter().filter_map(|m| Some((m, class.attribute(&m.attributes, "Code")?)));
    with_code.map(|(m, code)| (text(m.name), text(m.descriptor), length(&code.bytes))).collect()
}

fn compile(jdk: &Jdk, name: &str, sources: &[(&str, String)]) -> std::path::PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).unwrap();
    let mut files = Vec::new();
    for (name, text) in sources {
        files.push(scratch.join(name));
        fs::write(scratch.join(name), text).unwrap();
    }
    jdk.compile(17, &files, &scratch).unwrap();
    scratch
}

/// The JDKs, and the newest of them; none where that is allowed.
fn jdks() -> Option<(Vec<Jdk>, Jdk)> {
    let jdks = jdk::find();
    let newest = jdks.last().cloned();
    if newest.is_none() {
        assert!(jdk::may_be_missing(), "no JDK");
        eprintln!("NOT RUN: no JDK");
    }
    Some((jdks, newest?))
}

fn differentiate(directory: &Path, class: &str, requests: &[Request]) -> (ClassReport, Vec<u8>) {
    let file = directory.join(class).with_extension("class");
    let bytes = fs::read(&file).unwrap();
    let report = nabla_ad::differentiate(&bytes, requests).unwrap();
    let output = report.output.clone().unwrap();
    assert_eq!(Some(&output), nabla_ad::differentiate(&bytes, requests).unwrap().output.as_ref());
    fs::write(&file, &output).unwrap();
    (report, output)
}

#[test]
fn long_methods_give_what_loops_give() {
    let Some((jdks, newest)) = jdks() else { return };
    let sources = [
        ("Long.java", source("Long", false, 1)),
        ("Loops.java", source("Loops", true, 1)),
        ("Compare.java", include_str!("outlined/Compare.java").to_owned()),
    ];
    let directory = compile(&newest, "outlined", &sources);
    // A gradient by two numbers has its directions unrolled, however long it is.
    let bytes = fs::read(directory.join("Long.class")).unwrap();
    let line = Request { forms: vec![Form::Grad], ..requests().remove(0) };
    let gradient = nabla_ad::differentiate(&bytes, &[line]).unwrap().output.unwrap();
    let names = || lengths(&gradient).into_iter().map(|(name, ..)| name);
    assert!(names().any(|name| name.starts_with("nabla$part$") && name.contains("$line_grad$")));
    assert!(!names().any(|name| name.starts_with("nabla$lanes$")));

    differentiate(&directory, "Loops", &requests());
    let (report, output) = differentiate(&directory, "Long", &requests());
    for method in &report.methods {
        assert!(!method.refused(), "{}: {:?}", method.method, method.diagnostics);
        let warned = method.diagnostics.iter().any(|d| d.code == "NB0305");
        assert_eq!(warned, method.method == KEPT_WHOLE, "{}: {:?}", method.method, method.diagnostics);
    }
    let lengths = lengths(&output);
    for (name, descriptor, length) in &lengths {
        let primal = METHODS.iter().chain([&SYSTEM]).any(|steps| steps.name == name);
        assert!(
            primal || name.starts_with(KEPT_WHOLE) || *length <= 8000,
            "{name}{descriptor} has {length} bytes"
        );
    }
    // Each form of each method was too long, and some were longer than a method can be.
    for steps in METHODS.iter().chain([&SYSTEM]).filter(|steps| steps.name != KEPT_WHOLE) {
        let forms = if steps.name == SYSTEM.name { vec!["jac"] } else { vec!["dx", "dy", "jvp", "grad"] };
        for form in forms {
            // A Jacobian is computed all at once where there is memory for that.
            let whole = match form {
                "jac" => format!("nabla$all${}", steps.name),
                _ => format!("{}_{form}", steps.name),
            };
            let is_part =
                |name: &str| name.starts_with("nabla$part$") && name.contains(&format!("${whole}$"));
            assert!(lengths.iter().any(|(name, ..)| is_part(name)), "{whole} is whole");
            let of = lengths.iter().filter(|(name, ..)| is_part(name) || *name == whole);
            let length: usize = of.map(|(.., length)| length).sum();
            println!("{whole}: {length}");
            assert!(length > 65535 || whole != "line_jvp", "{whole} has {length} bytes");
        }
    }
    for jdk in &jdks {
        let mut arguments = vec![OsStr::new("-Xverify:all"), OsStr::new("-cp"), directory.as_os_str()];
        arguments.push(OsStr::new("Compare"));
        arguments.extend(METHODS.iter().map(|steps| OsStr::new(steps.name)));
        let printed = jdk.tool("java", &arguments).unwrap();
        let compared: usize = printed.trim().parse().unwrap();
        assert!(compared > 200, "{printed}");
    }
}

#[test]
fn hessians_of_long_methods_are_those_of_loops() {
    let Some((jdks, newest)) = jdks() else { return };
    let sources = [
        ("Long.java", source("Long", false, FEWER)),
        ("Loops.java", source("Loops", true, FEWER)),
        ("CompareSecond.java", include_str!("outlined/CompareSecond.java").to_owned()),
    ];
    let directory = compile(&newest, "outlined-second", &sources);
    let by_numbers = requests().into_iter().filter(|r| r.descriptor == "(DD)D" && r.method != "guarded");
    let forms = vec![Form::Hess, Form::Hvp];
    let mut requests: Vec<Request> = by_numbers.map(|r| Request { forms: forms.clone(), ..r }).collect();
    let calling = Request { method: "calling".to_owned(), ..requests[0].clone() };
    requests.push(calling.clone());
    // In the rows of the other more values live everywhere than a part can be given.
    let stays_long = |name: &str| name.contains(KEPT_WHOLE) || name.contains("wide");
    differentiate(&directory, "Loops", &requests);
    let (report, output) = differentiate(&directory, "Long", &requests);
    for method in &report.methods {
        assert!(!method.refused(), "{}: {:?}", method.method, method.diagnostics);
        let warned = method.diagnostics.iter().any(|d| d.code == "NB0305");
        assert_eq!(warned, stays_long(&method.method), "{}: {:?}", method.method, method.diagnostics);
    }
    for (name, descriptor, length) in &lengths(&output) {
        let primal = METHODS.iter().chain([&SYSTEM]).any(|steps| steps.name == name);
        assert!(primal || stays_long(name) || *length <= 8000, "{name}{descriptor} has {length} bytes");
        // What was differentiated again is not called.
        assert!(!name.starts_with("nabla$slope"), "{name} is there");
    }
    // The tangent method of what is called was differentiated again before it was taken apart, and is
    // known to a later run.
    let is_part = |name: &str| name.starts_with("nabla$part$") && name.contains("$nabla$line$");
    assert!(lengths(&output).iter().any(|(name, ..)| is_part(name)));
    let later = Request { method: "alsoCalling".to_owned(), forms: vec![Form::Jvp], ..calling };
    let (report, _) = differentiate(&directory, "Long", &[later]);
    assert!(!report.methods[0].refused(), "{:?}", report.methods[0].diagnostics);
    for jdk in &jdks {
        let mut arguments = vec![OsStr::new("-Xverify:all"), OsStr::new("-cp"), directory.as_os_str()];
        arguments.push(OsStr::new("CompareSecond"));
        arguments.extend(requests.iter().map(|request| OsStr::new(&request.method)));
        let printed = jdk.tool("java", &arguments).unwrap();
        let compared: usize = printed.trim().parse().unwrap();
        assert_eq!(compared, requests.len() * 3 * 9, "{printed}");
    }
}

/// The class with every method taken apart as far as that can be, and how many parts there are.
fn taken_apart(bytes: &[u8], limits: Limits) -> (Vec<u8>, usize) {
    let mut class = ClassFile::read(bytes).unwrap();
    let mut parts = 0;
    for index in 0..class.methods.len() {
        let method = class.methods[index].clone();
        let Some(code) = class.code(&method).unwrap() else { continue };
        if let Some(outlined) = outline(&mut class, &method, &code, limits).unwrap() {
            class.set_code(index, &outlined.code).unwrap();
            parts += outlined.parts.len();
            class.methods.extend(outlined.parts);
        }
    }
    (class.write().unwrap(), parts)
}

#[test]
fn methods_taken_apart_do_what_they_did() {
    let Some((jdks, newest)) = jdks() else { return };
    let mut text = String::new();
    for (k, piece) in include_str!("outlined/Sample.java").split("// again").enumerate() {
        let (again, rest) = piece.split_once("// end").unwrap_or(("", piece));
        text += &again.repeat(if k == 0 { 0 } else { 8 });
        text += rest;
    }
    let source = ("Sample.java", text);
    let directory = compile(&newest, "outlined-sample", &[source]);
    let run = |jdk: &Jdk| {
        let arguments = ["-Xverify:all", "-cp"].map(OsStr::new);
        jdk.tool("java", &[&arguments[..], &[directory.as_os_str(), OsStr::new("Sample")]].concat()).unwrap()
    };
    let before = run(&newest);
    assert!(before.lines().count() > 100);
    let classes = ["Sample.class", "Beside.class"].map(|name| directory.join(name));
    let bytes = classes.each_ref().map(|file| fs::read(file).unwrap());
    for (longest, least, most) in [(1000, 100, 8), (500, 60, 25), (300, 40, 40), (150, 20, 50)] {
        let mut all = 0;
        for (file, bytes) in classes.iter().zip(&bytes) {
            let (output, parts) = taken_apart(bytes, Limits { longest, least });
            fs::write(file, &output).unwrap();
            all += parts;
            for (name, descriptor, length) in lengths(&output) {
                assert!(
                    !name.starts_with("nabla$") || length <= longest as usize,
                    "{name}{descriptor}: {length}"
                );
            }
        }
        println!("{longest}: {all} parts");
        assert!(all >= most, "{all} parts of at most {longest} bytes");
        for jdk in &jdks {
            assert_eq!(run(jdk), before, "in parts of at most {longest} bytes");
        }
    }
}
