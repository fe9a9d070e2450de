//! A method of the program, read once and analysed as often as needed.

use super::callbacks::Bodies;
use super::classes::{ClassId, FINAL, INTERFACE, MethodId, PRIVATE, STATIC};
use super::holders::{Functions, Holder};
use super::instance::{Carry, Pattern, World};
use super::outside::Outside;
use super::solve::Program;
use crate::activity::calls::Call;
use crate::activity::effects::Effects;
use crate::activity::fact::{Fact, Level, Shape};
use crate::activity::gone::Gone;
use crate::activity::nodes::{Node, Nodes};
use crate::activity::origins::Origins;
use crate::activity::useful::{Useful, UsefulAnalysis};
use crate::activity::varied::{Asked, Named, Varied, VariedAnalysis};
use crate::signature::Signature;
use nabla_classfile::{ClassFile, Code, Insn, Opcode};
use nabla_flow::{Cfg, Operation, Solution, State, solve, solve_at};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::rc::Rc;

/// A method, read once and analysed as often as needed.
pub struct Primal<'a> {
    body: Rc<Body<'a>>,
    /// The fields that its instructions name, found when they are first needed.
    pub fields: Vec<OnceCell<Named>>,
}

/// What a method is, whatever it is selected with.
pub struct Body<'a> {
    /// Which method it is.
    pub method: MethodId,
    /// Whether it is a constructor.
    pub is_constructor: bool,
    /// Its parameters and result.
    pub signature: Signature,
    /// Its code.
    pub code: Code<'a>,
    /// What its instructions do to the stack and the locals; `None` where one is malformed.
    pub operations: Vec<Option<Operation>>,
    /// Its graph.
    pub cfg: Cfg,
    /// The bodies that code which is not followed may call through what each instruction makes.
    pub callbacks: Vec<Option<Bodies>>,
    /// The methods that each may have objects asked by what they are, of those that store what they compute.
    pub asked: Vec<Option<Bodies>>,
    /// Its calls by which the JDK's collections give what they hold.
    pub handing: Vec<usize>,
    /// Its stores into arrays that are made to be printed.
    pub printed: Vec<usize>,
    /// The initialisers of classes that each may run.
    pub initialisers: Vec<Option<Bodies>>,
    /// The functions that were made elsewhere and each may run, where those may touch numbers.
    pub outside: BTreeMap<usize, Vec<Outside>>,
    /// Which of its locals may be read later.
    pub live: Solution<Vec<bool>>,
    /// Its calls.
    pub calls: Rc<Vec<Option<Call>>>,
    /// The bodies of those whose rule does not know every partial.
    pub bodies: BTreeMap<usize, Call>,
    /// Its instructions that can lose a dependence.
    pub sites: Vec<usize>,
    /// Its instructions that may call any method, for code that is not followed says which.
    pub foreign: Vec<usize>,
    /// A constructor of a box that is given its number, where `new` is too far from it to be followed.
    pub boxed: Option<usize>,
    /// The fields with objects that it reads, or arrays of them, by class and place there; found when they are
    /// first needed.
    pub objects_read: OnceCell<Vec<(ClassId, usize)>>,
}

/// What is varied in a method, and what its arrays come to.
pub struct Flow {
    /// Before and after every instruction.
    pub varied: Solution<Varied>,
    /// The alias classes of its arrays.
    pub nodes: Nodes,
    /// Its calls, with the bodies of those whose rule does not know a partial that is needed.
    pub calls: Rc<Vec<Option<Call>>>,
    /// How its parameters were passed.
    pub parameters: Vec<Carry>,
    /// Where callees may have lost active values in the heap before they threw.
    pub thrown: Gone,
}

impl<'a> Deref for Primal<'a> {
    type Target = Body<'a>;

    fn deref(&self) -> &Body<'a> {
        &self.body
    }
}

impl<'a> Primal<'a> {
    /// A method with this body, none of whose fields has been met.
    pub fn new(body: Rc<Body<'a>>) -> Primal<'a> {
        Primal { fields: vec![OnceCell::new(); body.code.insns.len()], body }
    }

    /// The same method in a program of which nothing is known.
    pub fn anew(&self) -> Primal<'a> {
        Primal::new(Rc::clone(&self.body))
    }

    /// What is varied in this pattern.
    pub fn flow(&self, program: &Program<'a>, pattern: &Pattern) -> Flow {
        self.flow_at(program, pattern, |_| true)
    }

    /// The same before the instructions that callers may have to know of.
    pub fn flow_for_callers(&self, program: &Program<'a>, pattern: &Pattern) -> Flow {
        self.flow_at(program, pattern, |at| may_tell(&self.code.insns[at]))
    }

