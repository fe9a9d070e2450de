//! Additions to attributes of classes and methods that new members need.

use std::borrow::Cow;

use crate::class::write_count;
use crate::reader::Reader;
use crate::{Attribute, ClassFile, ConstIndex, Error, Result};

/// A row of `BootstrapMethods`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// The bootstrap method (MethodHandle).
    pub method: ConstIndex,
    /// Its static arguments.
    pub arguments: Vec<ConstIndex>,
}

/// A row of `MethodParameters`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodParameter {
    /// The name (Utf8); none if the parameter has none.
    pub name: Option<ConstIndex>,
    /// `ACC_FINAL`, `ACC_SYNTHETIC`, `ACC_MANDATED`.
    pub access: u16,
}

impl ClassFile<'_> {
    /// The rows of `BootstrapMethods`.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>> {
        let Some(attribute) = self.attribute(&self.attributes, "BootstrapMethods") else {
            return Ok(Vec::new());
        };
        let mut reader = Reader::new(&attribute.bytes);
        let count = reader.u2()? as usize;
        let mut rows = Vec::with_capacity(reader.capacity(count, 4));
        for _ in 0..count {
            let method = reader.index()?;
            let arguments = read_indices(&mut reader)?;
            rows.push(BootstrapMethod { method, arguments });
        }
        reader.finish("BootstrapMethods")?;
        Ok(rows)
    }

    /// The number of a bootstrap method, added if it is not there.
    pub fn add_bootstrap_method(&mut self, row: &BootstrapMethod) -> Result<u16> {
        let rows = self.bootstrap_methods()?;
        let full = |_| Error::limit("expected at most 65535 bootstrap methods");
        if let Some(at) = rows.iter().position(|other| other == row) {
            return u16::try_from(at).map_err(full);
        }
        let number = u16::try_from(rows.len()).map_err(full)?;
        let mut bytes = vec![];
        bytes.extend(row.method.0.to_be_bytes());
        write_indices(&mut bytes, &row.arguments)?;
        self.append_row("BootstrapMethods", &bytes)?;
        Ok(number)
    }

    /// Makes this the bootstrap method of a row, which keeps its arguments.
    pub fn set_bootstrap_method(&mut self, number: u16, method: ConstIndex) -> Result<()> {
        let mut rows = self.bootstrap_methods()?;
        let row = rows.get_mut(usize::from(number));
        row.ok_or_else(|| Error::malformed(format!("expected a bootstrap method with number {number}")))?
            .method = method;
        let mut bytes = Vec::from((rows.len() as u16).to_be_bytes());
        for row in &rows {
            bytes.extend(row.method.0.to_be_bytes());
            write_indices(&mut bytes, &row.arguments)?;
        }
        let pool = &self.pool;
        let is_it = |attribute: &&mut Attribute<'_>| {
            pool.utf8_bytes(attribute.name) == Ok(b"BootstrapMethods".as_slice())
        };
        if let Some(attribute) = self.attributes.iter_mut().find(is_it) {
            attribute.bytes = Cow::Owned(bytes);
        }
        Ok(())
    }

    /// The class that is the host of this one's nest, JVMS 5.4.4: itself where no attribute names another.
    pub fn nest_host(&self) -> Result<Cow<'_, str>> {
        match self.attribute(&self.attributes, "NestHost") {
            Some(attribute) => self.pool.class_name(Reader::new(&attribute.bytes).index()?),
            None => self.name(),
        }
    }

    /// The classes of `NestMembers` (Class).
    pub fn nest_members(&self) -> Result<Vec<ConstIndex>> {
        let Some(attribute) = self.attribute(&self.attributes, "NestMembers") else { return Ok(Vec::new()) };
        let mut reader = Reader::new(&attribute.bytes);
        let members = read_indices(&mut reader)?;
        reader.finish("NestMembers")?;
        Ok(members)
    }

    /// Adds a class to `NestMembers`, which makes this class a nest host, unless it is there.
    pub fn add_nest_member(&mut self, name: &str) -> Result<()> {
        let class = self.pool.add_class(name)?;
        for member in self.nest_members()? {
            if self.pool.class_name(member)? == name {
                return Ok(());
            }
        }
        self.append_row("NestMembers", &class.0.to_be_bytes())
    }

    /// Appends a row to a table of the class that begins with a count of two bytes.
    fn append_row(&mut self, name: &str, row: &[u8]) -> Result<()> {
        let name_index = self.pool.add_utf8(name)?;
        let is_it = |attribute: &Attribute<'_>| self.pool.utf8_bytes(attribute.name) == Ok(name.as_bytes());
        let at = self.attributes.iter().position(is_it).unwrap_or_else(|| {
            self.attributes.push(Attribute { name: name_index, bytes: Cow::Owned(vec![0, 0]) });
            self.attributes.len() - 1
        });
        let bytes = self.attributes[at].bytes.to_mut();
        let count = Reader::new(bytes).u2()?;
        let count = count.checked_add(1).ok_or_else(|| Error::limit(format!("expected room in {name}")))?;
        bytes[..2].copy_from_slice(&count.to_be_bytes());
        bytes.extend(row);
        Ok(())
    }

    /// The rows of a method's `MethodParameters`; `None` if it has none.
    pub fn method_parameters(&self, method_index: usize) -> Result<Option<Vec<MethodParameter>>> {
        let attributes = &self.methods[method_index].attributes;
        let Some(attribute) = self.attribute(attributes, "MethodParameters") else { return Ok(None) };
        let mut reader = Reader::new(&attribute.bytes);
        let count = reader.u1()?;
        let mut rows = Vec::with_capacity(reader.capacity(count.into(), 4));
        for _ in 0..count {
            let name = Some(reader.index()?).filter(|name| name.0 != 0);
            rows.push(MethodParameter { name, access: reader.u2()? });
        }
        reader.finish("MethodParameters")?;
        Ok(Some(rows))
    }

    /// Makes these the rows of a method's `MethodParameters`; it is added if not there.
    pub fn set_method_parameters(&mut self, method_index: usize, rows: &[MethodParameter]) -> Result<()> {
        let count = u8::try_from(rows.len()).map_err(|_| Error::limit("expected at most 255 parameters"))?;
        let mut bytes = vec![count];
        for row in rows {
            bytes.extend(row.name.map_or(0, |name| name.0).to_be_bytes());
            bytes.extend(row.access.to_be_bytes());
        }
        let name = self.pool.add_utf8("MethodParameters")?;
        let bytes = Cow::Owned(bytes);
        let is_it =
            |attribute: &Attribute<'_>| self.pool.utf8_bytes(attribute.name) == Ok(b"MethodParameters");
        let attributes = &mut self.methods[method_index].attributes;
        match attributes.iter().position(is_it) {
            Some(at) => attributes[at].bytes = bytes,
            None => attributes.push(Attribute { name, bytes }),
        }
        Ok(())
    }
}

fn read_indices(reader: &mut Reader<'_>) -> Result<Vec<ConstIndex>> {
    let count = reader.u2()? as usize;
    let mut indices = Vec::with_capacity(reader.capacity(count, 2));
    for _ in 0..count {
        indices.push(reader.index()?);
    }
    Ok(indices)
}

fn write_indices(out: &mut Vec<u8>, indices: &[ConstIndex]) -> Result<()> {
    write_count(out, indices.len(), "arguments of a bootstrap method")?;
    for index in indices {
        out.extend(index.0.to_be_bytes());
    }
    Ok(())
}
