//! The abstract syntax of a random program.

/// A Java type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `void`
    Void,
    /// `double`
    Double,
    /// `float`
    Float,
    /// `int`
    Int,
    /// `double[]`
    Row,
    /// `double[][]`
    Matrix,
    /// `float[]`
    Floats,
    /// An object of the class with this index, or below it.
    Object(usize),
    /// An array of such objects.
    Objects(usize),
    /// An `ArrayList` of them.
    List(usize),
}

/// A function of one number, by its place in [`UNARY`](super::java::UNARY).
pub type Unary = usize;
/// A function or operator of two, by its place in [`BINARY`](super::java::BINARY).
pub type Binary = usize;

/// An expression; numbers are `double` unless said otherwise.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A number.
    Number(f64),
    /// An `int`.
    Int(i32),
    /// `null`, of a type.
    Null(Type),
    /// A local variable or parameter.
    Local(String, Type),
    /// `this`, of a class.
    This(usize),
    /// A field of an object, or of a class where there is none.
    Field(Option<Box<Expr>>, FieldRef),
    /// An element of an array.
    Element(Box<Expr>, Box<Expr>),
    /// `a.length`, or the size of a list.
    Length(Box<Expr>),
    /// A function of one number.
    Unary(Unary, Box<Expr>),
    /// A function or operator of two.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The sum, or the product, of two floats.
    Floats(bool, Box<Expr>, Box<Expr>),
    /// `(float) d`
    ToFloat(Box<Expr>),
    /// A float as a number.
    FromFloat(Box<Expr>),
    /// An int as a number.
    FromInt(Box<Expr>),
    /// A number cut off to one of the ints 0, 1, 2.
    ToInt(Box<Expr>),
    /// The sum of two ints, modulo 3.
    Modulo(Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Choice(Box<Cond>, Box<Expr>, Box<Expr>),
    /// A call.
    Call(Call),
    /// `new C(…)`
    New(usize, Vec<Expr>),
    /// A new array of this type and length, its rows of that one where it has rows.
    NewArray(Type, Box<Expr>, Option<Box<Expr>>),
    /// A new array of these elements.
    Elements(Type, Vec<Expr>),
    /// `a.clone()`
    Clone(Box<Expr>),
    /// `Arrays.copyOf(a, n)`
    CopyOf(Box<Expr>, Box<Expr>),
    /// `Arrays.copyOfRange(a, i, j)`
    CopyOfRange(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An element of a list.
    Get(Box<Expr>, Box<Expr>),
    /// `(C) o`
    Cast(usize, Box<Expr>),
}

/// A field that an expression names.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldRef {
    /// The class that declares it.
    pub class: usize,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether the object must be seen as one of the class itself: the field is private.
    pub private: bool,
}

/// A call of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// On what.
    pub on: Target,
    /// The method's name.
    pub name: String,
    /// The type of its result.
    pub result: Type,
    /// The arguments, without the fuel.
    pub arguments: Vec<Expr>,
}

/// What a method is called on.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// A class.
    Class(usize),
    /// An object.
    Object(Box<Expr>),
    /// `super`
    Super,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    /// `a < b` of numbers.
    Less(Expr, Expr),
    /// `a < b` of ints.
    LessInt(Expr, Expr),
    /// `a == b` of references.
    Same(Expr, Expr),
    /// `o instanceof C`
    Is(Expr, usize),
    /// `!c`
    Not(Box<Cond>),
    /// `c && d`, or `c || d`.
    Both(bool, Box<Cond>, Box<Cond>),
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Stmt {
    /// A local variable.
    Declare(String, Type, Expr),
    /// `place = e`
    Assign(Expr, Expr),
    /// `place op= e`, by place in [`BINARY`](super::java::BINARY).
    Update(Expr, Binary, Expr),
    /// An expression for its effects.
    Do(Expr),
    /// `System.arraycopy(a, i, b, j, n)`
    Copy(Expr, Expr, Expr, Expr, Expr),
    /// `Arrays.fill(a, e)`, or a part of it.
    Fill(Expr, Option<(Expr, Expr)>, Expr),
    /// `list.add(o)`
    Add(Expr, Expr),
    /// `list.set(i, o)`
    Set(Expr, Expr, Expr),
    /// `if`
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// A loop of so many rounds with this counter.
    For(String, u8, Vec<Stmt>),
    /// The same, counting down at its end (`do … while`).
    While(String, u8, Vec<Stmt>),
    /// A loop over an array or a list.
    Each(String, Type, Expr, Vec<Stmt>),
    /// `switch` on an int, with the cases 0, 1 and so on; whether each ends with `break`. The last
    /// is the default.
    Switch(Expr, Vec<(Vec<Stmt>, bool)>),
    /// A labelled block, and whether what is in it may leave it by `break`.
    Block(String, Vec<Stmt>),
    /// `try`, handlers, `finally`.
    Try(Vec<Stmt>, Vec<Handler>, Vec<Stmt>),
    /// Leaves the innermost loop, or goes on with it.
    Leave(Cond, Jump),
    /// Returns, if.
    Return(Cond, Option<Expr>),
    /// Throws a `Stop`, if.
    Throw(Cond, Expr),
}

/// Where control goes.
#[derive(Debug, Clone, PartialEq)]
pub enum Jump {
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `break label`
    Label(String),
}

