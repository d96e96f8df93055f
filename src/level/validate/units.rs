//! Findings about units: where they stand, and whether they can reach each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, NAME, Severity, Subject};
use crate::walk::WalkableRegions;
use crate::{Build, MAX_OVERRIDES, Role, Unit};
use grid::{Board, Cell, Deck, Dir, Footing, Hazard, Hm, footprint};

/// Largest footprint of a beast in any ruleset.
const LARGEST_BEAST: u8 = 3;

/// The unit on each floor: cell, number of decks below the feet; side, unit.
pub(super) type Occupants = BTreeMap<(Cell, usize), (usize, usize)>;

impl Check<'_> {
    pub(super) fn units(&mut self, bodies: &impl Fn(Role) -> Build) {
        let level = self.level;
        let board = level.board();
        let mut occupants = Occupants::new();
        for (s, side) in level.sides.iter().enumerate() {
            for (u, unit) in side.units.iter().enumerate() {
                self.unit_texts(s, u, unit);
                let build = bodies(unit.role);
                if let Some(obstacle) = obstacle(&board, &occupants, unit, build) {
                    let (width, name) = (build.size, unit.role.name());
                    let room = if width > 1 {
                        format!(" (a {name} takes up {width} x {width} cells)")
                    } else {
                        String::new()
                    };
                    let message =
                        format!("the {name} cannot stand at {}: {obstacle}{room}", unit.at);
                    self.error(Subject::Unit(s, u), message);
                } else {
                    self.footing(s, u, unit, &board, build);
                }
                for cell in footprint(Some(unit.at), build.size) {
                    occupants.entry((cell, storey(&board, cell, unit))).or_insert((s, u));
                }
            }
        }
        self.room_for_beasts(&board, &occupants, bodies);
        self.starts(&board, &occupants, bodies);
        self.ways(bodies);
    }

    fn unit_texts(&mut self, s: usize, u: usize, unit: &Unit) {
        if let Some(name) = &unit.name {
            let subject = Subject::UnitName(s, u);
            self.text(subject.clone(), "the name of a unit", name, 1, NAME);
            let units = self.level.sides.iter().flat_map(|side| &side.units);
            let earlier: usize = self.level.sides.iter().take(s).map(|side| side.units.len()).sum();
            if units.take(earlier + u).any(|other| other.name.as_ref() == Some(name)) {
                self.error(subject, format!("two units are called {name:?}"));
            }
        }
        if unit.overrides.values().map(BTreeMap::len).sum::<usize>() > MAX_OVERRIDES {
            let message = format!("more than {MAX_OVERRIDES} changed numbers");
            self.error(Subject::Overrides(s, u), message);
        }
        for (ruleset, values) in &unit.overrides {
            for name in std::iter::once(ruleset).chain(values.keys()) {
                self.text(Subject::Overrides(s, u), "a name", name.as_str(), 1, NAME);
            }
        }
        if let Some((what, allowed)) = unit.start.out_of_bounds() {
            self.error(Subject::Unit(s, u), format!("{what} is out of bounds; allowed: {allowed}"));
        }
        self.unit_extras(s, u, unit);
        if !unit.start.act.as_str().is_empty() {
            self.text(Subject::Unit(s, u), "a name", unit.start.act.as_str(), 1, NAME);
        }
        if !(Hm::ZERO..=Hm::metres(200)).contains(&unit.altitude) {
            let message = format!("altitude {}; allowed: 0 to 200 m", unit.altitude);
            self.error(Subject::Unit(s, u), message);
        }
    }

    /// Warns about unfavourable starting places.
    fn footing(&mut self, s: usize, u: usize, unit: &Unit, board: &Board, build: Build) {
        let subject = || Subject::Unit(s, u);
        let name = unit.role.name();
        let on_deck = footprint(Some(unit.at), build.size).any(|c| {
            let feet = feet_of(board, c, unit);
            board.decks_in(c).iter().any(|deck| deck.top == feet)
        });
        if unit.altitude > Hm::ZERO && !unit.role.flies() && !on_deck {
            let message = format!("the {name} starts in the air, but cannot fly in most rulesets");
            self.warning(subject(), message);
        }
        let cells = || footprint(Some(unit.at), build.size);
        let over = unit.altitude;
        let burnt = cells()
            .filter_map(|c| board.tile(c)?.damaging)
            .any(|h| over < h.height.unwrap_or(Hazard::USUAL_HEIGHT));
        if burnt {
            self.warning(subject(), format!("the {name} starts on harmful ground"));
        }
        if over > Hm::ZERO {
            return;
        }
        let swims = cells().any(|c| {
            let feet = board.footing(c, build.height);
            let bed = board.tile(c).map(|t| t.elevation);
            feet > bed && !board.stands_on_thing(c, build.height)
        });
        if swims {
            self.warning(subject(), format!("the {name} starts swimming"));
        }
        let floors = || cells().filter_map(|c| board.footing(c, build.height));
        if let (Some(low), Some(high)) = (floors().min(), floors().max())
            && high - low > Hm::metres(1)
        {
            let message = format!("the ground under the {name} is uneven by {}", high - low);
            self.warning(subject(), message);
        }
    }

    /// Notes where a beast of the checked size fits, but a larger one of some rulesets does not.
    fn room_for_beasts(
        &mut self,
        board: &Board,
        occupants: &Occupants,
        bodies: &impl Fn(Role) -> Build,
    ) {
        let build = bodies(Role::Beast);
        if build.size >= LARGEST_BEAST {
            return;
        }
        let large = Build { size: LARGEST_BEAST, ..build };
        for (s, side) in self.level.sides.iter().enumerate() {
            for (u, unit) in side.units.iter().enumerate().filter(|(_, u)| u.role == Role::Beast) {
                let mut others = occupants.clone();
                others.retain(|_, who| *who != (s, u));
                if obstacle(board, &others, unit, build).is_none()
                    && let Some(obstacle) = obstacle(board, &others, unit, large)
                {
                    let message = format!(
                        "rulesets with beasts of {LARGEST_BEAST} x {LARGEST_BEAST} cells cannot \
                         place it here: {obstacle}"
                    );
                    self.add(Severity::Note, Subject::Unit(s, u), message);
                }
            }
        }
    }

    /// Warns about units and goals that are not connected by walking, or only through secret doors.
    fn ways(&mut self, bodies: &impl Fn(Role) -> Build) {
        let apart = self.apart(&self.level.board(), bodies);
        let (board, secrets) = self.level.board_in_play();
        if !secrets.is_empty() {
            for way in self.apart(&board, bodies).into_iter().filter(|way| !apart.contains(way)) {
                let (subject, who, to) = way;
                let message = format!(
                    "{who} can walk to {to} only through a secret door, and the computer looks for \
                     none"
                );
                self.warning(subject, message);
            }
        }
        for (subject, who, to) in apart {
            self.warning(subject, format!("{who} cannot walk to {to}"));
        }
    }

    /// The units that cannot walk to another side, and the sides that cannot walk to a goal, each
    /// with the destination.
    fn apart(
        &self,
        board: &Board,
        bodies: &impl Fn(Role) -> Build,
    ) -> Vec<(Subject, String, &'static str)> {
        let mut apart = Vec::new();
        let parts = WalkableRegions::of(board);
        let part = |unit: &Unit| {
            let size = bodies(unit.role).size;
            footprint(Some(unit.at), size).find_map(|c| parts.part(c))
        };
        let level = self.level;
        // Flyers can go anywhere, so only units on the ground are checked.
        let walkers = |s: usize| {
            let units = level.sides.get(s).map(|side| side.units.as_slice()).unwrap_or_default();
            units.iter().enumerate().filter(|(_, u)| u.altitude == Hm::ZERO)
        };
        let reached: Vec<BTreeSet<u32>> = (0..level.sides.len())
            .map(|s| walkers(s).filter_map(|(_, unit)| part(unit)).collect())
            .collect();
        for s in 0..level.sides.len() {
            let others = || reached.iter().enumerate().filter(|(o, _)| *o != s).map(|(_, r)| r);
            if others().all(BTreeSet::is_empty) {
                continue;
            }
            for (u, unit) in walkers(s) {
                if part(unit).is_none_or(|p| others().all(|r| !r.contains(&p))) {
                    let name = unit.role.name();
                    let side = level.sides.get(s).map_or("", |side| side.name.as_str());
                    let who = format!("the {name} of {side:?}");
                    apart.push((Subject::Unit(s, u), who, "another side"));
                }
            }
        }
        for (g, goal) in level.goals.iter().enumerate() {
            let Some(cells) = goal.kind.region().and_then(|r| level.regions.get(r)) else {
                continue;
            };
            let sides = match goal.side {
                Some(side) => usize::from(side.0)..usize::from(side.0) + 1,
                None => 0..level.sides.len(),
            };
            for s in sides {
                let Some(side) = level.sides.get(s) else { continue };
                let near = |c: &Cell| {
                    let part = parts.part(*c);
                    reached.get(s).zip(part).is_some_and(|(r, p)| r.contains(&p))
                };
                let flies = side.units.iter().any(|u| u.altitude > Hm::ZERO);
                if !side.units.is_empty() && !flies && !cells.iter().any(near) {
                    let who = format!("side {:?}", side.name);
                    apart.push((Subject::Goal(g), who, "this region"));
                }
            }
        }
        apart
    }
}

