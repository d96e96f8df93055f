//! Holds that last as long as the holder maintains them (PR-361). They occupy a hand (PR-452);
//! holds that last for rounds, as from a snare, need neither a hand nor the holder nearby.

use crate::step::{LoseGrip, Outcome, Step};
use grid::UnitId;
use rules::Key;
use rules::event::Event;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Status};

use super::conditions::{self, HOLDER};
use super::data::Content;
use super::numbers::Numbers;
use super::position::Position;

fn is_hold(condition: &Condition) -> bool {
    condition.expiry == Expiry::Until(Key::of(HOLDER))
}

/// Releases every unit that the holder holds.
pub fn release(ctx: Ctx<'_>, holder: UnitId, why: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for unit in &ctx.state.units {
        for condition in &unit.conditions.0 {
            if is_hold(condition) && condition.source == Some(holder) {
                events.push(conditions::end(unit, condition, why));
            }
        }
    }
    events
}

/// Holders that can no longer hold: out of the fight, not adjacent to the unit they hold, or
/// without a free hand (PR-452).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let mut steps: Vec<LoseGrip> = Vec::new();
    for unit in &ctx.state.units {
        for condition in unit.conditions.0.iter().filter(|c| is_hold(c)) {
            let Some(holder) = condition.source else { continue };
            let able = ctx.unit(holder).is_some_and(|unit| {
                let numbers = Numbers::of(content, unit);
                unit.status == Status::Active && numbers.is_some_and(|n| n.has_free_hand())
            });
            let holds = able && position.adjacent(holder, unit.id());
            if !holds && !steps.iter().any(|s| s.unit == holder) {
                steps.push(LoseGrip { unit: holder });
            }
        }
    }
    steps.into_iter().map(Step::from).collect()
}

/// Ends the holds of a unit that can no longer hold.
pub fn slip(ctx: Ctx<'_>, step: &LoseGrip) -> Outcome {
    Outcome::done(release(ctx, step.unit, "no longer held"))
}
