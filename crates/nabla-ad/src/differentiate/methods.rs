//! Single methods: the forms of a root, and the tangent method of a callee.

use super::divided::may_be_divided;
use super::emission::{Emission, Wanted};
use crate::activity::Activity;
use crate::codes::{self, CodeText};
use crate::diagnose::diagnostic;
use crate::emit::calls::{TangentCalls, fits, internal_name, tangent_calls};
use crate::emit::dispatch::{REFUSED, missing_body};
use crate::emit::lanes::parts::{Division, in_parts};
use crate::emit::outline::{MOST_COMPILED, has_parts, length_apart};
use crate::emit::width::Width;
use crate::emit::{kind::Kind, method::derivative, subject::Subject};
use crate::output::{INTERNAL, add_method, append, has_method, remove_method};
use crate::program::instance::{Key, Pattern, ResultLevel};
use crate::report::{Derivative, Severity};
use crate::root::{Root, length_of, name};
use crate::{AdError, Lanes};
use nabla_classfile::{ClassFile, ErrorKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What was written; `None` where it is longer than the class file can hold.
fn within_limits(written: Result<u32, AdError>) -> Result<Option<u32>, AdError> {
    match written {
        Ok(length) => Ok(Some(length)),
        Err(AdError::Malformed(error)) if error.kind == ErrorKind::Limit => Ok(None),
        Err(error) => Err(error),
    }
}

impl<'a> Emission<'_, 'a> {
    /// Emits the forms of a root; whether all of them were written. `needed` receives the
    /// instances it calls.
    pub(super) fn root(
        &mut self,
        root: &mut Root<'a>,
        needed: &mut BTreeSet<Wanted>,
    ) -> Result<bool, AdError> {
        let (mut unrolled, mut known) = (false, None);
        for kind in root.kinds() {
            let kinds = if kind == Kind::Slope { root.slopes(unrolled) } else { vec![kind] };
            for kind in kinds {
                match self.form(root, kind, needed, &mut known)? {
                    Some(all) => unrolled |= all && kind == Kind::Grad,
                    None => return Ok(false),
                }
            }
        }
        self.versions(root)
    }

    /// Emits one form of a root, and says whether its directions are unrolled; none if it was not
    /// written. Forms of one pattern have the activity in common that is `known`.
    fn form(
        &mut self,
        root: &mut Root<'a>,
        kind: Kind,
        needed: &mut BTreeSet<Wanted>,
        known: &mut Option<(Rc<Activity>, TangentCalls)>,
    ) -> Result<Option<bool>, AdError> {
        let Some(primal) = root.primal.clone() else { return Ok(Some(false)) };
        let signature = &primal.signature;
        let (mut all, mut written) = (false, false);
        let pattern = root.pattern(kind);
        let (activity, calls) = match known.take() {
            Some(known) if known.0.pattern == pattern => known,
            _ => {
                let activity = self.program.activity(&primal, &pattern);
                let calls = tangent_calls(self.program, &primal, &activity);
                (activity, calls)
            }
        };
        let (form, name) = name(&root.request, kind, signature);
        let descriptor = kind.descriptor(&name, signature, &pattern, &root.independents);
        let mut subject = Subject {
            program: self.program,
            primal: &primal,
            activity: &activity,
            calls: &calls,
            kind,
            name: &name,
            descriptor: &descriptor,
            independents: &root.independents,
            lanes: root.request.lanes,
            accessed: &self.accessed,
            lambdas: &self.lambdas,
            constants: &self.constants,
        };
        let unrolled = subject.unrolled();
        let all_at_once = root.request.internal("all");
        let divided = match kind.part() {
            Some(part) if may_be_divided(&subject, &self.unchanged)? => Some(part),
            _ => None,
        };
        if divided.is_some() {
            subject.name = &all_at_once;
        }
        let output = self.outputs.of(self.program, primal.method.class);
        let there = has_method(&output.class, &name, &descriptor);
        let refusal = if there && name.starts_with(INTERNAL) {
            // Another request for the method needs it, too.
            None
        } else if there {
            Some((codes::NAME_TAKEN, &name))
        } else if !fits(&descriptor, signature.is_static) {
            Some((codes::TOO_LARGE, &root.request.method))
        } else {
            let index = primal.method.index as usize;
            let at_once = |class: &mut ClassFile<'a>, part: Kind, lanes| {
                let (_, name) = crate::root::name(&root.request, part, signature);
                let descriptor = part.descriptor(&name, signature, &pattern, &root.independents);
                let access = class.methods[index].access;
                let part = (part, &*name, &*descriptor);
                let division = Division::AtOnce(lanes);
                in_parts(class, signature, &root.independents, access, part, division)
            };
            // Another request for the method may have divided it, too.
            let known = divided.and(length_of(&output.class, &all_at_once, &descriptor));
            let write = || {
                let (code, unrolled) = match (root.request.lanes, kind.part()) {
                    (Lanes::AtOnce(lanes), Some(part)) => (at_once(&mut output.class, part, lanes)?, false),
                    _ => derivative(&mut output.class, &mut output.helpers, &subject)?,
                };
                all = unrolled;
                if root.request.lanes == Lanes::Unrolled && kind.has_lanes() && !unrolled {
                    let text = codes::NOT_UNROLLED;
                    let warning = diagnostic(Severity::Warning, text, &name, Some(&primal), None);
                    if !root.report.diagnostics.contains(&warning) {
                        root.report.diagnostics.push(warning);
                    }
                }
                // A slope is differentiated again, as it is written.
                let apart = !kind.is_slope();
                append(
                    &mut output.class,
                    index,
                    subject.name,
                    kind,
                    signature,
                    &pattern,
                    &root.independents,
                    &code,
                    apart,
                )
            };
            match within_limits(known.map_or_else(write, Ok))? {
                Some(bytes) => {
                    root.derivative(form, kind, name.clone(), descriptor, bytes);
                    written = true;
                    None
                }
                None => Some((codes::TOO_LARGE, &root.request.method)),
            }
        };
        if let Some((text, subject)) = refusal {
            let refusal = diagnostic(Severity::Error, text, subject, Some(&primal), None);
            root.report.diagnostics.push(refusal);
            root.report.derivatives.clear();
            return Ok(None);
        }
        let width = if all { unrolled } else { kind.width() };
        needed.extend(self.needed(primal.method.class, &calls, width)?);
        *known = Some((activity, calls));
        if let Some(part) = divided.filter(|_| written) {
            if self.form(root, part, needed, known)?.is_none() {
                return Ok(None);
            }
            self.divide(root, &primal, (kind, part), (&name, &all_at_once))?;
        }
        Ok(Some(all))
    }

    /// Emits an internal tangent method and gives the instances it calls, or why there is none.
    pub(super) fn internal(&mut self, wanted: &Wanted) -> Result<Internal, AdError> {
        let (key, width) = (&wanted.0, wanted.1);
        let kind = Kind::Internal(width);
        let Some(primal) = self.program.primal(key.method)? else {
            return Ok(Err(codes::SECOND_OF_CALL));
        };
        // What is known of a method does not depend on whether its result is read.
        let known = Key { pattern: Pattern { unread: false, ..key.pattern.clone() }, ..key.clone() };
        let lost = !key.pattern.unread
            && (self.program.is_given_up(&known) || self.program.settle(&known)?.result == ResultLevel::Lost);
        let activity = (!lost).then(|| self.program.activity(&primal, &known.pattern));
        let calls = activity.as_ref().map(|activity| tangent_calls(self.program, &primal, activity));
        let calls = calls.unwrap_or_default();
        let needed = self.needed(key.method.class, &calls, width)?;
        let output = self.outputs.of(self.program, key.method.class);
        let index = key.method.index as usize;
        let primal_name = output.class.pool.utf8(output.class.methods[index].name)?.into_owned();
        let name = internal_name(&primal_name, &key.pattern);
        let descriptor = kind.descriptor(&primal_name, &primal.signature, &key.pattern, &[]);
        let earlier = has_method(self.program.classes.get(key.method.class), &name, &descriptor);
        let place = (key.method.class, name, descriptor);
        // A class below asks for the body with `super`.
        let unreached = self.unreached.remove(&place);
        let (_, name, descriptor) = place;
        if unreached {
            remove_method(&mut output.class, &name, &descriptor);
        }
        if !earlier && has_method(&output.class, &name, &descriptor) {
            return Ok(Ok(needed));
        }
        if !fits(&descriptor, primal.signature.is_static) {
            return Ok(Err(codes::TOO_LARGE));
        }
        let Some(activity) = activity else {
            // The receiver decides, and the tangents of other bodies are known: this one throws.
            let access = output.class.methods[index].access;
            let code = missing_body(&mut output.class, &primal_name, &descriptor, REFUSED)?;
            let before = output.class.methods.len();
            add_method(&mut output.class, access | 0x1000, &name, &descriptor, &code)?;
            return Ok(if earlier { as_before(&mut output.class, before, needed) } else { Ok(needed) });
        };
        let subject = Subject {
            program: self.program,
            primal: &primal,
            activity: &activity,
            calls: &calls,
            kind,
            name: &name,
            descriptor: &descriptor,
            independents: &[],
            lanes: Lanes::Chosen,
            accessed: &self.accessed,
            lambdas: &self.lambdas,
            constants: &self.constants,
        };
        // What slopes call is differentiated again, as it is written, and taken apart after that; what an
        // earlier run added is written as it was then.
        let apart = match earlier {
            true => has_parts(&output.class, &name, &descriptor),
            false => !self.second || width != Width::One,
        };
        let made = derivative(&mut output.class, &mut output.helpers, &subject);
        let before = output.class.methods.len();
        let written = made.and_then(|(code, _)| {
            let (class, signature) = (&mut output.class, &primal.signature);
            let length = append(class, index, &name, kind, signature, &key.pattern, &[], &code, apart)?;
            if apart || earlier || length <= MOST_COMPILED {
                return Ok(length);
            }
            let left = length_apart(class, (class.methods[index].access, &name, &descriptor), &code)?;
            Ok(left.unwrap_or(length))
        });
        let Some(length) = within_limits(written)? else { return Ok(Err(codes::TOO_LARGE)) };
        if earlier {
            return Ok(as_before(&mut self.outputs.of(self.program, key.method.class).class, before, needed));
        }
        if primal.is_overridable(self.program.classes.get(key.method.class)) {
            self.answer_self(key.method.class);
        }
        self.lengths.insert(wanted.clone(), length);
        Ok(Ok(needed))
    }
}

