//! Edits of sides, units and goals.

use super::conduct::check_extras;
use super::{NAME, Recorder, check_text};
use crate::edit::{EditError, UnitAt};
use crate::layers::Layer;
use crate::step::Step;
use crate::transform::cells_of;
use grid::{Hm, SideId};
use level::{
    Goal, GoalKind, MAX_GOALS, MAX_OVERRIDES, MAX_SIDES, MAX_UNITS, Placement, Renamed, Side,
    SideColour, Unit,
};

/// The sides of a level while units are added, removed and moved. Each unit has its previous index
/// in the list of all units; `None` for new units.
pub(super) struct Roster {
    pub sides: Vec<Side>,
    before: Vec<Vec<Option<usize>>>,
}

impl Roster {
    fn of(sides: &[Side]) -> Self {
        let mut next = 0..;
        let count = |side: &Side| next.by_ref().map(Some).take(side.units.len()).collect();
        Self { before: sides.iter().map(count).collect(), sides: sides.to_vec() }
    }

    /// Adds a unit to the end of a side's list.
    pub fn add(&mut self, side: usize, unit: Unit) {
        self.insert(side, unit, None);
    }

    fn insert(&mut self, side: usize, unit: Unit, before: Option<usize>) {
        if let (Some(list), Some(known)) = (self.sides.get_mut(side), self.before.get_mut(side)) {
            list.units.push(unit);
            known.push(before);
        }
    }

    fn remove(&mut self, at: UnitAt) -> Option<(Unit, Option<usize>)> {
        let list = self.sides.get_mut(at.side)?;
        let known = self.before.get_mut(at.side)?;
        (at.unit < list.units.len() && at.unit < known.len())
            .then(|| (list.units.remove(at.unit), known.remove(at.unit)))
    }

    /// Keeps only the units for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Unit) -> bool) {
        for (list, known) in self.sides.iter_mut().zip(&mut self.before) {
            let kept: Vec<bool> = list.units.iter().map(&mut keep).collect();
            let mut flags = kept.iter();
            list.units.retain(|_| flags.next().copied().unwrap_or_default());
            let mut flags = kept.iter();
            known.retain(|_| flags.next().copied().unwrap_or_default());
        }
    }

    fn remove_side(&mut self, side: usize) {
        if side < self.sides.len() && side < self.before.len() {
            self.sides.remove(side);
            self.before.remove(side);
        }
    }
}

