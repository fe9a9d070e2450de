//! The name of the method by which the classes of a family answer that they were known: it tells what tangent methods
//! the family has. A class that another run wrote, with other ones, inherits its parent's answer under this name, and
//! is an exception as one is that no run knew; its own body of a method would not be the one that runs.

use crate::AdError;
use crate::emit::dispatch::{SELF, answer_self, ask_for, asks};
use crate::output::{INTERNAL, Outputs};
use crate::program::classes::ClassId;
use crate::program::solve::Program;
use crate::program::synthesize::hash;
use petgraph::unionfind::UnionFind;
use std::collections::{BTreeMap, BTreeSet};

const STATIC: u16 = 0x0008;

/// A tangent method: name and descriptor.
type Tangent = (String, String);

/// Makes the classes answer that are to, and has those ask that check their receivers.
pub(super) fn answer<'a>(program: &Program<'a>, outputs: &mut Outputs<'a>) -> Result<(), AdError> {
    // The run time writes all that it makes at once, and answers for a class by its name.
    let names = if program.classes.meets_functions() { BTreeMap::new() } else { names(program, outputs)? };
    for (id, output) in outputs.each() {
        let class = &mut output.class;
        let check = asks(class)?;
        if output.answers {
            let name = names.get(&id).map_or(SELF, String::as_str);
            answer_self(class, name)?;
            if let Some(check) = check {
                ask_for(class, &check, name)?;
            }
        } else if check.is_some() {
            return Err(AdError::Bug(format!("{} checks receivers that do not answer", class.name()?)));
        }
    }
    Ok(())
}

/// The name for each class that is to answer.
fn names(program: &Program, outputs: &mut Outputs) -> Result<BTreeMap<ClassId, String>, AdError> {
    let mut tangents: BTreeMap<ClassId, BTreeSet<Tangent>> = BTreeMap::new();
    for (id, output) in outputs.each().filter(|(_, output)| output.answers) {
        let class = &output.class;
        let mut own = BTreeSet::new();
        for method in class.methods.iter().filter(|method| method.access & STATIC == 0) {
            let name = class.pool.utf8(method.name)?;
            if name.starts_with(INTERNAL) && !name.starts_with(SELF) {
                own.insert((name.into_owned(), class.pool.utf8(method.descriptor)?.into_owned()));
            }
        }
        tangents.insert(id, own);
    }
    let places: BTreeMap<ClassId, usize> = tangents.keys().enumerate().map(|(at, id)| (*id, at)).collect();
    let mut families = UnionFind::new(places.len());
    let mut declared: BTreeMap<ClassId, Vec<String>> = BTreeMap::new();
    for (&id, own) in &tangents {
        let above =
            program.classes.types_above(id).into_iter().filter_map(|name| program.classes.find(&name));
        let above: Vec<ClassId> = above.filter(|id| tangents.contains_key(id)).collect();
        for other in &above {
            families.union(places[&id], places[other]);
        }
        let overrides = |tangent| above.iter().any(|id| tangents[id].contains(tangent));
        let name = program.classes.name(id);
        let text = |(method, descriptor): &Tangent| format!("{name}.{method}{descriptor}");
        declared.insert(id, own.iter().filter(|tangent| !overrides(tangent)).map(text).collect());
    }
    // In the order of the texts: that of the classes is one of the run.
    let mut texts: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (id, own) in declared {
        texts.entry(families.find(places[&id])).or_default().extend(own);
    }
    let text = |place| texts[&families.find(place)].iter().map(String::as_str).collect::<String>();
    let name = |place| format!("{SELF}${:08x}", hash(&text(place)));
    Ok(places.iter().map(|(id, place)| (*id, name(*place))).collect())
}
