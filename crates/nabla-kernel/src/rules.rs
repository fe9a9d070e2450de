//! The rules that users have written, as far as a running program shows them: those of the class that
//! has the function, and of the class around it. Which others the program has nobody can list.

use crate::exchange::Source;
use nabla_ad::derives;
use nabla_ad::rules::UserRule;
use nabla_classfile::{ClassFile, ConstIndex, Constant, Member, Result};

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;

/// The rules in a class and in the host of its nest.
pub fn around(bytes: &[u8], source: &Source) -> Result<Vec<UserRule>> {
    let class = ClassFile::read(bytes)?;
    let mut rules = within(&class)?;
    if let Some(host) = host(&class)
        && let Some(bytes) = source.class(&host)
    {
        rules.extend(within(&ClassFile::read(&bytes)?)?);
    }
    Ok(rules)
}

fn host(class: &ClassFile<'_>) -> Option<String> {
    let bytes = &class.attribute(&class.attributes, "NestHost")?.bytes;
    let index = u16::from_be_bytes(bytes.as_ref().try_into().ok()?);
    match class.pool.get(ConstIndex(index)) {
        Ok(Constant::Class(name)) => Some(class.pool.utf8(name).ok()?.into_owned()),
        _ => None,
    }
}

fn within(class: &ClassFile<'_>) -> Result<Vec<UserRule>> {
    let name = class.name()?;
    let rule = |method: &Member<'_>| {
        let asked = derives(class, method)?;
        let rule = UserRule {
            class: name.clone().into_owned(),
            method: class.pool.utf8(method.name).ok()?.into_owned(),
            descriptor: class.pool.utf8(method.descriptor).ok()?.into_owned(),
            public: method.access & class.access & PUBLIC != 0,
            of: asked.class,
            function: asked.method,
        };
        let fits =
            asked.descriptor.is_empty() || rule.function_descriptor().as_ref() == Some(&asked.descriptor);
        (fits && method.access & STATIC != 0).then_some(rule)
    };
    Ok(class.methods.iter().filter_map(rule).collect())
}
