//! Valid targets of an Ability.

use grid::{
    Body, Cell, Diagonals, Dir, Eye, FloorAt, Hm, Obstacle, Place, Room, UnitId, sees, shape,
};
use rules::command::Target;
use rules::kit::{area, spawn};
use rules::ruleset::Warning;
use rules::state::Status;
use rules::{Refusal, RuleId};

use super::super::cover::Cover;
use super::super::data::{Aim, Effect, StatusEffect, Who};
use super::super::hidden;
use super::super::sheet::DIED;
use super::super::summon;
use super::ability::Cast;
use super::area::{centre, known_affected, objects, suits};

fn refuse<T>(
    code: &'static str,
    text: impl Into<String>,
    rule: &'static str,
) -> Result<T, Refusal> {
    Err(Refusal::new(code, text, rule))
}

/// Whether a creature may be chosen as a target.
fn check_one(cast: &Cast<'_>, target: UnitId, who: Who, range: u16) -> Result<(), Refusal> {
    let (position, me) = (cast.position, cast.unit().id());
    if !position.is_target(target) || !suits(position, me, target, who) {
        return refuse("wrong_target", "not a valid target", "MO-352");
    }
    if cast.ability.is_harmful() {
        position.check_charm(me, target)?;
    }
    let range = cast.range(range);
    if me == target {
        return Ok(());
    }
    let distance = position.shot(me, target);
    if distance > u32::from(range) {
        let text = format!("{distance} m away; range {range} m");
        return refuse("out_of_range", text, "MO-172");
    }
    if cast.ability.voice {
        if !position.knows(me, target) {
            return refuse("not_seen", "its position is unknown", "MO-125");
        }
        if !position.is_heard(me, target) {
            return refuse("not_heard", "the target cannot hear it", "MO-330");
        }
        return Ok(());
    }
    if !position.has_line(me, target) || !position.makes_out(me, target) {
        return refuse("not_seen", "the target is not visible", "MO-164");
    }
    if position.cover(me, target) == Cover::Full {
        return refuse("full_cover", "the target has full cover", "MO-320");
    }
    Ok(())
}

/// Whether a dead creature may be revived (MO-256).
fn check_fallen(cast: &Cast<'_>, target: UnitId, range: u16, rounds: u32) -> Result<(), Refusal> {
    let (position, me) = (cast.position, cast.unit().id());
    let Some(them) = position.ctx.unit(target).filter(|u| u.status == Status::Dead) else {
        return refuse("wrong_target", "the target must be dead", "MO-256");
    };
    if position.is_thing(target) {
        return refuse("wrong_target", "only creatures can be revived", "MO-256");
    }
    if position.shot(me, target) > u32::from(range) {
        return refuse("out_of_range", format!("out of range ({range} m)"), "MO-172");
    }
    if !position.has_line(me, target) || position.cover(me, target) == Cover::Full {
        return refuse("full_cover", "the target has full cover", "MO-320");
    }
    let died = u32::try_from(them.flags.get(DIED)).unwrap_or_default();
    if position.ctx.state.scene.clock.round > died + rounds {
        return refuse("too_late", "it has been dead for too long", "MO-256");
    }
    let room = position.body(target).and_then(Body::room);
    if let Some(room) = room
        && let Some(other) = position.ctx.field.blocker(room, target)
    {
        return refuse("no_room", other.to_string(), "MO-256");
    }
    Ok(())
}

/// Whether a cell may be chosen: in range and visible.
fn check_cell(cast: &Cast<'_>, at: FloorAt, range: u16) -> Result<(), Refusal> {
    let cell = at.cell;
    let (position, me) = (cast.position, cast.unit().id());
    let board = position.ctx.field.board();
    if board.is_solid(cell) || at.point(board).is_none() {
        return refuse("wrong_target", "no open space there", "MO-352");
    }
    let point = centre(position, at);
    let floor = Room { feet: point.feet - Hm(2), ..point };
    let own = position.outlook(me);
    let room = own.as_deref().and_then(Body::room);
    let distance = room.map_or(u32::MAX, |r| r.distance(&floor, Diagonals::One));
    if distance > u32::from(range) {
        let text = format!("{distance} m away; range {range} m");
        return refuse("out_of_range", text, "MO-172");
    }
    let seen = cast.numbers.has_sight()
        && own.as_deref().is_some_and(|own| sees(board, Eye::Body(own), Eye::At(cell, point.feet)));
    if !seen {
        return refuse("not_seen", "that place is not visible", "MO-164");
    }
    Ok(())
}

