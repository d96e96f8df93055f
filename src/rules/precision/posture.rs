//! Lying down and getting up in the own movement (PR-249 to PR-256).

use crate::grid::SupportKind;
use crate::rules::precision::step::{ChangePosture, Outcome};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Unit};
use crate::rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::data::Content;
use super::flags::{self, FREE_STANDING};
use super::health;
use super::position::Position;

/// The act of getting up (PR-251).
pub const STAND_UP: &str = "stand_up";
/// The act of lying down (PR-249).
pub const GO_PRONE: &str = "go_prone";

/// The posture that an act of that name leads to.
pub fn of(act: &Key) -> Option<Posture> {
    match act.as_str() {
        STAND_UP => Some(Posture::Standing),
        GO_PRONE => Some(Posture::Prone),
        _ => None,
    }
}

/// What changing posture costs a unit now, and whether that makes its move a run (PR-253).
struct Price {
    cost: i32,
    runs: bool,
}

fn price(position: Position<'_>, unit: &Unit, to: Posture) -> Result<Price, Refusal> {
    let budget = Budget::of(&unit.turn);
    budget.check_move()?;
    let Some(numbers) = position.numbers(unit.id()) else {
        return Err(Refusal::new("no_sheet", "it has no sheet", "PR-139"));
    };
    let free = to == Posture::Standing && unit.flags.get(FREE_STANDING) != 0;
    let cost = if free { 0 } else { numbers.posture_cost() };
    let speed = numbers.speed();
    let needed = budget.spent() + cost;
    if speed == 0 {
        return Err(Refusal::new("no_movement", "speed 0: it cannot change its posture", "PR-412"));
    }
    let runs = budget.is_running() || needed > speed;
    if runs && (!budget.may_run() || needed > 2 * speed) {
        let text =
            format!("{cost} movement is needed, {} is left", (speed - budget.spent()).max(0));
        return Err(Refusal::new("no_movement", text, "PR-253"));
    }
    Ok(Price { cost, runs })
}

/// Whether a combatant can lie down or get up now.
///
/// # Errors
/// Why not.
pub fn check(position: Position<'_>, unit: &Unit, to: Posture) -> Result<(), Refusal> {
    let lies = unit.placement.posture == Posture::Prone;
    if lies != (to == Posture::Standing) {
        let text = if lies { "it lies already" } else { "it stands already" };
        return Err(Refusal::new("posture", text, "PR-269"));
    }
    if unit.placement.support == SupportKind::Flight {
        return Err(Refusal::new("in_the_air", "it has to land first", "PR-250"));
    }
    let room = position.body(unit.id()).and_then(crate::grid::Body::room);
    let upright = room.map(|r| crate::grid::Room { height: unit.upright(), ..r });
    if let Some(Err(obstacle)) = upright.map(|r| position.ctx.field.fits(r, unit.id())) {
        return Err(Refusal::new("no_room", obstacle.to_string(), "PR-251"));
    }
    price(position, unit, to).map(|_| ())
}

/// True if lying down or getting up now makes the move a run that it is not yet (PR-62).
pub fn begins_run(position: Position<'_>, unit: &Unit, to: Posture) -> bool {
    !Budget::of(&unit.turn).is_running() && price(position, unit, to).is_ok_and(|p| p.runs)
}

/// Lies down or gets up.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &ChangePosture) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let position = Position { content, ctx };
    let Ok(price) = price(position, unit, step.to) else { return Outcome::done(Vec::new()) };
    let spent = Budget::of(&unit.turn).spent() + price.cost;
    let mut events = Vec::new();
    if price.runs && !Budget::of(&unit.turn).is_running() {
        events.push(budget::runs(unit));
    }
    events.push(budget::moved(unit, spent, "PR-249"));
    let rises = step.to == Posture::Standing;
    events.push(health::stance(unit, step.to, if rises { "PR-251" } else { "PR-249" }));
    if rises {
        events.extend(flags::set(unit, FREE_STANDING, 0));
    }
    Outcome::done(events)
}
