//! Of the methods of loops, a class keeps those that it calls.

use super::composition::maker_of;
use super::write::NAME;
use crate::output::INTERNAL;
use nabla_classfile::{ClassFile, Insn, Member, Result};
use std::collections::BTreeSet;
use std::ops::Range;

/// Removes those of these methods that no code of the class leads to.
pub fn prune(class: &mut ClassFile, added: Range<usize>) -> Result<()> {
    if added.is_empty() {
        return Ok(());
    }
    let mut kept = BTreeSet::new();
    let mut waiting: Vec<usize> = (0..class.methods.len()).filter(|at| !added.contains(at)).collect();
    while let Some(at) = waiting.pop() {
        for called in called(class, at)? {
            let is_it = |at: &usize| key(class, *at).is_ok_and(|key| key == called);
            if let Some(found) = added.clone().find(is_it)
                && kept.insert(found)
            {
                waiting.push(found);
            }
        }
    }
    // What a function does its class calls, which is another one.
    for at in added.clone() {
        let name = class.pool.utf8(class.methods[at].name)?.into_owned();
        if let Some(maker) = maker_of(&name) {
            let tangent = format!("{INTERNAL}{maker}");
            let makes =
                |m: &Member| class.pool.utf8(m.name).is_ok_and(|n| n == maker || n.starts_with(&tangent));
            let used = |(at, m): (usize, &Member)| makes(m) && (!added.contains(&at) || kept.contains(&at));
            if class.methods.iter().enumerate().any(used) {
                kept.insert(at);
            }
        }
    }
    let mut at = 0;
    class.methods.retain(|_| {
        at += 1;
        !added.contains(&(at - 1)) || kept.contains(&(at - 1))
    });
    Ok(())
}

fn key(class: &ClassFile, at: usize) -> Result<(String, String)> {
    let method = &class.methods[at];
    let text = |index| class.pool.utf8(index).map(|text| text.into_owned());
    Ok((text(method.name)?, text(method.descriptor)?))
}

/// The methods of loops that the code of a method calls: their names and descriptors.
fn called(class: &ClassFile, at: usize) -> Result<BTreeSet<(String, String)>> {
    let mut found = BTreeSet::new();
    for insn in class.code(&class.methods[at])?.iter().flat_map(|code| &code.insns) {
        if let Insn::Invoke(_, index) = insn {
            let (name, descriptor) = class.pool.name_and_type(*index)?;
            if name.starts_with(NAME) {
                found.insert((name.into_owned(), descriptor.into_owned()));
            }
        }
    }
    Ok(found)
}
