//! The long way to the foes: rough walking distances over the whole board.
//!
//! Where the rules' own search ends at one turn's movement, these say which of its ends is nearer
//! to the fight, past walls and cliffs. They are only an estimate and decide nothing else.

use std::sync::Arc;

use crate::grid::{Board, Cell, Dir, Footing, Hm, Passage};

/// One who walks climbs this much at most where no face is marked climbable.
const CLIMB: Hm = Hm::metres(2);
/// And goes down this much.
const DROP: Hm = Hm::metres(5);
/// Distances are worked out this far beyond where they are asked from.
const BEYOND: u16 = 6;
/// The dearest single step.
const DEAREST: usize = 16;

/// Straight ways before diagonals.
const DIRECTIONS: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// Far from everything.
pub const UNREACHED: u16 = u16::MAX;

/// The steps of one board, worked out once for as long as it stays as it is.
#[derive(Clone, Debug, Default)]
pub struct Roads {
    board: Option<Arc<Board>>,
    /// Per cell and side (north, east, south, west) what a step from there costs; 0 where there
    /// is no way.
    steps: Vec<[u8; 4]>,
    width: usize,
}

/// Rough distances from every cell to the nearest of some.
pub struct Distances<'r> {
    roads: &'r Roads,
    cells: Vec<u16>,
}

impl Distances<'_> {
    /// The distance from a cell, [`UNREACHED`] where there is no way.
    pub fn from(&self, cell: Cell) -> u16 {
        let index = self.roads.index(cell);
        index.and_then(|i| self.cells.get(i)).copied().unwrap_or(UNREACHED)
    }

    /// The way that leads straight down to the nearest end, at most so many cells of it, past
    /// those that are not free. It stops where the way down is not free at all.
    pub fn way_down(&self, from: Cell, most: usize, free: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut way = Vec::new();
        let mut at = from;
        while way.len() < most {
            let here = self.from(at);
            let next = DIRECTIONS
                .into_iter()
                .map(|dir| at.step(dir))
                .filter(|cell| self.from(*cell) < here && free(*cell))
                .filter(|cell| self.roads.leads(at, *cell))
                .min_by_key(|cell| self.from(*cell));
            let Some(next) = next else { break };
            way.push(next);
            at = next;
        }
        way
    }
}

