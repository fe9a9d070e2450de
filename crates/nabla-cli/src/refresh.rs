//! `--refresh`: takes out of a class what an earlier run put in, so that it can be put in anew.

use std::collections::{HashMap, HashSet};

use nabla_classfile::{ClassFile, ConstIndex, Insn, Member, Opcode};

use crate::engine::{Form, LAMBDA, Request, independents_of, structure_descriptors, unlink};
use crate::failure::Failure;
use crate::parameters;

/// Internal methods of derivatives have a `$` in their names and are synthetic.
const SYNTHETIC: u16 = 0x1000;

/// What is in the names of methods made for derivatives.
const MADE: &str = "nabla$";

/// How the descriptors of tangent constructors end, which have no name of their own.
const MARKED: &str = "Ljava/lang/Void;)V";

/// What stands for a `double` in the form `field`.
const ELEMENT: &str = "Lorg/hipparchus/CalculusFieldElement;";

/// A selected method with the names of its parameters.
pub struct Primal<'r> {
    /// The request.
    pub request: &'r Request,
    /// The parameters' names, where known.
    pub parameters: &'r [Option<String>],
}

impl Primal<'_> {
    /// Whether a method is, by name and descriptor, a derivative of this one. Being strict about
    /// the parameter in a partial's name keeps a user's own `value_delta(double)` safe.
    pub fn carries(&self, name: &str, descriptor: &str) -> bool {
        let request = self.request;
        let Some((parameters, _)) = parameters::split(&request.descriptor) else {
            return false;
        };
        let prefix = request.descriptor.split(')').next().unwrap_or_default();
        Form::ALL.iter().any(|&form| {
            let own = request.names.iter().find(|(f, _)| *f == form).map(|(_, t)| t.as_str());
            let template = own.unwrap_or_else(|| form.default_template()).replace("%f", &request.method);
            if form == Form::Structure {
                // Only where it is made again: it may be the user's own.
                request.forms.contains(&form)
                    && name == request.method
                    && structure_descriptors(name, &request.descriptor).iter().any(|d| d == descriptor)
            } else if form == Form::Field {
                // An overload whose parameters and result are elements where the method's are numbers.
                request.forms.contains(&form)
                    && name == template
                    && descriptor.contains(ELEMENT)
                    && descriptor.replace(ELEMENT, "D") == request.descriptor
            } else if form == Form::Partial {
                let typed = descriptor.strip_prefix(prefix).is_some_and(|d| d.starts_with(')'));
                typed
                    && parameters.iter().enumerate().filter(|(_, p)| parameters::is_scalar(p)).any(
                        |(i, _)| {
                            let named = self.parameters.get(i).and_then(Option::as_deref);
                            name == template.replace("%p", &i.to_string())
                                || named.is_some_and(|p| name == template.replace("%p", p))
                        },
                    )
            } else {
                let result = &request.descriptor[prefix.len()..];
                let added = descriptor.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(result));
                name == template && added.is_some_and(|added| adds(form, added))
            }
        })
    }
}

/// Whether the form puts parameters of these types behind those of the method. One of the user's own of that name may
/// have others.
fn adds(form: Form, added: &str) -> bool {
    // The tangents of parameters and fields are numbers and arrays of them.
    let numbers =
        |types: &str| types.chars().all(|c| matches!(c, '[' | 'D' | 'F')) && types.ends_with(['D', 'F']);
    match form {
        Form::Grad => added == "[D",
        Form::Jac => added == "[[D",
        Form::Csr => added == "[I[I[D",
        Form::Hess => added == "[D[[D",
        Form::Hvp => added.len() > "[D".len() && added.ends_with("[D") && numbers(added),
        _ => numbers(added),
    }
}

/// Which of the selected methods are derivatives of another selected one: `*` selects them along.
pub fn generated(primals: &[Primal<'_>]) -> Vec<bool> {
    let one =
        |p: &Primal<'_>| primals.iter().any(|other| other.carries(&p.request.method, &p.request.descriptor));
    primals.iter().map(one).collect()
}

/// The flags of the fields that derivatives add: transient synthetic.
const MADE_FIELD: u16 = 0x0080 | SYNTHETIC;

/// A method as calls name it, whatever class they name: the receiver's class decides.
pub type Named = (String, String);

/// What a method of a class is to a run that makes derivatives anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The user's, or a derivative that stays.
    Stays,
    /// A derivative that is made anew.
    Derivative,
    /// Made for derivatives.
    Internal,
}

/// The methods made for derivatives that those which stay call, in any of the inputs.
#[derive(Debug, Default)]
pub struct Called(HashSet<Named>);

