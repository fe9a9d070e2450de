//! Functions that the JDK makes of others – `f.andThen(g)`, `f.compose(g)`, `p.and(q)`, `p.negate()`, `identity()` –
//! written out as the lambdas that they are: `x -> g.applyAsDouble(f.applyAsDouble(x))`.

use super::Unless;
use super::body::{Body, Local};
use super::present::throw_absent;
use super::write::{NAME, inactive, own};
use crate::AdError;
use crate::emit::arrays::reference;
use crate::emit::ours::{EXCEPTIONS, MARK};
use crate::program::lambdas::{FACTORY, METAFACTORY, METAFACTORY_DESCRIPTOR};
use crate::program::synthesize::{INVOKE_STATIC, hash};
use crate::signature::{give, slots_of, split_descriptor};
use nabla_classfile::{BootstrapMethod, ClassFile, ConstIndex, Insn, MemberRef, Opcode};

/// What a function does with its argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    /// Gives it back.
    Nothing,
    /// Calls the first function, and the second with what that gives.
    Then,
    /// Calls the second function, and the first with what that gives.
    Before,
    /// Calls both, one after the other.
    Both,
    /// Asks the second one where the first says that it holds.
    And,
    /// Asks the second one where the first says that it does not.
    Or,
    /// Says the opposite.
    Not,
}

