//! Which classes name a member that takes, gives or holds arrays of numbers.

use crate::activity::fact::ArrayKind;
use crate::program::classes::Classes;
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

/// Whether a field of this descriptor holds such an array, or a method of it takes or gives one, be
/// it as an object.
pub fn concerns(descriptor: &str) -> bool {
    let object = "Ljava/lang/Object;";
    if !descriptor.contains("[D") && !descriptor.contains("[F") {
        return descriptor.starts_with('(') && descriptor.contains(object);
    }
    match split_descriptor(descriptor) {
        Some((parameters, result)) => {
            parameters.iter().chain([&result]).any(|p| ArrayKind::of(p).is_some() || p == object)
        }
        None => ArrayKind::of(descriptor).is_some(),
    }
}
