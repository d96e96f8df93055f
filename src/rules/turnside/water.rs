//! Water: it puts out flames, and closes over those that cannot swim, who hold their breath until none
//! is left (TU-152, TU-300, TU-308).

use crate::grid::{Body, Hm, SupportKind};
use crate::rules::Key;
use crate::rules::kit::events;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Posture, Status, Unit};

use super::data::{Content, Mark};
use super::numbers::Numbers;
use super::step::{Outcome, Quench, Step};

/// The condition of one out of breath.
const SUFFOCATING: &str = "suffocating";

/// The depth of the water that a unit is in; 0 on dry ground, on a bridge and in the air.
fn depth(ctx: Ctx<'_>, unit: &Unit) -> Hm {
    if !matches!(unit.placement.support, SupportKind::Water | SupportKind::Ground) {
        return Hm::ZERO;
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
    ground.map_or(Hm::ZERO, |ground| ground.depth)
}

/// True for one that water deeper than it is tall closes over: Restrained, Stunned or Incapacitated, it
/// sinks.
fn is_under(ctx: Ctx<'_>, numbers: &Numbers<'_>) -> bool {
    let unit = numbers.unit;
    let helpless = unit.status == Status::Down
        || numbers.has_mark(Mark::Helpless)
        || numbers.has_mark(Mark::Bound);
    helpless && depth(ctx, unit) > unit.upright()
}

/// Its countdown under water, which an ability or injury of the same effect is not.
fn countdown(unit: &Unit) -> Option<&Condition> {
    unit.conditions.0.iter().find(|c| c.id == *SUFFOCATING && c.source == Some(unit.id()))
}

/// Units to which water does something now.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let wet = |unit: &&Unit| {
        let Some(numbers) = Numbers::of(content, unit) else { return false };
        if !matches!(unit.status, Status::Active | Status::Down) {
            return false;
        }
        let burns = numbers.has_mark(Mark::Flames) && depth(ctx, unit) > Hm::ZERO;
        burns || is_under(ctx, &numbers) != countdown(unit).is_some()
    };
    ctx.state.units.iter().filter(wet).map(|unit| Quench { unit: unit.id() }.into()).collect()
}

/// Puts out flames; begins or ends the countdown of one under water.
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
    Outcome::done(all)
}
