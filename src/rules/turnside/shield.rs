//! Shielding: a Reaction by which a unit takes a strike in place of a friend (TU-205 to TU-213).

use crate::grid::{Cell, Dir, Field, Place, Room, UnitId, reach};
use crate::rules::event::{Event, EventKind, MoveKind};
use crate::rules::kit::{events, shove};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Choice, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;
use crate::rules::{Key, RuleId};

use super::attack::{Roll, suppose};
use super::data::{Content, Moment, Trait};
use super::numbers::{GUARDING, HP, Numbers, REACTION};
use super::reflex;

/// The key of this Reaction in standing orders.
pub const SHIELD: &str = "shield";

/// The Reactions to one act.
pub enum Reacted {
    /// No one reacts any more.
    No,
    /// The target uses a defensive ability.
    Target(Vec<Event>),
    /// Another unit is struck instead.
    Shielder(Vec<Event>, UnitId),
}

/// Asks the units that could shield the target, and the target itself, in turn order (TU-194), and
/// resolves the Reaction of the first that agrees. If the target has `answered`, only those later
/// in the order are asked.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn offer(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, roll): (&Unit, &Roll<'_>),
    answered: bool,
    oracle: &mut Oracle<'_>,
) -> Result<Reacted, Pause> {
    let target = roll.target.unit;
    let slots = &ctx.state.scene.clock.slots;
    let order: Vec<&UnitId> = slots.iter().flat_map(|slot| &slot.members).collect();
    let after = order.iter().position(|id| **id == target.id()).filter(|_| answered);
    for id in order.into_iter().skip(after.map_or(0, |at| at + 1)) {
        if *id == target.id() {
            if let Some(events) = reflex::offer(content, ctx, roll, oracle)? {
                return Ok(Reacted::Target(events));
            }
            continue;
        }
        let Some(unit) = ctx.unit(*id).filter(|u| may(content, ctx, u, (actor, target))) else {
            continue;
        };
        let rooms = shoves(content, ctx, unit, (actor, target));
        if rooms.is_empty() {
            continue;
        }
        let side = ctx.state.commander(*id).unwrap_or(unit.side());
        let (own, other) = (&unit.identity.name, &target.identity.name);
        let text = format!("{other} is about to be struck. {own} can take the blow in its place.");
        let wise = is_wise(content, ctx, (actor, roll), unit);
        let prompt = Prompt::yes_no("react", side, Some(*id), text, wise, "TU-205");
        if oracle.ask(prompt.about(Key::of(SHIELD)))? != Answer::YES {
            continue;
        }
        let chosen = oracle.ask(Prompt {
            kind: Key::of("place"),
            side,
            unit: Some(target.id()),
            about: Key::default(),
            text: format!("Where does {own} push {other}?"),
            choices: rooms.iter().map(|room| choice(room.cell)).collect(),
            default: 0,
            rule: RuleId::of("TU-207"),
        })?;
        let room = rooms.get(usize::from(chosen.0)).or(rooms.first()).copied();
        let events = room.map_or_else(Vec::new, |to| take(ctx, unit, target, to));
        return Ok(Reacted::Shielder(events, *id));
    }
    Ok(Reacted::No)
}

/// Whether the shielder would lose a smaller share of its remaining life than the target.
fn is_wise(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, roll): (&Unit, &Roll<'_>),
    unit: &Unit,
) -> bool {
    let instead = suppose(content, ctx, (actor, roll.means), unit.id(), false);
    let Some(mut instead) = instead else { return false };
    instead.raw = roll.raw.clone();
    let part = |roll: &Roll<'_>| {
        let hp = i64::from(roll.target.unit.tracks.0.value(HP).max(1));
        i64::from(roll.damage(content, false).total()) * 1000 / hp
    };
    part(&instead) < part(roll) && part(&instead) < 1000
}

fn choice(cell: Cell) -> Choice {
    let id = Key::new(&format!("{}_{}", cell.x, cell.y));
    Choice { id, label: cell.to_string(), place: Some(Place::Cell(cell)), unit: None }
}

/// Whether a unit can shield at all (TU-184, TU-193, TU-205, TU-208, TU-213).
fn may(content: &Content, ctx: Ctx<'_>, unit: &Unit, (actor, target): (&Unit, &Unit)) -> bool {
    let Some(numbers) = Numbers::of(content, unit) else { return false };
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    let blocked = content.rules.guard_blocks_reaction && unit.conditions.has(GUARDING);
    let round = ctx.state.scene.clock.round;
    // It has acted or moved in its Turn of this round (TU-363).
    let busy = numbers.suffers(Trait::OneThing)
        && unit.turn.round == round
        && (numbers.gone() > 0 || numbers.has_acted());
    unit.is_active()
        && unit.id() != target.id()
        && unit.id() != actor.id()
        && unit.side() == target.side()
        && unit.pools.0.value(REACTION) > 0
        && numbers.sheet.str.value() > 0
        && !numbers.lies()
        && !(acts || blocked || busy)
}

/// Places into which the shielder could push the target, safe and near ones first, such that it can
/// reach the vacated place (TU-206, TU-207, TU-344).
fn shoves(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (actor, target): (&Unit, &Unit),
) -> Vec<Room> {
    let found = || {
        let numbers = Numbers::of(content, unit)?;
        let half = u32::try_from(numbers.movement() / 2).ok()?;
        let prices = Moment { content, ctx }.free(unit)?;
        let body = ctx.field.body(target.id())?;
        let (stood, from) = (body.room()?, ctx.field.body(actor.id())?.room()?);
        let metres = u16::try_from(numbers.sheet.str.value()).ok()?;
        // The vacated place must be reachable, regardless of its current occupant.
        let free: Field<'_> = ctx.field.without(target.id());
        let way = reach(&free, ctx.field.body(unit.id())?, &prices, half)?;
        way.cost(stood.cell).filter(|cost| *cost > 0)?;
        let ((ax, ay), (bx, by)) = (from.middle2(), stood.middle2());
        let towards = Dir::towards(ax - bx, ay - by);
        let away = Dir::ALL.into_iter().filter(|dir| Some(*dir) != towards);
        Some(shove::rooms(ctx, body, (metres, content.rules.free_step), away))
    };
    found().unwrap_or_default()
}

/// Pushes the target out of its place and moves the shielder into it.
fn take(ctx: Ctx<'_>, unit: &Unit, target: &Unit, to: Room) -> Vec<Event> {
    let room = |id| ctx.field.body(id).and_then(crate::grid::Body::room);
    let (Some(own), Some(stood)) = (room(unit.id()), room(target.id())) else { return Vec::new() };
    let left = unit.pools.0.value(REACTION) - 1;
    let pushed = (stood, to);
    let support = ctx.field.support(to, target.id());
    let taken = (own, own.at(stood.cell, stood.feet));
    let (by_push, on_foot) = ((MoveKind::Forced, 0), (MoveKind::Walk, 0));
    let carried = target.placement.support;
    let redirected =
        EventKind::Redirected { act: Key::of(SHIELD), from: target.id(), to: unit.id() };
    let paid = events::pool(unit, REACTION, left, "Shielding", "TU-185");
    paid.into_iter()
        .chain([
            events::moved(target, pushed, support, by_push, &["TU-207"]),
            events::moved(unit, taken, carried, on_foot, &["TU-207", "TU-211"]),
            Event::new(redirected, &["TU-209"]),
        ])
        .collect()
}