/// The instances that an internal tangent method calls, or why it cannot be had.
pub(super) type Internal = Result<Vec<Wanted>, &'static CodeText>;

/// Takes the method that was added last out again, with its parts, which begin at an index: an earlier
/// run has added it. If it was another one then, there is none for this run.
fn as_before(class: &mut ClassFile, first: usize, needed: Vec<Wanted>) -> Internal {
    let again = class.methods.split_off(first);
    let is_there = again.iter().all(|again| class.methods.contains(again));
    if is_there { Ok(needed) } else { Err(codes::EARLIER) }
}

impl<'a> Root<'a> {
    pub(super) fn derivative(
        &mut self,
        form: crate::Form,
        kind: Kind,
        method: String,
        descriptor: String,
        code_bytes: u32,
    ) {
        let Some(primal) = &self.primal else { return };
        if kind == Kind::Jvp {
            self.report.carried = self.pattern(kind).active().collect();
        }
        // Slopes are not there in the end, and parts are methods that users do not call.
        if kind.is_slope() {
            return;
        }
        if code_bytes > MOST_COMPILED {
            // What users call runs it.
            let second = self.request.second_order().next().filter(|_| method.starts_with(INTERNAL));
            let called = second.map(|second| self.request.name(second, ""));
            let called = called.as_deref().unwrap_or(&method);
            let warning = diagnostic(Severity::Warning, codes::NEVER_COMPILED, called, Some(primal), None);
            self.report.diagnostics.push(warning);
        }
        if !self.request.wants(form) || kind.is_part() {
            return;
        }
        let wrt = match kind {
            Kind::Partial(i) => vec![primal.signature.label(i)],
            _ => self.independents.iter().map(|&i| primal.signature.label(i)).collect(),
        };
        let is_static = primal.signature.is_static;
        let tangents = self.pattern(kind).active().collect();
        let derivative = Derivative { form, wrt, tangents, method, descriptor, is_static, code_bytes };
        self.report.derivatives.push(derivative);
    }
}
