//! Smaller programs with the same failure.

use super::ast::{Body, Expr, Program, Stmt, simplest};
use super::visit::{self, Visitor, children};

/// A way to make a program smaller.
#[derive(Debug, Clone, PartialEq)]
enum Edit {
    /// Leave out a step.
    Step(usize),
    /// Empty a method: the class and its place there.
    Empty(usize, usize),
    /// Leave out a method that nothing names, if so.
    Method(usize, usize),
    /// Leave out a field.
    Field(usize, usize),
    /// Leave out so many statements of a block from this one on.
    Remove(usize, usize, usize),
    /// Replace a statement of a block by what it is made of.
    Unfold(usize, usize),
    /// Replace an expression by the simplest of its type.
    Simplest(usize),
    /// Replace an expression by one that it is made of.
    Child(usize, usize),
}

/// Makes the program smaller as long as `fails` says so of one of the programs it is given; the
/// answers are in their order. It is asked for at most so many rounds.
pub fn shrink(program: &Program, rounds: usize, fails: &mut dyn FnMut(&[Program]) -> Vec<bool>) -> Program {
    let mut best = program.clone();
    let mut fine = 0;
    for _ in 0..rounds {
        let edits = edits(&best, fine);
        if edits.is_empty() {
            if fine == 3 {
                break;
            }
            fine += 1;
            continue;
        }
        let tried: Vec<Program> =
            edits.iter().enumerate().map(|(i, edit)| numbered(apply(&best, edit), program.seed, i)).collect();
        let good: Vec<&Edit> =
            edits.iter().zip(fails(&tried)).filter(|(_, fails)| *fails).map(|(edit, _)| edit).collect();
        if good.is_empty() {
            if fine == 3 {
                break;
            }
            fine += 1;
            continue;
        }
        // All at once if that fails as well, else half of them, and so on.
        let mut counts = vec![good.len()];
        while let Some(&last) = counts.last().filter(|last| **last > 1) {
            counts.push(last.div_ceil(2));
        }
        let together: Vec<Program> = counts
            .iter()
            .enumerate()
            .map(|(i, &count)| numbered(all(&best, &good[..count]), program.seed, i))
            .collect();
        let answers = fails(&together);
        let first = answers.iter().position(|fails| *fails);
        best = match first {
            Some(i) => together[i].clone(),
            None => apply(&best, good[0]),
        };
    }
    Program { seed: program.seed, ..best }
}

fn numbered(program: Program, seed: u64, number: usize) -> Program {
    Program { seed: seed * 10_000 + number as u64, ..program }
}

/// Edits from the last to the first, so that what is counted before stays where it is.
fn all(program: &Program, edits: &[&Edit]) -> Program {
    let mut result = program.clone();
    for edit in edits.iter().rev() {
        result = apply(&result, edit);
    }
    result
}

#[derive(Default)]
struct Census {
    blocks: Vec<Vec<bool>>,
    exprs: Vec<(bool, Vec<usize>)>,
}

impl Visitor for Census {
    fn block(&mut self, block: &mut Vec<Stmt>) {
        self.blocks.push(block.iter().map(|s| !inner(s).is_empty()).collect());
    }

    fn expr(&mut self, expr: &mut Expr) {
        let ty = expr.ty();
        let simple = *expr == simplest(ty) || matches!(expr, Expr::Local(..) | Expr::This(_) | Expr::Null(_));
        let fits = children(expr).iter().enumerate().filter(|(_, c)| c.ty() == ty).map(|(i, _)| i).collect();
        self.exprs.push((simple, fits));
    }
}

