//! Every function of numbers in the known libraries has a row, or is left to its bytecode for a
//! stated reason.
//!
//! `rules/libraries.txt` lists the functions, so that the check needs no library; another test
//! compares the list with the libraries themselves.

#[path = "rules/java.rs"]
mod java;

use nabla_ad::rules::{self, Row, Rule};

const LISTED: &str = include_str!("rules/libraries.txt");

/// Class, name and descriptor of each function.
fn listed() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    LISTED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        (fields[0], fields[1], fields[2])
    })
}

#[test]
fn every_function_has_a_row_or_a_reason() {
    let mut missing = Vec::new();
    for (owner, name, descriptor) in listed() {
        let left = rules::left_to_code(owner, name, descriptor).is_some();
        match rules::lookup(owner, name, descriptor) {
            Some(_) => assert!(!left, "{owner}.{name}{descriptor} has a row and a reason against one"),
            None if left => {}
            None => missing.push(format!("{owner} {name} {descriptor}")),
        }
    }
    assert!(missing.is_empty(), "without a row or a reason: {missing:#?}");
    assert!(listed().count() > 700);
}

/// What the libraries themselves say.
#[test]
fn the_list_is_that_of_the_libraries() {
    let Some(class_path) = java::libraries() else {
        return java::not_run("Maven with the libraries", "NABLA_ALLOW_NO_MAVEN");
    };
    let mut classes: Vec<String> = listed().map(|(owner, _, _)| owner.replace('/', ".")).collect();
    classes.dedup();
    let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
    let text = java::javas()
        .iter()
        .find_map(|command| java::run(command, class_path, &java::beside("Methods.java"), &classes));
    let Some(text) = text else {
        return java::not_run("JDK", "NABLA_ALLOW_NO_JDK");
    };
    let found: String = text.lines().skip(1).map(|line| line.to_owned() + "\n").collect();
    let comment: String =
        LISTED.lines().filter(|line| line.starts_with('#')).map(|line| line.to_owned() + "\n").collect();
    if std::env::var_os("NABLA_BLESS").is_some() {
        let written = std::fs::write(java::beside("libraries.txt"), comment.clone() + &found);
        written.expect("the list can be written");
    }
    assert!(comment + &found == LISTED, "libraries.txt is stale: NABLA_BLESS=1 writes it anew");
}

/// The row of a method of a class that the user has named as one like `Math`.
fn named(name: &str, descriptor: &str) -> Option<&'static Rule> {
    rules::lookup_in("demo/Fast", name, descriptor, &["other/Math".into(), "demo/Fast".into()])
}

fn is_maths(rule: Option<&'static Rule>, name: &str, descriptor: &str) -> bool {
    let maths = rules::lookup("java/lang/Math", name, descriptor);
    rule.zip(maths).is_some_and(|(a, b)| std::ptr::eq(a, b))
}

#[test]
fn a_class_named_by_the_user_has_the_rows_of_math() {
    assert!(rules::lookup("demo/Fast", "sin", "(D)D").is_none());
    assert!(rules::lookup_in("demo/Fast", "sin", "(D)D", &["demo/Other".into()]).is_none());
    assert!(is_maths(named("sin", "(D)D"), "sin", "(D)D"));
    assert!(is_maths(named("atan2", "(DD)D"), "atan2", "(DD)D"));
    // A float twin has the row of the doubles, where Math has none of its own.
    assert!(is_maths(named("sin", "(F)F"), "sin", "(D)D"));
    assert!(is_maths(named("pow", "(FF)F"), "pow", "(DD)D"));
    assert!(is_maths(named("max", "(FF)F"), "max", "(FF)F"));
    assert!(is_maths(named("nextAfter", "(FD)F"), "nextAfter", "(FD)F"));
    assert!(is_maths(named("round", "(F)I"), "round", "(F)I"));
    // What libraries agree on, and what they do not: the operands of log change places.
    assert_eq!(named("asinh", "(F)F").map(|r| r.name), Some("asinh"));
    assert_eq!(named("pow", "(DI)D").map(|r| r.stem), Some("pow"));
    assert!(named("log", "(DD)D").is_none());
    assert!(named("frobnicate", "(D)D").is_none());
    assert!(named("sin", "(DF)D").is_none());
}

#[test]
fn a_known_class_has_the_rows_of_math() {
    for class in rules::math_classes() {
        assert!(is_maths(rules::lookup(class, "sin", "(D)D"), "sin", "(D)D"), "{class}");
    }
    assert!(is_maths(rules::lookup("net/jafama/FastMath", "ceil", "(F)F"), "ceil", "(D)D"));
    assert!(is_maths(rules::lookup("scala/runtime/RichDouble$", "abs$extension", "(D)D"), "abs", "(D)D"));
    let integers = rules::lookup("org/hipparchus/util/FastMath", "divideUnsigned", "(II)I");
    assert!(matches!(integers.map(|r| &r.row), Some(Row::Zero)));
    // Objects, and functions of one meaning only by their name, are not Math's.
    assert!(
        rules::lookup("org/hipparchus/util/FastMath", "sinCos", "(D)Lorg/hipparchus/util/SinCos;").is_none()
    );
    assert!(rules::is_module("scala/math/package$") && !rules::is_module("scala/math/package"));
}

#[test]
fn a_rule_knows_what_it_does_not_know() {
    let rule = rules::lookup("org/hipparchus/special/Gamma", "regularizedGammaP", "(DDDI)D").expect("a row");
    assert!(rule.knows(&[false, true, true, false]));
    assert!(!rule.knows(&[true, true, false, false]));
    let sine = rules::lookup("java/lang/Math", "sin", "(D)D").expect("a row");
    assert!(sine.knows(&[true]));
}

#[test]
fn a_limits_rule_holds_for_a_tolerance_that_reaches_it() {
    let rule = rules::lookup("org/hipparchus/special/Gamma", "regularizedGammaP", "(DDDI)D").expect("a row");
    assert_eq!(rule.tolerance(), Some(2));
    assert!(rule.at_tolerance(Some(1e-15)).knows(&[false, true, false, false]));
    for loose in [Some(1e-3), Some(f64::NAN), None] {
        assert!(!rule.at_tolerance(loose).knows(&[false, true, false, false]));
    }
    // Its code does not look at the tolerance.
    let beta = rules::lookup("org/hipparchus/special/Beta", "logBeta", "(DDDI)D").expect("a row");
    assert_eq!(beta.tolerance(), None);
}
