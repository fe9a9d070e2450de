//! What a class of the same package can reach of what a class reaches itself: JVMS §5.4.4.
//!
//! The class's own references are legal. A companion loses three privileges: private members of the
//! class and its nest, and protected members that it inherits from another package.

use crate::ClassSource;
use nabla_classfile::{ClassFile, ConstIndex, Member, MemberRef, Result};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;

use super::PRIVATE;
use super::program::package;

const PROTECTED: u16 = 0x0004;

/// No inheritance is deeper; a damaged class may inherit from itself.
const DEEPEST: usize = 1000;

const OBJECT: &str = "java/lang/Object";

/// `Object`'s protected methods. Looking them up would need a JDK for nearly every class.
const OBJECT_PROTECTED: [(&str, &str); 2] = [("clone", "()Ljava/lang/Object;"), ("finalize", "()V")];

/// Whether a companion can use a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// It can.
    Allowed,
    /// It is private.
    Private,
    /// It is protected, and inherited from another package.
    Protected,
    /// It stands in this class, or above it, and that was not found.
    Unknown(String),
}

/// The privileges of one class.
pub struct Reach<'c, 'a> {
    class: &'c ClassFile<'a>,
    name: String,
    nest: Option<String>,
    classes: &'c dyn ClassSource,
    inherited: OnceCell<Inherited>,
}

/// The protected members that come from super classes in other packages, by name and descriptor, and
/// the super class at which the search ended.
struct Inherited {
    members: HashSet<(String, String)>,
    missing: Option<String>,
}

impl<'c, 'a> Reach<'c, 'a> {
    /// Of this class; `classes` knows the others.
    pub fn new(class: &'c ClassFile<'a>, classes: &'c dyn ClassSource) -> Result<Reach<'c, 'a>> {
        let name = class.name()?.into_owned();
        let attribute = |name| class.attribute(&class.attributes, name);
        let nest = match attribute("NestHost").map(|a| &*a.bytes) {
            Some(&[high, low]) => {
                Some(class.pool.class_name(ConstIndex(u16::from_be_bytes([high, low])))?.into_owned())
            }
            _ => attribute("NestMembers").map(|_| name.clone()),
        };
        Ok(Reach { class, name, nest, classes, inherited: OnceCell::new() })
    }

    /// Whether a companion can use a member that the class uses.
    pub fn access(&self, member: &MemberRef) -> Result<Access> {
        // An array's `clone` is public.
        if member.owner.starts_with('[') {
            return Ok(Access::Allowed);
        }
        if member.owner == *self.name || self.in_nest(&member.owner) {
            return self.resolve(member);
        }
        if self.inherited.get().is_none() {
            let _ = self.inherited.set(self.inherit()?);
        }
        let inherited = self.inherited.get().map(|i| {
            let key = (member.name.clone().into_owned(), member.descriptor.clone().into_owned());
            i.members.contains(&key) || i.missing.as_deref() == Some(&*member.owner)
        });
        if inherited == Some(true) { self.resolve(member) } else { Ok(Access::Allowed) }
    }

    /// Whether a class may be of the same nest. Javac's nests are a class and what is nested in it,
    /// and so are named.
    fn in_nest(&self, class: &str) -> bool {
        self.nest.as_deref().is_some_and(|host| {
            class.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        })
    }

    /// Goes up from the owner to the class that declares the member. What no class does is an
    /// interface's, and public.
    fn resolve(&self, member: &MemberRef) -> Result<Access> {
        let mut at = member.owner.clone().into_owned();
        for _ in 0..DEEPEST {
            if at == OBJECT {
                let protected = OBJECT_PROTECTED.contains(&(&member.name, &member.descriptor));
                return Ok(if protected { Access::Protected } else { Access::Allowed });
            }
            let step = self.with_class(&at, |class| {
                let declared = class.fields.iter().chain(&class.methods).find(|m| is(class, m, member));
                if let Some(declared) = declared {
                    return Ok(Err(self.by_flags(declared.access, &at)));
                }
                super_class(class).map(Ok)
            })?;
            match step {
                None => return Ok(Access::Unknown(at)),
                Some(Err(access)) => return Ok(access),
                // A constructor is not inherited.
                Some(Ok(Some(above))) if member.name != "<init>" => at = above,
                Some(Ok(_)) => return Ok(Access::Allowed),
            }
        }
        Ok(Access::Allowed)
    }

    fn by_flags(&self, access: u16, declaring: &str) -> Access {
        if access & PRIVATE != 0 {
            Access::Private
        } else if access & PROTECTED != 0 && package(declaring) != package(&self.name) {
            Access::Protected
        } else {
            Access::Allowed
        }
    }

    fn inherit(&self) -> Result<Inherited> {
        let own = OBJECT_PROTECTED.map(|(n, d)| (n.to_owned(), d.to_owned()));
        let mut inherited = Inherited { members: HashSet::from(own), missing: None };
        let mut at = super_class(self.class)?;
        for _ in 0..DEEPEST {
            let Some(name) = at.filter(|name| name != OBJECT) else { break };
            let foreign = package(&name) != package(&self.name);
            let step = self.with_class(&name, |class| {
                let members = class.fields.iter().chain(&class.methods);
                for member in members.filter(|m| foreign && m.access & PROTECTED != 0) {
                    let text = |index| class.pool.utf8(index).map(Cow::into_owned);
                    inherited.members.insert((text(member.name)?, text(member.descriptor)?));
                }
                super_class(class)
            })?;
            match step {
                Some(above) => at = above,
                None => {
                    inherited.missing = Some(name);
                    break;
                }
            }
        }
        Ok(inherited)
    }

    /// Looks at a class. One that cannot be read is as good as none.
    fn with_class<T>(&self, name: &str, look: impl FnOnce(&ClassFile) -> Result<T>) -> Result<Option<T>> {
        if name == self.name {
            return look(self.class).map(Some);
        }
        let Some(bytes) = self.classes.class(name) else { return Ok(None) };
        Ok(ClassFile::read(&bytes).and_then(|class| look(&class)).ok())
    }
}

fn super_class(class: &ClassFile) -> Result<Option<String>> {
    class.super_class.map(|index| class.pool.class_name(index).map(Cow::into_owned)).transpose()
}

fn is(class: &ClassFile, member: &Member, wanted: &MemberRef) -> bool {
    class.pool.utf8(member.name).is_ok_and(|n| n == wanted.name)
        && class.pool.utf8(member.descriptor).is_ok_and(|d| d == wanted.descriptor)
}
