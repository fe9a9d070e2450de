//! Which classes name a member that takes, gives or holds arrays of numbers.

use super::moves::is_looking;
use crate::activity::fact::ArrayKind;
use crate::program::classes::{Classes, is_platform};
use crate::program::functions::{above, is_foreign};
use crate::program::lambdas::{METAFACTORY, maker};
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
    /// The interfaces of functions that are made of methods of the JDK that may keep what they are given, or come from
    /// there.
    of_platform: FxHashSet<String>,
    /// Whether there are any of which the interface is not known.
    unknown: bool,
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
        self.enter_functions(class);
        for index in (1..class.pool.len()).map(ConstIndex) {
            self.of_platform.extend(given_function(class, index));
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

    /// Looks at the functions that the class makes of methods of the JDK.
    fn enter_functions(&mut self, class: &ClassFile) {
        let all = || (1..class.pool.len()).map(ConstIndex);
        let keeping: Vec<ConstIndex> = all().filter(|index| is_keeping_handle(class, *index)).collect();
        if keeping.is_empty() {
            return;
        }
        let mut made = FxHashSet::default();
        for index in all() {
            let Some((maker, row)) = maker(class, index) else { continue };
            if !row.arguments.iter().any(|argument| keeping.contains(argument)) {
                continue;
            }
            made.extend(row.arguments.iter().copied());
            let result = class.pool.name_and_type(index).ok().and_then(|(_, d)| interface_given(&d));
            // What `altMetafactory` makes has further interfaces.
            match result.filter(|_| maker.name == METAFACTORY) {
                Some(interface) => _ = self.of_platform.insert(interface),
                None => self.unknown = true,
            }
        }
        self.unknown |= keeping.iter().any(|handle| !made.contains(handle));
    }

    /// Whether functions are made of methods of this name and descriptor, so that code which is not
    /// followed may call them.
    pub fn is_function(&self, name: &str, descriptor: &str) -> bool {
        self.functions.contains(&(name.to_owned(), descriptor.to_owned()))
    }

    /// Whether a function that the program calls by this interface may be one of the JDK's that keeps arrays, or gives
    /// them back.
    pub fn has_platforms(&self, classes: &Classes, interface: &str) -> bool {
        let is_above = |given: &String| above(given).iter().any(|name| name == interface);
        let is_below = |name: &String| self.of_platform.contains(name);
        self.unknown
            || self.of_platform.iter().any(is_above)
            || !self.of_platform.is_empty() && classes.family(interface).iter().any(is_below)
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

/// Whether this constant of the class refers to a method of the JDK that may keep arrays, so that a function is made
/// of it.
fn is_keeping_handle(class: &ClassFile, index: ConstIndex) -> bool {
    let Ok(Constant::MethodHandle { reference, .. }) = class.pool.get(index) else { return false };
    class.pool.member_ref(reference).is_ok_and(|m| {
        let bootstraps = m.descriptor.starts_with("(Ljava/lang/invoke/MethodHandles$Lookup;");
        is_platform(&m.owner) && !bootstraps && !is_looking(&m) && concerns(&m.descriptor)
    })
}

/// The interface of the function that this constant of the class gives, if it is a method of the JDK that gives one.
fn given_function(class: &ClassFile, index: ConstIndex) -> Option<String> {
    let (Ok(Constant::Method { .. }) | Ok(Constant::InterfaceMethod { .. })) = class.pool.get(index) else {
        return None;
    };
    let m = class.pool.member_ref(index).ok().filter(|m| is_platform(&m.owner))?;
    interface_given(&m.descriptor).filter(|interface| is_foreign(interface))
}

/// The class of the object that a method of this descriptor gives.
fn interface_given(descriptor: &str) -> Option<String> {
    let (_, result) = descriptor.rsplit_once(")L")?;
    result.strip_suffix(';').map(str::to_owned)
}
