//! Arrays that users pass and that objects in collections and arrays of objects hold, too: `f(p, curves)` where
//! a curve holds `p`. What such an object holds is constant at entry, so the derivative throws if active
//! values are stored into what is passed.
//!
//! Looked through are collections of the JDK's and arrays of objects that the method is passed, that its
//! receiver holds, or another object that [`super::ways`] looks at, and those within them, a few deep;
//! of the objects in them their own fields are looked at, and what lambdas captured. A collection of
//! numbers ends with the first.

use super::apart::{APART_DESCRIPTOR, EITHER, Passed, either_apart, not_followed};
use super::arrays::reference;
use super::captured::{CAPTURED, captured};
use super::elsewhere::is_missed;
use super::helpers::push_int;
use super::lanes::assemble::add;
use super::subject::Subject;
use super::unknown::met;
use super::ways::{Place, Search, reading};
use crate::AdError;
use crate::activity::fact::ArrayKind;
use crate::output::has_method;
use crate::program::classes::is_platform;
use crate::program::fields::Field;
use crate::program::solve::Reach;
use crate::program::synthesize::hash;
use nabla_classfile::{ClassFile, ConstIndex, Insn, MemberRef, Opcode};

type Result<T> = std::result::Result<T, AdError>;

/// Collections in collections are looked through so deep.
const DEEPEST: i32 = 3;
const DESCRIPTOR: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;I)V";

/// How the names of collections of the JDK's end.
const COLLECTIONS: [&str; 8] = ["Collection", "List", "Set", "Map", "Queue", "Deque", "Vector", "Stack"];

/// Looks at each object in the collection in local 0, or at the object; the array is in local 1, what to say
/// in local 2, and how deep to go in local 3.
const TEXT: &str = "
    aload 0; ifnull done
    iload 3; iflt done
    aload 0; astore 4 Ljava/lang/Object;
    aload 0; instanceof [Ljava/lang/Object;; ifeq map
    aload 0; checkcast [Ljava/lang/Object;
    invokestatic java/util/Arrays.asList ([Ljava/lang/Object;)Ljava/util/List;; astore 4 Ljava/lang/Object;
    goto all
    map:
    aload 0; invokevirtual java/lang/Object.getClass ()Ljava/lang/Class;
    invokevirtual java/lang/Class.getName ()Ljava/lang/String;; text java.util.
    invokevirtual java/lang/String.startsWith (Ljava/lang/String;)Z; ifeq one
    aload 0; instanceof java/util/Map; ifeq all
    aload 0; checkcast java/util/Map; invokeinterface java/util/Map.values ()Ljava/util/Collection;
    astore 4 Ljava/lang/Object;
    all:
    aload 4; instanceof java/lang/Iterable; ifeq done
    aload 4; checkcast java/lang/Iterable; invokeinterface java/lang/Iterable.iterator ()Ljava/util/Iterator;
    astore 5 Ljava/util/Iterator;
    next:
    aload 5; invokeinterface java/util/Iterator.hasNext ()Z; ifeq done
    aload 5; invokeinterface java/util/Iterator.next ()Ljava/lang/Object;; astore 6 Ljava/lang/Object;
    aload 6; instanceof java/lang/Number; ifne done
    aload 6; instanceof java/lang/String; ifne done
    aload 6; aload 1; aload 2; iload 3; iconst_m1; iadd; invokestatic this.{NAME} {DESCRIPTOR}
    goto next
    one:
    {FIELDS}
    done:
    return";

/// Throws if an array that is passed is that of an object among others, and what is stored through the one name is
/// not seen through the other.
pub fn among(
    class: &mut ClassFile,
    all: &[Passed],
    search: &Search,
    reach: &Reach,
    subject: &Subject,
) -> Result<Vec<Insn>> {
    let mut insns = Vec::new();
    let collections = search.collections(subject.primal);
    if collections.is_empty() || all.is_empty() {
        return Ok(insns);
    }
    let met = met(subject, reach)?;
    for passed in all {
        let met = met[usize::from(passed.kind.float)];
        let itself = met.stored || met.any && passed.carried && passed.stored;
        let holds = |field: &&Field| {
            ArrayKind::of(&field.descriptor).is_some_and(|kind| kind.float == passed.kind.float)
                && is_missed(passed, field)
        };
        let fields: Vec<&Field> = search.of_objects().filter(holds).collect();
        if fields.is_empty() && !(passed.carried && passed.stored) && !itself {
            continue;
        }
        for way in &collections {
            let collection = way.name(subject.program)?;
            let what = match itself {
                true => format!("`{}` is in `{collection}`, or an array of an object there", passed.name),
                false => format!("`{}` is an array of an object in `{collection}`", passed.name),
            };
            insns.extend(way.load(class, subject)?);
            insns.extend([Insn::Local(Opcode::Aload, passed.slot), not_followed(class, &what, &collection)?]);
            insns.push(push_int(&mut class.pool, DEEPEST)?);
            insns.push(Insn::Invoke(Opcode::Invokestatic, looking(class, &fields, itself, subject)?));
        }
    }
    Ok(insns)
}

/// The method that looks for an array in these fields, and for the array `itself`.
fn looking(class: &mut ClassFile, fields: &[&Field], itself: bool, subject: &Subject) -> Result<ConstIndex> {
    either_apart(class)?;
    captured(class)?;
    let mut lines =
        vec![format!("aload 0; aload 1; aload 2; invokestatic this.{CAPTURED} {APART_DESCRIPTOR}")];
    if itself {
        lines.push(format!("aload 0; aload 1; aload 2; invokestatic this.{EITHER} {APART_DESCRIPTOR}"));
    }
    for field in fields {
        let place: Place = (field.class, field.index);
        let read = reading(place, class, subject)?;
        let MemberRef { owner, name, descriptor, .. } = class.pool.member_ref(read)?;
        lines.push(format!("aload 0; invokestatic {owner}.{name} {descriptor}"));
        lines.push(format!("aload 1; aload 2; invokestatic this.{EITHER} {APART_DESCRIPTOR}"));
    }
    let fields = lines.join("\n");
    let name = format!("nabla$among${:08x}", hash(&fields));
    if !has_method(class, &name, DESCRIPTOR) {
        let text = TEXT.replace("{NAME}", &name).replace("{DESCRIPTOR}", DESCRIPTOR);
        let text = text.replace("{FIELDS}", &fields);
        add(class, &name, DESCRIPTOR, text.lines().map(str::trim).filter(|line| !line.is_empty()))?;
    }
    reference(class, &name, DESCRIPTOR)
}

/// Whether objects of a type may be among those of a value of this type: it is one of the JDK's collections,
/// or an array of objects.
pub fn holds_objects(descriptor: &str) -> bool {
    let element = descriptor.trim_start_matches('[');
    let name = element.strip_prefix('L').and_then(|d| d.strip_suffix(';'));
    let Some(name) = name else { return false };
    if element.len() < descriptor.len() {
        return name == "java/lang/Object" || !is_platform(name);
    }
    name == "java/lang/Iterable"
        || name
            .strip_prefix("java/util/")
            .is_some_and(|name| COLLECTIONS.iter().any(|end| name.ends_with(end)))
}
