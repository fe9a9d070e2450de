//! Whether objects are copied by `Object.clone`: the copy holds the arrays that the object holds.

use super::Holding;
use crate::program::classes::{ClassId, Classes, STATIC};
use nabla_classfile::ClassFile;

const CLONEABLE: &str = "java/lang/Cloneable";

/// Where the JDK has classes that users extend and whose `clone` is public.
const COPIED: &[&str] = &["java/awt/", "java/text/", "java/util/", "javax/swing/"];

/// Those of them that have none.
const NOT_COPIED: &str = "java/util/Abstract";

impl Holding<'_> {
    /// Whether objects with the field may be copied by `Object.clone`.
    pub(super) fn may_be_copied(&self, classes: &Classes, class: ClassId, index: usize) -> bool {
        if classes.get(class).fields[index].access & STATIC != 0 {
            return false;
        }
        let family = classes.family(&classes.name(class));
        family.iter().filter_map(|name| classes.find(name)).any(|id| is_copied(classes, id))
    }
}

/// Whether objects of the class are: where none of the classes that may do so calls `clone`, none is.
fn is_copied(classes: &Classes, class: ClassId) -> bool {
    let above = classes.types_above(class);
    let own = above.iter().filter_map(|name| classes.find(name)).chain([class]);
    let cloneable = above.contains(CLONEABLE);
    own.map(|id| classes.get(id)).any(|own| extends_copied(own) || cloneable && calls_clone(own))
}

/// Whether the class directly above is such a class of the JDK.
fn extends_copied(class: &ClassFile) -> bool {
    let above = class.super_class.and_then(|name| class.pool.class_name(name).ok());
    above.is_some_and(|name| {
        COPIED.iter().any(|package| name.starts_with(package)) && !name.starts_with(NOT_COPIED)
    })
}

/// Whether a class names `clone` of an object that is no array.
fn calls_clone(class: &ClassFile) -> bool {
    class.pool.methods("clone", "()Ljava/lang/Object;").any(|(_, owner)| !owner.starts_with('['))
}
