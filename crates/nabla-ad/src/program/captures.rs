//! What lambdas captured that were made before a derivative runs.

use super::classes::{Classes, STATIC, is_platform};
use super::functions::is_foreign;
use super::lambdas::Lambda;
use crate::activity::fact::ArrayKind;
use std::collections::BTreeSet;

/// Numbers and text: nothing is behind them.
const PLAIN: &[&str] = &[
    "Z",
    "B",
    "S",
    "C",
    "I",
    "J",
    "F",
    "D",
    "Ljava/lang/Double;",
    "Ljava/lang/Float;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Boolean;",
    "Ljava/lang/String;",
];

/// Classes of the JDK that hold nothing of what those below them are given.
const EMPTY: &[&str] = &["java/lang/Object", "java/lang/Enum", "java/lang/Record"];

/// Whether no array of numbers can be reached from what a lambda captured, but by other functions.
pub fn captures_no_array(classes: &Classes, lambda: &Lambda) -> bool {
    has_no_array(classes, lambda.captured.clone())
}

/// The same of values of these types. A function that captured arrays is one that derivatives do not call.
fn has_no_array(classes: &Classes, mut waiting: Vec<String>) -> bool {
    let mut seen = BTreeSet::new();
    while let Some(descriptor) = waiting.pop() {
        let element = descriptor.trim_start_matches('[');
        if ArrayKind::of(&descriptor).is_some() {
            return false;
        }
        if PLAIN.contains(&element) || !seen.insert(element.to_owned()) {
            continue;
        }
        let Some(name) = element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else {
            return false;
        };
        if is_foreign(name) {
            continue;
        }
        // Of a class of the JDK nothing says what it holds.
        let mut line = classes.family(name);
        if is_platform(name) || classes.find(name).is_none() {
            return false;
        }
        let mut held = BTreeSet::new();
        while let Some(name) = line.pop() {
            let Some(id) = classes.find(&name) else { return false };
            if !held.insert(name) {
                continue;
            }
            let class = classes.get(id);
            match class.super_class.map(|above| class.pool.class_name(above)) {
                Some(Ok(above)) if EMPTY.contains(&&*above) => {}
                Some(Ok(above)) if !is_platform(&above) => line.push(above.into_owned()),
                _ => return false,
            }
            for field in class.fields.iter().filter(|field| field.access & STATIC == 0) {
                let Ok(descriptor) = class.pool.utf8(field.descriptor) else { return false };
                waiting.push(descriptor.into_owned());
            }
        }
    }
    true
}
