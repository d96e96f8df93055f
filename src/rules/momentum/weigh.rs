//! What acts are worth, for opponents that choose: from the same rolls and damage that resolve.

use crate::grid::UnitId;
use crate::rules::command::{Command, Target};
use crate::rules::ruleset::{Aim, Ctx};
use crate::rules::state::{Posture, Unit};
use crate::rules::weigh::{Means, Prospect};

use super::advanced::{self, Advanced};
use super::attack::{Attack, chance, usual_blow};
use super::basic::Basic;
use super::check;
use super::damage;
use super::data::{Affliction, Content};
use super::disarm;
use super::forced;
use super::position::Position;
use super::shove;

/// Those whose best skill for it is lower do not think of rough handling.
const GOOD_AT_IT: i32 = 3;

/// The acts of a combatant, sized up.
pub fn means(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Means> {
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    let attacks = Attack::all(position, id).into_iter().map(|attack| Means {
        act: attack.act(),
        aim: Aim::Unit,
        span: attack.reach().metres(),
        cost: 0,
        whole_turn: false,
        area: false,
        against_foes: true,
        for_friends: false,
        cue: None,
        pushes: false,
        brings: false,
        open: attack.check_use().is_ok(),
    });
    let helps = [Basic::Stabilize].into_iter().map(|basic| Means {
        act: basic.act(),
        aim: Aim::Unit,
        span: 1,
        cost: 0,
        whole_turn: true,
        area: false,
        against_foes: false,
        for_friends: true,
        cue: None,
        pushes: false,
        brings: false,
        open: basic.check_use(position, unit).is_ok(),
    });
    let skilled = |act: &Advanced| {
        let contest = advanced::contest(*act);
        contest.is_some_and(|c| check::best(position, unit, c.own) >= GOOD_AT_IT)
    };
    let rough =
        [Advanced::Shove, Advanced::Trip, Advanced::Grab, Advanced::Blind, Advanced::Disarm];
    let rough = rough.into_iter().filter(skilled).map(|act| Means {
        act: act.act(),
        aim: Aim::Unit,
        span: 1,
        cost: 0,
        whole_turn: false,
        area: false,
        against_foes: true,
        for_friends: false,
        cue: None,
        pushes: act == Advanced::Shove,
        brings: false,
        open: act.check_ready(position, unit).is_ok(),
    });
    attacks.chain(rough).chain(helps).collect()
}

/// What acts would do to each combatant they affect.
pub fn weigh(content: &Content, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<Prospect>> {
    let position = Position { content, ctx };
    commands.iter().map(|command| one(position, command)).collect()
}

fn one(position: Position<'_>, command: &Command) -> Vec<Prospect> {
    let Command::Act { unit, act, targets, .. } = command else { return Vec::new() };
    let Some(Target::Unit(target)) = targets.first() else { return Vec::new() };
    if *act == Basic::Stabilize.act() {
        return vec![Prospect { chance: 700, helps: 1, ..Prospect::none(*target) }];
    }
    if let Some(act) = Advanced::from_name(act.as_str()) {
        return rough(position, act, *unit, *target).into_iter().collect();
    }
    let Some(attack) = Attack::find(position, *unit, act.as_str()) else { return Vec::new() };
    let Some(numbers) = position.numbers(*target) else { return Vec::new() };
    let wound = damage::resolve(position.content, &usual_blow(&attack), &numbers);
    vec![Prospect {
        chance: chance(&attack.roll(*target)),
        harm: wound.total,
        ..Prospect::none(*target)
    }]
}

/// What rough handling does: what it hinders, or what one is shoved into or over.
fn rough(position: Position<'_>, act: Advanced, unit: UnitId, target: UnitId) -> Option<Prospect> {
    let (actor, them) = (position.ctx.unit(unit)?, position.ctx.unit(target)?);
    let contest = advanced::contest(act)?;
    let has = |which: Affliction| them.conditions.has(which.key().as_str());
    let (harm, hinders) = match act {
        Advanced::Shove => (shoved(position, actor, them), 0),
        Advanced::Trip if them.placement.posture == Posture::Standing => (0, 2),
        Advanced::Blind if !has(Affliction::Blinded) => (0, 2),
        Advanced::Grab if !has(Affliction::Grabbed) => (0, 1),
        Advanced::Disarm => {
            let armed = disarm::items(position, them)
                .first()
                .is_some_and(|(_, item)| position.content.weapons.contains(item.as_str()));
            (0, if armed { 2 } else { 0 })
        }
        _ => (0, 0),
    };
    let chance = contest.chance(position, actor, them);
    Some(Prospect { chance, harm, hinders, ..Prospect::none(target) })
}

/// The most that a shove in any direction does: a fall, or a collision held half of the time.
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
