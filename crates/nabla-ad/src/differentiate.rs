//! The pipeline: read → select → control flow → activity → callees → rewrite → write.

use crate::codes;
use crate::diagnose::{diagnostic, source_file};
use crate::emit::calls::{TangentCalls, internal_descriptor, internal_name, slots, tangent_calls};
use crate::emit::dispatch::{REFUSED, SELF, SELF_DESCRIPTOR, UNKNOWN, answer_self, missing_body};
use crate::emit::fields::{Accessed, add_tangent_fields};
use crate::emit::functions::{Applied, add_constant_reader};
use crate::emit::method::{Kind, Subject, derivative};
use crate::emit::reach::reach;
use crate::emit::registry::{add_registry, home};
use crate::emit::width::Width;
use crate::hessian::add_hessians;
use crate::output::{Outputs, add_abstract, add_method, append, has_method};
use crate::program::classes::{ABSTRACT, Arena, ClassId, Classes, INTERFACE, JAVA_8};
use crate::program::fields::FieldId;
use crate::program::instance::{Key, Pattern, ResultLevel};
use crate::program::solve::Program;
use crate::program::synthesize::INFIX;
use crate::report::{ClassReport, Derivative, MethodReport, Severity};
use crate::root::{Root, name, select};
use crate::{AdError, ClassSource, Form, NoClasses, Request};
use nabla_classfile::ErrorKind;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A class and what is asked of it.
#[derive(Debug, Clone)]
pub struct Input<'b> {
    /// The class file.
    pub bytes: &'b [u8],
    /// The methods to differentiate.
    pub requests: Vec<Request>,
}

/// What came of a program.
#[derive(Debug)]
pub struct ProgramReport {
    /// One report per input, in their order.
    pub classes: Vec<Result<ClassReport, AdError>>,
    /// Classes of the class path that methods were added to, because selected methods call them;
    /// by name.
    pub callees: Vec<ClassReport>,
    /// Classes that no input has, by name: those of lambdas that derivatives make, and interfaces of
    /// the tangent methods of functions.
    pub made: Vec<MadeClass>,
}

/// A class that no input has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeClass {
    /// Its binary name, with dots.
    pub class: String,
    /// The class that it belongs beside: the one that has the lambda, or calls the function.
    pub beside: String,
    /// The class file.
    pub output: Vec<u8>,
}

/// Adds derivative methods to one class; what it calls in other classes is not followed.
///
/// # Errors
///
/// A damaged class file, or a fault of this library. What cannot be differentiated is no error: it
/// is refused in the report.
pub fn differentiate(bytes: &[u8], requests: &[Request]) -> Result<ClassReport, AdError> {
    let input = Input { bytes, requests: requests.to_vec() };
    differentiate_program(&[input], &NoClasses)?.classes.remove(0)
}

/// Adds derivative methods to the inputs, and to the classes of `source` that they call.
///
/// # Errors
///
/// A fault of this library. What is wrong with one input is in its report.
pub fn differentiate_program(inputs: &[Input], source: &dyn ClassSource) -> Result<ProgramReport, AdError> {
    let report = first_order(inputs, source)?;
    let hess = |request: &Request| request.forms.contains(&Form::Hess);
    if inputs.iter().any(|input| input.requests.iter().any(hess)) {
        return add_hessians(inputs, source, report);
    }
    Ok(report)
}

