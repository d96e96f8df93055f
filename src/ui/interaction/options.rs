//! What the player at the table may do at the moment, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{Cell, Dir, Hm, ThingId, UnitId};
use crate::rules::ruleset::{Aim, Offer};
use crate::rules::{Key, Target, Waypoint};

/// Whom the battle waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// Nobody at this table: the computer acts, or something is still being shown.
    #[default]
    Waiting,
    /// The player may act.
    Acting,
    /// The player is asked.
    Asked {
        /// How many answers there are.
        choices: u16,
        /// The answer of one who does not care.
        default: u16,
    },
    /// The next player has to sit down first.
    HandOver,
    /// The battle is over.
    Over,
}

/// A way to a place where a move may end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Absolute height of the feet at its end.
    pub feet: Hm,
    /// The cells entered, in order.
    pub path: Vec<Waypoint>,
    /// What it costs, in the ruleset's points.
    pub cost: u32,
    /// 0 for an ordinary move, 1 where it takes more out of the turn.
    pub tier: u8,
}

/// What the player may do at the moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Whom the battle waits for.
    pub stand: Stand,
    /// Columns and rows of the board.
    pub board: (u16, u16),
    /// The combatants of this player that may act, by number.
    pub active: Vec<UnitId>,
    /// The one of them that is being played.
    pub actor: Option<UnitId>,
    /// Where the one being played stands.
    pub actor_at: Option<Cell>,
    /// What it could do, in the order of the action bar.
    pub offers: Vec<Offer>,
    /// Where the acts that have been looked at are allowed. Acts that are missing here have not
    /// been looked at yet.
    pub targets: BTreeMap<Key, Vec<Target>>,
    /// Where it can go: the ways to each cell, from the lowest end to the highest. Never empty
    /// lists, never empty ways. They begin at the end of [`Self::route`].
    pub ways: BTreeMap<Cell, Vec<Way>>,
    /// The way to the last waypoint, from which the ways lead on; empty without waypoints.
    pub route: Vec<Waypoint>,
    /// Who is in which cell.
    pub bodies: BTreeMap<Cell, UnitId>,
    /// What stands in which cell.
    pub things: BTreeMap<Cell, ThingId>,
    /// The foes of the one being played.
    pub foes: BTreeSet<UnitId>,
    /// Where the one being played faces, in rules in which it may turn on the spot.
    pub facing: Option<Dir>,
}

impl Options {
    /// True for cells of the board.
    pub fn contains(&self, cell: Cell) -> bool {
        let inside = |v: i16, size: u16| u16::try_from(v).is_ok_and(|v| v < size);
        inside(cell.x, self.board.0) && inside(cell.y, self.board.1)
    }

    /// The offer of that name.
    pub fn offer(&self, act: &Key) -> Option<&Offer> {
        self.offers.iter().find(|o| o.act == *act)
    }

    /// The parts of the turn that acts belong to, in the order of the action bar.
    pub fn groups(&self) -> Vec<&Key> {
        let mut groups: Vec<&Key> = Vec::new();
        for offer in &self.offers {
            if !groups.contains(&&offer.group) {
                groups.push(&offer.group);
            }
        }
        groups
    }

    /// The part of the turn whose acts are shown: the one asked for, else the first in which
    /// something is possible, else the first.
    pub fn open_group(&self, asked: Option<&Key>) -> Option<&Key> {
        let groups = self.groups();
        let possible = self.offers.iter().find(|o| o.refused.is_none()).map(|o| &o.group);
        let asked = groups.iter().copied().find(|group| Some(*group) == asked);
        asked.or(possible).or(groups.first().copied())
    }

    /// The acts of one part of the turn, in the order of their keys.
    pub fn acts_of<'a>(&'a self, group: Option<&'a Key>) -> impl Iterator<Item = &'a Offer> {
        self.offers.iter().filter(move |offer| Some(&offer.group) == group)
    }

    /// The direction from the one being played to a cell.
    pub fn direction_to(&self, cell: Cell) -> Option<Dir> {
        let here = self.actor_at?;
        let off = |to: i16, from: i16| i32::from(to) - i32::from(from);
        Dir::towards(off(cell.x, here.x), off(cell.y, here.y))
    }

    /// The parts of a combatant at which an act may be aimed, in the ruleset's order.
    pub fn parts_of(&self, act: &Key, unit: UnitId) -> impl Iterator<Item = Target> + '_ {
        let list = self.targets.get(act).map(Vec::as_slice).unwrap_or_default();
        list.iter().copied().filter(move |t| matches!(t, Target::Part(u, _) if *u == unit))
    }

    /// The targets of an act that belong to a cell: who stands there, the place, its sides.
    pub fn targets_in(&self, act: &Key, cell: Cell) -> Vec<Target> {
        let list = self.targets.get(act).map(Vec::as_slice).unwrap_or_default();
        let here = |target: &&Target| match target {
            Target::Unit(unit) => self.bodies.get(&cell) == Some(unit),
            Target::Place(place) => place.cell() == Some(cell),
            Target::Edge(at, side) => *at == cell || at.step(*side) == cell,
            Target::Thing(thing) => self.things.get(&cell) == Some(thing),
            Target::Direction(dir) => self.direction_to(cell) == Some(*dir),
            Target::Part(unit, _) => self.bodies.get(&cell) == Some(unit),
        };
        list.iter().filter(here).copied().collect()
    }

    /// The first act of the action bar that is possible at this foe.
    pub fn default_attack(&self, foe: UnitId) -> Option<&Key> {
        self.offers
            .iter()
            .filter(|o| o.aim == Aim::Unit && o.refused.is_none())
            .map(|o| &o.act)
            .find(|act| {
                self.targets.get(*act).is_some_and(|list| list.contains(&Target::Unit(foe)))
            })
    }

    /// The way to a cell that ends nearest to this height; without one the cheapest.
    pub fn way(&self, cell: Cell, height: Option<Hm>) -> Option<&Way> {
        self.ways.get(&cell)?.iter().min_by_key(|way| {
            let off = height.map_or(Hm::ZERO, |h| (h - way.feet).abs());
            (off, way.cost, way.feet)
        })
    }

    /// True if the turn could still be used for something.
    pub fn something_left(&self) -> bool {
        !self.ways.is_empty() || self.offers.iter().any(|o| o.refused.is_none())
    }
}
