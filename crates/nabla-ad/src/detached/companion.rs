//! The companion class: the generated methods with their constants moved to a pool of its own.

use super::dispatch::Dispatch;
use super::generated::Generated;
use super::links::Link;
use super::program::{At, Program};
use super::{COMPANION, Home, PUBLIC, STATIC, receiver};
use crate::AdError;
use crate::annotation::{inactive_attribute, inactive_parameters, is_inactive, mark_inactive};
use crate::emit::dispatch::SELF;
use crate::emit::inherited::{asked_for, asking};
use crate::signature::split_descriptor;
use nabla_classfile::{Attribute, ClassFile, ConstIndex, Constant, Member, MethodParameter, Result};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// Flags that a method of a companion keeps: `public`, `varargs`, `strictfp`, `synthetic`. The
/// package reaches the others, for companions call each other's methods.
const KEPT: u16 = 0x0001 | 0x0080 | 0x0800 | 0x1000;

/// `final super`.
const CLASS: u16 = 0x0010 | 0x0020;

/// What the receiver is called, where its name is known: no parameter can be called `this`.
pub const RECEIVER: &str = "self";

/// The bytes of an empty companion, of the class's version, and visible where the class is or where
/// another package's companion calls it.
pub fn skeleton(program: &Program, number: usize, foreign: &BTreeSet<At>) -> Result<Vec<u8>> {
    let generated = &program.classes[number];
    let name = format!("{}{COMPANION}", generated.own);
    let called = foreign.range((number, 0)..(number + 1, 0)).next().is_some();
    let public = if called { PUBLIC } else { generated.class.access & PUBLIC };
    let mut bytes = Vec::from(0xcafe_babe_u32.to_be_bytes());
    bytes.extend(generated.class.minor.to_be_bytes());
    bytes.extend(version(program.home, generated.class.major).to_be_bytes());
    // An empty pool; the indices of the names are set when they have been added.
    bytes.extend([0, 1]);
    bytes.extend((public | CLASS).to_be_bytes());
    bytes.extend([0; 12]);
    let mut class = ClassFile::read(&bytes)?;
    class.this_class = class.pool.add_class(&name)?;
    class.super_class = Some(class.pool.add_class("java/lang/Object")?);
    class.write()
}

/// The first version with dynamic constants, and the first with frames.
const JAVA_11: u16 = 55;
const JAVA_6: u16 = 50;

/// The version of a companion. A nestmate needs one that knows nests; a class without frames cannot
/// become newer.
pub fn version(home: Home, major: u16) -> u16 {
    if home == Home::Nest && major >= JAVA_6 { major.max(JAVA_11) } else { major }
}

/// A companion on its way.
pub struct Companion<'s, 'g, 'a> {
    pub(super) class: ClassFile<'s>,
    pub(super) program: &'g Program<'g, 'a>,
    pub(super) number: usize,
    pub(super) generated: &'g Generated<'g, 'a>,
    /// Constants and bootstrap methods moved, by their index in the augmented class.
    pub(super) constants: HashMap<ConstIndex, ConstIndex>,
    pub(super) bootstraps: HashMap<u16, u16>,
    /// Bootstrap methods being moved: one that is its own argument is damaged.
    pub(super) open: Vec<u16>,
    /// What a nestmate calls in others.
    pub(super) linked: Vec<Link>,
    /// The calls for which it has methods that dispatch.
    pub(super) dispatched: Vec<Dispatch>,
}