/// Whether there is light enough to see the square that the user itself goes to (MO-329, MO-349).
fn check_light(cast: &Cast<'_>, at: FloorAt) -> Result<(), Refusal> {
    let goes = cast.ability.effects.contains(&Effect::Travel);
    if goes && !cast.position.is_lit_for(cast.unit().id(), at.cell) {
        return refuse("not_seen", "it is too dark to see that place", "MO-329");
    }
    Ok(())
}

/// Whether the user, or the creature it summons, has room to stand with its north-west cell here.
fn check_spot(cast: &Cast<'_>, at: FloorAt) -> Result<(), Refusal> {
    let position = cast.position;
    let own = position.body(cast.unit().id()).and_then(Body::room);
    let (size, height, who) = match cast.ability.summons() {
        Some(role) => {
            let (size, height) = summon::measures(position.content, role.as_str());
            (size, height, UnitId(u32::MAX))
        }
        None => {
            let room = own.map_or((1, Hm::metres(2)), |r| (r.size, r.height));
            (room.0, room.1, cast.unit().id())
        }
    };
    hidden::as_known(position.ctx, cast.unit().side(), |ctx| {
        let called = cast.ability.summons().is_some();
        let fits = match called {
            true => spawn::site(ctx, cast.unit().id(), (at, size, height)),
            false => {
                let feet = own.map_or(Hm::ZERO, |own| own.feet);
                let room = Room { cell: at.cell, size, feet, height };
                ctx.field.fits_standing_on(room, at.floor, who)
            }
        };
        match fits {
            Ok(site) => match own.filter(|_| cast.ability.summons().is_none()) {
                Some(room) => position.check_fear(who, room.at(at.cell, site.feet)),
                None => Ok(()),
            },
            // A refusal would give away a body that the user cannot see (MO-350).
            Err(Obstacle::Occupied(_, other))
                if cast.ability.summons().is_none() && !position.sees(who, other) =>
            {
                Ok(())
            }
            Err(obstacle) => refuse("no_room", obstacle.to_string(), "MO-360"),
        }
    })
}

/// Whether an Ability may be aimed at these targets.
///
/// # Errors
/// The first reason against it.
pub fn check_aim(cast: &Cast<'_>, targets: &[Target]) -> Result<(), Refusal> {
    let wrong = || refuse("wrong_target", "wrong kind of target", "MO-352");
    match (cast.ability.aim, targets) {
        (Aim::Own, []) => Ok(()),
        (Aim::Own, [Target::Unit(id)]) if *id == cast.unit().id() => Ok(()),
        (Aim::One { who, range }, [_, ..]) if targets.len() <= cast.most_targets() => {
            for (i, target) in targets.iter().enumerate() {
                let Target::Unit(id) = target else { return wrong() };
                if targets.iter().take(i).any(|t| t == target) {
                    return refuse("wrong_target", "each target only once", "MO-352");
                }
                check_one(cast, *id, who, range)?;
            }
            Ok(())
        }
        (Aim::Fallen { range, rounds }, [Target::Unit(id)]) => {
            check_fallen(cast, *id, range, rounds)
        }
        (Aim::Around { .. }, [] | [_]) => check_charm(cast, None),
        (Aim::Line(_) | Aim::Cone(_), [point @ Target::Place(Place::Cell(_))]) => {
            check_charm(cast, Some(*point))
        }
        (Aim::Square { range, .. }, [point]) => {
            let Some(at) = point.floor() else { return wrong() };
            check_cell(cast, at, range)?;
            check_self(cast, Some(*point))?;
            check_charm(cast, Some(*point))
        }
        (Aim::Spot(range), [point]) => {
            let Some(at) = point.floor() else { return wrong() };
            let floor = area::meant(cast.position.ctx, cast.unit().id(), at);
            check_cell(cast, floor.unwrap_or(at), cast.range(range))?;
            check_light(cast, at)?;
            check_spot(cast, at)
        }
        _ => wrong(),
    }
}

