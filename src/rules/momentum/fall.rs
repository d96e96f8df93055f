//! Losing hold and falling (MO-303, MO-305).

use crate::grid::{Body, Cell, Hm, Room, SupportKind};
use crate::rules::event::{Degree, Event, Happening, Manner};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, Sum};

use super::damage::{Blow, Ignores, Part};
use super::data::{Content, DamageType, Stat};
use super::defense;
use super::health;
use super::numbers::{Numbers, half};
use super::walk;

/// The step of one fall.
pub const FALL: &str = "fall";

/// How far around a taken landing square another is looked for, in squares.
const LANDING_SEARCH: u16 = 8;

const DOWN: u16 = 0;
const HURT: u16 = 1;
const GROUND: u16 = 2;

/// True while a combatant holds itself up in the air (MO-305).
fn can_fly(content: &Content, unit: &Unit) -> bool {
    let flies = Numbers::of(content, unit).and_then(|n| n.fly());
    unit.status == Status::Active && flies.is_some()
}

/// The falls that follow from what holds everybody up.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let falls = |u: &&Unit| u.status.is_present() && !is_held_up(content, ctx, u);
    ctx.state.units.iter().filter(falls).map(|u| Step::new(FALL).of(u.id())).collect()
}

fn is_held_up(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> bool {
    match unit.placement.support {
        SupportKind::Flight => can_fly(content, unit),
        SupportKind::Grip => unit.is_active() && unit.placement.posture == Posture::Standing,
        SupportKind::Body => true,
        SupportKind::Nothing => false,
        SupportKind::Ground | SupportKind::Thing | SupportKind::Water => {
            let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return true };
            // Looked at upright, so that lying down in shallow water is no fall.
            let room = Room { height: unit.upright(), ..room };
            ctx.field.landing(room, unit.id()).map_or(true, |site| site.feet >= room.feet)
        }
    }
}

/// Where a faller comes down: below it, or where that is taken on the nearest free square that is
/// no higher. With no room anywhere near it stays where it is, wedged in.
fn landing_place(ctx: Ctx<'_>, unit: &Unit, room: Room) -> (Cell, Hm, SupportKind) {
    let below = ctx.field.landing(room, unit.id()).ok();
    if let Some(site) = below {
        let landing = Room { feet: site.feet, ..room };
        if ctx.field.blocker(landing, unit.id()).is_none() {
            return (room.cell, site.feet, site.ground.support);
        }
    }
    let about = Room { feet: below.map_or(room.feet, |s| s.feet), ..room };
    let places =
        ctx.field.free_placements(about, room.size, room.height, unit.id(), LANDING_SEARCH);
    let beside = places.iter().find(|free| free.feet <= about.feet);
    beside
        .or_else(|| places.iter().find(|free| free.feet <= room.feet))
        .map_or((room.cell, room.feet, SupportKind::Thing), |free| {
            (free.cell, free.feet, ctx.field.support(*free, unit.id()))
        })
}

/// One fall: down, then a Dexterity DR that halves the damage, then the ground it ends on (MO-303).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    match step.phase {
        DOWN => {
            let upright = Room { height: unit.upright(), ..room };
            let (cell, feet, support) = landing_place(ctx, unit, upright);
            let drop = (room.feet - feet).max(Hm::ZERO);
            let moved = Happening::Moved {
                unit: unit.id(),
                from: unit.placement.at,
                to: cell.into(),
                from_feet: room.feet,
                to_feet: feet,
                support,
                manner: Manner::Fall,
                cost: 0,
            };
            let next = step.clone().phase(HURT).with("drop", i64::from(drop.0));
            Ok(Outcome::then(vec![Event::new(moved, &["MO-303"])], next))
        }
        HURT => {
            let drop = Hm(i32::try_from(step.scratch.int("drop")).unwrap_or_default());
            let events = hurt(content, ctx, unit, drop, oracle)?;
            Ok(Outcome::then(events, step.clone().phase(GROUND)))
        }
        _ => Ok(Outcome::done(match ctx.field.ground(room, unit.id()) {
            Ok(ground) => walk::hazard(content, unit, &ground),
            Err(_) => Vec::new(),
        })),
    }
}

/// Damage equal to the metres fallen beyond the harmless ones; Prone if any gets through.
fn hurt(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    drop: Hm,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let rules = &content.rules;
    let metres = (drop - rules.fall_free).max(Hm::ZERO).whole_metres();
    if metres == 0 {
        return Ok(Vec::new());
    }
    let position = super::position::Position { content, ctx };
    let power = ("a fall", rules.fall_dr_power);
    let (degree, mut events) = defense::roll(position, unit, Stat::Dexterity, power, None, oracle)?;
    let mut sum = Sum::new();
    sum.push(format!("fell {drop}, {} free", rules.fall_free), metres, "MO-303");
    if degree == Degree::Success {
        sum.add("half: Dexterity DR", half(metres) - metres, "MO-303");
    }
    let parts = vec![Part { kind: DamageType::Physical, sum }];
    let blow = Blow { parts, ignores: Ignores::Nothing, gentle: false };
    let hit = health::strike(content, unit, &blow, &Key::of(FALL), None, &["MO-303"]);
    let hurts = hit.iter().any(|e| matches!(e.what, Happening::Hit { total: 1.., .. }));
    events.extend(hit);
    if hurts && unit.placement.posture == Posture::Standing {
        events.push(health::stance(unit, Posture::Prone, "MO-303"));
    }
    Ok(events)
}