/// `catch (class name) { … }`
#[derive(Debug, Clone, PartialEq)]
pub struct Handler {
    /// The class, by its place in [`CAUGHT`](super::java::CAUGHT).
    pub class: usize,
    /// The variable.
    pub name: String,
    /// The body.
    pub body: Vec<Stmt>,
}

/// A field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What names it.
    pub field: FieldRef,
    /// Whether it belongs to the class.
    pub is_static: bool,
    /// What it starts with.
    pub start: Option<Expr>,
}

/// A method or a constructor.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// Its name; that of a constructor is empty.
    pub name: String,
    /// `static`, `final`, `private` and so on.
    pub modifiers: &'static str,
    /// Its parameters, without the fuel.
    pub parameters: Vec<(String, Type)>,
    /// The type of its result.
    pub result: Type,
    /// The body; `None` if it is abstract.
    pub body: Option<Body>,
}

/// A body.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// The arguments of the other constructor, if this is a constructor, and whether it is one of
    /// the same class.
    pub chain: Option<(bool, Vec<Expr>)>,
    /// The statements.
    pub statements: Vec<Stmt>,
    /// What it returns in the end.
    pub result: Option<Expr>,
}

impl Body {
    /// Whether it is still to be drawn.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.result.is_none()
    }
}

/// A class or an interface.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// `abstract`, `final` or nothing.
    pub modifiers: &'static str,
    /// Whether it is an interface.
    pub interface: bool,
    /// The class above it.
    pub parent: Option<usize>,
    /// The interface it implements.
    pub implements: Option<usize>,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its methods and constructors.
    pub methods: Vec<Method>,
}

/// What is differentiated.
#[derive(Debug, Clone, PartialEq)]
pub struct Root {
    /// Whether it is a method of an object.
    pub instance: bool,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type of its result.
    pub result: Type,
}

/// What is done to a program, one after the other on the same state.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What is called or changed.
    pub action: Action,
    /// The numbers among the arguments.
    pub at: Vec<f64>,
    /// The direction.
    pub seeds: Vec<f64>,
    /// The int among the arguments.
    pub n: i32,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Calls the primal.
    Primal,
    /// Calls the directional derivative.
    Jvp,
    /// Calls the partial derivative by this independent, or the directional one where there are
    /// no partials.
    Partial(usize),
    /// Sets a field of the first class to a number, or an element of the array in it.
    Put(String),
    /// Gives a field of the first class the array that another holds.
    Share(String, String),
}

/// A program.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The seed it was drawn from.
    pub seed: u64,
    /// The classes; the first holds the others.
    pub classes: Vec<Class>,
    /// The method of the first class that is differentiated.
    pub root: Root,
    /// What is done to it.
    pub steps: Vec<Step>,
    /// The class-file version it is compiled for: 8, or 17, which needs no accessors for what is
    /// private to a nested class.
    pub release: u16,
    /// Whether floats occur.
    pub floats: bool,
    /// Whether static fields hold state, so that two objects of the program are not independent.
    pub statics: bool,
    /// Whether arrays are in several places before the first step.
    pub shared: bool,
}

impl Expr {
    /// Its type.
    pub fn ty(&self) -> Type {
        match self {
            Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::FromFloat(_) | Expr::FromInt(_) => {
                Type::Double
            }
            Expr::Int(_) | Expr::Length(_) | Expr::ToInt(_) | Expr::Modulo(..) => Type::Int,
            Expr::Floats(..) | Expr::ToFloat(_) => Type::Float,
            Expr::Null(ty) | Expr::Local(_, ty) | Expr::NewArray(ty, ..) | Expr::Elements(ty, _) => *ty,
            Expr::This(class) | Expr::New(class, _) | Expr::Cast(class, _) => Type::Object(*class),
            Expr::Field(_, field) => field.ty,
            Expr::Element(array, _) => array.ty().element(),
            Expr::Choice(_, a, _) => a.ty(),
            Expr::Call(call) => call.result,
            Expr::Clone(array) | Expr::CopyOf(array, _) | Expr::CopyOfRange(array, ..) => array.ty(),
            Expr::Get(list, _) => list.ty().element(),
        }
    }
}

impl Type {
    /// The type of an array's or list's elements.
    pub fn element(self) -> Type {
        match self {
            Type::Row => Type::Double,
            Type::Matrix => Type::Row,
            Type::Floats => Type::Float,
            Type::Objects(class) | Type::List(class) => Type::Object(class),
            other => other,
        }
    }

    /// Whether it is an array or an object.
    pub fn is_reference(self) -> bool {
        !matches!(self, Type::Void | Type::Double | Type::Float | Type::Int)
    }
}

/// The simplest expression of a type.
pub fn simplest(ty: Type) -> Expr {
    let three = || Box::new(Expr::Int(3));
    match ty {
        Type::Double | Type::Void => Expr::Number(1.0),
        Type::Float => Expr::ToFloat(Box::new(Expr::Number(1.0))),
        Type::Int => Expr::Int(0),
        Type::Matrix => Expr::NewArray(ty, three(), Some(three())),
        Type::Row | Type::Floats | Type::Objects(_) => Expr::NewArray(ty, three(), None),
        Type::List(_) => Expr::Elements(ty, Vec::new()),
        Type::Object(_) => Expr::Null(ty),
    }
}
