//! What the player at the table may currently do, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::plain;
use grid::{Cell, Dir, Hm, ThingId, UnitId};
use rules::ruleset::{Aim, Each, Offer, Several};
use rules::{Key, Target, Waypoint};

/// What the battle waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TurnState {
    /// No player at this table: the computer acts, or an animation is running.
    #[default]
    Waiting,
    /// The player may act.
    Acting,
    /// The player must answer a question.
    Asked {
        /// Number of answers.
        choices: u16,
        /// Index of the default answer.
        default: u16,
    },
    /// The next player has to sit down first.
    HandOver,
    /// The battle is over.
    Over,
}

/// A path to a place where a move may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathOption {
    /// Absolute height of the feet at its end.
    pub feet: Hm,
    /// The cells entered, in order.
    pub path: Vec<Waypoint>,
    /// Cost in the ruleset's points.
    pub cost: u32,
    /// Cost tier: 0 for an ordinary move, 1 where it takes more out of the turn.
    pub tier: u8,
}

/// What the player may currently do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// What the battle waits for.
    pub stand: TurnState,
    /// Columns and rows of the board.
    pub board: (u16, u16),
    /// The player's units that may act, by number.
    pub active: Vec<UnitId>,
    /// The active unit among them.
    pub actor: Option<UnitId>,
    /// The cell of the active unit.
    pub actor_at: Option<Cell>,
    /// The parts of a turn, in the ruleset's order.
    pub turn_parts: Vec<Key>,
    /// Its offered acts, in action bar order.
    pub offers: Vec<Offer>,
    /// Valid targets of the acts examined so far. A missing act has not been examined yet.
    pub targets: BTreeMap<Key, Vec<Target>>,
    /// Where it can move: paths to each cell, from the lowest end to the highest. Lists and paths
    /// are never empty. Paths start at the end of [`Self::route`].
    pub ways: BTreeMap<Cell, Vec<PathOption>>,
    /// The path to the last waypoint, where the other paths start; empty without waypoints.
    pub route: Vec<Waypoint>,
    /// The unit in each cell; if there are several floors, the lowest unit.
    pub bodies: BTreeMap<Cell, UnitId>,
    /// Further units in a cell, such as a fallen one under the unit in [`Self::bodies`], or the one
    /// that it holds.
    pub sharers: BTreeMap<Cell, BTreeSet<UnitId>>,
    /// The unit on each floor above the ground, by cell and height.
    pub upper: BTreeMap<(Cell, Hm), UnitId>,
    /// The object in each cell.
    pub things: BTreeMap<Cell, ThingId>,
    /// Enemies of the active unit.
    pub foes: BTreeSet<UnitId>,
    /// Facing of the active unit, in rules in which it may turn on the spot.
    pub facing: Option<Dir>,
    /// Cells that answer the current question: a click on one gives the answer with this index.
    pub answers: BTreeMap<Cell, u16>,
    /// Acts that give up for good, which the player confirms twice.
    pub giving_up: BTreeSet<Key>,
}

