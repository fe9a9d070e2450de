//! Which classes are the JDK's.

/// The packages of the JDK below `javax`, where others have some of theirs.
const JAVAX: &[&str] = &[
    "accessibility/",
    "activity/",
    "annotation/processing/",
    "crypto/",
    "imageio/",
    "lang/model/",
    "management/",
    "naming/",
    "net/",
    "print/",
    "rmi/",
    "script/",
    "security/",
    "smartcardio/",
    "sound/",
    "sql/",
    "swing/",
    "tools/",
    "transaction/xa/",
    "xml/",
];

/// Whether the class belongs to the JDK, so that nothing can be added to it.
pub fn is_platform(name: &str) -> bool {
    match name.strip_prefix("javax/") {
        Some(rest) => JAVAX.iter().any(|package| rest.starts_with(package)),
        None => ["java/", "jdk/", "sun/", "com/sun/"].iter().any(|p| name.starts_with(p)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_below_javax_are_others_too() {
        for name in [
            "java/lang/Math",
            "javax/swing/JTree",
            "javax/lang/model/Name",
            "sun/misc/Unsafe",
            "com/sun/jdi/Value",
        ] {
            assert!(is_platform(name), "{name}");
        }
        for name in
            ["javax/vecmath/Vector3d", "javax/measure/Unit", "javax/annotation/Nullable", "javaslang/Value"]
        {
            assert!(!is_platform(name), "{name}");
        }
    }
}
