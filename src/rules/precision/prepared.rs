//! Prepared actions: set in the own turn, carried out when their trigger comes (PR-68 to PR-87).

use crate::grid::{Cell, Place, UnitId};
use crate::rules::command::Target;
use crate::rules::event::{Event, Happening, Manner};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Armed, Expiry, Posture, Status, Unit};
use crate::rules::step::{Datum, FrameId, Outcome, Step, Word};
use crate::rules::{Key, Refusal};

use super::abilities;
use super::budget;
use super::data::{
    Ability, Aim, ConditionEffect, Content, Delivery, Effect, Origin, Prepared, PreparedPay, Shape,
    Tag, Timing, Trigger,
};
use super::numbers::Numbers;
use super::position::Position;
use super::resolve;
use super::sheet::ENERGY;
use super::sidestep;
use super::strike::Strike;

/// The step of setting a prepared action.
pub const PREPARE: &str = "prepare";
/// The step in which the owner of a prepared action may answer its trigger.
pub const REACT: &str = "react";
/// The mark of an ability that is carried out as a reaction: it is paid already.
pub const AS_REACTION: &str = "as_reaction";
/// The word to an ability under way that it fails (PR-444).
pub const COUNTERED: &str = "countered";
/// The words to an ability under way that a target resists it better: whom, and by how much.
pub const SHIELDED: &str = "shielded";
/// As above: by how much.
pub const SHIELD: &str = "shield";

/// True for prepared actions whose trigger and effects this version carries out.
pub fn is_carried_out(ability: &Ability) -> bool {
    ability.prepared.is_some()
        && ability.effects.iter().all(|e| {
            super::effects::is_carried_out(e)
                || matches!(e, Effect::Counter | Effect::AddResistance(_))
        })
}

/// The centre of the watched area, for triggers that watch one.
fn watched_shape(prepared: &Prepared) -> Option<Shape> {
    match prepared.trigger {
        Trigger::MovesIntoOutWithin(shape) | Trigger::MovesInto(shape) => {
            (!matches!(shape, Shape::WithinReach(_))).then_some(shape)
        }
        Trigger::AllyTargeted | Trigger::ResolvedOnMe | Trigger::UsesTechnique => None,
    }
}

/// What has to be chosen when the action is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing.
    Nothing,
    /// The middle of the watched squares.
    Place,
    /// The ally to be guarded.
    Unit,
}

/// What has to be chosen when the action is set.
pub fn choice(ability: &Ability) -> Choice {
    match ability.prepared {
        Some(p) if watched_shape(&p).is_some() => Choice::Place,
        Some(p) if p.trigger == Trigger::AllyTargeted => Choice::Unit,
        _ => Choice::Nothing,
    }
}

/// Whether a prepared action may be set like that.
///
/// # Errors
/// The first reason against it.
pub fn check_aim(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    targets: &[Target],
) -> Result<Vec<Target>, Refusal> {
    let wrong = || Refusal::new("wrong_target", "it is not aimed like that", "PR-68");
    match (choice(ability), targets) {
        (Choice::Nothing, _) => Ok(Vec::new()),
        (Choice::Place, [Target::Place(Place::Cell(cell))]) => {
            let shape = ability.prepared.as_ref().and_then(watched_shape).ok_or_else(wrong)?;
            let strike = Strike::new(position, unit.id(), ability).ok_or_else(wrong)?;
            if let Shape::Block { span, .. } | Shape::AroundPoint { span, .. } = shape {
                abilities::check_point(&strike, unit, *cell, span)?;
            }
            Ok(targets.to_vec())
        }
        (Choice::Unit, [Target::Unit(_)]) => abilities::check_aim(position, unit, ability, targets),
        _ => Err(wrong()),
    }
}

