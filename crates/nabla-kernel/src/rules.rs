//! The rules that users have written, as far as a running program shows them: those of the class that
//! has the function, and of the class around it. Which others the program has nobody can list.

use crate::exchange::Source;
use nabla_ad::rules::UserRule;
use nabla_ad::rules_in;
use nabla_classfile::{ClassFile, Result};

/// The rules in a class and in the host of its nest.
pub fn around(bytes: &[u8], source: &Source) -> Result<Vec<UserRule>> {
    let class = ClassFile::read(bytes)?;
    let mut rules = rules_in(&class);
    let host = class.nest_host()?;
    if host != class.name()?
        && let Some(bytes) = source.class(&host)
    {
        rules.extend(rules_in(&ClassFile::read(&bytes)?));
    }
    Ok(rules)
}
