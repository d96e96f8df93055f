//! Changing into a form and back (PR-325 to PR-346).
//!
//! A form replaces the whole set of numbers; the unit's own body is stored with its current health.
//! A condition holds the duration; when it ends, [`settle`] restores the body.

use std::sync::Arc;

use crate::step::{Outcome, Return, Step, TakeForm, TurnEnd, TurnEnds};
use grid::{Body, Cell, Hm, Room, SupportKind, UnitId};
use rules::event::{Event, EventKind, FormChange, MoveKind};
use rules::kit::book::Rulebook;
use rules::kit::{events, overrides};
use rules::ruleset::{Ctx, SetUpError};
use rules::state::{Condition, Expiry, Meters, Sheet, Status, StoredForm, Unit};
use rules::{Key, Sum};

use super::conditions;
use super::data::{Ability, Affliction, Content, Effect, InstantDeath, ReturnFit, Stats};
use super::flags::{DAMAGE_TAKEN, FORCED, HEAVIEST_BLOW, OWN_DAMAGE_TAKEN, OWN_HEAVIEST_BLOW};
use super::health;
use super::prepared;
use super::sheet::{Creature, HEALTH};

/// The sheet of a creature in a form: the form's numbers with the creature's own nature. `None` if
/// there is no such form.
fn creature(content: &Content, form: &Key, own: &Creature) -> Option<Creature> {
    let stats = content.forms.get(form.as_str())?.stats.clone();
    let (counted_main, counted_off, main_at) = (Key::default(), Key::default(), 0);
    Some(Creature {
        stats,
        kind: own.kind,
        death: own.death,
        counted_main,
        main_at,
        counted_off,
        merged: true,
    })
}

/// Rebuilds the typed sheets after a state was read from a file.
///
/// # Errors
/// When the state names an unknown creature or form.
pub fn revive(content: &Content, unit: &mut Unit) -> Result<(), SetUpError> {
    let body = unit.form.stored.first().map_or(&unit.form.sheet, |s| &s.sheet);
    let own = Arc::new(content.creature(&body.kind, &body.overrides)?);
    let body = Sheet::new(body.kind.clone(), body.overrides.clone(), Arc::clone(&own));
    let in_form = |worn: &Sheet| {
        let made = creature(content, &worn.kind, &own).ok_or_else(|| SetUpError::UnknownRole {
            role: worn.kind.clone(),
            allowed: overrides::list(content.forms.ids().map(Key::as_str)),
        })?;
        Ok(Sheet::new(worn.kind.clone(), worn.overrides.clone(), Arc::new(made)))
    };
    let Some((first, others)) = unit.form.stored.split_first_mut() else {
        unit.form.sheet = body;
        return Ok(());
    };
    first.sheet = body;
    for stored in others {
        stored.sheet = in_form(&stored.sheet)?;
    }
    unit.form.sheet = in_form(&unit.form.sheet)?;
    Ok(())
}

/// Steps that follow for a target on which the ability succeeded. `forced` if it was not willing.
pub fn follows(ability: &Ability, actor: &Unit, target: UnitId, forced: bool) -> Vec<Step> {
    let forms = ability.effects.iter().filter_map(|effect| match effect {
        Effect::Transform { form, rounds } => Some((form, *rounds)),
        _ => None,
    });
    let step = |(form, rounds): (&Key, u8)| TakeForm {
        unit: target,
        form: form.clone(),
        by: actor.id(),
        rounds,
        forced,
    };
    forms.map(step).map(Step::from).collect()
}

