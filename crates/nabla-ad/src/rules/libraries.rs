//! Libraries that are known by name: which class means what.
//!
//! A class of [`LIKE_MATH`] shares the rows of `java.lang.Math`: a method of the same name and
//! descriptor is the same function, and one on floats is the float twin of `Math`'s on doubles. A
//! user can name more such classes. Rows of a library's own come first.

use super::{ELEMENTARY, JAVA, NUMBERS, Row, Rule, SPECIAL};

/// `FastMath` of Commons Math 3 and its descendants.
pub(super) const COMMONS: &[&str] = &[
    "org/apache/commons/math3/util/FastMath",
    "org/hipparchus/util/FastMath",
    "org/apache/commons/math4/core/jdkmath/AccurateMath",
    "org/apache/commons/math4/core/jdkmath/JdkMath",
];
pub(super) const HIPPARCHUS: &[&str] = &["org/hipparchus/util/FastMath"];
pub(super) const JAFAMA: &[&str] = &["net/jafama/FastMath", "net/jafama/StrictFastMath"];

/// Classes whose methods mean what `Math`'s of the same name mean.
const LIKE_MATH: &[&str] = &[
    "org/apache/commons/math3/util/FastMath",
    "org/hipparchus/util/FastMath",
    "org/apache/commons/math4/core/jdkmath/AccurateMath",
    "org/apache/commons/math4/core/jdkmath/JdkMath",
    "net/jafama/FastMath",
    "net/jafama/StrictFastMath",
    "scala/math/package",
    "scala/math/package$",
];

/// Scala's singletons: their functions are instance methods that do not look at the receiver.
const MODULES: &[&str] =
    &["scala/math/package$", "scala/runtime/RichDouble$", "scala/runtime/RichFloat$", "scala/Predef$"];

/// What several libraries add to `Math` under one name and in one sense, so that a class named by
/// the user may have it too.
const COMMON_ADDITIONS: &[(&str, &str)] =
    &[("asinh", "(D)D"), ("acosh", "(D)D"), ("atanh", "(D)D"), ("pow", "(DI)D"), ("pow", "(DJ)D")];

/// The libraries, by the start of their classes' names, and what they are called.
const TITLES: &[(&str, &str)] = &[
    ("org/apache/commons/math3/", "Commons Math 3"),
    ("org/apache/commons/math4/", "Commons Math 4"),
    ("org/apache/commons/numbers/", "Commons Numbers"),
    ("org/hipparchus/", "Hipparchus"),
    ("net/jafama/", "Jafama"),
    ("kotlin/", "Kotlin"),
    ("scala/", "Scala"),
];

/// An integer function of a class like `Math`.
static INTEGERS: Rule = Rule {
    owner: "integers",
    name: "integers",
    stem: "integers",
    descriptor: "()I",
    operands: &[],
    row: Row::Zero,
    domain: &[],
    pins: &[],
    note: "",
    lossy: false,
};

/// The classes that are known to be like `Math`, in internal form.
pub fn math_classes() -> &'static [&'static str] {
    LIKE_MATH
}

/// Whether the class is a singleton whose functions are called on it: the receiver is no operand of
/// the rule.
pub fn is_module(owner: &str) -> bool {
    MODULES.contains(&owner)
}

/// What a library is called to which the class belongs; none for the JDK's own and operators.
pub(super) fn title(owner: &str) -> Option<&'static str> {
    TITLES.iter().find(|(start, _)| owner.starts_with(start)).map(|(_, title)| *title)
}

/// The row of a method, by its class in internal form, its name and its descriptor.
pub fn lookup(owner: &str, name: &str, descriptor: &str) -> Option<&'static Rule> {
    lookup_in(owner, name, descriptor, &[])
}

