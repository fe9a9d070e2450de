//! A selected method: its independents, its activity, and what there is to say about it.

use crate::activity::fact::{ArrayKind, unboxed};
use crate::candidates::has_dependent;
use crate::codes;
use crate::diagnose::{diagnose, diagnostic, refusals};
use crate::emit::kind::Kind;
use crate::field;
use crate::field::structure::library::Contract;
use crate::field::structure::{Structure, structures};
use crate::program::classes::{ClassId, MethodId};
use crate::program::instance::{Carry, Key, Pattern, ResultLevel, World};
use crate::program::primal::{Flow, Primal};
use crate::program::solve::{Program, needs_too_many_slots};
use crate::program::state::{self, Settled};
use crate::report::{Diagnostic, MethodReport, Severity};
use crate::signature::{Signature, number_of};
use crate::{AdError, Form, Lanes, Request};
use nabla_classfile::{ClassFile, Member};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A selected method.
pub struct Root<'a> {
    /// What is asked for.
    pub request: Request,
    /// The method; `None` where it was refused before it was analysed.
    pub primal: Option<Rc<Primal<'a>>>,
    /// Its independents.
    pub independents: Vec<usize>,
    /// The pattern with all independents, and those with each alone.
    patterns: BTreeMap<Option<usize>, Pattern>,
    /// The method, where it was refused after it was analysed.
    pub refused: Option<Rc<Primal<'a>>>,
    /// What came of it.
    pub report: MethodReport,
}

/// Reads the requested method and chooses its independents.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn select<'a>(program: &Program<'a>, id: ClassId, request: &Request) -> Result<Root<'a>, AdError> {
    let class = program.classes.get(id);
    let method = program.classes.declared(id, &request.method, &request.descriptor);
    let Some(method) = method else {
        return Err(AdError::Bug(format!("no method {}{}", request.method, request.descriptor)));
    };
    let mut root = Root {
        request: request.clone(),
        primal: None,
        independents: Vec::new(),
        patterns: BTreeMap::new(),
        refused: None,
        report: MethodReport {
            method: request.method.clone(),
            descriptor: request.descriptor.clone(),
            line: None,
            code_bytes: code_bytes(class, &class.methods[method.index as usize]),
            derivatives: Vec::new(),
            carried: Vec::new(),
            diagnostics: Vec::new(),
            group: program.group(),
        },
    };
    match independents(program, method, request)? {
        Ok(independents) => root.independents = independents,
        Err((text, subject)) => {
            root.refuse_whole(text, &subject, first_line(class, &class.methods[method.index as usize]));
            return Ok(root);
        }
    }
    let Some(primal) = program.primal(method)? else {
        let code = class.code(&class.methods[method.index as usize])?;
        let large = code.is_some_and(|code| needs_too_many_slots(&code));
        let text = if large { codes::TOO_LARGE } else { codes::SUBROUTINE };
        root.refuse_whole(text, &request.method, first_line(class, &class.methods[method.index as usize]));
        return Ok(root);
    };
    root.report.line = primal.code.line_at(0);
    let all = root.independents.iter().copied();
    for alone in std::iter::once(None).chain(all.map(Some)) {
        let active = alone.map_or_else(|| root.independents.clone(), |i| vec![i]);
        let mut pattern = Pattern::of(&active, primal.signature.parameters.len()).in_group(program.group());
        for (carry, parameter) in pattern.parameters.iter_mut().zip(&primal.signature.parameters) {
            let unknown =
                program.is_function(&parameter.descriptor) && !program.classes.meets(&parameter.descriptor);
            if *carry == Carry::Nothing && unknown {
                *carry = Carry::Outside;
            }
        }
        pattern.array_result = ArrayKind::of(&primal.signature.result);
        root.patterns.insert(alone, pattern);
    }
    root.primal = Some(primal);
    Ok(root)
}

/// The line where the code of a method begins, where it has code that can be read and lines.
fn first_line(class: &ClassFile, method: &Member) -> Option<u16> {
    class.code(method).ok().flatten()?.line_at(0)
}

