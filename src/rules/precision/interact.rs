//! Using fixtures and items: doors, windows and gates, levers, picking up (PR-134, PR-367, PR-454),
//! and weapons that leave the hand when thrown.

use crate::step::{Down, Handle, Outcome};
use grid::{FloorAt, Place, Pricing, StepMode};
use rules::command::Target;
use rules::event::{BoardChange, Event, EventKind};
use rules::fixture::{self, Leaf};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Lying, Unit};
use rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::data::{Ability, Content, Effect, Grip, Timing, Weapon};
use super::numbers::Numbers;
use super::objects::is_at_hand;
use super::position::Position;
use super::repertoire;
use super::sheet::{MAIN, OFF};
use super::strike::Strike;
use super::walk::{MoveState, Prices};

/// The rule of using fixtures and items.
const RULE: &str = "PR-367";

/// True for abilities that use a fixture or an item.
pub fn is_handling(ability: &Ability) -> bool {
    ability.has(|e| matches!(e, Effect::Interact))
}

/// The effect of using a target.
enum Handling {
    /// Leaves that open or close.
    Leaves(Vec<Leaf>),
    /// An item taken into a hand.
    Take(Lying, &'static str),
}

/// Checks whether a target can be used now; returns the cost within a move.
///
/// # Errors
/// The first reason it cannot.
pub fn check(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    target: Target,
) -> Result<(), Refusal> {
    handling(position, unit, target)?;
    price(position, unit, ability).map(|_| ())
}

/// One point as part of a move (PR-134); nothing as a rapid action.
fn price(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
) -> Result<Option<(MoveState, MoveState)>, Refusal> {
    if ability.timing != Timing::InMovement {
        return Ok(None);
    }
    Budget::of(&unit.turn).check_move()?;
    let prices = Prices::new(position.content, position.ctx, unit, Down::Easiest)
        .ok_or_else(|| Refusal::new("no_sheet", "it has no sheet", "PR-139"))?;
    let before = prices.start();
    let after = prices.pay(&before, position.content.rules.door_cost, StepMode::Walk)?;
    Ok(Some((before, after)))
}

/// True if using it now turns the move into a run (PR-62).
pub fn begins_run(position: Position<'_>, unit: &Unit, ability: &Ability) -> bool {
    let price = price(position, unit, ability);
    matches!(price, Ok(Some((before, after))) if after.running && !before.running)
}

fn handling(position: Position<'_>, unit: &Unit, target: Target) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Refusal::new(code, text, RULE);
    let reached = |reached: bool| {
        reached.then_some(()).ok_or_else(|| refuse("out_of_reach", "it is out of reach"))
    };
    match target {
        Target::Edge(..) | Target::Thing(_) => {
            let range = u32::from(position.content.rules.lever_range);
            let at_hand = |target| reached(is_at_hand(position, unit.id(), target));
            fixture::handled(position.ctx, target, (range, RULE), at_hand).map(Handling::Leaves)
        }
        Target::Place(Place::Cell(_)) | Target::Floor(_) => {
            let at = target.floor();
            let lying = position.ctx.state.scene.lying.iter().find(|l| Some(l.at()) == at);
            let lying = lying.ok_or_else(|| refuse("wrong_target", "nothing lies there"))?;
            reached(is_at_hand(position, unit.id(), target))?;
            let slot = free_hand(position, unit, &lying.item);
            let slot = slot.ok_or_else(|| refuse("no_free_hand", "no free hand"))?;
            Ok(Handling::Take(lying.clone(), slot))
        }
        _ => Err(refuse("wrong_target", "it cannot be used like that")),
    }
}

/// The hand that can take an item: the main hand first, the off hand for shields; both must be free
/// for two-handed items.
fn free_hand(position: Position<'_>, unit: &Unit, item: &Key) -> Option<&'static str> {
    let held = |slot: &str| {
        unit.gear.0.get(slot).and_then(|item| position.content.weapons.get(item.as_str()))
    };
    let (main, off) = (held(MAIN), held(OFF));
    let grip = position.content.weapons.get(item.as_str())?.grip;
    let both = main.is_some_and(|w| w.grip == Grip::TwoHanded);
    match grip {
        Grip::Natural => None,
        Grip::TwoHanded => (main.is_none() && off.is_none()).then_some(MAIN),
        Grip::OffHand => (off.is_none() && !both).then_some(OFF),
        Grip::OneHanded if main.is_none() => Some(MAIN),
        Grip::OneHanded => (off.is_none() && !both).then_some(OFF),
    }
}

/// True if the hands may swap: the off hand holds a weapon that fits either hand.
pub fn changes_hands(numbers: &Numbers<'_>) -> bool {
    numbers.held(OFF).is_some_and(|weapon| weapon.grip == Grip::OneHanded)
}

/// Possible targets: leaves at the unit's own cells, levers, and items nearby.
pub fn candidates(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Ctx { state, field, .. } = position.ctx;
    let body = position.body(unit.id());
    body.map_or_else(Vec::new, |body| fixture::candidates(state, field, body, |_| true))
}

/// Uses a fixture or an item.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Handle) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(ability) = repertoire::find(content, unit, step.ability.as_str()) else {
        return nothing;
    };
    let Ok(handling) = handling(position, unit, step.target) else { return nothing };
    let Ok(price) = price(position, unit, &ability) else { return nothing };
    let act = (&ability.id, ability.name.as_str());
    let mut events = vec![events::declared(unit, act, Vec::new(), "PR-367")];
    match price {
        None => events.push(budget::acted(unit, ability.timing, &ability.id)),
        Some((before, after)) => {
            if after.running && !before.running {
                events.push(budget::runs(unit));
            }
            events.push(budget::moved(unit, after.spent, "PR-134"));
        }
    }
    match handling {
        Handling::Leaves(leaves) => {
            events.extend(fixture::turned(ctx.field.board(), leaves, RULE));
        }
        Handling::Take(lying, slot) => {
            events.push(gear(unit, slot, &lying.item));
            events.push(events::board(BoardChange::Taken(lying), "PR-367"));
        }
    }
    Outcome::done(events)
}

