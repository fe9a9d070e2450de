//! What rows give at their singular points, and how they look.

use nabla_ad::rules::{self, Expr, Row, Rule, eval};

/// The partials at a point by one row, found by its stem; the value is that of Java's method.
fn partials(row: &Row, name: &str, operands: &[f64]) -> Vec<f64> {
    let value = || eval::math(name, operands).unwrap_or_else(|| panic!("no method {name}"));
    let at = |e: &Expr| eval::eval(e, operands, &[], if e.uses_result() { value() } else { f64::NAN });
    match row {
        Row::Partials(p) | Row::Guarded(p) | Row::Helper(p) => p.iter().map(at).collect(),
        Row::Select(t) => (0..operands.len())
            .map(|i| {
                let mut seeds = vec![0.0; operands.len()];
                seeds[i] = 1.0;
                eval::eval(t, operands, &seeds, value())
            })
            .collect(),
        Row::Same => vec![eval::math(name, &[1.0]).unwrap_or_else(|| panic!("no method {name}"))],
        Row::Zero | Row::Text | Row::Lost => vec![],
    }
}

/// Whether the formulas call the library, or use a result that only it can give: the test in Java
/// has the pins of such rows.
fn needs_its_library(rule: &Rule) -> bool {
    let known =
        |e: &Expr| !e.uses_result() || eval::math(rule.stem, &vec![0.5; rule.operands.len()]).is_some();
    match &rule.row {
        Row::Partials(p) | Row::Guarded(p) | Row::Helper(p) => {
            p.iter().any(|e| !known(e) || e.any(|e| matches!(e, Expr::Call(..) | Expr::Unknown)))
        }
        _ => false,
    }
}

#[test]
fn singular_points_are_exact() {
    let mut pins = 0;
    for rule in rules::all() {
        if needs_its_library(rule) {
            continue;
        }
        for pin in rule.pins {
            let ours = partials(&rule.row, rule.stem, pin.operands);
            assert_eq!(ours.len(), pin.partials.len(), "{} pins one partial an operand", rule.name);
            for (a, b) in ours.iter().zip(pin.partials) {
                let same = a == b || a.is_nan() && b.is_nan();
                assert!(same, "{}{:?}: {ours:?}, pinned {:?}", rule.name, pin.operands, pin.partials);
            }
            pins += 1;
        }
    }
    assert!(pins > 200, "only {pins} pins");
}

/// The lines of the specification's table of pow, for the general and the constant exponent.
#[test]
fn constant_exponents_agree_with_the_general_rule_at_singular_points() {
    let Row::Guarded(general) = &rules::lookup("java/lang/Math", "pow", "(DD)D").expect("pow").row else {
        panic!("pow is guarded")
    };
    let bases = [0.0, -0.0, 1.0, -1.0, -2.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, f64::MAX];
    let exponents =
        [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 1.0 / 3.0, -0.5, -1.0, -2.0, -3.0, -100.0, -101.0];
    for y in exponents.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN]) {
        for x in bases {
            let result = eval::math("pow", &[x, y]).expect("pow");
            let by_table = eval::eval(&general[0], &[x, y], &[], result);
            let by_constant = eval::eval(&rules::pow_constant(y).0, &[x], &[], result);
            // Both round; only at ordinary points can that be seen.
            let same = by_table == by_constant
                || by_table.is_nan() && by_constant.is_nan()
                || (by_table / by_constant - 1.0).abs() < 1e-15;
            assert!(
                same,
                "pow({x:e}, {y}): {by_table:e} in general, {by_constant:e} for a constant exponent"
            );
        }
    }
}

/// Rows emitted inline have no conditional and no tangent, and no row names an operand it has not.
#[test]
fn rows_are_of_the_kind_they_say() {
    for rule in rules::all() {
        let operands = rule.operands.len();
        let check = |e: &Expr, tangents: bool| {
            let stray = e.any(|e| match e {
                Expr::Arg(i) => usize::from(*i) >= operands,
                Expr::Tangent(i) => !tangents || usize::from(*i) >= operands,
                _ => false,
            });
            assert!(!stray, "{}: {e}", rule.name);
        };
        match &rule.row {
            Row::Partials(p) => {
                p.iter().for_each(|e| check(e, false));
                assert!(p.iter().all(|e| !e.needs_helper()), "{} needs a helper", rule.name);
                assert_eq!(p.len(), operands);
            }
            Row::Guarded(p) | Row::Helper(p) => {
                p.iter().for_each(|e| check(e, false));
                assert_eq!(p.len(), operands);
            }
            Row::Select(t) => check(t, true),
            Row::Same | Row::Zero | Row::Text | Row::Lost => {}
        }
    }
}

