//! A class file: reader and writer of everything but the inside of methods.

use std::borrow::Cow;

use crate::decode::{self, MethodContext};
use crate::reader::Reader;
use crate::{Code, ConstIndex, ConstantPool, Error, Frame, Result, encode};

/// An attribute as its bytes: JVMS §4.7, without name and length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The attribute's name (Utf8).
    pub name: ConstIndex,
    /// What follows the length.
    pub bytes: Cow<'a, [u8]>,
}

/// A field or method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    /// The access flags.
    pub access: u16,
    /// The name (Utf8).
    pub name: ConstIndex,
    /// The descriptor (Utf8).
    pub descriptor: ConstIndex,
    /// The attributes, in order.
    pub attributes: Vec<Attribute<'a>>,
}

/// A class file. What is not touched is written as it was read, byte for byte.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    /// The minor version.
    pub minor: u16,
    /// The major version: 52 is Java 8, 61 Java 17, 69 Java 25.
    pub major: u16,
    /// The constant pool.
    pub pool: ConstantPool<'a>,
    /// The access flags.
    pub access: u16,
    /// This class (Class).
    pub this_class: ConstIndex,
    /// The super class (Class); none for `java/lang/Object` and `module-info`.
    pub super_class: Option<ConstIndex>,
    /// The interfaces (Class).
    pub interfaces: Vec<ConstIndex>,
    /// The fields, in order.
    pub fields: Vec<Member<'a>>,
    /// The methods, in order.
    pub methods: Vec<Member<'a>>,
    /// The attributes of the class, in order.
    pub attributes: Vec<Attribute<'a>>,
}

