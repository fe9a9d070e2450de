//! A method in one activity pattern, and what its callers must know of it.

use super::callbacks::Bodies;
use super::classes::MethodId;
use super::fields::FieldId;
use super::holders::{Functions, Holder};
use super::targets::Targets;
use crate::activity::fact::{ArrayKind, Shape};
use crate::activity::gone::Gone;
use crate::emit::width::Width;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How an argument depends on the independents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Carry {
    /// Not at all.
    Nothing,
    /// It has a tangent.
    Tangent,
    /// In a way that was lost.
    Lost,
    /// Not at all: it is a function that the caller of the selected method gave.
    Outside,
}

/// What carries a tangent in a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    /// The Java parameters.
    pub parameters: Vec<Carry>,
    /// The types of the arrays of numbers that are passed as parameters of other types, by index.
    pub arrays: BTreeMap<usize, ArrayKind>,
    /// The shapes of boxes that have tangents and are passed as parameters of other types, by index.
    pub boxes: BTreeMap<usize, Shape>,
    /// The type of the array that is the result, if it must carry a tangent.
    pub array_result: Option<ArrayKind>,
    /// Where in the heap active values are, out of reach, when the call is made.
    pub gone: Gone,
    /// Whether code that is not followed makes the call, and so the primal runs without its
    /// tangent.
    pub callback: bool,
    /// Whether the call is made for what it writes alone: its result is lost, and not read.
    pub unread: bool,
    /// The group of selected methods that it is analysed for; names alone tell groups apart.
    pub group: u16,
}

/// What stands before the number of a group in a name. Names of Java may have it, as those in old class files have to
/// be, and nobody's do.
pub const GROUP: char = '¢';

impl Pattern {
    /// These of so many parameters have a tangent, and nothing else does.
    pub fn of(active: &[usize], parameters: usize) -> Pattern {
        let carry = |i| if active.contains(&i) { Carry::Tangent } else { Carry::Nothing };
        Pattern {
            parameters: (0..parameters).map(carry).collect(),
            arrays: BTreeMap::new(),
            boxes: BTreeMap::new(),
            array_result: None,
            gone: Gone::NOWHERE,
            callback: false,
            unread: false,
            group: 0,
        }
    }

    /// The same in a group of methods.
    pub fn in_group(self, group: u16) -> Pattern {
        Pattern { group, ..self }
    }

