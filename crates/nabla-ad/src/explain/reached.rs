//! The methods that a selected one reaches, each in the patterns in which it is called, and where
//! among them active values are put into fields.

use super::text;
use crate::AdError;
use crate::activity::Activity;
use crate::activity::fact::Level;
use crate::diagnose::source_file;
use crate::program::classes::MethodId;
use crate::program::fields::FieldId;
use crate::program::instance::{Key, Pattern, ResultLevel, World};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use nabla_classfile::{ConstantPool, Insn, Opcode};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// A place in the program, and what is done there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The binary name of the class, with dots.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source file's name, where the class file tells it.
    pub source: Option<String>,
    /// The line, where the class file tells it.
    pub line: Option<u16>,
    /// What is done there.
    pub what: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.method)?;
        match (&self.source, self.line) {
            (Some(source), Some(line)) => write!(f, " ({source}:{line})")?,
            (None, Some(line)) => write!(f, " (line {line})")?,
            _ => {}
        }
        write!(f, ": {}", self.what)
    }
}

/// A method in a pattern, with its activity.
pub struct Instance<'a> {
    /// Its code.
    pub primal: Rc<Primal<'a>>,
    /// Its activity.
    pub activity: Rc<Activity>,
}

/// A call of methods of the program.
pub struct Site {
    /// The bodies that it can reach, in the pattern of the call.
    pub keys: Vec<Key>,
    /// What the result depends on, over all of them.
    pub result: ResultLevel,
    /// Whether it stores into an active field or array.
    pub writes: bool,
}

/// Everything that a selected method reaches.
pub struct Reached<'p, 'a> {
    /// The program.
    pub program: &'p Program<'a>,
    /// The methods that were looked into. Where nothing is active it is not looked further.
    pub instances: BTreeMap<Key, Instance<'a>>,
    stores: BTreeMap<FieldId, Vec<(Key, usize)>>,
}

impl<'p, 'a> Reached<'p, 'a> {
    /// What a settled method reaches in a pattern.
    ///
    /// # Errors
    ///
    /// A damaged class among those it calls.
    pub fn of(program: &'p Program<'a>, root: &Key) -> Result<Reached<'p, 'a>, AdError> {
        Reached::search(program, std::slice::from_ref(root), false)
    }

    /// What settled methods reach, and what is called with active values and gives nothing active: it
    /// decides.
    ///
    /// # Errors
    ///
    /// A damaged class among those it calls.
    pub fn everything(program: &'p Program<'a>, roots: &[Key]) -> Result<Reached<'p, 'a>, AdError> {
        Reached::search(program, roots, true)
    }

    fn search(program: &'p Program<'a>, roots: &[Key], all: bool) -> Result<Reached<'p, 'a>, AdError> {
        let mut reached = Reached { program, instances: BTreeMap::new(), stores: BTreeMap::new() };
        let mut waiting = roots.to_vec();
        while let Some(key) = waiting.pop() {
            if reached.instances.contains_key(&key) || program.is_given_up(&key) {
                continue;
            }
            let Some(primal) = program.primal(key.method)? else { continue };
            let activity = program.activity(&primal, &key.pattern);
            let instance = Instance { primal, activity };
            for at in 0..instance.primal.code.insns.len() {
                if let Some(site) = reached.site(&instance, at) {
                    let given = |key: &Key| all && key.pattern.active().next().is_some();
                    let goes = site.result != ResultLevel::Inactive || site.writes;
                    waiting.extend(site.keys.into_iter().filter(|key| goes || given(key)));
                }
                for field in reached.stored(&instance, at) {
                    reached.stores.entry(field).or_default().push((key.clone(), at));
                }
            }
            reached.instances.insert(key, instance);
        }
        Ok(reached)
    }

    /// The call at an instruction, if it is one of methods of the program.
    pub fn site(&self, instance: &Instance<'a>, at: usize) -> Option<Site> {
        let effects = instance.activity.effects(self.program, &instance.primal);
        let (callee, receiver, pattern) = effects.call(at)?;
        let summary = self.program.summary(&callee, receiver, &pattern);
        let bodies = self.program.bodies(&callee, receiver).into_iter();
        let keys = bodies.map(|method| Key { method, pattern: pattern.clone() }).collect();
        Some(Site { keys, result: summary.result, writes: summary.writes })
    }

    /// The fields into which an instruction puts an active value: itself, or by an array they hold.
    fn stored(&self, instance: &Instance<'a>, at: usize) -> BTreeSet<FieldId> {
        let (primal, activity) = (&instance.primal, &instance.activity);
        let effects = activity.effects(self.program, primal);
        let active = |level: Level| level != Level::Inactive;
        match &primal.code.insns[at] {
            Insn::Field(Opcode::Putfield | Opcode::Putstatic, index) => {
                let value = effects.operands(at, 1).filter(|o| active(o[0].level));
                let field = || {
                    let member = effects.pool.member_ref(*index).ok()?;
                    self.program.field(&member.owner, &member.name, &member.descriptor)
                };
                value.and_then(|_| field()).into_iter().collect()
            }
            Insn::Op(Opcode::Dastore | Opcode::Fastore) => {
                let stored = effects.operands(at, 3).filter(|o| active(o[2].level));
                let node = stored.and_then(|o| o[0].array);
                node.map(|(node, _)| activity.flow.nodes.class(node).fields.clone()).unwrap_or_default()
            }
            _ => BTreeSet::new(),
        }
    }

    /// Where an active value is put into a field first, in the order of methods.
    pub fn first_store(&self, field: FieldId) -> Option<Place> {
        let (key, at) = self.stores.get(&field)?.first()?;
        let primal = &self.instances.get(key)?.primal;
        Some(self.place(primal, *at, &format!("{} stores an active value", self.insn(primal, *at))))
    }

    /// The pool that the instructions of a method refer to.
    pub fn pool(&self, instance: &Instance<'a>) -> &ConstantPool<'a> {
        &self.program.classes.get(instance.primal.method.class).pool
    }

    /// The instruction as text.
    pub fn insn(&self, primal: &Primal, at: usize) -> String {
        text(&self.program.classes.get(primal.method.class).pool, &primal.code.insns[at])
    }

    /// A place in a method.
    pub fn place(&self, primal: &Primal, at: usize, what: &str) -> Place {
        let (class, method) = self.name(primal.method);
        Place {
            class,
            method,
            source: source_file(self.program.classes.get(primal.method.class)),
            line: primal.code.line_at(at),
            what: what.to_owned(),
        }
    }

    /// The class and the name of a method.
    pub fn name(&self, id: MethodId) -> (String, String) {
        let class = self.program.classes.get(id.class);
        let method = class.pool.utf8(class.methods[id.index as usize].name).map(|n| n.into_owned());
        (self.program.classes.name(id.class).replace('/', "."), method.unwrap_or_default())
    }

    /// The descriptor of a method.
    pub fn descriptor(&self, id: MethodId) -> String {
        let class = self.program.classes.get(id.class);
        let descriptor = class.pool.utf8(class.methods[id.index as usize].descriptor);
        descriptor.map(|d| d.into_owned()).unwrap_or_default()
    }
}

/// The parameters that carry a tangent, by their names.
pub fn active_names(primal: &Primal, pattern: &Pattern) -> String {
    let names: Vec<String> = pattern.active().map(|i| primal.signature.label(i)).collect();
    if names.is_empty() { "state that it reads".to_owned() } else { names.join(", ") }
}
