//! Calls that reach several bodies, where the receiver decides: one that has no counterpart with elements
//! throws in its place, if there are others that have.

use super::body::{Called, Refusal};
use super::version::Version;
use std::collections::{BTreeMap, BTreeSet};

/// What was found out about a version.
pub struct Survey {
    /// What it calls.
    pub callees: Vec<Called>,
    /// What of it has no counterpart.
    pub refusals: Vec<Refusal>,
}

impl Survey {
    /// The calls for which it is refused, where these versions are.
    pub fn refusing<'s>(&'s self, refused: &'s BTreeSet<Version>) -> impl Iterator<Item = &'s Called> {
        self.callees.iter().filter(|called| {
            let beside = self.callees.iter().filter(|other| called.dispatched && other.at == called.at);
            refused.contains(&called.version)
                && beside.into_iter().all(|other| refused.contains(&other.version))
        })
    }
}

/// The versions that are refused: for what they have themselves, or for what they call.
pub fn refused(surveyed: &BTreeMap<Version, Survey>) -> BTreeSet<Version> {
    let own = surveyed.iter().filter(|(_, survey)| !survey.refusals.is_empty());
    let mut refused: BTreeSet<Version> = own.map(|(version, _)| version.clone()).collect();
    loop {
        let falls = |(version, survey): &(&Version, &Survey)| {
            !refused.contains(version) && survey.refusing(&refused).next().is_some()
        };
        let more: Vec<Version> = surveyed.iter().filter(falls).map(|(version, _)| version.clone()).collect();
        if more.is_empty() {
            return refused;
        }
        refused.extend(more);
    }
}