/// What can be tried: the coarse first, the fine when nothing coarse is left.
fn edits(program: &Program, fine: usize) -> Vec<Edit> {
    let mut census = Census::default();
    visit::program(&mut program.clone(), &mut census);
    let mut edits = Vec::new();
    match fine {
        0 => {
            if program.steps.len() > 1 {
                edits.extend((0..program.steps.len()).map(Edit::Step));
            }
            for (c, class) in program.classes.iter().enumerate() {
                for (m, method) in class.methods.iter().enumerate() {
                    let empty = method.body.as_ref().is_none_or(|b| b.statements.is_empty());
                    if method.name != "f" {
                        edits.push(if empty { Edit::Method(c, m) } else { Edit::Empty(c, m) });
                    }
                }
            }
        }
        1 | 2 => {
            for (b, block) in census.blocks.iter().enumerate() {
                let size = if fine == 1 { block.len().div_ceil(3).max(1) } else { 1 };
                edits.extend((0..block.len()).step_by(size).map(|i| Edit::Remove(b, i, size)));
                if fine == 2 {
                    edits.extend((0..block.len()).filter(|i| block[*i]).map(|i| Edit::Unfold(b, i)));
                }
            }
        }
        _ => {
            for (i, (simple, fits)) in census.exprs.iter().enumerate() {
                if !simple {
                    edits.push(Edit::Simplest(i));
                }
                edits.extend(fits.iter().map(|child| Edit::Child(i, *child)));
            }
            for (c, class) in program.classes.iter().enumerate() {
                edits.extend((0..class.fields.len()).map(|f| Edit::Field(c, f)));
            }
        }
    }
    edits
}

struct Change<'e> {
    edit: &'e Edit,
    blocks: usize,
    exprs: usize,
}

impl Visitor for Change<'_> {
    fn block(&mut self, block: &mut Vec<Stmt>) {
        let here = self.blocks;
        self.blocks += 1;
        match *self.edit {
            Edit::Remove(b, at, count) if b == here && at < block.len() => {
                let end = (at + count).min(block.len());
                block.drain(at..end);
            }
            Edit::Unfold(b, at) if b == here && at < block.len() => {
                let inner = inner(&block[at]);
                block.splice(at..=at, inner);
            }
            _ => {}
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let here = self.exprs;
        self.exprs += 1;
        match *self.edit {
            Edit::Simplest(e) if e == here => *expr = simplest(expr.ty()),
            Edit::Child(e, child) if e == here => {
                let mut copy = expr.clone();
                if let Some(child) = children(&mut copy).get(child) {
                    *expr = (*child).clone();
                }
            }
            _ => {}
        }
    }
}

fn apply(program: &Program, edit: &Edit) -> Program {
    let mut result = program.clone();
    match *edit {
        Edit::Step(i) if i < result.steps.len() && result.steps.len() > 1 => {
            result.steps.remove(i);
        }
        Edit::Step(_) => {}
        Edit::Empty(c, m) => {
            if let Some(body) = result.classes[c].methods.get_mut(m).and_then(|m| m.body.as_mut()) {
                let chain = body.chain.take();
                let result = body.result.as_ref().map(|e| simplest(e.ty()));
                *body = Body { chain, statements: Vec::new(), result };
            }
        }
        Edit::Method(c, m) if m < result.classes[c].methods.len() => {
            result.classes[c].methods.remove(m);
        }
        Edit::Field(c, f) if f < result.classes[c].fields.len() => {
            result.classes[c].fields.remove(f);
        }
        Edit::Method(..) | Edit::Field(..) => {}
        _ => visit::program(&mut result, &mut Change { edit, blocks: 0, exprs: 0 }),
    }
    result
}

/// The statements that a statement is made of.
fn inner(stmt: &Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::If(_, a, b) => [a.clone(), b.clone()].concat(),
        Stmt::For(_, _, body) | Stmt::While(_, _, body) | Stmt::Each(_, _, _, body) => body.clone(),
        Stmt::Block(_, body) => body.clone(),
        Stmt::Switch(_, cases) => cases.iter().flat_map(|(body, _)| body.clone()).collect(),
        Stmt::Try(body, handlers, last) => {
            let handlers = handlers.iter().flat_map(|h| h.body.clone()).collect();
            [body.clone(), handlers, last.clone()].concat()
        }
        _ => Vec::new(),
    }
}
