//! Forced movement: the path of a pushed unit, and the effect of collisions (MO-332 to MO-344).

use std::borrow::Cow;

use crate::step::{Bump, Outcome, Ran, Step};
use grid::{Body, Cell, Dir, Field, Hm, Lean, Push, PushEnd, PushTrack, Room, SupportKind, UnitId};
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::state::Unit;

use super::attachments;
use super::choices;
use super::cinematic;
use super::damage::{self, Blow, Part, collision};
use super::data::Stat;
use super::decider;
use super::defense;
use super::objects;
use super::position::Position;

/// Prompt kind and standing order: whether a collision is added to the attack that caused it
/// (MO-438).
pub const JOIN: &str = "join_collision";

/// Prompt kind and standing order: whether a unit that is run into holds its ground.
pub const RESIST: &str = "resist_collision";

/// The path of a push, and the units run into at its end.
pub struct PushPath {
    /// The track on the board.
    pub track: PushTrack,
    /// The units in the next space (MO-340).
    pub met: Vec<UnitId>,
}

impl PushPath {
    /// True if it ends at a wall, an object, a rise of the ground or a ceiling (MO-337, MO-344).
    pub const fn is_hard(&self) -> bool {
        let end = self.track.end;
        matches!(end, PushEnd::Wall(_) | PushEnd::Thing(_) | PushEnd::Rise(_) | PushEnd::Ceiling(_))
    }
}

/// A body that is pushed, on a field without the units attached to it: they do not collide.
struct Pushed<'a> {
    field: Cow<'a, Field<'a>>,
    body: Body,
    push: Push,
}

impl<'a> Pushed<'a> {
    fn of(position: Position<'a>, unit: &Unit, metres: u16) -> Option<Self> {
        let ctx = position.ctx;
        let rules = &position.content.rules;
        let own = ctx.field.body(unit.id())?;
        let apart = if rules.share_prevents_collision { own.sharing } else { None };
        let body = Body { sharing: apart, ..own.clone() };
        let push = Push {
            metres,
            step_up: rules.push_step,
            step_down: rules.push_step,
            flies: unit.placement.support == SupportKind::Flight,
            past_corner: true,
            lean: Lean::default(),
        };
        let mut field = match rules.share_prevents_collision {
            true => Cow::Borrowed(ctx.field),
            false => Cow::Owned(ctx.field.with_body(body.clone())),
        };
        for own in attachments::mount(unit)
            .into_iter()
            .chain(attachments::riders(ctx, unit.id()).map(Unit::id))
        {
            field = Cow::Owned(field.without(own));
        }
        Some(Self { field, body, push })
    }

    /// The next metre of each part of the body that enters a new cell: the room of that part, and
    /// how its own push would end (MO-337, MO-340).
    fn parts(&self, room: Room, dir: Dir) -> Vec<(Room, PushEnd)> {
        let next = room.at(room.cell.step(dir), room.feet);
        let back = |cell: Cell| cell.step(dir.opposite());
        let push = Push { metres: 1, ..self.push };
        let end = |entered: Cell| {
            let part = Room { cell: back(entered), size: 1, ..room };
            let away = part.at(back(part.cell), part.feet);
            let track = self.field.push_track(&self.body.placed(part), away, push)?;
            Some((part, track.end))
        };
        next.cells().filter(|cell| !room.covers(*cell)).filter_map(end).collect()
    }

    /// A unit that a part of the body would run into with its next metre.
    fn meets(&self, room: Room, dir: Dir) -> Option<UnitId> {
        self.parts(room, dir).into_iter().find_map(|(_, end)| body_of(end))
    }
}

/// The body that ends a push.
const fn body_of(end: PushEnd) -> Option<UnitId> {
    match end {
        PushEnd::Body(id) => Some(id),
        _ => None,
    }
}

/// The path of a push away from a room, or in a direction.
pub fn push_path(position: Position<'_>, unit: &Unit, from: From, metres: u16) -> Option<PushPath> {
    let mut pushed = Pushed::of(position, unit, metres)?;
    let room = pushed.body.room()?;
    let away = match from {
        From::Room(away) => away,
        From::Dir(dir) => room.at(room.cell.step(dir.opposite()), room.feet),
    };
    let track = pushed.field.push_track(&pushed.body, away, pushed.push)?;
    let last = track.rooms.last().copied().unwrap_or(room);
    let next = track.blocked.and_then(|next| last.cell.dir_to(next));
    let mut path = PushPath { track, met: Vec::new() };
    let first = body_of(path.track.end);
    let Some(dir) = next.filter(|_| path.is_hard() || first.is_some()) else { return Some(path) };
    let mut found = first.or_else(|| pushed.meets(last, dir));
    while let Some(id) = found {
        path.met.push(id);
        pushed.field = Cow::Owned(pushed.field.without(id));
        found = pushed.meets(last, dir);
    }
    path.met.sort_unstable();
    Some(path)
}

/// The things and edges that stop a pushed body in front of a room (MO-337).
pub fn obstacles(position: Position<'_>, unit: &Unit, next: Cell) -> Vec<Object> {
    let pushed = Pushed::of(position, unit, 1);
    let Some((pushed, room)) = pushed.and_then(|p| p.body.room().map(|room| (p, room))) else {
        return Vec::new();
    };
    let Some(dir) = room.cell.dir_to(next) else { return Vec::new() };
    let parts = pushed.parts(room, dir).into_iter();
    parts.filter_map(|(part, end)| objects::in_the_way(position, part, dir, end)).collect()
}

