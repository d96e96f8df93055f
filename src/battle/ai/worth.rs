//! What prospects are worth to somebody, in thousandths of a combatant's life.

use crate::rules::weigh::{Means, Prospect};

use super::view::View;

/// Taking a foe out of the fight, beside the harm itself.
const FELLED: i64 = 400;
/// One disadvantage more for a foe.
const HINDERED: i64 = 90;
/// One advantage more for a friend.
const HELPED: i64 = 70;
/// Getting somebody back into the fight.
const REVIVED: i64 = 700;
/// Help given before the foes are this close is wasted, in squares.
const CLOSE: u32 = 9;
/// Help of this worth is given before anything else.
pub const PRESSING: i64 = 150;
/// Below this an act is not worth doing.
pub const LEAST: i64 = 20;

/// The worth of an act's prospects, its cost taken off.
pub fn of(view: &View<'_>, means: &Means, prospects: &[Prospect]) -> i64 {
    let sum: i64 = prospects.iter().map(|p| one(view, p)).sum();
    // The last third is for what else the turn could have brought.
    let sum = if means.whole_turn { sum * 2 / 3 } else { sum };
    sum - price(view, means)
}

/// What is spent is worth something too: a whole pool is a tenth of a life.
fn price(view: &View<'_>, means: &Means) -> i64 {
    let most = view.me.pools.0.iter().map(|m| m.max).max().unwrap_or(0).max(1);
    100 * i64::from(means.cost) / i64::from(most)
}

fn one(view: &View<'_>, prospect: &Prospect) -> i64 {
    let Some(target) = view.other(prospect.target) else { return 0 };
    let (life, health) = (i64::from(target.life), i64::from(target.health));
    let chance = i64::from(prospect.chance);
    let harm = i64::from(prospect.harm);
    let mut loss = 0;
    if harm > 0 {
        // The weaker somebody is, the more each further point counts.
        let share = harm.min(health.max(1)) * 1000 / life;
        let weakness = 1000 + 500 * (life - health).clamp(0, life) / life;
        loss += share * weakness / 1000;
        if harm >= health {
            loss += FELLED;
        }
    }
    loss += i64::from(prospect.hinders) * HINDERED;
    if !target.active {
        // Whoever lies helpless is no danger.
        loss /= 10;
    }
    if target.wanted {
        loss = loss * 3 / 2;
    }
    let mends = i64::from(prospect.mends);
    let mut gain = 0;
    if mends > 0 {
        let share = mends * 1000 / life;
        let urgent = 2 * health < life;
        gain += if urgent { share * 13 / 10 } else { share * 8 / 10 };
        if !target.active && health + mends > 0 {
            gain += REVIVED;
        }
    }
    if view.nearest_foe(target.room) <= CLOSE || !target.active {
        gain += i64::from(prospect.helps) * HELPED;
    }
    let good = if target.foe { loss - gain } else { gain - loss * 13 / 10 };
    good * chance / 1000
}