/// Absolute height of the feet of a unit over one of its cells.
fn feet_of(board: &Board, cell: Cell, unit: &Unit) -> Hm {
    board.tile(cell).map_or(Hm::ZERO, |tile| tile.elevation) + unit.altitude
}

/// The number of decks over a cell that are not above the feet of a unit.
pub(super) fn storey(board: &Board, cell: Cell, unit: &Unit) -> usize {
    let feet = feet_of(board, cell, unit);
    board.decks_in(cell).iter().filter(|deck| deck.top <= feet).count()
}

/// Why a unit cannot stand at its place, if it cannot.
pub(super) fn obstacle(
    board: &Board,
    occupants: &Occupants,
    unit: &Unit,
    build: Build,
) -> Option<String> {
    let size = build.size;
    for cell in footprint(Some(unit.at), size) {
        let Some(tile) = board.tile(cell) else {
            return Some(format!("cell {cell} is off the board"));
        };
        if tile.is_solid() {
            return Some(format!("cell {cell} is solid"));
        }
        if let Some((_, thing)) = board.thing_in(cell)
            && thing.footing() == Footing::Blocks
            && unit.altitude < thing.height
        {
            return Some(format!("a {} fills cell {cell}", thing.title()));
        }
        let feet = tile.footing(build.height) - tile.elevation + unit.altitude;
        if let Some(ceiling) = tile.ceiling.filter(|c| feet + build.height > *c) {
            return Some(format!("the ceiling over cell {cell} is {ceiling} high"));
        }
        let feet = feet_of(board, cell, unit);
        let within = |deck: &&Deck| deck.top > feet && deck.underside() < feet + build.height;
        if let Some(deck) = board.decks_in(cell).iter().find(within) {
            return Some(format!("the deck over cell {cell} is at {}", deck.top));
        }
        if occupants.contains_key(&(cell, storey(board, cell, unit))) {
            return Some(format!("another unit stands in cell {cell}"));
        }
        let inner = [(Dir::E, cell.x + 1 - unit.at.x), (Dir::S, cell.y + 1 - unit.at.y)];
        for (side, next) in inner {
            if next < i16::from(size)
                && let Some((_, edge)) = board
                    .edges_before(cell, side, (feet, feet + build.height))
                    .find(|(_, edge)| edge.stops_reach())
            {
                let name = edge.kind.spec().name;
                return Some(format!("a {name} runs along cell {cell}, through its footprint"));
            }
        }
    }
    None
}