/// All forms but `hess`, and what that needs.
pub(crate) fn first_order(inputs: &[Input], source: &dyn ClassSource) -> Result<ProgramReport, AdError> {
    let arena = Arena::new();
    let program = Program::new(Classes::new(&arena, source));
    let read: Vec<Result<ClassId, AdError>> = inputs
        .iter()
        .map(|input| program.classes.add(input.bytes, &input.requests).map_err(AdError::from))
        .collect();
    let mut roots = Vec::new();
    let mut broken = BTreeMap::new();
    for (place, (input, id)) in inputs.iter().zip(&read).enumerate() {
        let Ok(id) = id else { continue };
        for request in &input.requests {
            match select(&program, *id, request) {
                Ok(root) => roots.push((place, root)),
                Err(error @ AdError::Malformed(_)) => {
                    broken.insert(place, error);
                }
                Err(error) => return Err(error),
            }
        }
    }
    settle(&program, &mut roots)?;
    let (mut written, made) = emit(&program, &mut roots)?;
    let mut methods: BTreeMap<usize, Vec<MethodReport>> = BTreeMap::new();
    for (place, root) in roots {
        methods.entry(place).or_default().push(root.report);
    }
    let mut report = |id: ClassId, methods: Vec<MethodReport>| {
        let class = program.classes.get(id);
        Ok(ClassReport {
            class: program.classes.name(id).replace('/', "."),
            source: source_file(class),
            methods,
            output: written.remove(&id),
        })
    };
    let mut classes = Vec::new();
    for (place, id) in read.into_iter().enumerate() {
        classes.push(match (id, broken.remove(&place)) {
            (_, Some(error)) | (Err(error), _) => Err(error),
            (Ok(id), None) => report(id, methods.remove(&place).unwrap_or_default()),
        });
    }
    let rest: Vec<ClassId> = written.keys().copied().collect();
    let mut report = |id: ClassId| ClassReport {
        class: program.classes.name(id).replace('/', "."),
        source: source_file(program.classes.get(id)),
        methods: Vec::new(),
        output: written.remove(&id),
    };
    let mut callees: Vec<ClassReport> = rest.into_iter().map(&mut report).collect();
    callees.sort_by(|a, b| a.class.cmp(&b.class));
    Ok(ProgramReport { classes, callees, made })
}

