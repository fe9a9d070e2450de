//! The form `structure`: the interface by which solvers ask a function for derivatives of any order.
//!
//! A class that implements `UnivariateFunction` also implements `UnivariateDifferentiableFunction`:
//! `value(t)` composes the argument with f, f′, f″ … at its value. f is the user's own method and f′
//! the exact partial derivative, both as they are on this object; only from the second on do the
//! derivatives come from the code over elements, at a variable of its own of the order wanted. So
//! neither the value nor the slope depends on the library's arithmetic, whose division and powers
//! round differently and are undefined at some points where f is not.

use super::Wanted;
use super::algebra::{Algebra, COMMONS, HIPPARCHUS};
use crate::AdError;
use crate::emit::dispatch::{answer_self, check_receiver};
use crate::emit::lanes::assemble::assemble;
use crate::output::Outputs;
use crate::program::classes::{ClassId, INTERFACE};
use crate::program::solve::Program;
use nabla_classfile::Attribute;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The interfaces of one library.
#[derive(Debug, PartialEq, Eq)]
pub struct Library {
    /// What the class implements.
    function: &'static str,
    /// What it implements then.
    differentiable: &'static str,
    /// The number types.
    algebra: &'static Algebra,
    /// What `value` takes and gives.
    argument: &'static str,
    /// The signature of `value`, where it is generic.
    signature: Option<&'static str>,
    /// The instruction that calls a method of the argument.
    call: &'static str,
    /// What `compose` gives.
    composed: &'static str,
    /// The class of the variable at which higher derivatives are computed.
    structure: &'static str,
    /// Makes that variable: of the order in local 4, with the value in local 2.
    variable: &'static str,
}

static LIBRARIES: [Library; 2] = [
    Library {
        function: "org/hipparchus/analysis/UnivariateFunction",
        differentiable: "org/hipparchus/analysis/differentiation/UnivariateDifferentiableFunction",
        algebra: &HIPPARCHUS,
        argument: "org/hipparchus/analysis/differentiation/Derivative",
        signature: Some("<T::Lorg/hipparchus/analysis/differentiation/Derivative<TT;>;>(TT;)TT;"),
        call: "invokeinterface",
        composed: "Lorg/hipparchus/CalculusFieldElement;",
        structure: "org/hipparchus/analysis/differentiation/DerivativeStructure",
        variable: "new org/hipparchus/analysis/differentiation/DSFactory; dup; iconst_1; iload 4
            invokespecial org/hipparchus/analysis/differentiation/DSFactory.<init> (II)V; iconst_0; dload 2
            invokevirtual org/hipparchus/analysis/differentiation/DSFactory.variable (ID)L{STRUCTURE};",
    },
    Library {
        function: "org/apache/commons/math3/analysis/UnivariateFunction",
        differentiable: "org/apache/commons/math3/analysis/differentiation/UnivariateDifferentiableFunction",
        algebra: &COMMONS,
        argument: "org/apache/commons/math3/analysis/differentiation/DerivativeStructure",
        signature: None,
        call: "invokevirtual",
        composed: "Lorg/apache/commons/math3/analysis/differentiation/DerivativeStructure;",
        structure: "org/apache/commons/math3/analysis/differentiation/DerivativeStructure",
        variable: "new {STRUCTURE}; dup; iconst_1; iload 4; iconst_0; dload 2
            invokespecial {STRUCTURE}.<init> (IIID)V",
    },
];

