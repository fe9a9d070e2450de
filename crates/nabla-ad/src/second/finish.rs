//! What was differentiated again is not needed as it was: slopes are taken out, for nothing calls them,
//! and long tangent methods are taken apart.

use crate::differentiate::{Input, ProgramReport};
use crate::emit::outline::take_apart;
use crate::output::has_method;
use crate::{AdError, ClassSource};
use nabla_classfile::ClassFile;
use std::collections::BTreeSet;

/// Names and descriptors of methods.
type Methods = BTreeSet<(String, String)>;

/// Finishes all classes; `slopes` are those of each input.
///
/// # Errors
///
/// A damaged class, or a fault of this library.
pub fn finish(
    inputs: &[Input],
    source: &dyn ClassSource,
    report: &mut ProgramReport,
    slopes: &[Methods],
) -> Result<(), AdError> {
    for ((input, class), slopes) in inputs.iter().zip(&mut report.classes).zip(slopes) {
        if let Ok(class) = class
            && let Some(output) = &mut class.output
        {
            *output = finished(output, Some(input.bytes), slopes)?;
        }
    }
    for callee in &mut report.callees {
        let before = source.class(&callee.class.replace('.', "/"));
        if let Some(output) = &mut callee.output {
            *output = finished(output, before.as_deref(), &Methods::new())?;
        }
    }
    for made in &mut report.made {
        made.output = finished(&made.output, None, &Methods::new())?;
    }
    Ok(())
}

fn finished(bytes: &[u8], before: Option<&[u8]>, slopes: &Methods) -> Result<Vec<u8>, AdError> {
    let mut class = ClassFile::read(bytes)?;
    let before = before.map(ClassFile::read).transpose()?;
    let was_there = |(name, descriptor): &&(String, String)| {
        before.as_ref().is_some_and(|before| has_method(before, name, descriptor))
    };
    for (name, descriptor) in slopes.iter().filter(|slope| !was_there(slope)) {
        let pool = &class.pool;
        class.methods.retain(|m| !pool.is_text(m.name, name) || !pool.is_text(m.descriptor, descriptor));
    }
    take_apart(&mut class, before.as_ref())?;
    Ok(class.write()?)
}
