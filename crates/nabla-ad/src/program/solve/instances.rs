//! The methods that were reached, each in its patterns: what is known of them, and who depends on it.

use crate::program::classes::MethodId;
use crate::program::fields::FieldId;
use crate::program::instance::{Callee, Key, Pattern, Summary};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A call, who asks, and the pattern.
pub(super) type Asked = (*const Callee, Option<usize>, Pattern);

/// All of them.
#[derive(Default)]
pub(super) struct Instances {
    pub(super) ids: HashMap<Key, usize>,
    pub(super) list: Vec<Instance>,
    /// Those to be analysed. The one that was found last is next, for it is likely to be called by
    /// the others: so most are settled before their callers.
    pub(super) waiting: BTreeSet<usize>,
    /// The instance that is being analysed: it depends on what it asks for.
    pub(super) current: Option<usize>,
    /// The instances that a call asks for, by the call, who asks, and the pattern: a call that
    /// reaches many bodies is asked about again and again.
    pub(super) asked: HashMap<Asked, Rc<[usize]>>,
    /// The fields that were exposed since `Program::begin`.
    pub(super) exposed: Vec<FieldId>,
    /// Instances with a call of a function of which nothing is known yet.
    pub(super) hopeful: BTreeSet<usize>,
    /// Those that have waited for everything else.
    pub(super) hopeless: BTreeSet<usize>,
}

/// One of them.
pub(super) struct Instance {
    pub(super) key: Key,
    pub(super) summary: Summary,
    pub(super) callers: BTreeSet<usize>,
    /// Whether it was taken back.
    pub(super) forgotten: bool,
}

impl Instances {
    /// The number of the instance, new if need be.
    pub(super) fn id(&mut self, key: &Key) -> usize {
        if let Some(&id) = self.ids.get(key) {
            return id;
        }
        let id = self.list.len();
        self.ids.insert(key.clone(), id);
        self.list.push(Instance {
            key: key.clone(),
            summary: Summary::default(),
            callers: BTreeSet::new(),
            forgotten: false,
        });
        self.waiting.insert(id);
        id
    }

    /// The instances of these bodies, which the current one depends on from now on; `None` where
    /// everything is settled and one was never asked for: nothing may be concluded.
    pub(super) fn ask(&mut self, bodies: &[MethodId], pattern: &Pattern) -> Option<Rc<[usize]>> {
        let mut ids = Vec::with_capacity(bodies.len());
        for &method in bodies {
            let key = Key { method, pattern: pattern.clone() };
            let id = match self.ids.get(&key) {
                Some(&id) => id,
                None if self.current.is_none() => return None,
                None => self.id(&key),
            };
            if let Some(current) = self.current {
                self.list[id].callers.insert(current);
            }
            ids.push(id);
        }
        Some(ids.into())
    }

    /// It is to be analysed again.
    pub(super) fn queue(&mut self, id: usize) {
        if !self.list[id].forgotten {
            self.waiting.insert(id);
        }
    }
}