impl<'a> ClassFile<'a> {
    /// Reads a class file. Its structure is checked here, the constants it names when they are
    /// asked for.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let magic = reader.u4()?;
        if magic != 0xcafe_babe {
            return Err(Error::malformed(format!("expected 0xcafebabe, found {magic:#010x}")).at_offset(0));
        }
        let (minor, major) = (reader.u2()?, reader.u2()?);
        let (pool, end) = ConstantPool::read(bytes)?;
        reader.pos = end;
        let access = reader.u2()?;
        let this_class = reader.index()?;
        let super_class = Some(reader.index()?).filter(|index| index.0 != 0);
        let count = reader.u2()? as usize;
        let list = reader.take(2 * count)?.chunks_exact(2);
        let interfaces: Vec<ConstIndex> =
            list.map(|pair| ConstIndex(u16::from_be_bytes([pair[0], pair[1]]))).collect();
        for index in [this_class].iter().chain(&super_class).chain(&interfaces) {
            pool.check(*index)?;
        }
        let fields = read_members(&mut reader, &pool)?;
        let methods = read_members(&mut reader, &pool)?;
        let attributes = read_attributes(&mut reader)?;
        reader.finish("the class file")?;
        Ok(ClassFile {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// Writes the class file. It fails only for more members, attributes or bytes than the format
    /// can count.
    pub fn write(&self) -> Result<Vec<u8>> {
        let size = |attributes: &[Attribute<'_>]| attributes.iter().map(|a| 6 + a.bytes.len()).sum::<usize>();
        let members = |members: &[Member<'_>]| members.iter().map(|m| 8 + size(&m.attributes)).sum::<usize>();
        let capacity = 24
            + self.pool.size()
            + 2 * self.interfaces.len()
            + members(&self.fields)
            + members(&self.methods)
            + size(&self.attributes);
        let mut out = Vec::with_capacity(capacity);
        out.extend(0xcafe_babe_u32.to_be_bytes());
        out.extend(self.minor.to_be_bytes());
        out.extend(self.major.to_be_bytes());
        self.pool.write(&mut out);
        out.extend(self.access.to_be_bytes());
        out.extend(self.this_class.0.to_be_bytes());
        out.extend(self.super_class.map_or(0, |index| index.0).to_be_bytes());
        write_count(&mut out, self.interfaces.len(), "interfaces")?;
        for interface in &self.interfaces {
            out.extend(interface.0.to_be_bytes());
        }
        write_members(&mut out, &self.fields, "fields")?;
        write_members(&mut out, &self.methods, "methods")?;
        write_attributes(&mut out, &self.attributes)?;
        Ok(out)
    }

    /// The internal name of the class.
    pub fn name(&self) -> Result<Cow<'_, str>> {
        self.pool.class_name(self.this_class)
    }

    /// The internal names of the class that it extends and of the interfaces that it names.
    pub fn direct_supertypes(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let above = self.super_class.iter().chain(&self.interfaces);
        above.filter_map(|index| self.pool.class_name(*index).ok())
    }

    /// The first of these attributes that has this name.
    pub fn attribute<'s>(&'s self, attributes: &'s [Attribute<'a>], name: &str) -> Option<&'s Attribute<'a>> {
        attributes.iter().find(|attribute| self.is_named(attribute, name))
    }

    fn is_named(&self, attribute: &Attribute<'a>, name: &str) -> bool {
        self.pool.utf8_bytes(attribute.name) == Ok(name.as_bytes())
    }

    /// The decoded `Code` of a method; `None` if it has none.
    pub fn code(&self, method: &Member<'a>) -> Result<Option<Code<'a>>> {
        let Some(attribute) = self.attribute(&method.attributes, "Code") else { return Ok(None) };
        let decoded = self.context(method).and_then(|context| match &attribute.bytes {
            Cow::Borrowed(bytes) => decode::decode(&self.pool, &context, bytes),
            Cow::Owned(bytes) => decode::decode(&self.pool, &context, bytes).map(Code::into_owned),
        });
        decoded.map(Some).map_err(|error| error.in_method(|| self.method_name(method)))
    }

    /// Encodes `code` and makes it the `Code` of the method at this index.
    ///
    /// # Errors
    /// As for [`encode_code`](Self::encode_code); the method is unchanged then.
    ///
    /// # Panics
    /// If there is no such method.
    pub fn set_code(&mut self, method_index: usize, code: &Code<'_>) -> Result<()> {
        self.set_code_with(method_index, code, &|_| None)
    }

    /// [`set_code`](Self::set_code) with the frames that [`encode_code_with`](Self::encode_code_with) takes.
    pub fn set_code_with(
        &mut self,
        method_index: usize,
        code: &Code<'_>,
        frame_at: &dyn Fn(usize) -> Option<Frame>,
    ) -> Result<()> {
        // The encoder needs the pool for itself, so the method steps aside meanwhile.
        let empty =
            Member { access: 0, name: ConstIndex(0), descriptor: ConstIndex(0), attributes: Vec::new() };
        let mut method = std::mem::replace(&mut self.methods[method_index], empty);
        let result = self.encode_code_with(&method, code, frame_at).and_then(|bytes| {
            let bytes = Cow::Owned(bytes);
            match method.attributes.iter().position(|attribute| self.is_named(attribute, "Code")) {
                Some(at) => method.attributes[at].bytes = bytes,
                None => method.attributes.insert(0, Attribute { name: self.pool.add_utf8("Code")?, bytes }),
            }
            Ok(())
        });
        self.methods[method_index] = method;
        result
    }

    /// The bytes of a `Code` attribute for this method.
    ///
    /// # Errors
    /// `Limit` if the code is longer than 65535 bytes, or if a conditional jump goes too far and
    /// the instruction after it has no frame; `Malformed` if labels or constants are not there.
    pub fn encode_code(&mut self, method: &Member<'_>, code: &Code<'_>) -> Result<Vec<u8>> {
        self.encode_code_with(method, code, &|_| None)
    }

    /// [`encode_code`](Self::encode_code) for code whose conditional jumps may go further than
    /// 32767 bytes. Such a jump becomes its inverse around a `goto_w`, and where the inverse goes,
    /// there must be a frame: `frame_at` gives the frame before the instruction with that index.
    pub fn encode_code_with(
        &mut self,
        method: &Member<'_>,
        code: &Code<'_>,
        frame_at: &dyn Fn(usize) -> Option<Frame>,
    ) -> Result<Vec<u8>> {
        let context = self.context(method)?;
        encode::encode(&mut self.pool, &context, code, frame_at)
            .map_err(|error| error.in_method(|| self.method_name(method)))
    }

    /// Name and descriptor, for messages.
    pub fn method_name(&self, method: &Member<'_>) -> String {
        let text = |index| self.pool.utf8(index).unwrap_or(Cow::Borrowed("?"));
        format!("{}{}", text(method.name), text(method.descriptor))
    }

    /// What the inside of a method depends on.
    fn context(&self, method: &Member<'_>) -> Result<MethodContext> {
        let constructor = self.pool.utf8_bytes(method.name)? == b"<init>"
            && self.pool.class_name_bytes(self.this_class)? != b"java/lang/Object";
        Ok(MethodContext {
            descriptor: method.descriptor,
            this_class: self.this_class,
            is_static: method.access & ACC_STATIC != 0,
            is_constructor: constructor,
            is_ancient: (self.major, self.minor) < (45, 3),
        })
    }
}

const ACC_STATIC: u16 = 0x0008;

fn read_members<'a>(reader: &mut Reader<'a>, pool: &ConstantPool<'a>) -> Result<Vec<Member<'a>>> {
    let count = reader.u2()? as usize;
    let mut members = Vec::with_capacity(reader.capacity(count, 8));
    for _ in 0..count {
        let [a0, a1, n0, n1, d0, d1] = reader.array()?;
        let name = ConstIndex(u16::from_be_bytes([n0, n1]));
        let descriptor = ConstIndex(u16::from_be_bytes([d0, d1]));
        pool.check(name)?;
        pool.check(descriptor)?;
        let access = u16::from_be_bytes([a0, a1]);
        members.push(Member { access, name, descriptor, attributes: read_attributes(reader)? });
    }
    Ok(members)
}

pub(crate) fn read_attributes<'a>(reader: &mut Reader<'a>) -> Result<Vec<Attribute<'a>>> {
    let count = reader.u2()? as usize;
    let mut attributes = Vec::with_capacity(reader.capacity(count, 6));
    for _ in 0..count {
        let [n0, n1, l0, l1, l2, l3] = reader.array()?;
        let bytes = Cow::Borrowed(reader.take(u32::from_be_bytes([l0, l1, l2, l3]) as usize)?);
        attributes.push(Attribute { name: ConstIndex(u16::from_be_bytes([n0, n1])), bytes });
    }
    Ok(attributes)
}

