//! Lying down and standing up as part of a move (PR-249 to PR-256).

use crate::step::{ChangePosture, Outcome, Plan, Step};
use grid::{Body, Room, SupportKind};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::ruleset::{Aim, Ctx};
use rules::state::{Posture, Unit};
use rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::data::{ConditionEffect, Content};
use super::flags::FREE_STANDING;
use super::lazy_refusal::LazyRefusal;
use super::position::Position;

/// The act of standing up (PR-251).
pub const STAND_UP: &str = "stand_up";
/// The act of lying down (PR-249).
pub const GO_PRONE: &str = "go_prone";

/// Cost of a change of posture now, and whether it turns the move into a run (PR-253).
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
    if numbers.has(|effect| matches!(effect, ConditionEffect::SpeedZero)) {
        return Err(Refusal::new("no_movement", "held: cannot change posture", "PR-412"));
    }
    let free = to == Posture::Standing && unit.flags.get(FREE_STANDING) != 0;
    let cost = if free { 0 } else { numbers.posture_cost() };
    let speed = numbers.speed();
    let needed = budget.spent() + cost;
    let runs = budget.is_running() || needed > speed;
    if runs && (!budget.may_run() || needed > 2 * speed) {
        let text = format!("{cost} movement needed, {} left", (speed - budget.spent()).max(0));
        return Err(Refusal::new("no_movement", text, "PR-253"));
    }
    Ok(Price { cost, runs })
}

/// Lying down or standing up, as an act.
pub struct Turning<'a> {
    position: Position<'a>,
    unit: &'a Unit,
    to: Posture,
    /// Whether the turn may continue with movement at all (PR-463).
    moment: Result<(), LazyRefusal>,
}

impl<'a> Turning<'a> {
    /// The change from the unit's present posture.
    pub fn now(position: Position<'a>, unit: &'a Unit) -> Self {
        let to = match unit.placement.posture {
            Posture::Prone => Posture::Standing,
            Posture::Standing => Posture::Prone,
        };
        Self { position, unit, to, moment: Ok(()) }
    }

    /// The change with this ID.
    pub fn of(position: Position<'a>, unit: &'a Unit, act: &str) -> Option<Self> {
        let to = match act {
            STAND_UP => Posture::Standing,
            GO_PRONE => Posture::Prone,
            _ => return None,
        };
        Some(Self { position, unit, to, moment: Ok(()) })
    }

    /// The change, refused if the turn may not continue with movement yet.
    #[must_use]
    pub fn unless(self, moment: Result<(), LazyRefusal>) -> Self {
        Self { moment, ..self }
    }
}

impl Act<Step> for Turning<'_> {
    fn key(&self) -> Key {
        Key::of(if self.to == Posture::Standing { STAND_UP } else { GO_PRONE })
    }

    fn label(&self) -> Label {
        let rises = self.to == Posture::Standing;
        let (name, text) = if rises {
            ("Stand up", "Stands up for half of its base speed.")
        } else {
            (
                "Lie down",
                "Lies down for half of its base speed: harder to shoot, easier to hit in melee.",
            )
        };
        let cost = match self.position.numbers(self.unit.id()) {
            Some(_) if rises && self.unit.flags.get(FREE_STANDING) != 0 => 0,
            numbers => numbers.map_or(0, |n| n.posture_cost()),
        };
        let (name, text, cost) = (name.to_owned(), text.to_owned(), format!("{cost} movement"));
        Label { name, text, cost, group: budget::MOVE }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        Ok(self.moment?)
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let Self { position, unit, to, .. } = *self;
        let lies = unit.placement.posture == Posture::Prone;
        if lies != (to == Posture::Standing) {
            let text = if lies { "already prone" } else { "already standing" };
            return Err(Refusal::new("posture", text, "PR-269"));
        }
        if unit.placement.support == SupportKind::Flight {
            return Err(Refusal::new("in_the_air", "it has to land first", "PR-250"));
        }
        let room = position.body(unit.id()).and_then(Body::room);
        let upright = room.map(|r| Room { height: unit.upright(), ..r });
        if let Some(Err(obstacle)) = upright.map(|r| position.ctx.field.fits(r, unit.id())) {
            return Err(Refusal::new("no_room", obstacle.to_string(), "PR-251"));
        }
        price(position, unit, to).map(drop)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        let Self { position, unit, to, .. } = *self;
        let runs = price(position, unit, to)?.runs && !Budget::of(&unit.turn).is_running();
        Ok(budget::plan(ChangePosture { unit: unit.id(), to }, runs))
    }
}

/// Lies down or stands up.
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
    events.push(events::stance(unit, step.to, if rises { "PR-251" } else { "PR-249" }));
    if rises {
        events.extend(events::flag(unit, FREE_STANDING, 0, &[]));
    }
    Outcome::done(events)
}