    /// The indices of the parameters that have one.
    pub fn active(&self) -> impl Iterator<Item = usize> + '_ {
        self.parameters.iter().enumerate().filter(|(_, c)| **c == Carry::Tangent).map(|(i, _)| i)
    }

    /// The type of the array that a parameter of this type is, if it is one of numbers.
    pub fn array(&self, index: usize, descriptor: &str) -> Option<ArrayKind> {
        ArrayKind::of(descriptor).or(self.arrays.get(&index).copied())
    }

    /// The type of the number in the box that a parameter of another type is, or may be.
    pub fn content(&self, index: usize) -> Option<&'static str> {
        self.boxes.get(&index).and_then(|shape| shape.content())
    }

    /// The type of the tangent of a parameter of this type.
    pub fn tangent(&self, index: usize, descriptor: &str, width: Width) -> String {
        match self.array(index, descriptor) {
            Some(array) => width.array(array).descriptor(),
            None => width.tangent(self.content(index).unwrap_or(descriptor)),
        }
    }

    /// The pattern that a name ends with, if it is one.
    pub fn parse(text: &str) -> Option<Pattern> {
        let (text, group) = text.split_once(GROUP).unwrap_or((text, "0"));
        let mut pattern = Pattern::of(&[], 0).in_group(group.parse().ok()?);
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            let behind = rest.trim_start_matches(['d', 'f']);
            let (array, after) = rest.split_at(rest.len() - behind.len());
            let array = (!array.is_empty()).then(|| ArrayKind {
                rank: u8::try_from(array.len()).unwrap_or(u8::MAX),
                float: array.starts_with('f'),
            });
            let content = rest.chars().next().and_then(Shape::of_letter);
            let after = if content.is_some() { &rest[1..] } else { after };
            let carry = match letter {
                '0' => Carry::Nothing,
                '1' => Carry::Tangent,
                'l' => Carry::Lost,
                'o' => Carry::Outside,
                'a' => {
                    pattern.array_result = Some(array?);
                    rest = after;
                    continue;
                }
                'c' => {
                    pattern.callback = true;
                    continue;
                }
                'u' => {
                    pattern.unread = true;
                    continue;
                }
                letter => {
                    pattern.gone = pattern.gone.join(Gone::parse(letter)?);
                    continue;
                }
            };
            pattern.arrays.extend(array.map(|array| (pattern.parameters.len(), array)));
            pattern.boxes.extend(content.map(|content| (pattern.parameters.len(), content)));
            pattern.parameters.push(carry);
            rest = after;
        }
        Some(pattern)
    }

    /// The pattern in a name: `101`.
    pub fn text(&self) -> String {
        let letters = |array: &ArrayKind| if array.float { "f" } else { "d" }.repeat(array.rank.into());
        let mut text = String::new();
        for (i, carry) in self.parameters.iter().enumerate() {
            text.push(match carry {
                Carry::Nothing => '0',
                Carry::Tangent => '1',
                Carry::Lost => 'l',
                Carry::Outside => 'o',
            });
            text.extend(self.arrays.get(&i).map(letters));
            text.extend(self.boxes.get(&i).and_then(|shape| shape.letter()));
        }
        if let Some(array) = &self.array_result {
            text.push('a');
            text.push_str(&letters(array));
        }
        text.extend(self.gone.text());
        if self.callback {
            text.push('c');
        }
        if self.unread {
            text.push('u');
        }
        text.push_str(&group_text(self.group));
        text
    }
}

/// What the names of methods and fields for tangents end with in a group: nothing in the first.
pub fn group_text(group: u16) -> String {
    if group == 0 { String::new() } else { format!("{GROUP}{group}") }
}

/// A method in one activity pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The method.
    pub method: MethodId,
    /// Its pattern.
    pub pattern: Pattern,
}

/// A call, whatever makes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Asked {
    /// What it names.
    pub targets: *const Targets,
    /// The lambdas that the receiver may be, where that decides.
    pub receiver: Functions,
    /// The pattern.
    pub pattern: Pattern,
}

/// What is analysed to give a summary.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Analysed {
    /// A method in a pattern.
    Method(Key),
    /// The methods of a set, called by code that is not followed; whether that only compares what they
    /// give. The summary tells only whether one of them shows active values.
    Callbacks(Bodies, bool),
    /// What objects store when these methods are asked what they are. There is nothing in the summary.
    Remembering(Bodies),
    /// These initialisers of classes. The summary tells only whether they may compute from active values.
    Initialising(Bodies),
    /// Functions of this interface that code makes which is not followed. The summary tells only whether they may
    /// read active values, or store where some are.
    Touching(String),
    /// All bodies that a call may reach.
    Call(Asked),
}

impl Analysed {
    /// The method.
    pub fn method(&self) -> Option<MethodId> {
        match self {
            Analysed::Method(key) => Some(key.method),
            Analysed::Callbacks(..)
            | Analysed::Remembering(_)
            | Analysed::Initialising(_)
            | Analysed::Touching(_)
            | Analysed::Call(_) => None,
        }
    }
}

/// How the result of a call depends on the active arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ResultLevel {
    /// Not at all, as far as is known yet.
    #[default]
    Inactive,
    /// By known rules.
    Varied,
    /// In a way that is lost somewhere in the callee.
    Lost,
}

