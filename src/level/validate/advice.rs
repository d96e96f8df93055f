//! Advice on playable levels that are probably not as intended: rooms without doors, unreachable
//! places, doors to nothing, things in mid-air.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, Severity, Subject};
use crate::walk::WalkableRegions;
use crate::{Level, MAX_DECKS, MAX_EDGES, MAX_REGION_CELLS, MAX_THINGS, MAX_UNITS};
use grid::{Board, Cell, Dir, Edge, Hm, ThingKind};
use registry::RulesetId;
use rules::Key;
use rules::start::StartFact;

/// Maximum number of unreachable parts listed individually.
const MAX_NAMED: usize = 20;

/// Percentage of a limit from which a note mentions it.
const NEAR: usize = 90;

/// A connected part of the level without any units.
#[derive(Default)]
struct Lost {
    first: Option<Cell>,
    cells: usize,
    /// Some wall or window separates it from another part.
    walled: bool,
    /// Some step that is too high separates it from another part.
    stepped: bool,
    /// It can be reached by climbing.
    climbed: bool,
}

impl Check<'_> {
    pub(super) fn advice(&mut self) {
        let board = self.level.board();
        let parts = WalkableRegions::of(&board);
        self.starts_apart(&parts);
        self.lost_parts(&board, &parts);
        self.edge_advice(&board);
        self.levers();
        self.hanging(&board);
        self.water_advice(&board);
        self.deck_advice(&board, &parts);
        self.near_limits();
        self.unread_starts();
        self.unread_ambushes();
        self.unread_entries();
        self.unread_overrides();
    }

    /// Rejects overrides, conditions and gear for rulesets that do not exist.
    fn unread_overrides(&mut self) {
        let level = self.level;
        let units =
            level.sides.iter().enumerate().flat_map(|(s, side)| {
                side.units.iter().enumerate().map(move |(u, unit)| (s, u, unit))
            });
        for (s, u, unit) in units {
            let unknown = |name: &&Key| RulesetId::from_name(name.as_str()).is_none();
            let numbers = unit.overrides.keys().filter(unknown);
            let numbers = numbers.map(|id| (id, Subject::Override(s, u, id.clone(), None)));
            let conditions = unit.conditions.keys().filter(unknown);
            let conditions = conditions.map(|id| (id, Subject::Condition(s, u, id.clone(), None)));
            let gear = unit.gear.keys().filter(unknown);
            let gear = gear.map(|id| (id, Subject::Gear(s, u, id.clone(), None)));
            for (ruleset, subject) in numbers.chain(conditions).chain(gear) {
                let known = RulesetId::ALL.into_iter().map(RulesetId::name);
                self.missing(subject, "ruleset", ruleset.as_str(), known);
            }
        }
    }

    /// Notes initial states of units that not every ruleset uses.
    fn unread_starts(&mut self) {
        let level = self.level;
        for (s, side) in level.sides.iter().enumerate() {
            for (u, unit) in side.units.iter().enumerate() {
                for fact in StartFact::ALL.into_iter().filter(|fact| unit.start.states(*fact)) {
                    let readers =
                        RulesetId::ALL.into_iter().filter(|id| id.starts().contains(&fact));
                    let readers: Vec<&str> = readers.map(RulesetId::name).collect();
                    let every = RulesetId::ALL.len();
                    let name = fact.name();
                    let message = match readers.as_slice() {
                        [] => format!("no ruleset uses `{name}` of `start` yet"),
                        all if all.len() == every => continue,
                        all => format!("`{name}` of `start` only counts in {}", all.join(", ")),
                    };
                    self.add(Severity::Note, Subject::Unit(s, u), message);
                }
            }
        }
    }

    /// Notes ambushes, which not every ruleset has.
    fn unread_ambushes(&mut self) {
        let level = self.level;
        for (s, side) in level.sides.iter().enumerate() {
            if side.ambush {
                let readers = RulesetId::ALL.into_iter().filter(|id| id.has_ambushes());
                let readers: Vec<&str> = readers.map(RulesetId::name).collect();
                let message = format!("`ambush` only counts in {}", readers.join(", "));
                self.add(Severity::Note, Subject::Side(s), message);
            }
        }
    }

    /// Notes hidden entries of sides, for which no ruleset has rules.
    fn unread_entries(&mut self) {
        let level = self.level;
        for (s, side) in level.sides.iter().enumerate() {
            if side.hidden.is_some() {
                let message = "no ruleset has rules for hidden entry yet";
                self.add(Severity::Note, Subject::Hidden(s), message);
            }
        }
    }

    /// Warns about starts that have no walking path to the start of another side.
    fn starts_apart(&mut self, parts: &WalkableRegions) {
        let level = self.level;
        let reached: Vec<Option<BTreeSet<u32>>> = (level.sides.iter())
            .map(|side| {
                let cells = level.regions.get(side.start.as_ref()?)?;
                Some(cells.iter().filter_map(|c| parts.part(*c)).collect())
            })
            .collect();
        for (s, own) in reached.iter().enumerate() {
            let Some(own) = own else { continue };
            let others = || reached.iter().enumerate().filter(|(o, _)| *o != s);
            let mut known = others().filter_map(|(_, other)| other.as_ref()).peekable();
            if known.peek().is_some() && known.all(|other| other.is_disjoint(own)) {
                let name = level.sides.get(s).map(|side| side.name.as_str()).unwrap_or_default();
                let message = format!("no path leads from the start of side {name:?} to another");
                self.warning(Subject::Start(s), message);
            }
        }
    }

    /// Reports parts that contain no unit or start and that no unit can walk to.
    fn lost_parts(&mut self, board: &Board, parts: &WalkableRegions) {
        let occupied = occupied(self.level, parts);
        let mut lost: BTreeMap<u32, Lost> = BTreeMap::new();
        for cell in board.cells() {
            let Some(part) = parts.part(cell).filter(|part| !occupied.contains(part)) else {
                continue;
            };
            let found = lost.entry(part).or_default();
            found.first.get_or_insert(cell);
            found.cells += 1;
            // Tops of crates and boulders are meant for climbers.
            found.climbed |= board.stands_on_thing(cell, Hm::metres(2));
            let climbable = |c: Cell| board.tile(c).is_some_and(|t| t.climb.is_marked());
            found.climbed |= climbable(cell);
            for side in Dir::SIDES {
                let next = cell.step(side);
                if parts.part(next).is_none_or(|other| other == part) {
                    continue;
                }
                let wall = board.edge(cell, side).is_some_and(Edge::stops_reach);
                found.walled |= wall;
                found.stepped |= !wall;
                found.climbed |= climbable(next);
            }
        }
        lost.retain(|_, part| !part.climbed);
        let surplus = lost.len().saturating_sub(MAX_NAMED);
        for part in lost.into_values().take(MAX_NAMED) {
            let Some(first) = part.first else { continue };
            let cells = if part.cells == 1 { "cell" } else { "cells" };
            let size = format!("{} {cells}", part.cells);
            if part.walled && !part.stepped {
                let message = format!("no door leads into this room of {size}");
                self.warning(Subject::Cell(first), message);
            } else {
                let what = if part.stepped { "raised or sunken area" } else { "part" };
                let message = format!("no unit can walk to this {what} ({size})");
                self.add(Severity::Note, Subject::Cell(first), message);
            }
        }
        if surplus > 0 {
            let message = format!("no unit can walk to {surplus} more parts of the level");
            self.add(Severity::Note, Subject::Field("rows"), message);
        }
    }

    /// Warns about bridges that cannot be stepped onto, and notes things under water.
    fn hanging(&mut self, board: &Board) {
        let level = self.level;
        let bridge = |c: Cell| level.things.get(&c).filter(|i| i.kind == ThingKind::Bridge);
        let deck = |c: Cell| Some(board.tile(c)?.elevation + bridge(c)?.height);
        let walker = Hm::metres(2);
        let mut seen = BTreeSet::new();
        for start in level.things.keys().filter(|c| bridge(**c).is_some()) {
            let mut open = vec![*start];
            let mut held = !seen.insert(*start);
            while let Some(cell) = open.pop() {
                for next in Dir::SIDES.map(|side| cell.step(side)) {
                    if bridge(next).is_some() {
                        if seen.insert(next) {
                            open.push(next);
                        }
                    } else if let (Some(deck), Some(bank)) =
                        (deck(cell), board.footing(next, walker))
                    {
                        held |= (deck - bank).abs() <= Hm::metres(1);
                    }
                }
            }
            if !held {
                let message = format!(
                    "the bridge at {start} hangs in the air: no ground next to it is within 1 m \
                     of its deck"
                );
                self.warning(Subject::Thing(*start), message);
            }
        }
        for (cell, item) in &level.things {
            let depth = level.ground.tile(*cell).map_or(Hm::ZERO, |t| t.depth);
            if item.kind != ThingKind::Bridge && item.height <= depth {
                let name = item.title();
                let message = format!("the {name} at {cell} is under water");
                self.add(Severity::Note, Subject::Thing(*cell), message);
            }
        }
    }

    fn near_limits(&mut self) {
        let level = self.level;
        let units = level.sides.iter().map(|side| side.units.len()).sum();
        let cells = level.regions.values().map(BTreeSet::len).sum();
        for (field, what, count, most) in [
            ("things", "things", level.things.len(), MAX_THINGS),
            ("decks", "cells of decks", level.decks.len(), MAX_DECKS),
            ("walls", "walls and doors", level.edges.len(), MAX_EDGES),
            ("regions", "cells of regions", cells, MAX_REGION_CELLS),
            ("sides", "units", units, MAX_UNITS),
        ] {
            if count <= most && count * 100 >= most * NEAR {
                let message = format!("{count} {what}; allowed: {most}");
                self.add(Severity::Note, Subject::Field(field), message);
            }
        }
    }
}

