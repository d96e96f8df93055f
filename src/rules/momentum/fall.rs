//! Falling (MO-303, MO-305).

use crate::step::{Fall, FallPhase, Outcome, Ran, Step};
use grid::{Body, Hm, Obstacle, Room, SupportKind, UnitId};
use rules::event::{Degree, Event, EventKind, MoveKind};
use rules::kit::events;
use rules::kit::falls::{self, Landing};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Posture, Status, Unit};
use rules::{Key, Sum};

use super::attachments;
use super::cinematic::{self, Saved};
use super::damage::{Blow, Part};
use super::data::{Content, DamageType, Stat};
use super::defense;
use super::forced;
use super::hazard;
use super::health;
use super::hidden;
use super::numbers::{Numbers, half};
use super::position::Position;

/// True while a combatant can stay in the air: it flies, and no unit of its own size or larger
/// holds it (MO-305).
fn can_fly(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> bool {
    let flies = Numbers::of(content, unit).and_then(|n| n.fly());
    let position = Position { content, ctx };
    let size = position.size(unit.id());
    let pulls = |other: &Unit| {
        attachments::holds(other, unit.id()) && position.size(other.id()).above(size) >= 0
    };
    unit.status == Status::Active && flies.is_some() && !ctx.state.units.iter().any(pulls)
}

/// The fall of a rider that comes off its mount: it lands next to the mount (MO-113, MO-373).
pub fn off(unit: UnitId, mount: UnitId) -> Step {
    Fall { with: Some(mount), ..Fall::new(unit) }.into()
}

/// The falls of units that have lost their support.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let holds = move |unit: &Unit, support| match support {
        SupportKind::Flight => can_fly(content, ctx, unit),
        SupportKind::Body => attachments::is_carried(Position { content, ctx }, unit),
        _ => unit.is_active() && unit.placement.posture == Posture::Standing,
    };
    falls::falling_off(ctx, holds).map(|id| Fall::new(id).into()).collect()
}

/// The creatures that a unit falls on (MO-421).
fn below(ctx: Ctx<'_>, unit: &Unit, room: Room) -> Vec<UnitId> {
    let site = ctx.field.landing(room, unit.id()).ok();
    let Some(landing) = site.map(|site| Room { feet: site.feet, ..room }) else {
        return Vec::new();
    };
    let blocker = ctx.field.blocker(landing, unit.id());
    if !matches!(blocker, Some(Obstacle::Occupied(..))) {
        return Vec::new();
    }
    let own = ctx.field.body(unit.id());
    let met = ctx.field.bodies_overlapping(landing, unit.id());
    let struck = met.filter(|b| b.blocking && !own.is_some_and(|o| o.can_share_space_with(b)));
    struck.map(|b| b.id).collect()
}

/// Runs one fall: the drop, a Dexterity DR that halves the damage, then the ground (MO-303).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(position: Position<'_>, step: &Fall, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    let next = |phase| Some(Step::from(Fall { phase, ..*step }));
    match &step.phase {
        FallPhase::Down => {
            let upright = Room { height: unit.upright(), ..room };
            let beside = step.with.and_then(|id| ctx.field.body(id)).and_then(Body::room);
            let clear = |room: &Room| !beside.is_some_and(|other| other.meets(room));
            let mut onto = below(ctx, unit, upright);
            onto.retain(|id| step.with != Some(*id));
            let Landing { room: to, support } = falls::landing_clear(ctx, unit, upright, clear);
            let drop = (room.feet - to.feet).max(Hm::ZERO);
            let fell = (MoveKind::Fall, 0);
            let mut events = vec![events::moved(unit, (room, to), support, fell, &["MO-303"])];
            // Its riders fall the same distance and land next to it (MO-373).
            let mut along = Vec::new();
            let carried = |r: &&Unit| r.placement.support == SupportKind::Body;
            for rider in attachments::riders(ctx, unit.id()).filter(carried) {
                events.extend(attachments::dismount(rider));
                along.push(off(rider.id(), unit.id()));
            }
            Ok(Outcome::after(events, along, next(FallPhase::Hurt { drop, onto })))
        }
        FallPhase::Hurt { drop, onto } => {
            let onto: Vec<&Unit> = onto.iter().filter_map(|id| ctx.unit(*id)).collect();
            let (events, then) = match onto.is_empty() {
                true => hurt(content, ctx, unit, *drop, oracle)?,
                false => crash(content, ctx, unit, &onto, *drop, oracle)?,
            };
            Ok(Outcome::after(events, then, next(FallPhase::Ground)))
        }
        FallPhase::Ground => {
            let ground = ctx.field.ground(room, unit.id()).ok();
            let harm = ground.and_then(|ground| hazard::step(unit.id(), &ground));
            Ok(Outcome::after(Vec::new(), harm.into_iter().collect(), None))
        }
    }
}

/// Falling on a creature is a collision over the metres fallen and replaces the fall damage; the
/// falling unit ends next to the creature. If there are several below, each rolls, and the unit
/// takes the highest result (MO-340, MO-421).
fn crash(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    others: &[&Unit],
    drop: Hm,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let metres = drop.whole_metres();
    let (mut events, mut steps) = (Vec::new(), Vec::new());
    if metres == 0 {
        return Ok((events, steps));
    }
    let position = Position { content, ctx };
    // No unit causes the fall, so it counts as a hazard.
    let power = content.rules.hazard_power;
    let mut highest = 0;
    for other in others {
        events.extend(hidden::found(other, "MO-126"));
        let (held, rolls) = forced::holds_ground(position, (unit, other), power, oracle)?;
        events.extend(rolls);
        let amount = if held { half(metres) } else { metres };
        highest = highest.max(amount);
        steps.push(forced::bump(other.id(), metres, amount, None));
    }
    steps.push(forced::bump(unit.id(), metres, highest, None));
    events.extend(health::fall_prone(unit, "MO-421"));
    Ok((events, steps))
}

/// Damage equal to the metres fallen beyond the harmless ones; Prone if any damage gets through.
fn hurt(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    drop: Hm,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let rules = &content.rules;
    let metres = (drop - rules.fall_free).max(Hm::ZERO).whole_metres();
    if metres == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let position = Position { content, ctx };
    let power = ("a fall", rules.fall_dr_power);
    let (degree, mut events) = defense::roll(position, unit, Stat::Dexterity, power, None, oracle)?;
    let mut sum = Sum::new();
    sum.push(format!("fell {drop}, {} free", rules.fall_free), metres, "MO-303");
    if degree == Degree::Success {
        sum.add("half: Dexterity DR", half(metres) - metres, "MO-303");
    }
    let blow = Blow::plain(vec![Part { kind: DamageType::Physical, sum }]);
    let Saved { events: saves, undone, then } = cinematic::offer(position, unit, &blow, oracle)?;
    events.extend(saves);
    if undone {
        return Ok((events, then));
    }
    let hit = health::strike(content, unit, &blow, &Key::of("fall"), None, &["MO-303"]);
    let hurts = hit.iter().any(|e| matches!(e.what, EventKind::Hit { total: 1.., .. }));
    events.extend(hit);
    if hurts {
        events.extend(health::fall_prone(unit, "MO-303"));
    }
    Ok((events, then))
}
