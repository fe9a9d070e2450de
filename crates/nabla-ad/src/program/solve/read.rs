//! Methods are read, and their calls resolved, when they are first reached.

use super::Program;
use crate::AdError;
use crate::activity::calls;
use crate::activity::fact::losing_sites;
use crate::activity::live::LiveAnalysis;

use crate::program::asking::asked;
use crate::program::callbacks::{Known, callbacks};
use crate::program::classes::{MethodId, is_platform};
use crate::program::cloned;
use crate::program::handing::handing;
use crate::program::initialisers::initialisers;
use crate::program::iterators::Iterators;
use crate::program::known;
use crate::program::lambdas::is_foreign;
use crate::program::languages::made_in;
use crate::program::loops::boxes::fills_box;
use crate::program::outside::outside;
use crate::program::primal::{Body, Primal};
use crate::program::printed::printed;
use crate::program::sine_and_cosine;
use crate::program::straddling::without_straddling;
use crate::signature::Signature;
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::{Cfg, Operation};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Whether tangents may find no local: each slot and each entry of the stack can need two more, and
/// there are 65535. No compiler's method has so many.
pub(crate) fn needs_too_many_slots(code: &Code) -> bool {
    u32::from(code.max_locals) + u32::from(code.max_stack) > 8192
}

impl<'a> Program<'a> {
    /// The method, read and its calls resolved; `None` if it has no bytecode that can be followed.
    pub fn primal(&self, method: MethodId) -> Result<Option<Rc<Primal<'a>>>, AdError> {
        if let Some(known) = self.primals.borrow().get(&method) {
            return Ok(known.clone());
        }
        if let Some(before) = self.before.get(&method) {
            let primal = before.as_ref().map(|before| Rc::new(before.anew()));
            self.primals.borrow_mut().insert(method, primal.clone());
            return Ok(primal);
        }
        let read = self.read(method)?.map(|body| Rc::new(Primal::new(body.into())));
        if let Some(read) = &read
            && self.state.borrow().current().is_some()
            && self.classes.meet(method, &read.code)
        {
            self.state.borrow_mut().choose_again();
            self.forget_traces();
        }
        self.primals.borrow_mut().insert(method, read.clone());
        Ok(read)
    }

    /// The classes of the program of which objects are made in code that was read, and in the initialisers of
    /// its classes, by internal name; none where all classes are known anyway.
    pub fn constructed(&self) -> BTreeSet<String> {
        if !self.classes.meets_functions() {
            return BTreeSet::new();
        }
        let primals = self.primals.borrow();
        let read: Vec<&Rc<Primal>> = primals.values().flatten().collect();
        let mut constructed = BTreeSet::new();
        for primal in &read {
            constructed.extend(made_in(self.classes.get(primal.method.class), &primal.code));
        }
        for id in read.iter().map(|primal| primal.method.class).collect::<BTreeSet<_>>() {
            let class = self.classes.get(id);
            let initialiser = self.classes.declared(id, "<clinit>", "()V");
            let code =
                initialiser.and_then(|method| class.code(&class.methods[method.index as usize]).ok()?);
            constructed.extend(code.iter().flat_map(|code| made_in(class, code)));
        }
        constructed.retain(|name| !is_platform(name));
        constructed
    }

    fn read(&self, method: MethodId) -> Result<Option<Body<'a>>, AdError> {
        let class = self.classes.get(method.class);
        let member = &class.methods[method.index as usize];
        let Some(signature) = Signature::of(class, member)? else { return Ok(None) };
        let Some(code) = class.code(member)? else { return Ok(None) };
        if signature.parameter_slots > code.max_locals {
            let (slots, locals) = (signature.parameter_slots, code.max_locals);
            let message = format!("expected {slots} local slots for the parameters, found {locals}");
            return Err(nabla_classfile::Error::malformed(message).into());
        }
        if needs_too_many_slots(&code) {
            return Ok(None);
        }
        let subroutine =
            |i: &Insn| matches!(i, Insn::Branch(Opcode::Jsr | Opcode::JsrW, _) | Insn::Local(Opcode::Ret, _));
        if code.insns.iter().any(subroutine) {
            return Ok(None);
        }
        let known = known::call(class, member, &signature, &code, self.classes.rules())?;
        let code = known.unwrap_or_else(|| self.classes.with_loops(method, code));
        let code = cloned::with_types(class, member, code);
        let code = sine_and_cosine::as_calls(class, member, code);
        let code = without_straddling(class, code, signature.parameter_slots);
        let cfg = Cfg::new(&code).map_err(|e| AdError::flow(&e, &code).in_method(class, member))?;
        let calls = calls::classify(&self.classes, method.class, &code, &cfg)?;
        let bodies = calls::bodies(&self.classes, method.class, &code, &calls)?;
        let operations = Operation::all(&class.pool, &code);
        let is_constructor = class.pool.utf8_bytes(member.name) == Ok(b"<init>");
        let live = nabla_flow::solve(&cfg, &code, &LiveAnalysis { code: &code });
        let (callbacks, asked, handing) = {
            let types = Known::new(class, member, &code);
            let iterators = Iterators::new(&self.classes, method, &code);
            let callbacks = callbacks(&self.classes, class, &code, &calls, &types, &iterators);
            let asked = asked(&self.classes, class, &code, &calls, &types, &iterators);
            (callbacks, asked, handing(&self.classes, class, &code, &calls, &iterators))
        };
        Ok(Some(Body {
            method,
            callbacks,
            asked,
            handing,
            printed: printed(&self.classes, method, &code, &operations, &cfg, &calls),
            is_constructor,
            initialisers: initialisers(&self.classes, method.class, &code),
            outside: outside(&self.classes, class, &code, &calls),
            foreign: (0..code.insns.len()).filter(|at| is_foreign(class, &code.insns[*at])).collect(),
            boxed: code.insns.iter().position(|insn| fills_box(class, insn)),
            sites: losing_sites(&code),
            objects_read: OnceCell::new(),
            signature,
            live,
            operations,
            code,
            cfg,
            calls: Rc::new(calls),
            bodies,
        }))
    }
}
