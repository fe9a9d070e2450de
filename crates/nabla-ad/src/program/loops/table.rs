//! The methods of the JDK that are written out as loops, and the interfaces of the functions they take.

use super::Elem;
use crate::program::library::is_collection;

/// What a call is to the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The elements of an array.
    Array(Elem),
    /// Some of them, from one index to another.
    Part,
    /// An element.
    One(Elem),
    /// The indices of an array.
    Indices,
    /// The numbers of a range, the last one included or not.
    Range { closed: bool },
    /// The elements of a collection's stream.
    Each,
    /// The elements of an object that has some.
    Elements,
    /// A function of the element.
    Map(Elem),
    /// Only the elements for which a condition holds.
    Filter,
    /// An `int` becomes a `double`.
    Widen,
    /// What comes of the elements.
    End(End),
    /// What is given where there was no element.
    Otherwise(Otherwise),
}

/// What comes of the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Their sum.
    Sum,
    /// Their mean, if there are any.
    Average,
    /// The largest, if there are any.
    Max,
    /// The smallest, if there are any.
    Min,
    /// A function of the value so far and the next, beginning with a number.
    Fold,
    /// The same, beginning with the first element, if there is one.
    Reduce,
    /// A new array.
    Array,
    /// A function is called with each.
    ForEach,
    /// They become the elements of the array.
    Fill,
}

impl End {
    /// Whether it gives an object that may hold no number.
    pub fn is_optional(self) -> bool {
        matches!(self, End::Average | End::Max | End::Min | End::Reduce)
    }
}

/// What is given where there was no element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Otherwise {
    /// An exception, by the method of this name.
    Throws(&'static str),
    /// A number.
    Gives,
}

/// A method of the JDK.
pub struct Row {
    owner: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// The elements that it takes; `None` where it begins.
    pub from: Option<Elem>,
    /// What it is.
    pub step: Step,
}

const ARRAYS: &str = "java/util/Arrays";
/// Stands for the classes of collections.
const COLLECTION: &str = "java/util/Collection";
/// Stands for those, and for all others with elements.
const ITERABLE: &str = "java/lang/Iterable";
/// The type of streams of numbers.
pub const DOUBLES: &str = "java/util/stream/DoubleStream";
const INTS: &str = "java/util/stream/IntStream";
const OBJECTS: &str = "java/util/stream/Stream";
/// What may hold a number.
pub const OPTIONAL: &str = "java/util/OptionalDouble";

const D: Option<Elem> = Some(Elem::Double);
const I: Option<Elem> = Some(Elem::Int);
const A: Option<Elem> = Some(Elem::Object);

macro_rules! row {
    ($owner:expr, $name:literal, $descriptor:literal, $from:expr, $step:expr) => {
        Row { owner: $owner, name: $name, descriptor: $descriptor, from: $from, step: $step }
    };
}

