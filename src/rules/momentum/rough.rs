//! Rough handling as opponents that choose size it up: shoves, trips, grabs and the like.

use crate::grid::UnitId;
use crate::rules::ruleset::Aim;
use crate::rules::state::{Posture, Unit};
use crate::rules::weigh::{Means, Prospect};

use super::advanced::{self, Advanced};
use super::check;
use super::data::Affliction;
use super::disarm;
use super::forced;
use super::position::Position;
use super::shove;
use super::weigh::plain;

/// Those whose best skill for it is lower do not think of it.
const GOOD_AT_IT: i32 = 3;

/// The acts of that kind that a combatant is good at.
pub fn means(position: Position<'_>, unit: &Unit) -> Vec<Means> {
    use Advanced::{Blind, Disarm, Grab, Shove, Trip};
    let skilled = |act: &Advanced| {
        let contest = advanced::contest(*act);
        contest.is_some_and(|c| check::best(position, unit, c.own) >= GOOD_AT_IT)
    };
    let acts = [Shove, Trip, Grab, Blind, Disarm].into_iter().filter(skilled);
    acts.map(|act| Means {
        pushes: act == Shove,
        ..plain(act.act(), Aim::Unit, 1, act.check_ready(position, unit).is_ok())
    })
    .collect()
}

/// What an act does: what it hinders, or what one is shoved into or over.
pub fn weigh(
    position: Position<'_>,
    act: Advanced,
    unit: UnitId,
    target: UnitId,
) -> Option<Prospect> {
    let (actor, them) = (position.ctx.unit(unit)?, position.ctx.unit(target)?);
    let contest = advanced::contest(act)?;
    let has = |which: Affliction| them.conditions.has(which.key().as_str());
    let weapons = &position.content.weapons;
    let armed = || {
        disarm::items(position, them)
            .first()
            .is_some_and(|(_, item)| weapons.contains(item.as_str()))
    };
    let (harm, hinders) = match act {
        Advanced::Shove => (shoved(position, actor, them), 0),
        Advanced::Trip if them.placement.posture == Posture::Standing => (0, 2),
        Advanced::Blind if !has(Affliction::Blinded) => (0, 2),
        Advanced::Grab if !has(Affliction::Grabbed) => (0, 1),
        Advanced::Disarm if armed() => (0, 2),
        _ => (0, 0),
    };
    let chance = contest.chance(position, actor, them);
    Some(Prospect { chance, harm, hinders, ..Prospect::none(target) })
}

/// The most that a shove in any direction does: a fall, or a collision.
fn shoved(position: Position<'_>, actor: &Unit, them: &Unit) -> i32 {
    let rules = &position.content.rules;
    let armor = position.numbers(them.id()).map_or(0, |n| n.armor().total());
    let metres = i32::from(rules.shove_metres);
    let harm = shove::ways(position, actor, them).into_iter().map(|shove| {
        let fall = forced::fall_of(&shove.way, rules.fall_free);
        let bump = if shove.way.is_hard() || !shove.way.met.is_empty() { metres } else { 0 };
        let most = fall.max(bump);
        if most > 0 { (most - armor).max(0) } else { 0 }
    });
    harm.max().unwrap_or(0)
}
