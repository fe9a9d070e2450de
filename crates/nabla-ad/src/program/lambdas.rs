//! Lambdas and method references: what `invokedynamic` makes an object of.

use super::classes::{ABSTRACT, ClassId, Classes, MethodId, STATIC, is_platform};
use nabla_classfile::{ClassFile, ConstIndex, Constant, Insn, Opcode};
use std::collections::BTreeSet;

/// The method behind a lambda or method reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lambda {
    /// The method's class, in internal form.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// The lambda that an `invokedynamic` makes; `None` where it makes something else.
pub fn lambda(class: &ClassFile, index: ConstIndex) -> Option<Lambda> {
    let Constant::InvokeDynamic { bootstrap, .. } = class.pool.get(index).ok()? else { return None };
    let rows = class.bootstrap_methods().ok()?;
    let row = rows.get(usize::from(bootstrap))?;
    let Constant::MethodHandle { reference, .. } = class.pool.get(row.method).ok()? else { return None };
    if class.pool.member_ref(reference).ok()?.owner != "java/lang/invoke/LambdaMetafactory" {
        return None;
    }
    let Constant::MethodHandle { reference, .. } = class.pool.get(*row.arguments.get(1)?).ok()? else {
        return None;
    };
    let method = class.pool.member_ref(reference).ok()?;
    Some(Lambda {
        owner: method.owner.into_owned(),
        name: method.name.into_owned(),
        descriptor: method.descriptor.into_owned(),
    })
}

/// Interfaces of the JDK whose methods do not change what they are given.
const HARMLESS: &[&str] = &["java/lang/Comparable", "java/io/Serializable", "java/lang/Cloneable"];

/// The bodies that code which is not followed may call when it is given what the instruction
/// makes: a lambda's, or the methods by which a new object implements the JDK's types.
pub fn callbacks(classes: &Classes, class: &ClassFile, insn: &Insn) -> Vec<MethodId> {
    match insn {
        Insn::InvokeDynamic(index) => {
            let found = lambda(class, *index).and_then(|l| {
                let owner = classes.find(&l.owner)?;
                classes.resolve(owner, &l.name, &l.descriptor)
            });
            found.into_iter().filter(|m| classes.access(*m) & ABSTRACT == 0).collect()
        }
        Insn::Type(Opcode::New, index) => {
            let made = class.pool.class_name(*index).ok().and_then(|name| classes.find(&name));
            made.map(|id| implementations(classes, id)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The public methods of a class that implements types of the JDK.
fn implementations(classes: &Classes, id: ClassId) -> Vec<MethodId> {
    let mut waiting = vec![id];
    let mut family = BTreeSet::new();
    let mut platform = false;
    while let Some(id) = waiting.pop() {
        if !family.insert(id) {
            continue;
        }
        let class = classes.get(id);
        for above in class.super_class.iter().chain(&class.interfaces) {
            let Ok(name) = class.pool.class_name(*above) else { continue };
            let plain = matches!(&*name, "java/lang/Object" | "java/lang/Record" | "java/lang/Enum");
            platform |= is_platform(&name) && !plain && !HARMLESS.contains(&&*name);
            waiting.extend(classes.find(&name));
        }
    }
    if !platform {
        return Vec::new();
    }
    let public = |id: ClassId| {
        let methods = classes.get(id).methods.iter().enumerate();
        methods.filter_map(move |(index, m)| {
            let name = classes.get(id).pool.utf8_bytes(m.name).ok()?;
            let fits = m.access & (0x0001 | STATIC | ABSTRACT) == 0x0001 && !name.starts_with(b"<");
            // Those that were generated are called by tangents alone.
            let own = !name.starts_with(b"nabla$");
            (fits && own).then_some(MethodId { class: id, index: index as u32 })
        })
    };
    family.into_iter().flat_map(public).collect()
}
