//! Lying down and getting up in the own movement (PR-249 to PR-256).

use crate::grid::SupportKind;
use crate::rules::Refusal;
use crate::rules::precision::step::{Outcome, Step};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Unit};

use super::abilities::STAND_UP;
use super::budget::{self, Budget};
use super::data::Content;
use super::effects::FREE_STANDING;
use super::health::{self, flag};
use super::position::Position;

/// The step of lying down or getting up.
pub const POSTURE: &str = "posture";

/// What changing posture costs a unit now, and whether that makes its move a run (PR-253).
struct Price {
    cost: i32,
    runs: bool,
}

fn price(position: Position<'_>, unit: &Unit, act: &str) -> Result<Price, Refusal> {
    let budget = Budget::of(&unit.turn);
    budget.check_move()?;
    let Some(numbers) = position.numbers(unit.id()) else {
        return Err(Refusal::new("no_sheet", "it has no sheet", "PR-139"));
    };
    let free = act == STAND_UP && unit.flags.get(FREE_STANDING) != 0;
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
pub fn check(position: Position<'_>, unit: &Unit, act: &str) -> Result<(), Refusal> {
    let lies = unit.placement.posture == Posture::Prone;
    if lies != (act == STAND_UP) {
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
    price(position, unit, act).map(|_| ())
}

/// True if lying down or getting up now makes the move a run that it is not yet (PR-62).
pub fn begins_run(position: Position<'_>, unit: &Unit, act: &str) -> bool {
    !Budget::of(&unit.turn).is_running() && price(position, unit, act).is_ok_and(|p| p.runs)
}

/// Lies down or gets up.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Step) -> Outcome {
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Outcome::done(Vec::new());
    };
    let position = Position { content, ctx };
    let act = step.act.as_str();
    let Ok(price) = price(position, unit, act) else { return Outcome::done(Vec::new()) };
    let spent = Budget::of(&unit.turn).spent() + price.cost;
    let mut events = Vec::new();
    if price.runs && !Budget::of(&unit.turn).is_running() {
        events.push(budget::runs(unit));
    }
    events.push(budget::moved(unit, spent, "PR-249"));
    let (posture, rule) =
        if act == STAND_UP { (Posture::Standing, "PR-251") } else { (Posture::Prone, "PR-249") };
    events.push(health::stance(unit, posture, rule));
    if act == STAND_UP {
        events.extend(flag(unit, FREE_STANDING, 0));
    }
    Outcome::done(events)
}