/// Finds them; what derivatives of `primals` call is given up with them.
#[derive(Debug, Default)]
pub struct Search {
    /// What the methods call that stay.
    waiting: Vec<Named>,
    /// What methods of this name call, that were made for derivatives.
    internal: HashMap<Named, Vec<Named>>,
}

impl Search {
    /// Looks at a class of the inputs.
    pub fn add(&mut self, shown: &str, bytes: &[u8], primals: &[Primal<'_>]) -> Result<(), Failure> {
        // Few inputs have derivatives.
        if !bytes.windows(MADE.len()).any(|text| text == MADE.as_bytes()) {
            return Ok(());
        }
        let malformed = |e| Failure::malformed(shown, &e);
        let class = ClassFile::read(bytes).map_err(malformed)?;
        if class.name().map_err(malformed)?.contains(LAMBDA) {
            // It is needed where a method makes an object of it, and then all of it is.
            let all = calls_made(&class).map_err(malformed)?;
            for (named, _) in parts(&class, &[]).map_err(malformed)? {
                self.internal.entry(named).or_default().extend(all.iter().map(|call| call.named.clone()));
            }
            return Ok(());
        }
        for (number, (named, part)) in parts(&class, primals).map_err(malformed)?.into_iter().enumerate() {
            let called = called(&class, number).map_err(malformed)?.into_iter().map(|call| call.named);
            match part {
                Part::Stays => self.waiting.extend(called),
                Part::Derivative => {}
                Part::Internal => self.internal.entry(named).or_default().extend(called),
            }
        }
        Ok(())
    }

    /// All that is called, directly or by others.
    pub fn finish(mut self) -> Called {
        let mut all = HashSet::new();
        while let Some(named) = self.waiting.pop() {
            if let Some(called) = self.internal.get(&named)
                && all.insert(named)
            {
                self.waiting.extend(called.iter().cloned());
            }
        }
        Called(all)
    }
}

/// What each method of a class is.
fn parts(class: &ClassFile<'_>, primals: &[Primal<'_>]) -> nabla_classfile::Result<Vec<(Named, Part)>> {
    let part = |method: &Member| {
        let name = class.pool.utf8(method.name)?;
        let descriptor = class.pool.utf8(method.descriptor)?;
        let constructor = name == "<init>" && descriptor.ends_with(MARKED);
        let made = method.access & SYNTHETIC != 0 && (name.contains(MADE) || constructor);
        // The forms of other types have no mark, and no types of the user's own.
        let marked = independents_of(class, method).is_some() || descriptor.contains("Lorg/");
        let part = match made {
            true => Part::Internal,
            false if marked && primals.iter().any(|p| p.carries(&name, &descriptor)) => Part::Derivative,
            false => Part::Stays,
        };
        Ok(((name.into_owned(), descriptor.into_owned()), part))
    };
    class.methods.iter().map(part).collect()
}

