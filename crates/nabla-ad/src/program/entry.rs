//! The locals of a method when it is called.

use crate::signature::{slots_of, split_descriptor};
use nabla_classfile::Code;
use nabla_flow::{State, Value};

/// The locals of a method with this descriptor; by the place of an operand, the receiver's being the first,
/// with its descriptor and whether it is wide, its value. `None` if the code has no room for them.
pub fn entry<V: Value>(
    code: &Code,
    descriptor: &str,
    receiver: bool,
    value: impl Fn(usize, &str, bool) -> V,
) -> Option<State<V>> {
    let (mut operands, _) = split_descriptor(descriptor)?;
    if receiver {
        operands.insert(0, "Ljava/lang/Object;".to_owned());
    }
    let mut state = State::new(usize::from(code.max_locals));
    let mut slot = 0;
    for (i, operand) in operands.iter().enumerate() {
        let slots = slots_of(operand);
        state.set_local(slot, value(i, operand, slots == 2)).ok()?;
        slot += usize::from(slots);
    }
    Some(state)
}