/// Takes a form if there is space for it (PR-326, PR-335). Against the unit's will and in its own
/// turn, this ends the turn (PR-333).
pub fn take(content: &Content, ctx: Ctx<'_>, step: &TakeForm) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(form) = content.forms.get(step.form.as_str()) else { return nothing };
    let body = unit.form.stored.first().map_or(&unit.form.sheet, |s| &s.sheet);
    let Some(own) = body.get::<Creature>() else { return nothing };
    if matches!(unit.status, Status::Dead | Status::Gone) {
        return nothing;
    }
    let Some(made) = creature(content, &form.id, own) else { return nothing };
    let Some((room, support)) = room_for(content, ctx, unit, &form.stats) else {
        return Outcome::done(misfit(content, unit, &form.name));
    };
    let stored = !unit.form.stored.is_empty();
    let mut events = vec![Event::new(
        EventKind::Form {
            unit: unit.id(),
            sheet: Sheet::new(form.id.clone(), Default::default(), Arc::new(made)),
            size: form.stats.footprint,
            height_cm: form.stats.height_cm,
            change: if stored { FormChange::Replace } else { FormChange::Store },
            tracks: Meters::full([(Key::of(HEALTH), form.stats.health)]),
        },
        &["PR-325", "PR-326", if stored { "PR-344" } else { "PR-328" }],
    )];
    events.extend(reset_counters(content, unit));
    events.extend(put(unit, room, support, "PR-336"));
    let id = Affliction::Transformed.key();
    let replaces = unit.conditions.0.iter().position(|c| c.id == id);
    let expiry = Expiry::Slots { of: step.by, left: u16::from(step.rounds) };
    let condition = Condition::new(id, 0, Some(step.by), expiry);
    events.push(events::afflicted(unit, condition, replaces, "PR-286"));
    events.extend(events::flag(unit, FORCED, i64::from(step.forced), &[]));
    let lost = ctx.state.scene.armed.iter().filter(|armed| armed.owner == unit.id());
    for armed in lost.filter(|armed| !form.stats.abilities.contains(&armed.act)) {
        let why = "no longer possible in this form";
        events.push(prepared::over(ctx.state, armed, why, "PR-345"));
    }
    if step.forced && ctx.state.scene.clock.active.contains(&unit.id()) {
        let end = TurnEnd { unit: unit.id(), why: TurnEnds::Transformed };
        return Outcome::after(events, vec![end.into()], None);
    }
    Outcome::done(events)
}

/// The damage counters for instant death, each with its copy for the own body (PR-185); empty by
/// default, since the usual rule reads only health.
fn counters(content: &Content) -> impl Iterator<Item = (&'static str, &'static str)> {
    let counts = content.rules.instant_death != InstantDeath::Outstanding;
    let all = [(DAMAGE_TAKEN, OWN_DAMAGE_TAKEN), (HEAVIEST_BLOW, OWN_HEAVIEST_BLOW)];
    all.into_iter().filter(move |_| counts)
}

/// A form starts without damage; damage to the own body is stored separately (PR-326).
fn reset_counters(content: &Content, unit: &Unit) -> Vec<Event> {
    let first = unit.form.stored.is_empty();
    let both = |(now, own): (&'static str, &'static str)| {
        let kept = if first { events::flag(unit, own, unit.flags.get(now), &[]) } else { None };
        kept.into_iter().chain(events::flag(unit, now, 0, &[]))
    };
    counters(content).flat_map(both).collect()
}

/// Damage taken in a form is forgotten on return (PR-328).
fn restore_counters(content: &Content, unit: &Unit) -> Vec<Event> {
    let both = |(now, own): (&'static str, &'static str)| {
        let back = events::flag(unit, now, unit.flags.get(own), &[]);
        back.into_iter().chain(events::flag(unit, own, 0, &[]))
    };
    counters(content).flat_map(both).collect()
}

/// A form that does not fit does damage and fails (PR-335, PR-339).
fn misfit(content: &Content, unit: &Unit, form: &str) -> Vec<Event> {
    let amount = content.rules.transform_misfit_damage;
    let mut sum = Sum::new();
    sum.push(format!("no space for the form: {}", form.to_lowercase()), amount, "PR-335");
    let (why, rules) = ("a form that does not fit", ("PR-335", "PR-167"));
    health::unarmored(unit, ("take_form", "misfit"), sum, why, rules)
}

/// The room of a creature in a form, if the form fits.
fn room_for(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    stats: &Stats,
) -> Option<(Room, SupportKind)> {
    let height = Hm::from_cm_ceil(i32::from(stats.height_cm)).max(Hm(1));
    let (room, support) = fitting(content, ctx, unit, stats.footprint, height)?;
    let ground = ctx.field.ground(room, unit.id()).ok()?;
    let in_water = matches!(support, SupportKind::Ground | SupportKind::Water);
    let too_small = in_water && ground.depth.cm() > i32::from(stats.height_cm);
    (!too_small || stats.swim_cost.is_some()).then_some((room, support))
}