type Refusal = (&'static codes::CodeText, String);

fn independents(
    program: &Program,
    method: MethodId,
    request: &Request,
) -> Result<Result<Vec<usize>, Refusal>, AdError> {
    let class = program.classes.get(method.class);
    let member = &class.methods[method.index as usize];
    let name = request.method.clone();
    let Some(signature) = Signature::of(class, member)? else {
        return Ok(Err((codes::NO_DEPENDENT, name)));
    };
    if name.starts_with('<') {
        return Ok(Err((codes::CONSTRUCTOR, name)));
    }
    if class.attribute(&member.attributes, "Code").is_none() {
        return Ok(Err((codes::NO_CODE, name)));
    }
    if !has_dependent(class, member, &signature) {
        return Ok(Err((codes::NO_DEPENDENT, name)));
    }
    let independents = match signature.independents(&request.wrt) {
        Ok(independents) => independents,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if independents.is_empty() {
        return Ok(Err((codes::NO_INDEPENDENT, name)));
    }
    Ok(Ok(independents))
}

/// Settles methods that are selected together: what one finds out about a field another may have to know.
pub fn settle_together<'a>(program: &Program<'a>, mut roots: Vec<&mut Root<'a>>) -> Result<(), AdError> {
    program.begin();
    let mut completed = None;
    loop {
        let mut grown = false;
        for root in &mut roots {
            grown |= root.settle(program)?;
        }
        let keys: Vec<Key> = roots.iter().flat_map(|root| root.keys()).collect();
        if grown {
            continue;
        }
        if completed != Some(program.version()) {
            completed = Some(program.complete(&keys)?);
        } else if !program.choose_bodies() && !program.retry_bodies() {
            program.keep(&keys);
            return Ok(());
        }
    }
}

impl<'a> Root<'a> {
    /// Analyses the method in its patterns; whether one of them grew, because an active value is
    /// stored into an array that is passed.
    pub fn settle(&mut self, program: &Program<'a>) -> Result<bool, AdError> {
        let Some(primal) = &self.primal else { return Ok(false) };
        let mut grown = false;
        for pattern in self.patterns.values_mut() {
            loop {
                let key = Key { method: primal.method, pattern: pattern.clone() };
                let summary = program.settle(&key)?;
                if summary.activates.is_empty() {
                    break;
                }
                grown = true;
                for &i in &summary.activates {
                    pattern.parameters[i] = Carry::Tangent;
                }
            }
        }
        Ok(grown)
    }

    /// The class that has it, if it was analysed.
    pub fn class(&self) -> Option<ClassId> {
        let primal = self.primal.as_ref().or(self.refused.as_ref())?;
        Some(primal.method.class)
    }

    /// The method in its patterns.
    fn keys(&self) -> Vec<Key> {
        let Some(primal) = &self.primal else { return Vec::new() };
        let key = |pattern: &Pattern| Key { method: primal.method, pattern: pattern.clone() };
        self.patterns.values().map(key).collect()
    }

    /// Settles the method for itself: bodies that throw in place of their tangents expose nothing.
    pub fn settle_alone(&mut self, program: &Program<'a>) -> Result<(), AdError> {
        program.begin_alone();
        loop {
            while self.settle(program)? {}
            if !program.choose_bodies() {
                return Ok(());
            }
        }
    }

    /// Whether the result, or an array whose tangent is asked for, is lost.
    pub fn is_lost(&self, program: &Program<'a>) -> Result<bool, AdError> {
        for key in self.keys() {
            let summary = program.settle(&key)?;
            let exposed = key.pattern.active().any(|i| summary.exposes.contains(&i));
            if summary.result == ResultLevel::Lost || exposed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Refuses the method as a whole, before its code is analysed.
    fn refuse_whole(&mut self, text: &codes::CodeText, subject: &str, line: Option<u16>) {
        let refusal = diagnostic(Severity::Error, text, subject, None, None);
        self.report.line = line;
        self.report.diagnostics.push(Diagnostic { line, ..refusal });
    }

    /// Ends the work on a method that was told why it is refused.
    pub fn refuse(&mut self) {
        if self.report.refused() {
            self.refuse_untold();
        }
    }

    /// Ends the work on a method that is refused, and is not told why.
    pub fn refuse_untold(&mut self) {
        self.refused = self.primal.take();
    }

    /// Whether the method is refused.
    pub fn is_refused(&self) -> bool {
        self.report.refused() || self.refused.is_some()
    }

    /// Says what there is to say, once everything is settled.
    pub fn diagnose(&mut self, program: &Program<'a>) -> Result<(), AdError> {
        let Some(primal) = &self.primal else { return Ok(()) };
        let kinds = self.kinds();
        let mut each: Vec<(String, Rc<Flow>)> = Vec::new();
        let mut all: Option<Rc<Flow>> = None;
        // Of one that is active alone less may be known than of it among others.
        let mut refused = Vec::new();
        for (alone, pattern) in &self.patterns {
            let flow = program.flow(primal, pattern);
            if alone.is_some() && kinds.iter().any(|kind| kind.by_one() == *alone) {
                refused.extend(refusals(program, primal, &flow)?);
            }
            match alone {
                Some(i) => each.push((primal.signature.label(*i), flow)),
                None => all = Some(flow),
            }
        }
        if let Some(all) = all {
            self.report.diagnostics = diagnose(program, primal, &all, &each)?;
            if !self.report.refused() {
                refused.dedup();
                self.report.diagnostics.extend(refused);
            }
        }
        if !self.report.refused() && self.keys().iter().any(|key| program.is_too_large(key)) {
            let (text, method) = (codes::TOO_MUCH, &self.request.method);
            self.report.diagnostics.push(diagnostic(Severity::Error, text, method, Some(primal), None));
        }
        Ok(())
    }

    /// Refuses forms that the method does not have.
    pub fn check_forms(&mut self, program: &Program<'a>) -> Result<(), AdError> {
        let Some(primal) = self.primal.clone() else { return Ok(()) };
        if self.report.refused() {
            return Ok(());
        }
        let mut refused = Vec::new();
        let structures = self.structures(program);
        if self.request.forms.contains(&Form::Structure) && structures.is_empty() {
            let method = &self.request.method;
            refused.push(diagnostic(Severity::Error, codes::STRUCTURE, method, Some(&primal), None));
        }
        let elements = structures.into_iter().map(|(_, elements)| elements);
        for elements in self.fields(program).into_iter().chain(elements) {
            refused.extend(elements.check()?);
        }
        refused.dedup();
        if refused.is_empty() && self.kinds().is_empty() && self.fields(program).is_empty() {
            let refusal =
                diagnostic(Severity::Error, codes::NO_FORM, &self.request.method, Some(&primal), None);
            self.report.diagnostics.push(refusal);
        } else if self.runs_again()
            && let Some(at) = state::changed(program, &primal, &self.pattern(Kind::Jvp), &Settled::default())?
        {
            let refusal =
                diagnostic(Severity::Error, codes::STATE, &self.request.method, Some(&primal), Some(at));
            self.report.diagnostics.push(refusal);
        }
        self.report.diagnostics.extend(refused);
        Ok(())
    }

    /// Whether an independent or the result is a box, which cannot become an element of a field.
    fn has_boxes(&self) -> bool {
        let Some(primal) = &self.primal else { return false };
        let signature = &primal.signature;
        let parameters = self.independents.iter().map(|&i| &signature.parameters[i].descriptor);
        parameters.chain([&signature.result]).any(|descriptor| unboxed(descriptor).is_some())
    }

    /// Whether a form runs the method more than once.
    fn runs_again(&self) -> bool {
        matches!(self.request.lanes, Lanes::AtOnce(_)) && self.kinds().iter().any(|kind| kind.is_part())
            || self.request.second_order().next().is_some()
    }

    /// The versions over number types that are wanted.
    pub fn fields<'s>(&'s self, program: &'s Program<'a>) -> Vec<field::Wanted<'s, 'a>> {
        let Some(primal) = &self.primal else { return Vec::new() };
        if !self.request.forms.contains(&Form::Field) || self.has_boxes() {
            return Vec::new();
        }
        vec![field::Wanted {
            program,
            primal,
            pattern: self.pattern(Kind::Jvp),
            algebra: &field::algebra::HIPPARCHUS,
            name: self.request.name(Form::Field, ""),
            hidden: false,
        }]
    }

    /// The interfaces that the class is to implement, with the code over the library's number types.
    pub fn structures<'s>(&'s self, program: &'s Program<'a>) -> Vec<(Structure, field::Wanted<'s, 'a>)> {
        let Some(primal) = &self.primal else { return Vec::new() };
        let Request { method, descriptor, .. } = &self.request;
        if !self.request.forms.contains(&Form::Structure) || primal.signature.is_static {
            return Vec::new();
        }
        let elements = |structure: &Structure| field::Wanted {
            program,
            primal,
            pattern: self.pattern(Kind::Jvp),
            algebra: structure.library.algebra,
            name: format!("nabla$structure${method}"),
            hidden: true,
        };
        let all = structures(program, primal.method.class, method, descriptor);
        all.into_iter().map(|s| (s, elements(&s))).collect()
    }

    /// The activity pattern of a form.
    pub fn pattern(&self, kind: Kind) -> Pattern {
        self.patterns[&kind.by_one()].clone()
    }

    /// The derivative methods wanted.
    pub fn kinds(&self) -> Vec<Kind> {
        let Some(primal) = &self.primal else { return Vec::new() };
        let signature = &primal.signature;
        let scalar_result = number_of(&signature.result).is_some();
        let scalar = |i: &usize| signature.parameters[*i].number().is_some();
        let default = default_forms(scalar_result, self.independents.iter().all(scalar));
        let forms = if self.request.forms.is_empty() { default } else { &self.request.forms };
        let mut kinds: Vec<Kind> = Vec::new();
        for form in Form::ALL.iter().filter(|f| forms.contains(f)) {
            match form {
                Form::Partial if scalar_result => {
                    let scalars = self.independents.iter().copied().filter(|i| scalar(i));
                    kinds.extend(scalars.map(Kind::Partial));
                }
                Form::Partial => {}
                Form::Jvp => kinds.push(Kind::Jvp),
                Form::Grad if scalar_result => kinds.push(Kind::Grad),
                Form::Jac if ArrayKind::of(&signature.result).is_some() => kinds.push(Kind::Jac),
                Form::Csr if ArrayKind::of(&signature.result).is_some() => kinds.push(Kind::Csr),
                Form::Hess | Form::Hvp if scalar_result => {
                    let (first, kind) = match form {
                        Form::Hess => (Form::Grad, Kind::Grad),
                        _ => (Form::Jvp, Kind::Jvp),
                    };
                    kinds.extend(Some(kind).filter(|_| !forms.contains(&first)));
                    if !kinds.contains(&Kind::Slope) {
                        kinds.push(Kind::Slope);
                    }
                }
                Form::Structure => {
                    let first = Contract::of(&self.request.method, &self.request.descriptor).map(|c| c.first);
                    kinds.extend(match first.filter(|first| !forms.contains(first)) {
                        Some(Form::Partial) => Some(Kind::Partial(0)),
                        Some(Form::Jvp) => Some(Kind::Jvp),
                        Some(Form::Grad) => Some(Kind::Grad),
                        Some(Form::Jac) => Some(Kind::Jac),
                        _ => None,
                    });
                }
                Form::Grad | Form::Jac | Form::Csr | Form::Hess | Form::Hvp | Form::Field => {}
            }
        }
        if let Lanes::AtOnce(_) = self.request.lanes {
            let parts: Vec<Kind> = kinds.iter().filter_map(|kind| kind.part()).collect();
            kinds.extend(parts);
        }
        if self.request.lanes == Lanes::Told {
            kinds = kinds.iter().filter_map(|kind| kind.part()).collect();
        }
        kinds
    }

    /// What second derivatives are made of. A gradient that is unrolled is one of a few numbers: each row
    /// of the Hessian then has a slope of its own.
    pub fn slopes(&self, unrolled: bool) -> Vec<Kind> {
        let wants = |form| self.request.forms.contains(&form);
        let mut kinds = Vec::new();
        if unrolled && wants(Form::Hess) {
            kinds.extend(self.independents.iter().copied().map(Kind::SlopeBy));
        }
        if !unrolled || wants(Form::Hvp) {
            kinds.push(Kind::Slope);
        }
        kinds
    }
}

/// The forms of a request that names none.
pub fn default_forms(scalar_result: bool, scalar_independents: bool) -> &'static [Form] {
    match (scalar_result, scalar_independents) {
        (true, true) => &[Form::Partial, Form::Jvp],
        (true, false) => &[Form::Jvp, Form::Grad],
        (false, _) => &[Form::Jvp],
    }
}