impl<'s, 'g, 'a> Companion<'s, 'g, 'a> {
    /// Of the class with this number, on this skeleton.
    pub fn new(
        skeleton: &'s [u8],
        program: &'g Program<'g, 'a>,
        number: usize,
    ) -> Result<Companion<'s, 'g, 'a>> {
        Ok(Companion {
            class: ClassFile::read(skeleton)?,
            program,
            number,
            generated: &program.classes[number],
            constants: HashMap::new(),
            bootstraps: HashMap::new(),
            open: Vec::new(),
            linked: Vec::new(),
            dispatched: Vec::new(),
        })
    }

    /// Moves a method, and gives the length of its bytecode. `foreign` says that a companion of
    /// another package calls it.
    pub fn add(&mut self, index: usize, foreign: bool) -> std::result::Result<u32, AdError> {
        let from = self.generated.class;
        let method = &from.methods[index];
        let has_receiver = method.access & STATIC == 0;
        let name = self.generated.name(index)?;
        let code = if name.starts_with(SELF) {
            let below = self.program.known_below(self.number);
            receiver::known(&mut self.class.pool, &self.generated.own, &below)?
        } else if let Some(of) = asked_for(&name) {
            // A companion remembers nothing.
            let asked = &from.methods[of];
            let (method, descriptor) = (from.pool.utf8(asked.name)?, from.pool.utf8(asked.descriptor)?);
            asking(&mut self.class, &self.generated.own, (&*method, &*descriptor), None)?
        } else {
            self.code(self.generated.code(index)?, has_receiver)?
        };
        let mut member = Member {
            access: method.access & KEPT | STATIC | if foreign { PUBLIC } else { 0 },
            name: self.class.pool.add_utf8(&name)?,
            descriptor: self.class.pool.add_utf8(&self.generated.detached_descriptor(index)?)?,
            attributes: Vec::new(),
        };
        let bytes = self.class.encode_code(&member, &code)?;
        let length = bytes.get(4..8).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
        member.attributes.push(self.attribute("Code", bytes)?);
        if let Some(exceptions) = from.attribute(&method.attributes, "Exceptions") {
            let bytes = self.indices(&exceptions.bytes)?;
            member.attributes.push(self.attribute("Exceptions", bytes)?);
        }
        if let Some(text) = self.signature(method, has_receiver)? {
            let bytes = self.class.pool.add_utf8(&text)?.0.to_be_bytes().to_vec();
            member.attributes.push(self.attribute("Signature", bytes)?);
        }
        let parameters =
            split_descriptor(&from.pool.utf8(method.descriptor)?).map_or(0, |(all, _)| all.len());
        let mut inactive = inactive_parameters(from, method, parameters);
        if has_receiver {
            inactive.insert(0, false);
        }
        member.attributes.extend(inactive_attribute(&mut self.class, &inactive)?);
        self.class.methods.push(member);
        // So a companion can be differentiated as its class can.
        if is_inactive(from, method) {
            mark_inactive(&mut self.class, &name)?;
        }
        if let Some(rows) = from.method_parameters(index)? {
            let mut moved = Vec::with_capacity(rows.len() + 1);
            if has_receiver {
                moved.push(MethodParameter { name: Some(self.class.pool.add_utf8(RECEIVER)?), access: 0 });
            }
            for row in rows {
                let name = row.name.map(|name| self.constant(name)).transpose()?;
                moved.push(MethodParameter { name, access: row.access });
            }
            self.class.set_method_parameters(self.class.methods.len() - 1, &moved)?;
        }
        Ok(length)
    }

    /// A method's generic signature, with the receiver in front; none in a generic class, whose type
    /// variables the companion does not have.
    fn signature(&self, method: &Member, has_receiver: bool) -> Result<Option<String>> {
        let from = self.generated.class;
        let Some(attribute) = from.attribute(&method.attributes, "Signature") else { return Ok(None) };
        let [high, low] = attribute.bytes[..] else { return Ok(None) };
        if from.attribute(&from.attributes, "Signature").is_some() {
            return Ok(None);
        }
        let text = from.pool.utf8(ConstIndex(u16::from_be_bytes([high, low])))?;
        Ok(Some(match has_receiver {
            true => text.replacen('(', &format!("(L{};", self.generated.own), 1),
            false => text.into_owned(),
        }))
    }

    /// The bytes of the class.
    pub fn write(mut self) -> Result<Vec<u8>> {
        let from = self.generated.class;
        if let Some(source) = from.attribute(&from.attributes, "SourceFile") {
            let bytes = self.indices_of(&source.bytes)?;
            let source = self.attribute("SourceFile", bytes)?;
            self.class.attributes.push(source);
        }
        self.inner_classes()?;
        self.class.write()
    }

    /// The rows of the class's `InnerClasses` for classes that the companion names.
    fn inner_classes(&mut self) -> Result<()> {
        let from = self.generated.class;
        let Some(attribute) = from.attribute(&from.attributes, "InnerClasses") else { return Ok(()) };
        let mut rows = Vec::new();
        for row in attribute.bytes.get(2..).unwrap_or_default().chunks_exact(8) {
            let index = |at: usize| ConstIndex(u16::from_be_bytes([row[at], row[at + 1]]));
            if self.names(&from.pool.class_name(index(0))?)? {
                for at in [0, 2, 4] {
                    let moved = if index(at).0 == 0 { ConstIndex(0) } else { self.constant(index(at))? };
                    rows.extend(moved.0.to_be_bytes());
                }
                rows.extend(&row[6..8]);
            }
        }
        if !rows.is_empty() {
            let mut bytes = Vec::from(((rows.len() / 8) as u16).to_be_bytes());
            bytes.extend(rows);
            let attribute = self.attribute("InnerClasses", bytes)?;
            self.class.attributes.push(attribute);
        }
        Ok(())
    }

    /// Whether a class is named by a constant or in a descriptor.
    fn names(&self, class: &str) -> Result<bool> {
        let described = format!("L{class};");
        for index in 1..self.class.pool.len() {
            let index = ConstIndex(index);
            let found = match self.class.pool.get(index) {
                Ok(Constant::Class(name)) => self.class.pool.utf8(name)? == class,
                Ok(Constant::Utf8(_)) => {
                    let text = self.class.pool.utf8(index)?;
                    text.starts_with(['(', 'L', '[']) && text.contains(&described)
                }
                _ => false,
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn attribute(&mut self, name: &str, bytes: Vec<u8>) -> Result<Attribute<'s>> {
        Ok(Attribute { name: self.class.pool.add_utf8(name)?, bytes: Cow::Owned(bytes) })
    }
}