/// The nearest room of that size and height that shares a square with the creature's room and is
/// free of walls, closed leaves and other creatures (PR-336), and its support. In the air the feet
/// stay at their height; on the ground they rise no more than a step.
fn fitting(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    size: u8,
    height: Hm,
) -> Option<(Room, SupportKind)> {
    let (field, id) = (ctx.field, unit.id());
    let old = Room { height: unit.upright(), ..field.body(id).and_then(Body::room)? };
    let new = Room { cell: old.cell, size: size.max(1), feet: old.feet, height };
    let air = [SupportKind::Flight, SupportKind::Grip, SupportKind::Nothing];
    if air.contains(&unit.placement.support) {
        let mut rooms = anchors(old, new.size).into_iter().map(|cell| new.at(cell, old.feet));
        let room = rooms.find(|room| field.fits(*room, id).is_ok())?;
        return Some((room, unit.placement.support));
    }
    let floor = old.cells().filter_map(|c| field.site(c, 1, height, id).ok()).map(|s| s.feet);
    let limit = floor.max().unwrap_or(old.feet).max(old.feet) + content.rules.free_step;
    let places = field.free_placements(old, new.size, height, id, 0);
    let room = places.into_iter().find(|room| room.feet <= limit).or_else(|| {
        // While it passes through an ally's square, a body of at most its size fits as well.
        let site = field.site(old.cell, new.size, height, id).ok()?;
        (new.size <= old.size && height <= old.height).then(|| new.at(old.cell, site.feet))
    })?;
    Some((room, field.support(room, id)))
}

/// North-west cells of footprints of this size that overlap a room, nearest centre first, then row
/// by row.
fn anchors(old: Room, size: u8) -> Vec<Cell> {
    let back = 1 - i16::from(size);
    let (low, far) = (old.cell.offset(back, back), old.far());
    let rows = (low.y..=far.y).flat_map(|y| (low.x..=far.x).map(move |x| Cell::new(x, y)));
    let mut cells: Vec<Cell> = rows.collect();
    let (ox, oy) = old.middle2();
    cells.sort_by_key(|cell| {
        let (x, y) = Room { cell: *cell, size, ..old }.middle2();
        (x - ox) * (x - ox) + (y - oy) * (y - oy)
    });
    cells
}

/// The event of moving a body into a room; `None` if it is already there.
fn put(unit: &Unit, room: Room, support: SupportKind, rule: &'static str) -> Option<Event> {
    let place = &unit.placement;
    let from = place.at.cell().map(|cell| room.at(cell, place.feet))?;
    if (from.cell, from.feet) != (room.cell, room.feet) {
        return Some(events::moved(unit, (from, room), support, (MoveKind::Placed, 0), rule));
    }
    (place.support != support).then(|| events::posture(unit, place.posture, support, rule))
}

/// The events of ending a form by choice (PR-342).
pub fn given_up(unit: &Unit) -> Vec<Event> {
    let condition = unit.conditions.get(Affliction::Transformed.key().as_str());
    condition.map(|c| conditions::end(unit, c, "given up")).into_iter().collect()
}

/// Returns units to their own bodies when the form ends by time, choice or death (PR-328, PR-331).
/// Without space for its body, a unit keeps the form until there is some.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let transformed = Affliction::Transformed.key();
    let mut steps = Vec::new();
    for unit in &ctx.state.units {
        let Some(own) = unit.form.stored.last().filter(|_| unit.status.is_present()) else {
            continue;
        };
        let over = unit.status == Status::Dead || !unit.conditions.has(transformed.as_str());
        if over && way_back(content, ctx, unit, own).is_some() {
            steps.push(Return { unit: unit.id() }.into());
        }
    }
    steps
}

/// The room of a creature in its own body: its present place, or the nearest squares where it fits
/// (PR-340).
fn way_back(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    own: &StoredForm,
) -> Option<(Room, SupportKind)> {
    let height = Hm::from_cm_ceil(i32::from(own.height_cm)).max(Hm(1));
    let here = fitting(content, ctx, unit, own.size, height);
    if here.is_some() || content.rules.return_fit == ReturnFit::Wait {
        return here;
    }
    let about = ctx.field.body(unit.id()).and_then(Body::room)?;
    let board = ctx.field.board();
    let far = board.width().max(board.height());
    let places = ctx.field.free_placements(about, own.size, height, unit.id(), far);
    places.first().map(|room| (*room, ctx.field.support(*room, unit.id())))
}

