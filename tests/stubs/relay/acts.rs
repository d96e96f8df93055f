//! Acts of the relay.

use highground::grid::{Cell, Dir, UnitId};
use highground::rules::dice::Throw;
use highground::rules::event::SlotChange;
use highground::rules::oracle::{Oracle, Pause};
use highground::rules::parameter::{Parameter, Range, Setting};
use highground::rules::ruleset::{Aim, Each, Offer, Several};
use highground::rules::state::{Extra, Slot, SlotState, Unit};
use highground::rules::{
    Command, Ctx, Event, EventKind, Key, Part, Refusal, Target, Value, Values,
};

use super::clock::{ends, slot};
use super::{HIDDEN, WEAK};
use crate::stubs::{Step, event, flag, refusal, track};

/// All acts: strike, run, pass the extra act on, act last in the round, hide, let a sleeping unit
/// join; acts in a direction, at several targets, at a body part, with parameters.
pub const NAMES: [&str; 10] =
    ["strike", "run", "pass", "wait", "hide", "wake", "wave", "volley", "called", "push"];

/// Parts of every body.
const PARTS: [&str; 3] = ["torso", "head", "left_arm"];

/// Range of a wave, in cells.
const WAVE: i16 = 3;

/// Name of the extra act.
pub const ONE_MORE: &str = "one_more";

/// All offers: in an extra act only the acts that it allows, and passing it on.
pub fn offers(ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
    let clock = &ctx.state.scene.clock;
    NAMES
        .iter()
        .filter(|name| match **name {
            "pass" => clock.extra_of(unit).is_some(),
            _ => true,
        })
        .map(|name| Offer {
            act: Key::of(name),
            name: (*name).to_owned(),
            text: String::new(),
            cost: String::new(),
            aim: aim(name, &Values::none()),
            group: Key::of("act"),
            refused: (*name != "pass" && !clock.allows(unit, name)).then(not_now),
            variants: Vec::new(),
            parameters: parameters(name),
        })
        .collect()
}

/// The extra act does not allow this act.
fn not_now() -> Refusal {
    Refusal::new("not_in_this_slot", "the extra act is for something else", "RE-1")
}

/// A wave in the shape of a ring is centred on the acting unit and needs no direction.
pub fn aim(act: &str, with: &Values) -> Aim {
    match act {
        "wave" if is_ring(with) => Aim::Own,
        "strike" | "pass" | "wake" | "push" => Aim::Unit,
        "wave" => Aim::Direction,
        "called" => Aim::Part,
        "volley" => Aim::Several(Several { of: Each::Unit, least: 2, most: 4, each: 2 }),
        _ => Aim::Own,
    }
}

fn is_ring(with: &Values) -> bool {
    with.name("shape").is_some_and(|shape| *shape == *"ring")
}

/// Earlier versions named the waves by their shape: `wave_ring`.
pub fn named(act: &str) -> Option<(Key, Values)> {
    let shape = Key::new(act.strip_prefix("wave_")?);
    Some((Key::of("wave"), Values::none().with("shape", Value::Name(shape))))
}

/// Parameters: a push has power, a direction and a hand (the other hand is full), a wave has a
/// shape.
fn parameters(act: &str) -> Vec<Parameter> {
    let setting =
        |id: &'static str, refused| Setting { id: Key::of(id), name: id.to_owned(), refused };
    match act {
        "push" => push_parameters(setting),
        "wave" => {
            let shapes = vec![setting("line", None), setting("ring", None)];
            vec![Parameter::one_of("shape", "Shape", shapes, Value::Name(Key::of("line")))]
        }
        _ => Vec::new(),
    }
}

