//! What acts are worth, for opponents that choose: from the same rolls and damage that resolve.

use crate::grid::UnitId;
use crate::rules::command::{Command, Target};
use crate::rules::ruleset::{Aim, Ctx};
use crate::rules::weigh::{Means, Prospect};

use super::attack::{Attack, chance, usual_blow};
use super::basic::Basic;
use super::damage;
use super::data::Content;
use super::position::Position;
use super::special::{self, Special};

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
    attacks.chain(helps).chain(special::means(position, unit)).collect()
}

/// What acts would do to each combatant they affect.
pub fn weigh(content: &Content, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<Prospect>> {
    let position = Position { content, ctx };
    commands.iter().map(|command| one(position, command)).collect()
}

fn one(position: Position<'_>, command: &Command) -> Vec<Prospect> {
    let Command::Act { unit, act, targets, .. } = command else { return Vec::new() };
    if let (Some(found), Some(actor)) =
        (Special::find(position.content, act.as_str()), position.ctx.unit(*unit))
    {
        return special::weigh(position, actor, found, targets);
    }
    let Some(Target::Unit(target)) = targets.first() else { return Vec::new() };
    if *act == Basic::Stabilize.act() {
        return vec![Prospect { chance: 700, helps: 1, ..Prospect::none(*target) }];
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
