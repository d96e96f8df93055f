//! How a side stands in a battle, in thousandths of lives.

use grid::SideId;
use rules::ruleset::Ruleset;
use rules::state::{Goal, State, Status, Unit};

/// Being in the fight at all, on top of the life left.
const IN_THE_FIGHT: i64 = 400;
/// A combatant that may get back into the fight.
const DOWN: i64 = 80;
/// A full life; the last part of it counts half as much again as the first.
const LIFE: i64 = 1500;
const FIRST_PART: i64 = 250;
/// Everything in its pools.
const POOLS: i64 = 100;
/// A combatant where its side has to stand.
const IN_ZONE: i64 = 150;
/// A battle won.
const WON: i64 = 20_000;
/// What each round takes from a victory.
const LATER: i64 = 100;

/// What both parties are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The side's own combatants and goals.
    pub own: i64,
    /// Those of all other sides.
    pub theirs: i64,
    /// How many of the side are in the fight.
    pub own_active: u32,
    /// How many of all other sides are.
    pub their_active: u32,
}

impl Standing {
    /// How a side stands.
    pub fn of(rules: &dyn Ruleset, state: &State, side: SideId) -> Self {
        let mut standing = Self::default();
        for unit in state.units.iter() {
            let worth = worth(rules, unit);
            let active = u32::from(unit.is_active());
            if unit.side() == side {
                standing.own += worth;
                standing.own_active += active;
            } else {
                standing.theirs += worth;
                standing.their_active += active;
            }
        }
        standing.own += zones(state, side);
        for other in (0..).map(SideId).take(state.scene.sides.len()).filter(|s| *s != side) {
            standing.theirs += zones(state, other);
        }
        if let Some(verdict) = &state.scene.verdict {
            let prize = (WON - LATER * i64::from(state.scene.clock.round)).max(WON / 2);
            match verdict.winner {
                Some(winner) if winner == side => standing.own += prize,
                Some(_) => standing.theirs += prize,
                None => {}
            }
        }
        standing
    }

    /// How far ahead the side is.
    pub const fn lead(self) -> i64 {
        self.own - self.theirs
    }
}

/// What a combatant is worth.
fn worth(rules: &dyn Ruleset, unit: &Unit) -> i64 {
    match unit.status {
        Status::Active => {
            let life = i64::from(rules.life(unit).whole());
            let pools = unit.pools.0.iter().filter(|m| m.max > 0);
            let fullest = pools.max_by_key(|m| m.max);
            let pool = fullest
                .map_or(0, |m| POOLS * i64::from(m.value.clamp(0, m.max)) / i64::from(m.max));
            IN_THE_FIGHT + (LIFE * life - FIRST_PART * life * life / 1000) / 1000 + pool
        }
        Status::Down => DOWN,
        Status::Dead | Status::Gone | Status::Surrendered => 0,
    }
}

/// What a side's combatants are worth where they have to stand.
fn zones(state: &State, side: SideId) -> i64 {
    let stands = |unit: &&Unit, places: &[grid::Place]| {
        unit.is_active() && places.contains(&unit.placement.at)
    };
    let goals = state.scene.goals.iter().map(|goal| match goal {
        Goal::Hold { side: whose, places, .. } | Goal::Reach { side: whose, places, .. }
            if *whose == side =>
        {
            state.of_side(side).filter(|unit| stands(unit, places)).count().min(3)
        }
        _ => 0,
    });
    IN_ZONE * i64::try_from(goals.sum::<usize>()).unwrap_or(0)
}
