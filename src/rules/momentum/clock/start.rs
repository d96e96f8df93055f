//! Effects at the start of a turn (MO-39, MO-306).

use crate::cinematic::{self, Saved};
use crate::data::{Content, Status as Entry, StatusEffect};
use crate::numbers::Numbers;
use crate::position::Position;
use crate::step::Step;
use crate::{abilities, damage, hazard, health, roll};
use grid::Body;
use rules::event::Event;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};

/// A combatant's effects that apply at the start of its turn.
pub(super) fn acting<'a>(
    content: &'a Content,
    unit: &'a Unit,
) -> impl Iterator<Item = (&'a Entry, &'a StatusEffect)> {
    let effects = Numbers::of(content, unit).into_iter().flat_map(|n| n.effects());
    effects
        .filter(|(_, e)| matches!(e, StatusEffect::DamageAtStart(_) | StatusEffect::BleedsAtStart))
}

/// One effect at the start of a turn: index 0 is the ground, then each effect from 1 (MO-39,
/// MO-306). Also returns the steps that follow.
pub(super) fn start_effect(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    index: usize,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let nothing = (Vec::new(), Vec::new());
    if !matches!(unit.status, Status::Active | Status::Down) {
        return Ok(nothing);
    }
    let position = Position { content, ctx };
    let Some(effect) = index.checked_sub(1) else {
        let room = ctx.field.body(unit.id()).and_then(Body::room);
        let ground = room.and_then(|r| ctx.field.ground(r, unit.id()).ok());
        let harm = ground.and_then(|ground| hazard::step(unit.id(), &ground));
        return Ok((Vec::new(), harm.into_iter().collect()));
    };
    match acting(content, unit).nth(effect) {
        Some((status, StatusEffect::DamageAtStart(typed))) => {
            let (_, amount) = roll::damage_dice(typed.dice, oracle)?;
            let part = damage::Part::new(typed.of, typed.dice.to_string(), amount, "MO-283");
            let blow = damage::Blow::plain(vec![part]);
            let Saved { mut events, undone, then } =
                cinematic::offer(position, unit, &blow, oracle)?;
            if !undone {
                let act = status.id.key();
                events.extend(health::strike(content, unit, &blow, &act, None, &["MO-283"]));
            }
            Ok((events, then))
        }
        Some(_) => Ok((health::bleed(content, unit), Vec::new())),
        None => {
            let number = effect - acting(content, unit).count();
            match abilities::inside(position, unit).nth(number) {
                Some(lasting) => abilities::start_of_turn(position, unit, lasting, oracle),
                None => Ok(nothing),
            }
        }
    }
}