/// The row of a method, where the methods of `math_classes` (in internal form) mean what `Math`'s of
/// the same name mean.
///
/// A method on floats is the twin of the one on doubles. Functions that `Math` lacks are taken from
/// such a class only where all libraries agree on them: the inverse hyperbolic ones, and `pow` with
/// an integer exponent.
pub fn lookup_in(
    owner: &str,
    name: &str,
    descriptor: &str,
    math_classes: &[String],
) -> Option<&'static Rule> {
    if let Some(rule) = find(owner, name, descriptor) {
        return Some(rule);
    }
    if let Some(name) = name.strip_suffix("$extension").filter(|_| owner.starts_with("scala/runtime/Rich")) {
        let boxed = if descriptor.starts_with("(F") { "java/lang/Float" } else { "java/lang/Double" };
        return of_math(name, descriptor).or_else(|| find(boxed, name, descriptor));
    }
    if LIKE_MATH.contains(&owner) {
        let integers = || (!descriptor.contains(['D', 'F', 'L', '['])).then_some(&INTEGERS);
        return of_math(name, descriptor).or_else(integers);
    }
    if math_classes.iter().any(|class| class == owner) {
        let addition = |wide: &str| {
            let known = COMMON_ADDITIONS.contains(&(name, wide));
            if known { find(COMMONS[0], name, wide) } else { None }
        };
        return of_math(name, descriptor).or_else(|| addition(&widened(descriptor)));
    }
    None
}

/// `Math`'s row of this name: exactly, or the one on doubles for a method on floats.
fn of_math(name: &str, descriptor: &str) -> Option<&'static Rule> {
    let exact = find("java/lang/Math", name, descriptor);
    exact.or_else(|| find("java/lang/Math", name, &widened(descriptor)))
}

/// The descriptor with doubles in place of floats, where it has no doubles itself.
fn widened(descriptor: &str) -> String {
    let mixed = descriptor.contains(['D', 'L', '[']);
    if mixed { descriptor.to_owned() } else { descriptor.replace('F', "D") }
}

/// The row of exactly this method.
fn find(owner: &str, name: &str, descriptor: &str) -> Option<&'static Rule> {
    let part = match title(owner) {
        None => &JAVA,
        Some(_) if owner.contains("/special/") => &SPECIAL,
        Some(_) if owner.contains("/numbers/gamma/") => &NUMBERS,
        Some(_) => &ELEMENTARY,
    };
    part.find(owner, name, descriptor)
}

/// Functions of the known classes that have no row on purpose, and why: their own code is
/// differentiated instead.
pub(super) const LEFT: &[(&str, &str, &str, &str)] = &[
    ("net/jafama/FastMath", "sinAndCos", "(DLnet/jafama/DoubleWrapper;)D", TWO_RESULTS),
    ("net/jafama/FastMath", "sinhAndCosh", "(DLnet/jafama/DoubleWrapper;)D", TWO_RESULTS),
    ("net/jafama/FastMath", "toDegrees", "(ZIID)D", ARITHMETIC),
    ("net/jafama/FastMath", "toRadians", "(ZIID)D", ARITHMETIC),
    ("net/jafama/StrictFastMath", "sinAndCos", "(DLnet/jafama/DoubleWrapper;)D", TWO_RESULTS),
    ("net/jafama/StrictFastMath", "sinhAndCosh", "(DLnet/jafama/DoubleWrapper;)D", TWO_RESULTS),
    ("net/jafama/StrictFastMath", "toDegrees", "(ZIID)D", ARITHMETIC),
    ("net/jafama/StrictFastMath", "toRadians", "(ZIID)D", ARITHMETIC),
    ("scala/runtime/RichDouble$", "floatValue$extension", "(D)F", "a conversion alone"),
    ("scala/runtime/RichFloat$", "doubleValue$extension", "(F)D", "a conversion alone"),
    ("org/apache/commons/math3/util/MathUtils", "normalizeAngle", "(DD)D", ARITHMETIC),
    ("org/apache/commons/math3/util/MathUtils", "reduce", "(DDD)D", ARITHMETIC),
    ("org/apache/commons/math3/special/Gamma", "lanczos", "(D)D", ARITHMETIC),
    ("org/hipparchus/util/MathUtils", "normalizeAngle", "(DD)D", ARITHMETIC),
    ("org/hipparchus/util/MathUtils", "reduce", "(DDD)D", ARITHMETIC),
    ("org/hipparchus/special/Gamma", "lanczos", "(D)D", ARITHMETIC),
];

const TWO_RESULTS: &str = "a second result is handed out in an object";
const ARITHMETIC: &str = "sums, products, quotients and rounding alone";

/// Why a function of a known class has no row; none if it has one or the class is not known.
pub fn left_to_code(owner: &str, name: &str, descriptor: &str) -> Option<&'static str> {
    LEFT.iter().find(|(o, n, d, _)| (*o, *n, *d) == (owner, name, descriptor)).map(|(.., why)| *why)
}
