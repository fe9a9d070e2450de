//! Methods as they stand in their classes. Many questions are asked of code before anything is known of active
//! values, and again whenever more is known of what it calls: it is read once.

use super::classes::{Classes, MethodId};
use nabla_classfile::{Code, ConstantPool};
use nabla_flow::{Cfg, Operation, Solution, State, Values, frames};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A method's code, and what follows from it alone.
pub struct MethodCode<'a> {
    pub code: Code<'a>,
    cfg: OnceCell<Option<Cfg>>,
    operations: OnceCell<Vec<Option<Operation>>>,
}

/// What was read; `None` where there is no code that can be.
pub type MethodCodes<'a> = RefCell<FxHashMap<MethodId, Option<Rc<MethodCode<'a>>>>>;

impl MethodCode<'_> {
    /// Its graph; `None` if it has none that a verifier accepts.
    pub fn cfg(&self) -> Option<&Cfg> {
        self.cfg.get_or_init(|| Cfg::new(&self.code).ok()).as_ref()
    }

    /// See [`frames`]; `None` without a graph.
    pub fn frames<T: Values>(
        &self,
        pool: &ConstantPool,
        entry: State<T::V>,
        values: &T,
    ) -> Option<Solution<Option<State<T::V>>>> {
        let operations = self.operations.get_or_init(|| Operation::all(pool, &self.code));
        Some(frames(self.cfg()?, &self.code, operations, Some(entry), values))
    }
}

impl<'a> Classes<'a> {
    /// The code of a method of a class of the program; `None` if it has none that can be read.
    pub fn method_code(&self, method: MethodId) -> Option<Rc<MethodCode<'a>>> {
        if let Some(known) = self.method_codes.borrow().get(&method) {
            return known.clone();
        }
        let class = self.get(method.class);
        let code = class.code(&class.methods[method.index as usize]).ok().flatten();
        let read =
            code.map(|code| Rc::new(MethodCode { code, cfg: OnceCell::new(), operations: OnceCell::new() }));
        self.method_codes.borrow_mut().insert(method, read.clone());
        read
    }
}
