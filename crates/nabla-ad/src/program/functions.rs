//! The interfaces of functions: those of the program, and those of the libraries that languages
//! come with, to which nothing can be added.

/// Interfaces of functions outside of the program, by the start of their names, and how the names
/// of the methods that a lambda implements start.
const FOREIGN: &[(&str, &[&str])] = &[
    ("java/util/function/", &["apply", "accept", "get", "test"]),
    ("io/github/nablars/DoubleFunction", &["apply"]),
    ("io/github/nablars/ArrayFunction", &["apply"]),
    ("java/lang/Runnable", &["run"]),
    ("java/util/concurrent/Callable", &["call"]),
    ("kotlin/jvm/functions/Function", &["invoke"]),
    ("scala/Function", &["apply"]),
    ("scala/runtime/java8/JFunction", &["apply"]),
];

/// Whether this is an interface of functions to which no tangent method can be added.
pub fn is_foreign(name: &str) -> bool {
    FOREIGN.iter().any(|(start, _)| name.starts_with(start))
}

/// Whether a lambda implements the method of such an interface.
pub fn is_applied(name: &str, method: &str) -> bool {
    // `applyAsDouble`, and not `andThen`, `compose` or `negate`.
    let row = FOREIGN.iter().find(|(start, _)| name.starts_with(start));
    row.is_some_and(|(_, starts)| starts.iter().any(|start| method.starts_with(start)))
}

/// The interfaces above such a one.
pub fn above(name: &str) -> Vec<String> {
    match name {
        "io/github/nablars/DoubleFunction1" => vec!["java/util/function/DoubleUnaryOperator".into()],
        "io/github/nablars/DoubleFunction2" => vec!["java/util/function/DoubleBinaryOperator".into()],
        "io/github/nablars/ArrayFunction" => vec!["java/util/function/ToDoubleFunction".into()],
        "java/util/function/UnaryOperator" => vec!["java/util/function/Function".into()],
        "java/util/function/BinaryOperator" => vec!["java/util/function/BiFunction".into()],
        _ => {
            // `scala/runtime/java8/JFunction1$mcDD$sp`
            let rest = name.strip_prefix("scala/runtime/java8/JFunction");
            rest.and_then(|rest| Some(format!("scala/Function{}", rest.split_once('$')?.0)))
                .into_iter()
                .collect()
        }
    }
}