/// What references a method returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Returned {
    /// None but `null`, as far as is known yet.
    #[default]
    Nothing,
    /// Arrays of this type.
    Array(ArrayKind),
    /// Boxes of this shape.
    Box(Shape),
    /// Objects of which none is an array of numbers, or a box that has a tangent.
    Object,
    /// Others.
    Other,
}

impl Returned {
    /// Both.
    pub fn join(self, other: Returned) -> Returned {
        match (self, other) {
            (a, b) if a == b => a,
            (Returned::Nothing, x) | (x, Returned::Nothing) => x,
            (Returned::Box(shape), other) | (other, Returned::Box(shape))
                if shape.content() == Some("D")
                    && (other == Returned::Object || other == Returned::Box(Shape::MaybeDouble)) =>
            {
                Returned::Box(Shape::MaybeDouble)
            }
            _ => Returned::Other,
        }
    }
}

/// What an array that a caller passes or receives may be in the callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The parameter with this index.
    Parameter(usize),
    /// The result.
    Result,
    /// What a field holds.
    Field(FieldId),
}

/// What a caller must know of a callee.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// The result.
    pub result: ResultLevel,
    /// What is returned, where that is no number.
    pub returned: Returned,
    /// Whether the result is computed from a cast of an active value to an integer.
    pub stepped: bool,
    /// Where in the heap active values went, out of reach, before it returned.
    pub gone: Gone,
    /// The same before it threw.
    pub thrown: Gone,
    /// Whether it stores into an active field or array, so that its tangent must run too.
    pub writes: bool,
    /// Of a call: whether bodies whose result is lost throw in place of their tangents.
    pub throws: bool,
    /// Whether its code is not followed: it may call functions that it is given as they are.
    pub unfollowed: bool,
    /// The array parameters into which active values are stored.
    pub activates: BTreeSet<usize>,
    /// The array parameters into whose elements they are.
    pub stores: BTreeSet<usize>,
    /// The array parameters into whose elements anything is stored.
    pub written: BTreeSet<usize>,
    /// The array parameters that code which is not followed gets hold of.
    pub exposes: BTreeSet<usize>,
    /// Whether such code gets hold of the array that is the result.
    pub exposes_result: bool,
    /// Ends that may be one array, and whether the method puts it into a further place.
    pub aliases: BTreeSet<(BTreeSet<End>, bool)>,
}

impl Summary {
    /// Whether the result is lost.
    pub fn is_lost(&self) -> bool {
        self.result == ResultLevel::Lost
    }

    /// Whether code that calls the method gets to see active values.
    pub fn shows(&self) -> bool {
        self.result != ResultLevel::Inactive || self.shows_beside_result()
    }

    /// The same for code that only compares what the method gives.
    pub fn shows_beside_result(&self) -> bool {
        self.gone.somewhere() || self.thrown.somewhere() || !self.activates.is_empty()
    }

    /// The least summary above both.
    pub fn join(mut self, other: &Summary) -> Summary {
        self.result = self.result.max(other.result);
        self.returned = self.returned.join(other.returned);
        self.stepped |= other.stepped;
        self.gone = self.gone.join(other.gone);
        self.thrown = self.thrown.join(other.thrown);
        self.writes |= other.writes;
        self.unfollowed |= other.unfollowed;
        self.activates.extend(&other.activates);
        self.stores.extend(&other.stores);
        self.written.extend(&other.written);
        self.exposes.extend(&other.exposes);
        self.exposes_result |= other.exposes_result;
        self.aliases.extend(other.aliases.iter().cloned());
        self
    }
}

/// A call of methods of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    /// The bodies it can reach: one for all calls that name the same.
    pub targets: Rc<Targets>,
    /// The name of the method.
    pub name: String,
    /// The descriptors of the Java parameters.
    pub parameters: Vec<String>,
    /// The descriptor of the result.
    pub result: String,
    /// Whether the first operand is a receiver.
    pub receiver: bool,
}

