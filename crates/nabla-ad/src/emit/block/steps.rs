//! What a block's symbolic execution gives: its values, its tangents, and the steps to emit.

use crate::activity::fact::{ArrayKind, Shape};
use crate::emit::coef::{Coef, CoefId, Coefs, HelperId, Real, ValueId};
use crate::emit::form::{Form, Leaf, TangentId};
use crate::emit::lanes::index::{Index, Lane};
use crate::program::fields::FieldId;
use nabla_flow::State;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Where a primal value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueDef {
    /// A local at the start of the block.
    Local(usize),
    /// A stack entry at the start of the block.
    Stack(usize),
    /// What the instruction leaves on top of the stack.
    Result(usize),
    /// A component of a tangent that enters, in this local.
    Component(u16),
    /// An expression over locals at the start of the block, see [`Plan::indices`].
    Index,
}

/// How a tangent comes about.
#[derive(Debug, Clone, PartialEq)]
pub enum TangentDef {
    /// It is in this local when the block starts.
    Held(u16),
    /// It is in a position's local since a store in the block.
    Stored,
    /// The unit vector of the independent in this slot.
    Seed(usize),
    /// The unit vectors of the elements of the independent in this slot.
    Seeds(usize),
    /// The unit vector of the element with this index of the independent in this slot.
    Lane(usize, Operand),
    /// A form, bound to a temporary.
    Form(Form),
    /// A form divided by a coefficient.
    Quotient(Form, CoefId),
    /// A helper's result.
    Helper(HelperId, Vec<Argument>),
    /// The instruction's own function, of the tangent in place of its first operand.
    Same(usize, Form, Vec<(ValueId, Shape)>),
    /// The form, converted from the other type.
    Convert(Form),
    /// What the callee left in element 0 of the array in this local.
    Called(u16),
    /// What the instruction, which makes an array, makes of these operands.
    NewArray(usize, Vec<Operand>),
    /// What the instruction, which loads an element, loads from the tangent array.
    Element(usize, Form, Operand),
    /// What the instruction, which copies an array, makes of the tangent array.
    CopyArray(usize, Form, Vec<Operand>),
    /// Zeros of the shape of this array.
    Like(ArrayKind, Operand),
    /// The tangent beside a field; the receiver where the field has one.
    Field(FieldId, Option<Operand>),
}

/// A primal value that an instruction beside the primal's is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Operand {
    /// What the primal computed.
    Value(ValueId, Shape),
    /// A number.
    Int(i32),
}

/// An argument of a helper.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A tangent.
    Tangent(Form),
    /// A primal value.
    Primal(CoefId),
}

/// Something to emit before or after an instruction.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Compute the tangent into a temporary.
    Define(TangentId),
    /// Compute the form into a position's local; the tangent id names it from then on.
    Store(u16, Form, Real, Option<TangentId>),
    /// Compute the components that are held in a position's locals, in their order.
    Components(u16, Vec<CoefId>),
    /// Compute the form and hand it out as the result's tangent.
    Return(Form, Real),
    /// Push the tangents of the active arguments, and call the callee's tangent method in place of
    /// the callee.
    Call(Vec<(Form, Real)>),
    /// Repeat the instruction, which stores an element, on the tangent array.
    Element(usize, Form, Operand, Form, Real),
    /// Store the tangent beside a field.
    Field(FieldId, Option<Operand>, Form, Real),
    /// The same into a field of the object that is being constructed.
    OwnField(FieldId, Form, Real),
    /// Copy from one tangent array, or zeros, to another: source, its position, destination, its
    /// position, length.
    Copy(Form, Operand, Form, Operand, Operand, Real),
    /// Have rows of the tangent array be one where those of this array are.
    Rows(Operand, Form),
    /// Repeat the instruction, which fills an array, on the tangent array.
    Fill(usize, Form, Vec<Operand>, Form, Real),
}

/// An action and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The instruction.
    pub at: usize,
    /// After it, or before it.
    pub after: bool,
    /// What to do.
    pub action: Action,
}

/// What a block's symbolic execution gives.
pub struct Plan {
    /// The instructions of the block.
    pub range: Range<usize>,
    /// All coefficients.
    pub coefs: Coefs,
    /// The primal values and their shapes.
    pub values: Vec<(ValueDef, Shape)>,
    /// The tangents and their types.
    pub tangents: Vec<(TangentDef, Real)>,
    /// In the order of emission.
    pub steps: Vec<Step>,
    /// The values of locals and stack at the start.
    pub entry: State<ValueId>,
    /// The calls of `Math` that the primal makes, by function and operands: where, and the value.
    pub calls: HashMap<(&'static str, Vec<CoefId>), (usize, ValueId)>,
    /// The elements of independents: where they are read or enter, and which they are.
    pub names: HashMap<TangentId, (usize, Index)>,
    /// The lanes of components that enter: where one is zero, there may be no such lane.
    pub entering: BTreeSet<TangentId>,
    /// The values that no instruction of the primal computes.
    pub indices: HashMap<ValueId, Index>,
    /// Whether a position's locals have no room for a component.
    pub lacks_room: bool,
}

impl Plan {
    /// The lane of a tangent that is a unit vector, if it has a name.
    pub fn lane(&self, leaf: Leaf) -> Option<Lane> {
        let Leaf::Tangent(t) = leaf else { return None };
        match self.tangents[t.0 as usize].0 {
            TangentDef::Seed(slot) => Some(Lane { slot, index: None }),
            TangentDef::Lane(slot, _) => {
                let (_, index) = self.names.get(&t)?;
                Some(Lane { slot, index: Some(index.clone()) })
            }
            _ => None,
        }
    }

    /// The primal value that a coefficient is, if it is a function that the primal has called
    /// before the step.
    pub fn computed(&self, c: CoefId, step: usize) -> Option<ValueId> {
        let Coef::Math(name, args) = self.coefs.get(c).0 else { return None };
        let &(at, value) = self.calls.get(&(*name, args.clone()))?;
        let step = &self.steps[step];
        (at < step.at || (at == step.at && step.after)).then_some(value)
    }
}
