//! What a step on foot asks for, in metres: the ground, heights, doors, and who stands in the way.
//! The numbers and the rules behind them are the ruleset's.

use std::sync::Arc;

use crate::grid::{Hm, Manner, Passage, Rough, StepFacts, SupportKind, UnitId};
use crate::rules::Refusal;
use crate::rules::state::{State, Status, Unit};

/// A step that is not possible: its name for scripts, the words, the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyRefusal(pub &'static str, pub &'static str, pub &'static str);

impl From<LazyRefusal> for Refusal {
    fn from(LazyRefusal(code, text, rule): LazyRefusal) -> Self {
        Self::new(code, text, rule)
    }
}

/// Metres for a step of one cell; open ground costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepPrices {
    /// Over light rough ground.
    pub rough_light: i32,
    /// Over heavy rough ground.
    pub rough_heavy: i32,
    /// Through water that does not carry.
    pub wading: i32,
    /// In water that carries.
    pub swimming: i32,
    /// Up or down by no more than this costs nothing more.
    pub free_step: Hm,
    /// Up or down by no more than this costs [`Self::low_step`] more; beyond it is climbed.
    pub step: Hm,
    /// What a step between the two costs more.
    pub low_step: i32,
    /// What each metre that is climbed costs more.
    pub climb_per_metre: i32,
    /// What a low wall or an open window costs more.
    pub low_wall: i32,
    /// What opening a door on the way costs more.
    pub door: i32,
}

/// The rules behind what is not possible on foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCostRules {
    /// No diagonal across a corner.
    pub corner: &'static str,
    /// Whoever falls comes down first.
    pub air: &'static str,
    /// Enemies keep one out.
    pub foe: &'static str,
    /// Some faces are too high.
    pub climb: &'static str,
    /// Walls.
    pub wall: &'static str,
}

/// Who goes, and who lets it pass.
#[derive(Clone, Debug)]
pub struct Walker {
    friends: Arc<[UnitId]>,
    fallen: Arc<[UnitId]>,
    height: Hm,
}

impl Walker {
    /// A combatant passes its own side, and everybody who is out of the fight.
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

impl StepPrices {
    /// True for a step that is climbed.
    pub fn climbs(&self, facts: &StepFacts<'_, '_>) -> bool {
        let water = SupportKind::Water;
        let afloat = facts.left.support == water && facts.entered.support == water;
        facts.manner == Manner::Climb
            || facts.left.support == SupportKind::Nothing && !afloat
            || facts.rise().abs() > self.step && !afloat
    }

    /// What a step costs.
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
        if step.left.support == SupportKind::Nothing && step.manner != Manner::Climb {
            return Err(LazyRefusal("in_the_air", "it has to come down first", rules.air));
        }
        for body in step.occupants().filter(|b| b.blocking && !walker.fallen.contains(&b.id)) {
            if !walker.friends.contains(&body.id) {
                return Err(LazyRefusal("foe_in_the_way", "an enemy is in the way", rules.foe));
            }
        }
        let ground = &step.entered;
        let mut cost = match ground.rough {
            Rough::None => 1,
            Rough::Light => self.rough_light,
            Rough::Heavy => self.rough_heavy,
        };
        if ground.support == SupportKind::Water {
            cost = cost.max(self.swimming);
        } else if ground.depth > Hm::ZERO {
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
