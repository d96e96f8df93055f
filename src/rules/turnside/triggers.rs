//! Triggers of prepared actions: enemies coming into view, into reach or into a marked area,
//! leaving, attacking or using an ability (TU-173, TU-174).

use grid::{Board, Body, EdgeAt, Field, Hm, Room, UnitId};
use rules::event::{BoardChange, Event, EventKind, MoveKind};
use rules::kit::area;
use rules::ruleset::Ctx;
use rules::state::{Armed, Posture, Unit};
use rules::{Key, Waypoint};

use super::data::{Content, Delivery, Mark};
use super::numbers::Numbers;
use super::prepared::{can_fire, manoeuvre, skill};
use super::sight;
use super::step::{Answering, Batter, Lunge, Step, Strike, Trigger, Wrestle};

/// An act of an enemy as a possible trigger.
enum Moment {
    /// The enemy stepped out of this room.
    Came(UnitId, Room),
    /// The enemy is about to step into this room.
    Goes(UnitId, Room),
    /// It attacks.
    Attacks(UnitId),
    /// It uses an ability.
    Casts(UnitId),
    /// The enemy has stood up.
    Rises(UnitId),
    /// The enemy is no longer hidden.
    Shows(UnitId),
    /// The enemy may be visible now: a door has opened, or a wall or an object is gone.
    Appears(UnitId),
    /// The enemy has entered the battle: called, or as a reinforcement.
    Joins(UnitId),
}

impl Moment {
    const fn who(&self) -> UnitId {
        match self {
            Self::Came(id, _) | Self::Goes(id, _) => *id,
            Self::Attacks(id) | Self::Casts(id) | Self::Rises(id) => *id,
            Self::Shows(id) | Self::Appears(id) | Self::Joins(id) => *id,
        }
    }
}

/// The prepared actions that the events of a step trigger (TU-174).
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    if ctx.state.scene.armed.is_empty() {
        return Vec::new();
    }
    let moments = events.iter().filter_map(|event| match &event.what {
        EventKind::Moved { unit, from, from_feet, manner, .. } => {
            let own = manner.is_own() || *manner == MoveKind::Teleport;
            let room = ctx.field.body(*unit).and_then(Body::room).filter(|_| own)?;
            Some(Moment::Came(*unit, room.at(from.cell()?, *from_feet)))
        }
        EventKind::Declared { unit, .. } => match step {
            Step::Strike(Strike { unit: own, .. })
            | Step::Lunge(Lunge { unit: own, .. })
            | Step::Batter(Batter { unit: own, .. })
            | Step::Wrestle(Wrestle { unit: own, .. })
                if own == unit =>
            {
                Some(Moment::Attacks(*unit))
            }
            Step::Cast(_) => Some(Moment::Casts(*unit)),
            // A Reaction to an act also counts as the use of an ability.
            Step::Strike(_) | Step::Attempt(_) | Step::AreaReactions(_) | Step::Wrestle(_) => {
                Some(Moment::Casts(*unit))
            }
            _ => None,
        },
        EventKind::Stance { unit, posture: Posture::Standing, .. } => {
            matches!(step, Step::Pose(_)).then_some(Moment::Rises(*unit))
        }
        EventKind::Spawned(unit) => Some(Moment::Joins(unit.id())),
        EventKind::Relieved { unit, condition, .. } => {
            let ailment = content.ailments.get(condition.id.as_str());
            let hid = ailment.is_some_and(|ailment| ailment.marks.contains(&Mark::Unseen));
            hid.then_some(Moment::Shows(*unit))
        }
        _ => None,
    });
    let old = board_before(ctx, events);
    let bodies = || ctx.field.bodies().to_vec();
    let closed = old.as_ref().map(|board| Field::new(board, bodies()));
    let moments = moments.chain(appearing(ctx, events, closed.is_some()));
    let before = closed.as_ref().unwrap_or(ctx.field);
    moments.flat_map(|moment| answers(content, ctx, (&moment, before))).collect()
}

/// The board before the edges that changed and the things that went in these events; `None` if
/// there were none.
fn board_before(ctx: Ctx<'_>, events: &[Event]) -> Option<Board> {
    let now = || ctx.field.board().clone();
    let mut old: Option<Board> = None;
    for event in events.iter().rev() {
        match event.what {
            EventKind::Board(BoardChange::Edge { cell, side, floor, from, .. }) => {
                let board = old.get_or_insert_with(now);
                board.set_edge_at(EdgeAt { cell, side, floor }, from);
            }
            EventKind::Board(BoardChange::ThingGone(id)) => {
                old.get_or_insert_with(now).restore_thing(id);
            }
            _ => {}
        }
    }
    old
}

/// The units that may have come into view because the board changed. Units that also moved have
/// moments of their own.
fn appearing(ctx: Ctx<'_>, events: &[Event], changed: bool) -> Vec<Moment> {
    let moves = |id: UnitId| {
        events.iter().any(|e| matches!(e.what, EventKind::Moved { unit, .. } if unit == id))
    };
    let units = ctx.state.units.iter().filter(|u| changed && u.is_active() && !moves(u.id()));
    units.map(|unit| Moment::Appears(unit.id())).collect()
}

/// The prepared actions that the next step of a unit triggers, before it is taken.
pub fn leaving(content: &Content, ctx: Ctx<'_>, unit: UnitId, to: Waypoint) -> Vec<Step> {
    if ctx.state.scene.armed.is_empty() {
        return Vec::new();
    }
    let room = ctx.field.body(unit).and_then(Body::room).zip(to.at.cell());
    let there = room.map(|(room, cell)| room.at(cell, to.feet.unwrap_or(room.feet)));
    let moment = there.map(|room| Moment::Goes(unit, room));
    moment.map_or_else(Vec::new, |moment| answers(content, ctx, (&moment, ctx.field)))
}

