//! Value of effects apart from damage, for the AI.

use crate::budget::Budget;
use crate::data::{
    Ability, Affliction, Against, Aim, ConditionEffect, Effect, Lasting, Stats, Tag, Timing,
};
use crate::effects;
use crate::fall;
use crate::position::Position;
use crate::sheet::{HEALTH, MAIN};
use crate::step::Fall;
use crate::strike::Strike;
use grid::{Dir, Room, SupportKind};
use rules::estimate::ActOutcome;
use rules::event::EventKind;
use rules::ruleset::Ctx;
use rules::state::{Posture, Status, Unit};

/// Adds what an effect would change.
pub(super) fn add_effect(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    effect: &Effect,
    expected: &mut ActOutcome,
) {
    let friendly = is_friendly(strike.ability);
    match effect {
        Effect::Condition { id, lasts, .. } => {
            let known = target.conditions.has(id.key().as_str());
            // A condition that ends with the turn helps only acts still to come.
            let serves = *lasts != Lasting::Turn || has_action_left(strike, actor);
            if known || !serves {
                return;
            }
            let weight = condition_weight(strike, *id);
            if friendly {
                expected.helps += weight;
            } else {
                expected.hinders += weight;
            }
        }
        Effect::Transform { .. } if !friendly && target.form.stored.is_empty() => {
            expected.hinders += 3;
        }
        Effect::Prone if target.placement.posture == Posture::Standing => expected.hinders += 1,
        Effect::PassNextSave(needed) if target.status == Status::Down => {
            let needs = (needed - strike.numbers.half_level()).clamp(1, 11);
            expected.chance = expected.chance * (11 - needs) / 10;
            expected.helps += 2;
        }
        Effect::Push(squares) => {
            let from = effects::room_of(strike.position, actor.id());
            add_fall(strike.position, target, from, *squares, expected);
        }
        Effect::Throw(squares) => {
            // The thrower chooses the direction, so the worst outcome for the target counts.
            let there = effects::room_of(strike.position, target.id());
            let mut worst = *expected;
            for dir in Dir::ALL {
                let behind = there.at(there.cell.step(dir), there.feet);
                let mut tried = *expected;
                add_fall(strike.position, target, behind, *squares, &mut tried);
                if (tried.harm, tried.hinders) > (worst.harm, worst.hinders) {
                    worst = tried;
                }
            }
            *expected = worst;
        }
        Effect::Summon(role) => {
            let life = strike.position.content.roster.get(role.as_str());
            let life = life.map_or(0, |sheet| sheet.stats.health);
            expected.adds += per_mille(life, most_health(actor));
        }
        Effect::Transform { form, rounds } => {
            let Some(form) = strike.position.content.forms.get(form.as_str()) else { return };
            if friendly {
                expected.adds += strength_gained(strike, target, &form.stats);
            } else if target.form.stored.is_empty() {
                expected.hinders += 2 * i32::from(*rounds);
            }
        }
        Effect::End(list) => {
            let cured = list.iter().filter(|a| target.conditions.has(a.key().as_str())).count();
            expected.helps += i32::try_from(cured).unwrap_or(0);
        }
        Effect::FreeStanding
            if target.placement.posture == Posture::Prone && target.status == Status::Active =>
        {
            expected.helps += 1;
        }
        Effect::BreakFree | Effect::Reload => expected.helps += 2,
        // A unit has to rearm itself.
        Effect::SwapHands if !target.gear.0.contains_key(MAIN) => expected.helps += 3,
        _ => {}
    }
}

/// Adds the damage that a push causes through the ground on its way and a fall at its end, computed
/// by the code that resolves them (PR-116, PR-137, PR-272).
fn add_fall(
    position: Position<'_>,
    target: &Unit,
    away_from: Room,
    squares: u8,
    expected: &mut ActOutcome,
) {
    let moves = effects::push(position, target, away_from, squares);
    let mut last = None;
    for event in &moves {
        match &event.what {
            EventKind::Moved { to, to_feet, support, .. } => last = Some((to, to_feet, support)),
            EventKind::Hit { total, .. } => expected.harm += total,
            _ => {}
        }
    }
    let Some((to, to_feet, support)) = last else { return };
    let Some(body) = position.body(target.id()).filter(|_| *support == SupportKind::Nothing) else {
        return;
    };
    let mut state = position.ctx.state.clone();
    let Some(falling) = state.unit_mut(target.id()) else { return };
    falling.placement.at = *to;
    falling.placement.feet = *to_feet;
    falling.placement.support = *support;
    let field = position.ctx.field.with_body(body.moved(*to, *to_feet));
    let ctx = Ctx { state: &state, field: &field, frame: position.ctx.frame };
    let fallen = fall::run(position.content, ctx, &Fall { unit: target.id(), down: false });
    for event in &fallen.events {
        match &event.what {
            EventKind::Hit { total, .. } => expected.harm += total,
            EventKind::Stance { posture: Posture::Prone, .. }
                if target.placement.posture == Posture::Standing =>
            {
                expected.hinders += 1;
            }
            _ => {}
        }
    }
}

fn most_health(unit: &Unit) -> i32 {
    unit.tracks.0.get(HEALTH).map_or(1, |m| m.max.max(1))
}

fn per_mille(part: i32, whole: i32) -> i32 {
    1000 * part.max(0) / whole.max(1)
}

/// How much stronger a form makes its bearer: the health gained and the potency lost. Negative if
/// it is weaker.
fn strength_gained(strike: &Strike<'_>, target: &Unit, form: &Stats) -> i32 {
    let health = target.tracks.0.get(HEALTH).map_or(0, |m| m.value);
    let own = &strike.numbers.sheet.stats.potency;
    let stronger = form.potency.physical.max(form.potency.magical) - own.physical.max(own.magical);
    per_mille(form.health - health, most_health(target)) / 2 + 50 * stronger.min(0)
}

/// Weight of a condition. Losing a turn's action or its targets counts double.
fn condition_weight(strike: &Strike<'_>, id: Affliction) -> i32 {
    let data = strike.position.content.condition(id);
    let heavy = data
        .effects
        .iter()
        .any(|e| matches!(e, ConditionEffect::NoActionBlock | ConditionEffect::SparesOwnersSide));
    if heavy { 2 } else { 1 }
}

fn has_action_left(strike: &Strike<'_>, actor: &Unit) -> bool {
    strike.ability.timing != Timing::Action
        && Budget::of(&actor.turn).check_part(Timing::Action).is_ok()
}

/// True for abilities used on allies or on oneself.
pub(super) fn is_friendly(ability: &Ability) -> bool {
    ability.is(Tag::Helpful)
        || matches!(ability.against, Against::Willing | Against::Nobody)
        || ability.aim == Aim::Actor
}
