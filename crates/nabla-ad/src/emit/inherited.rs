//! Derivatives that a class inherits: they are those of the method that it inherits with them. Where it
//! overrides that and has no derivative of its own, a method that users call throws and names the class.
//!
//! The receiver's class is compared with the one that has the method, and with the last one that was found to
//! inherit it; any other is looked at by reflection, for it may have been unknown when the derivative was made.

use super::dispatch::missing;
use super::lanes::assemble::{add, assemble};
use crate::AdError;
use crate::emit::arrays::reference;
use crate::output::{INTERNAL, add_field, add_static, has_method};
use crate::program::classes::{FINAL, INTERFACE, PRIVATE, STATIC};
use crate::program::primal::Primal;
use crate::program::solve::Program;
use crate::receiver::ASSIGNING;
use nabla_classfile::{ClassFile, Code, Insn, Opcode};

/// How the names of the methods begin that ask.
pub const INHERITS: &str = "nabla$inherits$";
const CLASS: &str = "Ljava/lang/Class;";
const LOOK: &str = "nabla$inherits";
const LOOK_DESCRIPTOR: &str = "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)I";
/// private static transient synthetic
const FIELD_FLAGS: u16 = 0x0002 | STATIC | 0x0080 | 0x1000;

/// Throws if the class of the receiver in local 0 overrides the method; companions may be given none. The name
/// and descriptor of the derivative are in locals 1 and 2: a class that has its own calls this one by `super`.
const ASK: &str = "
    aload 0; ifnull inherits
    aload 0; invokevirtual java/lang/Object.getClass ()Ljava/lang/Class;; astore 3 Ljava/lang/Class;
    aload 3; class {THIS}; if_acmpeq inherits
    {KNOWN}
    aload 0; class {THIS}; text {METHOD}; text {DESCRIPTOR}; aload 1; aload 2
    invokestatic this.nabla$inherits {LOOK}; istore 4
    iload 4; ifeq inherits
    iload 4; iconst_1; if_icmpne overrides
    {KEEP}
    inherits:
    return
    overrides:
    aload 0; text {WHY}
    invokestatic this.nabla$missing (Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/RuntimeException;; athrow";

/// What {LOOK} begins with: the types of the method's parameters are in local 6, those of the derivative's in
/// 7, and the object's class in 8.
const TYPES: &str = "
    aload 3; aload 1; invokevirtual java/lang/Class.getClassLoader ()Ljava/lang/ClassLoader;
    invokestatic java/lang/invoke/MethodType.fromMethodDescriptorString {FROM}
    invokevirtual java/lang/invoke/MethodType.parameterArray ()[Ljava/lang/Class;; astore 6 [Ljava/lang/Class;
    aload 5; aload 1; invokevirtual java/lang/Class.getClassLoader ()Ljava/lang/ClassLoader;
    invokestatic java/lang/invoke/MethodType.fromMethodDescriptorString {FROM}
    invokevirtual java/lang/invoke/MethodType.parameterArray ()[Ljava/lang/Class;; astore 7 [Ljava/lang/Class;
    aload 0; invokevirtual java/lang/Object.getClass ()Ljava/lang/Class;; astore 8 Ljava/lang/Class;";

/// 0 where the class has its own derivative, 1 where it inherits the method, 2 where it overrides it. The
/// classes from the object's up to that with the method are in local 8, their methods in 9, the place in 10,
/// whether one overrides in 11, the method at hand in 12, its name in 13 and the types of its parameters in 14.
const OF_CLASS: &str = "
    next:
    aload 8; aload 1; if_acmpeq inherits
    aload 8; invokevirtual java/lang/Class.getDeclaredMethods ()[Ljava/lang/reflect/Method;
    astore 9 [Ljava/lang/reflect/Method;
    iconst_0; istore 10; iconst_0; istore 11
    method:
    iload 10; aload 9; arraylength; if_icmpge all
    aload 9; iload 10; aaload; astore 12 Ljava/lang/reflect/Method;
    iinc 10 1
    {COMPARE}
    iconst_1; istore 11
    goto method
    all:
    iload 11; ifne overrides
    aload 8; invokevirtual java/lang/Class.getSuperclass ()Ljava/lang/Class;; astore 8 Ljava/lang/Class;
    goto next
    overrides:
    iconst_2; ireturn
    own:
    iconst_0; ireturn
    inherits:
    iconst_1; ireturn";

/// The same for a method of an interface, which classes and interfaces below it may override: all are public.
const OF_INTERFACE: &str = "
    aload 8; invokevirtual java/lang/Class.getMethods ()[Ljava/lang/reflect/Method;
    astore 9 [Ljava/lang/reflect/Method;
    iconst_0; istore 10; iconst_1; istore 11
    method:
    iload 10; aload 9; arraylength; if_icmpge all
    aload 9; iload 10; aaload; astore 12 Ljava/lang/reflect/Method;
    iinc 10 1
    aload 12; invokevirtual java/lang/reflect/Method.getDeclaringClass ()Ljava/lang/Class;; aload 1
    invokevirtual java/lang/Class.isAssignableFrom (Ljava/lang/Class;)Z; ifne method
    {COMPARE}
    iconst_2; istore 11
    goto method
    own:
    iconst_0; ireturn
    all:
    iload 11; ireturn";

/// What both ask of a method: the next one is looked at where it is neither the derivative nor the method.
const COMPARE: &str = "
    aload 12; invokevirtual java/lang/reflect/Method.getName ()Ljava/lang/String;; astore 13 Ljava/lang/String;
    aload 12; invokevirtual java/lang/reflect/Method.getParameterTypes ()[Ljava/lang/Class;
    astore 14 [Ljava/lang/Class;
    aload 13; aload 4; invokevirtual java/lang/String.equals (Ljava/lang/Object;)Z; ifeq primal
    aload 14; aload 7; {SAME}; ifne own
    primal:
    aload 13; aload 2; invokevirtual java/lang/String.equals (Ljava/lang/Object;)Z; ifeq method
    aload 14; aload 6; {SAME}; ifeq method";
const SAME: &str = "invokestatic java/util/Arrays.equals ([Ljava/lang/Object;[Ljava/lang/Object;)Z";

/// The instructions by which a derivative that users call, of this name and descriptor, asks whether its receiver
/// inherits the method.
pub fn check_inherited(
    class: &mut ClassFile,
    program: &Program,
    primal: &Primal,
    (name, own_descriptor): (&str, &str),
) -> Result<Vec<Insn>, AdError> {
    let written = class.pool.utf8(class.methods[primal.method.index as usize].name)?.into_owned();
    let index = match written.starts_with(ASSIGNING) {
        true => assigned_for(class, primal.method.index as usize)?,
        false => Some(primal.method.index as usize).filter(|_| !written.starts_with(INTERNAL)),
    };
    // The run time finds the method by the object.
    let Some(index) = index.filter(|_| !program.classes.meets_functions()) else { return Ok(Vec::new()) };
    if class.access & FINAL != 0 || class.methods[index].access & (PRIVATE | STATIC | FINAL) != 0 {
        return Ok(Vec::new());
    }
    let method = class.pool.utf8(class.methods[index].name)?.into_owned();
    let descriptor = class.pool.utf8(class.methods[index].descriptor)?.into_owned();
    let this = class.name()?.into_owned();
    // Kotlin's names may have spaces, which the text of a method cannot.
    let ask = format!("{INHERITS}{}${index}", method.replace(' ', "_"));
    let ask_descriptor = format!("(L{this};Ljava/lang/String;Ljava/lang/String;)V");
    if !has_method(class, &ask, &ask_descriptor) {
        missing(class)?;
        add_look(class)?;
        // The fields of an interface are final.
        let remembers = class.access & INTERFACE == 0;
        if remembers {
            add_field(class, FIELD_FLAGS, &ask, CLASS)?;
        }
        let code = asking(class, &this, (&method, &descriptor), remembers.then_some(&ask))?;
        add_static(class, &ask, &ask_descriptor, &code)?;
    }
    let name = class.pool.add_string(&name.replacen(&written, &method, 1))?;
    let ask = reference(class, &ask, &ask_descriptor)?;
    let descriptor = class.pool.add_string(own_descriptor)?;
    let given = [Insn::Local(Opcode::Aload, 0), Insn::Ldc(name), Insn::Ldc(descriptor)];
    Ok(given.into_iter().chain([Insn::Invoke(Opcode::Invokestatic, ask)]).collect())
}

/// The place of the method for which one of this name asks, if it is one that asks.
pub fn asked_for(name: &str) -> Option<usize> {
    name.strip_prefix(INHERITS)?.rsplit_once('$')?.1.parse().ok()
}

/// The code that asks for a method of the class `own`; the field in which it remembers a class is one of
/// that class.
pub fn asking<'a>(
    class: &mut ClassFile<'a>,
    own: &str,
    (method, descriptor): (&str, &str),
    field: Option<&str>,
) -> Result<Code<'a>, AdError> {
    let (mut known, mut keep) = (String::new(), String::new());
    if let Some(field) = field {
        known = format!("aload 3; getstatic {own}.{field} {CLASS}; if_acmpeq inherits");
        keep = format!("aload 3; putstatic {own}.{field} {CLASS}");
    }
    let owner = own.replace('/', ".");
    let why =
        format!(": it overrides {owner}.{method} and has no derivative of its own: select its method, too");
    let text = ASK
        .replace("{KNOWN}", &known)
        .replace("{KEEP}", &keep)
        .replace("{THIS}", own)
        .replace("{METHOD}", method)
        .replace("{DESCRIPTOR}", descriptor)
        .replace("{LOOK}", LOOK_DESCRIPTOR)
        .replace("{WHY}", &why);
    let text_type = "Ljava/lang/String;".to_owned();
    assemble(class, &[format!("L{own};"), text_type.clone(), text_type], lines(&text))
}

/// The method that one which assigns fields calls: its name ends with that one's, and its parameters begin with
/// those.
fn assigned_for(class: &ClassFile, assigning: usize) -> Result<Option<usize>, AdError> {
    let name = class.pool.utf8(class.methods[assigning].name)?;
    let descriptor = class.pool.utf8(class.methods[assigning].descriptor)?;
    for (index, member) in class.methods.iter().enumerate() {
        let (called, types) = (class.pool.utf8(member.name)?, class.pool.utf8(member.descriptor)?);
        let Some((parameters, _)) = types.split_once(')') else { continue };
        if index != assigning && name.ends_with(&format!("${called}")) && descriptor.starts_with(parameters) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn add_look(class: &mut ClassFile) -> Result<(), AdError> {
    if has_method(class, LOOK, LOOK_DESCRIPTOR) {
        return Ok(());
    }
    let rest = if class.access & INTERFACE == 0 { OF_CLASS } else { OF_INTERFACE };
    let from = "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljava/lang/invoke/MethodType;";
    let text = format!("{TYPES}{rest}");
    let text = text.replace("{COMPARE}", COMPARE).replace("{SAME}", SAME).replace("{FROM}", from);
    add(class, LOOK, LOOK_DESCRIPTOR, lines(&text))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}
