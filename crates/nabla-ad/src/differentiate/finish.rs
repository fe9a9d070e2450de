//! The classes are written, and what they need beside derivatives is added.

use super::MadeClass;
use super::emission::Emission;
use super::families::answer;
use crate::AdError;
use crate::emit::functions::add_constant_reader;
use crate::emit::link::{Site, link, sites};
use crate::emit::reach::reach;
use crate::output::Outputs;
use crate::program::classes::{ClassId, Classes};
use crate::program::solve::Program;
use crate::program::synthesize::INFIX;
use std::collections::{BTreeMap, BTreeSet};

/// The bytes of the classes that change, and classes that no input has.
pub(super) type Written = (BTreeMap<ClassId, Vec<u8>>, Vec<MadeClass>);

/// What the groups of methods have made so far.
#[derive(Default)]
pub(super) struct Draft<'a> {
    pub(super) outputs: Outputs<'a>,
    /// The interfaces of the tangent methods of functions, by name.
    made: BTreeMap<String, MadeClass>,
    /// Where objects are made that are to have tangents.
    sites: BTreeSet<Site>,
}

/// The class that a class stands beside: one that was made for another stands where that stands.
fn host(classes: &Classes, id: ClassId) -> String {
    dotted(classes, id).split(INFIX).next().unwrap_or_default().to_owned()
}

fn dotted(classes: &Classes, id: ClassId) -> String {
    classes.name(id).replace('/', ".")
}

impl<'a> Emission<'_, 'a> {
    /// Adds what the derivatives of a group need beside them; what they made is the draft.
    pub(super) fn close(mut self, draft: &mut Draft<'a>) -> Result<(), AdError> {
        for (applied, caller) in &self.applied {
            let class = applied.interface.replace('/', ".");
            let beside = host(&self.program.classes, *caller);
            let made = MadeClass { class: class.clone(), beside, output: applied.bytes()? };
            draft.made.entry(class).or_insert(made);
        }
        for field in self.constants.take() {
            let Some(make) = self.program.constant_lambda(field) else { continue };
            let class = &mut self.outputs.of(self.program, self.program.field_info(field).class).class;
            add_constant_reader(self.program, class, field, make)?;
            self.outputs.of(self.program, make.class);
        }
        for id in self.lambdas.take() {
            self.outputs.of(self.program, id);
        }
        draft.sites.extend(sites(self.program));
        draft.outputs = self.outputs;
        Ok(())
    }

    /// Makes the class and all known classes below it say that they were known.
    pub(super) fn answer_self(&mut self, id: ClassId) {
        for name in self.program.classes.family(&self.program.classes.name(id)) {
            if let Some(id) = self.program.classes.find(&name) {
                self.outputs.of(self.program, id).answers = true;
            }
        }
    }
}

impl<'a> Draft<'a> {
    /// Writes the classes.
    pub(super) fn finish(mut self, program: &Program<'a>) -> Result<Written, AdError> {
        link(program, &mut self.outputs, &self.sites)?;
        let lambdas = self.outputs.lambdas(program);
        for &id in &lambdas {
            self.answer_default_methods(program, id);
            reach(program, &mut self.outputs, id)?;
        }
        answer(program, &mut self.outputs)?;
        let mut written = self.outputs.finish(program)?;
        // One that an earlier run made may have got more.
        let changed = |name: &str| written.keys().any(|id| dotted(&program.classes, *id) == name);
        self.made.retain(|name, _| !changed(name));
        let mut made: Vec<MadeClass> = self.made.into_values().collect();
        for id in lambdas {
            let output = written.remove(&id).unwrap_or_default();
            let class = dotted(&program.classes, id);
            made.push(MadeClass { class, beside: host(&program.classes, id), output });
        }
        made.sort_by(|a, b| a.class.cmp(&b.class));
        Ok((written, made))
    }

    /// Makes the class of a lambda say that it was known, where the tangent of a default method asks.
    fn answer_default_methods(&mut self, program: &Program<'a>, lambda: ClassId) {
        let mut waiting = program.classes.interface_names(lambda);
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            let Some(id) = program.classes.find(&name).filter(|id| seen.insert(*id)) else { continue };
            waiting.extend(program.classes.interface_names(id));
            if self.outputs.of(program, id).answers {
                self.outputs.of(program, lambda).answers = true;
            }
        }
    }
}
