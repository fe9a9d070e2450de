//! The code of a method as text that says nothing about numbers: local variables by name, targets
//! as labels, constants by value. And the difference of two such texts.

use std::collections::BTreeMap;

use nabla_classfile::{ClassFile, Code, CodeAttribute, ConstIndex, Constant, Error, Insn, Label};

/// The listing of a method, a line for each instruction, label and handler.
pub fn listing(class: &ClassFile, code: &Code) -> Result<Vec<String>, Error> {
    let mut printer = Printer { class, code, labels: labels(code), unnamed: BTreeMap::new() };
    let mut lines = Vec::new();
    for (at, insn) in code.insns.iter().enumerate() {
        lines.extend(printer.labels.get(&at).map(|number| format!("L{number}:")));
        lines.push(format!("  {}", printer.instruction(at, insn)?));
    }
    lines.extend(printer.labels.get(&code.insns.len()).map(|number| format!("L{number}:")));
    for handler in &code.handlers {
        let caught = match handler.catch_type {
            Some(class_index) => class.pool.class_name(class_index)?.replace('/', "."),
            None => "anything".to_string(),
        };
        let [start, end, target] = [handler.start, handler.end, handler.target].map(|l| printer.label(l));
        lines.push(format!("catch {caught} from {start} to {end} at {target}"));
    }
    Ok(lines)
}

/// The instructions that are jumped to or bound a handler, numbered in code order.
fn labels(code: &Code) -> BTreeMap<usize, usize> {
    let mut targets: Vec<Label> = Vec::new();
    for insn in &code.insns {
        match insn {
            Insn::Branch(_, target) => targets.push(*target),
            Insn::TableSwitch { default, targets: cases, .. } => {
                targets.push(*default);
                targets.extend(cases);
            }
            Insn::LookupSwitch { default, pairs } => {
                targets.push(*default);
                targets.extend(pairs.iter().map(|(_, target)| *target));
            }
            _ => {}
        }
    }
    targets.extend(code.handlers.iter().flat_map(|h| [h.start, h.end, h.target]));
    let mut places: Vec<usize> = targets.iter().map(|label| place(code, *label)).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().zip(1..).collect()
}

fn place(code: &Code, label: Label) -> usize {
    code.labels[label.0 as usize] as usize
}

struct Printer<'a> {
    class: &'a ClassFile<'a>,
    code: &'a Code<'a>,
    labels: BTreeMap<usize, usize>,
    /// Local variables without a name, numbered as they are met.
    unnamed: BTreeMap<u16, usize>,
}

impl Printer<'_> {
    fn instruction(&mut self, at: usize, insn: &Insn) -> Result<String, Error> {
        let mnemonic = insn.opcode().mnemonic();
        Ok(match insn {
            Insn::Op(_) => mnemonic.to_string(),
            Insn::Push(_, value) => format!("{mnemonic} {value}"),
            Insn::Ldc(index) => format!("ldc {}", self.constant(*index)?),
            Insn::Local(_, slot) => format!("{mnemonic} {}", self.local(at, *slot)?),
            Insn::Iinc(slot, amount) => format!("{mnemonic} {} {amount:+}", self.local(at, *slot)?),
            Insn::Branch(_, target) => format!("{mnemonic} {}", self.label(*target)),
            Insn::TableSwitch { default, low, targets } => {
                let cases = targets.iter().zip(*low..).map(|(target, key)| (key, *target));
                format!("{mnemonic} {}", self.cases(cases, *default))
            }
            Insn::LookupSwitch { default, pairs } => {
                format!("{mnemonic} {}", self.cases(pairs.iter().copied(), *default))
            }
            Insn::Field(_, index) | Insn::Invoke(_, index) => {
                let member = self.class.pool.member_ref(*index)?;
                let owner = member.owner.replace('/', ".");
                format!("{mnemonic} {owner}.{} {}", member.name, member.descriptor)
            }
            Insn::InvokeDynamic(index) => {
                let (name, descriptor) = self.class.pool.name_and_type(*index)?;
                format!("{mnemonic} {name} {descriptor}")
            }
            Insn::Type(_, index) => format!("{mnemonic} {}", self.class.pool.class_name(*index)?),
            Insn::NewArray(kind) => format!("{mnemonic} {kind}"),
            Insn::MultiNewArray(index, dimensions) => {
                format!("{mnemonic} {} {dimensions}", self.class.pool.class_name(*index)?)
            }
        })
    }

    fn cases(&self, cases: impl Iterator<Item = (i32, Label)>, default: Label) -> String {
        let mut text: Vec<String> =
            cases.map(|(key, target)| format!("{key}: {}", self.label(target))).collect();
        text.push(format!("else: {}", self.label(default)));
        text.join(", ")
    }

    fn label(&self, label: Label) -> String {
        format!("L{}", self.labels[&place(self.code, label)])
    }

    fn constant(&self, index: ConstIndex) -> Result<String, Error> {
        let pool = &self.class.pool;
        Ok(match pool.get(index)? {
            Constant::Integer(value) => format!("{value}"),
            Constant::Long(value) => format!("{value}L"),
            Constant::Float(bits) => format!("{:?}f", f32::from_bits(bits)),
            Constant::Double(bits) => format!("{:?}", f64::from_bits(bits)),
            Constant::String(text) => format!("{:?}", pool.utf8(text)?),
            Constant::Class(_) => pool.class_name(index)?.into_owned(),
            other => format!("{other:?}"),
        })
    }

    /// The name of the variable in the slot, or of the next one there: a store comes before the
    /// scope that it begins.
    fn local(&mut self, at: usize, slot: u16) -> Result<String, Error> {
        let tables = self.code.attributes.iter().filter_map(|attribute| match attribute {
            CodeAttribute::LocalVariables { rows, .. } => Some(rows),
            _ => None,
        });
        let of_slot = tables.flatten().filter(|row| row.slot == slot && place(self.code, row.end) > at);
        if let Some(row) = of_slot.min_by_key(|row| place(self.code, row.start)) {
            return Ok(self.class.pool.utf8(row.name)?.into_owned());
        }
        let number = self.unnamed.len() + 1;
        Ok(format!("${}", self.unnamed.entry(slot).or_insert(number)))
    }
}

/// The lines of both texts in order: those of the first alone after `-`, those of the second alone
/// after `+`, the longest common subsequence after a blank.
pub fn difference(before: &[String], after: &[String]) -> Vec<String> {
    let width = after.len() + 1;
    let mut common = vec![0_usize; (before.len() + 1) * width];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            common[i * width + j] = if before[i] == after[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            lines.push(format!("  {}", before[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == after.len()
            || (i < before.len() && common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            lines.push(format!("- {}", before[i]));
            i += 1;
        } else {
            lines.push(format!("+ {}", after[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_keeps_what_is_common() {
        let lines = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        assert_eq!(difference(&lines("abd"), &lines("bcd")), ["- a", "  b", "+ c", "  d"]);
        assert_eq!(difference(&lines(""), &lines("a")), ["+ a"]);
    }
}
