//! The `serialVersionUID` of a class that has none of its own: a number that the JVM computes from
//! the class's members, so that methods which are added would change it, and nothing that was stored
//! or sent before could be read. The changed class gets the number of the original as a constant.
//!
//! The number is defined in the Java Object Serialization Specification, section 4.6.

use crate::AdError;
use crate::program::classes::Classes;
use nabla_classfile::{Attribute, ClassFile, Member};
use std::borrow::Cow;
use std::collections::HashSet;

const NAME: &str = "serialVersionUID";
const PRIVATE: u16 = 0x0002;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;
const INTERFACE: u16 = 0x0200;
const SYNTHETIC: u16 = 0x1000;
const TRANSIENT: u16 = 0x0080;

/// The flags that count: of a class, of a field, of a method.
const OF_CLASS: u16 = 0x0001 | FINAL | INTERFACE | 0x0400;
const OF_FIELD: u16 = 0x0001 | PRIVATE | 0x0004 | STATIC | FINAL | 0x0040 | TRANSIENT;
const OF_METHOD: u16 = 0x0001 | PRIVATE | 0x0004 | STATIC | FINAL | 0x0020 | 0x0100 | 0x0400 | 0x0800;

/// Classes whose objects are stored without such a number.
const WITHOUT: &[&str] = &["java/lang/Enum", "java/lang/Record"];

/// Adds the number of the original to a class that is serialisable and has none.
pub fn keep_version(class: &mut ClassFile, original: &ClassFile, classes: &Classes) -> Result<(), AdError> {
    let own = original.fields.iter().any(|f| original.pool.is_text(f.name, NAME));
    if own
        || !classes.takes_place()
        || original.access & INTERFACE != 0
        || !is_serializable(original, classes)
    {
        return Ok(());
    }
    let value = class.pool.add_long(version(original)?)?;
    let attribute = Attribute {
        name: class.pool.add_utf8("ConstantValue")?,
        bytes: Cow::Owned(value.0.to_be_bytes().to_vec()),
    };
    let (name, descriptor) = (class.pool.add_utf8(NAME)?, class.pool.add_utf8("J")?);
    let access = PRIVATE | STATIC | FINAL | SYNTHETIC;
    class.fields.push(Member { access, name, descriptor, attributes: vec![attribute] });
    Ok(())
}

/// Whether objects of the class are stored with such a number. One below a class that is not at hand
/// may be, and the constant does no harm where it is not.
fn is_serializable(class: &ClassFile, classes: &Classes) -> bool {
    let above = |class: &ClassFile| -> Vec<(String, bool)> {
        let name = |index| class.pool.class_name(index).ok().map(|n| n.into_owned());
        let parent = class.super_class.and_then(name).map(|name| (name, true));
        parent.into_iter().chain(class.interfaces.iter().filter_map(|i| Some((name(*i)?, false)))).collect()
    };
    let (mut waiting, mut seen) = (above(class), HashSet::new());
    let mut found = false;
    while let Some((name, is_parent)) = waiting.pop() {
        if WITHOUT.contains(&&*name) {
            return false;
        }
        found |= name == "java/io/Serializable";
        if name != "java/lang/Object" && seen.insert(name.clone()) {
            let known = classes.with(&name, above);
            found |= known.is_none() && is_parent;
            waiting.extend(known.unwrap_or_default());
        }
    }
    found
}

