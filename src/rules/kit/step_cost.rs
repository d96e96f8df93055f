//! The cost of a step on foot, in metres: ground, heights, doors, and combatants in the way. The
//! numbers and rule IDs are the ruleset's.

use std::sync::Arc;

use crate::Refusal;
use crate::state::{State, Status, Unit};
use grid::{Ground, Hm, Passage, Rough, StepFacts, StepMode, SupportKind, UnitId};

/// An impossible step: the code for scripts, the text, the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyRefusal(pub &'static str, pub &'static str, pub &'static str);

impl From<LazyRefusal> for Refusal {
    fn from(LazyRefusal(code, text, rule): LazyRefusal) -> Self {
        Self::new(code, text, rule)
    }
}

/// Costs of a step of one cell, in metres; open ground costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepPrices {
    /// Over light rough ground.
    pub rough_light: i32,
    /// Over heavy rough ground.
    pub rough_heavy: i32,
    /// Through water that is too shallow to swim in.
    pub wading: i32,
    /// In water deep enough to swim in.
    pub swimming: i32,
    /// Height differences up to this cost nothing extra.
    pub free_step: Hm,
    /// Height differences up to this cost [`Self::low_step`] extra; larger ones are climbed.
    pub step: Hm,
    /// Extra cost of a step between the two.
    pub low_step: i32,
    /// Extra cost of each metre climbed.
    pub climb_per_metre: i32,
    /// Extra cost of a low wall or an open window.
    pub low_wall: i32,
    /// Extra cost of opening a door.
    pub door: i32,
}

/// The rules behind impossible steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCostRules {
    /// Diagonal across a corner.
    pub corner: &'static str,
    /// A combatant in the air must come down first.
    pub air: &'static str,
    /// An enemy blocks the way.
    pub foe: &'static str,
    /// The step is too high.
    pub climb: &'static str,
    /// Walls.
    pub wall: &'static str,
}

/// The mover, and the combatants it may pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walker {
    friends: Arc<[UnitId]>,
    fallen: Arc<[UnitId]>,
    height: Hm,
}

impl Walker {
    /// Lets a combatant pass its own side, and every combatant out of the fight.
    pub fn of(state: &State, unit: &Unit) -> Self {
        let those = |test: &dyn Fn(&Unit) -> bool| {
            state.units.iter().filter(|u| test(u)).map(Unit::id).collect()
        };
        Self {
            friends: those(&|u| u.side() == unit.side()),
            fallen: those(&|u| matches!(u.status, Status::Down | Status::Dead)),
            height: unit.upright(),
        }
    }
}

impl Walker {
    /// True if it may pass this combatant.
    pub fn may_pass(&self, id: UnitId) -> bool {
        self.friends.contains(&id) || self.fallen.contains(&id)
    }
}

impl StepPrices {
    /// True if the step is climbed.
    pub fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        let water = SupportKind::Water;
        let afloat = facts.left.support == water && facts.entered.support == water;
        facts.manner == StepMode::Climb
            || facts.left.support == SupportKind::Nothing && !afloat
            || facts.rise().abs() > self.step && !afloat
    }

    /// The smallest rise of a step on foot from this ground, for searches: any, or none in the air.
    pub fn least_rise(left: &Ground) -> Option<Hm> {
        (left.support != SupportKind::Nothing).then_some(Hm(i32::MIN))
    }

    /// The cost of a step.
    ///
    /// # Errors
    /// Why it is not possible.
    pub fn step_cost(
        &self,
        walker: &Walker,
        step: &StepFacts<'_, '_>,
        rules: &StepCostRules,
    ) -> Result<i32, LazyRefusal> {
        if step.corners > 0 {
            return Err(LazyRefusal("corner", "no diagonal step across a corner", rules.corner));
        }
        if step.left.support == SupportKind::Nothing && step.manner != StepMode::Climb {
            return Err(LazyRefusal("in_the_air", "it must come down first", rules.air));
        }
        if step.occupants().any(|body| body.blocking && !walker.may_pass(body.id)) {
            return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", rules.foe));
        }
        let ground = &step.entered;
        let mut cost = match ground.rough {
            Rough::None => 1,
            Rough::Light => self.rough_light,
            Rough::Heavy => self.rough_heavy,
        };
        if ground.support == SupportKind::Water {
            cost = cost.max(self.swimming);
        } else if ground.depth > Hm::ZERO && ground.support != SupportKind::Thing {
            cost = cost.max(self.wading);
        }
        let rise = step.rise().abs();
        if self.climbs(step) {
            if rise > walker.height && !step.is_climbable() {
                return Err(LazyRefusal("too_high", "too high to climb", rules.climb));
            }
            cost += rise.metres_ceil() * self.climb_per_metre;
        } else if rise > self.free_step {
            cost += self.low_step;
        }
        match step.passage {
            Passage::Free => {}
            Passage::Low => cost += self.low_wall,
            Passage::Shut => cost += self.door,
            Passage::Closed => return Err(LazyRefusal("wall", "a wall is in the way", rules.wall)),
        }
        Ok(cost)
    }
}