/// The parts that contain a unit or a start; the largest part if there are none.
fn occupied(level: &Level, parts: &WalkableRegions) -> BTreeSet<u32> {
    let starts = level.sides.iter().filter_map(|side| level.regions.get(side.start.as_ref()?));
    let units = level.sides.iter().flat_map(|side| &side.units).map(|unit| unit.at);
    let places = starts.flatten().copied().chain(units);
    let mut found: BTreeSet<u32> = places.filter_map(|c| parts.part(c)).collect();
    if found.is_empty() {
        let sizes = parts.sizes().iter().zip(0..);
        found.extend(sizes.max_by_key(|(size, _)| **size).map(|(_, part)| part));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, Item};
    use grid::{Climb, EdgeAt, EdgeKind, Terrain, Tile};

    fn level() -> Level {
        Level::blank("Advice", 10, 8, Terrain::Grass)
    }

    fn advice(level: &Level) -> Vec<Finding> {
        let mut check = Check { level, findings: Vec::new() };
        check.advice();
        check.findings
    }

    #[track_caller]
    fn found(level: &Level, subject: &Subject, part: &str) {
        let found = advice(level);
        assert!(
            found.iter().any(|f| f.subject == *subject && f.message.contains(part)),
            "{found:#?}"
        );
    }

    fn walled(level: &mut Level, kind: EdgeKind) {
        for x in 2..5 {
            level.edges.insert(EdgeAt::ground(Cell::new(x, 2), Dir::N), Edge::new(kind));
            level.edges.insert(EdgeAt::ground(Cell::new(x, 4), Dir::N), Edge::new(kind));
        }
        for y in 2..4 {
            level.edges.insert(EdgeAt::ground(Cell::new(2, y), Dir::W), Edge::new(kind));
            level.edges.insert(EdgeAt::ground(Cell::new(5, y), Dir::W), Edge::new(kind));
        }
    }

    #[test]
    fn open_ground_is_fine() {
        assert_eq!(advice(&level()), []);
    }

    #[test]
    fn rooms_need_doors() {
        let mut level = level();
        walled(&mut level, EdgeKind::Wall);
        found(&level, &Subject::Cell(Cell::new(2, 2)), "no door leads into this room of 6 cells");
        level.edges.insert(EdgeAt::ground(Cell::new(3, 2), Dir::N), Edge::new(EdgeKind::Window));
        assert_eq!(advice(&level).len(), 1);
        level.edges.insert(EdgeAt::ground(Cell::new(3, 2), Dir::N), Edge::new(EdgeKind::Door));
        assert_eq!(advice(&level), []);
        walled(&mut level, EdgeKind::LowWall);
        assert_eq!(advice(&level), []);
    }

    #[test]
    fn heights_need_a_way_up() {
        let mut level = level();
        let high = |climb| Tile { elevation: Hm(6), climb, ..Terrain::Rock.tile() };
        level.ground.paint(Cell::new(4, 4), high(Climb::Unmarked));
        found(&level, &Subject::Cell(Cell::new(4, 4)), "this raised or sunken area (1 cell)");
        level.ground.paint(Cell::new(4, 4), high(Climb::Sheer));
        assert_eq!(advice(&level), []);
    }

    #[test]
    fn doors_need_walls_and_something_behind_them() {
        let mut level = level();
        let at = EdgeAt::ground(Cell::new(4, 4), Dir::W);
        level.edges.insert(at, Edge::new(EdgeKind::Door));
        found(&level, &Subject::Edge(at), "stands alone");
        level.edges.insert(EdgeAt::ground(Cell::new(4, 5), Dir::W), Edge::new(EdgeKind::Wall));
        assert_eq!(advice(&level), []);
        level.ground.paint(Cell::new(3, 4), Terrain::Solid.tile());
        found(&level, &Subject::Edge(at), "leads into solid ground");
    }

    #[test]
    fn bridges_need_banks_and_things_should_be_dry() {
        let mut level = level();
        let item = |kind, height| Item { height: Hm(height), ..Item::new(kind) };
        for y in 0..8 {
            level
                .ground
                .paint(Cell::new(4, y), Tile { elevation: Hm(-5), ..Terrain::Water.tile() });
        }
        level.things.insert(Cell::new(4, 3), item(ThingKind::Bridge, 5));
        level.things.insert(Cell::new(4, 6), item(ThingKind::Crate, 2));
        found(&level, &Subject::Thing(Cell::new(4, 6)), "under water");
        assert_eq!(advice(&level).len(), 1);
        level.things.insert(Cell::new(4, 3), item(ThingKind::Bridge, 9));
        found(&level, &Subject::Thing(Cell::new(4, 3)), "hangs in the air");
    }

    #[test]
    fn starts_need_a_path_between_them() {
        let mut level = level();
        for (n, x) in [(0, 0), (1, 9)] {
            level.regions.insert(format!("start {n}"), [Cell::new(x, 0)].into());
            level.sides[n].start = Some(format!("start {n}"));
        }
        assert_eq!(advice(&level), []);
        for y in 0..8 {
            level.edges.insert(EdgeAt::ground(Cell::new(5, y), Dir::W), Edge::new(EdgeKind::Wall));
        }
        found(&level, &Subject::Start(1), "no path leads from the start of side \"Red\"");
    }
}