impl Options {
    /// True for cells on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        let inside = |v: i16, size: u16| u16::try_from(v).is_ok_and(|v| v < size);
        inside(cell.x, self.board.0) && inside(cell.y, self.board.1)
    }

    /// The offer for an act.
    pub fn offer(&self, act: &Key) -> Option<&Offer> {
        self.offers.iter().find(|o| o.act == *act)
    }

    /// The groups of the action bar, in order.
    pub fn groups(&self) -> Vec<&Key> {
        let mut groups: Vec<&Key> = Vec::new();
        for offer in &self.offers {
            if !groups.contains(&&offer.group) {
                groups.push(&offer.group);
            }
        }
        groups
    }

    /// Index of a group among all parts of a turn, the same for all units.
    pub fn part_of_turn(&self, group: &Key) -> usize {
        self.turn_parts.iter().position(|part| part == group).unwrap_or(self.turn_parts.len())
    }

    /// The acts of a group, in the order of their keys.
    pub fn acts_of<'a>(&'a self, group: Option<&'a Key>) -> impl Iterator<Item = &'a Offer> {
        self.offers.iter().filter(move |offer| Some(&offer.group) == group)
    }

    /// The direction from the active unit to a cell.
    pub fn direction_to(&self, cell: Cell) -> Option<Dir> {
        let here = self.actor_at?;
        let off = |to: i16, from: i16| i32::from(to) - i32::from(from);
        Dir::towards(off(cell.x, here.x), off(cell.y, here.y))
    }

    /// The parts of a unit that an act may be aimed at, in the ruleset's order.
    pub fn parts_of(&self, act: &Key, unit: UnitId) -> impl Iterator<Item = Target> + '_ {
        let list = self.targets.get(act).map(Vec::as_slice).unwrap_or_default();
        list.iter().copied().filter(move |t| matches!(t, Target::Part(u, _) if *u == unit))
    }

    /// The targets of an act that keys go through: of each unit its first part, which stands for
    /// the others, and of an act aimed at units none of the cells that it may strike at a guess.
    pub fn targets_for_keys(&self, act: &Key, aim: Aim) -> Vec<Target> {
        let units =
            matches!(aim, Aim::Unit | Aim::Part | Aim::Several(Several { of: Each::Unit, .. }));
        let is_guess = |t: &Target| units && matches!(t, Target::Place(_) | Target::Floor(_));
        let is_first = |t: &Target| {
            t.unit()
                .is_none_or(|unit| self.parts_of(act, unit).next().is_none_or(|first| first == *t))
        };
        let all = self.all_targets(act).iter().copied();
        all.filter(|t| !is_guess(t) && is_first(t)).collect()
    }

    /// True if an act has been examined and has nothing to aim at.
    pub fn is_aimless(&self, act: &Key, aim: Aim) -> bool {
        self.targets.contains_key(act) && self.targets_for_keys(act, aim).is_empty()
    }

    /// Whether an act can be aimed at floors above the ground.
    pub fn aims_at_floors(&self, act: &Key) -> bool {
        self.all_targets(act).iter().any(|target| matches!(target, Target::Floor(_)))
    }

    fn all_targets(&self, act: &Key) -> &[Target] {
        self.targets.get(act).map(Vec::as_slice).unwrap_or_default()
    }

    /// The ways to aim an act at the floors of a cell, from the bottom up; the cell alone comes
    /// first.
    pub fn floors_in(&self, act: &Key, cell: Cell) -> Vec<Target> {
        let here = |target: &&Target| target.cell() == Some(cell);
        let mut floors: Vec<Target> = self.all_targets(act).iter().filter(here).copied().collect();
        floors.sort_by_key(|target| target.floor().and_then(|at| at.floor));
        floors
    }

    /// The targets of an act in a cell: the unit, those that share its cell, the place, its edges.
    /// If there are several floors, only those at a height; without a height, on the ground.
    pub fn targets_in(&self, act: &Key, cell: Cell, floor: Option<Hm>) -> Vec<Target> {
        let floors = self.floors_in(act, cell);
        let meant = match floor.filter(|_| self.aims_at_floors(act)) {
            Some(height) => {
                let there =
                    |target: &&Target| target.floor().is_some_and(|at| at.floor == Some(height));
                floors.iter().find(there)
            }
            None => floors.first(),
        };
        let foremost = self.body(cell, floor);
        let shares =
            |unit: &UnitId| self.sharers.get(&cell).is_some_and(|units| units.contains(unit));
        let stands = |unit: &UnitId| foremost == Some(*unit) || shares(unit);
        let here = |target: &&Target| match target {
            Target::Unit(unit) | Target::Part(unit, _) => stands(unit),
            Target::Place(_) | Target::Floor(_) => meant == Some(*target),
            Target::Edge(at) => at.cells().contains(&cell),
            Target::Thing(thing) => self.things.get(&cell) == Some(thing),
            Target::Direction(dir) => self.direction_to(cell) == Some(*dir),
        };
        let mut found: Vec<Target> = self.all_targets(act).iter().filter(here).copied().collect();
        found.sort_by_key(|target| target.unit().is_some_and(|unit| foremost != Some(unit)));
        found
    }

    /// The unit in a cell: on this floor if one stands there, otherwise the lowest.
    pub fn body(&self, cell: Cell, floor: Option<Hm>) -> Option<UnitId> {
        let above = floor.and_then(|floor| self.upper.get(&(cell, floor)));
        above.or_else(|| self.bodies.get(&cell)).copied()
    }

    /// The first act in the action bar that can target this enemy.
    pub fn default_attack(&self, foe: UnitId) -> Option<&Key> {
        self.offers
            .iter()
            .filter(|o| o.aim == Aim::Unit && o.refused.is_none())
            .map(|o| &o.act)
            .find(|act| {
                self.targets.get(*act).is_some_and(|list| list.contains(&Target::Unit(foe)))
            })
    }

    /// The path to a cell that ends nearest to this height; without a height, the cheapest.
    pub fn way(&self, cell: Cell, height: Option<Hm>) -> Option<&PathOption> {
        self.ways.get(&cell)?.iter().min_by_key(|way| {
            let off = height.map_or(Hm::ZERO, |h| (h - way.feet).abs());
            (off, way.cost, way.feet)
        })
    }

    /// The cheapest path to a cell that ends below this height.
    pub fn way_below(&self, cell: Cell, height: Hm) -> Option<&PathOption> {
        let below = self.ways.get(&cell)?.iter().filter(|way| way.feet < height);
        below.min_by_key(|way| (way.cost, way.feet))
    }

    /// What the turn can still be used for, in a few words: "move, action, rapid".
    pub fn left_in_words(&self) -> String {
        let possible = |group: &&Key| {
            self.acts_of(Some(group))
                .any(|offer| offer.refused.is_none() && !self.giving_up.contains(&offer.act))
        };
        let moves = (!self.ways.is_empty()).then(|| "move".to_owned());
        let groups = self.groups().into_iter().filter(possible).map(|id| plain(id.as_str()));
        let words: Vec<String> = moves.into_iter().chain(groups).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }

    /// True if the turn can still be used for something; giving up does not count.
    pub fn something_left(&self) -> bool {
        let useful = |o: &Offer| o.refused.is_none() && !self.giving_up.contains(&o.act);
        !self.ways.is_empty() || self.offers.iter().any(useful)
    }
}
