//! Conditions that a command may cause, whatever the ruleset: the conditions of a combatant before
//! and after each course are compared.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::Key;
use crate::dice::Likelihood;
use crate::enlist::PRONE;
use crate::ruleset::Description;
use crate::state::{Posture, State, Status, Unit};
use grid::UnitId;

use super::apart::Odds;
use super::course::Course;
use super::fold::{Fold, Struck};

/// A condition that a combatant may gain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The name of the condition as shown to players.
    pub name: String,
    /// The chance that the combatant has more of it afterwards and has not dropped out.
    pub chance: Likelihood,
}

impl Gain {
    /// True if the combatant gains it in every course.
    pub fn is_certain(&self) -> bool {
        self.chance == Likelihood::ONE
    }
}

impl<F: Fold> Odds<F> {
    /// The conditions that a combatant may gain, the most likely first; lying down is one of them.
    /// Conditions without a description are left out, and those whose chance depends on rolls about
    /// others that were not followed.
    pub fn gains(&self, description: &Description, before: &State, unit: UnitId) -> Vec<Gain> {
        let Some(earlier) = before.unit(unit).filter(|unit| unit.status.is_present()) else {
            return Vec::new();
        };
        let mut found = BTreeSet::new();
        for later in self.courses_of(unit).iter().filter_map(|course| course.state.unit(unit)) {
            if later.conditions != earlier.conditions
                || later.placement.posture != earlier.placement.posture
            {
                let held = later.conditions.0.iter().map(|condition| condition.id.clone());
                let held = held.chain([Key::of(PRONE)]);
                found.extend(held.filter(|id| is_gained(earlier, later, id)));
            }
        }
        let gains = found.iter().filter_map(|id| {
            let gained = |course: &Course<(Struck, F)>| {
                course.state.unit(unit).is_some_and(|later| is_gained(earlier, later, id))
            };
            Some(Gain { name: name(description, id)?, chance: self.chance(unit, gained)? })
        });
        let mut gains: Vec<Gain> = gains.collect();
        gains.sort_by_key(|gain| Reverse(gain.chance.low()));
        gains
    }
}

/// True if a combatant has more of a condition later and has not dropped out of the fight.
fn is_gained(earlier: &Unit, later: &Unit, condition: &Key) -> bool {
    let stays = later.status == Status::Active || later.status == earlier.status;
    stays && amount(later, condition) > amount(earlier, condition)
}

/// How much of a condition a combatant has: the sum over its sources and body parts.
fn amount(unit: &Unit, condition: &Key) -> i32 {
    let prone = *condition == *PRONE && unit.placement.posture == Posture::Prone;
    let same = unit.conditions.0.iter().filter(|held| held.id == *condition);
    same.fold(i32::from(prone), |sum, held| sum.saturating_add(held.size.max(1)))
}

/// The name of a condition; `None` if it has no description. Lying down has none where it is only a
/// posture.
fn name(description: &Description, condition: &Key) -> Option<String> {
    let entry = description.conditions.iter().find(|entry| entry.id == *condition);
    let posture = || (*condition == *PRONE).then(|| "Prone".to_owned());
    entry.map(|entry| entry.name.clone()).or_else(posture)
}
