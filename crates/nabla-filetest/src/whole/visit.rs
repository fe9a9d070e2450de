//! Visits every block and every expression of a program.

use super::ast::{Body, Cond, Expr, Program, Stmt, Target};

/// What is done at a block or an expression, outer ones first.
pub trait Visitor {
    /// At a block.
    fn block(&mut self, _block: &mut Vec<Stmt>) {}
    /// At an expression.
    fn expr(&mut self, _expr: &mut Expr) {}
}

/// Visits the whole program.
pub fn program(program: &mut Program, visitor: &mut dyn Visitor) {
    for class in &mut program.classes {
        for field in &mut class.fields {
            field.start.iter_mut().for_each(|e| expr(e, visitor));
        }
        for method in &mut class.methods {
            method.body.iter_mut().for_each(|b| body(b, visitor));
        }
    }
}

/// Visits a body.
pub fn body(body: &mut Body, visitor: &mut dyn Visitor) {
    if let Some((_, arguments)) = &mut body.chain {
        arguments.iter_mut().for_each(|e| expr(e, visitor));
    }
    block(&mut body.statements, visitor);
    body.result.iter_mut().for_each(|e| expr(e, visitor));
}

fn block(statements: &mut Vec<Stmt>, visitor: &mut dyn Visitor) {
    visitor.block(statements);
    statements.iter_mut().for_each(|s| stmt(s, visitor));
}

fn stmt(stmt: &mut Stmt, visitor: &mut dyn Visitor) {
    let mut all: Vec<&mut Expr> = Vec::new();
    match stmt {
        Stmt::Declare(_, _, e) | Stmt::Do(e) => all.push(e),
        Stmt::Assign(a, b) | Stmt::Update(a, _, b) | Stmt::Add(a, b) => all.extend([a, b]),
        Stmt::Set(a, b, c) => all.extend([a, b, c]),
        Stmt::Copy(a, b, c, d, e) => all.extend([a, b, c, d, e]),
        Stmt::Fill(a, range, e) => {
            all.push(a);
            range.iter_mut().for_each(|(i, j)| all.extend([i, j]));
            all.push(e);
        }
        Stmt::If(c, then, otherwise) => {
            cond(c, visitor);
            block(then, visitor);
            block(otherwise, visitor);
        }
        Stmt::For(_, _, inner) | Stmt::While(_, _, inner) | Stmt::Block(_, inner) => block(inner, visitor),
        Stmt::Each(_, _, of, inner) => {
            expr(of, visitor);
            block(inner, visitor);
        }
        Stmt::Switch(on, cases) => {
            expr(on, visitor);
            cases.iter_mut().for_each(|(inner, _)| block(inner, visitor));
        }
        Stmt::Try(inner, handlers, last) => {
            block(inner, visitor);
            handlers.iter_mut().for_each(|h| block(&mut h.body, visitor));
            block(last, visitor);
        }
        Stmt::Leave(c, _) => cond(c, visitor),
        Stmt::Return(c, e) => {
            cond(c, visitor);
            all.extend(e);
        }
        Stmt::Throw(c, e) => {
            cond(c, visitor);
            all.push(e);
        }
    }
    all.into_iter().for_each(|e| expr(e, visitor));
}

fn cond(c: &mut Cond, visitor: &mut dyn Visitor) {
    match c {
        Cond::Less(a, b) | Cond::LessInt(a, b) | Cond::Same(a, b) => {
            expr(a, visitor);
            expr(b, visitor);
        }
        Cond::Is(a, _) => expr(a, visitor),
        Cond::Not(c) => cond(c, visitor),
        Cond::Both(_, a, b) => {
            cond(a, visitor);
            cond(b, visitor);
        }
    }
}

/// Visits an expression.
pub fn expr(e: &mut Expr, visitor: &mut dyn Visitor) {
    visitor.expr(e);
    if let Expr::Choice(c, ..) = e {
        cond(c, visitor);
    }
    children(e).into_iter().for_each(|child| expr(child, visitor));
}

/// The expressions that an expression is made of.
pub fn children(e: &mut Expr) -> Vec<&mut Expr> {
    match e {
        Expr::Number(_)
        | Expr::Int(_)
        | Expr::Null(_)
        | Expr::Local(..)
        | Expr::This(_)
        | Expr::Field(None, _) => Vec::new(),
        Expr::Field(Some(a), _)
        | Expr::Length(a)
        | Expr::Unary(_, a)
        | Expr::ToFloat(a)
        | Expr::FromFloat(a)
        | Expr::FromInt(a)
        | Expr::ToInt(a)
        | Expr::Clone(a)
        | Expr::Cast(_, a) => vec![a],
        Expr::Element(a, b)
        | Expr::Binary(_, a, b)
        | Expr::Floats(_, a, b)
        | Expr::Modulo(a, b)
        | Expr::Choice(_, a, b)
        | Expr::CopyOf(a, b)
        | Expr::Get(a, b) => vec![a, b],
        Expr::CopyOfRange(a, b, c) => vec![a, b, c],
        Expr::NewArray(_, a, b) => b.iter_mut().fold(vec![a], |mut all, b| {
            all.push(b);
            all
        }),
        Expr::Elements(_, all) | Expr::New(_, all) => all.iter_mut().collect(),
        Expr::Call(call) => {
            let on = if let Target::Object(object) = &mut call.on { Some(&mut **object) } else { None };
            on.into_iter().chain(&mut call.arguments).collect()
        }
    }
}