/// `value` of the argument in local 1: its value in local 2, its order in 4, f and its derivatives
/// in 5, what the elements give in 6, the order at hand in 7.
const VALUE: &str = "
    aload 1; {CALL} {ARGUMENT}.getValue ()D; dstore 2
    aload 1; {CALL} {ARGUMENT}.getOrder ()I; istore 4
    iload 4; iconst_1; iadd; newarray double; astore 5 [D
    aload 5; iconst_0; aload 0; dload 2; invokevirtual {THIS}.value (D)D; dastore
    iload 4; iconst_1; if_icmplt done
    aload 5; iconst_1; aload 0; dload 2; invokevirtual {THIS}.{PARTIAL} (D)D; dastore
    iload 4; iconst_2; if_icmplt done
    aload 0
    {VARIABLE}
    invokevirtual {THIS}.{ELEMENTS} (L{INTERFACE};)L{INTERFACE};; checkcast {STRUCTURE}; astore 6 L{STRUCTURE};
    iconst_2; istore 7
    next:
    iload 7; iload 4; if_icmpgt done
    aload 5; iload 7; aload 6; iconst_1; newarray int; dup; iconst_0; iload 7; iastore
    invokevirtual {STRUCTURE}.getPartialDerivative ([I)D; dastore
    iinc 7 1; goto next
    done:
    aload 1; aload 5; {CALL} {ARGUMENT}.compose ([D){COMPOSED}; areturn";

/// The libraries whose interface a class implements.
pub fn libraries(program: &Program, class: ClassId) -> Vec<&'static Library> {
    let above = above(program, class);
    let of = |library: &&Library| above.contains(library.function) || above.contains(library.differentiable);
    LIBRARIES.iter().filter(of).collect()
}

/// The names of all classes and interfaces above a class, as far as they are at hand.
fn above(program: &Program, class: ClassId) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![class];
    while let Some(id) = waiting.pop() {
        let class = program.classes.get(id);
        let parent = class.super_class.and_then(|index| class.pool.class_name(index).ok());
        let names = program.classes.interface_names(id).into_iter();
        for name in names.chain(parent.map(|name| name.into_owned())) {
            waiting.extend(program.classes.find(&name).filter(|_| !found.contains(&name)));
            found.insert(name);
        }
    }
    found
}

impl Library {
    /// The number types of the library.
    pub fn algebra(&self) -> &'static Algebra {
        self.algebra
    }

    /// The descriptor of `value`.
    pub fn descriptor(&self) -> String {
        format!("(L{0};)L{0};", self.argument)
    }

    /// Makes the class of the method implement the interface; the length of the bytecode. `elements`
    /// is the method over elements, and `partial` the name of the partial derivative.
    ///
    /// # Errors
    ///
    /// A fault of this library.
    pub fn implement<'a>(
        &self,
        outputs: &mut Outputs<'a>,
        elements: &Wanted<'_, 'a>,
        partial: &str,
    ) -> Result<u32, AdError> {
        let (program, primal) = (elements.program, elements.primal);
        let id = primal.method.class;
        let class = &mut outputs.of(program, id).class;
        let this = class.name()?.into_owned();
        let text = VALUE.replace("{VARIABLE}", self.variable);
        let names = [
            ("CALL", self.call),
            ("ARGUMENT", self.argument),
            ("THIS", &this),
            ("PARTIAL", partial),
            ("ELEMENTS", &elements.name),
            ("INTERFACE", self.algebra.interface),
            ("STRUCTURE", self.structure),
            ("COMPOSED", self.composed),
        ];
        let text = names.iter().fold(text, |text, (name, put)| text.replace(&format!("{{{name}}}"), put));
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let parameters = [format!("L{this};"), format!("L{};", self.argument)];
        let mut code = assemble(class, &parameters, lines)?;
        let overridable = primal.is_overridable(class);
        if overridable {
            // One that inherits it with another `value(double)` would get the derivatives of this one.
            let check = check_receiver(class, "value")?;
            code.labels.iter_mut().for_each(|label| *label += check.len() as u32);
            code.insns.splice(0..0, check);
        }
        let mut attributes = Vec::new();
        if let Some(text) = self.signature {
            let (name, text) = (class.pool.add_utf8("Signature")?, class.pool.add_utf8(text)?);
            attributes.push(Attribute { name, bytes: Cow::Owned(text.0.to_be_bytes().to_vec()) });
        }
        let length = super::append(class, 0x0001, "value", &self.descriptor(), attributes, &code)?;
        let interface = class.pool.add_class(self.differentiable)?;
        if !class.interfaces.contains(&interface) {
            class.interfaces.push(interface);
        }
        if overridable {
            for below in program.classes.family(&this) {
                let Some(below) = program.classes.find(&below) else { continue };
                if program.classes.resolve(below, "value", "(D)D") == Some(primal.method) {
                    answer_self(&mut outputs.of(program, below).class)?;
                }
            }
        }
        Ok(length)
    }
}

/// Whether the method is what the interface asks for.
pub fn is_value(program: &Program, class: ClassId, method: &str, descriptor: &str, is_static: bool) -> bool {
    let interface = program.classes.get(class).access & INTERFACE != 0;
    !interface && !is_static && method == "value" && descriptor == "(D)D"
}
