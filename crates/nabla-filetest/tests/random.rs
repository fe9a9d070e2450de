//! Random programs: differentiated, run, and compared with their dual-number interpretation.

use std::fs;
use std::path::Path;

use nabla_ad::{Form, Request, Wrt};
use nabla_filetest::driver::{self, Case, Commands, Evaluation};
use nabla_filetest::jdk::{self, Jdk};
use nabla_filetest::program::{self, BINARY, Expr, Program, Stmt, UNARY, VARIABLES};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const POINTS: [(f64, f64); 3] = [(0.75, 1.25), (-1.5, 0.3), (2.0, -0.7)];
const METHODS_PER_CLASS: usize = 50;

/// Expressions; with `total`, of functions that are finite everywhere.
fn expr(depth: u32, total: bool) -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        6 => (0..VARIABLES).prop_map(Expr::Var),
        2 => prop_oneof![Just(0.0), Just(1.0), Just(-1.0), Just(2.0), -3.0..3.0].prop_map(Expr::Const),
        1 => Just(Expr::Counter),
    ];
    let partial = u32::from(!total);
    leaf.prop_recursive(depth, 12, 3, move |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let operator = prop_oneof![6 => 0..3_usize, partial => 3..BINARY.len()];
        let function = prop_oneof![6 => 0..7_usize, partial => 7..UNARY.len()];
        prop_oneof![
            8 => (operator, boxed(), boxed()).prop_map(|(f, a, b)| Expr::Binary(f, a, b)),
            4 => (function, boxed()).prop_map(|(f, a)| Expr::Unary(f, a)),
            1 => [inner.clone(), inner.clone(), inner.clone(), inner.clone()].prop_map(|e| Expr::If(Box::new(e))),
        ]
    })
}

fn block(length: usize) -> impl Strategy<Value = Program> {
    let leaf = prop_oneof![
        6 => (0..VARIABLES, expr(3, false)).prop_map(|(v, e)| Stmt::Set(v, e)),
        3 => (0..VARIABLES, expr(2, false)).prop_map(|(v, e)| Stmt::Multiply(v, e)),
        1 => (expr(1, false), expr(1, false)).prop_map(|(a, b)| Stmt::Break(a, b)),
        1 => (expr(1, false), expr(1, false), 0..VARIABLES).prop_map(|(a, b, v)| Stmt::Return(a, b, v)),
    ];
    let stmt = leaf.prop_recursive(3, 16, 3, |inner| {
        let body = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            3 => (1..4_u8, body()).prop_map(|(n, body)| Stmt::For(n, body)),
            2 => (expr(1, false), expr(1, false), body(), body()).prop_map(|(a, b, t, e)| Stmt::If(a, b, t, e)),
            1 => (expr(1, false), expr(1, false), body(), body()).prop_map(|(a, b, t, h)| Stmt::Try(a, b, t, h)),
        ]
    });
    prop::collection::vec(stmt, 1..length)
}

/// How a batch went.
#[derive(Debug, Default)]
struct Verdict {
    compared: usize,
    /// Points where Java's functions and Rust's part ways, or where nothing is finite.
    skipped: usize,
    /// The first failing program and what is wrong.
    failure: Option<(usize, String)>,
}

/// Compiles, differentiates and runs the programs, and compares.
fn batch(jdk: &Jdk, scratch: &Path, programs: &[Program]) -> Result<Verdict, String> {
    let _ = fs::remove_dir_all(scratch);
    let (primal, augmented) = (scratch.join("primal"), scratch.join("augmented"));
    fs::create_dir_all(&augmented).map_err(|e| e.to_string())?;
    let mut sources = Vec::new();
    for (number, chunk) in programs.chunks(METHODS_PER_CLASS).enumerate() {
        let methods = chunk.iter().enumerate().map(|(i, p)| program::java(p, &format!("f{i}")));
        let source = scratch.join(format!("Batch{number}.java"));
        let text = format!("class Batch{number} {{\n{}}}\n", methods.collect::<String>());
        fs::write(&source, text).map_err(|e| e.to_string())?;
        sources.push(source);
    }
    jdk.compile(17, &sources, &primal)?;
    let mut verdict = Verdict::default();
    let mut commands = Commands::default();
    commands.build("random", &primal, &augmented, &[]);
    let mut cases = Vec::new();
    for (number, chunk) in programs.chunks(METHODS_PER_CLASS).enumerate() {
        let class = format!("Batch{number}");
        let bytes = fs::read(primal.join(format!("{class}.class"))).map_err(|e| e.to_string())?;
        let requests: Vec<Request> = (0..chunk.len()).map(|i| request(&format!("f{i}"))).collect();
        let report = nabla_ad::differentiate(&bytes, &requests).map_err(|e| format!("{class}: {e}"))?;
        if let Some(output) = &report.output {
            fs::write(augmented.join(format!("{class}.class")), output).map_err(|e| e.to_string())?;
        }
        for (i, method) in report.methods.iter().enumerate() {
            let program = number * METHODS_PER_CLASS + i;
            if method.refused() {
                let texts: Vec<&str> = method.diagnostics.iter().map(|d| d.message.as_str()).collect();
                verdict.failure.get_or_insert((program, format!("refused: {}", texts.join("; "))));
                continue;
            }
            let names =
                |form| method.derivatives.iter().filter(move |d| d.form == form).map(|d| d.method.clone());
            for (x, y) in POINTS {
                commands.case(&Case {
                    build: "random".to_string(),
                    class: class.clone(),
                    method: method.method.clone(),
                    descriptor: method.descriptor.clone(),
                    setup: Vec::new(),
                    arguments: vec![format!("{x:?}"), format!("{y:?}")],
                    wrt: vec!["x".to_string(), "y".to_string()],
                    jvp: names(Form::Jvp).next(),
                    partials: names(Form::Partial).collect(),
                    grad: names(Form::Grad).next(),
                });
                cases.push((program, x, y));
            }
        }
        if report.output.is_some() {
            commands.load("random", &class);
        }
    }
    let driver = driver::compile(jdk, scratch)?;
    let results = driver::run(jdk, &driver, &commands)?;
    for ((program, x, y), found) in cases.into_iter().zip(&results.cases) {
        match compare(&programs[program], x, y, found) {
            Ok(true) => verdict.compared += 1,
            Ok(false) => verdict.skipped += 1,
            Err(problem) => {
                verdict.failure.get_or_insert((program, format!("at ({x:?}, {y:?}): {problem}")));
            }
        }
    }
    for (class, loaded) in results.loads {
        loaded.map_err(|complaint| format!("{class}: {complaint}"))?;
    }
    Ok(verdict)
}

