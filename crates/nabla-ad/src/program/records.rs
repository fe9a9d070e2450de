//! Records: what the JDK makes their `toString` of.

use nabla_classfile::{ClassFile, ConstIndex, Constant};

/// The field behind a component of a record.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its class, in internal form.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// The components that an `invokedynamic` of `ObjectMethods` makes text of; `None` where it does something else.
pub fn components(class: &ClassFile, index: ConstIndex) -> Option<Vec<Component>> {
    let pool = &class.pool;
    let Constant::InvokeDynamic { bootstrap, .. } = pool.get(index).ok()? else { return None };
    if pool.name_and_type(index).ok()?.0 != "toString" {
        return None;
    }
    let named = |handle: ConstIndex| match pool.get(handle).ok()? {
        Constant::MethodHandle { reference, .. } => pool.member_ref(reference).ok(),
        _ => None,
    };
    let rows = class.bootstrap_methods().ok()?;
    let row = rows.get(usize::from(bootstrap))?;
    if named(row.method)?.owner != "java/lang/runtime/ObjectMethods" {
        return None;
    }
    let getters = row.arguments.iter().filter_map(|argument| named(*argument));
    let component = |getter: nabla_classfile::MemberRef| Component {
        owner: getter.owner.into_owned(),
        name: getter.name.into_owned(),
        descriptor: getter.descriptor.into_owned(),
    };
    Some(getters.map(component).collect())
}
