//! Who took a field out of reach: the user is told which code stores to it, and is called by code that is not
//! followed.

use super::Program;
use crate::program::classes::MethodId;
use crate::program::fields::FieldId;
use crate::program::instance::Analysed;
use std::collections::BTreeSet;

impl Program<'_> {
    /// The first method on the way from code that is not followed to what stores to the field, if that is why its
    /// tangent is lost; of a lambda, the method with its code.
    pub fn given_away_by(&self, field: FieldId) -> Option<MethodId> {
        let state = self.state.borrow();
        let called_back = |id: usize| match &state.list[id].analysed {
            Analysed::Method(key) if key.pattern.callback => Some(key.method),
            _ => None,
        };
        let exposing = state.found_out.iter().rev().find(|(id, before, _)| *id == field && !before.opaque);
        let mut id = exposing.map(|(.., by)| *by)?;
        let mut seen = BTreeSet::from([id]);
        let mut first = called_back(id)?;
        while let Some(caller) = state.list[id]
            .callers
            .iter()
            .copied()
            .filter(|id| called_back(*id).is_some() && seen.insert(*id))
            .min()
        {
            id = caller;
            first = called_back(id).filter(|method| !self.classes.is_lambda(method.class)).unwrap_or(first);
        }
        Some(first)
    }
}
