//! JVM class files: bytes to and from an editable model.
#![forbid(unsafe_code)]

mod annotation;
mod attributes;
mod class;
mod code;
mod decode;
mod descriptor;
mod encode;
mod error;
mod frames;
mod insn;
mod labels;
mod mutf8;
mod opcode;
mod pool;
mod reader;
mod relocate;
mod type_annotations;

pub use annotation::{Annotation, ElementValue};
pub use attributes::{BootstrapMethod, MethodParameter};
pub use class::{Attribute, ClassFile, Member};
pub use code::*;
pub use error::{Error, ErrorKind, Place, Result};
pub use insn::{Insn, Label};
pub use opcode::{Opcode, Shape};
pub use pool::{ConstIndex, Constant, ConstantPool, MemberRef};
pub use relocate::{recode, recode_class, relocate, relocate_class};