/// The event of putting an item in a slot; an empty name clears the slot.
fn gear(unit: &Unit, slot: &'static str, to: &Key) -> Event {
    Event::new(EventKind::gear(unit, slot, to), &["PR-65"])
}

/// The events of dropping an item onto a floor of a cell.
pub fn lay_down(unit: &Unit, slot: &'static str, at: FloorAt) -> Vec<Event> {
    let Some(item) = unit.gear.0.get(slot).cloned() else { return Vec::new() };
    let down = gear(unit, slot, &Key::default());
    let lying = Lying::new(item, at);
    vec![down, events::board(BoardChange::Laid(lying), "PR-65")]
}

/// A thrown weapon lies where it was thrown.
pub fn after_throw(strike: &Strike<'_>, actor: &Unit, targets: &[Target]) -> Vec<Event> {
    let thrown = strike.ability.is_weapon_attack()
        && strike.weapon_attack().is_some_and(|attack| attack.thrown);
    if !thrown {
        return Vec::new();
    }
    // The ability may be another one than the weapon's own attack (PR-357).
    let has_it = |w: &Weapon| {
        strike.weapon_attack().is_some_and(|thrown| w.attacks.iter().any(|a| a.id == thrown.id))
    };
    let from_main = strike.main.is_some_and(has_it);
    let slot = if from_main { MAIN } else { OFF };
    let ctx = strike.position.ctx;
    let board = ctx.field.board();
    let at = targets.iter().find_map(|target| match target {
        // The body of a summoned unit disappears when it dies.
        Target::Unit(id) => ctx.unit(*id).and_then(|unit| unit.placement.drop_point()),
        Target::Place(_) | Target::Floor(_) => target.floor(),
        Target::Edge(at) => Some(FloorAt { cell: at.cell, floor: at.floor }),
        Target::Thing(id) => board.thing(*id).map(|t| t.cell.into()),
        Target::Direction(_) | Target::Part(..) => None,
    });
    let own = actor.placement.drop_point();
    at.or(own).map_or_else(Vec::new, |at| lay_down(actor, slot, at))
}
