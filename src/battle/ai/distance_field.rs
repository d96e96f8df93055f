//! Rough walking distances to the foes over the whole board.
//!
//! The rules' own search ends at one turn's movement; these distances tell which of its end points
//! is nearer to the fight, past walls and cliffs. They are estimates, used for nothing else.

mod limits;
mod storeys;

use std::sync::{Arc, Mutex};

use grid::{Board, Cell, Dir, Edge, EdgeAt, Footing, Hm, Passage, Tile, footprint};
use rules::command::Target;
use rules::object::Object;

use limits::{MAX_CLIMB, MAX_DROP, MAX_WALK_COST};
use storeys::Storeys;

pub use limits::{Limits, passage};

/// How far distances are computed beyond the starting cell.
const MARGIN: u16 = 6;
/// Upper bound on the cost of a single step.
const MAX_STEP_COST: usize = 32;
/// Base cost of a leap, and its cost per square.
const LEAP_COST: i32 = 2;

/// The sides of a cell; the opposite side is two further on.
const SIDES: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];
/// Straight directions before diagonals.
const DIRECTIONS: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// The distance of unreachable cells.
pub const UNREACHED: u16 = u16::MAX;

/// The steps of a board.
#[derive(Debug, Default)]
struct Steps {
    /// For each place, the neighbours from which a step leads there, with its cost: the cells in
    /// the order of [`DIRECTIONS`], then the decks.
    list: Vec<(u32, u8)>,
    /// For each place, where its neighbours begin in that list; one more entry marks the end.
    starts: Vec<usize>,
    /// The longest leap among them, in squares; 1 if there are none.
    stride: i16,
    storeys: Storeys,
}

/// The walking steps last computed by any clone, with the board and the limits they are valid for.
type Latest = Arc<Mutex<Option<(Arc<Board>, Limits, Arc<Steps>)>>>;

/// The step costs of one board, computed once and kept until the board changes. Clones, such as the
/// opponents on both sides of a battle, share the result.
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    board: Option<Arc<Board>>,
    steps: Arc<Steps>,
    latest: Latest,
    limits: Limits,
    /// Scratch buffers reused between searches; empty in between.
    rings: [Vec<u32>; MAX_STEP_COST],
}

/// How a combatant can get past obstacles other than by walking around them.
#[derive(Clone, Copy)]
pub struct Skills<'a> {
    /// The longest leap, in squares; 0 or 1 means none, as it crosses nothing.
    pub leap: u16,
    /// Whether a cell is occupied, so that no leap can end there.
    pub taken: &'a dyn Fn(Cell) -> bool,
    /// The cost of breaking an object down, in squares that could be walked in the same time;
    /// `None` if it cannot be broken.
    pub breach: &'a dyn Fn(Object) -> Option<u8>,
}

/// Rough distances from every cell to the nearest target cell.
pub struct Distances<'r> {
    field: &'r DistanceField,
    cells: Vec<u16>,
    /// Floors that count as unreachable, although the board has no deck there.
    barred: Vec<(Cell, Hm)>,
}