/// A warning if an area has no effect on any known target there (MO-445). A refusal would reveal
/// hidden creatures, so an area may always be used (MO-431).
pub fn warning(cast: &Cast<'_>, point: Option<Target>) -> Option<Warning> {
    let area = matches!(
        cast.ability.aim,
        Aim::Around { .. } | Aim::Line(_) | Aim::Cone(_) | Aim::Square { .. }
    );
    let stays = cast.ability.effects.iter().any(|e| matches!(e, Effect::Linger(_)));
    let breaks = || cast.ability.is_damaging() && !objects(cast, point).is_empty();
    if !area || stays || !known_affected(cast, point).is_empty() || breaks() {
        return None;
    }
    let text = "nothing known there would be affected".to_owned();
    Some(Warning { text, rule: RuleId::of("MO-445") })
}

/// Refuses harmful areas that would affect a creature whose charm protects it from the user, as far
/// as the user knows where it is (MO-277).
fn check_charm(cast: &Cast<'_>, point: Option<Target>) -> Result<(), Refusal> {
    let (position, me) = (cast.position, cast.unit().id());
    if !cast.ability.is_harmful() {
        return Ok(());
    }
    let known = known_affected(cast, point).into_iter().filter(|id| position.knows(me, *id));
    known.into_iter().try_for_each(|id| position.check_charm(me, id))
}

/// Refuses harmful areas in which a dominated user stands itself (MO-278).
fn check_self(cast: &Cast<'_>, point: Option<Target>) -> Result<(), Refusal> {
    let obeys = cast.numbers.has(|effect| matches!(effect, StatusEffect::ObeysSource));
    let harms = || cast.ability.is_harmful();
    if obeys && harms() && known_affected(cast, point).contains(&cast.unit().id()) {
        let text = "a dominated creature cannot be made to harm itself";
        return refuse("dominated", text, "MO-278");
    }
    Ok(())
}

/// Every target at which an Ability may be aimed now.
pub fn targets(cast: &Cast<'_>) -> Vec<Target> {
    let mut all = candidates(cast);
    all.retain(|target| check_aim(cast, std::slice::from_ref(target)).is_ok());
    all
}

/// Possible targets, before the checks.
pub fn candidates(cast: &Cast<'_>) -> Vec<Target> {
    let position = cast.position;
    let board = position.ctx.field.board();
    let own = position.outlook(cast.unit().id());
    let Some(room) = own.as_deref().and_then(Body::room) else {
        return Vec::new();
    };
    let place = |cell: Cell| Target::Place(cell.into());
    let cells = |range: u16| shape::radius(board, room, range).into_iter().map(place).collect();
    match cast.ability.aim {
        Aim::Own | Aim::Around { .. } => vec![Target::Unit(cast.unit().id())],
        Aim::One { .. } | Aim::Fallen { .. } => {
            position.ctx.field.bodies().iter().map(|b| Target::Unit(b.id)).collect()
        }
        Aim::Square { range, .. } => {
            let all: Vec<Target> = cells(range);
            let above = area::upper_floors(position.ctx, cast.unit().id(), range);
            all.into_iter().chain(above).collect()
        }
        Aim::Line(n) => cells(n),
        Aim::Cone(_) => {
            let adjacent = |dir: Dir| {
                let ((dx, dy), n) = (dir.delta(), i16::from(room.size) + 1);
                room.cell.offset(dx * n, dy * n)
            };
            let cells = Dir::ALL.into_iter().map(adjacent).filter(|c| board.contains(*c));
            cells.map(place).collect()
        }
        Aim::Spot(range) => area::with_floors(board, shape::radius(board, room, cast.range(range))),
    }
}