/// A call of methods of the program, shared by all who look at its site.
pub type CalleeRef = Rc<Callee>;

/// Answers what the rest of the program does, and is told what is found out about it.
pub trait World {
    /// The number of the group of selected methods.
    fn group(&self) -> u16;
    /// The summary of all bodies the call can reach, in this pattern; `receiver` are the lambdas that
    /// the receiver may be.
    fn summary(&self, callee: &CalleeRef, receiver: Functions, pattern: &Pattern) -> Rc<Summary>;
    /// These bodies.
    fn bodies(&self, callee: &Callee, receiver: Functions) -> Vec<MethodId>;
    /// Whether no more bodies come for the functions that the method at hand calls.
    fn gives_up(&self) -> bool;
    /// The field that an instruction names; `None` where its class is not at hand.
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldId>;
    /// Whether objects of which nothing is known may say active values of themselves.
    fn says(&self) -> bool;
    /// Whether a class of the program is below this one of the JDK.
    fn is_extended(&self, name: &str) -> bool;
    /// Whether the user says that no derivative flows through the field.
    fn is_inactive(&self, field: FieldId) -> bool;
    /// Whether the field is active, and whether the array it holds is out of reach.
    fn is_active(&self, field: FieldId) -> (bool, bool);
    /// Whether the field is that of a lambda's captured value.
    fn is_captured(&self, field: FieldId) -> bool;
    /// Whether it is a constant that holds an array without elements.
    fn is_empty(&self, field: FieldId) -> bool;
    /// Whether active values are stored into elements of the array it holds.
    fn is_stored(&self, field: FieldId) -> bool;
    /// An active value is stored into an element of the array that the field holds.
    fn store(&self, field: FieldId);
    /// An active value is stored into the field or the array it holds.
    fn activate(&self, field: FieldId);
    /// Code that is not followed gets hold of the array that the field holds.
    fn expose(&self, field: FieldId);
    /// Whether the class of this name and what it extends are at hand.
    fn is_at_hand(&self, name: &str) -> bool;
    /// Whether what is this deep on the stack before an instruction may be an array of numbers as an object.
    fn may_be_array(&self, at: usize, depth: usize) -> bool;
    /// An array, or what one holds, comes from where nothing is followed.
    fn meet_elsewhere(&self);
    /// Code that is not followed may call these: whether it gets to see active values then.
    fn callbacks(&self, bodies: Bodies, compared: bool) -> bool;
    /// Objects are asked by these methods what they are, and store what they compute without its tangents.
    fn remember(&self, answers: Bodies);
    /// These initialise classes, without tangents: whether they may compute from active values.
    fn initialise(&self, initialisers: Bodies) -> bool;
    /// The functions that a value may be which comes from code that is not followed, besides those that were found.
    fn others(&self) -> Functions;
    /// Whether these are all functions that a value may be.
    fn are_known(&self, functions: Functions) -> bool;
    /// A function of this interface is run as it is, and may be one that was made where nothing is followed: whether
    /// it may compute from active values.
    fn run_outside(&self, interface: &str) -> bool;
    /// The methods that these lambdas have; `None` if there are none.
    fn methods(&self, functions: Functions) -> Option<Bodies>;
    /// The lambda that the method makes.
    fn lambda(&self, make: MethodId) -> Functions;
    /// Those of the lambdas that can have this type.
    fn cast(&self, functions: Functions, descriptor: &str) -> Functions;
    /// Both.
    fn union(&self, a: Functions, b: Functions) -> Functions;
    /// The lambdas that are held there.
    fn held(&self, holder: Holder) -> Functions;
    /// Lambdas are put there.
    fn hold(&self, holder: Holder, functions: Functions);
    /// Whether values of this type are functions.
    fn is_function(&self, descriptor: &str) -> bool;
    /// Whether values of this type may be functions.
    fn may_be_function(&self, descriptor: &str) -> bool;
}