impl Distances<'_> {
    /// The distance from the ground of a cell, [`UNREACHED`] if there is no path.
    pub fn from(&self, cell: Cell) -> u16 {
        let index = self.field.index(cell);
        index.and_then(|i| self.cells.get(i)).copied().unwrap_or(UNREACHED)
    }

    /// The same distances with these floors counted as unreachable.
    #[must_use]
    pub fn without(self, barred: Vec<(Cell, Hm)>) -> Self {
        Self { barred, ..self }
    }

    /// The distance from the floor of a cell that is nearest to a height.
    pub fn from_at(&self, cell: Cell, feet: Hm) -> u16 {
        if self.barred.contains(&(cell, feet)) {
            return UNREACHED;
        }
        let index = self.field.place(cell, feet);
        index.and_then(|i| self.cells.get(i)).copied().unwrap_or(UNREACHED)
    }

    /// Whether the floor of a cell that is nearest to a height is a deck.
    pub fn is_on_deck(&self, cell: Cell, feet: Hm) -> bool {
        self.barred.contains(&(cell, feet))
            || self.field.place(cell, feet) != self.field.index(cell)
    }

    /// The path on the ground of steepest descent to the nearest target, at most `most` cells long,
    /// avoiding cells that are not free. It stops where every cell further down is blocked.
    pub fn descend(&self, from: Cell, most: usize, free: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut way = Vec::new();
        let mut at = from;
        while way.len() < most {
            let here = self.from(at);
            let steps =
                (1..=self.field.steps.stride.max(1)).flat_map(|n| DIRECTIONS.map(|dir| (n, dir)));
            let next = steps
                .map(|(n, dir)| {
                    let (dx, dy) = dir.delta();
                    at.offset(n * dx, n * dy)
                })
                .filter(|cell| self.from(*cell) < here && free(*cell))
                .filter_map(|cell| Some((self.field.leads(at, cell)?, cell)))
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
    /// The walking steps of a board.
    pub fn over(board: &Arc<Board>) -> Self {
        let mut field = Self::default();
        field.precompute(board);
        field
    }

    /// Computes the walking steps of a board in advance.
    pub fn precompute(&mut self, board: &Arc<Board>) {
        self.walk_on(board);
    }

    /// Takes the walking steps of a board from another clone, or computes them.
    fn walk_on(&mut self, board: &Arc<Board>) {
        let shared = |latest: &Latest| {
            let latest = latest.lock().ok()?;
            let (known, limits, steps) = latest.as_ref()?;
            let fits = Arc::ptr_eq(known, board) && *limits == self.limits;
            fits.then(|| Arc::clone(steps))
        };
        let found = shared(&self.latest);
        self.steps = found.unwrap_or_else(|| {
            let steps = Arc::new(steps_of(board, None, self.limits));
            if let Ok(mut latest) = self.latest.lock() {
                *latest = Some((Arc::clone(board), self.limits, Arc::clone(&steps)));
            }
            steps
        });
        self.board = Some(Arc::clone(board));
    }

    /// Sets what stops walkers; without this call only walls and water do.
    pub fn limit(&mut self, limits: Limits) {
        if self.limits != limits {
            (self.limits, self.board) = (limits, None);
        }
    }

    /// Distances to the nearest of these ends, from every cell up to about as far away as `from`:
    /// on foot, or with the given skills. An end is the floor of a cell nearest to a height, or
    /// every floor.
    pub fn to(
        &mut self,
        board: &Arc<Board>,
        skills: Option<Skills<'_>>,
        ends: impl Iterator<Item = (Cell, Option<Hm>)>,
        (from, feet): (Cell, Hm),
    ) -> Distances<'_> {
        let known = self.board.as_ref().is_some_and(|known| Arc::ptr_eq(known, board));
        if skills.is_some() {
            self.steps = Arc::new(steps_of(board, skills, self.limits));
            self.board = Some(Arc::clone(board));
        } else if !known {
            self.walk_on(board);
        }
        let storeys = &self.steps.storeys;
        let count = usize::from(board.width()) * usize::from(board.height()) + storeys.count();
        let mut cells = vec![UNREACHED; count];
        let mut rings = std::mem::take(&mut self.rings);
        let mut open: usize = 0;
        let size = i16::from(self.limits.size);
        let around = |cell: Cell| {
            (0..size).flat_map(move |dy| (0..size).map(move |dx| cell.offset(-dx, -dy)))
        };
        let ends = ends.flat_map(|(cell, feet)| around(cell).map(move |cell| (cell, feet)));
        let places = ends.flat_map(|(cell, feet)| match feet {
            Some(feet) => storeys.place(board, cell, feet).into_iter().collect::<Vec<_>>(),
            None => storeys.places(board, cell).collect(),
        });
        for end in places {
            if let Some(slot) = cells.get_mut(end) {
                *slot = 0;
                rings[0].push(end as u32);
                open += 1;
            }
        }
        let mut cost: u16 = 0;
        let from = storeys.place(board, from, feet);
        let mut most = UNREACHED - MAX_STEP_COST as u16;
        while open > 0 && cost < most {
            if from.and_then(|from| cells.get(from)).is_some_and(|there| *there <= cost) {
                most = most.min(cost + MARGIN);
            }
            // Every step costs more than 0 and less than the number of rings, so none is added to
            // this one.
            let mut ring = std::mem::take(&mut rings[usize::from(cost) % MAX_STEP_COST]);
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
                        rings[usize::from(total) % MAX_STEP_COST].push(*from);
                        open += 1;
                    }
                }
            }
            rings[usize::from(cost) % MAX_STEP_COST] = ring;
            cost += 1;
        }
        rings.iter_mut().for_each(Vec::clear);
        self.rings = rings;
        Distances { field: self, cells, barred: Vec::new() }
    }

    /// The steps into this cell: source cell and cost.
    pub fn steps_into(&self, to: Cell) -> impl Iterator<Item = (Cell, u8)> {
        let steps = self.index(to).map(|to| self.steps_to(to)).unwrap_or_default();
        let width = self.board.as_ref().map_or(1, |board| u32::from(board.width()).max(1));
        let on_ground = move |index: u32| Cell::new((index % width) as i16, (index / width) as i16);
        let storeys = &self.steps.storeys;
        let cell = move |index: u32| storeys.cell(index).unwrap_or_else(|| on_ground(index));
        steps.iter().map(move |(from, cost)| (cell(*from), *cost))
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.board.as_ref().and_then(|board| board.index(cell))
    }

    fn place(&self, cell: Cell, feet: Hm) -> Option<usize> {
        self.board.as_ref().and_then(|board| self.steps.storeys.place(board, cell, feet))
    }

    /// The cost of the step from one cell to another, if there is one.
    fn leads(&self, from: Cell, to: Cell) -> Option<u8> {
        let (from, to) = (self.index(from)?, self.index(to)?);
        let steps = self.steps_to(to).iter().filter(|(cell, _)| *cell as usize == from);
        steps.map(|(_, price)| *price).min()
    }

    /// The steps into this place: source place and cost.
    fn steps_to(&self, to: usize) -> &[(u32, u8)] {
        let Steps { list, starts, .. } = &*self.steps;
        let ends = starts.get(to).zip(starts.get(to + 1));
        ends.and_then(|(first, last)| list.get(*first..*last)).unwrap_or_default()
    }
}

