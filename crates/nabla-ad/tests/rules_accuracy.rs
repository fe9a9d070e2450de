//! Partials against 50-digit values, and against differences of the functions themselves.

use std::collections::BTreeMap;

use nabla_ad::rules::{self, Expr, Row, Rule, eval};

/// The accuracy promised for every row, in units of the last place of the exact partial.
const ULPS: u64 = 4;

/// `tests/rules/references.txt`: see `scripts/rule-references.py` for its form.
const REFERENCES: &str = include_str!("../../../tests/rules/references.txt");

struct Point<'t> {
    rule: &'t str,
    operands: Vec<f64>,
    result: f64,
    partials: Vec<f64>,
}

fn bits(text: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("not bits: {text}")))
}

/// The points of the file. The decimal must read as the double beside it: neither is trusted alone.
fn points() -> Vec<Point<'static>> {
    let lines = REFERENCES.lines().filter(|l| !l.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split(' ');
            let rule = fields.next().expect("a rule");
            let fields: Vec<&str> = fields.collect();
            // n operands, the result, n pairs.
            let n = (fields.len() - 1) / 3;
            let partials = fields[n + 1..].chunks(2).map(|pair| {
                let (decimal, nearest) = (pair[0].parse::<f64>().expect("a decimal"), bits(pair[1]));
                assert!(decimal == nearest || decimal.is_nan() && nearest.is_nan(), "{line}");
                nearest
            });
            let partials = partials.collect();
            let operands = fields[..n].iter().map(|f| bits(f)).collect();
            Point { rule, operands, result: bits(fields[n]), partials }
        })
        .collect()
}

/// The first row of the stem that works on doubles: twins share their row.
fn rule_named(stem: &str) -> &'static Rule {
    rules::all()
        .find(|r| r.stem == stem && r.descriptor.starts_with("(D"))
        .unwrap_or_else(|| panic!("no rule {stem}"))
}

/// The partial by operand `i` that a row gives; `None` for rows without a formula.
fn partial(row: &Row, i: usize, operands: &[f64], result: f64) -> Option<f64> {
    let mut seeds = vec![0.0; operands.len()];
    seeds[i] = 1.0;
    match row {
        Row::Partials(p) | Row::Guarded(p) | Row::Helper(p) => Some(eval::eval(&p[i], operands, &[], result)),
        Row::Select(t) => Some(eval::eval(t, operands, &seeds, result)),
        Row::Same | Row::Zero | Row::Text | Row::Lost => None,
    }
}

/// Doubles between two doubles of one sign; large if the signs differ or one is NaN.
fn distance(a: f64, b: f64) -> u64 {
    if a == b || a.is_nan() && b.is_nan() {
        0
    } else if a.is_nan() || b.is_nan() || a.is_sign_negative() != b.is_sign_negative() {
        u64::MAX
    } else {
        a.to_bits().abs_diff(b.to_bits())
    }
}

/// The nearest double is half a unit away from the exact partial at most, so fewer than four
/// doubles between it and ours mean less than four units.
#[test]
fn partials_are_within_four_ulp() {
    let mut worst: BTreeMap<&str, (u64, usize)> = BTreeMap::new();
    for point in points() {
        let row = &rule_named(point.rule).row;
        for (i, exact) in point.partials.iter().enumerate() {
            let ours = partial(row, i, &point.operands, point.result).expect("a formula");
            let off = distance(ours, *exact);
            assert!(
                off < ULPS,
                "{} at {:?}, operand {i}: {ours:e} is {off} ulp from {exact:e}",
                point.rule,
                point.operands
            );
            let entry = worst.entry(point.rule).or_default();
            entry.0 = entry.0.max(off);
        }
        worst.entry(point.rule).or_default().1 += 1;
    }
    for (rule, (off, count)) in &worst {
        println!("{rule}: {off} ulp at most, {count} points");
        assert!(*count >= 200, "{rule} has {count} points");
    }
}

/// Rows, by stem, that only select or copy, or whose partials are constants.
const SELECTED: &[&str] = &[
    "max",
    "min",
    "clamp",
    "abs",
    "copySign",
    "nextAfter",
    "nextUp",
    "nextDown",
    "neg",
    "sum",
    "clamp_any",
    "toRange",
    "coerceAtLeast",
    "coerceAtMost",
    "coerceIn",
    "turned",
    "wrapper",
    "degree",
    "radian",
    "power_of_two",
    "representableDelta",
    "linearCombination2",
    "linearCombination3",
    "linearCombination4",
];