/// The prepared actions triggered at one moment, in turn order (TU-194). `before` is the field
/// before it.
fn answers(content: &Content, ctx: Ctx<'_>, (moment, before): (&Moment, &Field<'_>)) -> Vec<Step> {
    let slots = &ctx.state.scene.clock.slots;
    let place =
        |id: UnitId| slots.iter().position(|s| s.members.contains(&id)).unwrap_or(usize::MAX);
    let triggered = ctx.state.scene.armed.iter().filter(|armed| {
        let fires = || is_triggered(content, ctx, armed, (moment, before));
        ctx.state.are_foes(armed.owner, moment.who()) && fires().unwrap_or(false)
    });
    let mut found: Vec<&Armed> = triggered.collect();
    found.sort_by_key(|armed| (place(armed.owner), armed.id));
    let answer = |armed: &Armed| {
        Answering { unit: armed.owner, armed: armed.id, target: moment.who() }.into()
    };
    found.into_iter().map(answer).collect()
}

/// Whether a moment triggers a prepared action that can then be carried out.
fn is_triggered(
    content: &Content,
    ctx: Ctx<'_>,
    armed: &Armed,
    (moment, before): (&Moment, &Field<'_>),
) -> Option<bool> {
    let trigger = Trigger::named(armed.trigger.as_str())?;
    let owner = ctx.unit(armed.owner).and_then(|unit| Numbers::of(content, unit))?;
    let body = ctx.field.body(moment.who())?;
    let span = span(&owner, &armed.act)?;
    let within = |field: &Field<'_>, span: u32| {
        let metres = field.distance(owner.unit.id(), body.id, grid::Diagonals::One);
        metres.is_some_and(|metres| metres <= span)
    };
    let near = |field: &Field<'_>| within(field, span);
    let inside = |room: &Room| area::is_watched(ctx.field.board(), armed, room);
    let seen = |field: &Field<'_>| is_in_view(ctx, field, &owner, body.id);
    let met = match (trigger, moment) {
        (Trigger::View, Moment::Came(_, from)) => {
            !seen(&before.with_body(body.moved(from.cell, from.feet)))
        }
        (Trigger::View, Moment::Rises(_)) => !seen(&before.with_body(lying(body))),
        (Trigger::View, Moment::Appears(_)) => !seen(before),
        (Trigger::View, Moment::Shows(_) | Moment::Joins(_)) => true,
        // A unit that was near but behind a wall comes within reach by going around it.
        (Trigger::Reach, Moment::Came(id, from)) => {
            let there = before.with_body(body.moved(from.cell, from.feet));
            let then = Ctx { field: &there, ..ctx };
            let reached = || can_fire(content, then, &owner, (&armed.act, *id));
            // A weapon for striking and throwing has two reaches.
            let arm = arm(&owner, &armed.act);
            let beside = arm.is_some_and(|arm| within(ctx.field, arm) && !within(&there, arm));
            beside || near(ctx.field) && !(near(&there) && reached())
        }
        (Trigger::Reach, Moment::Joins(_)) => near(ctx.field),
        (Trigger::Area, Moment::Joins(_)) => body.room().is_some_and(|room| inside(&room)),
        (Trigger::Area, Moment::Came(_, from)) => {
            body.room().is_some_and(|room| inside(&room)) && !inside(from)
        }
        (Trigger::Leaves, Moment::Goes(_, to)) => {
            let apart = |room: &Room| {
                let own = ctx.field.body(owner.unit.id()).and_then(Body::room);
                own.map(|own| own.distance(room, grid::Diagonals::One))
            };
            near(ctx.field) && body.room().and_then(|room| apart(&room)) < apart(to)
        }
        (Trigger::Attacks, Moment::Attacks(_)) | (Trigger::Ability, Moment::Casts(_)) => true,
        _ => false,
    };
    // No unit answers an act that it does not see (TU-167, TU-301).
    Some(met && seen(ctx.field) && can_fire(content, ctx, &owner, (&armed.act, body.id)))
}

/// A body lying where it stands.
fn lying(body: &Body) -> Body {
    Body { height: body.height.min(Hm::metres(1)), prone: true, ..body.clone() }
}

/// Whether an owner sees a unit where it stands on this field.
fn is_in_view(ctx: Ctx<'_>, field: &Field<'_>, owner: &Numbers<'_>, id: UnitId) -> bool {
    let bodies = field.body(owner.unit.id()).zip(field.body(id));
    let hides = |unit: &Unit| sight::hides_from(owner.content, ctx, unit, owner.unit.side());
    let hidden = ctx.unit(id).is_some_and(hides);
    let there = Ctx { field, ..ctx };
    !hidden
        && bodies.is_some_and(|(me, them)| {
            sight::has_line(there, me, them) && sight::check_eyes(there, owner, them).is_ok()
        })
}

/// The melee reach of a weapon that can be thrown as well, in metres.
fn arm(owner: &Numbers<'_>, act: &Key) -> Option<u32> {
    let (_, weapon) = owner.weapon(act.as_str())?;
    (weapon.reach > 0 && weapon.range > weapon.reach).then(|| weapon.reach.into())
}

/// The range of an action, in metres.
fn span(owner: &Numbers<'_>, act: &Key) -> Option<u32> {
    if manoeuvre(act).is_some() || skill(act).is_some() {
        return Some(1);
    }
    if let Some((_, weapon)) = owner.weapon(act.as_str()) {
        return Some(weapon.reach.max(weapon.range).into());
    }
    let ability = owner.ability(act.as_str())?;
    Some(match ability.delivery {
        Delivery::Cone(metres) | Delivery::Allies(metres) => metres.into(),
        _ => ability.range.into(),
    })
}