fn request(method: &str) -> Request {
    Request {
        method: method.to_string(),
        descriptor: "(DD)D".to_string(),
        wrt: Wrt::All,
        forms: vec![Form::Partial, Form::Jvp, Form::Grad],
        names: Vec::new(),
        lanes: Default::default(),
    }
}

/// Whether the derivatives could be compared; an error where they differ.
fn compare(program: &Program, x: f64, y: f64, found: &Evaluation) -> Result<bool, String> {
    if let Some(problem) = found.problem() {
        return Err(problem.to_string());
    }
    let primal = found.outcome("primal").ok_or("no value")?;
    if found.outcome("own").as_ref() != Some(&primal) {
        return Err("the primal has changed".to_string());
    }
    let expected = program::eval(program, x, y);
    let value = primal.value().ok_or("an exception")?;
    let (returned, gradient) = found.gradient().ok_or("no grad")?;
    if returned != primal {
        return Err(format!("grad returns {returned}, the primal {primal}"));
    }
    let mut same = value.is_finite() && (value - expected.value).abs() <= 1e-12 * value.abs();
    for (i, &component) in gradient.iter().enumerate() {
        let (returned, tangent) = found.directional(&format!("jvp{i}")).ok_or("no jvp")?;
        let partial = found.outcome(&format!("partial{i}")).ok_or("no partial")?;
        if returned != primal {
            return Err(format!("jvp returns {returned}, the primal {primal}"));
        }
        let partial = partial.value().ok_or("a partial throws")?;
        let scale = expected.scale[i];
        same &= scale.is_finite() && scale < 1e100;
        if !same {
            continue;
        }
        for (form, tangent) in [("jvp", tangent), ("partial", partial), ("grad", component)] {
            let near = (tangent - expected.tangent[i]).abs() <= 1e-10 * scale;
            if !near {
                return Err(format!("{form} {i} is {tangent:?}, by dual numbers {:?}", expected.tangent[i]));
            }
        }
    }
    Ok(same)
}

/// Runs a batch; a failing program is made smaller before it is shown.
fn check(name: &str, count: usize, strategy: impl Strategy<Value = Program>) {
    let jdks = jdk::find();
    let Some(jdk) = jdks.last() else {
        eprintln!("NOT RUN: no JDK");
        return;
    };
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut runner = TestRunner::deterministic();
    let mut trees: Vec<_> = (0..count).map(|_| strategy.new_tree(&mut runner).unwrap()).collect();
    let programs: Vec<Program> = trees.iter().map(|tree| tree.current()).collect();
    let verdict = batch(jdk, &scratch, &programs).unwrap();
    println!("{count} programs, {} points compared, {} skipped", verdict.compared, verdict.skipped);
    if let Some((index, mut problem)) = verdict.failure {
        let tree = &mut trees[index];
        let mut smallest = tree.current();
        for _ in 0..60 {
            let moved = match batch(jdk, &scratch, &[tree.current()]) {
                Ok(Verdict { failure: Some((_, text)), .. }) => {
                    (smallest, problem) = (tree.current(), text);
                    tree.simplify()
                }
                _ => tree.complicate(),
            };
            if !moved {
                break;
            }
        }
        panic!("program {index} {problem}\n{}", program::java(&smallest, "f"));
    }
    assert!(verdict.compared > verdict.skipped, "too few points could be compared: {verdict:?}");
}

#[test]
fn random_programs() {
    let count = std::env::var("NABLA_RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    check("random", count, block(8));
}

/// Straight-line code and loops long enough for wide jumps in the derivative.
#[test]
fn long_programs() {
    let statement =
        || (0..VARIABLES, expr(2, true)).prop_map(|(v, e)| Stmt::Set(v, Expr::Unary(4, Box::new(e))));
    let long = prop::collection::vec(statement(), 300..450)
        .prop_map(|body| vec![Stmt::Set(3, Expr::Var(0)), Stmt::For(2, body)]);
    check("long", 4, long);
}
