//! The rules of libraries as Java: with the result of the library's own function, and with the
//! library's own functions in the partials.
//!
//! Each formula is written as a Java method and evaluated at the points of `tests/rules` and at those
//! that the table pins.

#[path = "rules/java.rs"]
mod java;
#[path = "rules/write_java.rs"]
mod write_java;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use nabla_ad::rules::{self, Expr, Row, Rule};

const ELEMENTARY: &str = include_str!("../../../tests/rules/references.txt");
const SPECIAL: &str = include_str!("../../../tests/rules/special.txt");
const LISTED: &str = include_str!("rules/libraries.txt");

/// The accuracy promised where nothing else is said, in units of the last place of the partial, or
/// of the largest term of its formula.
const ULPS: f64 = 4.0;

/// Formulas that are less accurate, by their stems, and why.
const LESS: &[(&str, f64, &str)] = &[
    ("powQuick", 500.0, "y − 1 is rounded"),
    ("logGamma", 6.0, "sums of ψ"),
    ("logGamma1p", 8.0, "1 + x is rounded"),
    ("invGamma1pm1", 8.0, "1 + x is rounded"),
    ("digamma", 6.0, "sums of ψ₁"),
    ("trigamma", 6.0, "sums of ψ₂"),
    ("logBeta", 8.0, "sums of ψ"),
    ("gamma", 150.0, "the error of Γ itself below −20 in Commons Math and Hipparchus"),
    ("beta", 20.0, "the error of the library's result"),
    ("gammaRatio", 20.0, "the error of the library's result"),
    ("gammaDelta", 20.0, "the error of the library's result"),
    ("erfInv", 150.0, "an error of the result counts 2r² times"),
    ("erfcInv", 150.0, "an error of the result counts 2r² times"),
    ("erfcx", 50.0, "2x² up to x = 5"),
    ("numbers_gammaP", 30.0, "the error of the library's density"),
    ("numbers_gammaQ", 30.0, "the error of the library's density"),
    ("numbers_gammaP_slope", 90.0, "the error of the library's density"),
    ("numbers_gammaQ_slope", 90.0, "the error of the library's density"),
    ("numbers_lower", 600.0, "by a logarithm where a factor overflows"),
    ("numbers_upper", 600.0, "by a logarithm where a factor overflows"),
    ("numbers_betaI", 50.0, "the error of the library's density"),
    ("numbers_betaIc", 50.0, "the error of the library's density"),
    ("numbers_betaI_slope", 90.0, "the error of the library's density"),
    ("numbers_betaB", 10.0, "two powers"),
    ("numbers_betaBc", 10.0, "two powers"),
];

/// A function of a library on doubles, and its partials; none for a row that selects an operand.
struct Function {
    owner: &'static str,
    name: &'static str,
    descriptor: &'static str,
    rule: &'static Rule,
    partials: &'static [Expr],
}

/// Operands and the exact partials there, each with its scale; the exact result where it is known.
struct Point {
    operands: Vec<f64>,
    result: f64,
    partials: Vec<(f64, f64)>,
}

fn bits(text: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("not bits: {text}")))
}

/// The functions on doubles that have a row with a formula.
fn functions() -> Vec<Function> {
    let listed = LISTED.lines().filter(|line| !line.starts_with('#'));
    listed
        .filter_map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let (owner, name, descriptor) = (fields[0], fields[1], fields[2]);
            let rule = rules::lookup(owner, name, descriptor)?;
            let partials = match &rule.row {
                Row::Partials(partials) | Row::Guarded(partials) | Row::Helper(partials) => {
                    partials.as_slice()
                }
                Row::Select(_) => &[],
                Row::Same | Row::Zero | Row::Text | Row::Lost => return None,
            };
            let doubles = descriptor.ends_with(")D") && !descriptor.contains('F');
            doubles.then_some(Function { owner, name, descriptor, rule, partials })
        })
        .collect()
}