/// Analyses all roots. What one finds out about a field or an array another may have to know, so
/// nothing is said of any before all are settled; only one that is refused already is told why and
/// taken back at once.
fn settle<'a>(program: &Program<'a>, roots: &mut [(usize, Root<'a>)]) -> Result<(), AdError> {
    for (_, root) in roots.iter_mut() {
        program.begin();
        while root.settle(program)? {}
        if root.is_lost(program)? {
            root.diagnose(program)?;
            root.refuse();
            program.roll_back();
        }
    }
    loop {
        let mut grown = false;
        for (_, root) in roots.iter_mut() {
            grown |= root.settle(program)?;
        }
        if !grown {
            break;
        }
    }
    for (_, root) in roots {
        root.diagnose(program)?;
        root.check_forms(program)?;
    }
    Ok(())
}

/// The bytes of the classes that change, and classes that no input has.
type Written = (BTreeMap<ClassId, Vec<u8>>, Vec<MadeClass>);

/// Emits the derivatives of all roots that are not refused. A method that turns out too long
/// refuses the roots that need it, and emission starts again without them.
fn emit<'a>(program: &Program<'a>, roots: &mut [(usize, Root<'a>)]) -> Result<Written, AdError> {
    let mut too_large: HashSet<Wanted> = HashSet::new();
    loop {
        let mut emission = Emission {
            program,
            outputs: Outputs::default(),
            lengths: BTreeMap::new(),
            accessed: RefCell::default(),
            lambdas: RefCell::default(),
            constants: RefCell::default(),
            applied: BTreeMap::new(),
        };
        let mut needs: BTreeMap<Wanted, Vec<Wanted>> = BTreeMap::new();
        let mut again = false;
        let mut reached = Vec::new();
        for (_, root) in roots.iter_mut() {
            root.report.derivatives.clear();
            let mut direct = BTreeSet::new();
            if !root.report.refused() {
                again |= !emission.root(root, &mut direct)?;
            }
            reached.push(direct);
        }
        let mut waiting: Vec<Wanted> = reached.iter().flatten().cloned().collect();
        while let Some(key) = waiting.pop() {
            if needs.contains_key(&key) {
                continue;
            }
            let direct = emission.internal(&key)?;
            if direct.is_none() {
                too_large.insert(key.clone());
                again = true;
            }
            let direct = direct.unwrap_or_default();
            waiting.extend(direct.iter().cloned());
            needs.insert(key, direct);
        }
        for ((_, root), direct) in roots.iter_mut().zip(reached) {
            for key in closure(direct, &needs) {
                let subject = emission.label(&key.0);
                if too_large.contains(&key) {
                    let refusal =
                        diagnostic(Severity::Error, codes::TOO_LARGE, &subject, root.primal.as_deref(), None);
                    root.report.diagnostics.push(refusal);
                } else if emission.lengths.get(&key).is_some_and(|length| *length > 8000) && !again {
                    let text = codes::NEVER_COMPILED;
                    let warning = diagnostic(Severity::Warning, text, &subject, root.primal.as_deref(), None);
                    root.report.diagnostics.push(warning);
                }
            }
        }
        if !again {
            let Accessed { classes, passed, mut homes } = emission.accessed.take();
            homes.extend(classes.iter().filter_map(|(id, _)| home(program, *id)));
            for (id, width) in classes {
                let class = &mut emission.outputs.of(program, id).class;
                add_tangent_fields(class, program, id, width, &passed)?;
            }
            for id in homes {
                add_registry(&mut emission.outputs.of(program, id).class)?;
            }
            return emission.finish();
        }
    }
}

/// All instances that these need.
fn closure(direct: BTreeSet<Wanted>, needs: &BTreeMap<Wanted, Vec<Wanted>>) -> BTreeSet<Wanted> {
    let mut waiting: Vec<Wanted> = direct.into_iter().collect();
    let mut all = BTreeSet::new();
    while let Some(key) = waiting.pop() {
        if all.insert(key.clone()) {
            waiting.extend(needs.get(&key).into_iter().flatten().cloned());
        }
    }
    all
}

/// Whether the JVM can pass so many arguments: 255 slots, the receiver's included.
fn fits(descriptor: &str, is_static: bool) -> bool {
    slots(descriptor).0 + i32::from(!is_static) <= 255
}

/// An instance whose internal tangent method is wanted, and what its tangents are.
type Wanted = (Key, Width);

/// What was written; `None` where it is longer than the class file can hold.
fn within_limits(written: Result<u32, AdError>) -> Result<Option<u32>, AdError> {
    match written {
        Ok(length) => Ok(Some(length)),
        Err(AdError::Malformed(error)) if error.kind == ErrorKind::Limit => Ok(None),
        Err(error) => Err(error),
    }
}

struct Emission<'p, 'a> {
    program: &'p Program<'a>,
    outputs: Outputs<'a>,
    /// The bytecode length of every internal method.
    lengths: BTreeMap<Wanted, u32>,
    /// The tangent fields that are read and written.
    accessed: RefCell<Accessed>,
    /// The classes of lambdas of which objects are made.
    lambdas: RefCell<BTreeSet<ClassId>>,
    /// The fields whose constant functions are read.
    constants: RefCell<BTreeSet<FieldId>>,
    /// The tangent methods of functions, with a class that calls each.
    applied: BTreeMap<Applied, ClassId>,
}

impl<'a> Emission<'_, 'a> {
    /// Emits the forms of a root; whether all of them were written. `needed` receives the
    /// instances it calls.
    fn root(&mut self, root: &mut Root<'a>, needed: &mut BTreeSet<Wanted>) -> Result<bool, AdError> {
        let Some(primal) = root.primal.clone() else { return Ok(true) };
        let signature = &primal.signature;
        for kind in root.kinds() {
            let pattern = root.pattern(kind);
            let activity = self.program.activity(&primal, &pattern);
            let calls = tangent_calls(self.program, &primal, &activity);
            let (form, name) = name(&root.request, kind, signature);
            let descriptor = kind.descriptor(&name, signature, &pattern);
            let subject = Subject {
                program: self.program,
                primal: &primal,
                activity: &activity,
                calls: &calls,
                kind,
                independents: &root.independents,
                accessed: &self.accessed,
                lambdas: &self.lambdas,
                constants: &self.constants,
            };
            let output = self.outputs.of(self.program, primal.method.class);
            let refusal = if has_method(&output.class, &name, &descriptor) {
                Some((codes::NAME_TAKEN, &name))
            } else if !fits(&descriptor, signature.is_static) {
                Some((codes::TOO_LARGE, &root.request.method))
            } else {
                let index = primal.method.index as usize;
                let written = derivative(&mut output.class, &mut output.helpers, &subject).and_then(|code| {
                    Ok(append(&mut output.class, index, &name, kind, signature, &pattern, &code)?)
                });
                match within_limits(written)? {
                    Some(bytes) => {
                        root.derivative(form, kind, name.clone(), descriptor, bytes);
                        None
                    }
                    None => Some((codes::TOO_LARGE, &root.request.method)),
                }
            };
            if let Some((text, subject)) = refusal {
                let refusal = diagnostic(Severity::Error, text, subject, Some(&primal), None);
                root.report.diagnostics.push(refusal);
                root.report.derivatives.clear();
                return Ok(false);
            }
            needed.extend(self.needed(primal.method.class, &calls, kind.width())?);
        }
        Ok(true)
    }

    /// Emits an internal tangent method and gives the instances it calls; `None` if it is too
    /// long.
    fn internal(&mut self, wanted: &Wanted) -> Result<Option<Vec<Wanted>>, AdError> {
        let (key, width) = (&wanted.0, wanted.1);
        let kind = Kind::Internal(width);
        let Some(primal) = self.program.primal(key.method)? else {
            return Err(AdError::Bug(format!("no code for {}", self.label(key))));
        };
        // What is known of a method does not depend on whether its result is read.
        let known = Key { pattern: Pattern { unread: false, ..key.pattern.clone() }, ..key.clone() };
        let lost = self.program.settle(&known)?.result == ResultLevel::Lost && !key.pattern.unread;
        let activity = self.program.activity(&primal, &known.pattern);
        let calls = if lost { BTreeMap::new() } else { tangent_calls(self.program, &primal, &activity) };
        let needed = self.needed(key.method.class, &calls, width)?;
        let output = self.outputs.of(self.program, key.method.class);
        let index = key.method.index as usize;
        let primal_name = output.class.pool.utf8(output.class.methods[index].name)?.into_owned();
        let name = internal_name(&primal_name, &key.pattern);
        let descriptor = kind.descriptor(&primal_name, &primal.signature, &key.pattern);
        if has_method(&output.class, &name, &descriptor) {
            return Ok(Some(needed));
        }
        if !fits(&descriptor, primal.signature.is_static) {
            return Ok(None);
        }
        if lost {
            // The receiver decides, and the tangents of other bodies are known: this one throws.
            let access = output.class.methods[index].access;
            let code = missing_body(&mut output.class, &primal_name, &descriptor, REFUSED)?;
            add_method(&mut output.class, access | 0x1000, &name, &descriptor, &code)?;
            return Ok(Some(needed));
        }
        let subject = Subject {
            program: self.program,
            primal: &primal,
            activity: &activity,
            calls: &calls,
            kind,
            independents: &[],
            accessed: &self.accessed,
            lambdas: &self.lambdas,
            constants: &self.constants,
        };
        let written = derivative(&mut output.class, &mut output.helpers, &subject).and_then(|code| {
            let signature = &primal.signature;
            Ok(append(&mut output.class, index, &name, kind, signature, &key.pattern, &code)?)
        });
        let Some(length) = within_limits(written)? else { return Ok(None) };
        if primal.is_overridable(self.program.classes.get(key.method.class)) {
            self.answer_self(key.method.class)?;
        }
        self.lengths.insert(wanted.clone(), length);
        Ok(Some(needed))
    }

    /// The instances that calls need. A dispatched call also needs a tangent method where the
    /// primal is resolved.
    fn needed(
        &mut self,
        caller: ClassId,
        calls: &TangentCalls,
        width: Width,
    ) -> Result<Vec<Wanted>, AdError> {
        for call in calls.values() {
            if let Some(applied) = Applied::of(call, width) {
                for body in &call.bodies {
                    applied.implement(&mut self.outputs.of(self.program, body.class).class)?;
                }
                self.applied.entry(applied).or_insert(caller);
            }
            let Some(resolved) = call.callee.targets.resolved else { continue };
            if call.bodies.contains(&resolved) {
                continue;
            }
            let output = self.outputs.of(self.program, resolved.class);
            let class = &mut output.class;
            let method = &class.methods[resolved.index as usize];
            let (access, primal) = (method.access, class.pool.utf8(method.name)?.into_owned());
            let name = internal_name(&primal, &call.pattern);
            let descriptor =
                internal_descriptor(&primal, &class.pool.utf8(method.descriptor)?, &call.pattern, width);
            if has_method(class, &name, &descriptor) {
                continue;
            }
            if class.access & INTERFACE != 0 && class.major < JAVA_8 {
                // It cannot have a body; the JVM's own exception names the receiver's class.
                add_abstract(class, access | 0x1000, &name, &descriptor)?;
            } else {
                let code = missing_body(class, &primal, &descriptor, UNKNOWN)?;
                add_method(class, access & !ABSTRACT | 0x1000, &name, &descriptor, &code)?;
            }
        }
        let keys = calls.values().flat_map(|call| call.keys().collect::<Vec<_>>());
        Ok(keys.map(|key| (key, width)).collect())
    }

    /// Writes the classes.
    fn finish(mut self) -> Result<Written, AdError> {
        let dotted = |id: ClassId| self.program.classes.name(id).replace('/', ".");
        let mut made = Vec::new();
        for (applied, caller) in &self.applied {
            let class = applied.interface.replace('/', ".");
            made.push(MadeClass { class, beside: dotted(*caller), output: applied.bytes()? });
        }
        for field in self.constants.take() {
            let Some(make) = self.program.constant_lambda(field) else { continue };
            let class = &mut self.outputs.of(self.program, self.program.field_info(field).class).class;
            add_constant_reader(self.program, class, field, make)?;
            self.outputs.of(self.program, make.class);
        }
        for id in self.lambdas.take() {
            self.outputs.of(self.program, id);
        }
        let lambdas = self.outputs.lambdas(self.program);
        for &id in &lambdas {
            self.answer_default_methods(id)?;
            reach(self.program, &mut self.outputs, id)?;
        }
        let mut written = self.outputs.finish(self.program)?;
        for id in lambdas {
            let class = dotted(id);
            let beside = class.split(INFIX).next().unwrap_or_default().to_owned();
            let output = written.remove(&id).unwrap_or_default();
            made.push(MadeClass { class, beside, output });
        }
        made.sort_by(|a, b| a.class.cmp(&b.class));
        Ok((written, made))
    }

    /// Makes the class of a lambda say that it was known, where the tangent of a default method asks.
    fn answer_default_methods(&mut self, lambda: ClassId) -> Result<(), AdError> {
        let mut waiting = self.program.classes.interface_names(lambda);
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            let Some(id) = self.program.classes.find(&name).filter(|id| seen.insert(*id)) else { continue };
            waiting.extend(self.program.classes.interface_names(id));
            if has_method(&self.outputs.of(self.program, id).class, SELF, SELF_DESCRIPTOR) {
                answer_self(&mut self.outputs.of(self.program, lambda).class)?;
            }
        }
        Ok(())
    }

    /// Makes the class and all known classes below it say that they were known.
    fn answer_self(&mut self, id: ClassId) -> Result<(), AdError> {
        for name in self.program.classes.family(&self.program.classes.name(id)) {
            if let Some(id) = self.program.classes.find(&name) {
                answer_self(&mut self.outputs.of(self.program, id).class)?;
            }
        }
        Ok(())
    }

    /// The callee in a message: `demo.Foo.bar`.
    fn label(&self, key: &Key) -> String {
        let class = self.program.classes.get(key.method.class);
        let method = &class.methods[key.method.index as usize];
        let name = class.pool.utf8(method.name).map(|n| n.into_owned()).unwrap_or_default();
        format!("{}.{name}", self.program.classes.name(key.method.class).replace('/', "."))
    }
}

impl<'a> Root<'a> {
    fn derivative(
        &mut self,
        form: crate::Form,
        kind: Kind,
        method: String,
        descriptor: String,
        code_bytes: u32,
    ) {
        let Some(primal) = &self.primal else { return };
        if !self.request.wants(form) {
            return;
        }
        if code_bytes > 8000 {
            let warning = diagnostic(Severity::Warning, codes::NEVER_COMPILED, &method, Some(primal), None);
            self.report.diagnostics.push(warning);
        }
        let wrt = match kind {
            Kind::Partial(i) => vec![primal.signature.label(i)],
            _ => self.independents.iter().map(|&i| primal.signature.label(i)).collect(),
        };
        let is_static = primal.signature.is_static;
        self.report.derivatives.push(Derivative { form, wrt, method, descriptor, is_static, code_bytes });
    }
}
