//! What the two libraries ask for: their interfaces, and the texts that are put into those of `text`.

use super::text;
use crate::field::algebra::{Algebra, COMMONS, HIPPARCHUS};
use crate::request::Form;

/// A library.
#[derive(Debug, PartialEq, Eq)]
pub struct Library {
    /// Where its interfaces for functions are.
    pub analysis: &'static str,
    /// The number types.
    pub algebra: &'static Algebra,
    /// What `value` of one argument takes and gives.
    pub argument: &'static str,
    /// The bound of its type, where it is generic.
    pub bound: Option<&'static str>,
    /// The class of derivatives of any order by any number of parameters.
    pub structure: &'static str,
    /// What the texts have in braces.
    pub texts: &'static [(&'static str, &'static str)],
}

pub static LIBRARIES: [Library; 2] = [
    Library {
        analysis: "org/hipparchus/analysis/",
        algebra: &HIPPARCHUS,
        argument: "org/hipparchus/analysis/differentiation/Derivative",
        bound: Some("T::Lorg/hipparchus/analysis/differentiation/Derivative<TT;>;"),
        structure: "org/hipparchus/analysis/differentiation/DerivativeStructure",
        texts: &[
            ("CALL", "invokeinterface"),
            ("COMPOSED", "Lorg/hipparchus/CalculusFieldElement;"),
            ("NEGATE", "invokeinterface org/hipparchus/FieldElement.negate ()Lorg/hipparchus/FieldElement;"),
            (
                "VARIABLE",
                "new {DIFFERENTIATION}DSFactory; dup; iconst_1; iload 4
                invokespecial {DIFFERENTIATION}DSFactory.<init> (II)V; iconst_0; dload 2
                invokevirtual {DIFFERENTIATION}DSFactory.variable (ID)L{STRUCTURE};",
            ),
            (
                "NEW_ROW",
                "aload 1; invokeinterface {ARGUMENT}.getField ()Lorg/hipparchus/Field;; iload 9
                invokestatic org/hipparchus/util/MathArrays.buildArray (Lorg/hipparchus/Field;I)[Lorg/hipparchus/FieldElement;
                checkcast [L{ARGUMENT};",
            ),
            (
                "NEW_ROWS",
                "aload 1; invokeinterface {ARGUMENT}.getField ()Lorg/hipparchus/Field;; iload 9; iconst_m1
                invokestatic org/hipparchus/util/MathArrays.buildArray (Lorg/hipparchus/Field;II)[[Lorg/hipparchus/FieldElement;
                checkcast [[L{ARGUMENT};",
            ),
            (
                "COMPILER",
                "aload 1; iconst_0; aaload; invokevirtual {STRUCTURE}.getFactory ()L{DIFFERENTIATION}DSFactory;
                invokevirtual {DIFFERENTIATION}DSFactory.getCompiler ()L{DIFFERENTIATION}DSCompiler;",
            ),
            (
                "BUILD",
                "aload 1; iconst_0; aaload; invokevirtual {STRUCTURE}.getFactory ()L{DIFFERENTIATION}DSFactory;
                aload 10; invokevirtual {DIFFERENTIATION}DSFactory.build ([D)L{STRUCTURE};",
            ),
        ],
    },
    Library {
        analysis: "org/apache/commons/math3/analysis/",
        algebra: &COMMONS,
        argument: "org/apache/commons/math3/analysis/differentiation/DerivativeStructure",
        bound: None,
        structure: "org/apache/commons/math3/analysis/differentiation/DerivativeStructure",
        texts: &[
            ("CALL", "invokevirtual"),
            ("COMPOSED", "L{STRUCTURE};"),
            ("NEGATE", "invokevirtual {STRUCTURE}.negate ()L{STRUCTURE};"),
            (
                "VARIABLE",
                "new {STRUCTURE}; dup; iconst_1; iload 4; iconst_0; dload 2
                invokespecial {STRUCTURE}.<init> (IIID)V",
            ),
            ("NEW_ROW", "iload 9; anewarray {STRUCTURE}"),
            ("NEW_ROWS", "iload 9; anewarray [L{STRUCTURE};"),
            (
                "COMPILER",
                "iload 9; iload 8
                invokestatic {DIFFERENTIATION}DSCompiler.getCompiler (II)L{DIFFERENTIATION}DSCompiler;",
            ),
            (
                "BUILD",
                "new {STRUCTURE}; dup; iload 9; iload 8; aload 10; invokespecial {STRUCTURE}.<init> (II[D)V",
            ),
        ],
    },
];

/// One of the interfaces for functions, and the one beside it for those with derivatives.
#[derive(Debug, PartialEq, Eq)]
pub struct Contract {
    /// The descriptor of `value`, of numbers.
    pub descriptor: &'static str,
    /// The interface's name.
    pub function: &'static str,
    /// That of the one with derivatives.
    pub differentiable: &'static str,
    /// The form that gives the first derivatives.
    pub first: Form,
    /// What `value` does.
    pub text: &'static str,
}

pub static CONTRACTS: [Contract; 5] = [
    Contract {
        descriptor: "(D)D",
        function: "UnivariateFunction",
        differentiable: "UnivariateDifferentiableFunction",
        first: Form::Partial,
        text: text::FUNCTION,
    },
    Contract {
        descriptor: "(D)[D",
        function: "UnivariateVectorFunction",
        differentiable: "UnivariateDifferentiableVectorFunction",
        first: Form::Jvp,
        text: text::VECTOR,
    },
    Contract {
        descriptor: "(D)[[D",
        function: "UnivariateMatrixFunction",
        differentiable: "UnivariateDifferentiableMatrixFunction",
        first: Form::Jvp,
        text: text::MATRIX,
    },
    Contract {
        descriptor: "([D)D",
        function: "MultivariateFunction",
        differentiable: "MultivariateDifferentiableFunction",
        first: Form::Grad,
        text: text::OF_MANY,
    },
    Contract {
        descriptor: "([D)[D",
        function: "MultivariateVectorFunction",
        differentiable: "MultivariateDifferentiableVectorFunction",
        first: Form::Jac,
        text: text::VECTOR_OF_MANY,
    },
];

impl Contract {
    /// The one that a method may fulfil.
    pub fn of(method: &str, descriptor: &str) -> Option<&'static Contract> {
        CONTRACTS.iter().find(|contract| method == "value" && contract.descriptor == descriptor)
    }

    /// Whether `value` has one argument, of whatever type with derivatives.
    fn is_univariate(&self) -> bool {
        self.descriptor.starts_with("(D)")
    }

    /// The descriptor of `value` with derivatives.
    pub fn value(&self, library: &Library) -> String {
        let type_ = if self.is_univariate() { library.argument } else { library.structure };
        self.descriptor.replace('D', &format!("L{type_};"))
    }

    /// Its signature, where it is generic.
    pub fn signature(&self, library: &Library) -> Option<String> {
        let bound = library.bound.filter(|_| self.is_univariate())?;
        Some(format!("<{bound}>{}", self.descriptor.replace('D', "TT;")))
    }

    /// The names of the interface and of the one with derivatives.
    pub fn interfaces(&self, library: &Library) -> [String; 2] {
        let analysis = library.analysis;
        [format!("{analysis}{}", self.function), format!("{analysis}differentiation/{}", self.differentiable)]
    }

    /// What `value` does, in a class of this name whose method of first derivatives and whose method over
    /// elements have these.
    pub fn code(&self, library: &Library, this: &str, first: &str, elements: &str) -> String {
        let parts = [
            ("ROW", text::ROW.to_owned()),
            ("VALUES", text::VALUES.replace("{AGAIN}", "")),
            ("VALUES_AGAIN", text::VALUES.replace("{AGAIN}", "_again")),
            ("CHAINED", text::CHAINED.to_owned()),
            ("COMPOSE_FUNCTION", text::COMPOSE.replace("{ARRAY}", "5")),
            ("COMPOSE_ROW", text::COMPOSE.replace("{ARRAY}", "10")),
        ];
        let differentiation = format!("{}differentiation/", library.analysis);
        let names = [
            ("DIFFERENTIATION", &*differentiation),
            ("STRUCTURE", library.structure),
            ("ARGUMENT", library.argument),
            ("INTERFACE", library.algebra.interface),
            ("THIS", this),
            ("FIRST", first),
            ("ELEMENTS", elements),
        ];
        let parts = parts.iter().map(|(name, text)| (*name, &**text));
        let all = parts.chain(library.texts.iter().copied()).chain(names);
        all.fold(self.text.to_owned(), |text, (name, put)| text.replace(&format!("{{{name}}}"), put))
    }
}