/// Sets a prepared action: it is paid now (PR-77), and replaces one still pending (PR-82).
pub fn prepare(content: &Content, ctx: Ctx<'_>, step: &Step) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let Some(ability) = abilities::find(content, unit, step.act.as_str()) else { return nothing };
    let Some(prepared) = ability.prepared else { return nothing };
    let position = Position { content, ctx };
    let Some(strike) = Strike::new(position, unit.id(), &ability) else { return nothing };
    let mut events = vec![
        Event::new(
            Happening::Declared {
                act: ability.id.clone(),
                name: format!("{} (prepared)", ability.name),
                unit: unit.id(),
                targets: Vec::new(),
                place: None,
            },
            &["PR-68"],
        ),
        budget::acted(unit, Timing::Prepared, &ability.id),
    ];
    let cost = resolve::energy_cost(&strike);
    if cost > 0 && content.rules.prepared_pay == PreparedPay::OnSet {
        events.push(resolve::pay(unit, cost, &ability.name, "PR-77"));
    }
    for old in ctx.state.scene.armed.iter().filter(|a| a.owner == unit.id()) {
        let why = "another is set".to_owned();
        events.push(Event::new(Happening::Disarmed { id: old.id, gone: true, why }, &["PR-82"]));
    }
    let place = step.targets.iter().find_map(|t| match t {
        Target::Place(Place::Cell(cell)) => Some(*cell),
        _ => None,
    });
    let area = match (watched_shape(&prepared), place) {
        (Some(shape), Some(cell)) => abilities::shape_cells(position, unit.id(), shape, cell),
        _ => Vec::new(),
    };
    let expiry = if prepared.lasts_rounds <= 1 {
        Expiry::Rounds(1)
    } else {
        Expiry::Slots { of: unit.id(), left: u16::from(prepared.lasts_rounds) }
    };
    let armed = Armed {
        id: ctx.state.scene.next_number,
        owner: unit.id(),
        act: ability.id.clone(),
        trigger: Key::of(trigger_name(prepared.trigger)),
        area,
        target: step.target_unit(),
        uses: u16::from(prepared.uses),
        expiry,
    };
    let mut event = Event::new(Happening::Armed(armed), &["PR-70"]);
    event.seen_by = Some(vec![unit.side()]);
    events.push(event);
    Outcome::done(events)
}

const fn trigger_name(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::MovesIntoOutWithin(_) => "moves_into_out_within",
        Trigger::MovesInto(_) => "moves_into",
        Trigger::AllyTargeted => "ally_targeted",
        Trigger::ResolvedOnMe => "resolved_on_me",
        Trigger::UsesTechnique => "uses_technique",
    }
}

/// What a moment in the battle may set off.
enum Moment<'a> {
    /// Somebody took a step of its own.
    Moved { who: UnitId, from: Place, from_feet: crate::grid::Hm },
    /// An ability was announced.
    Declared { by: UnitId, ability: &'a Ability, targets: &'a [UnitId] },
    /// An ability was resolved on one target, hit or miss.
    Resolved { by: UnitId, ability: &'a Ability, on: UnitId },
}

/// The reactions that the events of a step set off, in the turn order of their owners (PR-78).
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    if ctx.state.scene.armed.is_empty() {
        return Vec::new();
    }
    let mut steps = Vec::new();
    for event in events {
        match &event.what {
            Happening::Moved { unit, from, from_feet, manner, .. } => {
                // A careful step is none that anybody answers (PR-86).
                let own = matches!(manner, Manner::Walk | Manner::Fly | Manner::Leap)
                    && step.kind != *sidestep::CAREFUL_STEP;
                if own || (content.rules.forced_move_triggers && *manner == Manner::Forced) {
                    let moment = Moment::Moved { who: *unit, from: *from, from_feet: *from_feet };
                    steps.extend(answers(content, ctx, &moment));
                }
            }
            Happening::Declared { act, unit, targets, .. } if step.kind == *resolve::ACT => {
                let ability =
                    ctx.unit(*unit).and_then(|u| abilities::find(content, u, act.as_str()));
                if let Some(ability) = &ability {
                    let moment = Moment::Declared { by: *unit, ability, targets };
                    steps.extend(answers(content, ctx, &moment));
                }
            }
            _ => {}
        }
    }
    if let Some((by, on)) = resolve::just_resolved(step, events) {
        let ability = ctx.unit(by).and_then(|u| abilities::find(content, u, step.act.as_str()));
        if let Some(ability) = &ability {
            steps.extend(answers(content, ctx, &Moment::Resolved { by, ability, on }));
        }
    }
    steps
}