/// Streams begin, go on and end.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    row!(ARRAYS, "stream", "([D)Ljava/util/stream/DoubleStream;", None, Step::Array(Elem::Double)),
    row!(ARRAYS, "stream", "([DII)Ljava/util/stream/DoubleStream;", None, Step::Part),
    row!(ARRAYS, "stream", "([I)Ljava/util/stream/IntStream;", None, Step::Array(Elem::Int)),
    row!(ARRAYS, "stream", "([Ljava/lang/Object;)Ljava/util/stream/Stream;", None, Step::Array(Elem::Object)),
    row!(DOUBLES, "of", "([D)Ljava/util/stream/DoubleStream;", None, Step::Array(Elem::Double)),
    row!(DOUBLES, "of", "(D)Ljava/util/stream/DoubleStream;", None, Step::One(Elem::Double)),
    row!(INTS, "of", "([I)Ljava/util/stream/IntStream;", None, Step::Array(Elem::Int)),
    row!(OBJECTS, "of", "([Ljava/lang/Object;)Ljava/util/stream/Stream;", None, Step::Array(Elem::Object)),
    row!(OBJECTS, "of", "(Ljava/lang/Object;)Ljava/util/stream/Stream;", None, Step::One(Elem::Object)),
    row!(INTS, "range", "(II)Ljava/util/stream/IntStream;", None, Step::Range { closed: false }),
    row!(INTS, "rangeClosed", "(II)Ljava/util/stream/IntStream;", None, Step::Range { closed: true }),
    row!(COLLECTION, "stream", "()Ljava/util/stream/Stream;", None, Step::Each),

    row!(DOUBLES, "map", "(Ljava/util/function/DoubleUnaryOperator;)Ljava/util/stream/DoubleStream;", D, Step::Map(Elem::Double)),
    row!(DOUBLES, "mapToInt", "(Ljava/util/function/DoubleToIntFunction;)Ljava/util/stream/IntStream;", D, Step::Map(Elem::Int)),
    row!(DOUBLES, "mapToObj", "(Ljava/util/function/DoubleFunction;)Ljava/util/stream/Stream;", D, Step::Map(Elem::Object)),
    row!(DOUBLES, "filter", "(Ljava/util/function/DoublePredicate;)Ljava/util/stream/DoubleStream;", D, Step::Filter),
    row!(INTS, "map", "(Ljava/util/function/IntUnaryOperator;)Ljava/util/stream/IntStream;", I, Step::Map(Elem::Int)),
    row!(INTS, "mapToDouble", "(Ljava/util/function/IntToDoubleFunction;)Ljava/util/stream/DoubleStream;", I, Step::Map(Elem::Double)),
    row!(INTS, "mapToObj", "(Ljava/util/function/IntFunction;)Ljava/util/stream/Stream;", I, Step::Map(Elem::Object)),
    row!(INTS, "filter", "(Ljava/util/function/IntPredicate;)Ljava/util/stream/IntStream;", I, Step::Filter),
    row!(INTS, "asDoubleStream", "()Ljava/util/stream/DoubleStream;", I, Step::Widen),
    row!(OBJECTS, "map", "(Ljava/util/function/Function;)Ljava/util/stream/Stream;", A, Step::Map(Elem::Object)),
    row!(OBJECTS, "mapToDouble", "(Ljava/util/function/ToDoubleFunction;)Ljava/util/stream/DoubleStream;", A, Step::Map(Elem::Double)),
    row!(OBJECTS, "mapToInt", "(Ljava/util/function/ToIntFunction;)Ljava/util/stream/IntStream;", A, Step::Map(Elem::Int)),
    row!(OBJECTS, "filter", "(Ljava/util/function/Predicate;)Ljava/util/stream/Stream;", A, Step::Filter),

    row!(DOUBLES, "sum", "()D", D, Step::End(End::Sum)),
    row!(DOUBLES, "average", "()Ljava/util/OptionalDouble;", D, Step::End(End::Average)),
    row!(DOUBLES, "max", "()Ljava/util/OptionalDouble;", D, Step::End(End::Max)),
    row!(DOUBLES, "min", "()Ljava/util/OptionalDouble;", D, Step::End(End::Min)),
    row!(DOUBLES, "reduce", "(DLjava/util/function/DoubleBinaryOperator;)D", D, Step::End(End::Fold)),
    row!(DOUBLES, "reduce", "(Ljava/util/function/DoubleBinaryOperator;)Ljava/util/OptionalDouble;", D, Step::End(End::Reduce)),
    row!(DOUBLES, "toArray", "()[D", D, Step::End(End::Array)),
    row!(DOUBLES, "forEach", "(Ljava/util/function/DoubleConsumer;)V", D, Step::End(End::ForEach)),
    row!(DOUBLES, "forEachOrdered", "(Ljava/util/function/DoubleConsumer;)V", D, Step::End(End::ForEach)),
    row!(INTS, "forEach", "(Ljava/util/function/IntConsumer;)V", I, Step::End(End::ForEach)),
    row!(INTS, "forEachOrdered", "(Ljava/util/function/IntConsumer;)V", I, Step::End(End::ForEach)),
    row!(OBJECTS, "forEach", "(Ljava/util/function/Consumer;)V", A, Step::End(End::ForEach)),
    row!(OBJECTS, "forEachOrdered", "(Ljava/util/function/Consumer;)V", A, Step::End(End::ForEach)),
];

