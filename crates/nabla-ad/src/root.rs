//! A selected method: its independents, its activity, and what there is to say about it.

use crate::codes;
use crate::diagnose::{diagnose, diagnostic};
use crate::emit::method::Kind;
use crate::program::classes::{ClassId, MethodId};
use crate::program::instance::{Key, Pattern};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use crate::report::{MethodReport, Severity};
use crate::signature::{Signature, real_of};
use crate::{AdError, Form, Request, Wrt};
use nabla_classfile::{ClassFile, Member};
use std::rc::Rc;

/// A selected method.
pub struct Root<'a> {
    /// What is asked for.
    pub request: Request,
    /// The method; `None` where it was refused before it was analysed.
    pub primal: Option<Rc<Primal<'a>>>,
    /// Its independents.
    pub independents: Vec<usize>,
    /// What came of it.
    pub report: MethodReport,
}

/// Reads the requested method, chooses its independents and analyses it.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn analyse<'a>(program: &Program<'a>, id: ClassId, request: &Request) -> Result<Root<'a>, AdError> {
    let class = program.classes.get(id);
    let method = program.classes.declared(id, &request.method, &request.descriptor);
    let Some(method) = method else {
        return Err(AdError::Bug(format!("no method {}{}", request.method, request.descriptor)));
    };
    let mut root = Root {
        request: request.clone(),
        primal: None,
        independents: Vec::new(),
        report: MethodReport {
            method: request.method.clone(),
            descriptor: request.descriptor.clone(),
            line: None,
            code_bytes: code_bytes(class, &class.methods[method.index as usize]),
            derivatives: Vec::new(),
            diagnostics: Vec::new(),
        },
    };
    match independents(program, method, request)? {
        Ok(independents) => root.independents = independents,
        Err((text, subject)) => {
            root.report.diagnostics.push(diagnostic(Severity::Error, text, &subject, None, None));
            return Ok(root);
        }
    }
    let Some(primal) = program.primal(method)? else {
        let refusal = diagnostic(Severity::Error, codes::SUBROUTINE, &request.method, None, None);
        root.report.diagnostics.push(refusal);
        return Ok(root);
    };
    root.report.line = primal.code.line_at(0);
    root.primal = Some(primal.clone());
    let activity = |independents: &[usize]| {
        let pattern = root.pattern_of(independents);
        program.settle(&Key { method, pattern: pattern.clone() })?;
        Ok::<_, AdError>(program.activity(&primal, &pattern))
    };
    let all = activity(&root.independents)?;
    let mut each = Vec::new();
    for &i in &root.independents {
        each.push((primal.signature.label(i), activity(&[i])?));
    }
    root.report.diagnostics = diagnose(program, &primal, &all, &each)?;
    Ok(root)
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
    if real_of(&signature.result).is_none() {
        return Ok(Err((codes::NO_DEPENDENT, name)));
    }
    let independents = match signature.independents(&request.wrt) {
        Ok(independents) => independents,
        Err(entry) => return Ok(Err((codes::UNKNOWN_INDEPENDENT, entry))),
    };
    if independents.is_empty() {
        return Ok(Err((codes::NO_INDEPENDENT, name)));
    }
    let array = signature.parameters.iter().position(|p| p.descriptor == "[D" || p.descriptor == "[F");
    if let (Wrt::All, Some(array)) = (&request.wrt, array) {
        return Ok(Err((codes::ARRAY_INDEPENDENT, signature.label(array))));
    }
    Ok(Ok(independents))
}

impl Root<'_> {
    fn pattern_of(&self, independents: &[usize]) -> Pattern {
        let parameters = self.primal.as_ref().map_or(0, |p| p.signature.parameters.len());
        Pattern((0..parameters).map(|i| independents.contains(&i)).collect())
    }

    /// The activity pattern of a form.
    pub fn pattern(&self, kind: &Kind) -> Pattern {
        match kind {
            Kind::Partial(i) => self.pattern_of(&[*i]),
            Kind::Jvp(_) | Kind::Internal(_) => self.pattern_of(&self.independents),
        }
    }

    /// The derivative methods wanted.
    pub fn kinds(&self) -> Vec<Kind> {
        let forms = if self.request.forms.is_empty() { Form::ALL } else { &self.request.forms };
        let mut kinds = Vec::new();
        for form in Form::ALL.iter().filter(|f| forms.contains(f)) {
            match form {
                Form::Partial => kinds.extend(self.independents.iter().map(|&i| Kind::Partial(i))),
                Form::Jvp => kinds.push(Kind::Jvp(self.independents.clone())),
            }
        }
        kinds
    }
}

/// The form and the name of a derivative method.
pub fn name(request: &Request, kind: &Kind, signature: &Signature) -> (Form, String) {
    let (form, parameter) = match kind {
        Kind::Partial(i) => (Form::Partial, signature.label(*i)),
        Kind::Jvp(_) | Kind::Internal(_) => (Form::Jvp, String::new()),
    };
    let own = request.names.iter().find(|(f, _)| *f == form);
    let template = own.map_or(form.default_template(), |(_, t)| t);
    (form, template.replace("%f", &request.method).replace("%p", &parameter))
}

fn code_bytes(class: &ClassFile, method: &Member) -> u32 {
    class
        .attribute(&method.attributes, "Code")
        .and_then(|a| Some(u32::from_be_bytes(a.bytes.get(4..8)?.try_into().ok()?)))
        .unwrap_or(0)
}
