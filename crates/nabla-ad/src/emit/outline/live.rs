//! Which locals may be read later. The code that is outlined is long and has thousands of locals, few
//! of them at a time: before each instruction the list of those is kept.

use super::slots::Slots;
use nabla_classfile::{Code, CodeAttribute, Insn, Opcode, VerificationType};
use nabla_flow::{BlockId, Cfg, Edge};

/// The most entries of a method's lists: 128 MB.
const MOST_ENTRIES: usize = 64 << 20;

/// The most words of the sets at the beginnings of its blocks: as much.
const MOST_WORDS: usize = 16 << 20;

/// The locals that may be read, before every instruction.
pub struct Live {
    /// Where the list of each instruction begins, and the end of the last.
    starts: Vec<usize>,
    slots: Vec<u16>,
    born: Changes,
    gone: Changes,
}

/// The locals that change at each instruction: how they are before it differs from before the one in front. They
/// come backward, those behind the last instruction first.
#[derive(Default)]
struct Changes {
    ends: Vec<usize>,
    slots: Vec<u16>,
}

impl Changes {
    fn at(&self, at: usize) -> &[u16] {
        let Some(number) = self.ends.len().checked_sub(at) else { return &[] };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.ends.get(number).map_or(&[], |&end| &self.slots[start..end])
    }

    /// Those in one row that are not in another.
    fn push(&mut self, these: &[u64], others: &[u64]) {
        for (place, (&word, &other)) in these.iter().zip(others).enumerate() {
            let mut left = word & !other;
            while left != 0 {
                self.slots.push(place as u16 * 64 + left.trailing_zeros() as u16);
                left &= left - 1;
            }
        }
        self.ends.push(self.slots.len());
    }
}

impl Live {
    /// Those of a method; none if the lists would be too large.
    pub fn of(code: &Code, cfg: &Cfg) -> Option<Live> {
        let width = Slots::none(code.max_locals).row().len();
        if cfg.blocks.len().checked_mul(width)? > MOST_WORDS {
            return None;
        }
        let mut heads = vec![0; cfg.blocks.len() * width];
        let mut row = vec![0; width];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..cfg.blocks.len()).rev() {
                over(code, cfg, &heads, block, &mut row, |_| true);
                let head = &mut heads[block * width..(block + 1) * width];
                changed |= *head != row[..];
                head.copy_from_slice(&row);
            }
        }
        // The lists come backward, and are turned round in the end.
        let (mut starts, mut slots) = (vec![0], Vec::new());
        let (mut born, mut gone, mut next) = (Changes::default(), Changes::default(), vec![0; width]);
        for block in (0..cfg.blocks.len()).rev() {
            let room = over(code, cfg, &heads, block, &mut row, |row| {
                born.push(&next, row);
                gone.push(row, &next);
                next.copy_from_slice(row);
                for (place, &word) in row.iter().enumerate().rev() {
                    let mut left = word;
                    while left != 0 {
                        let bit = 63 - left.leading_zeros();
                        slots.push(place as u16 * 64 + bit as u16);
                        left &= !(1 << bit);
                    }
                }
                starts.push(slots.len());
                slots.len() <= MOST_ENTRIES
            });
            if !room {
                return None;
            }
        }
        slots.reverse();
        starts.reverse();
        starts.iter_mut().for_each(|start| *start = slots.len() - *start);
        Some(Live { starts, slots, born, gone })
    }

    /// Those before an instruction that are not before the one in front of it.
    pub fn born(&self, at: usize) -> &[u16] {
        self.born.at(at)
    }

    /// Those before the instruction in front of one that are not before it.
    pub fn gone(&self, at: usize) -> &[u16] {
        self.gone.at(at)
    }

    /// Those before an instruction, ascending; none behind the last.
    pub fn before(&self, at: usize) -> &[u16] {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.slots.len());
        self.starts.get(at).map_or(&[], |&start| &self.slots[start..end])
    }

    /// Whether the local may be read before it is written, from an instruction on.
    pub fn is_read(&self, at: usize, slot: u16) -> bool {
        self.before(at).binary_search(&slot).is_ok()
    }

    /// Takes out of the frames what is read no more: where a value is assigned is then of no concern
    /// to frames behind its last use.
    pub fn prune(&self, code: &mut Code) {
        let labels = &code.labels;
        for attribute in &mut code.attributes {
            let CodeAttribute::Frames { rows, .. } = attribute else { continue };
            for (label, frame) in rows {
                let at = labels[label.0 as usize] as usize;
                let mut slot = 0;
                let mut kept = Vec::with_capacity(frame.locals.len());
                for kind in &frame.locals {
                    let wide = matches!(kind, VerificationType::Double | VerificationType::Long);
                    let slots = 1 + usize::from(wide);
                    match u16::try_from(slot).is_ok_and(|slot| self.is_read(at, slot)) {
                        true => kept.push(*kind),
                        // A value that is not there takes one entry for each slot.
                        false => kept.extend(std::iter::repeat_n(VerificationType::Top, slots)),
                    }
                    slot += slots;
                }
                while kept.last() == Some(&VerificationType::Top) {
                    kept.pop();
                }
                frame.locals = kept;
            }
        }
    }
}

/// Goes backward over a block, from what its successors read to what it reads; whether what looks at
/// the sets went on to the end.
fn over(
    code: &Code,
    cfg: &Cfg,
    heads: &[u64],
    block: usize,
    row: &mut [u64],
    mut see: impl FnMut(&[u64]) -> bool,
) -> bool {
    let width = row.len();
    let id = BlockId(block as u32);
    let head = |block: BlockId| &heads[block.index() * width..(block.index() + 1) * width];
    row.fill(0);
    let mut caught = vec![0; width];
    for (to, edge) in cfg.successors(id) {
        let into = if edge == Edge::Normal { &mut *row } else { &mut caught[..] };
        into.iter_mut().zip(head(to)).for_each(|(a, b)| *a |= b);
    }
    for at in cfg.block(id).range.clone().rev() {
        transfer(&code.insns[at], row);
        row.iter_mut().zip(&caught).for_each(|(a, b)| *a |= b);
        if !see(row) {
            return false;
        }
    }
    true
}

fn transfer(insn: &Insn, row: &mut [u64]) {
    let mut set = |slot: u16, read: bool| {
        if let Some(word) = row.get_mut(usize::from(slot) / 64) {
            let bit = 1 << (slot % 64);
            *word = if read { *word | bit } else { *word & !bit };
        }
    };
    match access(insn) {
        Some(Access { slot, reads: true, .. }) => set(slot, true),
        Some(Access { slot, wide, .. }) => {
            set(slot, false);
            if wide {
                set(slot.saturating_add(1), false);
            }
        }
        None => {}
    }
}

/// What an instruction does to a local.
pub struct Access {
    /// Its slot.
    pub slot: u16,
    /// Whether its value takes two.
    pub wide: bool,
    /// Whether it is read.
    pub reads: bool,
    /// Whether it is written.
    pub writes: bool,
}

/// The access to a local, if the instruction is one.
pub fn access(insn: &Insn) -> Option<Access> {
    use Opcode::{Astore, Dload, Dstore, Fstore, Istore, Lload, Lstore};
    Some(match *insn {
        Insn::Local(op, slot) => {
            let writes = matches!(op, Istore | Lstore | Fstore | Dstore | Astore);
            let wide = matches!(op, Lload | Dload | Lstore | Dstore);
            Access { slot, wide, reads: !writes, writes }
        }
        Insn::Iinc(slot, _) => Access { slot, wide: false, reads: true, writes: true },
        _ => return None,
    })
}
