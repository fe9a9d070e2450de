//! Derivatives that a build step has put into the class: they are used as they are. They may do what
//! a kernel beside the class cannot, such as keep tangents in fields.

use crate::answer::split;
use crate::request::Request;
use nabla_ad::{Form, independents_of};
use nabla_classfile::{ClassFile, CodeAttribute, Member, Result};

const STATIC: u16 = 0x0008;

/// The name of the derivative method for a request, if the class has it. `descriptor` is the one it
/// must have.
pub fn find(class: &ClassFile, request: &Request, descriptor: &str) -> Result<Option<String>> {
    let Some(index) = position(class, &request.method, &request.descriptor) else { return Ok(None) };
    let form = request.kind.form;
    let names = match form {
        Form::Partial => labels(class, index, request)?,
        _ => vec![String::new()],
    };
    let names = names.iter().map(|p| form.default_template().replace("%f", &request.method).replace("%p", p));
    let same = |at: usize| (class.methods[at].access ^ class.methods[index].access) & STATIC == 0;
    let (parameters, _) = split(&request.descriptor).unwrap_or_default();
    let by: Vec<usize> =
        request.kind.independents.iter().map(|i| parameters.len().saturating_sub(*i)).collect();
    // The user may have a method of such a name.
    let is_derivative = |at: usize| independents_of(class, &class.methods[at]).as_ref() == Some(&by);
    let found =
        |name: &String| position(class, name, descriptor).is_some_and(|at| same(at) && is_derivative(at));
    Ok(names.into_iter().find(found))
}

fn position(class: &ClassFile, name: &str, descriptor: &str) -> Option<usize> {
    let is = |index, text: &str| class.pool.utf8(index).is_ok_and(|t| t == text);
    class.methods.iter().position(|m| is(m.name, name) && is(m.descriptor, descriptor))
}

/// What the independent may be called in the name of a partial derivative.
fn labels(class: &ClassFile, method: usize, request: &Request) -> Result<Vec<String>> {
    let (parameters, _) = split(&request.descriptor).unwrap_or_default();
    let number = parameters.len().saturating_sub(request.kind.independents[0]);
    let mut labels = Vec::new();
    if let Some(rows) = class.method_parameters(method)?
        && let Some(name) = rows.get(number).and_then(|row| row.name)
    {
        labels.push(class.pool.utf8(name)?.into_owned());
    }
    let wide = |p: &&str| if matches!(*p, "D" | "J") { 2 } else { 1 };
    let first = u16::from(!request.is_static);
    let slot = first + parameters[..number].iter().map(wide).sum::<u16>();
    labels.extend(local_name(class, &class.methods[method], slot)?);
    labels.push(number.to_string());
    Ok(labels)
}

fn local_name(class: &ClassFile, method: &Member, slot: u16) -> Result<Option<String>> {
    let Some(code) = class.code(method)? else { return Ok(None) };
    for attribute in &code.attributes {
        if let CodeAttribute::LocalVariables { rows, .. } = attribute
            && let Some(row) =
                rows.iter().find(|row| row.slot == slot && code.labels.get(row.start.0 as usize) == Some(&0))
        {
            return Ok(Some(class.pool.utf8(row.name)?.into_owned()));
        }
    }
    Ok(None)
}
