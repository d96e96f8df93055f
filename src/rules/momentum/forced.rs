//! Forced movement: where somebody who is pushed goes, and what it runs into (MO-332 to MO-344).

use std::borrow::Cow;

use crate::grid::{Body, Cell, Dir, Hm, Lean, Push, PushEnd, PushTrack, Room, SupportKind, UnitId};
use crate::rules::event::{Event, Happening, Manner};
use crate::rules::momentum::step::{Datum, FrameId, Outcome, Step, amend};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;
use crate::rules::{Key, Sum};

use super::cinematic;
use super::damage::{self, Blow, Ignores, Part};
use super::data::{Content, DamageType, Stat};
use super::defense;
use super::hazard;
use super::held;
use super::numbers::half;
use super::objects;
use super::position::Position;
use super::ties;

/// The step of somebody being pushed.
pub const PUSH: &str = "push";
/// The step in which a collision is dealt to one of those in it.
pub const BUMP: &str = "bump";
/// The kind of question whether one who is run into holds its ground; standing orders go by it.
pub const RESIST: &str = "resist_collision";

/// What the collision takes from the one pushed, told to the step that pushed it (MO-338).
pub const COLLISION: &str = "collision";

/// In the step of a push: where it began, as column, row and height.
const FROM: &str = "from";
/// In the step of a collision: who caused it, by number and 1.
const MOVER: &str = "mover";

const MOVE: u16 = 0;
const COLLIDE: u16 = 1;
/// It is over, collision and all: what was made ready for it is set off (MO-377).
const OVER: u16 = 2;

/// The step of a push straight away from whoever pushes, so many metres, against which a Defense
/// Roll would have that DR Power.
pub fn push(target: UnitId, by: UnitId, metres: u16, power: i32) -> Step {
    let step = Step::new(PUSH).of(target).with("metres", metres.into()).with("power", power.into());
    step.with("by", i64::from(by.0))
}

/// The same push in another direction.
#[must_use]
pub fn towards(step: Step, dir: Dir) -> Step {
    step.with("dir", 1 + dir as i64)
}

/// The same push as part of an attack: what the collision takes from the one pushed is not dealt
/// at once but told to that step, which joins it to its own damage or deals it apart (MO-338).
#[must_use]
pub fn joined_to(step: Step, frame: FrameId) -> Step {
    step.with("joins", 1).with("frame", i64::try_from(frame.0).unwrap_or_default())
}

/// The way of a push, and everybody run into at its end.
pub struct Way {
    /// The track on the board.
    pub track: PushTrack,
    /// Those who hold the space that would come next (MO-340).
    pub met: Vec<UnitId>,
}

impl Way {
    /// True when a wall, a thing or a face of the ground ends it (MO-337, MO-344).
    pub const fn is_hard(&self) -> bool {
        let end = self.track.end;
        matches!(end, PushEnd::Wall(_) | PushEnd::Thing(_) | PushEnd::Rise(_) | PushEnd::Ceiling(_))
    }
}

/// The way of a push from a room, or in a direction.
pub fn way(position: Position<'_>, unit: &Unit, from: From, metres: u16) -> Option<Way> {
    let ctx = position.ctx;
    let rules = &position.content.rules;
    let own = ctx.field.body(unit.id())?;
    let apart = if rules.share_prevents_collision { own.sharing } else { None };
    let body = Body { sharing: apart, ..own.clone() };
    let room = body.room()?;
    let away = match from {
        From::Room(away) => away,
        From::Dir(dir) => room.at(room.cell.step(dir.opposite()), room.feet),
    };
    let push = Push {
        metres,
        step_up: rules.push_step,
        step_down: rules.push_step,
        flies: unit.placement.support == SupportKind::Flight,
        past_corner: true,
        lean: Lean::default(),
    };
    // Those who belong together do not run into each other.
    let mut field = match rules.share_prevents_collision {
        true => Cow::Borrowed(ctx.field),
        false => Cow::Owned(ctx.field.with_body(body.clone())),
    };
    for own in ties::mount(unit).into_iter().chain(ties::riders(ctx, unit.id()).map(Unit::id)) {
        field = Cow::Owned(field.without(own));
    }
    let track = field.push_track(&body, away, push)?;
    let mut met = Vec::new();
    let mut end = track.end;
    while let PushEnd::Body(id) = end {
        met.push(id);
        field = Cow::Owned(field.without(id));
        let next = field.push_track(&body, away, push)?;
        end = if next.rooms.len() == track.rooms.len() { next.end } else { PushEnd::Done };
    }
    Some(Way { track, met })
}

/// Where the one who is pushed was before.
pub fn start(step: &Step) -> Option<(Cell, Hm)> {
    let [x, y, feet] = step.scratch.ints(FROM) else { return None };
    let cell = Cell::new(i16::try_from(*x).ok()?, i16::try_from(*y).ok()?);
    Some((cell, Hm(i32::try_from(*feet).ok()?)))
}

