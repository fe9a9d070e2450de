//! The fixpoint over all instances: summaries go from callees to callers until none changes.

use super::classes::{Classes, MethodId};
use super::instance::{Callee, Callees, Key, Pattern, ResultLevel, Summary};
use crate::AdError;
use crate::activity::varied::{Fact, Level, Varied, losing_sites};
use crate::activity::{Activity, calls};
use crate::program::primal::Primal;
use crate::signature::Signature;
use nabla_classfile::{Insn, Opcode};
use nabla_flow::{Cfg, Solution};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The methods of the program that were reached, and the summary of each in each pattern.
pub struct Program<'a> {
    /// The classes.
    pub classes: Classes<'a>,
    primals: RefCell<HashMap<MethodId, Option<Rc<Primal<'a>>>>>,
    state: RefCell<Instances>,
}

#[derive(Default)]
struct Instances {
    ids: HashMap<Key, usize>,
    list: Vec<Instance>,
    waiting: Vec<usize>,
    /// The instance that is being analysed: it depends on what it asks for.
    current: Option<usize>,
}

struct Instance {
    key: Key,
    summary: Summary,
    callers: BTreeSet<usize>,
    queued: bool,
}

impl Instances {
    fn id(&mut self, key: &Key) -> usize {
        if let Some(&id) = self.ids.get(key) {
            return id;
        }
        let id = self.list.len();
        self.ids.insert(key.clone(), id);
        self.list.push(Instance {
            key: key.clone(),
            summary: Summary::default(),
            callers: BTreeSet::new(),
            queued: true,
        });
        self.waiting.push(id);
        id
    }

    fn queue(&mut self, id: usize) {
        if !std::mem::replace(&mut self.list[id].queued, true) {
            self.waiting.push(id);
        }
    }
}

impl<'a> Program<'a> {
    /// A program of these classes, of which no method has been read.
    pub fn new(classes: Classes<'a>) -> Program<'a> {
        Program { classes, primals: RefCell::default(), state: RefCell::default() }
    }

    /// The method, read and its calls resolved; `None` if it has no bytecode that can be followed.
    pub fn primal(&self, method: MethodId) -> Result<Option<Rc<Primal<'a>>>, AdError> {
        if let Some(known) = self.primals.borrow().get(&method) {
            return Ok(known.clone());
        }
        let read = self.read(method)?.map(Rc::new);
        self.primals.borrow_mut().insert(method, read.clone());
        Ok(read)
    }

    fn read(&self, method: MethodId) -> Result<Option<Primal<'a>>, AdError> {
        let class = self.classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let Some(signature) = Signature::of(class, member)? else { return Ok(None) };
        let Some(code) = class.code(member)? else { return Ok(None) };
        let subroutine =
            |i: &Insn| matches!(i, Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) | Insn::Local(Opcode::Ret, _));
        if code.insns.iter().any(subroutine) {
            return Ok(None);
        }
        let cfg = Cfg::new(&code).map_err(|e| AdError::Bug(e.to_string()))?;
        let calls = calls::classify(&self.classes, &class.pool, &class.name()?, &code)?;
        Ok(Some(Primal { method, sites: losing_sites(&code), signature, code, cfg, calls }))
    }

    /// The summary of the method in this pattern, once all it depends on is settled.
    pub fn settle(&self, key: &Key) -> Result<Summary, AdError> {
        let id = self.state.borrow_mut().id(key);
        loop {
            let Some(next) = self.state.borrow_mut().waiting.pop() else { break };
            self.analyse(next)?;
        }
        Ok(self.state.borrow().list[id].summary)
    }

    fn analyse(&self, id: usize) -> Result<(), AdError> {
        let key = {
            let mut state = self.state.borrow_mut();
            state.list[id].queued = false;
            state.current = Some(id);
            state.list[id].key.clone()
        };
        let summary = match self.primal(key.method) {
            Ok(Some(primal)) => {
                let varied = primal.varied(self, &key.pattern);
                summarise(&primal, &varied)
            }
            Ok(None) | Err(AdError::Malformed(_)) => {
                Summary { result: ResultLevel::Lost, stepped: false, heap: true }
            }
            Err(error) => return Err(error),
        };
        let mut state = self.state.borrow_mut();
        state.current = None;
        let joined = state.list[id].summary.join(summary);
        if joined != state.list[id].summary {
            state.list[id].summary = joined;
            for caller in state.list[id].callers.clone() {
                state.queue(caller);
            }
        }
        Ok(())
    }

    /// The activity of a method whose instance is settled.
    pub fn activity(&self, primal: &Primal<'a>, pattern: &Pattern) -> Activity {
        let varied = primal.varied(self, pattern);
        let useful = primal.useful(self, &varied);
        Activity { varied, useful }
    }
}

impl Callees for Program<'_> {
    fn summary(&self, callee: &Callee, pattern: &Pattern) -> Summary {
        let mut state = self.state.borrow_mut();
        let mut joined = Summary::default();
        for &method in &callee.targets.bodies {
            let id = state.id(&Key { method, pattern: pattern.clone() });
            if let Some(current) = state.current {
                state.list[id].callers.insert(current);
            }
            joined = joined.join(state.list[id].summary);
        }
        joined
    }
}

/// What the callers must know of a method.
fn summarise(primal: &Primal, varied: &Solution<Varied>) -> Summary {
    let mut summary = Summary::default();
    for (at, insn) in primal.code.insns.iter().enumerate() {
        let Some(before) = varied.before(at) else { continue };
        summary.heap |= before.reaches_heap();
        let Some(state) = &before.state else { continue };
        if let Insn::Op(op) = insn
            && op.mnemonic().ends_with("return")
            && *op != Opcode::Return
            && let Some(result) = state.stack.last()
        {
            summary.stepped |= result.stepped;
            summary.result = summary.result.max(level(result));
        }
    }
    summary
}

fn level(fact: &Fact) -> ResultLevel {
    match fact.level {
        Level::Inactive => ResultLevel::Inactive,
        Level::Varied if fact.has_tangent() => ResultLevel::Varied,
        // An integer that varies is a cast; a reference that does is not followed here.
        Level::Varied | Level::Lost(_) => ResultLevel::Lost,
    }
}