    fn flow_at(&self, program: &Program<'a>, pattern: &Pattern, read: impl Fn(usize) -> bool) -> Flow {
        let (nodes, thrown) = (RefCell::new(Nodes::default()), Cell::new(Gone::NOWHERE));
        let (unknown, mut calls) = (RefCell::new(BTreeSet::new()), Rc::clone(&self.calls));
        loop {
            program.start_over();
            let (asked, entry) = (Asked::default(), self.entry(program, pattern, &nodes));
            let analysis = VariedAnalysis {
                pool: &program.classes.get(self.method.class).pool,
                code: &self.code,
                operations: &self.operations,
                calls: &calls,
                unknown: &unknown,
                live: &self.live,
                sites: &self.sites,
                world: program,
                nodes: &nodes,
                thrown: &thrown,
                entry,
                gone: pattern.gone,
                callback: pattern.callback,
                constructor: self.is_constructor,
                callbacks: &self.callbacks,
                remembering: &self.asked,
                initialisers: &self.initialisers,
                outside: &self.outside,
                foreign: &self.foreign,
                handing: &self.handing,
                printed: &self.printed,
                boxed: self.boxed,
                fields: &self.fields,
                asked: &asked,
            };
            let varied = solve_at(&self.cfg, &self.code, &analysis, &read);
            let unknown = std::mem::take(&mut *unknown.borrow_mut());
            let followed: Vec<usize> =
                unknown.into_iter().filter(|at| self.bodies.contains_key(at)).collect();
            if !followed.is_empty() {
                for at in followed {
                    Rc::make_mut(&mut calls)[at] = self.bodies.get(&at).cloned();
                }
                continue;
            }
            if pattern.array_result.is_some() {
                self.activate_results(&varied, &nodes);
            }
            let puts = nodes.borrow().active_puts();
            for (node, at) in puts {
                if !program.stores_new(self.method, at) {
                    nodes.borrow_mut().share(node);
                }
            }
            let changed = nodes.borrow_mut().take_changed();
            for class in nodes.borrow().with_fields() {
                for &field in &class.fields {
                    // Fields that are only read together hold arrays of their own.
                    if class.shared {
                        program.share(field);
                    }
                    if class.written {
                        program.write(field);
                    }
                    if class.active {
                        program.activate(field);
                    }
                    if class.stored {
                        program.store(field);
                    }
                    if class.opaque.is_some() {
                        program.expose(field);
                    }
                }
            }
            if !changed {
                let parameters = pattern.parameters.clone();
                let (nodes, thrown) = (nodes.into_inner(), thrown.get());
                return Flow { varied, nodes, calls, parameters, thrown };
            }
        }
    }

    /// The locals at entry.
    fn entry(&self, program: &Program<'a>, pattern: &Pattern, nodes: &RefCell<Nodes>) -> State<Fact> {
        let mut entry: State<Fact> = State::new(self.code.max_locals as usize);
        if !self.signature.is_static {
            let functions = match program.classes.get(self.method.class).access & INTERFACE {
                0 => Functions::NONE,
                _ => program.held(Holder::Parameter(self.method, None)),
            };
            entry.locals[0] = Some(Fact { this: true, functions, ..Fact::inactive(Shape::Reference) });
        }
        for (i, parameter) in self.signature.parameters.iter().enumerate() {
            let mut fact = Fact::inactive(Shape::of(&parameter.descriptor));
            if program.may_be_function(&parameter.descriptor) {
                fact.functions = self.given(program, pattern, i);
            }
            let carry = if parameter.inactive { Carry::Nothing } else { pattern.parameters[i] };
            fact.level = match carry {
                Carry::Nothing | Carry::Outside => Level::Inactive,
                Carry::Tangent => Level::Varied,
                Carry::Lost => Level::Lost(Origins::ENTRY),
            };
            if let Some(shape) = pattern.boxes.get(&i) {
                fact.shape = *shape;
            }
            if let Some(kind) = pattern.array(i, &parameter.descriptor) {
                fact.shape = Shape::Array;
                let node = Node::parameter(i);
                if fact.level != Level::Inactive {
                    nodes.borrow_mut().activate(node);
                }
                if fact.is_lost() {
                    nodes.borrow_mut().expose(node, Origins::ENTRY);
                }
                fact.level = nodes.borrow().level(node);
                fact.array = Some((node, kind));
            }
            entry.locals[parameter.slot as usize] = Some(fact);
        }
        entry
    }

    /// The lambdas that a parameter may be.
    fn given(&self, program: &Program<'a>, pattern: &Pattern, parameter: usize) -> Functions {
        if pattern.parameters[parameter] == Carry::Outside {
            return Functions::OUTSIDE;
        }
        let mut given = program.held(Holder::Parameter(self.method, Some(parameter)));
        if self.signature.parameters[parameter].descriptor.starts_with('[') {
            given = program.union(given, program.held(Holder::Elements));
        }
        match pattern.callback {
            true => program.union(given, program.held(Holder::Elsewhere)),
            false => given,
        }
    }

    /// The caller needs the tangent array of the result.
    fn activate_results(&self, varied: &Solution<Varied>, nodes: &RefCell<Nodes>) {
        for (at, insn) in self.code.insns.iter().enumerate() {
            if let Insn::Op(Opcode::Areturn) = insn
                && let Some(state) = varied.before(at).and_then(|v| v.state.as_ref())
                && let Some((node, _)) = state.stack.last().and_then(|f| f.array)
            {
                nodes.borrow_mut().activate(node);
            }
        }
    }

    /// Whether a subclass may have another body.
    pub fn is_overridable(&self, class: &ClassFile) -> bool {
        const FIXED: u16 = PRIVATE | STATIC | FINAL;
        if self.is_constructor {
            return false;
        }
        class.access & FINAL == 0 && class.methods[self.method.index as usize].access & FIXED == 0
    }

    /// Where tangents are read.
    pub fn useful(&self, program: &Program<'a>, flow: &Flow, pattern: &Pattern) -> Solution<Useful> {
        let pool = &program.classes.get(self.method.class).pool;
        let calls = &flow.calls;
        let effects = Effects { pool, code: &self.code, calls, world: program, flow, pattern };
        let (code, operations) = (&self.code, &self.operations);
        let analysis = UsefulAnalysis { code, operations, calls, effects: &effects };
        solve(&self.cfg, &self.code, &analysis)
    }
}

/// Whether an instruction may end the method, or have an effect beyond it.
fn may_tell(insn: &Insn) -> bool {
    match insn {
        Insn::Invoke(..) | Insn::InvokeDynamic(_) | Insn::Field(..) => true,
        Insn::Op(op) => {
            matches!(op, Opcode::Dastore | Opcode::Fastore | Opcode::Aastore | Opcode::Athrow)
                || op.mnemonic().ends_with("return")
        }
        _ => false,
    }
}
