//! What `f` writes at one place and reads at another that was given the same array.

use super::ast::{Body, Expr, Stmt, Type};
use super::expressions::Gen;
use super::holders::{Access, Holders};
use super::paths::Path;

/// Adds it to the body of `f`.
pub fn cross(generator: &mut Gen<'_>, body: &mut Body, holders: &Holders, pairs: &[(Path, Path)]) {
    for _ in 0..1 + generator.r.below(3) {
        let Some((mut a, mut b)) = generator.r.pick(pairs).cloned() else { return };
        if generator.r.percent(50) {
            std::mem::swap(&mut a, &mut b);
        }
        let (write, index) = write(generator, holders, &a);
        let at = generator.r.below(body.statements.len() + 1);
        body.statements.insert(at, write);
        let read = read(holders, &b, index, generator.r.percent(50));
        match &mut body.result {
            Some(result) if result.ty() == Type::Double => {
                let sum = result.clone();
                *result = Expr::Binary(0, Box::new(sum), Box::new(read));
            }
            Some(result) if b.slot.ty() == Type::Row && generator.r.percent(50) => *result = b.expr(),
            Some(result) => *result = Expr::Elements(Type::Row, vec![read.clone(), read, Expr::Number(0.5)]),
            None => {
                let place = generator.local(Type::Row).unwrap_or_else(|| a.expr());
                body.statements
                    .push(Stmt::Assign(Expr::Element(Box::new(place), Box::new(Expr::Int(0))), read));
            }
        }
    }
}

/// A statement that writes at the place, and to which index.
fn write(generator: &mut Gen<'_>, holders: &Holders, to: &Path) -> (Stmt, i32) {
    let value = generator.number(2);
    if to.slot.ty() == Type::Floats {
        return (Stmt::Assign(to.number(0), Expr::ToFloat(Box::new(value))), 0);
    }
    if generator.r.percent(50)
        && let Some(writer) = holders.accessor(&to.slot, |access| matches!(access, Access::Write(_)))
        && let Access::Write(index) = writer.access
        && let Some(call) = to.call(&writer.name, Type::Void, vec![value.clone()])
    {
        return (Stmt::Do(call), index);
    }
    let index = generator.r.below(3) as i32;
    match generator.r.percent(25) {
        true => (Stmt::Update(to.number(index), 0, value), index),
        false => (Stmt::Assign(to.number(index), value), index),
    }
}

/// A number of the place: of this index, if a method that reads it is not to be called.
fn read(holders: &Holders, from: &Path, index: i32, by_method: bool) -> Expr {
    let reader = holders.accessor(&from.slot, |access| access == Access::Read(index));
    let call = reader.filter(|_| by_method).and_then(|r| from.call(&r.name, Type::Double, Vec::new()));
    let number = call.unwrap_or_else(|| from.number(index));
    if number.ty() == Type::Float { Expr::FromFloat(Box::new(number)) } else { number }
}
