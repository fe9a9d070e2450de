//! The form `field`: a method computing with elements of a field in place of `double`s.
//!
//! The code is the primal's own, over the interface by which a library's number types compute:
//! [`webs`] says which of its values are elements, [`body`] translates instruction after instruction.
//! A method that is called gets a version for each activity pattern in which it is called, as it gets
//! tangent methods; constants that meet an element are made of one that is passed along. The tool
//! needs nothing of the library.

pub mod algebra;
mod arrays;
mod body;
mod calls;
mod choice;
mod generic;
mod homes;
mod numbers;
pub(crate) mod operands;
mod prologue;
mod stack;
pub mod structure;
mod support;
mod tables;
mod version;
mod webs;

use crate::AdError;
use crate::codes;
use crate::diagnose::{diagnostic, place};
use crate::emit::dispatch::{REFUSED, UNKNOWN, check_receiver, may_have_body, missing_body};
use crate::emit::inherited::check_inherited;
use crate::emit::outline::{self, code_length};
use crate::output::{OWN_FLAGS, Outputs, VARARGS, add_abstract, add_method, has_method};
use crate::program::classes::{ABSTRACT, MethodId};
use crate::program::instance::{Key, Pattern, ResultLevel};
use crate::program::primal::Primal;
use crate::program::reasons::Reason;
use crate::program::solve::Program;
use crate::report::{Diagnostic, Severity};
use crate::signature::slots_of;
use algebra::Algebra;
use body::{Body, Called, Refusal};
use choice::{Survey, refused};
use nabla_classfile::{Attribute, ClassFile, Code, ErrorKind, Member};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use version::Version;

/// A selected method whose field version is wanted.
pub struct Wanted<'w, 'a> {
    /// The program.
    pub program: &'w Program<'a>,
    /// The method.
    pub primal: &'w Primal<'a>,
    /// Its pattern.
    pub pattern: Pattern,
    /// The number types.
    pub algebra: &'static Algebra,
    /// The name of the version.
    pub name: String,
    /// Whether only another form needs it.
    pub hidden: bool,
}

