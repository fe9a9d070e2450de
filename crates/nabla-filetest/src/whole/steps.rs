//! Draws what is done with a program.

use super::ast::{Action, Class, Root, Step, Type};
use super::random::Random;

/// Two to five steps.
pub fn steps(r: &mut Random, root: &Root, main: &Class) -> Vec<Step> {
    let of = |types: &[Type]| -> Vec<String> {
        let fields = main.fields.iter().filter(|f| root.instance || f.is_static);
        let fields = fields.filter(|f| types.contains(&f.field.ty));
        fields.map(|f| f.field.name.clone()).collect()
    };
    let (places, rows) = (of(&[Type::Double, Type::Row]), of(&[Type::Row]));
    let numbers = root.parameters.iter().filter(|ty| **ty == Type::Double).count();
    let count = 2 + r.below(4);
    let mut steps = Vec::new();
    for _ in 0..count {
        let action = match r.weighted(&[2, 8, 6, 2, 1]) {
            0 => Action::Primal,
            1 => Action::Jvp,
            2 => Action::Partial(r.below(numbers)),
            3 => r.pick(&places).map_or(Action::Jvp, |f| Action::Put(f.clone())),
            _ => match (r.pick(&rows).cloned(), r.pick(&rows).cloned()) {
                (Some(a), Some(b)) => Action::Share(a, b),
                _ => Action::Jvp,
            },
        };
        let at = (0..2).map(|_| r.below(33) as f64 / 8.0 - 2.0).collect();
        let seeds = (0..2).map(|_| r.below(9) as f64 / 4.0 - 1.0).collect();
        let n = if r.percent(8) { 3 } else { r.below(3) as i32 };
        steps.push(Step { action, at, seeds, n });
    }
    steps
}
