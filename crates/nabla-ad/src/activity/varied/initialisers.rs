//! Classes that an instruction is the first to use.

use super::{Place, Step};
use crate::activity::fact::Level;

impl Step<'_, '_> {
    /// Classes may be initialised by the instruction: what that computes from active values is lost.
    pub(super) fn initialise(&mut self, at: usize) {
        let Some(initialisers) = self.analysis.initialisers[at] else { return };
        if self.analysis.world.initialise(initialisers) {
            let level = Level::Varied.lose(at, self.analysis.sites);
            self.put(Place::Anywhere, level, at);
        }
    }
}
