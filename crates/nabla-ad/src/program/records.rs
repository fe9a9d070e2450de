//! Records: what the JDK makes their `toString` of.

use super::lambdas::maker;
use nabla_classfile::{ClassFile, ConstIndex, Constant, MemberRef};

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
    let (maker, row) = maker(class, index)?;
    if maker.owner != "java/lang/runtime/ObjectMethods" || pool.name_and_type(index).ok()?.0 != "toString" {
        return None;
    }
    let getters = row.arguments.iter().filter_map(|argument| match pool.get(*argument).ok()? {
        Constant::MethodHandle { reference, .. } => pool.member_ref(reference).ok(),
        _ => None,
    });
    let component = |getter: MemberRef| Component {
        owner: getter.owner.into_owned(),
        name: getter.name.into_owned(),
        descriptor: getter.descriptor.into_owned(),
    };
    Some(getters.map(component).collect())
}