fn write_members(out: &mut Vec<u8>, members: &[Member<'_>], what: &str) -> Result<()> {
    write_count(out, members.len(), what)?;
    for member in members {
        out.extend(member.access.to_be_bytes());
        out.extend(member.name.0.to_be_bytes());
        out.extend(member.descriptor.0.to_be_bytes());
        write_attributes(out, &member.attributes)?;
    }
    Ok(())
}

fn write_attributes(out: &mut Vec<u8>, attributes: &[Attribute<'_>]) -> Result<()> {
    write_count(out, attributes.len(), "attributes")?;
    for attribute in attributes {
        write_attribute(out, attribute)?;
    }
    Ok(())
}

pub(crate) fn write_attribute(out: &mut Vec<u8>, attribute: &Attribute<'_>) -> Result<()> {
    let length =
        u32::try_from(attribute.bytes.len()).map_err(|_| Error::limit("expected an attribute below 4 GB"))?;
    out.extend(attribute.name.0.to_be_bytes());
    out.extend(length.to_be_bytes());
    out.extend(&*attribute.bytes);
    Ok(())
}

/// Writes a count of two bytes.
pub(crate) fn write_count(out: &mut Vec<u8>, count: usize, what: &str) -> Result<()> {
    let count = u16::try_from(count)
        .map_err(|_| Error::limit(format!("expected at most 65535 {what}, found {count}")))?;
    out.extend(count.to_be_bytes());
    Ok(())
}
