//! Which parts of a method are moved: the longest at whose ends the fewest values live.

use super::facts::Facts;
use super::live::{Live, access};
use super::slots::Slots;
use nabla_classfile::{Code, Insn, Opcode};
use nabla_flow::targets;

/// Instructions that control enters at the first, and leaves behind the last or by returns alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first instruction.
    pub start: usize,
    /// The first behind it.
    pub end: usize,
    /// How many values on the stack it does not touch.
    pub base: u16,
    /// Whether all ways out of it are returns.
    pub returns: bool,
}

/// So many instructions are looked at for the start of the next part.
const STRETCH: usize = 96;

/// So many of them are tried.
const STARTS: usize = 24;

/// A part that is better by less is not looked at more closely.
const BETTER: i64 = 16;

/// The most slots of a part's parameters, arrays for its results included: the JVM's limit is 255.
const MOST_SLOTS: u32 = 240;

/// What a search stands on.
pub struct Search<'s> {
    /// The method.
    pub code: &'s Code<'s>,
    /// What is known of its instructions.
    pub facts: &'s Facts,
    /// What its locals hold that is read.
    pub live: &'s Live,
    /// The most bytes of a part.
    pub room: u32,
    /// The fewest that one saves.
    pub least: i64,
}

impl Search<'_> {
    /// Regions that follow one another and save so many bytes together, if that can be.
    pub fn regions(&self, excess: i64) -> Vec<Region> {
        let (mut found, mut saved, mut from) = (Vec::new(), 0, 0);
        while from < self.code.insns.len() && saved < excess {
            match self.best(from) {
                Some((region, gain)) => {
                    from = region.end;
                    saved += gain;
                    found.push(region);
                }
                None => from += STRETCH,
            }
        }
        found
    }

    /// The best region that begins soon, and what it saves.
    fn best(&self, from: usize) -> Option<(Region, i64)> {
        let stretch = from..(from + STRETCH).min(self.code.insns.len());
        let shallow = stretch.clone().filter_map(|at| self.facts.depth[at]).min()?;
        let starts = stretch.filter(|&at| self.facts.depth[at] == Some(shallow)).take(STARTS);
        let mut best = Best { score: 0, found: None };
        for start in starts {
            let skipped: u32 = self.facts.bytes[from..start].iter().sum();
            self.scan(start, i64::from(skipped), &mut best);
        }
        best.found
    }

    /// Tries all regions that begin here.
    fn scan(&self, start: usize, skipped: i64, best: &mut Best) {
        let Facts { depth, untouched, fit, bytes, out, from, unnamed, raw } = self.facts;
        let Some(entered) = depth[start] else { return };
        let none = Slots::none(self.code.max_locals);
        let (mut read, mut written, mut entering) = (none.clone(), none.clone(), none);
        entering.extend(self.live.before(start));
        // The locals that are read of those that live at the beginning, those that are written of those that live at
        // the end, and of these the ones that no array could carry: counted anew at each end, they would take
        // most of the time.
        let (mut passed, mut left, mut cannot) = (0, 0, 0);
        let (mut base, mut length, mut needed, mut returns, mut last) = (entered, 0, start, false, 0);
        for at in start..self.code.insns.len() {
            let insn = &self.code.insns[at];
            let locked = matches!(insn, Insn::Op(Opcode::Monitorenter | Opcode::Monitorexit));
            length += bytes[at];
            if depth[at].is_none() || locked || length > self.room {
                return;
            }
            base = base.min(untouched[at]);
            if entered - base > 4 || fit[start] > base {
                return;
            }
            if let Some((first, end)) = from[at].filter(|_| at > start) {
                if (first as usize) < start {
                    return;
                }
                needed = needed.max(end as usize + 1);
            }
            if let Some((first, end)) = out[at] {
                if (first as usize) < start {
                    return;
                }
                needed = needed.max(end as usize);
                last = last.max(end as usize);
            }
            let end = at + 1;
            for (slots, by) in [(self.live.born(end), 1), (self.live.gone(end), -1)] {
                for slot in slots.iter().filter(|slot| written.has(**slot)) {
                    left += by;
                    cannot += by * i64::from(unnamed.has(*slot));
                }
            }
            if let Some(local) = access(insn) {
                passed += u32::from(entering.has(local.slot) && read.add(local.slot));
                if local.writes && written.add(local.slot) && self.live.is_read(end, local.slot) {
                    left += 1;
                    cannot += i64::from(unnamed.has(local.slot));
                }
                if raw.has(local.slot) {
                    return;
                }
            }
            returns |= is_return(insn);
            let falls = targets(insn).falls_through || last == end;
            if needed > end || falls == returns {
                continue;
            }
            let results = match depth[end] {
                _ if !falls => 0,
                Some(depth) if depth == base || depth == base + 1 && fit[end] <= base => depth - base,
                _ => continue,
            };
            let region = Region { start, end, base, returns };
            let parameters = passed + u32::from(entered - base);
            let (left, cannot) = if falls { (left as u32, cannot) } else { (0, 0) };
            if cannot + i64::from(results) > 1 || 2 * parameters + 5 > MOST_SLOTS {
                continue;
            }
            let arrays = if left + u32::from(results) > 1 { 24 + 9 * left } else { 3 };
            if length + 4 * parameters + arrays > self.room {
                continue;
            }
            let gain = i64::from(length) - i64::from(3 + 3 * parameters + arrays);
            let score = gain - i64::from(16 * left + 2 * parameters) - skipped;
            if gain >= self.least && score > best.score + BETTER && self.is_whole(&region, &written) {
                *best = Best { score, found: Some((region, gain)) };
            }
        }
    }

    /// Whether each handler lies in the region, or covers it and reads nothing that it writes, or
    /// has nothing to do with it.
    fn is_whole(&self, region: &Region, written: &Slots) -> bool {
        let at = |label: nabla_classfile::Label| self.code.labels[label.0 as usize] as usize;
        let mut covered = false;
        for handler in &self.code.handlers {
            let (start, end, target) = (at(handler.start), at(handler.end), at(handler.target));
            let inside = target > region.start && target < region.end;
            if start >= end || (end <= region.start || start >= region.end) && !inside {
                continue;
            }
            if start <= region.start && end >= region.end && !inside {
                covered = true;
                if written.shared(self.live.before(target)).next().is_some() {
                    return false;
                }
            } else if start < region.start || end > region.end || !inside || region.base > 0 || covered {
                // A handler empties the stack, and one before it in the table comes first.
                return false;
            }
        }
        true
    }
}

struct Best {
    score: i64,
    found: Option<(Region, i64)>,
}

/// Whether the instruction returns from the method.
pub fn is_return(insn: &Insn) -> bool {
    use Opcode::{Areturn, Dreturn, Freturn, Ireturn, Lreturn, Return};
    matches!(insn, Insn::Op(Ireturn | Lreturn | Freturn | Dreturn | Areturn | Return))
}
