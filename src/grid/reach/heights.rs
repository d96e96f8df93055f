//! The labels of places reached through the air, by height.

use super::NONE;
use super::search::MAX_FEET;
use crate::units::Hm;

/// Number of heights stored together.
const BLOCK: usize = 64;

/// Number of such blocks from the lowest level to the highest that a flyer reaches.
const BLOCKS: usize = MAX_FEET.0 as usize / BLOCK + 1;

/// The first label of the place for each cell and height. Flyers pass a cell at dozens of heights,
/// so finding one of them among all labels of the cell would be slow. Walkers enter a cell at few
/// heights and do not need it.
pub(super) struct Heights {
    /// For each cell of the board and block of heights, where it begins in `heads`; empty for
    /// walkers.
    blocks: Vec<u32>,
    heads: Vec<u32>,
    /// For each label, the next label of the same place.
    links: Vec<u32>,
}

/// The block of a height, and its index in it; `None` if labels at this height are not stored here.
fn split(feet: Hm) -> Option<(usize, usize)> {
    let height = usize::try_from(feet.0).ok()?;
    (height / BLOCK < BLOCKS).then_some((height / BLOCK, height % BLOCK))
}

impl Heights {
    /// For a board with this number of cells, and a body that flies or not.
    pub fn new(cells: usize, flies: bool) -> Self {
        let blocks = if flies { vec![NONE; cells * BLOCKS] } else { Vec::new() };
        Self { blocks, heads: Vec::new(), links: Vec::new() }
    }

    /// The first label of a place (`NONE` if there is none); `None` if it is not stored here.
    pub fn first(&self, slot: usize, feet: Hm) -> Option<u32> {
        if self.blocks.is_empty() {
            return None;
        }
        let (block, height) = split(feet)?;
        let base = *self.blocks.get(slot * BLOCKS + block)?;
        if base == NONE { Some(NONE) } else { self.heads.get(base as usize + height).copied() }
    }

    /// The next label of the same place.
    pub fn next(&self, label: u32) -> u32 {
        self.links.get(label as usize).copied().unwrap_or(NONE)
    }

    /// Adds a new label; labels are added in the order of their numbers.
    pub fn add(&mut self, slot: usize, feet: Hm, label: u32) {
        if self.blocks.is_empty() {
            return;
        }
        let head = split(feet).and_then(|(block, height)| {
            let base = self.blocks.get_mut(slot * BLOCKS + block)?;
            if *base == NONE {
                *base = self.heads.len() as u32;
                self.heads.resize(self.heads.len() + BLOCK, NONE);
            }
            self.heads.get_mut(*base as usize + height)
        });
        self.links.push(head.map_or(NONE, |head| std::mem::replace(head, label)));
    }
}
