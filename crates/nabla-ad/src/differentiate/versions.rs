//! Emission of what computes with the number types of a library.

use super::emission::Emission;
use crate::codes::{self, CodeText};
use crate::diagnose::diagnostic;
use crate::emit::kind::Kind;
use crate::marker::mark;
use crate::output::has_method;
use crate::report::Severity;
use crate::root::Root;
use crate::{AdError, Form, Request};
use nabla_classfile::ClassFile;

/// A method that was added: its form, name, descriptor and length; or why it was not.
type Made = Result<(Form, String, String, u32), (&'static CodeText, String)>;

impl<'a> Emission<'_, 'a> {
    /// Emits the versions of a root over number types; whether all of them were written.
    pub(super) fn versions(&mut self, root: &mut Root<'a>) -> Result<bool, AdError> {
        let mut all = self.fields(root)?;
        all.extend(self.structures(root)?);
        for made in all {
            match made {
                Ok((form, name, descriptor, bytes)) => {
                    root.derivative(form, Kind::Jvp, name, descriptor, bytes);
                }
                Err((text, subject)) => {
                    let primal = root.primal.as_deref();
                    let refusal = diagnostic(Severity::Error, text, &subject, primal, None);
                    root.report.diagnostics.push(refusal);
                    root.report.derivatives.clear();
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn fields(&mut self, root: &Root<'a>) -> Result<Vec<Made>, AdError> {
        let mut made = Vec::new();
        for wanted in root.fields(self.program) {
            let descriptor = wanted.descriptor();
            let output = self.outputs.of(self.program, wanted.primal.method.class);
            if has_method(&output.class, &wanted.name, &descriptor) {
                made.push(Err((codes::NAME_TAKEN, wanted.name.clone())));
                continue;
            }
            made.push(match wanted.emit(&mut self.outputs)? {
                Some(bytes) => {
                    let output = self.outputs.of(self.program, wanted.primal.method.class);
                    mark_added(&mut output.class, (&wanted.name, &descriptor), &root.request)?;
                    Ok((Form::Field, wanted.name.clone(), descriptor, bytes))
                }
                None => Err((codes::TOO_LARGE, root.request.method.clone())),
            });
        }
        Ok(made)
    }

    fn structures(&mut self, root: &Root<'a>) -> Result<Vec<Made>, AdError> {
        let mut made = Vec::new();
        for (structure, elements) in root.structures(self.program) {
            let (method, descriptor) = (&root.request.method, structure.descriptor());
            let output = self.outputs.of(self.program, elements.primal.method.class);
            if has_method(&output.class, method, &descriptor) {
                made.push(Err((codes::NAME_TAKEN, method.clone())));
                continue;
            }
            if elements.emit(&mut self.outputs)?.is_none() {
                made.push(Err((codes::TOO_LARGE, method.clone())));
                continue;
            }
            let first = root.request.name(structure.contract.first, &elements.primal.signature.label(0));
            let bytes = structure.implement(&mut self.outputs, &elements, &first)?;
            let output = self.outputs.of(self.program, elements.primal.method.class);
            mark_added(&mut output.class, (method, &descriptor), &root.request)?;
            made.push(Ok((Form::Structure, method.clone(), descriptor, bytes)));
        }
        Ok(made)
    }
}

/// Marks a method for other types as one of the method that is asked for: a later run takes away no other.
fn mark_added(
    class: &mut ClassFile<'_>,
    (name, descriptor): (&str, &str),
    request: &Request,
) -> nabla_classfile::Result<()> {
    let attribute = mark(class, (&request.method, &request.descriptor), &[])?;
    let (pool, methods) = (&class.pool, &mut class.methods);
    let added = methods
        .iter_mut()
        .find(|method| pool.is_text(method.name, name) && pool.is_text(method.descriptor, descriptor));
    added.into_iter().for_each(|method| method.attributes.push(attribute.clone()));
    Ok(())
}
