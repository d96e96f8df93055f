//! Effects counted in rounds end after that number of rounds, when their maker's turn begins
//! (VG-31); its slot in the order counts even if it cannot act (VG-389).

use grid::UnitId;
use rules::event::{Event, Ticking};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Expiry, SlotState};

use super::data::{Moment, RoundEffectsEnd};

/// The expiry of an effect counted in rounds; an option ends such effects in the Recovery. Its
/// maker's turn in the round in which it is made does not count.
pub fn lasting_rounds(moment: Moment<'_>, maker: UnitId, rounds: u16) -> Expiry {
    match moment.content.rules.round_effects_end {
        RoundEffectsEnd::OwnerTurnStart => {
            let left = rounds.saturating_add(u16::from(is_still_to_come(moment.ctx, maker)));
            Expiry::Slots { of: maker, left }
        }
        RoundEffectsEnd::RoundEnd => Expiry::Rounds(rounds),
    }
}

/// Whether a combatant's slot is still to come in this round.
fn is_still_to_come(ctx: Ctx<'_>, of: UnitId) -> bool {
    let mut slots = ctx.state.scene.clock.slots.iter();
    let slot = slots.find(|slot| slot.members.contains(&of));
    slot.is_some_and(|slot| slot.state == SlotState::Waiting)
}

/// Sort key for when an effect ends: rounds from now, then the index in the order.
pub fn ends_at(ctx: Ctx<'_>, expiry: &Expiry) -> (u32, usize) {
    match *expiry {
        Expiry::Slots { of, left } => {
            let slots = &ctx.state.scene.clock.slots;
            let at = slots.iter().position(|slot| slot.members.contains(&of));
            // A slot still to come this round is the first to count.
            let rounds = u32::from(left).saturating_sub(u32::from(is_still_to_come(ctx, of)));
            (rounds, at.unwrap_or(usize::MAX))
        }
        Expiry::Rounds(left) => (u32::from(left).saturating_sub(1), usize::MAX),
        _ => (u32::MAX, usize::MAX),
    }
}

/// Counts down effects as a combatant's slot in the order comes up.
pub fn count_down(ctx: Ctx<'_>, maker: UnitId) -> Vec<Event> {
    let mut all = Vec::new();
    for unit in &ctx.state.units {
        for (at, condition) in unit.conditions.0.iter().enumerate().rev() {
            match condition.expiry {
                Expiry::Slots { of, left } if of == maker && left <= 1 => {
                    let why = "its time is over";
                    all.push(events::relieved_of(unit, condition, why, "VG-31"));
                }
                Expiry::Slots { of, left } if of == maker => {
                    let expiry = Expiry::Slots { of, left: left - 1 };
                    all.push(events::ticked(Ticking::Condition(unit.id(), at), expiry, "VG-31"));
                }
                _ => {}
            }
        }
    }
    all
}
