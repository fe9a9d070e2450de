//! Boxes: the tangent of a box is that of its number.

use super::{Planner, Symbol, TangentDef, real};
use crate::activity::fact::Shape;
use crate::emit::coef::Real;
use crate::emit::form::Form;
use crate::emit::homes::Position;

impl Planner<'_, '_> {
    /// The tangent of a number that was put into a box, or taken out of one.
    pub(super) fn boxed(&mut self, at: usize, operand: &Symbol, shape: Shape) -> Form {
        let form = self.read(operand);
        match (real(operand.shape), real(shape)) {
            // `null` throws.
            (Some(Real::Array), _) | (None, _) | (_, None) => Form::default(),
            (Some(from), Some(to)) if from == to => form,
            (_, Some(to)) => self.define(at, TangentDef::Convert(form), to),
        }
    }

    /// The type of the tangent that a place keeps behind the instruction: that of `null`, or of another
    /// object, is what the place may hold on the way on.
    pub(super) fn kept(&self, at: usize, position: Position, shape: Shape) -> Option<Real> {
        let cfg = self.context.cfg;
        if !self.context.activity.may_become_box(cfg, shape) {
            return real(shape);
        }
        let block = cfg.block_of(at);
        let next = cfg.successors(block).map(|(to, _)| to);
        let caught = cfg.handlers(block).map(|(handler, _)| handler);
        let mut shapes = next.chain(caught).map(|to| {
            let start = cfg.block(to).range.start;
            self.context.activity.box_of(cfg, start, |state| match position {
                Position::Local(slot) => *state.locals.get(slot)?,
                Position::Stack(depth) => state.stack.get(depth).copied(),
            })
        });
        real(shapes.find(|shape| shape.content().is_some()).unwrap_or(shape))
    }
}