/// The number.
fn version(class: &ClassFile) -> nabla_classfile::Result<i64> {
    let mut text = Text::default();
    text.utf(class.name()?.replace('/', ".").as_bytes());
    text.int(class_flags(class)?);
    let mut interfaces = Vec::new();
    for index in &class.interfaces {
        interfaces.push(class.pool.class_name(*index)?.replace('/', "."));
    }
    interfaces.sort();
    interfaces.iter().for_each(|name| text.utf(name.as_bytes()));
    let mut fields = members(class, &class.fields, OF_FIELD)?;
    fields.retain(|(_, _, flags)| flags & PRIVATE == 0 || flags & (STATIC | TRANSIENT) == 0);
    for (name, descriptor, flags) in fields {
        text.member(&name, flags, &descriptor);
    }
    let methods = members(class, &class.methods, OF_METHOD)?;
    if methods.iter().any(|(name, ..)| name == "<clinit>") {
        text.member("<clinit>", STATIC, "()V");
    }
    for constructors in [true, false] {
        let chosen = methods.iter().filter(|(name, _, flags)| {
            name != "<clinit>" && (name == "<init>") == constructors && flags & PRIVATE == 0
        });
        for (name, descriptor, flags) in chosen {
            text.member(name, *flags, &descriptor.replace('/', "."));
        }
    }
    let hash = sha1(&text.0);
    // The first eight bytes, the first of them the lowest.
    Ok((u64::from(hash[1].swap_bytes()) << 32 | u64::from(hash[0].swap_bytes())) as i64)
}

/// What the JVM tells of the class: a member class has its flags in the table of inner classes.
fn class_flags(class: &ClassFile) -> nabla_classfile::Result<u16> {
    let mut flags = class.access;
    if let Some(table) = class.attribute(&class.attributes, "InnerClasses") {
        for row in table.bytes.get(2..).unwrap_or_default().chunks_exact(8) {
            let inner = nabla_classfile::ConstIndex(u16::from_be_bytes([row[0], row[1]]));
            if class.pool.class_name(inner)? == class.name()? {
                flags = u16::from_be_bytes([row[6], row[7]]);
            }
        }
    }
    Ok(flags & OF_CLASS)
}

/// Names, descriptors and flags, in the order of names and then of descriptors.
fn members(
    class: &ClassFile,
    members: &[Member],
    flags: u16,
) -> nabla_classfile::Result<Vec<(String, String, u16)>> {
    let mut found = Vec::new();
    for member in members {
        let (name, descriptor) = (class.pool.utf8(member.name)?, class.pool.utf8(member.descriptor)?);
        found.push((name.into_owned(), descriptor.into_owned(), member.access & flags));
    }
    found.sort();
    Ok(found)
}

/// What is hashed, as `DataOutputStream` writes it.
#[derive(Default)]
struct Text(Vec<u8>);

impl Text {
    fn utf(&mut self, text: &[u8]) {
        self.0.extend((text.len() as u16).to_be_bytes());
        self.0.extend(text);
    }

    fn int(&mut self, flags: u16) {
        self.0.extend(u32::from(flags).to_be_bytes());
    }

    fn member(&mut self, name: &str, flags: u16, descriptor: &str) {
        self.utf(name.as_bytes());
        self.int(flags);
        self.utf(descriptor.as_bytes());
    }
}

/// FIPS 180-4, section 6.1: the hash that the specification names. It guards nothing here.
fn sha1(message: &[u8]) -> [u32; 5] {
    let mut hash: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if message.len() % 64 >= 56 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len();
    padded[end - 8..].copy_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words: Vec<u32> =
            block.chunks_exact(4).map(|w| u32::from_be_bytes([w[0], w[1], w[2], w[3]])).collect();
        for t in 16..80 {
            words.push((words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = hash;
        for (t, word) in words.iter().enumerate() {
            let (f, k) = match t / 20 {
                0 => ((b & c) | (!b & d), 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let next = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(k).wrapping_add(*word);
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        for (sum, part) in hash.iter_mut().zip([a, b, c, d, e]) {
            *sum = sum.wrapping_add(part);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let abc = [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d];
        assert_eq!(sha1(b"abc"), abc);
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(sha1(long), [0x8498_3e44, 0x1c3b_d26e, 0xbaae_4aa1, 0xf951_29e5, 0xe546_70f1]);
        assert_eq!(sha1(&[b'a'; 64])[0], 0x0098_ba82);
    }
}
