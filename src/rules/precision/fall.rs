//! Losing hold and falling (PR-111, PR-132, PR-270 to PR-281).

use crate::grid::{Cell, Hm, Room, SupportKind, footprint};
use crate::rules::event::{Event, Happening, Manner, Packet};
use crate::rules::precision::step::{Fall, Outcome, Step};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Unit};
use crate::rules::{Key, Sum};

use super::data::{ConditionEffect, Content, FallProne};
use super::ground;
use super::health;
use super::numbers::{Numbers, is_awake};

/// How far around a taken landing square another is looked for, in squares.
const LANDING_SEARCH: u16 = 8;

/// True while a combatant holds itself up in the air: able to fly, not lying and not held (PR-132).
pub fn can_fly(content: &Content, unit: &Unit) -> bool {
    let Some(numbers) = Numbers::of(content, unit) else { return false };
    let held = content.rules.held_flyer_falls
        && numbers.has(|effect| matches!(effect, ConditionEffect::SpeedZero));
    is_awake(unit)
        && unit.placement.posture == Posture::Standing
        && numbers.fly().is_some()
        && !held
}

/// The falls that follow from what holds everybody up.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    ctx.state
        .units
        .iter()
        .filter(|u| u.status.is_present() && !is_held_up(content, ctx, u) && comes_down(ctx, u))
        .map(|u| Fall { unit: u.id(), down: false }.into())
        .collect()
}

fn is_held_up(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> bool {
    match unit.placement.support {
        SupportKind::Flight => can_fly(content, unit),
        SupportKind::Grip => is_awake(unit) && unit.placement.posture == Posture::Standing,
        SupportKind::Body => true,
        SupportKind::Nothing => false,
        SupportKind::Ground | SupportKind::Thing | SupportKind::Water => {
            // Looked at upright, so that lying down in shallow water is no fall.
            let (height, feet) = (unit.upright(), unit.placement.feet);
            // The usual case, without a look at everything else that is there.
            let carries = |cell| ctx.field.board().footing(cell, height).is_some_and(|f| f >= feet);
            if footprint(unit.placement.at.cell(), unit.form.size).any(carries) {
                return true;
            }
            let Some(body) = ctx.field.body(unit.id()) else { return true };
            let Some(room) = body.room() else { return true };
            let room = Room { height, ..room };
            ctx.field.landing(room, unit.id()).map_or(true, |site| site.feet >= room.feet)
        }
    }
}

/// False for one that has fallen and is wedged in where it is, until there is room.
fn comes_down(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let body = ctx.field.body(unit.id());
    let Some(room) = body.and_then(crate::grid::Body::room) else { return true };
    let (cell, feet, support) = landing_place(ctx, unit, Room { height: unit.upright(), ..room });
    (cell, feet, support) != (room.cell, room.feet, unit.placement.support)
}

/// One fall, then the ground it ends on (PR-450).
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Fall) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    if !step.down {
        return Outcome::then(fall(content, ctx, unit), Fall { down: true, ..*step }.into());
    }
    let room = ctx.field.body(unit.id()).and_then(crate::grid::Body::room);
    match room.map(|room| ctx.field.ground(room, unit.id())) {
        Some(Ok(ground)) => Outcome::done(ground::hazard(unit, &ground)),
        _ => Outcome::done(Vec::new()),
    }
}

/// Where a faller comes down: below it, or where that is taken by a creature or by something that
/// nobody stands on, on the nearest free square (PR-278): one no higher than what it falls onto,
/// so that a ledge beside the way does not catch it, if there is one. With no room anywhere near it
/// stays where it is, wedged in.
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

/// The fall itself: to the ground below at once, damage beyond 5 m, prone if it hurt (PR-271 to PR-278).
fn fall(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let Some(room) = ctx.field.body(unit.id()).and_then(crate::grid::Body::room) else {
        return Vec::new();
    };
    let house = &content.rules;
    let upright = Room { height: unit.upright(), ..room };
    let (cell, feet, support) = landing_place(ctx, unit, upright);
    let drop = (room.feet - feet).max(Hm::ZERO);
    let mut events = vec![Event::new(
        Happening::Moved {
            unit: unit.id(),
            from: unit.placement.at,
            to: cell.into(),
            from_feet: room.feet,
            to_feet: feet,
            support,
            manner: Manner::Fall,
            cost: 0,
        },
        &["PR-275", "PR-276"],
    )];
    let beyond = (drop - house.fall_free).max(Hm::ZERO);
    let mut damage = beyond.0 * house.fall_per_metre / 2;
    let mut sum = Sum::new();
    let (free, each) = (house.fall_free, house.fall_per_metre);
    sum.push(format!("fell {drop}: {beyond} beyond {free}, {each} a metre"), damage, "PR-272");
    if support == SupportKind::Water {
        let softened = house.water_fall_factor.of(damage);
        sum.add("into deep water", softened - damage, "PR-279");
        damage = softened;
    }
    if damage > 0 {
        sum.push("armor ignored", 0, "PR-273");
        events.push(Event::new(
            Happening::Hit {
                act: Key::of("fall"),
                by: None,
                target: unit.id(),
                packets: vec![Packet {
                    label: "fall".into(),
                    terms: sum.terms().to_vec(),
                    amount: damage,
                }],
                total: damage,
            },
            &["PR-272"],
        ));
        events.extend(health::lose(unit, damage, "fall", &["PR-157"]));
    }
    let lies = match house.fall_prone {
        FallProne::IfDamaged => damage > 0,
        FallProne::Always => drop > Hm::ZERO,
        FallProne::Never => false,
    };
    let posture = if lies { Posture::Prone } else { unit.placement.posture };
    events.push(Event::new(
        Happening::Stance { unit: unit.id(), posture, facing: unit.placement.facing, support },
        &["PR-274"],
    ));
    events
}
