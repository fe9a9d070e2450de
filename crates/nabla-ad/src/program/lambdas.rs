//! Lambdas and method references: what `invokedynamic` makes an object of.

use super::classes::{Classes, MethodId, is_platform};
use super::synthesize::INFIX;
use crate::signature::split_descriptor;
use nabla_classfile::{BootstrapMethod, ClassFile, ConstIndex, Constant, Insn, MemberRef};

/// What an `invokedynamic` of `LambdaMetafactory` makes: an object of an interface that calls a
/// method with the values it captured and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lambda {
    /// The interface, in internal form.
    pub interface: String,
    /// Other types that the object has.
    pub markers: Vec<String>,
    /// The name of the interface's method.
    pub method: String,
    /// Its descriptors: that of the interface first, then those of bridges.
    pub descriptors: Vec<String>,
    /// Its descriptor with what is known of the types here.
    pub actual: String,
    /// The descriptors of the captured values.
    pub captured: Vec<String>,
    /// The kind of method handle, JVMS table 5.4.3.5-A.
    pub kind: u8,
    /// The class of the method that is called, in internal form.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether its class is an interface.
    pub in_interface: bool,
}

impl Lambda {
    /// The method that is called, if it is of the program.
    pub fn body(&self, classes: &Classes) -> Option<MethodId> {
        classes.resolve(classes.find(&self.owner)?, &self.name, &self.descriptor)
    }

    /// Whether the JVM's object says how it can be made again, where it is written somewhere.
    pub fn is_serialisable(&self) -> bool {
        self.markers.iter().any(|marker| marker == SERIALIZABLE_TYPE)
    }
}

/// The class whose methods make lambdas.
pub const FACTORY: &str = "java/lang/invoke/LambdaMetafactory";
/// Its method for those that have no other types.
pub const METAFACTORY: &str = "metafactory";
/// The type of that method.
pub const METAFACTORY_DESCRIPTOR: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

/// Its method for those that have others, such as all of Scala's, which can be serialised.
pub const ALT_METAFACTORY: &str = "altMetafactory";
/// The type of that method.
pub const ALT_METAFACTORY_DESCRIPTOR: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;";

/// How many arguments a row of `metafactory` has; those of `altMetafactory` have flags behind them.
const PLAIN_ARGUMENTS: usize = 3;

/// The method of the factory that makes what a row says, and its type.
pub fn factory_of(row: &BootstrapMethod) -> (&'static str, &'static str) {
    match row.arguments.len() > PLAIN_ARGUMENTS {
        true => (ALT_METAFACTORY, ALT_METAFACTORY_DESCRIPTOR),
        false => (METAFACTORY, METAFACTORY_DESCRIPTOR),
    }
}

/// By it Scala's lambdas are read that were written somewhere.
const DESERIALISING: &str = "scala/runtime/LambdaDeserialize";

/// The type of what can be serialised.
pub const SERIALIZABLE_TYPE: &str = "java/io/Serializable";

/// Flags of `altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What an `invokedynamic` asks to make its object or value, and the row that says with which arguments.
pub fn maker<'c>(class: &'c ClassFile, index: ConstIndex) -> Option<(MemberRef<'c>, BootstrapMethod)> {
    let pool = &class.pool;
    let Constant::InvokeDynamic { bootstrap, .. } = pool.get(index).ok()? else { return None };
    let row = class.bootstrap_methods().ok()?.into_iter().nth(usize::from(bootstrap))?;
    let Constant::MethodHandle { reference, .. } = pool.get(row.method).ok()? else { return None };
    Some((pool.member_ref(reference).ok()?, row))
}

/// Whether code of the program, or of a language, says what an `invokedynamic` calls: any method, by its name.
pub fn is_foreign(class: &ClassFile, insn: &Insn) -> bool {
    let Insn::InvokeDynamic(index) = insn else { return false };
    maker(class, *index).is_none_or(|(maker, _)| {
        !is_platform(&maker.owner) && !maker.owner.contains(INFIX) && maker.owner != DESERIALISING
    })
}

/// The class of which an `invokedynamic` makes an object since an earlier run.
pub fn linked(class: &ClassFile, index: ConstIndex) -> Option<String> {
    let (maker, _) = maker(class, index)?;
    maker.owner.contains(INFIX).then(|| maker.owner.into_owned())
}

/// The lambda that an `invokedynamic` makes; `None` where it makes something else.
pub fn lambda(class: &ClassFile, index: ConstIndex) -> Option<Lambda> {
    let pool = &class.pool;
    let (maker, row) = maker(class, index)?;
    if maker.owner != FACTORY && !maker.owner.contains(INFIX) {
        return None;
    }
    let method_type = |at: usize| match pool.get(*row.arguments.get(at)?).ok()? {
        Constant::MethodType(index) => Some(pool.utf8(index).ok()?.into_owned()),
        _ => None,
    };
    let Constant::MethodHandle { kind, reference } = pool.get(*row.arguments.get(1)?).ok()? else {
        return None;
    };
    let (method, descriptor) = pool.name_and_type(index).ok()?;
    let (captured, interface) = split_descriptor(&descriptor)?;
    let mut descriptors = vec![method_type(0)?];
    let mut markers = Vec::new();
    if row.arguments.len() > PLAIN_ARGUMENTS {
        let number = |at: usize| match pool.get(*row.arguments.get(at)?).ok()? {
            Constant::Integer(x) => Some(x),
            _ => None,
        };
        let (flags, mut at) = (number(3)?, 4);
        if flags & SERIALIZABLE != 0 {
            markers.push(SERIALIZABLE_TYPE.into());
        }
        if flags & MARKERS != 0 {
            let count = usize::try_from(number(at)?).ok()?;
            for index in row.arguments.get(at + 1..at + 1 + count)? {
                markers.push(pool.class_name(*index).ok()?.into_owned());
            }
            at += 1 + count;
        }
        if flags & BRIDGES != 0 {
            for bridge in 0..usize::try_from(number(at)?).ok()? {
                descriptors.push(method_type(at + 1 + bridge)?);
            }
        }
    }
    let called = pool.member_ref(reference).ok()?;
    Some(Lambda {
        interface: interface.strip_prefix('L')?.strip_suffix(';')?.to_owned(),
        markers,
        method: method.into_owned(),
        descriptors,
        actual: method_type(2)?,
        captured,
        kind,
        owner: called.owner.into_owned(),
        name: called.name.into_owned(),
        descriptor: called.descriptor.into_owned(),
        in_interface: called.interface,
    })
}