/// An interface of functions: its method, and the method's descriptor.
type Interface = (&'static str, &'static str, &'static str);

const DOUBLE: Interface = ("java/util/function/DoubleUnaryOperator", "applyAsDouble", "(D)D");
const FUNCTION: Interface =
    ("java/util/function/Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
const UNARY: Interface =
    ("java/util/function/UnaryOperator", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
const OF_TWO: Interface =
    ("java/util/function/BiFunction", "apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
const IF_DOUBLE: Interface = ("java/util/function/DoublePredicate", "test", "(D)Z");
const IF_INT: Interface = ("java/util/function/IntPredicate", "test", "(I)Z");
const IF: Interface = ("java/util/function/Predicate", "test", "(Ljava/lang/Object;)Z");

const TAKES_DOUBLE: Interface = ("java/util/function/DoubleConsumer", "accept", "(D)V");
const TAKES_INT: Interface = ("java/util/function/IntConsumer", "accept", "(I)V");
const TAKES_TWO: Interface =
    ("java/util/function/BiConsumer", "accept", "(Ljava/lang/Object;Ljava/lang/Object;)V");

/// A method that makes a function.
struct Row {
    name: &'static str,
    /// What it makes.
    made: Interface,
    /// The function that it is called on, if it is called on one, and that which it is given.
    of: &'static [Interface],
    does: Does,
}

const fn row(name: &'static str, made: Interface, of: &'static [Interface], does: Does) -> Row {
    Row { name, made, of, does }
}

const ROWS: &[Row] = &[
    row("identity", DOUBLE, &[], Does::Nothing),
    row("identity", FUNCTION, &[], Does::Nothing),
    row("identity", UNARY, &[], Does::Nothing),
    row("andThen", DOUBLE, &[DOUBLE, DOUBLE], Does::Then),
    row("compose", DOUBLE, &[DOUBLE, DOUBLE], Does::Before),
    row("andThen", FUNCTION, &[FUNCTION, FUNCTION], Does::Then),
    row("compose", FUNCTION, &[FUNCTION, FUNCTION], Does::Before),
    row("andThen", OF_TWO, &[OF_TWO, FUNCTION], Does::Then),
    row("andThen", TAKES_DOUBLE, &[TAKES_DOUBLE, TAKES_DOUBLE], Does::Both),
    row("andThen", TAKES_INT, &[TAKES_INT, TAKES_INT], Does::Both),
    row("andThen", TAKES_TWO, &[TAKES_TWO, TAKES_TWO], Does::Both),
    row("and", IF_DOUBLE, &[IF_DOUBLE, IF_DOUBLE], Does::And),
    row("or", IF_DOUBLE, &[IF_DOUBLE, IF_DOUBLE], Does::Or),
    row("negate", IF_DOUBLE, &[IF_DOUBLE], Does::Not),
    row("and", IF_INT, &[IF_INT, IF_INT], Does::And),
    row("or", IF_INT, &[IF_INT, IF_INT], Does::Or),
    row("negate", IF_INT, &[IF_INT], Does::Not),
    row("and", IF, &[IF, IF], Does::And),
    row("or", IF, &[IF, IF], Does::Or),
    row("negate", IF, &[IF], Does::Not),
];

/// Interfaces that have the methods of another one.
const BELOW: &[(&str, Interface)] =
    &[("java/util/function/UnaryOperator", FUNCTION), ("java/util/function/BinaryOperator", OF_TWO)];

/// What the names of the functions' methods end with.
const CALL: &str = "$call";

impl Row {
    fn is(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let below = BELOW.iter().find(|(below, _)| *below == owner && !self.of.is_empty());
        let on = self.of.first().unwrap_or(&self.made).0;
        name == self.name
            && below.map_or(owner, |(_, above)| above.0) == on
            && descriptor == self.descriptor()
    }

    fn descriptor(&self) -> String {
        let given: String = self.of.iter().skip(1).map(|of| format!("L{};", of.0)).collect();
        format!("({given})L{};", self.made.0)
    }
}

fn find(member: &MemberRef) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.is(&member.owner, &member.name, &member.descriptor))
}

/// Whether a method makes a function of others.
pub fn is_made(member: &MemberRef) -> bool {
    find(member).is_some()
}

/// The constant of the method that makes the function of this call, how many slots it takes, and the method that a
/// class of the program may have in a way of its own. Each call has one for itself, of a name that tells its `site`:
/// functions of one are not taken for those of another.
pub fn made(
    class: &mut ClassFile,
    insn: &Insn,
    site: &str,
) -> Result<Option<(ConstIndex, u16, Unless)>, AdError> {
    let Insn::Invoke(op, called) = insn else { return Ok(None) };
    let member = class.pool.member_ref(*called)?;
    let Some(row) = find(&member).filter(|row| (*op == Opcode::Invokestatic) == row.of.is_empty()) else {
        return Ok(None);
    };
    let unless = (!row.of.is_empty())
        .then(|| (member.owner.to_string(), member.name.to_string(), member.descriptor.to_string()));
    let simple = row.made.0.rsplit('/').next().unwrap_or_default();
    let stem = format!("{}${simple}${:08x}", row.name, hash(site));
    let functions: String = row.of.iter().map(|of| format!("L{};", of.0)).collect();
    let (arguments, result) = split_descriptor(row.made.2).unwrap_or_default();
    let call_descriptor = format!("({functions}{}){result}", arguments.concat());
    let call = call(class, row, &format!("{NAME}{stem}{CALL}"), &call_descriptor, &arguments)?;
    let descriptor = format!("({functions})L{};", row.made.0);
    let name = maker(class, row, &stem, &descriptor, (&call, &call_descriptor))?;
    Ok(Some((reference(class, &name, &descriptor)?, row.of.len() as u16, unless)))
}

/// The name of the method that does what the function does.
fn call(
    class: &mut ClassFile,
    row: &Row,
    name: &str,
    descriptor: &str,
    arguments: &[String],
) -> Result<String, AdError> {
    let functions = row.of.iter().map(|of| format!("L{};", of.0));
    let types: Vec<String> = functions.chain(arguments.iter().cloned()).collect();
    let mut body = Body::new(class, &types);
    let mut slot = 0;
    let mut locals = Vec::new();
    for descriptor in &types {
        locals.push(body.parameter(slot));
        slot += slots_of(descriptor);
    }
    let (functions, given) = locals.split_at(row.of.len());
    let apply = |body: &mut Body, which: usize| {
        let (interface, method, descriptor) = row.of[which];
        body.call_interface(interface, method, descriptor)
    };
    let load = |body: &mut Body, all: &[Local]| all.iter().for_each(|local| body.load(local));
    match row.does {
        Does::Nothing => load(&mut body, given),
        Does::Then | Does::Before => {
            let (inner, outer) = if row.does == Does::Then { (0, 1) } else { (1, 0) };
            body.load(&functions[outer]);
            body.load(&functions[inner]);
            load(&mut body, given);
            apply(&mut body, inner)?;
            apply(&mut body, outer)?;
        }
        Does::Both => {
            for (which, function) in functions.iter().enumerate() {
                body.load(function);
                load(&mut body, given);
                apply(&mut body, which)?;
            }
        }
        Does::And | Does::Or => {
            let over = body.label();
            body.load(&functions[0]);
            load(&mut body, given);
            apply(&mut body, 0)?;
            let and = row.does == Does::And;
            body.jump(if and { Opcode::Ifeq } else { Opcode::Ifne }, over);
            body.load(&functions[1]);
            load(&mut body, given);
            apply(&mut body, 1)?;
            body.op(Opcode::Ireturn);
            body.here(over)?;
            body.op(if and { Opcode::Iconst0 } else { Opcode::Iconst1 });
        }
        Does::Not => {
            let holds = body.label();
            body.load(&functions[0]);
            load(&mut body, given);
            apply(&mut body, 0)?;
            body.jump(Opcode::Ifne, holds);
            body.op(Opcode::Iconst1);
            body.op(Opcode::Ireturn);
            body.here(holds)?;
            body.op(Opcode::Iconst0);
        }
    }
    let (_, result) = split_descriptor(descriptor).unwrap_or_default();
    body.op(give(&result));
    let code = body.finish(None)?;
    own(class, name, descriptor, &code)
}

/// The name of the method that makes the function, of functions that have to be there:
/// `if (f == null || g == null) throw new NullPointerException(); plain(f); return x -> call(f, g, x);`
fn maker(
    class: &mut ClassFile,
    row: &Row,
    stem: &str,
    descriptor: &str,
    call: (&str, &str),
) -> Result<String, AdError> {
    let called = reference(class, call.0, call.1)?;
    let pool = &mut class.pool;
    let factory = pool.add_method(FACTORY, METAFACTORY, METAFACTORY_DESCRIPTOR)?;
    let method = pool.add_method_handle(INVOKE_STATIC, factory)?;
    let of_type = pool.add_method_type(row.made.2)?;
    let arguments = vec![of_type, pool.add_method_handle(INVOKE_STATIC, called)?, of_type];
    let number = class.add_bootstrap_method(&BootstrapMethod { method, arguments })?;
    let make = class.pool.add_invoke_dynamic(number, row.made.1, descriptor)?;
    let check = row.of.first().map(|on| plain(class, row, on.0)).transpose()?;
    let types: Vec<String> = row.of.iter().map(|of| format!("L{};", of.0)).collect();
    let mut body = Body::new(class, &types);
    let functions: Vec<Local> = (0..types.len()).map(|slot| body.parameter(slot as u16)).collect();
    for function in &functions {
        let there = body.label();
        body.load(function);
        body.jump(Opcode::Ifnonnull, there);
        throw_absent(&mut body, None)?;
        body.here(there)?;
    }
    if let (Some(check), [on, ..]) = (&check, &functions[..]) {
        body.load(on);
        body.call_own(check, CHECK)?;
    }
    functions.iter().for_each(|function| body.load(function));
    body.insn(Insn::InvokeDynamic(make));
    body.op(Opcode::Areturn);
    let code = body.finish(None)?;
    own(class, &format!("{NAME}{stem}"), descriptor, &code)
}

/// The descriptor of the method that looks at the function.
const CHECK: &str = "(Ljava/lang/Object;)V";

/// The name of a method that throws where the function's class has a way of its own to make the other one, which was
/// not known: `if (f.getClass().getMethod("andThen", types).getDeclaringClass() != DoubleUnaryOperator.class) throw …;`
fn plain(class: &mut ClassFile, row: &Row, owner: &str) -> Result<String, AdError> {
    const CLASS: &str = "java/lang/Class";
    const METHOD: &str = "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;";
    let said = format!(
        " has its own `{}`, which was not known to nabla-rs when the derivative was made{MARK}",
        row.name
    );
    let given = row.of.get(1);
    let pool = &mut class.pool;
    let [of_class, own] = [CLASS, owner].map(|name| pool.add_class(name));
    let given = given.map(|given| pool.add_class(given.0)).transpose()?;
    let [name, said] = [row.name, &said].map(|text| pool.add_string(text));
    let exception = pool.add_class(EXCEPTIONS[0])?;
    let init = pool.add_method(EXCEPTIONS[0], "<init>", "(Ljava/lang/String;)V")?;
    let mut body = Body::new(class, &["Ljava/lang/Object;".to_owned()]);
    let function = body.parameter(0);
    let get_class = |body: &mut Body| {
        body.load(&function);
        body.call_virtual("java/lang/Object", "getClass", "()Ljava/lang/Class;")
    };
    get_class(&mut body)?;
    body.insn(Insn::Ldc(name?));
    body.op(if given.is_some() { Opcode::Iconst1 } else { Opcode::Iconst0 });
    body.insn(Insn::Type(Opcode::Anewarray, of_class?));
    if let Some(given) = given {
        body.op(Opcode::Dup);
        body.op(Opcode::Iconst0);
        body.insn(Insn::Ldc(given));
        body.op(Opcode::Aastore);
    }
    body.call_virtual(CLASS, "getMethod", METHOD)?;
    body.call_virtual("java/lang/reflect/Method", "getDeclaringClass", "()Ljava/lang/Class;")?;
    body.insn(Insn::Ldc(own?));
    let there = body.label();
    body.jump(Opcode::IfAcmpeq, there);
    body.insn(Insn::Type(Opcode::New, exception));
    body.op(Opcode::Dup);
    get_class(&mut body)?;
    body.call_virtual(CLASS, "getName", "()Ljava/lang/String;")?;
    body.insn(Insn::Ldc(said?));
    body.call_virtual("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;")?;
    body.insn(Insn::Invoke(Opcode::Invokespecial, init));
    body.op(Opcode::Athrow);
    body.here(there)?;
    body.op(Opcode::Return);
    let code = body.finish(None)?;
    let simple = owner.rsplit('/').next().unwrap_or_default();
    inactive(class, &format!("{}$plain${simple}", row.name), CHECK, &code)
}

/// The method that makes the function whose method this is, by its name.
pub fn maker_of(name: &str) -> Option<&str> {
    name.strip_suffix(CALL).filter(|stem| stem.starts_with(NAME))
}