/// The points of a function: those of the formula that its row is called after.
fn points(function: &Function) -> Vec<Point> {
    let stem = function.rule.stem;
    let formula =
        ["math3_", "hipparchus_", "numbers_"].iter().find_map(|p| stem.strip_prefix(p)).unwrap_or(stem);
    let named: &[&str] = match stem {
        "numbers_erfcInv" => &["erfcInv", "erfcInv_tail"],
        "powQuick" => &["pow"],
        _ => &[formula],
    };
    let integer = function.descriptor.contains(['I', 'J']) && stem == "pow";
    let mut found = Vec::new();
    let lines = |text: &'static str| {
        text.lines().filter(|line| named.contains(&line.split(' ').next().unwrap_or("")))
    };
    for line in lines(ELEMENTARY) {
        let fields: Vec<&str> = line.split(' ').skip(1).collect();
        let n = (fields.len() - 1) / 3;
        let partials = fields[n + 1..].chunks(2).map(|pair| (bits(pair[1]), bits(pair[1]))).collect();
        let operands = fields[..n].iter().map(|f| bits(f)).collect();
        found.push(Point { operands, result: bits(fields[n]), partials });
    }
    for line in lines(SPECIAL) {
        let fields: Vec<&str> = line.split(' ').skip(1).collect();
        let n = fields.len() / 4;
        let partials = fields[n..].chunks(3).map(|triple| (bits(triple[1]), bits(triple[2]))).collect();
        let mut operands: Vec<f64> = fields[..n].iter().map(|f| bits(f)).collect();
        // A tolerance and a number of iterations; what is an integer and what not is cast there.
        operands
            .extend([1e-15, 10_000.0].iter().skip(usize::from(function.descriptor == "(DDDI)D" && n == 3)));
        operands.truncate(function.rule.operands.len());
        found.push(Point { operands, result: f64::NAN, partials });
    }
    if integer {
        found.retain(|p| p.operands[1].fract() == 0.0 && p.operands[1].abs() < 1e6);
        found.iter_mut().for_each(|p| p.partials.truncate(1));
    }
    found
}

/// The program with all formulas in it.
fn program(functions: &[Function]) -> String {
    let mut formulas =
        String::from("private static double[] evaluate(int formulas, double[] a, double r) {\n");
    formulas += "        switch (formulas) {\n";
    for i in 0..functions.len() {
        let _ = writeln!(formulas, "            case {i}: return formulas{i}(a, r);");
    }
    formulas += "            default: throw new IllegalArgumentException();\n        }\n    }\n";
    for (i, function) in functions.iter().enumerate() {
        let partials: Vec<String> = function.partials.iter().map(write_java::expression).collect();
        let _ = writeln!(
            formulas,
            "\n    private static double[] formulas{i}(double[] a, double r) {{\n        return new double[] {{{}}};\n    }}",
            partials.join(", ")
        );
    }
    let source = std::fs::read_to_string(java::beside("Partials.java")).expect("Partials.java");
    source.replace("// formulas", &formulas)
}

/// What the program answers to its questions.
fn answers(test: &str, java: &Path, class_path: &str, program: &str, questions: &str) -> String {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.java"));
    std::fs::write(&source, program).expect("the program can be written");
    let mut child = Command::new(java)
        .args(["-cp", class_path])
        .arg(&source)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java starts");
    let mut input = child.stdin.take().expect("a pipe");
    let questions = questions.to_owned();
    let writer = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = child.wait_with_output().expect("java ends");
    writer.join().expect("the writer").expect("java reads its input");
    assert!(output.status.success(), "the program failed");
    String::from_utf8(output.stdout).expect("text")
}

/// The libraries and a JDK that runs source files; none if something is missing, which is said.
fn environment() -> Option<(&'static str, std::path::PathBuf)> {
    let Some(class_path) = java::libraries() else {
        java::not_run("Maven with the libraries", "NABLA_ALLOW_NO_MAVEN");
        return None;
    };
    let source = java::beside("Methods.java");
    let java = java::javas().into_iter().find(|java| java::run(java, "", &source, &[]).is_some());
    if java.is_none() {
        java::not_run("JDK", "NABLA_ALLOW_NO_JDK");
    }
    Some((class_path, java?))
}

/// What Java gives at points of each function: the result, then the partials.
fn evaluate(test: &str, functions: &[Function], points: &[Vec<Vec<f64>>]) -> Option<Vec<Vec<Vec<f64>>>> {
    let (class_path, java) = environment()?;
    let mut questions = String::new();
    for (i, function) in functions.iter().enumerate() {
        let owner = function.owner.replace('/', ".");
        let _ = writeln!(questions, "call {owner} {} {} {i}", function.name, function.descriptor);
        for operands in &points[i] {
            let operands: Vec<String> = operands.iter().map(|x| format!("{:x}", x.to_bits())).collect();
            let _ = writeln!(questions, "{}", operands.join(" "));
        }
    }
    let text = answers(test, &java, class_path, &program(functions), &questions);
    let mut lines = text.lines().map(|line| line.split(' ').map(bits).collect());
    let given = points.iter().map(|of_one| lines.by_ref().take(of_one.len()).collect());
    Some(given.collect())
}

