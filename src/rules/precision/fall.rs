//! Losing support and falling (PR-111, PR-132, PR-270 to PR-281, PR-455).

use crate::step::{Fall, Outcome, Step};
use grid::{Board, Body, Hm, Room, SupportKind, Tile};
use rules::Sum;
use rules::event::{Event, MoveKind};
use rules::kit::{events, falls};
use rules::ruleset::Ctx;
use rules::state::{Posture, Unit};

use super::data::{ConditionEffect, Content, FallProne};
use super::ground;
use super::health;
use super::numbers::{Numbers, is_awake};

/// True while a combatant can stay in the air: able to fly, neither prone nor Held (PR-132).
pub fn can_fly(content: &Content, unit: &Unit) -> bool {
    let Some(numbers) = Numbers::of(content, unit) else { return false };
    let held = content.rules.held_flyer_falls
        && numbers.has(|effect| matches!(effect, ConditionEffect::SpeedZero));
    is_awake(unit)
        && unit.placement.posture == Posture::Standing
        && numbers.fly().is_some()
        && !held
}

/// Falls of units without support.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let holds = |unit: &Unit, support| match support {
        SupportKind::Flight => can_fly(content, unit),
        _ => is_awake(unit) && unit.placement.posture == Posture::Standing,
    };
    falls::falling(ctx, holds).map(|unit| Fall { unit, down: false }.into()).collect()
}

/// One fall, then the effects of the ground it ends on (PR-450).
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Fall) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    if !step.down {
        return Outcome::then(fall(content, ctx, unit), Fall { down: true, ..*step }.into());
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    match room.map(|room| ctx.field.ground(room, unit.id())) {
        Some(Ok(ground)) => Outcome::done(ground::hazard(unit, &ground)),
        _ => Outcome::done(Vec::new()),
    }
}

/// The height at which a fall into a room ends: at the feet, or at the surface of water deep enough
/// to float in, although the feet end up below it (PR-275, PR-455).
pub fn end(board: &Board, room: Room, support: SupportKind) -> Hm {
    if support != SupportKind::Water {
        return room.feet;
    }
    let floats = |tile: &&Tile| tile.footing(room.height) == room.feet;
    let tiles = room.cells().filter_map(|cell| board.tile(cell)).filter(floats);
    tiles.map(Tile::surface).max().unwrap_or(room.feet)
}

/// The fall: straight to the ground, damage beyond 5 m, prone if damaged (PR-271 to PR-278).
fn fall(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else {
        return Vec::new();
    };
    let house = &content.rules;
    let upright = Room { height: unit.upright(), ..room };
    // If the place below is occupied, on the nearest free square (PR-278).
    let falls::Landing { room: to, support } = falls::landing(ctx, unit, upright);
    let drop = (room.feet - end(ctx.field.board(), to, support)).max(Hm::ZERO);
    let fell = (MoveKind::Fall, 0);
    let mut events = vec![events::moved(unit, (room, to), support, fell, &["PR-275", "PR-276"])];
    let beyond = (drop - house.fall_free).max(Hm::ZERO);
    let mut damage = beyond.0 * house.fall_per_metre / 2;
    let mut sum = Sum::new();
    let (free, each) = (house.fall_free, house.fall_per_metre);
    sum.push(format!("fell {drop}: {beyond} beyond {free}, {each} per metre"), damage, "PR-272");
    if support == SupportKind::Water {
        let softened = house.water_fall_factor.of(damage);
        sum.add("into deep water", softened - damage, "PR-279");
        damage = softened;
    }
    if damage > 0 {
        let rules = ("PR-272", "PR-273");
        events.extend(health::unarmored(unit, ("fall", "fall"), sum, "fall", rules));
    }
    let lies = match house.fall_prone {
        FallProne::IfDamaged => damage > 0,
        FallProne::Always => drop > Hm::ZERO,
        FallProne::Never => false,
    };
    let posture = if lies { Posture::Prone } else { unit.placement.posture };
    events.push(events::posture(unit, posture, support, "PR-274"));
    events
}
