//! `@DerivativeOf`: stubs whose bodies become calls of derivatives.
//!
//! A stub asks for the derivative that it names as `@Differentiable` would, unless it is asked for
//! already; when all derivatives are made, its body becomes the call. A stub may stand in another
//! class than the derivative, and the derivative may be in a class of the class path that carries it
//! from an earlier run.

mod code;
mod fill;
pub mod rules;
mod wanted;

use nabla_classfile::{ClassFile, Member};

use crate::engine::{self, DerivativeOf};
use crate::failure::Failure;
use crate::parameters::{self, STATIC};

pub use fill::fill;
pub use wanted::{Wanted, want};

/// A method annotated `@DerivativeOf`.
#[derive(Debug, Clone)]
pub struct Stub {
    /// The number of its class among the units.
    pub unit: usize,
    /// The internal name of its class.
    pub class: String,
    /// The major version of its class.
    pub major: u16,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Its first line.
    pub line: Option<u16>,
    /// What the annotation says.
    pub asked: DerivativeOf,
}

impl Stub {
    /// The internal name of the class that declares the primal.
    pub fn target(&self) -> &str {
        self.asked.class.as_deref().unwrap_or(&self.class)
    }

    /// The primal, for messages.
    pub fn primal(&self) -> String {
        format!("{}.{}", self.target().replace('/', "."), self.asked.method)
    }

    /// The parameters of a derivative that the stub can call, as descriptors without parentheses: a
    /// static stub of an instance method takes the receiver first.
    pub fn arguments(&self, target_is_static: bool) -> Option<&str> {
        let (parameters, _) = self.descriptor.strip_prefix('(')?.split_once(')')?;
        match (self.is_static, target_is_static) {
            (true, true) => Some(parameters),
            (false, false) if self.target() == self.class => Some(parameters),
            (true, false) => parameters.strip_prefix(&format!("L{};", self.target())),
            _ => None,
        }
    }
}

/// The stubs of a class.
pub fn find(class: &ClassFile<'_>, unit: usize, name: &str) -> Vec<Stub> {
    let stub = |method: &Member<'_>| {
        let asked = engine::derivative_of(class, method)?;
        let line = class.code(method).ok().flatten().and_then(|code| code.line_at(0));
        Some(Stub {
            unit,
            class: name.to_owned(),
            major: class.major,
            method: class.pool.utf8(method.name).ok()?.into_owned(),
            descriptor: class.pool.utf8(method.descriptor).ok()?.into_owned(),
            is_static: method.access & STATIC != 0,
            line,
            asked,
        })
    };
    class.methods.iter().filter_map(stub).collect()
}

/// With `--detached` no class changes, and so no stub.
pub fn not_detached(stub: &Stub) -> Failure {
    let class = stub.class.replace('/', ".");
    Failure::usage(format!(
        "`{class}.{}` is annotated `@DerivativeOf`, which needs its class changed",
        stub.method
    ))
    .help("drop `--detached`, or leave this class out of the inputs")
}

/// The labels of a method's parameters, as in the names of partials: name, else index.
fn labels(class: &ClassFile<'_>, method: &Member<'_>) -> Vec<String> {
    let names = parameters::names(class, method).into_iter().enumerate();
    names.map(|(i, name)| name.unwrap_or_else(|| i.to_string())).collect()
}
