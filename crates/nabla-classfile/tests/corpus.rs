//! Every class of every JDK: written as it was read, and encoded as it was decoded.

mod common;

use nabla_classfile::{ClassFile, recode};

#[test]
fn copies_are_identical() {
    common::every_class(|_, bytes| {
        let copy =
            ClassFile::read(bytes).and_then(|class| class.write()).map_err(|error| error.to_string())?;
        if copy == bytes { Ok(()) } else { Err("the copy differs".to_string()) }
    });
}

#[test]
fn recoded_classes_are_identical() {
    common::every_class(|_, bytes| {
        let recoded = recode(bytes).map_err(|error| error.to_string())?;
        if recoded == bytes { Ok(()) } else { Err(difference(bytes, &recoded)) }
    });
}

/// In which method two classes differ first.
fn difference(a: &[u8], b: &[u8]) -> String {
    let (Ok(a), Ok(b)) = (ClassFile::read(a), ClassFile::read(b)) else { return "not a class".to_string() };
    for (m, n) in a.methods.iter().zip(&b.methods) {
        if m != n {
            let name = a.pool.utf8(m.name).unwrap_or_default();
            let at = m.attributes.iter().zip(&n.attributes).find(|(x, y)| x != y);
            let at = at.and_then(|(x, y)| x.bytes.iter().zip(&*y.bytes).position(|(x, y)| x != y));
            return format!("method {name} differs at byte {at:?} of an attribute");
        }
    }
    format!("differs outside methods; pool of {} and {}", a.pool.len(), b.pool.len())
}