/// The origin of a push, which determines its direction.
#[derive(Clone, Copy)]
pub enum From {
    /// Straight away from this room.
    Room(Room),
    /// In this direction.
    Dir(Dir),
}

/// Whether a unit that is run into takes only half the damage; it may forgo its roll against an
/// enemy (MO-332, MO-333, MO-342).
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
    let rolls = defense::build_roll(position, other, Stat::Strength, power, None, favour).is_some();
    if rolls && position.ctx.state.are_foes(id, unit.id()) {
        let (name, text) = (&other.identity.name, &unit.identity.name);
        let text =
            format!("{text} is thrown into {name}. Hold your ground (half the damage to both)?");
        let side = decider::of(position.ctx.state, other);
        let prompt = Prompt::yes_no(RESIST, side, Some(id), text, true, "MO-342");
        if oracle.ask(prompt.about(Key::of(RESIST)))? == Answer::NO {
            let text = format!("{name} chooses to fail its Defense Roll");
            return Ok((false, vec![events::note(other, text, &["MO-258", "MO-342"])]));
        }
    }
    let against = (Stat::Strength, power);
    let (degree, events) = defense::roll_unasked(position, other, against, None, favour, oracle)?;
    Ok((degree.succeeded(), events))
}

/// The step that deals the damage of a collision to one of the two units.
pub fn bump(unit: UnitId, metres: i32, amount: i32, by: Option<UnitId>) -> Step {
    Bump { unit, metres, amount, mover: by }.into()
}

/// An attack and the collision it caused, as one source of damage (MO-338, MO-339). It is lethal
/// even if the attack alone was not, because collisions are (MO-405).
pub fn joined(attack: &Blow, collision: Part) -> Blow {
    let mut blow = attack.clone();
    blow.parts.push(collision);
    blow.gentle = false;
    blow
}

/// Whether a collision joins the attack that caused it by default: if that deals more damage in
/// total and the attack was not declared non-lethal (MO-438).
pub fn is_better_joined(position: Position<'_>, target: &Unit, attack: &Blow, bump: &Part) -> bool {
    let Some(numbers) = position.numbers(target.id()) else { return false };
    let total = |blow: &Blow| damage::resolve(position.content, blow, &numbers).total;
    let alone = Blow::plain(vec![bump.clone()]);
    !attack.gentle && total(&joined(attack, bump.clone())) > total(attack) + total(&alone)
}

/// An attack and the collision its push caused: either both joined, or the attack and a separate
/// step (MO-338, MO-339, MO-438).
///
/// # Errors
/// [`Pause`] while a side that wants to be asked has not decided.
pub fn join(
    position: Position<'_>,
    target: &Unit,
    attack: Blow,
    (amount, by): (i32, UnitId),
    oracle: &mut Oracle<'_>,
) -> Result<(Blow, Option<Step>), Pause> {
    if amount <= 0 {
        return Ok((attack, None));
    }
    let collision = collision(amount, amount);
    let mut joins = is_better_joined(position, target, &attack, &collision);
    if ends_differently(position, target, &attack, &collision)
        && let Some(side) = choices::asked(position.ctx.state, by, JOIN)
    {
        let name = &target.identity.name;
        let text = format!("Add the {amount} damage of the collision to the hit on {name}?");
        let prompt = Prompt::yes_no(JOIN, side, Some(by), text, joins, "MO-438");
        joins = oracle.ask(prompt.about(Key::of(JOIN)))? == Answer::YES;
    }
    if joins {
        return Ok((joined(&attack, collision), None));
    }
    Ok((attack, Some(bump(target.id(), amount, amount, Some(by)))))
}

/// Whether joining a collision with the attack makes a difference to the target.
fn ends_differently(position: Position<'_>, target: &Unit, attack: &Blow, bump: &Part) -> bool {
    let Some(numbers) = position.numbers(target.id()) else { return false };
    let wound = |blow: &Blow| damage::resolve(position.content, blow, &numbers);
    let (one, hit) = (wound(&joined(attack, bump.clone())), wound(attack));
    let apart = wound(&Blow::plain(vec![bump.clone()]));
    (one.total, one.lethal) != (hit.total + apart.total, hit.lethal || apart.lethal)
}

/// Deals the damage of a collision to one unit, unless a Cinematic Save prevents it (MO-149,
/// MO-334).
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn dealt(position: Position<'_>, step: &Bump, oracle: &mut Oracle<'_>) -> Ran {
    let ctx = position.ctx;
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let blow = Blow::plain(vec![collision(step.metres, step.amount)]);
    cinematic::deal(position, unit, &blow, (&Key::of("collision"), step.mover), &["MO-334"], oracle)
}

/// The depth of the fall at the end of a push, beyond the harmless part.
pub fn fall_of(way: &PushPath, free: Hm) -> i32 {
    match way.track.end {
        PushEnd::Drop(drop) => (drop - free).max(Hm::ZERO).whole_metres(),
        _ => 0,
    }
}