/// Every row with a formula that computes is in the file. Those that promise less accuracy or call
/// their library are in `special.txt`, and the test in Java evaluates them.
#[test]
fn every_formula_has_references() {
    let special = include_str!("../../../tests/rules/special.txt");
    let named: Vec<&str> =
        points().iter().map(|p| p.rule).chain(special.lines().filter_map(|l| l.split(' ').next())).collect();
    for rule in rules::all() {
        let formula =
            matches!(rule.row, Row::Partials(_) | Row::Guarded(_) | Row::Helper(_) | Row::Select(_));
        // What a library calls its own, and pow under another name.
        let prefixes = ["math3_", "hipparchus_", "numbers_"];
        let stem = prefixes.iter().find_map(|p| rule.stem.strip_prefix(p)).unwrap_or(rule.stem);
        let known = SELECTED.contains(&stem) || named.contains(&stem) || stem == "powQuick";
        assert!(!formula || known, "{} ({stem})", rule.name);
    }
}

/// A constant exponent has formulas of its own, as accurate as the general one.
#[test]
fn constant_exponents_are_within_four_ulp() {
    for point in points().iter().filter(|p| p.rule == "pow") {
        let (partial, _) = rules::pow_constant(point.operands[1]);
        let ours = eval::eval(&partial, &point.operands[..1], &[], point.result);
        let off = distance(ours, point.partials[0]);
        assert!(
            off < ULPS,
            "pow at {:?}: {ours:e} is {off} ulp from {:e}",
            point.operands,
            point.partials[0]
        );
    }
}

/// The shapes of the constant exponents: no call where the specification wants none.
#[test]
fn constant_exponents_are_cheap() {
    for y in [0.0, 0.5, 1.0, 2.0, 3.0, 4.0, -1.0, -2.0, -7.0] {
        let (partial, guarded) = rules::pow_constant(y);
        assert!(!partial.any(|e| matches!(e, Expr::Math(..) | Expr::If(..))), "{y}: {partial}");
        assert_eq!(guarded, y < 1.0 && y != 0.0, "{y}");
    }
    assert_eq!(rules::pow_constant(0.5).0.to_string(), "1 / (2 * r)");
    assert_eq!(rules::pow_constant(3.0).0.to_string(), "3 * (x0 * x0)");
    assert_eq!(rules::pow_constant(-1.0).0.to_string(), "-(r * r)");
    assert!(rules::pow_constant(f64::NAN).1);
}

/// Richardson's extrapolation of central differences, an error of order h⁶.
fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 0.01;
    let central = |h: f64| (f(x + h) - f(x - h)) / (2.0 * h);
    let (a, b, c) = (central(h), central(h / 2.0), central(h / 4.0));
    let (ab, bc) = ((4.0 * b - a) / 3.0, (4.0 * c - b) / 3.0);
    (16.0 * bc - ab) / 15.0
}

/// Independent of all formulas: the function alone says what its derivative is.
#[test]
fn partials_agree_with_differences() {
    let mut compared = 0;
    for rule in rules::all() {
        for step in 1..20 {
            // The operands move through their intervals at different speeds.
            let operands: Vec<f64> = rule
                .domain
                .iter()
                .enumerate()
                .map(|(i, (low, high))| {
                    let share = (f64::from(step) * (0.05 + 0.618 * i as f64)).fract();
                    low + (high - low) * (0.05 + 0.9 * share)
                })
                .collect();
            let value =
                |at: &[f64]| eval::math(rule.stem, at).unwrap_or_else(|| panic!("no method {}", rule.stem));
            for i in 0..operands.len() {
                let ours = match &rule.row {
                    // A linear function of one operand: the value at 1.
                    Row::Same => value(&[1.0]),
                    row => partial(row, i, &operands, value(&operands)).expect("a formula"),
                };
                let theirs = difference(
                    |x| {
                        let mut moved = operands.clone();
                        moved[i] = x;
                        value(&moved)
                    },
                    operands[i],
                );
                let off = (ours - theirs).abs() / ours.abs().max(1.0);
                assert!(off <= 1e-7, "{} at {operands:?}, operand {i}: {ours} against {theirs}", rule.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "only {compared} comparisons");
}