/// Where a push comes from.
#[derive(Clone, Copy)]
pub enum From {
    /// Straight away from there.
    Room(Room),
    /// In that direction.
    Dir(Dir),
}

fn by(ctx: Ctx<'_>, step: &Step) -> Option<UnitId> {
    let id = u32::try_from(step.scratch.int("by")).ok().map(UnitId)?;
    ctx.unit(id).map(Unit::id)
}

fn source(ctx: Ctx<'_>, step: &Step) -> Option<From> {
    let dir = usize::try_from(step.scratch.int("dir") - 1).ok();
    if let Some(dir) = dir.and_then(|i| Dir::ALL.get(i)) {
        return Some(From::Dir(*dir));
    }
    by(ctx, step).and_then(|id| ctx.field.body(id)).and_then(Body::room).map(From::Room)
}

/// Runs one phase of a push: the way, then what is run into.
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let position = Position { content, ctx };
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    match step.phase {
        MOVE => Ok(go(position, unit, step)),
        COLLIDE => collide(position, unit, step, oracle),
        _ => Ok(Outcome::after(Vec::new(), held::pushed(position, unit, step), None)),
    }
}

/// Along the way: no movement is paid, the kind of ground and enemies beside it do not matter; over
/// an edge the body begins to fall (MO-336, MO-343, MO-344).
fn go(position: Position<'_>, unit: &Unit, step: &Step) -> Outcome {
    let ctx = position.ctx;
    let nothing = Outcome::done(Vec::new());
    let metres = u16::try_from(step.scratch.int("metres")).unwrap_or_default();
    let Some(from) = source(ctx, step) else { return nothing };
    let Some(way) = way(position, unit, from, metres) else { return nothing };
    let Some(mut here) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    let (mut events, mut harm) = (Vec::new(), Vec::new());
    let start = here;
    let flies = unit.placement.support == SupportKind::Flight;
    for room in &way.track.rooms {
        let support = match ctx.field.support(*room, unit.id()) {
            SupportKind::Nothing if flies => SupportKind::Flight,
            support => support,
        };
        events.push(ties::moved(unit, here, *room, support, Manner::Forced, "MO-343"));
        if let Ok(ground) = ctx.field.ground(*room, unit.id()) {
            harm.extend(hazard::step(unit.id(), &ground));
        }
        here = *room;
    }
    if here != start {
        events.extend(ties::carry(ctx, unit, start, here));
    }
    let mut over = step.clone().phase(OVER);
    over.scratch.set(
        Key::of(FROM),
        Datum::Ints(vec![start.cell.x.into(), start.cell.y.into(), start.feet.0.into()]),
    );
    if way.met.is_empty() && !way.is_hard() {
        return Outcome::after(events, harm, Some(over));
    }
    let mut next = over.phase(COLLIDE).with("hard", way.is_hard().into());
    if let PushEnd::Wall(cell) | PushEnd::Thing(cell) = way.track.end {
        next = next.with("wall_x", cell.x.into()).with("wall_y", cell.y.into()).with("wall", 1);
    }
    next.scratch.set(Key::of("met"), Datum::Units(way.met));
    Outcome::after(events, harm, Some(next))
}

/// Everybody run into makes a Strength Defense Roll; the one pushed takes the highest amount that
/// comes of it (MO-332 to MO-335, MO-340).
fn collide(
    position: Position<'_>,
    unit: &Unit,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let ctx = position.ctx;
    let metres = i32::try_from(step.scratch.int("metres")).unwrap_or_default();
    let power = i32::try_from(step.scratch.int("power")).unwrap_or_default();
    let mover = by(ctx, step);
    let (mut events, mut bumps) = (Vec::new(), Vec::new());
    let mut highest = if step.scratch.flag("hard") { metres } else { 0 };
    // What breaks fails its Defense Roll (MO-337).
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    if let Some(room) = room.filter(|_| step.scratch.flag("wall")) {
        let number = |name: &str| i16::try_from(step.scratch.int(name)).unwrap_or_default();
        let cell = Cell::new(number("wall_x"), number("wall_y"));
        let object = objects::in_the_way(position, room, cell);
        let by = mover.unwrap_or(unit.id());
        events.extend(object.map_or_else(Vec::new, |o| objects::collide(position, o, metres, by)));
    }
    for id in step.scratch.units("met") {
        let Some(other) = ctx.unit(*id) else { continue };
        let (held, rolls) = holds_ground(position, (unit, other), power, oracle)?;
        events.extend(rolls);
        let amount = if held { half(metres) } else { metres };
        highest = highest.max(amount);
        bumps.push(bump(other.id(), metres, amount, mover));
    }
    if !step.scratch.flag("joins") {
        bumps.push(bump(unit.id(), metres, highest, mover));
        return Ok(Outcome::after(events, bumps, Some(step.clone().phase(OVER))));
    }
    let frame = u64::try_from(step.scratch.int("frame")).unwrap_or_default();
    let tell = |step: &mut Step| step.scratch.set_int(COLLISION, highest.into());
    let mut outcome = Outcome::after(events, bumps, Some(step.clone().phase(OVER)));
    outcome.amended = amend(ctx, FrameId(frame), tell);
    Ok(outcome)
}