/// Exactly the rules that principle 3 of the specification names are guarded.
#[test]
fn the_guarded_rules_are_those_of_the_specification() {
    let mut guarded: Vec<&str> = rules::all()
        .filter(|r| r.owner == "java/lang/Math" && matches!(r.row, Row::Guarded(_)))
        .map(|r| r.name)
        .collect();
    guarded.sort_unstable();
    assert_eq!(guarded, ["acos", "asin", "atan2", "cbrt", "hypot", "log", "log10", "log1p", "pow", "sqrt"]);
}

#[test]
fn a_row_is_found_by_its_key_and_only_once() {
    for rule in rules::all() {
        let found = rules::lookup(rule.owner, rule.name, rule.descriptor).expect("every row is found");
        assert!(std::ptr::eq(found, rule), "{} {}{} twice", rule.owner, rule.name, rule.descriptor);
    }
    assert!(rules::lookup("java/lang/Math", "sin", "(F)F").is_none());
    assert!(rules::lookup("demo/Math", "sin", "(D)D").is_none());
    assert_eq!(rules::operator("%").map(|r| r.operands.len()), Some(2));
}

/// HotSpot does not merge calls of exp, so the emitter is told of the one that tanh repeats.
#[test]
fn a_repeated_call_is_shared() {
    let Row::Partials(p) = &rules::lookup("java/lang/Math", "tanh", "(D)D").expect("tanh").row else {
        panic!("tanh is inline")
    };
    let shared: Vec<String> = p[0].shared_calls().iter().map(ToString::to_string).collect();
    assert_eq!(shared[0], "exp(-2 * abs(x0))");
}

#[test]
fn formulas_read_like_java() {
    let text = |name: &str, descriptor: &str| {
        let found = rules::rows().find(|r| r.name == name && r.descriptor == descriptor);
        found.map(|r| r.partials.join("; ")).unwrap_or_default()
    };
    assert_eq!(text("sqrt", "(D)D"), "1 / (2 * r)");
    assert_eq!(text("asin", "(D)D"), "1 / sqrt((1 - x) * (1 + x))");
    assert_eq!(text("expm1", "(D)D"), "x < 0 ? exp(x) : r + 1");
    assert_eq!(text("fma", "(DDD)D"), "fma(x', y, fma(x, y', z'))");
    assert_eq!(text("scalb", "(DI)D"), "scalb(x', n)");
    assert_eq!(text("cos", "(D)D"), "-sin(x)");
}

/// Helpers are named after the stem and made once a class, so one stem has one formula an operand.
/// A twin may have more operands, such as a tolerance.
#[test]
fn rows_of_one_stem_have_one_formula() {
    // As text, in which NaN equals itself.
    let formulas = |row: &Row| match row {
        Row::Partials(p) | Row::Guarded(p) | Row::Helper(p) => p.iter().map(|e| format!("{e:?}")).collect(),
        other => vec![format!("{other:?}")],
    };
    let kind = |row: &Row| std::mem::discriminant(row);
    for rule in rules::all().filter(|r| !matches!(r.row, Row::Zero | Row::Text | Row::Lost)) {
        let first = rules::lookup_stem(rule.stem).expect("the row itself, if no other");
        let (ours, theirs) = (formulas(&rule.row), formulas(&first.row));
        let same = kind(&rule.row) == kind(&first.row) && ours.iter().zip(&theirs).all(|(a, b)| a == b);
        assert!(same, "{}.{} and {}.{}", rule.owner, rule.name, first.owner, first.name);
        assert!(!rule.stem.contains('$'), "{}: a helper's name is taken apart at $", rule.stem);
    }
}

/// A partial that is not known forbids the rule where its operand is active, and only there.
#[test]
fn an_unknown_partial_is_not_zero() {
    let mut rule = rules::lookup("java/lang/Math", "nextAfter", "(DD)D").expect("a row").clone();
    assert!(rule.knows(&[true, true]));
    rule.row = Row::Guarded(vec![Expr::Unknown, Expr::Call("demo/Library", "f", vec![Expr::Arg(0)])]);
    assert!(rule.knows(&[false, true]) && !rule.knows(&[true, false]));
    assert!(rules::derive(&Expr::Unknown, 0).is_none());
    let Row::Guarded(partials) = &rule.row else { panic!("set above") };
    assert_eq!(partials[1].to_string(), "Library.f(x0)");
    assert!(partials[1].needs_helper());
}
