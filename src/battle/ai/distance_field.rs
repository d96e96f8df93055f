//! The long way to the foes: rough walking distances over the whole board.
//!
//! Where the rules' own search ends at one turn's movement, these say which of its ends is nearer
//! to the fight, past walls and cliffs. They are only an estimate and decide nothing else.

use std::sync::Arc;

use crate::grid::{Board, Cell, Dir, Footing, Hm, Passage, Tile};
use crate::rules::command::Target;
use crate::rules::object::Object;

/// One who walks climbs this much at most where no face is marked climbable.
const CLIMB: Hm = Hm::metres(2);
/// And goes down this much.
const DROP: Hm = Hm::metres(5);
/// Distances are worked out this far beyond where they are asked from.
const BEYOND: u16 = 6;
/// No single step is as dear as this.
const DEAREST: usize = 32;
/// The dearest step on foot.
const DEAREST_WALK: i32 = 15;
/// A leap costs this much, and as much again for every square.
const LEAP: i32 = 2;

/// The sides of a cell; the opposite one is two further on.
const SIDES: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];
/// Straight ways before diagonals.
const DIRECTIONS: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// Far from everything.
pub const UNREACHED: u16 = u16::MAX;

/// The steps of one board, worked out once for as long as it stays as it is.
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    board: Option<Arc<Board>>,
    /// Cell by cell the neighbours from which a step leads there, with what it costs; in the order of
    /// [`DIRECTIONS`].
    steps: Vec<(u32, u8)>,
    /// Per cell where its neighbours begin in that list, and where the last ones end.
    starts: Vec<usize>,
    /// The farthest leap among them, in squares; 1 without any.
    stride: i16,
    /// Room to work in, kept from one search to the next: empty between them.
    rings: [Vec<u32>; DEAREST],
}

/// What somebody can do about what is in the way, beside walking round it.
#[derive(Clone, Copy)]
pub struct Skills<'a> {
    /// The farthest leap, in squares; one that crosses nothing is none.
    pub leap: u16,
    /// Where nobody lands, because somebody is there.
    pub taken: &'a dyn Fn(Cell) -> bool,
    /// About how many squares could be walked in the time that it takes to break an object down;
    /// nothing where it cannot be done.
    pub breach: &'a dyn Fn(Object) -> Option<u8>,
}

/// Rough distances from every cell to the nearest of some.
pub struct Distances<'r> {
    roads: &'r DistanceField,
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
            let steps = (1..=self.roads.stride.max(1)).flat_map(|n| DIRECTIONS.map(|dir| (n, dir)));
            let next = steps
                .map(|(n, dir)| {
                    let (dx, dy) = dir.delta();
                    at.offset(n * dx, n * dy)
                })
                .filter(|cell| self.from(*cell) < here && free(*cell))
                .filter_map(|cell| Some((self.roads.leads(at, cell)?, cell)))
                .min_by_key(|(price, cell)| {
                    let left = self.from(*cell);
                    (left.saturating_add(u16::from(*price)), left)
                });
            let Some((_, next)) = next else { break };
            way.push(next);
            at = next;
        }
        way
    }
}

impl DistanceField {
    /// The steps on foot of a board.
    pub fn over(board: &Arc<Board>) -> Self {
        let mut roads = Self::default();
        roads.survey(board, None);
        roads
    }