/// The reaction steps to one moment.
fn answers(content: &Content, ctx: Ctx<'_>, moment: &Moment<'_>) -> Vec<Step> {
    let slots = &ctx.state.scene.clock.slots;
    let place =
        |id: UnitId| slots.iter().position(|s| s.members.contains(&id)).unwrap_or(usize::MAX);
    let mut found: Vec<(usize, Step)> = Vec::new();
    for armed in &ctx.state.scene.armed {
        // Never in the owner's own turn (PR-69).
        if ctx.state.scene.clock.active.contains(&armed.owner) {
            continue;
        }
        if let Some(against) = is_set_off(content, ctx, armed, moment) {
            let step = Step::new(REACT)
                .of(armed.owner)
                .act(armed.act.clone())
                .at(Target::Unit(against))
                .with("armed", i64::from(armed.id))
                .with("frame", i64::try_from(ctx.frame.0).unwrap_or(i64::MAX));
            found.push((place(armed.owner), step));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, step)| step).collect()
}

/// Whom a prepared action answers at this moment, if it is set off.
fn is_set_off(
    content: &Content,
    ctx: Ctx<'_>,
    armed: &Armed,
    moment: &Moment<'_>,
) -> Option<UnitId> {
    let owner = ctx.unit(armed.owner)?;
    let ability = abilities::find(content, owner, armed.act.as_str())?;
    let prepared = ability.prepared?;
    let position = Position { content, ctx };
    match (prepared.trigger, moment) {
        (
            Trigger::MovesIntoOutWithin(shape) | Trigger::MovesInto(shape),
            Moment::Moved { who, from, from_feet },
        ) => {
            let suits = match ability.aim {
                Aim::One { who: kind, .. } | Aim::Area { who: kind, .. } => {
                    abilities::suits(position, armed.owner, *who, kind)
                }
                _ => *who != armed.owner,
            };
            let into_only = matches!(prepared.trigger, Trigger::MovesInto(_));
            let body = position.body(*who)?;
            let before = ctx.field.with_body(body.moved(*from, *from_feet));
            let earlier = Position { content, ctx: Ctx { field: &before, ..ctx } };
            let inside = |p: Position<'_>| match shape {
                Shape::WithinReach(span) => {
                    Strike::new(p, armed.owner, &ability).is_some_and(|s| s.within(*who, span))
                }
                _ => p.body(*who).is_some_and(|b| b.cells().any(|c| watches(armed, c))),
            };
            let (was, is) = (inside(earlier), inside(position));
            let met = if into_only { is && !was } else { is || was };
            (suits && met).then_some(*who)
        }
        (Trigger::AllyTargeted, Moment::Declared { by, ability: used, targets }) => {
            let attack = used.against.resistance(Delivery::Melee).is_some();
            let guarded = armed.target.is_some_and(|t| targets.contains(&t));
            (attack && guarded && ctx.state.are_foes(*by, armed.owner)).then_some(*by)
        }
        (Trigger::UsesTechnique, Moment::Declared { by, ability: used, .. }) => {
            let technique = used.is(Tag::Magic) && used.origin == Origin::Technique;
            let near = Strike::new(position, armed.owner, &ability).is_some_and(
                |s| matches!(ability.aim, Aim::One { span, .. } if s.within(*by, span)),
            );
            (technique && near && ctx.state.are_foes(*by, armed.owner)).then_some(*by)
        }
        (Trigger::ResolvedOnMe, Moment::Resolved { by, ability: used, on }) => {
            let strike = Strike::new(position, *by, used)?;
            let blow = strike.delivery() == Delivery::Melee && used.is_damaging();
            (blow && *on == armed.owner && *by != armed.owner).then_some(*by)
        }
        _ => None,
    }
}

fn watches(armed: &Armed, cell: Cell) -> bool {
    armed.area.contains(&cell)
}