/// What becomes of an object that may hold a number.
const OPENED: &[Row] = &[
    row!(OPTIONAL, "getAsDouble", "()D", D, Step::Otherwise(Otherwise::Throws("getAsDouble"))),
    row!(OPTIONAL, "orElseThrow", "()D", D, Step::Otherwise(Otherwise::Throws("orElseThrow"))),
    row!(OPTIONAL, "orElse", "(D)D", D, Step::Otherwise(Otherwise::Gives)),
];

/// Methods that are a loop by themselves.
#[rustfmt::skip]
const ALONE: &[Row] = &[
    row!(ARRAYS, "setAll", "([DLjava/util/function/IntToDoubleFunction;)V", None, Step::End(End::Fill)),
    row!(ARRAYS, "setAll", "([Ljava/lang/Object;Ljava/util/function/IntFunction;)V", None, Step::End(End::Fill)),
    row!(ITERABLE, "forEach", "(Ljava/util/function/Consumer;)V", None, Step::End(End::ForEach)),
];

impl Row {
    fn is(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let owned = match self.owner {
            COLLECTION => is_collection(owner),
            ITERABLE => owner == ITERABLE || is_collection(owner),
            own => own == owner,
        };
        owned && (self.name, self.descriptor) == (name, descriptor)
    }

    /// Whether a class of the program may have such a method of its own.
    pub fn is_virtual(&self) -> bool {
        self.owner == ITERABLE
    }
}

/// The beginning of a stream, or what takes these elements.
pub fn step(owner: &str, name: &str, descriptor: &str, from: Option<Elem>) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.from == from && row.is(owner, name, descriptor))
}

/// What opens an object that may hold a number.
pub fn opened(owner: &str, name: &str, descriptor: &str) -> Option<&'static Row> {
    OPENED.iter().find(|row| row.is(owner, name, descriptor))
}

/// A loop by itself.
pub fn alone(owner: &str, name: &str, descriptor: &str) -> Option<&'static Row> {
    ALONE.iter().find(|row| row.is(owner, name, descriptor))
}

/// An interface of functions: its method and the method's descriptor.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("java/util/function/DoubleUnaryOperator", "applyAsDouble", "(D)D"),
    ("java/util/function/DoubleBinaryOperator", "applyAsDouble", "(DD)D"),
    ("java/util/function/DoubleToIntFunction", "applyAsInt", "(D)I"),
    ("java/util/function/DoubleFunction", "apply", "(D)Ljava/lang/Object;"),
    ("java/util/function/DoublePredicate", "test", "(D)Z"),
    ("java/util/function/DoubleConsumer", "accept", "(D)V"),
    ("java/util/function/IntUnaryOperator", "applyAsInt", "(I)I"),
    ("java/util/function/IntToDoubleFunction", "applyAsDouble", "(I)D"),
    ("java/util/function/IntFunction", "apply", "(I)Ljava/lang/Object;"),
    ("java/util/function/IntPredicate", "test", "(I)Z"),
    ("java/util/function/IntConsumer", "accept", "(I)V"),
    ("java/util/function/Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/function/ToDoubleFunction", "applyAsDouble", "(Ljava/lang/Object;)D"),
    ("java/util/function/ToIntFunction", "applyAsInt", "(Ljava/lang/Object;)I"),
    ("java/util/function/Predicate", "test", "(Ljava/lang/Object;)Z"),
    ("java/util/function/Consumer", "accept", "(Ljava/lang/Object;)V"),
];

/// The method of an interface of functions, given by the descriptor of a parameter: the interface, the
/// method's name and its descriptor.
pub fn function(parameter: &str) -> Option<(&'static str, &'static str, &'static str)> {
    let name = parameter.strip_prefix('L')?.strip_suffix(';')?;
    FUNCTIONS.iter().find(|row| row.0 == name).copied()
}