/// Whether one who is run into takes only half; it may give up its roll against an enemy (MO-332,
/// MO-333, MO-342).
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn holds_ground(
    position: Position<'_>,
    (unit, other): (&Unit, &Unit),
    power: i32,
    oracle: &mut Oracle<'_>,
) -> Result<(bool, Vec<Event>), Pause> {
    let id = other.id();
    let larger = position.size(id).above(position.size(unit.id())) >= 1;
    let favour = larger.then_some(("larger than what runs into it", "MO-333"));
    let power = ("DR Power", power);
    let rolls = defense::stands(position, other, Stat::Strength, power, None, favour).is_some();
    if rolls && position.ctx.state.are_foes(id, unit.id()) {
        let (name, text) = (&other.identity.name, &unit.identity.name);
        let text =
            format!("{text} is thrown into {name}. Hold your ground (half the damage to both)?");
        let prompt = Prompt::yes_no(RESIST, other.side(), Some(id), text, true, "MO-342");
        if oracle.ask(prompt.about(Key::of(RESIST)))? == Answer::NO {
            let text = format!("{name} chooses to fail its Defense Roll");
            let note = Happening::Note { unit: Some(id), text };
            return Ok((false, vec![Event::new(note, &["MO-258", "MO-342"])]));
        }
    }
    let against = (Stat::Strength, power);
    let (degree, events) = defense::in_earnest(position, other, against, None, favour, oracle)?;
    Ok((degree.succeeded(), events))
}

/// The damage of a collision, before the defences of the one it comes over.
pub fn part(metres: i32, amount: i32) -> Part {
    let mut sum = Sum::new();
    sum.push(format!("collision, {metres} m"), metres, "MO-334");
    sum.add("half", amount - metres, "MO-335");
    Part { kind: DamageType::Physical, sum }
}

/// The step in which a collision comes over one of the two.
pub fn bump(unit: UnitId, metres: i32, amount: i32, by: Option<UnitId>) -> Step {
    let step = Step::new(BUMP).of(unit).with("metres", metres.into()).with("amount", amount.into());
    by.map_or(step.clone(), |by| step.with(MOVER, 1 + i64::from(by.0)))
}

/// The two ways to deal a collision with the attack that caused it: as one source, or each by
/// itself (MO-338, MO-339). The joined one is lethal where the attack was not (MO-405): the part of
/// the collision is.
pub fn joined(attack: &Blow, collision: Part) -> Blow {
    let mut blow = attack.clone();
    blow.parts.push(collision);
    blow.gentle = false;
    blow
}

/// True when joining takes more from a target than two sources would: the mover's default (MO-338).
pub fn is_better_joined(position: Position<'_>, target: &Unit, attack: &Blow, bump: &Part) -> bool {
    let Some(numbers) = position.numbers(target.id()) else { return false };
    let total = |blow: &Blow| damage::resolve(position.content, blow, &numbers).total;
    let alone =
        Blow { parts: vec![bump.clone()], ignores: Ignores::Nothing, gentle: false, deadly: false };
    total(&joined(attack, bump.clone())) > total(attack) + total(&alone)
}

/// An attack with what the push that it led to ran into: joined to it, or the step that deals it
/// apart, whichever is more (MO-338, MO-339).
pub fn join(
    position: Position<'_>,
    target: &Unit,
    attack: Blow,
    step: &Step,
) -> (Blow, Option<Step>) {
    let amount = i32::try_from(step.scratch.int(COLLISION)).unwrap_or_default();
    if amount <= 0 {
        return (attack, None);
    }
    let collision = part(amount, amount);
    if is_better_joined(position, target, &attack, &collision) {
        return (joined(&attack, collision), None);
    }
    (attack, Some(bump(target.id(), amount, amount, step.unit)))
}

/// Deals a collision to one of those in it, unless somebody undoes that (MO-149, MO-334).
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn dealt(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let number = |name: &str| i32::try_from(step.scratch.int(name)).unwrap_or_default();
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let mover = u32::try_from(step.scratch.int(MOVER) - 1).ok().map(UnitId);
    let parts = vec![part(number("metres"), number("amount"))];
    let blow = Blow { parts, ignores: Ignores::Nothing, gentle: false, deadly: false };
    let position = Position { content, ctx };
    cinematic::deal(position, unit, &blow, (&Key::of(COLLISION), mover), &["MO-334"], oracle)
}

/// How deep one falls at the end of a push, beyond what hurts nobody.
pub fn fall_of(way: &Way, free: Hm) -> i32 {
    match way.track.end {
        PushEnd::Drop(drop) => (drop - free).max(Hm::ZERO).whole_metres(),
        _ => 0,
    }
}
