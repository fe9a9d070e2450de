//! The classes are written, and what they need beside derivatives is added.

use super::MadeClass;
use super::emission::{Emission, Written};
use crate::AdError;
use crate::emit::dispatch::{SELF, SELF_DESCRIPTOR, answer_self};
use crate::emit::functions::add_constant_reader;
use crate::emit::reach::reach;
use crate::output::has_method;
use crate::program::classes::ClassId;
use crate::program::synthesize::INFIX;
use std::collections::BTreeSet;

impl Emission<'_, '_> {
    /// Writes the classes.
    pub(super) fn finish(mut self) -> Result<Written, AdError> {
        let dotted = |id: ClassId| self.program.classes.name(id).replace('/', ".");
        // A class that was made for another stands where that stands.
        let host = |id: ClassId| dotted(id).split(INFIX).next().unwrap_or_default().to_owned();
        let mut made = Vec::new();
        for (applied, caller) in &self.applied {
            let class = applied.interface.replace('/', ".");
            made.push(MadeClass { class, beside: host(*caller), output: applied.bytes()? });
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
        let lambdas = self.outputs.lambdas(self.program);
        for &id in &lambdas {
            self.answer_default_methods(id)?;
            reach(self.program, &mut self.outputs, id)?;
        }
        let mut written = self.outputs.finish(self.program)?;
        for id in lambdas {
            let output = written.remove(&id).unwrap_or_default();
            made.push(MadeClass { class: dotted(id), beside: host(id), output });
        }
        made.sort_by(|a, b| a.class.cmp(&b.class));
        Ok((written, made))
    }

    /// Makes the class of a lambda say that it was known, where the tangent of a default method asks.
    fn answer_default_methods(&mut self, lambda: ClassId) -> Result<(), AdError> {
        let mut waiting = self.program.classes.interface_names(lambda);
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            let Some(id) = self.program.classes.find(&name).filter(|id| seen.insert(*id)) else { continue };
            waiting.extend(self.program.classes.interface_names(id));
            if has_method(&self.outputs.of(self.program, id).class, SELF, SELF_DESCRIPTOR) {
                answer_self(&mut self.outputs.of(self.program, lambda).class)?;
            }
        }
        Ok(())
    }

    /// Makes the class and all known classes below it say that they were known.
    pub(super) fn answer_self(&mut self, id: ClassId) -> Result<(), AdError> {
        for name in self.program.classes.family(&self.program.classes.name(id)) {
            if let Some(id) = self.program.classes.find(&name) {
                answer_self(&mut self.outputs.of(self.program, id).class)?;
            }
        }
        Ok(())
    }
}
