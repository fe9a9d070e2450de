//! Synthetic static methods for formulas that need a condition.
//!
//! A condition inside a method whose operand stack is loaded would need a frame of all that the
//! method holds at that place. As a small static method of doubles it needs none of it, is written
//! once a class, and the JIT inlines it where it is called.

use super::coef::HelperId;
use crate::AdError;
use crate::output::add_static;
use crate::rules::{self, Expr, Row};
use nabla_classfile::ClassFile;
use std::iter::Peekable;

mod compile;

pub use compile::{compile, math, push_double, push_int};

/// No part of a formula takes more than 16 bytes.
const SURELY_SHORT: usize = 4096;

/// A helper: its name and its body over its own parameters, all `double`.
#[derive(Debug, Clone, PartialEq)]
pub struct Helper {
    /// The method's name.
    pub name: String,
    /// The number of its parameters.
    pub arity: usize,
    /// Its value, over `Arg`s.
    pub body: Expr,
}

impl Helper {
    /// What its name is without what all of them begin with.
    pub fn stem(&self) -> Option<&str> {
        self.name.strip_prefix("nabla$")
    }

    /// The row by which a call of it is differentiated. Which branch of a whole tangent counts is decided
    /// for the tangent of that, too, so that nothing of the other is multiplied by zero.
    pub fn row(&self) -> Option<Row> {
        if self.name.ends_with("$t") {
            return rules::tangent(&self.body).map(Row::Select);
        }
        let partials = (0..self.arity as u8).map(|k| rules::derive(&self.body, k));
        Some(Row::Guarded(partials.collect::<Option<_>>()?))
    }

    /// Its descriptor.
    pub fn descriptor(&self) -> String {
        format!("({})D", "D".repeat(self.arity))
    }
}

/// What is known of the dividend of a quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dividend {
    /// It has a tangent.
    Active,
    /// It has none.
    Constant,
    /// It is the constant 1.
    One,
}

/// The helpers a class needs.
#[derive(Debug, Clone, Default)]
pub struct Helpers {
    list: Vec<Helper>,
}

impl Helpers {
    /// The helper with this number.
    pub fn get(&self, id: HelperId) -> &Helper {
        &self.list[id.0 as usize]
    }

    /// All of them, in the order in which they were first needed.
    pub fn all(&self) -> &[Helper] {
        &self.list
    }

    /// Takes those from this one on back if one of them is longer than a method can be.
    ///
    /// # Errors
    ///
    /// That limit.
    pub fn check(&mut self, class: &ClassFile, first: usize) -> Result<(), AdError> {
        let add = |helper: &Helper| {
            let mut copy = class.clone();
            let code = compile(helper, &mut copy.pool)?;
            add_static(&mut copy, &helper.name, &helper.descriptor(), &code)
        };
        let long = |helper: &&Helper| {
            let mut parts = 0;
            helper.body.walk(&mut |_| parts += 1);
            parts > SURELY_SHORT
        };
        let checked = self.list[first..].iter().filter(long).try_for_each(add);
        if checked.is_err() {
            self.list.truncate(first);
        }
        checked
    }

    /// The helper that an earlier run emitted under this name, from the table again: the name says
    /// which row, which operand, and how often it was differentiated since.
    pub fn by_name(name: &str) -> Option<Helper> {
        let mut parts = name.strip_prefix("nabla$")?.split('$').peekable();
        let mut helpers = Helpers::default();
        let stem = parts.next()?;
        let of_no_row = match stem {
            "bounded" => Some(helpers.bounded().0),
            "quotient" => Some(helpers.quotient(Dividend::Active).0),
            "reciprocal" => Some(helpers.quotient(Dividend::Constant).0),
            "inverse" => Some(helpers.quotient(Dividend::One).0),
            _ => None,
        };
        if let Some(id) = of_no_row.filter(|_| parts.next() == Some("t")) {
            return helpers.derived(id, parts, name);
        }
        let rule = rules::lookup_stem(stem)?;
        let operands = rule.operands.len();
        let mut prefix = rule.stem.to_owned();
        let (id, _) = match (&rule.row, parts.next()?) {
            (Row::Select(tangent), "t") => helpers.tangent(rule.stem, tangent, operands),
            (Row::Partials(p) | Row::Helper(p) | Row::Guarded(p), operand) => {
                let mut partial = p.get(operand.strip_prefix('d')?.parse::<usize>().ok()?)?.clone();
                prefix = format!("{prefix}${operand}");
                let exponent = parts.peek().and_then(|p| u64::from_str_radix(p, 16).ok());
                if let Some(bits) =
                    exponent.filter(|_| parts.peek().is_some_and(|p| p.len() > 8 || *p == "0"))
                {
                    partial = rules::pow_constant(f64::from_bits(bits)).0;
                    prefix = format!("{prefix}${}", parts.next()?);
                }
                if parts.peek() == Some(&"g") {
                    parts.next();
                    helpers.guarded(&prefix, &partial, operands)
                } else {
                    helpers.partial(&prefix, &partial, operands)
                }
            }
            _ => return None,
        };
        helpers.derived(id, parts, name)
    }

