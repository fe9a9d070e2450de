//! Labels of one method while it is decoded: made for offsets, turned to instruction indices last.

use crate::{Error, Label, Result};

const NONE: u32 = u32::MAX;

/// The labels made so far.
pub(crate) struct Labels {
    /// By bytecode offset, the end included: the label there.
    by_offset: Vec<u32>,
    /// By label: its bytecode offset.
    offsets: Vec<u32>,
}

impl Labels {
    pub fn new(code_length: usize) -> Self {
        Labels { by_offset: vec![NONE; code_length + 1], offsets: Vec::new() }
    }

    /// The label at an offset, the end of the code included.
    #[inline]
    pub fn at(&mut self, offset: i64) -> Result<Label> {
        let Some(slot) = usize::try_from(offset).ok().and_then(|offset| self.by_offset.get_mut(offset))
        else {
            let last = self.by_offset.len() - 1;
            return Err(Error::malformed(format!(
                "expected a place in code of {last} bytes, found {offset}"
            )));
        };
        if *slot == NONE {
            *slot = self.offsets.len() as u32;
            self.offsets.push(offset as u32);
        }
        Ok(Label(*slot))
    }

    /// For each label, the index of the instruction at its offset. `offsets` are those of the
    /// instructions, ascending.
    pub fn resolve(mut self, offsets: &[u32]) -> Result<Vec<u32>> {
        // The table by offset has served its purpose and is refilled.
        let index_at = &mut self.by_offset;
        index_at.fill(NONE);
        for (index, &offset) in offsets.iter().enumerate() {
            index_at[offset as usize] = index as u32;
        }
        if let Some(end) = index_at.last_mut() {
            *end = offsets.len() as u32;
        }
        let mut labels = self.offsets;
        for label in &mut labels {
            let offset = *label;
            *label = index_at[offset as usize];
            if *label == NONE {
                return Err(
                    Error::malformed("expected the start of an instruction").at_offset(offset as usize)
                );
            }
        }
        Ok(labels)
    }
}
