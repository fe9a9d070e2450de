//! Functions – lambdas and method references – through which arrays go that their callers pass.

use super::{Holding, Place, methods, parameters};
use crate::program::classes::{Classes, MethodId, STATIC};
use crate::program::lambdas::{Lambda, lambda};
use nabla_classfile::{ConstantPool, Insn, Opcode};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The kind of method handle that makes an object.
const NEW: u8 = 8;

/// A function, and the method that it calls.
pub struct Function {
    lambda: Lambda,
    /// The method.
    pub body: MethodId,
    /// How many of its parameters are captured, less one for the receiver: that may be an argument.
    first: isize,
}

impl Function {
    fn new(classes: &Classes, lambda: Lambda) -> Option<Function> {
        let body = lambda.body(classes)?;
        let receiver = classes.access(body) & STATIC == 0 && lambda.kind != NEW;
        let first = lambda.captured.len() as isize - isize::from(receiver);
        Some(Function { lambda, body, first })
    }

    /// The parameter of the method that an argument of the function becomes.
    pub fn parameter(&self, argument: usize) -> Option<usize> {
        usize::try_from(self.first + argument as isize).ok()
    }

    /// The argument that becomes a parameter of the method.
    pub fn argument(&self, parameter: usize) -> Option<usize> {
        let argument = usize::try_from(parameter as isize - self.first).ok()?;
        (argument < parameters(&self.lambda.actual)).then_some(argument)
    }
}

/// The program's functions that take, give or hold arrays of numbers.
#[derive(Default)]
pub struct FunctionIndex {
    all: Vec<Function>,
    /// Those with a method of this name and descriptor.
    by_member: FxHashMap<String, FxHashMap<String, Vec<usize>>>,
    /// Those that call this method.
    by_body: FxHashMap<MethodId, Vec<usize>>,
}

impl FunctionIndex {
    fn new(all: Vec<Function>) -> FunctionIndex {
        let mut found = FunctionIndex::default();
        for (at, function) in all.iter().enumerate() {
            let by_descriptor = found.by_member.entry(function.lambda.method.clone()).or_default();
            for descriptor in &function.lambda.descriptors {
                let members = by_descriptor.entry(descriptor.clone()).or_default();
                if members.last() != Some(&at) {
                    members.push(at);
                }
            }
            found.by_body.entry(function.body).or_default().push(at);
        }
        FunctionIndex { all, ..found }
    }

    fn of(&self, found: Option<&Vec<usize>>) -> impl Iterator<Item = &Function> {
        found.cloned().unwrap_or_default().into_iter().map(|at| &self.all[at])
    }
}

impl<'a> Holding<'a> {
    fn functions(&self, classes: &Classes<'a>) -> &FunctionIndex {
        self.functions.get_or_init(|| {
            let makers = self.references(classes).makers();
            let makers = makers.filter_map(|class| classes.find(class)).collect();
            let mut all = Vec::new();
            for method in methods(classes, makers) {
                let class = classes.get(method.class);
                let Ok(Some(code)) = class.code(&class.methods[method.index as usize]) else { continue };
                for insn in &code.insns {
                    if let Insn::InvokeDynamic(index) = insn {
                        all.extend(lambda(class, *index).and_then(|made| Function::new(classes, made)));
                    }
                }
            }
            FunctionIndex::new(all)
        })
    }

    /// The functions that a call may be one of. Which interface it names is not asked: a call may name
    /// one above that of the function.
    pub(super) fn called(&self, classes: &Classes<'a>, pool: &ConstantPool, insn: &Insn) -> Vec<&Function> {
        let Insn::Invoke(Opcode::Invokeinterface, index) = insn else { return Vec::new() };
        let Ok(m) = pool.member_ref(*index) else { return Vec::new() };
        let functions = self.functions(classes);
        let named = functions.by_member.get(&*m.name);
        functions.of(named.and_then(|named| named.get(&*m.descriptor))).collect()
    }

    /// What those who call functions pass for a parameter of the method behind them.
    pub(super) fn applied_to(
        &self,
        classes: &Classes<'a>,
        callee: MethodId,
        parameter: usize,
    ) -> BTreeSet<Place> {
        let mut all = BTreeSet::new();
        let functions = self.functions(classes);
        for function in functions.of(functions.by_body.get(&callee)) {
            let Some(argument) = function.argument(parameter) else { continue };
            for descriptor in &function.lambda.descriptors {
                let depth = parameters(descriptor) - 1 - argument;
                all.insert(self.passed_to_functions(classes, &function.lambda.method, descriptor, depth));
            }
        }
        all
    }
}
