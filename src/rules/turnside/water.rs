//! Water: it puts out flames and submerges units that cannot swim, which then hold their breath
//! until it runs out (TU-152, TU-300, TU-308).

use grid::{Body, Hm, Room, SupportKind};
use rules::Key;
use rules::event::MoveKind;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Posture, Status, Unit};

use super::data::{Content, Mark};
use super::numbers::Numbers;
use super::step::{Outcome, Quench, Step};

/// The condition of a unit out of breath.
const SUFFOCATING: &str = "suffocating";

/// Maximum distance at which a unit surfaces if another one swims above it, in metres.
const NEAR: u16 = 8;

/// The depth of the water that a unit is in; 0 on dry ground, on a bridge and in the air.
fn depth(ctx: Ctx<'_>, unit: &Unit) -> Hm {
    if !matches!(unit.placement.support, SupportKind::Water | SupportKind::Ground) {
        return Hm::ZERO;
    }
    let cells = ctx.field.body(unit.id()).into_iter().flat_map(Body::cells);
    let depths = cells.filter_map(|cell| Some(ctx.field.board().tile(cell)?.depth));
    depths.max().unwrap_or(Hm::ZERO)
}

/// True for a unit that cannot swim: Restrained, Stunned or Incapacitated.
pub fn sinks(numbers: &Numbers<'_>) -> bool {
    let down = matches!(numbers.unit.status, Status::Down | Status::Dead);
    down || numbers.has_mark(Mark::Helpless) || numbers.has_mark(Mark::Bound)
}

/// True for a unit that cannot swim and is submerged in water deeper than its height.
fn is_under(ctx: Ctx<'_>, numbers: &Numbers<'_>) -> bool {
    sinks(numbers) && depth(ctx, numbers.unit) > numbers.unit.upright()
}

/// Where a unit that can swim again surfaces from the bed.
fn surface(ctx: Ctx<'_>, numbers: &Numbers<'_>) -> Option<(Room, Room)> {
    let unit = numbers.unit;
    if sinks(numbers) || depth(ctx, unit) == Hm::ZERO {
        return None;
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room)?;
    let site = ctx.field.landing(room, unit.id()).ok().filter(|site| site.feet > room.feet)?;
    let above = room.at(room.cell, site.feet);
    if ctx.field.blocker(above, unit.id()).is_none() {
        return Some((room, above));
    }
    // Another swims there.
    let beside = ctx.field.free_placements(above, room.size, room.height, unit.id(), NEAR);
    Some((room, beside.first().copied().unwrap_or(above)))
}

/// Its countdown under water; countdowns of abilities and injuries with the same effect are
/// separate.
fn countdown(unit: &Unit) -> Option<&Condition> {
    unit.conditions.0.iter().find(|c| c.id == *SUFFOCATING && c.source == Some(unit.id()))
}

/// Units currently affected by water.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let wet = |unit: &&Unit| {
        let Some(numbers) = Numbers::of(content, unit) else { return false };
        if !matches!(unit.status, Status::Active | Status::Down) {
            return false;
        }
        let burns = numbers.has_mark(Mark::Flames) && depth(ctx, unit) > Hm::ZERO;
        let under = is_under(ctx, &numbers) != countdown(unit).is_some();
        burns || under || surface(ctx, &numbers).is_some()
    };
    ctx.state.units.iter().filter(wet).map(|unit| Quench { unit: unit.id() }.into()).collect()
}

/// Puts out flames; begins or ends the countdown of a submerged unit.
pub fn quench(content: &Content, ctx: Ctx<'_>, step: &Quench) -> Outcome {
    let Some(numbers) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = numbers.unit;
    let mut all = Vec::new();
    if depth(ctx, unit) > Hm::ZERO {
        let burning = numbers.ailments().filter(|(_, a)| a.marks.contains(&Mark::Flames));
        all.extend(burning.map(|(c, _)| events::relieved_of(unit, c, "water", "TU-308")));
    }
    match (is_under(ctx, &numbers), countdown(unit)) {
        (true, None) => {
            let lasts = Expiry::Slots { of: unit.id(), left: numbers.breath() };
            let condition = Condition::new(Key::of(SUFFOCATING), 0, Some(unit.id()), lasts);
            all.push(events::afflicted(unit, condition, None, "TU-152"));
            if unit.placement.posture != Posture::Prone {
                all.push(events::note(unit, "sinks", "TU-152"));
            }
        }
        (false, Some(condition)) => {
            all.push(events::relieved_of(unit, condition, "it has air again", "TU-152"));
        }
        _ => {}
    }
    if let Some((from, to)) = surface(ctx, &numbers) {
        let (support, rises) = (ctx.field.support(to, unit.id()), (MoveKind::Walk, 0));
        all.push(events::moved(unit, (from, to), support, rises, "TU-152"));
    }
    Outcome::done(all)
}
