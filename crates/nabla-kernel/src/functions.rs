//! Functions that a kernel meets while it runs: captured, in fields, passed on, composed. Their tangent
//! methods are links that the run time fills in with what takes such a function apart when it is called.

use nabla_ad::Link;

/// The interfaces of the tangent methods that the run time has; each for single tangents and for lanes.
const INTERFACES: &[(&str, &[&str])] = &[
    ("java/util/function/DoubleUnaryOperator", &["1"]),
    ("io/github/nablars/DoubleFunction1", &["1"]),
    ("java/util/function/DoubleBinaryOperator", &["10", "01", "11"]),
    ("io/github/nablars/DoubleFunction2", &["10", "01", "11"]),
    ("java/util/function/ToDoubleFunction", &["1d"]),
    ("io/github/nablars/ArrayFunction", &["1d"]),
];

/// Whether a link is the tangent method of a function.
pub fn is_function(link: &Link) -> bool {
    let name = link.class.strip_prefix("nabla/").unwrap_or_default();
    let name = name.strip_suffix("$lanes").unwrap_or(name);
    let Some((interface, pattern)) = name.split_once("$applyAsDouble$") else { return false };
    INTERFACES.iter().any(|(known, patterns)| *known == interface && patterns.contains(&pattern))
}