/// Removes the derivatives of the given methods, and the internal methods and fields made for them; what the
/// derivatives of other methods call stays.
pub fn strip(
    shown: &str,
    bytes: Vec<u8>,
    primals: &[Primal<'_>],
    called: &Called,
) -> Result<Vec<u8>, Failure> {
    let malformed = |e| Failure::malformed(shown, &e);
    let mut class = ClassFile::read(&bytes).map_err(malformed)?;
    let parts = parts(&class, primals).map_err(malformed)?;
    if parts.iter().all(|(_, part)| *part == Part::Stays) {
        return Ok(bytes);
    }
    let is_internal = |(_, part): &&(Named, Part)| *part == Part::Internal;
    let some_stay = parts.iter().filter(is_internal).any(|(named, _)| called.0.contains(named));
    // Derivatives stay that may call lambdas, whose classes call methods here.
    let all_stay = some_stay && names_lambda(&class);
    if !some_stay {
        unlink(&mut class).map_err(malformed)?;
    }
    let mut kept = parts.iter().map(|(named, part)| match part {
        Part::Stays => true,
        Part::Derivative => false,
        Part::Internal => all_stay || called.0.contains(named),
    });
    class.methods.retain(|_| kept.next().unwrap_or(true));
    let used = fields_used(&class).map_err(malformed)?;
    let pool = &class.pool;
    class.fields.retain(|field| {
        let (Ok(name), Ok(descriptor)) = (pool.utf8(field.name), pool.utf8(field.descriptor)) else {
            return true;
        };
        field.access & MADE_FIELD != MADE_FIELD
            || used.contains(&(name.into_owned(), descriptor.into_owned()))
    });
    class.write().map_err(malformed)
}

/// The methods of a class that were made for derivatives.
pub fn made(class: &ClassFile<'_>) -> nabla_classfile::Result<Vec<Named>> {
    let internal = parts(class, &[])?.into_iter().filter(|(_, part)| *part == Part::Internal);
    Ok(internal.map(|(named, _)| named).collect())
}

/// A call of a method that may have been made for derivatives.
#[derive(Debug)]
pub struct Call {
    /// The method.
    pub named: Named,
    /// The class that it names.
    pub owner: String,
    /// Whether the receiver's class decides.
    pub dispatched: bool,
}

/// All such calls of a class.
pub fn calls_made(class: &ClassFile<'_>) -> nabla_classfile::Result<Vec<Call>> {
    let mut all = Vec::new();
    for number in 0..class.methods.len() {
        all.extend(called(class, number)?);
    }
    Ok(all)
}

/// Whether the class knows one that stands for a lambda.
fn names_lambda(class: &ClassFile<'_>) -> bool {
    let names = (1..class.pool.len()).filter_map(|index| class.pool.class_name(ConstIndex(index)).ok());
    names.into_iter().any(|name| name.contains(LAMBDA))
}

/// The fields of the class that its methods read and write: name and descriptor.
fn fields_used(class: &ClassFile<'_>) -> nabla_classfile::Result<HashSet<(String, String)>> {
    let own = class.name()?;
    let mut used = HashSet::new();
    for method in &class.methods {
        let Some(code) = class.code(method)? else { continue };
        for insn in &code.insns {
            let Insn::Field(_, index) = insn else { continue };
            let member = class.pool.member_ref(*index)?;
            if member.owner == own {
                used.insert((member.name.into_owned(), member.descriptor.into_owned()));
            }
        }
    }
    Ok(used)
}

/// The calls of a method that may be of methods made for derivatives.
fn called(class: &ClassFile<'_>, number: usize) -> nabla_classfile::Result<Vec<Call>> {
    let Some(code) = class.code(&class.methods[number])? else { return Ok(Vec::new()) };
    let mut called = Vec::new();
    for insn in &code.insns {
        let Insn::Invoke(opcode, index) = insn else { continue };
        let member = class.pool.member_ref(*index)?;
        let lambda = member.owner.contains(LAMBDA);
        if lambda || member.name.contains(MADE) || member.descriptor.ends_with(MARKED) {
            called.push(Call {
                named: (member.name.into_owned(), member.descriptor.into_owned()),
                owner: member.owner.into_owned(),
                dispatched: matches!(opcode, Opcode::Invokevirtual | Opcode::Invokeinterface),
            });
        }
    }
    Ok(called)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Wrt;

    #[test]
    fn only_generated_names_are_carried() {
        let request = Request {
            method: "value".into(),
            descriptor: "(DI)D".into(),
            wrt: Wrt::All,
            forms: vec![Form::Jvp, Form::Field],
            names: vec![(Form::Jvp, "t_%f".into())],
            lanes: Default::default(),
        };
        let parameters = [Some("t".to_owned()), Some("n".to_owned())];
        let primal = Primal { request: &request, parameters: &parameters };
        assert!(primal.carries("value_dt", "(DI)D"));
        assert!(primal.carries("value_d0", "(DI)D"));
        assert!(primal.carries("t_value", "(DID[D)D"));
        assert!(!primal.carries("value_dn", "(DI)D"));
        assert!(!primal.carries("value_delta", "(DI)D"));
        assert!(!primal.carries("value_dt", "(D)D"));
        assert!(!primal.carries("value_jvp", "(DID[D)D"));
        assert!(!primal.carries("t_value", "(DILjava/lang/String;)D"));
        for (name, descriptor) in [
            ("value_grad", "(DI[D)D"),
            ("value_jac", "(DI[[D)D"),
            ("value_csr", "(DI[I[I[D)D"),
            ("value_hess", "(DI[D[[D)D"),
            ("value_hvp", "(DID[D)D"),
        ] {
            let name = if name == "value_csr" { "value_jac_csr" } else { name };
            assert!(primal.carries(name, descriptor), "{name}");
            assert!(!primal.carries(name, "(DII)D"), "{name}");
            assert!(!primal.carries(name, "(DII)[[D"), "{name}");
            assert!(!primal.carries(name, "(DI)D"), "{name}");
        }
        let element = super::ELEMENT;
        assert!(primal.carries("value", &format!("({element}I){element}")));
        assert!(!primal.carries("value", "(DII)D"));
        assert!(!primal.carries("value", &format!("({element}II){element}")));
    }
}