/// Returns to the unit's own body with the health it had before (PR-328), which decides whether it
/// is conscious (PR-330). Death in a form is death (PR-331).
pub fn go_back(content: &Content, ctx: Ctx<'_>, step: &Return) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(own) = unit.form.stored.last() else { return nothing };
    let Some((room, support)) = way_back(content, ctx, unit, own) else { return nothing };
    let mut tracks = own.tracks.clone();
    let dead = unit.status == Status::Dead;
    if let Some(meter) = tracks.get_mut(HEALTH).filter(|_| dead) {
        meter.value = meter.value.min(unit.tracks.0.value(HEALTH));
    }
    let healthy = tracks.value(HEALTH) >= content.rules.wake_health;
    let mut events = vec![Event::new(
        EventKind::Form {
            unit: unit.id(),
            sheet: own.sheet.clone(),
            size: own.size,
            height_cm: own.height_cm,
            change: FormChange::Restore,
            tracks,
        },
        if dead { &["PR-331"] } else { &["PR-328"] },
    )];
    events.extend(given_up(unit));
    events.extend(events::flag(unit, FORCED, 0, &[]));
    events.extend(restore_counters(content, unit));
    events.extend(put(unit, room, support, "PR-340"));
    if unit.status == Status::Down && healthy {
        let (awake, rules) = (health::once_awake(unit), &["PR-330", "PR-429"]);
        events.push(events::status(unit, awake, "awake in its own body", rules));
        events.extend(health::forget_fall(unit));
    }
    Outcome::done(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;
    use grid::{Dir, SideId};
    use rules::apply::apply;
    use rules::ruleset::Placing;
    use rules::state::{Scene, State};

    fn unit(content: &Content, role: &'static str) -> Unit {
        let placing = Placing {
            id: UnitId(0),
            side: SideId(0),
            role: Key::of(role),
            name: role.into(),
            at: Cell::new(1, 1).into(),
            altitude: Hm::ZERO,
            facing: Dir::N,
            prone: false,
            overrides: [(Key::of("level"), 7)].into(),
            gear: Default::default(),
            start: Default::default(),
        };
        content.enlist(&placing).unwrap()
    }

    /// Saves store only the names of sheets; after loading, form and body have all their numbers.
    #[test]
    fn a_save_keeps_form_and_body() {
        let content = Content::built_in();
        let mage = unit(content, "mage");
        let own = mage.form.sheet.get::<Creature>().unwrap();
        let bear = creature(content, &Key::of("bear"), own).unwrap();
        let what = EventKind::Form {
            unit: UnitId(0),
            sheet: Sheet::new(Key::of("bear"), Default::default(), Arc::new(bear)),
            size: 2,
            height_cm: 160,
            change: FormChange::Store,
            tracks: Meters::full([(Key::of(HEALTH), 60)]),
        };
        let scene = Scene::new(grid::Board::new(4, 4), Vec::new(), Vec::new());
        let mut state = State::new(scene, vec![mage], 1);
        apply(&mut state, &Event::new(what, &[]));
        let bytes = postcard::to_allocvec(&state.units).unwrap();
        let mut read: Vec<Unit> = postcard::from_bytes(&bytes).unwrap();
        let bear = &mut read[0];
        assert!(Numbers::of(content, bear).is_none(), "sheets are rebuilt");
        revive(content, bear).unwrap();
        let numbers = Numbers::of(content, bear).unwrap();
        assert_eq!(numbers.sheet.stats.health, 60);
        assert!(numbers.sheet.merged && numbers.held(crate::sheet::MAIN).is_none());
        let body = bear.form.stored[0].sheet.get::<Creature>().unwrap();
        assert_eq!((body.stats.health, body.stats.level), (34, 7));
        bear.form.sheet.kind = Key::of("basilisk");
        assert!(revive(content, bear).is_err());
    }
}