/// Computes the steps of a board: on foot, plus those that the skills allow.
fn steps_of(board: &Board, skills: Option<Skills<'_>>, limits: Limits) -> Steps {
    let width = isize::try_from(board.width()).unwrap_or_default();
    let offsets = DIRECTIONS.map(|dir| {
        let (dx, dy) = dir.delta();
        isize::from(dy) * width + isize::from(dx)
    });
    // Padded with impassable cells, so that every cell has all its neighbours.
    let wide = width + 2;
    let places: Vec<isize> = board
        .cells()
        .map(|cell| (isize::from(cell.y) + 1) * wide + isize::from(cell.x) + 1)
        .collect();
    let size = usize::try_from(wide).unwrap_or_default() * (usize::from(board.height()) + 2);
    let mut floors: Vec<Option<Floor>> = vec![None; size];
    for (cell, place) in board.cells().zip(&places) {
        if let Some(slot) = at_mut(&mut floors, *place) {
            *slot = Floor::under(board, cell, limits.size);
        }
    }
    let sides = [-wide, 1, wide, -1];
    let mut straight = vec![[0_u8; 4]; size];
    for (cell, place) in board.cells().zip(&places) {
        let Some(from) = at(&floors, *place) else { continue };
        let mut prices = [0; 4];
        for ((slot, side), offset) in prices.iter_mut().zip(SIDES).zip(sides) {
            let to = at(&floors, place + offset);
            let step = (cell, from, limits);
            let walked = to.and_then(|to| price(board, step, side, to, |_| None));
            *slot = walked.unwrap_or(0);
        }
        if let Some(slot) = at_mut(&mut straight, *place) {
            *slot = prices;
        }
    }
    let ways_to = |place: &isize| {
        let [north, east, south, west] = sides.map(|offset| at(&straight, place + offset));
        // A step into a cell crosses the opposite side of its neighbour. Diagonals need both ways
        // round the corner open, and cost as much as the more expensive one.
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
    let special_steps = |skills| special_steps(board, skills, limits);
    let mut special_steps = skills.map(special_steps).unwrap_or_default();
    let storeys = Storeys::of(board);
    special_steps.extend(storeys.steps(board, limits));
    special_steps.sort_unstable();
    let mut special_steps = special_steps.iter().peekable();
    let stride = skills.map_or(1, |s| i16::try_from(s.leap).unwrap_or(1));
    let (mut list, mut starts) = (Vec::new(), Vec::new());
    for (cell, place) in places.iter().enumerate() {
        starts.push(list.len());
        let ways = offsets.into_iter().zip(ways_to(place)).filter(|(_, price)| *price > 0);
        let from = |offset: isize| cell.wrapping_add_signed(offset) as u32;
        list.extend(ways.map(|(offset, price)| (from(offset), price)));
        while let Some((_, from, price)) = special_steps.next_if(|(to, ..)| *to == cell) {
            list.push((*from, *price));
        }
    }
    for deck in places.len()..places.len() + storeys.count() {
        starts.push(list.len());
        while let Some((_, from, price)) = special_steps.next_if(|(to, ..)| *to == deck) {
            list.push((*from, *price));
        }
    }
    starts.push(list.len());
    Steps { list, starts, stride, storeys }
}

/// The steps that need an act besides walking, as target cell, source cell and cost, sorted by
/// target cell.
fn special_steps(board: &Board, skills: Skills<'_>, limits: Limits) -> Vec<(usize, u32, u8)> {
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
                    price(board, (cell, from, limits), side, to, walled)
                });
            let broken = there
                .filter(|_| on_foot.is_none())
                .and_then(|there| price(board, (cell, floor, limits), side, there, skills.breach));
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

