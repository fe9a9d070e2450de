//! Which classes name a member that takes, gives or holds arrays of numbers.

use super::moves::is_looking;
use crate::activity::fact::ArrayKind;
use crate::program::classes::{Classes, is_platform};
use crate::program::functions::is_foreign;
use crate::signature::split_descriptor;
use nabla_classfile::{ClassFile, ConstIndex, Constant};
use rustc_hash::{FxHashMap, FxHashSet};

/// The classes that name a member, by its name and descriptor.
#[derive(Default)]
pub struct References {
    names: Vec<String>,
    members: FxHashMap<(String, String), Vec<u32>>,
    /// The methods that functions are made of.
    functions: FxHashSet<(String, String)>,
    /// The classes that make them.
    makers: Vec<u32>,
    /// Whether functions are made of methods of the JDK that may keep what they are given, or come from there.
    of_platform: bool,
}

impl References {
    /// Looks at every class of the program.
    pub fn new(classes: &Classes) -> References {
        let mut found = References::default();
        classes.scan(|name, class| found.enter(name, class));
        found
    }

    fn enter(&mut self, name: &str, class: &ClassFile) {
        let id = self.names.len() as u32;
        self.names.push(name.to_owned());
        for index in (1..class.pool.len()).map(ConstIndex) {
            self.of_platform |= gives_function(class, index);
            if let Ok(Constant::MethodHandle { reference, .. }) = class.pool.get(index)
                && let Ok((name, descriptor)) = class.pool.name_and_type(reference)
                && concerns(&descriptor)
            {
                self.functions.insert((name.into_owned(), descriptor.into_owned()));
                if self.makers.last() != Some(&id) {
                    self.makers.push(id);
                }
            }
            let (Ok(Constant::Field { name_and_type, .. })
            | Ok(Constant::Method { name_and_type, .. })
            | Ok(Constant::InterfaceMethod { name_and_type, .. })) = class.pool.get(index)
            else {
                continue;
            };
            if let Ok((name, descriptor)) = class.pool.name_and_type(name_and_type)
                && concerns(&descriptor)
            {
                let key = (name.into_owned(), descriptor.into_owned());
                let named = self.members.entry(key).or_default();
                if named.last() != Some(&id) {
                    named.push(id);
                }
            }
        }
    }

    /// Whether functions are made of methods of this name and descriptor, so that code which is not
    /// followed may call them.
    pub fn is_function(&self, name: &str, descriptor: &str) -> bool {
        self.functions.contains(&(name.to_owned(), descriptor.to_owned()))
    }

    /// Whether a function that the program calls may be one of the JDK's that keeps arrays, or gives them back.
    pub fn has_platforms(&self) -> bool {
        self.of_platform
    }

    /// The names of the classes that make functions of such methods.
    pub fn makers(&self) -> impl Iterator<Item = &str> {
        self.makers.iter().map(|id| self.names[*id as usize].as_str())
    }

    /// The names of the classes that name the member.
    pub fn of(&self, name: &str, descriptor: &str) -> impl Iterator<Item = &str> {
        let found = self.members.get(&(name.to_owned(), descriptor.to_owned()));
        found.into_iter().flatten().map(|id| self.names[*id as usize].as_str())
    }
}

/// The types of objects that arrays are.
const ABOVE: &[&str] = &["Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"];

/// Whether an object of this type may be an array.
pub fn is_above_arrays(descriptor: &str) -> bool {
    ABOVE.contains(&descriptor)
}

/// Whether a field of this descriptor holds such an array, or a method of it takes or gives one, be
/// it as an object.
pub fn concerns(descriptor: &str) -> bool {
    if !descriptor.contains("[D") && !descriptor.contains("[F") {
        return descriptor.starts_with('(') && ABOVE.iter().any(|above| descriptor.contains(above));
    }
    match split_descriptor(descriptor) {
        Some((parameters, result)) => {
            parameters.iter().chain([&result]).any(|p| ArrayKind::of(p).is_some() || is_above_arrays(p))
        }
        None => ArrayKind::of(descriptor).is_some(),
    }
}

/// Whether this constant of the class is a method of the JDK of which a function is made that may keep arrays, or one
/// that gives a function.
fn gives_function(class: &ClassFile, index: ConstIndex) -> bool {
    match class.pool.get(index) {
        Ok(Constant::MethodHandle { reference, .. }) => class.pool.member_ref(reference).is_ok_and(|m| {
            let bootstraps = m.descriptor.starts_with("(Ljava/lang/invoke/MethodHandles$Lookup;");
            is_platform(&m.owner) && !bootstraps && !is_looking(&m) && concerns(&m.descriptor)
        }),
        Ok(Constant::Method { .. } | Constant::InterfaceMethod { .. }) => {
            class.pool.member_ref(index).is_ok_and(|m| {
                let result = m.descriptor.rsplit_once(")L").and_then(|(_, result)| result.strip_suffix(';'));
                is_platform(&m.owner) && result.is_some_and(is_foreign)
            })
        }
        _ => false,
    }
}