impl Recorder<'_> {
    pub(super) fn sides(&mut self, sides: Vec<Side>) {
        if self.level().sides != sides {
            let old = self.level().sides.clone();
            self.step(Step::Sides(Box::new((old, sides))));
        }
    }

    pub(super) fn goals(&mut self, goals: Vec<Goal>) {
        if self.level().goals != goals {
            let old = self.level().goals.clone();
            self.step(Step::Goals(Box::new((old, goals))));
        }
    }

    /// Changes units and updates goals that refer to renamed ones, including units whose automatic
    /// names shift.
    pub(super) fn units(&mut self, change: impl FnOnce(&mut Roster)) {
        let names = |sides: &[Side]| Placement::of(sides).into_iter().map(|p| p.name);
        let mut roster = Roster::of(&self.level().sides);
        change(&mut roster);
        let old: Vec<String> = names(&self.level().sides).collect();
        let mut new: Vec<Option<String>> = vec![None; old.len()];
        let places = roster.before.iter().flatten();
        for (place, name) in places.zip(names(&roster.sides)) {
            if let Some(slot) = place.and_then(|place| new.get_mut(place)) {
                *slot = Some(name);
            }
        }
        let mut goals = self.level().goals.clone();
        for goal in &mut goals {
            let GoalKind::Defeat { unit } = &mut goal.kind else { continue };
            let place = old.iter().position(|name| name == unit);
            if let Some(Some(name)) = place.and_then(|place| new.get(place)) {
                unit.clone_from(name);
            }
        }
        let gone = old.iter().zip(&new).filter(|(_, new)| new.is_none());
        self.gone.extend(gone.map(|(old, _)| old.clone()));
        self.sides(roster.sides);
        self.goals(goals);
        let unit = |name: &str| {
            let place = old.iter().position(|old| old == name);
            let new = place.and_then(|place| new.get(place)).cloned().flatten();
            Some(new.unwrap_or_else(|| name.to_owned()))
        };
        let same = |name: &str| Some(name.to_owned());
        self.rename_in_events(Renamed { region: &same, unit: &unit, side: &Some });
    }

    pub(super) fn side(&self, n: usize) -> Result<&Side, EditError> {
        self.level().sides.get(n).ok_or(EditError::NoSuchSide(n))
    }

    fn side_name(&self, own: Option<usize>, name: &str) -> Result<(), EditError> {
        check_text("the name of a side", name, 1, NAME)?;
        let mut others = self.level().sides.iter().enumerate().filter(|(n, _)| Some(*n) != own);
        match others.any(|(_, side)| side.name == name) {
            true => Err(EditError::Taken { what: "side", name: name.to_owned() }),
            false => Ok(()),
        }
    }

    pub(super) fn add_side(&mut self, name: String, colour: SideColour) -> Result<(), EditError> {
        self.side_name(None, &name)?;
        let mut sides = self.level().sides.clone();
        if sides.len() >= MAX_SIDES {
            return Err(EditError::TooMany { what: "sides", most: MAX_SIDES });
        }
        let units = Vec::new();
        sides.push(Side { name, colour, ambush: false, start: None, hidden: None, units });
        self.sides(sides);
        Ok(())
    }

    pub(super) fn change_side(
        &mut self,
        n: usize,
        name: String,
        colour: SideColour,
        ambush: bool,
    ) -> Result<(), EditError> {
        self.side(n)?;
        self.side_name(Some(n), &name)?;
        let mut sides = self.level().sides.clone();
        if let Some(side) = sides.get_mut(n) {
            (side.name, side.colour, side.ambush) = (name, colour, ambush);
        }
        self.sides(sides);
        Ok(())
    }

    pub(super) fn remove_side(&mut self, n: usize) -> Result<(), EditError> {
        if !self.side(n)?.units.is_empty() {
            self.unlocked(Layer::Units)?;
        }
        let after = |side: SideId| match usize::from(side.0) {
            s if s > n => SideId(side.0 - 1),
            _ => side,
        };
        let mut goals = self.level().goals.clone();
        goals.retain(|goal| goal.side.is_none_or(|side| usize::from(side.0) != n));
        goals.iter_mut().for_each(|goal| goal.side = goal.side.map(after));
        self.goals(goals);
        let same = |name: &str| Some(name.to_owned());
        let side = |side: SideId| (usize::from(side.0) != n).then(|| after(side));
        self.rename_in_events(Renamed { region: &same, unit: &same, side: &side });
        self.units(|roster| roster.remove_side(n));
        Ok(())
    }

    fn check_unit(&self, own: Option<UnitAt>, unit: &Unit) -> Result<(), EditError> {
        let off = cells_of(unit).find(|c| !self.level().ground.contains(*c));
        if let Some(cell) = off {
            return Err(EditError::OffBoard(cell));
        }
        if !(Hm::ZERO..=Hm::metres(200)).contains(&unit.altitude) {
            return Err(EditError::Range { what: "the altitude of a unit", allowed: "0 to 200 m" });
        }
        if let Some((what, allowed)) = unit.start.out_of_bounds() {
            return Err(EditError::Range { what, allowed });
        }
        if !unit.start.act.as_str().is_empty() {
            check_text("the name of an act", unit.start.act.as_str(), 1, NAME)?;
        }
        let values = || unit.overrides.values().flatten();
        if values().count() > MAX_OVERRIDES || unit.overrides.len() > MAX_OVERRIDES {
            return Err(EditError::TooMany {
                what: "changed values per unit",
                most: MAX_OVERRIDES,
            });
        }
        if values().any(|(_, v)| !(-1_000_000..=1_000_000).contains(v)) {
            let allowed = "-1,000,000 to 1,000,000";
            return Err(EditError::Range { what: "a changed value", allowed });
        }
        let keys =
            unit.overrides.iter().flat_map(|(k, values)| std::iter::once(k).chain(values.keys()));
        for key in keys {
            check_text("the name of a value", key.as_str(), 1, NAME)?;
        }
        self.check_conduct(unit)?;
        check_extras(unit)?;
        let Some(name) = &unit.name else { return Ok(()) };
        check_text("the name of a unit", name, 1, NAME)?;
        let taken = self.level().sides.iter().enumerate().any(|(side, list)| {
            let others = list.units.iter().enumerate();
            others
                .filter(|(unit, _)| own != Some(UnitAt { side, unit: *unit }))
                .any(|(_, other)| other.name.as_ref() == Some(name))
        });
        match taken {
            true => Err(EditError::Taken { what: "unit", name: name.clone() }),
            false => Ok(()),
        }
    }

    fn unit(&self, at: UnitAt) -> Result<&Unit, EditError> {
        self.unlocked(Layer::Units)?;
        self.side(at.side)?.units.get(at.unit).ok_or(EditError::NoSuchUnit(at))
    }

    pub(super) fn add_unit(&mut self, side: usize, unit: Unit) -> Result<(), EditError> {
        self.unlocked(Layer::Units)?;
        self.side(side)?;
        self.check_unit(None, &unit)?;
        if self.level().sides.iter().map(|s| s.units.len()).sum::<usize>() >= MAX_UNITS {
            return Err(EditError::TooMany { what: "units", most: MAX_UNITS });
        }
        self.units(|roster| roster.add(side, unit));
        Ok(())
    }

    pub(super) fn change_unit(&mut self, at: UnitAt, unit: Unit) -> Result<(), EditError> {
        self.unit(at)?;
        self.check_unit(Some(at), &unit)?;
        self.units(|roster| {
            let place = roster.sides.get_mut(at.side).and_then(|s| s.units.get_mut(at.unit));
            if let Some(place) = place {
                *place = unit;
            }
        });
        Ok(())
    }

    pub(super) fn give_unit(&mut self, at: UnitAt, side: usize) -> Result<(), EditError> {
        self.unit(at)?;
        self.side(side)?;
        if at.side == side {
            return Ok(());
        }
        self.units(|roster| {
            if let Some((unit, before)) = roster.remove(at) {
                roster.insert(side, unit, before);
            }
        });
        Ok(())
    }

    pub(super) fn remove_units(&mut self, units: &[UnitAt]) -> Result<(), EditError> {
        for at in units {
            self.unit(*at)?;
        }
        let mut units = units.to_vec();
        units.sort_unstable();
        units.dedup();
        self.units(|roster| {
            for at in units.iter().rev() {
                roster.remove(*at);
            }
        });
        Ok(())
    }

    /// Refuses a goal that could not be saved and loaded again.
    pub(super) fn check_goal(&self, goal: &Goal) -> Result<(), EditError> {
        if let Some(side) = goal.side {
            self.side(usize::from(side.0))?;
        }
        let zone = goal.kind.region().filter(|name| !self.level().regions.contains_key(*name));
        if let Some(name) = zone {
            return Err(EditError::NoSuchZone(name.to_owned()));
        }
        match &goal.kind {
            GoalKind::Hold { rounds, .. } | GoalKind::Survive { rounds }
                if !(1..=99).contains(rounds) =>
            {
                return Err(EditError::Range { what: "rounds", allowed: "1 to 99" });
            }
            GoalKind::Reach { units, .. } if !(1..=200).contains(units) => {
                return Err(EditError::Range {
                    what: "units that must reach it",
                    allowed: "1 to 200",
                });
            }
            GoalKind::Defeat { unit } => check_text("the name of a unit", unit, 1, NAME)?,
            _ => {}
        }
        Ok(())
    }

    /// Replaces a goal, or adds one.
    pub(super) fn put_goal(&mut self, n: Option<usize>, goal: Goal) -> Result<(), EditError> {
        self.check_goal(&goal)?;
        let mut goals = self.level().goals.clone();
        match n {
            Some(n) => *goals.get_mut(n).ok_or(EditError::NoSuchGoal(n))? = goal,
            None if goals.len() >= MAX_GOALS => {
                return Err(EditError::TooMany { what: "goals", most: MAX_GOALS });
            }
            None => goals.push(goal),
        }
        self.goals(goals);
        Ok(())
    }

    pub(super) fn remove_goal(&mut self, n: usize) -> Result<(), EditError> {
        let mut goals = self.level().goals.clone();
        if n >= goals.len() {
            return Err(EditError::NoSuchGoal(n));
        }
        goals.remove(n);
        self.goals(goals);
        Ok(())
    }
}
