//! Default estimates for rulesets without their own, from offers and exact odds.

use crate::command::Command;
use crate::ctx::Ctx;
use crate::odds;
use crate::ruleset::{Aim, Ruleset};
use crate::state::{State, Status, Unit};
use grid::UnitId;

use super::{ActOutcome, ActSummary};

/// Act summaries for rulesets without [`Ruleset::act_summaries`].
pub fn summaries_by_offers(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
    let offers = rules.offers(ctx, unit).into_iter();
    offers
        .map(|offer| {
            let area = matches!(offer.aim, Aim::Cell);
            let plain = ActSummary::plain(offer.act, offer.aim, u16::MAX, offer.refused.is_none());
            ActSummary { area, for_friends: true, ..plain }
        })
        .collect()
}

/// The outcomes of a command for rulesets without [`Ruleset::estimate`], from its exact odds. Empty
/// if it is refused or has no odds.
pub fn estimate_by_odds(rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<ActOutcome> {
    let Ok(courses) = odds::courses(rules, state, command, ()) else { return Vec::new() };
    let actor = command.unit();
    let mut expected_outcomes = Vec::new();
    for before in &state.units {
        let (mut touched, mut harm, mut mends) = (0_i64, 0_i64, 0_i64);
        let life = i64::from(rules.life(before).left);
        let (mut hinders, mut helps) = (0_i64, 0_i64);
        for course in courses.iter() {
            let Some(after) = course.state.unit(before.id()) else { continue };
            let share = course.chance.thousandths();
            let change = i64::from(rules.life(after).left) - life;
            let gained = gained(before, after);
            if change == 0 && gained == 0 && after.status == before.status {
                continue;
            }
            touched += share;
            harm += share * (-change).max(0);
            mends += share * change.max(0);
            // Conditions from a hostile act are bad; conditions from a harmless act on the own side
            // are good.
            let friendly = actor.is_some_and(|a| !state.are_foes(a, before.id()));
            if friendly && change >= 0 {
                helps += share * gained;
            } else {
                hinders += share * gained;
            }
        }
        if touched > 0 {
            let mean = |sum: i64| i32::try_from(sum / touched).unwrap_or(i32::MAX);
            expected_outcomes.push(ActOutcome {
                target: before.id(),
                chance: i32::try_from(touched).unwrap_or(1000).min(1000),
                harm: mean(harm),
                fells: None,
                mends: mean(mends),
                hinders: mean(hinders),
                helps: mean(helps),
                adds: 0,
            });
        }
    }
    expected_outcomes
}

/// Number of conditions gained; changes of posture and dropping out of the fight count too.
fn gained(before: &Unit, after: &Unit) -> i64 {
    let more = after.conditions.0.len().saturating_sub(before.conditions.0.len());
    let lies = before.placement.posture != after.placement.posture;
    let out = before.status == Status::Active && after.status != Status::Active;
    i64::try_from(more).unwrap_or(0) + i64::from(lies) + i64::from(out)
}