impl<'a> Wanted<'_, 'a> {
    fn version(&self) -> Version {
        let key = Key { method: self.primal.method, pattern: self.pattern.clone() };
        let element_result = self.primal.signature.result == "D";
        Version { key, element_result, selected: true }
    }

    /// The descriptor of the version.
    pub fn descriptor(&self) -> String {
        self.version().descriptor_of(self.algebra, &self.primal.signature)
    }

    /// Looks at the method and at all that it calls.
    fn survey(&self) -> Result<BTreeMap<Version, Survey>, AdError> {
        let mut found = BTreeMap::new();
        let mut waiting = vec![self.version()];
        while let Some(version) = waiting.pop() {
            if found.contains_key(&version) {
                continue;
            }
            let mut class = self.program.classes.get(version.key.method.class).clone();
            let (_, callees, mut refusals) = self.translate(&mut class, &version)?;
            if self.is_lost(&version)? {
                let method = &class.methods[version.key.method.index as usize];
                let subject =
                    format!("{}.{}", class.name()?.replace('/', "."), class.pool.utf8(method.name)?);
                refusals.push(Refusal { at: 0, text: codes::FIELD_CALL, subject });
            }
            waiting.extend(callees.iter().map(|called| called.version.clone()));
            found.insert(version, Survey { callees, refusals });
        }
        Ok(found)
    }

    /// Whether what the version computes is lost, in this form as in any.
    fn is_lost(&self, version: &Version) -> Result<bool, AdError> {
        let key = &version.key;
        if version.selected || self.program.is_given_up(key) {
            return Ok(!version.selected);
        }
        Ok(self.program.settle(key)?.result == ResultLevel::Lost)
    }

    /// What has no counterpart with elements, in the method and in what it calls. Where the receiver decides, a
    /// method that has none throws, if there are others.
    ///
    /// # Errors
    ///
    /// A damaged class, or a fault of this library.
    pub fn check(&self) -> Result<Vec<Diagnostic>, AdError> {
        let surveyed = self.survey()?;
        let refused = refused(&surveyed);
        let mut found = Vec::new();
        let mut known = BTreeSet::new();
        let mut waiting = vec![(self.version(), Vec::new())];
        while let Some((version, chain)) = waiting.pop() {
            if !refused.contains(&version) || !known.insert(version.clone()) {
                continue;
            }
            let Some(survey) = surveyed.get(&version) else { continue };
            let method = version.key.method;
            for refusal in &survey.refusals {
                let Some(primal) = self.program.primal(method)? else { continue };
                let mut diagnostic = diagnostic(
                    Severity::Error,
                    refusal.text,
                    &refusal.subject,
                    Some(&primal),
                    Some(refusal.at),
                );
                if !chain.is_empty() {
                    let reason = Reason { method, at: refusal.at, chain: chain.clone(), too_much: false };
                    diagnostic.callee = Some(place(self.program, &reason)?);
                }
                found.push(diagnostic);
            }
            for called in survey.refusing(&refused) {
                let mut chain: Vec<(MethodId, usize)> = chain.clone();
                chain.push((method, called.at));
                waiting.push((called.version.clone(), chain));
            }
        }
        found.sort_by_key(|d| (d.callee.is_some(), d.offset, d.code));
        Ok(found)
    }

    /// Adds the version and those of what it calls; the length of its bytecode, `None` where one of
    /// them is longer than a method can be.
    ///
    /// # Errors
    ///
    /// A fault of this library.
    pub fn emit(&self, outputs: &mut Outputs<'a>) -> Result<Option<u32>, AdError> {
        let refused = refused(&self.survey()?);
        let mut length = None;
        let mut known = BTreeSet::new();
        let mut waiting = vec![self.version()];
        while let Some(version) = waiting.pop() {
            if !known.insert(version.clone()) {
                continue;
            }
            if refused.contains(&version) {
                self.add_refused(outputs, &version)?;
                continue;
            }
            match self.add(outputs, &version) {
                Ok((written, callees)) => {
                    length = length.or(Some(written));
                    waiting.extend(callees.into_iter().map(|called| called.version));
                }
                Err(AdError::Malformed(error)) if error.kind == ErrorKind::Limit => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(length)
    }

    /// Adds a method that throws in place of a version that is refused: the receiver decides.
    fn add_refused(&self, outputs: &mut Outputs<'a>, version: &Version) -> Result<(), AdError> {
        let Some(primal) = self.program.primal(version.key.method)? else { return Ok(()) };
        let class = &mut outputs.of(self.program, version.key.method.class).class;
        let method = &class.methods[version.key.method.index as usize];
        let (access, own) = (method.access, class.pool.utf8(method.name)?.into_owned());
        let name = version.internal_name(&own);
        let descriptor = version.descriptor_of(self.algebra, &primal.signature);
        if !has_method(class, &name, &descriptor) {
            let code = missing_body(class, &own, &descriptor, REFUSED)?;
            add_method(class, access & !OWN_FLAGS | SYNTHETIC, &name, &descriptor, &code)?;
        }
        Ok(())
    }

    /// Adds one version, unless another method has needed it before.
    fn add(&self, outputs: &mut Outputs<'a>, version: &Version) -> Result<(u32, Vec<Called>), AdError> {
        let program = self.program;
        let Some(primal) = program.primal(version.key.method)? else {
            return Err(AdError::Bug("a field version of a method without code".into()));
        };
        let output = outputs.of(program, version.key.method.class);
        let method = &output.class.methods[version.key.method.index as usize];
        let (access, own) = (method.access, output.class.pool.utf8(method.name)?.into_owned());
        let generic = generic_signature(&output.class, method);
        let exceptions = output.class.attribute(&method.attributes, "Exceptions").cloned();
        let name = if version.selected { self.name.clone() } else { version.internal_name(&own) };
        let descriptor = version.descriptor_of(self.algebra, &primal.signature);
        let present = has_method(&output.class, &name, &descriptor);
        if !present && argument_slots(&descriptor) + u16::from(!primal.signature.is_static) > 255 {
            return Err(nabla_classfile::Error::limit("expected arguments of at most 255 slots").into());
        }
        let mut scratch = present.then(|| output.class.clone());
        let class = scratch.as_mut().unwrap_or(&mut output.class);
        let (code, callees, refusals) = self.translate(class, version)?;
        if !refusals.is_empty() {
            return Err(AdError::Bug(format!("{name} was refused after it was found right")));
        }
        if present {
            return Ok((0, callees));
        }
        let mut attributes: Vec<Attribute<'a>> = exceptions.into_iter().collect();
        if version.selected {
            let descriptor = class.pool.utf8(class.methods[version.key.method.index as usize].descriptor)?;
            let text = generic::signature(self.algebra, version, &descriptor, generic.as_deref());
            if let Some(text) = text {
                let (name, text) = (class.pool.add_utf8("Signature")?, class.pool.add_utf8(&text)?);
                attributes.push(Attribute { name, bytes: Cow::Owned(text.0.to_be_bytes().to_vec()) });
            }
            let parameters = class
                .attribute(&class.methods[version.key.method.index as usize].attributes, "MethodParameters");
            attributes.extend(parameters.cloned());
        }
        // Users call the selected one as they do the method, with as many numbers as they have.
        let own = if version.selected { access & VARARGS } else { 0 };
        let access = access & !OWN_FLAGS | own | if version.selected && !self.hidden { 0 } else { SYNTHETIC };
        let length = append(class, access, &name, &descriptor, attributes, &code)?;
        if !version.selected && primal.is_overridable(program.classes.get(version.key.method.class)) {
            for below in program.classes.family(&program.classes.name(version.key.method.class)) {
                if let Some(id) = program.classes.find(&below) {
                    outputs.of(program, id).answers = true;
                }
            }
        }
        for (method, name, descriptor) in self.missing(version)? {
            let class = &mut outputs.of(program, method.class).class;
            if has_method(class, &name, &descriptor) {
                continue;
            }
            let method = &class.methods[method.index as usize];
            let (access, own) = (method.access, class.pool.utf8(method.name)?.into_owned());
            if !may_have_body(class) {
                // The JVM's own exception names the receiver's class.
                add_abstract(class, access | SYNTHETIC, &name, &descriptor)?;
                continue;
            }
            let code = missing_body(class, &own, &descriptor, UNKNOWN)?;
            add_method(class, access & !ABSTRACT | SYNTHETIC, &name, &descriptor, &code)?;
        }
        Ok((length, callees))
    }

    /// The abstract methods through which a version calls others.
    fn missing(&self, version: &Version) -> Result<Vec<(MethodId, String, String)>, AdError> {
        let Some(primal) = self.program.primal(version.key.method)? else { return Ok(Vec::new()) };
        let activity = self.program.activity(&primal, &version.key.pattern);
        let mut scratch = self.program.classes.get(version.key.method.class).clone();
        let body = Body::translate(
            self.program,
            &mut scratch,
            self.algebra,
            &primal,
            &activity,
            version,
            Vec::new(),
        )?;
        Ok(body.missing)
    }

    /// The code of a version, what it calls, and what of it has no counterpart.
    fn translate(
        &self,
        class: &mut ClassFile<'a>,
        version: &Version,
    ) -> Result<(Code<'a>, Vec<Called>, Vec<Refusal>), AdError> {
        let Some(primal) = self.program.primal(version.key.method)? else {
            return Err(AdError::Bug("a field version of a method without code".into()));
        };
        let activity = self.program.activity(&primal, &version.key.pattern);
        let check = match version.selected {
            // What implements an interface of the library asks itself.
            true if self.hidden => Vec::new(),
            true => {
                let descriptor = version.descriptor_of(self.algebra, &primal.signature);
                check_inherited(class, self.program, &primal, (&self.name, &descriptor))?
            }
            false if primal.is_overridable(class) => {
                let method = &class.methods[version.key.method.index as usize];
                let name = class.pool.utf8(method.name)?.into_owned();
                check_receiver(class, &name, UNKNOWN)?
            }
            false => Vec::new(),
        };
        let mut body =
            Body::translate(self.program, class, self.algebra, &primal, &activity, version, check)?;
        let (callees, refusals) = (std::mem::take(&mut body.callees), std::mem::take(&mut body.refusals));
        Ok((body.finish()?, callees, refusals))
    }
}

const SYNTHETIC: u16 = 0x1000;

fn argument_slots(descriptor: &str) -> u16 {
    let (parameters, _) = crate::signature::split_descriptor(descriptor).unwrap_or_default();
    parameters.iter().map(|p| slots_of(p)).sum()
}

/// The text of a method's `Signature`.
fn generic_signature(class: &ClassFile, method: &Member) -> Option<String> {
    let attribute = class.attribute(&method.attributes, "Signature")?;
    let index = u16::from_be_bytes(attribute.bytes.get(..2)?.try_into().ok()?);
    Some(class.pool.utf8(nabla_classfile::ConstIndex(index)).ok()?.into_owned())
}

/// Adds a method and gives the length of its bytecode.
fn append<'a>(
    class: &mut ClassFile<'a>,
    access: u16,
    name: &str,
    descriptor: &str,
    attributes: Vec<Attribute<'a>>,
    code: &Code<'a>,
) -> Result<u32, AdError> {
    let (name, descriptor) = (class.pool.add_utf8(name)?, class.pool.add_utf8(descriptor)?);
    let mut member = Member { access, name, descriptor, attributes: Vec::new() };
    let bytes = outline::encode(class, &member, code, true)?;
    let length = code_length(&bytes);
    let name = class.pool.add_utf8("Code")?;
    member.attributes.push(Attribute { name, bytes: Cow::Owned(bytes) });
    member.attributes.extend(attributes);
    class.methods.push(member);
    Ok(length)
}