/// The matter that a step on the ground meets on a side of a cell.
fn matter(board: &Board, (cell, side): (Cell, Dir), feet: (Hm, Hm)) -> Option<(EdgeAt, Edge)> {
    if board.is_bare(cell) {
        return None;
    }
    let ground = board.edge(cell, side).map(|edge| (EdgeAt::ground(cell, side), edge));
    ground.or_else(|| board.edge_on_step(cell, side, feet, Hm::metres(2)))
}

/// The leap from a cell in one direction, with its cost: over lower ground, to the first cell as
/// high as the start.
fn leap(board: &Board, cell: Cell, side: Dir, most: u16) -> Option<(Cell, u8)> {
    let start = Floor::of(board, cell)?;
    let mut at = cell;
    let mut gap = false;
    for squares in 1..=i32::from(most) {
        let next = at.step(side);
        let is_open = board.edge(at, side).is_none_or(|e| e.passage() == Passage::Free)
            && board.tile(next).is_some_and(|t| !t.is_solid() && t.elevation <= start.height)
            && board.thing_in(next).is_none_or(|(_, t)| t.footing() != Footing::Blocks);
        if !is_open {
            return None;
        }
        let floor = Floor::of(board, next);
        let level = floor.is_some_and(|f| (start.height - f.height).abs() <= Hm(1));
        if level {
            let price = u8::try_from(LEAP_COST * (squares + 1)).unwrap_or(MAX_STEP_COST as u8 - 1);
            return gap.then_some((next, price));
        }
        gap = true;
        at = next;
    }
    None
}

/// The list element at an index; the default outside the list.
fn at<T: Copy + Default>(list: &[T], place: isize) -> T {
    usize::try_from(place).ok().and_then(|i| list.get(i).copied()).unwrap_or_default()
}

fn at_mut<T>(list: &mut [T], place: isize) -> Option<&mut T> {
    usize::try_from(place).ok().and_then(|i| list.get_mut(i))
}

/// Where a unit stands in a cell.
#[derive(Clone, Copy)]
struct Floor {
    height: Hm,
    climbable: bool,
    /// The cost of entering it.
    cost: i32,
    /// The part of that cost spent on breaking down what stands there.
    breach_cost: i32,
}

