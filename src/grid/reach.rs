//! Reachable places and path costs, for any ruleset's prices.

mod heights;
mod pricing;
#[cfg(test)]
mod reference;
mod search;
#[cfg(test)]
mod tests;

use super::cell::Cell;
use super::step::Move;
use super::units::Hm;

pub use pricing::{CostOnly, PathRefusal, Pricing, StepKinds, path_cost};
pub use search::reach;

/// Largest budget of a search; larger budgets are clamped to it.
pub const MAX_BUDGET: u32 = 1 << 16;

const NONE: u32 = u32::MAX;

/// A place where a move may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stop {
    /// The north-west cell.
    pub cell: Cell,
    /// Absolute height of the feet.
    pub feet: Hm,
    /// Cost of the cheapest path there.
    pub cost: u32,
}

/// One state of the search: a place, the cost paid, and the label it was entered from.
#[derive(Clone, Debug)]
struct Label<S, K> {
    cell: Cell,
    feet: Hm,
    key: K,
    cost: u32,
    state: S,
    /// The previous label (`NONE` for the start) and the step from it.
    parent: u32,
    by: Move,
    /// The next label of the same cell.
    next: u32,
    done: bool,
    stop: bool,
}

/// Everything within reach of a body.
#[derive(Clone, Debug)]
pub struct Reach<S, K = ()> {
    width: u16,
    height: u16,
    first: Vec<u32>,
    labels: Vec<Label<S, K>>,
}

impl<S, K> Reach<S, K> {
    fn in_cell(&self, cell: Cell) -> impl Iterator<Item = (u32, &Label<S, K>)> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width;
        let slot = usize::from(self.width) * cell.y.max(0) as usize + cell.x.max(0) as usize;
        let inside = inside && (cell.y as u16) < self.height;
        let at = if inside { self.first.get(slot).copied().unwrap_or(NONE) } else { NONE };
        self.chain(at)
    }

    /// The labels of a cell, starting at `at`.
    fn chain(&self, mut at: u32) -> impl Iterator<Item = (u32, &Label<S, K>)> {
        std::iter::from_fn(move || {
            let label = self.labels.get(at as usize)?;
            let index = at;
            at = label.next;
            Some((index, label))
        })
    }

    fn best(&self, cell: Cell, feet: Option<Hm>) -> Option<(u32, &Label<S, K>)> {
        self.in_cell(cell)
            .filter(|(_, l)| l.done && l.stop && feet.is_none_or(|f| f == l.feet))
            .min_by_key(|(i, l)| (l.cost, l.feet, *i))
    }

    /// Cells where the move may end, row by row. Includes the start if the move may end there.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (w, h) = (self.width as i16, self.height as i16);
        (0..h)
            .flat_map(move |y| (0..w).map(move |x| Cell::new(x, y)))
            .filter(|c| self.in_cell(*c).any(|(_, l)| l.done && l.stop))
    }

    /// All places where the move may end, each with its
    /// lowest cost: row by row, then from low to high.
    pub fn stops(&self) -> Vec<Stop> {
        self.stops_with(|_| ()).into_iter().map(|(stop, ())| stop).collect()
    }

    /// Like [`Self::stops`], each with a value read from
    /// the ruleset's state after the cheapest path.
    pub fn stops_with<T>(&self, read: impl Fn(&S) -> T) -> Vec<(Stop, T)> {
        let mut found: Vec<(Stop, T)> = Vec::with_capacity(self.labels.len());
        let mut ends = Vec::new();
        // Already ordered by cell; only the stops within a cell need sorting.
        for first in self.first.iter().filter(|first| **first != NONE) {
            ends.extend(self.chain(*first).filter(|(_, l)| l.done && l.stop));
            ends.sort_unstable_by_key(|(index, l)| (l.feet, l.cost, *index));
            found.extend(
                ends.drain(..).map(|(_, l)| {
                    (Stop { cell: l.cell, feet: l.feet, cost: l.cost }, read(&l.state))
                }),
            );
        }
        found.dedup_by_key(|(s, _)| (s.cell, s.feet));
        found
    }

    /// The lowest cost of ending in a cell, at any height.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.best(cell, None).map(|(_, l)| l.cost)
    }

    /// The lowest cost of ending in a cell at this height of the feet.
    pub fn cost_at(&self, cell: Cell, feet: Hm) -> Option<u32> {
        self.best(cell, Some(feet)).map(|(_, l)| l.cost)
    }

    /// The cheapest path that ends in a cell; of equally
    /// cheap heights, the lowest. Empty for the start.
    pub fn path_to(&self, cell: Cell) -> Option<Vec<Move>> {
        self.best(cell, None).map(|(i, _)| self.way(i))
    }

    /// The cheapest path that ends in a cell at this height of the feet.
    pub fn path_to_at(&self, cell: Cell, feet: Hm) -> Option<Vec<Move>> {
        self.best(cell, Some(feet)).map(|(i, _)| self.way(i))
    }

    /// The ruleset's state after the cheapest path that ends in a cell at this height.
    pub fn state_at(&self, cell: Cell, feet: Hm) -> Option<&S> {
        self.best(cell, Some(feet)).map(|(_, l)| &l.state)
    }

    fn way(&self, mut index: u32) -> Vec<Move> {
        let mut steps = Vec::new();
        while let Some(label) = self.labels.get(index as usize).filter(|l| l.parent != NONE) {
            steps.push(label.by);
            index = label.parent;
        }
        steps.reverse();
        steps
    }
}
