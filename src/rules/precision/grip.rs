//! Holds that last as long as the holder maintains them (PR-361). They occupy a hand (PR-452);
//! holds that last for rounds, as from a snare, need neither a hand nor the holder nearby.

use crate::step::{LoseGrip, Outcome, Step};
use grid::UnitId;
use rules::Key;
use rules::event::Event;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Status, Unit};

use super::conditions::{self, HOLDER};
use super::data::Content;
use super::numbers::Numbers;
use super::position::Position;

fn is_hold(condition: &Condition) -> bool {
    condition.expiry == Expiry::Until(Key::of(HOLDER))
}

/// The holds of a holder, with the units it holds.
fn holds<'a>(
    ctx: Ctx<'a>,
    holder: UnitId,
) -> impl Iterator<Item = (&'a Unit, &'a Condition)> + use<'a> {
    ctx.state.units.iter().flat_map(move |unit| {
        let own = move |c: &&Condition| is_hold(c) && c.source == Some(holder);
        unit.conditions.0.iter().filter(own).map(move |condition| (unit, condition))
    })
}

/// Releases every unit that the holder holds.
pub fn release(ctx: Ctx<'_>, holder: UnitId, why: &str) -> Vec<Event> {
    holds(ctx, holder).map(|(unit, condition)| conditions::end(unit, condition, why)).collect()
}

/// True if a combatant has a hand free for one more hold: each takes a hand (PR-361, PR-452).
pub fn has_hand_for_more(position: Position<'_>, numbers: &Numbers<'_>) -> bool {
    numbers.free_hands() > holds(position.ctx, numbers.unit.id()).count()
}

/// True while a holder can hold that unit: in the fight, adjacent to it while it lives, and with a
/// hand for it (PR-452). With fewer hands than holds, the first units keep being held.
fn can_hold(position: Position<'_>, holder: UnitId, held: UnitId) -> bool {
    let fights = position.ctx.unit(holder).filter(|unit| unit.status == Status::Active);
    let numbers = fights.and_then(|unit| Numbers::of(position.content, unit));
    let hands = numbers.map_or(0, |numbers| numbers.free_hands());
    let in_reach =
        |unit: &&Unit| unit.status != Status::Dead && position.adjacent(holder, unit.id());
    let within = holds(position.ctx, holder).map(|(unit, _)| unit).filter(in_reach);
    within.take(hands).any(|unit| unit.id() == held)
}

/// Holders that can no longer hold one of the units they hold.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let mut steps: Vec<LoseGrip> = Vec::new();
    for unit in &ctx.state.units {
        for condition in unit.conditions.0.iter().filter(|c| is_hold(c)) {
            let Some(holder) = condition.source else { continue };
            let lost = !can_hold(position, holder, unit.id());
            if lost && !steps.iter().any(|s| s.unit == holder) {
                steps.push(LoseGrip { unit: holder });
            }
        }
    }
    steps.into_iter().map(Step::from).collect()
}

/// Ends the holds that a unit can no longer maintain; its others go on.
pub fn slip(content: &Content, ctx: Ctx<'_>, step: &LoseGrip) -> Outcome {
    let position = Position { content, ctx };
    let lost = holds(ctx, step.unit).filter(|(unit, _)| !can_hold(position, step.unit, unit.id()));
    let ends = lost.map(|(unit, condition)| conditions::end(unit, condition, "no longer held"));
    Outcome::done(ends.collect())
}
