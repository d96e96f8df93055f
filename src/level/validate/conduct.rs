//! Findings about the conduct, the gear and the starting conditions of units.

use std::collections::BTreeMap;

use super::units::{Occupants, obstacle};
use super::{Check, NAME, Subject};
use crate::conduct::Conduct;
use crate::walk::WalkableRegions;
use crate::{Build, MAX_CONDITIONS, MAX_STOPS, Role, Unit};
use grid::{Board, Cell, Hm, footprint};
use rules::Key;
use rules::referee::MOST;

impl Check<'_> {
    /// Rejects regions that do not exist and cells off the board; warns about places that the unit
    /// cannot stand in or walk to.
    pub(super) fn conducts(&mut self, bodies: &impl Fn(Role) -> Build) {
        let level = self.level;
        let all = || level.sides.iter().flat_map(|side| &side.units);
        if all().all(|unit| unit.conduct == Conduct::Free) {
            return;
        }
        let board = level.board();
        let parts = WalkableRegions::of(&board);
        for (s, side) in level.sides.iter().enumerate() {
            for (u, unit) in side.units.iter().enumerate() {
                let build = bodies(unit.role);
                match &unit.conduct {
                    Conduct::Free | Conduct::Hold => {}
                    Conduct::Guard { region } => {
                        self.guard((s, u), unit, region, (&board, &parts), build);
                    }
                    Conduct::Patrol { stops } => {
                        self.patrol((s, u), unit, stops, (&board, &parts), build);
                    }
                }
            }
        }
    }

    fn guard(
        &mut self,
        (s, u): (usize, usize),
        unit: &Unit,
        region: &str,
        (board, parts): (&Board, &WalkableRegions),
        build: Build,
    ) {
        let subject = Subject::Conduct(s, u);
        self.region_exists(subject.clone(), region);
        let Some(cells) = self.level.regions.get(region) else { return };
        let name = unit.role.name();
        let fits = |c: &&Cell| {
            let there = Unit { at: **c, ..unit.clone() };
            footprint(Some(**c), build.size).all(|c| cells.contains(&c))
                && obstacle(board, &Occupants::new(), &there, build).is_none()
        };
        let mut room = cells.iter().filter(fits).peekable();
        if room.peek().is_none() {
            self.warning(subject, format!("the {name} has no room in {region:?}, which it guards"));
        } else if !flies(unit) && !room.any(|c| walks(parts, unit, *c, build)) {
            self.warning(subject, format!("the {name} cannot walk to {region:?}, which it guards"));
        }
    }

    fn patrol(
        &mut self,
        (s, u): (usize, usize),
        unit: &Unit,
        stops: &[Cell],
        (board, parts): (&Board, &WalkableRegions),
        build: Build,
    ) {
        let name = unit.role.name();
        if stops.is_empty() || stops.len() > MAX_STOPS {
            let message = format!("a patrol of {} cells; allowed: 1 to {MAX_STOPS}", stops.len());
            self.error(Subject::Conduct(s, u), message);
        }
        for (n, stop) in stops.iter().enumerate() {
            let subject = Subject::Stop(s, u, n);
            let there = Unit { at: *stop, ..unit.clone() };
            if !self.level.ground.contains(*stop) {
                self.error(subject, format!("the patrol cell {stop} is off the board"));
            } else if let Some(obstacle) = obstacle(board, &Occupants::new(), &there, build) {
                let message =
                    format!("the {name} cannot stand on its patrol at {stop}: {obstacle}");
                self.warning(subject, message);
            } else if !flies(unit) && !walks(parts, unit, *stop, build) {
                let message = format!("the {name} cannot walk to {stop} on its patrol");
                self.warning(subject, message);
            }
        }
    }

    /// Rejects names and numbers that could not be saved and loaded again.
    pub(super) fn unit_extras(&mut self, s: usize, u: usize, unit: &Unit) {
        let conditions = || unit.conditions.values().flatten();
        let count = conditions().count().max(unit.conditions.len());
        let items = unit.gear.values().map(BTreeMap::len).sum::<usize>().max(unit.gear.len());
        let unknown = |what: &str| format!("more than {MAX_CONDITIONS} {what}");
        if count > MAX_CONDITIONS {
            self.error(Subject::Unit(s, u), unknown("conditions at the start"));
        }
        if items > MAX_CONDITIONS {
            self.error(Subject::Unit(s, u), unknown("changed items"));
        }
        for (ruleset, list) in &unit.conditions {
            let subject =
                |name: Option<&Key>| Subject::Condition(s, u, ruleset.clone(), name.cloned());
            self.text(subject(None), "a name", ruleset.as_str(), 1, NAME);
            for condition in list {
                let name = &condition.name;
                self.text(subject(Some(name)), "a name", name.as_str(), 1, NAME);
                if u16::from(condition.size.max(condition.rounds)) > MOST {
                    let message = format!("the numbers of a condition; allowed: 0 to {MOST}");
                    self.error(subject(Some(name)), message);
                }
            }
        }
        for (ruleset, slots) in &unit.gear {
            let subject = |slot: Option<&Key>| Subject::Gear(s, u, ruleset.clone(), slot.cloned());
            self.text(subject(None), "a name", ruleset.as_str(), 1, NAME);
            for (slot, item) in slots {
                self.text(subject(Some(slot)), "a name", slot.as_str(), 1, NAME);
                if !item.as_str().is_empty() {
                    self.text(subject(Some(slot)), "a name", item.as_str(), 1, NAME);
                }
            }
        }
    }
}

/// True for units that need not move on foot.
fn flies(unit: &Unit) -> bool {
    unit.altitude > Hm::ZERO || unit.role.flies()
}

/// True if plain walking leads from a unit to a cell.
fn walks(parts: &WalkableRegions, unit: &Unit, to: Cell, build: Build) -> bool {
    let part = |at: Cell| footprint(Some(at), build.size).find_map(|c| parts.part(c));
    part(unit.at).is_some_and(|own| part(to) == Some(own))
}