fn push_parameters(setting: impl Fn(&'static str, Option<Refusal>) -> Setting) -> Vec<Parameter> {
    let full = Refusal::new("hand_full", "the other hand is full", "RE-1");
    let towards = Parameter {
        id: Key::of("towards"),
        name: "Towards".to_owned(),
        range: Range::Direction,
        usual: Value::Direction(Dir::N),
        hint: "",
    };
    let hands = vec![setting("main", None), setting("off", Some(full))];
    let hand = Parameter::one_of("hand", "Hand", hands, Value::Name(Key::of("main")));
    vec![Parameter::number("power", "Power", 1, 3), towards, hand]
}

/// Cells of a wave from a unit: in a direction, or around it.
pub fn wave(ctx: Ctx<'_>, unit: UnitId, target: Option<Target>, with: &Values) -> Vec<Cell> {
    if is_ring(with) {
        let from = ctx.unit(unit).and_then(|u| u.placement.at.cell());
        return from.into_iter().flat_map(|from| Dir::ALL.map(|dir| from.step(dir))).collect();
    }
    let (Some(Target::Direction(dir)), Some(from)) =
        (target, ctx.unit(unit).and_then(|u| u.placement.at.cell()))
    else {
        return Vec::new();
    };
    let (dx, dy) = dir.delta();
    (1..=WAVE).map(|n| from.offset(dx * n, dy * n)).collect()
}

pub fn targets(ctx: Ctx<'_>, unit: UnitId, (act, with): (&str, &Values)) -> Vec<Target> {
    let slot = ctx.state.scene.clock.slot_of_acting(unit);
    if act == "wave" && is_ring(with) {
        return vec![Target::Unit(unit)];
    }
    if act == "wave" {
        return Dir::ALL.map(Target::Direction).to_vec();
    }
    let suits = |u: &&Unit| match act {
        "strike" | "volley" | "called" | "push" => {
            ctx.state.are_foes(unit, u.id()) && u.is_active()
        }
        "wake" => !u.is_active(),
        "pass" => {
            !ctx.state.are_foes(unit, u.id()) && slot.is_some_and(|slot| slot.may_pass_to(u.id()))
        }
        _ => false,
    };
    let units = ctx.state.units.iter().filter(suits).map(Unit::id);
    if act == "called" {
        let parts = PARTS.map(|name| Part::new(name).expect("a short name"));
        return units.flat_map(|id| parts.map(|part| Target::Part(id, part))).collect();
    }
    units.map(Target::Unit).collect()
}

/// One step for each allowed command.
pub fn check(ctx: Ctx<'_>, command: &Command) -> Result<Step, Refusal> {
    match command {
        Command::EndTurn { unit } => Ok(Step::new("end").of(*unit)),
        Command::Face { unit, facing } => {
            Ok(Step { targets: vec![Target::Direction(*facing)], ..Step::new("face").of(*unit) })
        }
        Command::Act { unit, act, targets: list, with, .. } => {
            let offers = offers(ctx, *unit);
            let Some(offer) = offers.into_iter().find(|offer| offer.act == *act) else {
                return refusal("no_such_act");
            };
            if let Some(refusal) = offer.refused {
                return Err(refusal);
            }
            let aim = aim(act.as_str(), with);
            aim.check(list)?;
            let allowed = targets(ctx, *unit, (act.as_str(), with));
            if aim != Aim::Own && !list.iter().all(|target| allowed.contains(target)) {
                return refusal("wrong_target");
            }
            let step = Step::new("act").act(act.clone()).of(*unit);
            let step = step.with("power", with.number("power", 1).into());
            let step = step.with("ring", is_ring(with).into());
            Ok(Step { targets: list.clone(), ..step })
        }
        _ => refusal("unknown"),
    }
}

pub fn run(ctx: Ctx<'_>, step: &Step) -> Vec<Event> {
    let unit = step.unit.unwrap_or_default();
    let target = step.target_unit().unwrap_or_default();
    let clock = &ctx.state.scene.clock;
    let running = clock.running().unwrap_or_default();
    let value = clock.slots.get(running).map_or(0, |slot| slot.value);
    let hurt = |who: UnitId, by: i32| {
        track(ctx, who, "health", ctx.unit(who).map_or(0, |u| u.tracks.0.value("health")) - by)
    };
    if let (true, Some(Target::Direction(facing))) = (step.kind == *"face", step.targets.first()) {
        let stance = ctx.unit(unit).map(|u| EventKind::Stance {
            unit,
            posture: u.placement.posture,
            facing: *facing,
            support: u.placement.support,
        });
        return stance.into_iter().map(crate::stubs::event).collect();
    }
    match step.act.as_str() {
        "wave" => {
            let shape = Key::of(if step.scratch.int("ring") == 1 { "ring" } else { "line" });
            let with = Values::none().with("shape", Value::Name(shape));
            let cells = wave(ctx, unit, step.targets.first().copied(), &with);
            let met = ctx
                .state
                .units
                .iter()
                .filter(|u| u.placement.at.cell().is_some_and(|cell| cells.contains(&cell)));
            met.map(|u| hurt(u.id(), 1)).collect()
        }
        "volley" => {
            let mut units: Vec<UnitId> = step.targets.iter().filter_map(Target::unit).collect();
            units.sort_unstable();
            units.dedup();
            let times = |id: UnitId| step.targets.iter().filter(|t| t.unit() == Some(id)).count();
            units.iter().map(|id| hurt(*id, i32::try_from(times(*id)).unwrap_or(0))).collect()
        }
        "push" => vec![hurt(target, i32::try_from(step.scratch.int("power")).unwrap_or(0))],
        "strike" => {
            let health = ctx.unit(target).map_or(0, |u| u.tracks.0.value("health"));
            let mut events = vec![track(ctx, target, "health", health - 3)];
            if ctx.unit(target).is_some_and(|u| u.flags.get(WEAK) != 0) {
                events.push(flag(ctx, target, WEAK, 0));
                // An extra act earned in an extra act continues its chain (EV-329, EV-339).
                let chain = clock.extra_of(unit).map(|extra| extra.chain.clone());
                let extra = Extra {
                    chain: chain.unwrap_or_default(),
                    ..Extra::earned(Key::of(ONE_MORE)).only(&["strike", "run"])
                };
                let earned = Slot::act(unit, value, extra);
                events.push(slot(SlotChange::Insert(clock.behind(running), earned)));
            }
            events.extend(after_one(ctx, unit));
            events
        }
        "run" => after_one(ctx, unit),
        "pass" => {
            // The act waits again, for another unit (EV-335).
            let pass = SlotChange::pass(clock, running, unit, target);
            let again = SlotChange::State(running, SlotState::Waiting);
            let mut events: Vec<Event> = pass.into_iter().map(slot).collect();
            events.push(slot(again));
            events.push(slot(SlotChange::Active(Vec::new())));
            events
        }
        "wait" => {
            // A second chance at the end of the round.
            let put = SlotChange::put(clock, running, clock.slots.len(), 0);
            let mut events = vec![slot(SlotChange::Active(Vec::new()))];
            events.extend(put.map(slot));
            events
        }
        "hide" => vec![flag(ctx, unit, HIDDEN, 1)],
        _ => wake(ctx, target),
    }
}

/// An extra act ends after the first act in it.
fn after_one(ctx: Ctx<'_>, unit: UnitId) -> Vec<Event> {
    match ctx.state.scene.clock.extra_of(unit) {
        Some(_) => ends(ctx, unit),
        None => Vec::new(),
    }
}

/// A sleeping unit joins: at its initiative in this round if that is still to come (VG-45). Its
/// mark is removed.
fn wake(ctx: Ctx<'_>, unit: UnitId) -> Vec<Event> {
    let mut clock = ctx.state.scene.clock.clone();
    let mut events = vec![crate::stubs::event(EventKind::Status {
        unit,
        from: highground::rules::state::Status::Down,
        to: highground::rules::state::Status::Active,
        why: "it wakes".to_owned(),
    })];
    if let Some(at) = clock.slots.iter().position(|slot| slot.members.contains(&unit)) {
        events.extend(SlotChange::remove(&clock, at).map(slot));
        clock.slots.remove(at);
    }
    let value = ctx.unit(unit).map_or(0, |u| u.flags.get(super::INITIATIVE));
    let value = i32::try_from(value).unwrap_or_default();
    if let Some(at) = clock.joins_at(value) {
        events.push(slot(SlotChange::Insert(at, Slot::turn(vec![unit], value))));
    }
    events
}

/// A called shot: 4 or more on a d10 deals 1, 8 or more at the head deals 4.
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn called(ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let Some(Target::Part(unit, part)) = step.targets.first() else { return Ok(Vec::new()) };
    let (needs, harm) = if part.as_str() == "head" { (8, 4) } else { (4, 1) };
    let hit = oracle.roll_one(Throw::one(10, needs))? >= needs;
    let health = ctx.unit(*unit).map_or(0, |u| u.tracks.0.value("health"));
    let by = step.unit;
    let (act, packets) = (Key::of("called"), Vec::new());
    let struck = EventKind::Hit { act, by, target: *unit, packets, total: harm };
    let harmed = || vec![event(struck), track(ctx, *unit, "health", health - harm)];
    Ok(if hit { harmed() } else { Vec::new() })
}
