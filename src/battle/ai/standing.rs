//! The standing of a side in a battle, in thousandths of lives.

use grid::SideId;
use rules::goals;
use rules::ruleset::Ruleset;
use rules::state::{Goal, State, Status, Unit};

use super::duty;
use super::tuning::StandingWeights;

/// The worth of both parties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The side's own combatants and goals.
    pub own: i64,
    /// That of all other sides.
    pub theirs: i64,
    /// Number of the side's units in the fight.
    pub own_active: u32,
    /// Number of all other sides' units in the fight.
    pub their_active: u32,
}

impl Standing {
    /// The standing of a side.
    pub fn of(rules: &dyn Ruleset, state: &State, side: SideId, weights: &StandingWeights) -> Self {
        let mut standing = Self::default();
        for unit in state.units.iter() {
            let worth = worth(rules, unit, weights);
            let active = u32::from(unit.is_active());
            if unit.side() == side {
                standing.own += worth;
                standing.own_active += active;
            } else {
                standing.theirs += worth;
                standing.their_active += active;
            }
        }
        standing.own += zones(state, side, weights);
        for other in (0..).map(SideId).take(state.scene.sides.len()).filter(|s| *s != side) {
            standing.theirs += zones(state, other, weights);
        }
        if let Some(verdict) = &state.scene.verdict {
            let prize = (weights.won - weights.later * i64::from(state.scene.clock.round))
                .max(weights.won / 2);
            match verdict.winner {
                Some(winner) if winner == side => standing.own += prize,
                Some(_) => standing.theirs += prize,
                None => {}
            }
        }
        standing
    }

    /// The side's lead.
    pub const fn lead(self) -> i64 {
        self.own - self.theirs
    }
}

/// The worth of a combatant.
fn worth(rules: &dyn Ruleset, unit: &Unit, weights: &StandingWeights) -> i64 {
    match unit.status {
        Status::Active => {
            let life = i64::from(rules.life(unit).whole());
            let pools = unit.pools.0.iter().filter(|m| m.max > 0);
            let fullest = pools.max_by_key(|m| m.max);
            let pool = fullest.map_or(0, |m| {
                weights.pool * i64::from(m.value.clamp(0, m.max)) / i64::from(m.max)
            });
            weights.in_the_fight
                + (weights.life * life - weights.first_part * life * life / 1000) / 1000
                + pool
        }
        Status::Down => weights.down,
        Status::Dead | Status::Gone | Status::Surrendered => 0,
    }
}

/// The worth of a side's combatants in the zones that its goals require; half of it while another
/// side contests a zone that has to be held.
fn zones(state: &State, side: SideId, weights: &StandingWeights) -> i64 {
    let able = || state.of_side(side).filter(|unit| unit.is_active());
    let inside = |places| able().filter(|unit| goals::is_in_zone(unit, places)).count();
    let worth = |units: usize| weights.zone * i64::try_from(units).unwrap_or(0);
    let wanted = state.scene.goals.iter().map(|goal| match goal {
        Goal::Hold { side: whose, places, .. } if *whose == side => {
            let all = worth(inside(places).min(3));
            if goals::holds(state, side, places) { all } else { all / 2 }
        }
        Goal::Reach { side: whose, places, count }
            if *whose == side && duty::is_in_reach(state, side, *count) =>
        {
            worth(inside(places).min((*count).into()))
        }
        _ => 0,
    });
    wanted.sum()
}
