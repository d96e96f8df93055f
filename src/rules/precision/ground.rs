//! Effects of entering ground: damage (PR-137), and slipping while running (PR-136).

use grid::{Ground, StepFacts, SupportKind};
use rules::Sum;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::state::{Posture, Unit};

use super::budget;
use super::data::Content;
use super::health;
use super::numbers::Numbers;

/// Damaging ground that the unit entered (PR-137). Ignores armor.
pub fn hazard(unit: &Unit, ground: &Ground) -> Vec<Event> {
    let amount = i32::from(ground.harm);
    if amount == 0 {
        return Vec::new();
    }
    let mut sum = Sum::new();
    sum.push("damaging ground", amount, "PR-137");
    health::unarmored(unit, ("ground", "ground"), sum, "damaging ground", ("PR-137", "PR-167"))
}

/// True if a step leads into damaging ground (PR-137). Straight up or down enters no new square
/// (PR-453), but may come from above into the height of what burns below.
pub fn is_entered(step: &StepFacts<'_, '_>) -> bool {
    let (before, after) = (step.left.harm, step.entered.harm);
    if step.dir.is_some() { after > 0 } else { after > before }
}

/// Slippery ground entered while running: if 1d10 + half level is below `slippery`, the runner
/// falls prone and its movement ends (PR-136). True if it fell.
pub fn slip(
    content: &Content,
    unit: &Unit,
    ground: &Ground,
    running: bool,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<bool, Pause> {
    let needed = i32::from(ground.slippery);
    let on_feet = unit.placement.posture == Posture::Standing;
    if needed == 0 || !running || !on_feet || ground.support != SupportKind::Ground {
        return Ok(false);
    }
    let half = Numbers::of(content, unit).map_or(0, |n| n.half_level());
    let mut bonus = Sum::new();
    bonus.push("half level", half, "PR-136");
    let mut against = Sum::new();
    against.push("how slippery it is", needed, "PR-136");
    let test = Test::of(10, bonus, "slippery ground", against);
    let (faces, score) = test.roll(oracle)?;
    events.push(events::tested(&test, ("slippery", unit, None), faces, "PR-136"));
    let stays = score.passed();
    if !stays {
        events.push(events::posture(unit, Posture::Prone, SupportKind::Ground, "PR-136"));
        // All remaining points are lost. This raises the payment of this step, because a second
        // payment would be recorded separately.
        let all = Numbers::of(content, unit).map_or(0, |n| 2 * n.speed());
        let paid = events.iter_mut().rev().find_map(|event| match &mut event.what {
            EventKind::ActRecorded { record, .. } if record.class == *budget::MOVE => Some(record),
            _ => None,
        });
        if let Some(record) = paid {
            record.amount = record.amount.max(all);
        }
    }
    Ok(!stays)
}