impl Roads {
    /// Distances to the nearest of these cells, from everywhere that is about as near as `from` or
    /// nearer.
    pub fn to(
        &mut self,
        board: &Arc<Board>,
        ends: impl Iterator<Item = Cell>,
        from: Cell,
    ) -> Distances<'_> {
        if !self.board.as_ref().is_some_and(|known| Arc::ptr_eq(known, board)) {
            self.survey(board);
        }
        let mut cells = vec![UNREACHED; self.steps.len()];
        let mut rings: Vec<Vec<u32>> = vec![Vec::new(); DEAREST];
        for end in ends.filter_map(|cell| board.index(cell)) {
            if let (Some(slot), Some(ring)) = (cells.get_mut(end), rings.first_mut()) {
                *slot = 0;
                ring.push(end as u32);
            }
        }
        let mut open: usize = rings.iter().map(Vec::len).sum();
        let mut cost: u16 = 0;
        let from = board.index(from);
        let mut most = UNREACHED - DEAREST as u16;
        while open > 0 && cost < most {
            if from.and_then(|from| cells.get(from)).is_some_and(|there| *there <= cost) {
                most = most.min(cost + BEYOND);
            }
            let at = usize::from(cost) % DEAREST;
            let ring = rings.get_mut(at).map(std::mem::take).unwrap_or_default();
            open -= ring.len();
            for cell in ring {
                let cell = cell as usize;
                if cells.get(cell) != Some(&cost) {
                    continue;
                }
                for (from, price) in self.steps_to(cell) {
                    let total = cost + u16::from(price);
                    let Some(known) = cells.get_mut(from) else { continue };
                    if total < *known {
                        *known = total;
                        if let Some(ring) = rings.get_mut(usize::from(total) % DEAREST) {
                            ring.push(from as u32);
                            open += 1;
                        }
                    }
                }
            }
            cost += 1;
        }
        Distances { roads: self, cells }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.board.as_ref().and_then(|board| board.index(cell))
    }

    /// True when a step leads from one cell to a neighbour.
    fn leads(&self, from: Cell, to: Cell) -> bool {
        let (Some(from), Some(to)) = (self.index(from), self.index(to)) else { return false };
        self.steps_to(to).any(|(cell, _)| cell == from)
    }

    fn step(&self, cell: usize, side: usize) -> u8 {
        self.steps.get(cell).and_then(|s| s.get(side)).copied().unwrap_or(0)
    }

    /// The cells from which a step leads to this one, with its price. Diagonals where both ways
    /// round the corner are open.
    fn steps_to(&self, to: usize) -> impl Iterator<Item = (usize, u8)> {
        let w = self.width;
        let (x, y) = (to % w.max(1), to / w.max(1));
        let rows = self.steps.len().checked_div(w).unwrap_or(0);
        // From the cell on that side one comes by the opposite side.
        let north = (y > 0).then(|| to - w);
        let east = (x + 1 < w).then_some(to + 1);
        let south = (y + 1 < rows).then_some(to + w);
        let west = (x > 0).then(|| to - 1);
        let beside = [(north, 2), (east, 3), (south, 0), (west, 1)];
        let straight = beside.map(|(from, side)| {
            let from = from?;
            let price = self.step(from, side);
            (price > 0).then_some((from, price))
        });
        let round = |a: Option<usize>, a_side, b: Option<usize>, b_side| {
            let (a, b) = (a?, b?);
            // The corner lies on side `a` of `b` and on side `b` of `a`.
            let corner = (a + b).checked_sub(to)?;
            let ways = [
                self.step(corner, b_side),
                self.step(a, a_side),
                self.step(corner, a_side),
                self.step(b, b_side),
            ];
            let price = ways.into_iter().max().unwrap_or(0);
            ways.into_iter().all(|p| p > 0).then_some((corner, price))
        };
        let diagonal = [
            round(north, 2, east, 3),
            round(east, 3, south, 0),
            round(south, 0, west, 1),
            round(west, 1, north, 2),
        ];
        straight.into_iter().chain(diagonal).flatten()
    }

    fn survey(&mut self, board: &Arc<Board>) {
        const SIDES: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];
        self.width = usize::from(board.width());
        self.steps = board
            .cells()
            .map(|cell| SIDES.map(|side| price(board, cell, side).unwrap_or(0)))
            .collect();
        self.board = Some(Arc::clone(board));
    }
}

/// Where one stands in a cell; nowhere in walls and on pillars.
fn floor(board: &Board, cell: Cell) -> Option<Hm> {
    let tile = board.tile(cell).filter(|t| !t.is_solid())?;
    match board.thing_in(cell).map(|(_, t)| (t.kind.spec().footing, t.height)) {
        Some((Footing::Blocks, _)) => None,
        Some((Footing::Platform, height)) => Some(tile.elevation + height),
        _ => Some(tile.surface()),
    }
}

/// What a step costs about; nothing where there is no way.
fn price(board: &Board, cell: Cell, side: Dir) -> Option<u8> {
    let to = cell.step(side);
    let (from, there) = (floor(board, cell)?, floor(board, to)?);
    let rise = there - from;
    let face = if rise > Hm::ZERO { to } else { cell };
    let climbable = board.tile(face).is_some_and(|t| t.climbable);
    if (rise > CLIMB || -rise > DROP) && !climbable {
        return None;
    }
    let passage = board.edge(cell, side).map_or(Passage::Free, |edge| edge.passage());
    let mut cost = 1;
    match passage {
        Passage::Free => {}
        Passage::Low | Passage::Shut => cost += 2,
        Passage::Closed => return None,
    }
    if rise > Hm(1) {
        cost += 3 * rise.metres_ceil();
    } else if -rise > Hm::metres(2) {
        cost += 2;
    }
    let tile = board.tile(to)?;
    if tile.depth > Hm::ZERO {
        cost += 1;
    }
    if tile.damaging.is_some() {
        cost += 4;
    }
    u8::try_from(cost.clamp(1, DEAREST as i32 - 1)).ok()
}