    /// What derivatives of derivatives made of the helper, by the rest of its name.
    fn derived<'n>(
        mut self,
        mut id: HelperId,
        mut parts: Peekable<impl Iterator<Item = &'n str>>,
        name: &str,
    ) -> Option<Helper> {
        while let Some(part) = parts.next() {
            let helper = self.get(id).clone();
            let stem = helper.stem()?;
            if part == "t" {
                id = self.tangent(stem, &rules::tangent(&helper.body)?, helper.arity).0;
                continue;
            }
            let derived = rules::derive(&helper.body, part.strip_prefix('d')?.parse().ok()?)?;
            let plain = format!("{stem}${part}");
            id = match parts.next_if_eq(&"g") {
                Some(_) => self.guarded(&plain, &derived, helper.arity).0,
                None => self.partial(&plain, &derived, helper.arity).0,
            };
        }
        Some(self.get(id).clone()).filter(|h| h.name == name)
    }

    fn add(&mut self, name: String, arity: usize, body: Expr) -> HelperId {
        if let Some(found) = self.list.iter().position(|h| h.name == name) {
            return HelperId(found as u32);
        }
        self.list.push(Helper { name, arity, body });
        HelperId(self.list.len() as u32 - 1)
    }

    /// A partial; also what it must be given, in order.
    pub fn partial(&mut self, name: &str, partial: &Expr, operands: usize) -> (HelperId, Vec<Expr>) {
        let used = used(partial, operands);
        let body = renumber(partial, &used);
        (self.add(format!("nabla${name}"), used.len(), body), used)
    }

    /// A whole tangent; also what it must be given, in order.
    pub fn tangent(&mut self, name: &str, tangent: &Expr, operands: usize) -> (HelperId, Vec<Expr>) {
        let used = used(tangent, operands);
        let body = renumber(tangent, &used);
        (self.add(format!("nabla${name}$t"), used.len(), body), used)
    }

    /// The tangent of a quotient.
    pub fn quotient(&mut self, dividend: Dividend) -> (HelperId, Vec<Expr>) {
        match dividend {
            Dividend::Active => self.tangent("quotient", &rules::quotient(), 2),
            Dividend::Constant => self.tangent("reciprocal", &rules::reciprocal(), 2),
            Dividend::One => self.tangent("inverse", &rules::inverse(), 2),
        }
    }

    /// The tangent of an operand at which a function may have come to rest.
    pub fn bounded(&mut self) -> (HelperId, Vec<Expr>) {
        self.tangent("bounded", &rules::bounded(), 1)
    }

    /// A term of a rule under which a zero tangent stays zero: takes the tangent first, then what
    /// is listed.
    pub fn guarded(&mut self, name: &str, partial: &Expr, operands: usize) -> (HelperId, Vec<Expr>) {
        let used = used(partial, operands);
        let shift = |e: &Expr| shifted(&renumber(e, &used));
        let body = rules::guarded(&Expr::Arg(0), &shift(partial));
        (self.add(format!("nabla${name}$g"), used.len() + 1, body), used)
    }
}

/// The operands, tangents and result an expression uses.
fn used(expr: &Expr, operands: usize) -> Vec<Expr> {
    let mut all: Vec<Expr> = (0..operands as u8).map(Expr::Arg).collect();
    all.extend((0..operands as u8).map(Expr::Tangent));
    all.push(Expr::Result);
    all.retain(|e| expr.any(|x| x == e));
    all
}

/// The expression with what it uses replaced by the helper's parameters.
fn renumber(expr: &Expr, used: &[Expr]) -> Expr {
    expr.replace(&|leaf| {
        let place = used.iter().position(|u| u == leaf);
        place.map_or_else(|| leaf.clone(), |i| Expr::Arg(i as u8))
    })
}

/// The expression with every parameter one further back.
fn shifted(expr: &Expr) -> Expr {
    expr.replace(&|leaf| match leaf {
        Expr::Arg(i) => Expr::Arg(i + 1),
        other => other.clone(),
    })
}