    /// Distances to the nearest of these cells, from everywhere that is about as near as `from` or
    /// nearer: on foot, or with somebody's skills.
    pub fn to(
        &mut self,
        board: &Arc<Board>,
        skills: Option<Skills<'_>>,
        ends: impl Iterator<Item = Cell>,
        from: Cell,
    ) -> Distances<'_> {
        let known = self.board.as_ref().is_some_and(|known| Arc::ptr_eq(known, board));
        if skills.is_some() || !known {
            self.survey(board, skills);
        }
        let count = usize::from(board.width()) * usize::from(board.height());
        let mut cells = vec![UNREACHED; count];
        let mut rings = std::mem::take(&mut self.rings);
        let mut open: usize = 0;
        for end in ends.filter_map(|cell| board.index(cell)) {
            if let Some(slot) = cells.get_mut(end) {
                *slot = 0;
                rings[0].push(end as u32);
                open += 1;
            }
        }
        let mut cost: u16 = 0;
        let from = board.index(from);
        let mut most = UNREACHED - DEAREST as u16;
        while open > 0 && cost < most {
            if from.and_then(|from| cells.get(from)).is_some_and(|there| *there <= cost) {
                most = most.min(cost + BEYOND);
            }
            // Every step costs something, and less than there are rings: none is added to this one.
            let mut ring = std::mem::take(&mut rings[usize::from(cost) % DEAREST]);
            open -= ring.len();
            for cell in ring.drain(..) {
                let cell = cell as usize;
                if cells.get(cell) != Some(&cost) {
                    continue;
                }
                for (from, price) in self.steps_to(cell) {
                    let total = cost + u16::from(*price);
                    if let Some(known) = cells.get_mut(*from as usize)
                        && total < *known
                    {
                        *known = total;
                        rings[usize::from(total) % DEAREST].push(*from);
                        open += 1;
                    }
                }
            }
            rings[usize::from(cost) % DEAREST] = ring;
            cost += 1;
        }
        rings.iter_mut().for_each(Vec::clear);
        self.rings = rings;
        Distances { roads: self, cells }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.board.as_ref().and_then(|board| board.index(cell))
    }

    /// The price of the step that leads from one cell to another, if one does.
    fn leads(&self, from: Cell, to: Cell) -> Option<u8> {
        let (from, to) = (self.index(from)?, self.index(to)?);
        let steps = self.steps_to(to).iter().filter(|(cell, _)| *cell as usize == from);
        steps.map(|(_, price)| *price).min()
    }

    /// The cells from which a step leads to this one, with its price.
    fn steps_to(&self, to: usize) -> &[(u32, u8)] {
        let ends = self.starts.get(to).zip(self.starts.get(to + 1));
        ends.and_then(|(first, last)| self.steps.get(*first..*last)).unwrap_or_default()
    }

    fn survey(&mut self, board: &Arc<Board>, skills: Option<Skills<'_>>) {
        let width = isize::try_from(board.width()).unwrap_or_default();
        let offsets = DIRECTIONS.map(|dir| {
            let (dx, dy) = dir.delta();
            isize::from(dy) * width + isize::from(dx)
        });
        // With a border of cells that nobody stands in, so that each has its neighbours.
        let wide = width + 2;
        let places: Vec<isize> = board
            .cells()
            .map(|cell| (isize::from(cell.y) + 1) * wide + isize::from(cell.x) + 1)
            .collect();
        let size = usize::try_from(wide).unwrap_or_default() * (usize::from(board.height()) + 2);
        let mut floors: Vec<Option<Floor>> = vec![None; size];
        for (cell, place) in board.cells().zip(&places) {
            if let Some(slot) = at_mut(&mut floors, *place) {
                *slot = Floor::of(board, cell);
            }
        }
        let sides = [-wide, 1, wide, -1];
        let mut straight = vec![[0_u8; 4]; size];
        for (cell, place) in board.cells().zip(&places) {
            let Some(from) = at(&floors, *place) else { continue };
            let mut prices = [0; 4];
            for ((slot, side), offset) in prices.iter_mut().zip(SIDES).zip(sides) {
                let to = at(&floors, place + offset);
                let walked = to.and_then(|to| price(board, (cell, from), side, to, |_| None));
                *slot = walked.unwrap_or(0);
            }
            if let Some(slot) = at_mut(&mut straight, *place) {
                *slot = prices;
            }
        }
        let ways_to = |place: &isize| {
            let [north, east, south, west] = sides.map(|offset| at(&straight, place + offset));
            // From the cell on one side one comes by the opposite side. Diagonals where both ways
            // round the corner are open, at the price of the dearest part.
            let round = |corner: isize, back_a: usize, to_a: u8, back_b: usize, to_b: u8| {
                let corner = at(&straight, place + corner);
                let ways = [corner[back_b], to_a, corner[back_a], to_b];
                if ways.contains(&0) { 0 } else { ways.into_iter().max().unwrap_or(0) }
            };
            let (n, e, s, w) = (north[2], east[3], south[0], west[1]);
            [
                n,
                e,
                s,
                w,
                round(1 - wide, 2, n, 3, e),
                round(wide + 1, 3, e, 0, s),
                round(wide - 1, 0, s, 1, w),
                round(-wide - 1, 1, w, 2, n),
            ]
        };
        let feats = skills.map(|skills| feats(board, skills)).unwrap_or_default();
        let mut feats = feats.iter().peekable();
        self.stride = skills.map_or(1, |s| i16::try_from(s.leap).unwrap_or(1));
        self.steps.clear();
        self.starts.clear();
        for (cell, place) in places.iter().enumerate() {
            self.starts.push(self.steps.len());
            let ways = offsets.into_iter().zip(ways_to(place)).filter(|(_, price)| *price > 0);
            let from = |offset: isize| cell.wrapping_add_signed(offset) as u32;
            self.steps.extend(ways.map(|(offset, price)| (from(offset), price)));
            while let Some((_, from, price)) = feats.next_if(|(to, ..)| *to == cell) {
                self.steps.push((*from, *price));
            }
        }
        self.starts.push(self.steps.len());
        self.board = Some(Arc::clone(board));
    }
}