impl Floor {
    /// `None` in walls and on pillars.
    fn of(board: &Board, cell: Cell) -> Option<Self> {
        let tile = board.tile(cell).filter(|t| !t.is_solid())?;
        let height = match board.thing_in(cell).map(|(_, t)| (t.footing(), t.height)) {
            Some((Footing::Blocks, _)) => return None,
            Some((Footing::Platform, height)) => tile.elevation + height,
            _ => tile.surface(),
        };
        Some(Self::on(tile, height, 0))
    }

    /// Where a body of this footprint stands: on its highest cell. `None` if one of them is barred.
    fn under(board: &Board, cell: Cell, size: u8) -> Option<Self> {
        let floors = footprint(Some(cell), size).map(|cell| Self::of(board, cell));
        floors.reduce(|a, b| {
            let (a, b) = (a?, b?);
            Some(Self {
                height: a.height.max(b.height),
                climbable: a.climbable && b.climbable,
                cost: a.cost.max(b.cost),
                breach_cost: 0,
            })
        })?
    }

    /// Like [`Self::of`], with an object in the cell broken down where possible.
    fn beyond(board: &Board, cell: Cell, breach: &dyn Fn(Object) -> Option<u8>) -> Option<Self> {
        Self::of(board, cell).or_else(|| {
            let tile = board.tile(cell).filter(|t| !t.is_solid())?;
            let (id, _) = board.thing_in(cell)?;
            let breach_cost = breach(Object::Thing(id))?;
            Some(Self::on(tile, tile.surface(), breach_cost.into()))
        })
    }

    fn on(tile: &Tile, height: Hm, breach_cost: i32) -> Self {
        let deep = i32::from(tile.depth > Hm::ZERO);
        let harmful = if tile.damaging.is_some() { MAX_WALK_COST } else { 0 };
        Self {
            height,
            climbable: tile.climb.is_marked(),
            cost: 1 + deep + harmful + breach_cost,
            breach_cost,
        }
    }
}

/// The cells of a footprint that lie at one of its sides.
fn front(cell: Cell, side: Dir, size: u8) -> impl Iterator<Item = Cell> {
    let last = i16::from(size.max(1)) - 1;
    (0..=last).map(move |n| match side {
        Dir::E => cell.offset(last, n),
        Dir::S => cell.offset(n, last),
        Dir::W => cell.offset(0, n),
        _ => cell.offset(n, 0),
    })
}

/// The approximate cost of a step; `None` where there is no way.
fn price(
    board: &Board,
    (cell, from, limits): (Cell, Floor, Limits),
    side: Dir,
    to: Floor,
    breach: impl Fn(Object) -> Option<u8>,
) -> Option<u8> {
    let rise = to.height - from.height;
    let climbable = if rise > Hm::ZERO { to.climbable } else { from.climbable };
    if (rise > MAX_CLIMB || -rise > MAX_DROP) && !climbable {
        return None;
    }
    if rise.abs() > Hm(1) && limits.climb.is_some_and(|most| rise.abs() > most) {
        return None;
    }
    let mut cost = to.cost;
    let mut most = if to.breach_cost > 0 { MAX_STEP_COST as i32 - 1 } else { MAX_WALK_COST };
    let mut low = false;
    for cell in front(cell, side, limits.size) {
        let edge = matter(board, (cell, side), (from.height, to.height));
        match edge.map_or(Passage::Free, |(_, edge)| passage(edge, limits)) {
            Passage::Free => {}
            Passage::Low | Passage::Shut => low = true,
            Passage::Closed => {
                let object = edge.and_then(|(at, _)| Object::of(Target::Edge(at)));
                let breach_cost = object.and_then(&breach)?;
                cost += i32::from(breach_cost);
                most = MAX_STEP_COST as i32 - 1;
            }
        }
    }
    cost += if low { 2 } else { 0 };
    if rise > Hm(1) {
        cost += 3 * rise.metres_ceil();
    } else if -rise > Hm::metres(2) {
        cost += 2;
    }
    u8::try_from(cost.clamp(1, most)).ok()
}