/// The form and the name of a derivative method.
pub fn name(request: &Request, kind: Kind, signature: &Signature) -> (Form, String) {
    match kind {
        Kind::Slope => return (Form::Jvp, request.internal("slope")),
        Kind::SlopeBy(i) => return (Form::Jvp, request.internal(&format!("slope{i}"))),
        Kind::GradPart if request.lanes == Lanes::Told => return (Form::Grad, request.name(Form::Grad, "")),
        Kind::GradPart => return (Form::Grad, request.internal("part")),
        Kind::JacPart => return (Form::Jac, request.internal("part")),
        _ => {}
    }
    let (form, parameter) = match kind {
        Kind::Partial(i) => (Form::Partial, signature.label(i)),
        Kind::Jvp | Kind::Slope | Kind::SlopeBy(_) => (Form::Jvp, String::new()),
        Kind::GradPart | Kind::JacPart | Kind::Internal(_) => (Form::Jvp, String::new()),
        Kind::Grad => (Form::Grad, String::new()),
        Kind::Jac => (Form::Jac, String::new()),
        Kind::Csr => (Form::Csr, String::new()),
    };
    (form, request.name(form, &parameter))
}

/// The length of a method's bytecode, if the class has the method.
pub fn length_of(class: &ClassFile, name: &str, descriptor: &str) -> Option<u32> {
    let is = |m: &&Member| class.pool.is_text(m.name, name) && class.pool.is_text(m.descriptor, descriptor);
    class.methods.iter().find(is).map(|method| code_bytes(class, method))
}

fn code_bytes(class: &ClassFile, method: &Member) -> u32 {
    class
        .attribute(&method.attributes, "Code")
        .and_then(|a| Some(u32::from_be_bytes(a.bytes.get(4..8)?.try_into().ok()?)))
        .unwrap_or(0)
}