/// The steps that take more than walking: to which cell, from which, at what price; in the order of
/// the cells they lead to.
fn feats(board: &Board, skills: Skills<'_>) -> Vec<(usize, u32, u8)> {
    let mut found = Vec::new();
    for (from, cell) in board.cells().enumerate() {
        let Ok(from) = u32::try_from(from) else { continue };
        let Some(floor) = Floor::beyond(board, cell, skills.breach) else { continue };
        for side in SIDES {
            let to = cell.step(side);
            let there = Floor::beyond(board, to, skills.breach);
            let on_foot =
                Floor::of(board, cell).zip(Floor::of(board, to)).and_then(|(from, to)| {
                    let walled = |_| None;
                    price(board, (cell, from), side, to, walled)
                });
            let broken = there
                .filter(|_| on_foot.is_none())
                .and_then(|there| price(board, (cell, floor), side, there, skills.breach));
            if let (Some(price), Some(to)) = (broken, board.index(to)) {
                found.push((to, from, price));
            }
            found.extend(
                leap(board, cell, side, skills.leap)
                    .filter(|(to, _)| !(skills.taken)(*to))
                    .and_then(|(to, price)| Some((board.index(to)?, from, price))),
            );
        }
    }
    found.sort_unstable();
    found
}

/// The leap from a cell to one side, with its price: over what is lower, to the first ground as high
/// as where it begins.
fn leap(board: &Board, cell: Cell, side: Dir, most: u16) -> Option<(Cell, u8)> {
    let start = Floor::of(board, cell)?;
    let mut at = cell;
    let mut gap = false;
    for squares in 1..=i32::from(most) {
        let next = at.step(side);
        let is_open = board.edge(at, side).is_none_or(|e| e.passage() == Passage::Free)
            && board.tile(next).is_some_and(|t| !t.is_solid() && t.elevation <= start.height)
            && board.thing_in(next).is_none_or(|(_, t)| t.kind.spec().footing != Footing::Blocks);
        if !is_open {
            return None;
        }
        let floor = Floor::of(board, next);
        let level = floor.is_some_and(|f| (start.height - f.height).abs() <= Hm(1));
        if level {
            let price = u8::try_from(LEAP * (squares + 1)).unwrap_or(DEAREST as u8 - 1);
            return gap.then_some((next, price));
        }
        gap = true;
        at = next;
    }
    None
}

/// What a list has at a place; nothing outside it.
fn at<T: Copy + Default>(list: &[T], place: isize) -> T {
    usize::try_from(place).ok().and_then(|i| list.get(i).copied()).unwrap_or_default()
}

fn at_mut<T>(list: &mut [T], place: isize) -> Option<&mut T> {
    usize::try_from(place).ok().and_then(|i| list.get_mut(i))
}

/// Where one stands in a cell.
#[derive(Clone, Copy)]
struct Floor {
    height: Hm,
    climbable: bool,
    /// What entering it costs.
    cost: i32,
    /// What of that is for breaking down what stands there.
    toil: i32,
}

impl Floor {
    /// Nowhere in walls and on pillars.
    fn of(board: &Board, cell: Cell) -> Option<Self> {
        let tile = board.tile(cell).filter(|t| !t.is_solid())?;
        let height = match board.thing_in(cell).map(|(_, t)| (t.kind.spec().footing, t.height)) {
            Some((Footing::Blocks, _)) => return None,
            Some((Footing::Platform, height)) => tile.elevation + height,
            _ => tile.surface(),
        };
        Some(Self::on(tile, height, 0))
    }

    /// As [`Self::of`], with what stands in the cell broken down where that can be done.
    fn beyond(board: &Board, cell: Cell, breach: &dyn Fn(Object) -> Option<u8>) -> Option<Self> {
        Self::of(board, cell).or_else(|| {
            let tile = board.tile(cell).filter(|t| !t.is_solid())?;
            let (id, _) = board.thing_in(cell)?;
            let toil = breach(Object::Thing(id))?;
            Some(Self::on(tile, tile.surface(), toil.into()))
        })
    }

    fn on(tile: &Tile, height: Hm, toil: i32) -> Self {
        let deep = i32::from(tile.depth > Hm::ZERO);
        let harmful = if tile.damaging.is_some() { 4 } else { 0 };
        Self { height, climbable: tile.climb.is_marked(), cost: 1 + deep + harmful + toil, toil }
    }
}

/// What a step costs about; nothing where there is no way.
fn price(
    board: &Board,
    (cell, from): (Cell, Floor),
    side: Dir,
    to: Floor,
    breach: impl Fn(Object) -> Option<u8>,
) -> Option<u8> {
    let rise = to.height - from.height;
    let climbable = if rise > Hm::ZERO { to.climbable } else { from.climbable };
    if (rise > CLIMB || -rise > DROP) && !climbable {
        return None;
    }
    let edge = if board.is_bare(cell) { None } else { board.edge(cell, side) };
    let mut cost = to.cost;
    let mut most = if to.toil > 0 { DEAREST as i32 - 1 } else { DEAREST_WALK };
    match edge.map_or(Passage::Free, |edge| edge.passage()) {
        Passage::Free => {}
        Passage::Low | Passage::Shut => cost += 2,
        Passage::Closed => {
            let toil = Object::of(Target::Edge(cell, side)).and_then(breach)?;
            cost += i32::from(toil);
            most = DEAREST as i32 - 1;
        }
    }
    if rise > Hm(1) {
        cost += 3 * rise.metres_ceil();
    } else if -rise > Hm::metres(2) {
        cost += 2;
    }
    u8::try_from(cost.clamp(1, most)).ok()
}
