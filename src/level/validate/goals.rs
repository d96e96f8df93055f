//! Findings about goals: of the level, and those that its events set.

use std::collections::BTreeMap;

use super::{Check, Subject};
use crate::goals::{Goal, GoalKind};
use crate::{MAX_GOALS, MAX_UNITS};
use grid::SideId;

impl Check<'_> {
    pub(super) fn goals(&mut self) {
        let level = self.level;
        if level.goals.is_empty() || level.goals.len() > MAX_GOALS {
            let message = format!("{} goals; allowed: 1 to {MAX_GOALS}", level.goals.len());
            self.error(Subject::Field("goals"), message);
        }
        // Generated names count too, so "Beast" works without setting that name.
        let placements = level.units();
        let owners: BTreeMap<&str, _> =
            placements.iter().map(|p| (p.name.as_str(), p.side)).collect();
        for (i, goal) in level.goals.iter().enumerate() {
            self.goal(&Subject::Goal(i), goal, &owners);
        }
    }

    /// Findings about one goal; `owners` are the sides of all units by name.
    pub(super) fn goal(&mut self, subject: &Subject, goal: &Goal, owners: &BTreeMap<&str, SideId>) {
        let (level, subject) = (self.level, || subject.clone());
        let side = goal.side.map(|s| level.sides.get(usize::from(s.0)));
        if side == Some(None) {
            self.error(subject(), "the goal is for a side that does not exist");
        }
        if let Some(region) = goal.kind.region() {
            self.region_exists(subject(), region);
        }
        match &goal.kind {
            GoalKind::LastSideStanding => {}
            GoalKind::Hold { rounds, .. } | GoalKind::Survive { rounds }
                if !(1..=99).contains(rounds) =>
            {
                self.error(subject(), format!("{rounds} rounds; allowed: 1 to 99"));
            }
            GoalKind::Hold { .. } => {}
            GoalKind::Survive { .. } => {
                if goal.side.is_none() {
                    let message = "`survive` needs `side`, or every side would win by it";
                    self.error(subject(), message);
                }
            }
            GoalKind::Reach { units, .. } => {
                let team = |s: &crate::Side| s.units.len();
                let available = match side {
                    Some(side) => side.map_or(0, team),
                    None => level.sides.iter().map(team).max().unwrap_or(0),
                };
                if *units == 0 || usize::from(*units) > MAX_UNITS {
                    self.error(subject(), format!("{units} units; allowed: 1 to {MAX_UNITS}"));
                } else if usize::from(*units) > available {
                    let message = format!("{units} units must reach it, but only {available} can");
                    self.warning(subject(), message);
                }
            }
            GoalKind::Defeat { unit } => match owners.get(unit.as_str()) {
                None => self.missing(subject(), "unit", unit, owners.keys().copied()),
                Some(owner) if goal.side == Some(*owner) => {
                    let message = format!("{unit:?} belongs to the same side");
                    self.error(subject(), message);
                }
                Some(_) => {}
            },
        }
    }
}
