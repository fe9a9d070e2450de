//! Functions that approximate others of one name on purpose, and badly enough to be told from them by
//! differences. Their rule is that of the function they approximate (`docs/rules.md`), and that is what
//! `verify` compares it with.

const OWNERS: [&str; 2] = ["net.jafama.FastMath", "net.jafama.StrictFastMath"];

/// The method, and the function as the driver finds it.
const FUNCTIONS: [(&str, &str, &str); 7] = [
    ("sinQuick", "(D)D", "java.lang.Math#sin"),
    ("cosQuick", "(D)D", "java.lang.Math#cos"),
    ("expQuick", "(D)D", "java.lang.Math#exp"),
    ("logQuick", "(D)D", "java.lang.Math#log"),
    ("powQuick", "(DD)D", "java.lang.Math#pow"),
    ("sqrtQuick", "(D)D", "java.lang.Math#sqrt"),
    ("invSqrtQuick", "(D)D", "io.github.nablars.verify.Exact#invSqrt"),
];

/// The function that a method approximates.
pub fn approximated(class: &str, method: &str, descriptor: &str) -> Option<&'static str> {
    let known = FUNCTIONS.iter().find(|(name, ty, _)| (*name, *ty) == (method, descriptor));
    known.filter(|_| OWNERS.contains(&class)).map(|(_, _, function)| *function)
}