/// Asks the owner and carries the prepared action out, if it still can be (PR-76, PR-80, PR-81).
///
/// # Errors
/// [`Pause`] while the owner has not answered.
pub fn react(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let id = u32::try_from(step.scratch.int("armed")).unwrap_or(u32::MAX);
    let Some(armed) = ctx.state.scene.armed.iter().find(|a| a.id == id) else { return nothing };
    let Some(owner) = ctx.unit(armed.owner) else { return nothing };
    let Some(target) = step.target_unit().and_then(|t| ctx.unit(t)) else { return nothing };
    let Some(ability) = abilities::find(content, owner, armed.act.as_str()) else {
        return nothing;
    };
    let position = Position { content, ctx };
    if let Some(why) = is_lost(position, owner, &ability) {
        let why = why.to_owned();
        return Ok(Outcome::done(vec![Event::new(
            Happening::Disarmed { id, gone: true, why },
            &["PR-80"],
        )]));
    }
    // The mover may be out of range by now; sight is still needed (PR-73).
    let seen = content.rules.waive_sight
        || position.adjacent(owner.id(), target.id())
        || position.sees(owner.id(), target.id());
    if !seen || target.status != Status::Active {
        return nothing;
    }
    let text =
        format!("{}: {} against {}?", owner.identity.name, ability.name, target.identity.name);
    let prompt = Prompt::yes_no("react", owner.side(), Some(owner.id()), text, true, "PR-76");
    if oracle.ask(prompt)? != Answer::YES {
        let what = Happening::Chose {
            side: owner.side(),
            unit: Some(owner.id()),
            prompt: Key::of("react"),
            answer: Key::of("no"),
        };
        let mut event = Event::new(what, &["PR-76"]);
        event.seen_by = Some(vec![owner.side()]);
        return Ok(Outcome::done(vec![event]));
    }
    let gone = armed.uses <= 1;
    let why = "carried out".to_owned();
    let mut events = vec![Event::new(Happening::Disarmed { id, gone, why }, &["PR-75"])];
    let frame = FrameId(u64::try_from(step.scratch.int("frame")).unwrap_or_default());
    let guarded = armed.target.unwrap_or(owner.id());
    let mut words = Vec::new();
    for effect in &ability.effects {
        if let Effect::AddResistance(n) = effect {
            let say = |name, value| Word { to: frame, name: Key::of(name), value };
            words.push(say(SHIELDED, Datum::Units(vec![guarded])));
            words.push(say(SHIELD, Datum::Int(i64::from(*n))));
            let text = format!("{} guards: +{n} to the resistances", owner.identity.name);
            events.push(Event::new(Happening::Note { unit: Some(owner.id()), text }, &["PR-68"]));
        }
    }
    if !words.is_empty() {
        let mut outcome = Outcome::done(events);
        outcome.words = words;
        return Ok(outcome);
    }
    let act = Step::new(resolve::ACT)
        .of(owner.id())
        .act(ability.id.clone())
        .at(Target::Unit(target.id()))
        .with(AS_REACTION, 1)
        .with("frame", step.scratch.int("frame"));
    Ok(Outcome::after(events, vec![act], None))
}

/// Why a prepared action can no longer be carried out at all, if so (PR-80, PR-81).
fn is_lost(position: Position<'_>, owner: &Unit, ability: &Ability) -> Option<&'static str> {
    let numbers = Numbers::of(position.content, owner)?;
    if owner.status != Status::Active {
        return Some("its owner is out of the fight");
    }
    let unable = numbers
        .has(|e| matches!(e, ConditionEffect::NoActionBlock | ConditionEffect::NoRapidOrPrepared));
    if unable {
        return Some("its owner is stunned or dazed");
    }
    if owner.placement.posture == Posture::Prone && !ability.is(Tag::Basic) {
        return Some("its owner lies on the ground");
    }
    let strike = Strike::new(position, owner.id(), ability)?;
    let fits =
        ability.needs.iter().all(|n| abilities::check_need(position, owner, &strike, n).is_ok());
    if !fits {
        return Some("its weapon is no longer in hand");
    }
    let short = position.content.rules.prepared_pay == PreparedPay::OnUse
        && resolve::energy_cost(&strike) > owner.pools.0.value(ENERGY);
    short.then_some("there is not enough energy")
}
