//! The model of a `Code` attribute.

use std::borrow::Cow;

use crate::{Attribute, ConstIndex, Insn, Label};

/// A decoded `Code` attribute. A label's position is an index into `insns` (its length is allowed,
/// as the end of a range).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code<'a> {
    /// The deepest operand stack, in slots.
    pub max_stack: u16,
    /// The number of local variable slots.
    pub max_locals: u16,
    /// The instructions.
    pub insns: Vec<Insn>,
    /// The bytecode offset each instruction had in the file; for diagnostics, ignored by the writer.
    pub offsets: Vec<u32>,
    /// For each label, the index of the instruction it stands before.
    pub labels: Vec<u32>,
    /// The exception table, in order.
    pub handlers: Vec<Handler>,
    /// The attributes of the code, in the order of the file.
    pub attributes: Vec<CodeAttribute<'a>>,
}

impl Code<'_> {
    /// The source line of an instruction: of the last line entry at or before it, as HotSpot
    /// reports it in stack traces.
    pub fn line_at(&self, insn_index: usize) -> Option<u16> {
        let mut best: Option<(u32, u16)> = None;
        for attribute in &self.attributes {
            let CodeAttribute::LineNumbers { rows, .. } = attribute else { continue };
            for &(label, line) in rows {
                let Some(&start) = self.labels.get(label.0 as usize) else { continue };
                if start as usize == insn_index {
                    return Some(line);
                }
                if (start as usize) < insn_index && best.is_none_or(|(at, _)| start >= at) {
                    best = Some((start, line));
                }
            }
        }
        best.map(|(_, line)| line)
    }

    /// A new label before the instruction at this index.
    pub fn add_label(&mut self, insn_index: usize) -> Label {
        self.labels.push(insn_index as u32);
        Label(self.labels.len() as u32 - 1)
    }

    /// The same code, no longer borrowing from the class file's bytes.
    pub fn into_owned<'b>(self) -> Code<'b> {
        let attribute = |attribute| match attribute {
            CodeAttribute::LineNumbers { name, rows } => CodeAttribute::LineNumbers { name, rows },
            CodeAttribute::LocalVariables { name, rows } => CodeAttribute::LocalVariables { name, rows },
            CodeAttribute::Frames { name, rows } => CodeAttribute::Frames { name, rows },
            CodeAttribute::TypeAnnotations { name, rows } => CodeAttribute::TypeAnnotations { name, rows },
            CodeAttribute::Raw(raw) => {
                CodeAttribute::Raw(Attribute { name: raw.name, bytes: Cow::Owned(raw.bytes.into_owned()) })
            }
        };
        let Code { max_stack, max_locals, insns, offsets, labels, handlers, attributes } = self;
        let attributes = attributes.into_iter().map(attribute).collect();
        Code { max_stack, max_locals, insns, offsets, labels, handlers, attributes }
    }
}

/// One row of the exception table; `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// The first instruction covered.
    pub start: Label,
    /// The first instruction no longer covered.
    pub end: Label,
    /// Where control goes.
    pub target: Label,
    /// The class caught; `None` catches all.
    pub catch_type: Option<ConstIndex>,
}

/// An attribute of `Code`, with labels where it names places.
#[allow(missing_docs, reason = "`name` and `rows` mean the same everywhere")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeAttribute<'a> {
    /// `LineNumberTable`.
    LineNumbers { name: ConstIndex, rows: Vec<(Label, u16)> },
    /// `LocalVariableTable` or `LocalVariableTypeTable` (`name` tells which; the row's
    /// `descriptor` is a signature there).
    LocalVariables { name: ConstIndex, rows: Vec<LocalVariable> },
    /// `StackMapTable`, every frame expanded to its full form, in code order.
    Frames { name: ConstIndex, rows: Vec<(Label, Frame)> },
    /// `RuntimeVisibleTypeAnnotations` or `RuntimeInvisibleTypeAnnotations` of code.
    TypeAnnotations { name: ConstIndex, rows: Vec<CodeTypeAnnotation> },
    /// Any other attribute, as its bytes.
    Raw(Attribute<'a>),
}

/// One row of a local variable table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalVariable {
    /// The first instruction at which the variable has a value.
    pub start: Label,
    /// The first at which it no longer has.
    pub end: Label,
    /// Its name (Utf8).
    pub name: ConstIndex,
    /// Its descriptor or signature (Utf8).
    pub descriptor: ConstIndex,
    /// Its first slot.
    pub slot: u16,
}

/// The verification types at a place; as in the file, a long or double is one entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frame {
    /// Local variables; javac leaves trailing `Top`s away.
    pub locals: Vec<VerificationType>,
    /// The operand stack, bottom first.
    pub stack: Vec<VerificationType>,
}

/// A verification type of the JVM specification, §4.10.1.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VerificationType {
    /// Unusable.
    Top,
    /// `int` and the smaller integer types.
    Integer,
    /// `float`.
    Float,
    /// `long`.
    Long,
    /// `double`.
    Double,
    /// The type of `null`.
    Null,
    /// `this` in a constructor before the call of the super constructor.
    UninitializedThis,
    /// A reference of the class at this pool index.
    Object(ConstIndex),
    /// The result of the `new` at this label, before its constructor ran.
    Uninitialized(Label),
}

/// A type annotation of code: the place it speaks of, then the rest as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeTypeAnnotation {
    /// The target's kind (`target_type`).
    pub target_type: u8,
    /// What the annotation speaks of.
    pub target: TypeAnnotationTarget,
    /// `type_path`, `type_index` and the element pairs, unchanged.
    pub rest: Vec<u8>,
}

/// The places of a type annotation in code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeAnnotationTarget {
    /// Ranges of a local variable: start, end, slot.
    LocalVariable(Vec<(Label, Label, u16)>),
    /// A row of the exception table.
    Catch(u16),
    /// An instruction (`instanceof`, `new`, method reference).
    Instruction(Label),
    /// A type argument of the instruction (cast, generic call).
    TypeArgument(Label, u8),
}
