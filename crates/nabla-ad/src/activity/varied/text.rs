//! Text: what is said in it, and what reads it. A parser may turn it back into numbers.

use super::functions::{result_type, taken};
use super::{OBJECTS, Place, Step, VariedAnalysis};
use crate::activity::fact::Level;
use crate::program::records::Component;
use nabla_classfile::{ConstantPool, Insn, MemberRef};

/// Types whose objects are text, or read it.
const READING: &[&str] = &[
    "Ljava/lang/Appendable;",
    "Ljava/lang/CharSequence;",
    "Ljava/lang/Readable;",
    "Ljava/lang/StringBuffer;",
    "Ljava/lang/StringBuilder;",
    "Ljava/nio/CharBuffer;",
    "Ljava/util/PrimitiveIterator$OfInt;",
    "Ljava/util/Scanner;",
    "Ljava/util/stream/IntStream;",
];

/// Types of the JDK whose objects make text of no other object.
const SILENT: &[&str] = &[
    "Ljava/lang/Class;",
    "Ljava/util/Calendar;",
    "Ljava/util/Currency;",
    "Ljava/util/Date;",
    "Ljava/util/Locale;",
    "Ljava/util/Random;",
    "Ljava/util/Scanner;",
    "Ljava/util/TimeZone;",
    "Ljava/util/UUID;",
];

/// Methods of the JDK that make a text of what they are called on, or given.
const SAYING: &[&str] = &[
    "deepToString",
    "format",
    "formatted",
    "getLocalizedMessage",
    "getMessage",
    "join",
    "printStackTrace",
    "toString",
];

/// Exceptions that are made with a text or an index, and say no more: what went into a text is found there. A class
/// of the program below one may say anything.
const INDICES: &[&str] = &[
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/StringIndexOutOfBoundsException",
];

/// Whether what a field of this type holds is text: what it says is found wherever text is.
pub(super) fn is_text(descriptor: &str) -> bool {
    matches!(descriptor, "Ljava/lang/String;" | "Ljava/lang/StringBuffer;" | "Ljava/lang/StringBuilder;")
}

/// Whether a call of code that is not followed may give what text says that others made.
fn reads(pool: &ConstantPool, insn: &Insn) -> bool {
    let is_stream = |taken: &str| taken.starts_with("Ljava/io/") || taken.starts_with("Ljava/nio/channels/");
    let reading = |taken: &String| READING.contains(&&**taken) || is_stream(taken);
    result_type(pool, insn).starts_with(['L', '[']) || taken(pool, insn).iter().any(reading)
}

/// Whether such a call has an array or a buffer that it may fill with what it reads.
pub(super) fn reads_into(pool: &ConstantPool, insn: &Insn) -> bool {
    let filled =
        |taken: &String| matches!(&**taken, "[B" | "[C" | "Ljava/nio/ByteBuffer;" | "Ljava/nio/CharBuffer;");
    reads(pool, insn) && taken(pool, insn).iter().skip(1).any(filled)
}

/// Whether a call copies text into an array of characters, or of bytes.
pub(super) fn copies_out(pool: &ConstantPool, insn: &Insn) -> bool {
    let Insn::Invoke(_, index) = insn else { return false };
    let fills =
        |m: MemberRef| m.name != "<init>" && m.descriptor.ends_with(")V") && m.descriptor.contains('[');
    pool.member_ref(*index).is_ok_and(fills)
}

impl Step<'_, '_> {
    /// The level of what a call that makes text is given beside its operands: what objects say of themselves,
    /// and what was put into text before.
    pub(super) fn said(&self, at: usize) -> Level {
        let taken = taken(self.analysis.pool, &self.analysis.code.insns[at]);
        let mut said = if self.calls_back(at, false) { Level::Varied } else { Level::Inactive };
        if taken.iter().any(|object| object.starts_with("[L")) {
            said = said.join(self.get(&OBJECTS));
        }
        if taken.iter().any(|object| self.may_say(object)) && self.analysis.world.says() {
            said = said.join(Level::Varied);
        }
        if taken.iter().any(|object| object.starts_with(['L', '[']) && object != "Ljava/lang/String;") {
            said = said.join(self.get(&Place::Text));
        }
        said
    }

    /// The level of the text that a call of code that is not followed may make of objects of the program.
    pub(super) fn says(&mut self, at: usize) -> Level {
        let insn = &self.analysis.code.insns[at];
        let makes = |m: MemberRef| SAYING.contains(&&*m.name);
        let makes =
            matches!(insn, Insn::Invoke(_, index) if self.analysis.pool.member_ref(*index).is_ok_and(makes));
        let unknown = || taken(self.analysis.pool, insn).iter().any(|object| self.may_say(object));
        match makes && unknown() && self.analysis.world.says() {
            true => self.text(Level::Varied, at),
            false => Level::Inactive,
        }
    }

    /// Whether an object of this type may be one of the program's, or hold one: its class says nothing of that.
    fn may_say(&self, object: &str) -> bool {
        let element = object.trim_start_matches('[');
        let is_thrown = element.ends_with("Exception;") || element.ends_with("Error;");
        let is_held = element.starts_with("Ljava/util/") && !element.starts_with("Ljava/util/function/");
        let is_any =
            ["Ljava/lang/Object;", "Ljava/lang/Iterable;", "Ljava/lang/Throwable;"].contains(&element);
        let name = element.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let is_plain =
            name.is_some_and(|name| INDICES.contains(&name) && !self.analysis.world.is_extended(name));
        (is_any || is_held || is_thrown && element.starts_with("Ljava/"))
            && !SILENT.contains(&element)
            && !is_plain
    }

    /// Whether the text of a record says what is active in a component: an object may hold anything.
    pub(super) fn shows(&self, component: &Component) -> bool {
        let Component { owner, name, descriptor } = component;
        let active = |field| self.analysis.world.is_active(field).0;
        let is_object = descriptor.starts_with('L') && !descriptor.starts_with("Ljava/lang/");
        is_object || self.analysis.world.field(owner, name, descriptor).is_some_and(active)
    }

    /// The level of text that says what has this level.
    pub(super) fn text(&mut self, said: Level, at: usize) -> Level {
        self.put(Place::Text, said, at);
        said.lose(at, self.analysis.sites)
    }

    /// The level of whatever active values went into before, as far as code that is not followed can read it.
    pub(super) fn seen(&self, at: usize) -> Level {
        let VariedAnalysis { pool, code, handing, .. } = self.analysis;
        let reads = reads(pool, &code.insns[at]) && !handing.contains(&at);
        let places = self.heap.iter().filter(|(place, _)| reads || **place != Place::Text);
        places.fold(Level::Inactive, |level, (_, &origins)| level.join(Level::Lost(origins)))
    }
}