/// How far off a number is, in units of the last place of the scale.
fn units(ours: f64, exact: f64, scale: f64) -> f64 {
    let off = (ours - exact).abs() / (scale.abs().max(f64::MIN_POSITIVE) * f64::EPSILON);
    if ours == exact || ours.is_nan() && exact.is_nan() {
        0.0
    } else if off.is_nan() {
        f64::INFINITY
    } else {
        off
    }
}

#[test]
fn partials_are_as_accurate_as_promised() {
    let functions: Vec<Function> = functions().into_iter().filter(|f| !points(f).is_empty()).collect();
    let points: Vec<Vec<Point>> = functions.iter().map(points).collect();
    let operands: Vec<Vec<Vec<f64>>> =
        points.iter().map(|of_one| of_one.iter().map(|p| p.operands.clone()).collect()).collect();
    let Some(given) = evaluate("Accuracy", &functions, &operands) else { return };
    let mut wrong = Vec::new();
    for ((function, points), given) in functions.iter().zip(&points).zip(&given) {
        let bound =
            LESS.iter().find(|(stem, ..)| *stem == function.rule.stem).map_or(ULPS, |(_, bound, _)| *bound);
        let mut worst: f64 = 0.0;
        assert_eq!(points.len(), given.len(), "{}.{}", function.owner, function.name);
        for (point, given) in points.iter().zip(given) {
            // A partial that is taken from the result has its error, and twice that of a square.
            let own = if point.result.is_nan() { 0.0 } else { units(given[0], point.result, point.result) };
            for (i, (exact, scale)) in point.partials.iter().enumerate() {
                let reused = function.partials[i].uses_result();
                let off = units(given[i + 1], *exact, *scale) - if reused { 2.0 * own } else { 0.0 };
                if function.partials[i] == Expr::Unknown {
                    continue;
                }
                worst = worst.max(off);
                if off > bound {
                    wrong.push(format!(
                        "{}.{}{:?}, operand {i}: {:e} is {off} ulp from {exact:e}",
                        function.owner,
                        function.name,
                        point.operands,
                        given[i + 1]
                    ));
                }
            }
        }
        println!(
            "{}.{}{}: {worst:.1} of {bound} ulp, {} points",
            function.owner,
            function.name,
            function.descriptor,
            points.len()
        );
    }
    assert!(wrong.is_empty(), "{} partials are off: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(functions.len() > 200, "only {} functions", functions.len());
}

/// The table's pins hold with the libraries' own results, and a row that selects an operand selects
/// the one that is returned.
#[test]
fn singular_points_are_exact() {
    let functions: Vec<Function> = functions().into_iter().filter(|f| !f.rule.pins.is_empty()).collect();
    let points: Vec<Vec<Vec<f64>>> =
        functions.iter().map(|f| f.rule.pins.iter().map(|pin| pin.operands.to_vec()).collect()).collect();
    let Some(given) = evaluate("Pins", &functions, &points) else { return };
    let mut wrong = Vec::new();
    for (function, given) in functions.iter().zip(&given) {
        // Jafama's (−2)³ is −7.999999999999999, and 3² is 9.000000000000004.
        let own = if function.owner.contains("jafama") && function.rule.stem == "pow" { 8.0 } else { 0.0 };
        for (pin, given) in function.rule.pins.iter().zip(given) {
            let ok = match &function.rule.row {
                Row::Select(_) => {
                    let picked = pin.partials.iter().position(|p| *p == 1.0).expect("one operand");
                    let selects = pin.partials.iter().filter(|p| **p != 0.0).count() == 1;
                    let (value, operand) = (given[0], pin.operands[picked]);
                    !selects || value.to_bits() == operand.to_bits() || value.is_nan() && operand.is_nan()
                }
                _ => (pin.partials.iter().zip(&given[1..]).zip(function.partials))
                    .all(|((pinned, ours), e)| *e == Expr::Unknown || units(*ours, *pinned, *pinned) <= own),
            };
            if !ok {
                wrong.push(format!(
                    "{}.{}{:?}: {given:?}, pinned {:?}",
                    function.owner, function.name, pin.operands, pin.partials
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
