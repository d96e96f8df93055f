//! Gaining, counting down and losing conditions (PR-282 to PR-296).

use grid::UnitId;
use rules::event::{Event, Ticking};
use rules::kit::events;
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Sum};

use super::data::{Affliction, ConditionEffect, Content, Lasting, Stacking};
use super::health;
use super::numbers::Numbers;

/// Expiry at the end of the turn of the creature that caused the condition.
pub const END_OF_TURN: &str = "end_of_turn";
/// Expiry when the holder lets go.
pub const HOLDER: &str = "holder";

/// The expiry of a condition given by `owner`.
pub fn expiry(lasts: Lasting, owner: UnitId) -> Expiry {
    match lasts {
        Lasting::Hits(n) => Expiry::Hits(u16::from(n)),
        Lasting::Rounds(n) => Expiry::Slots { of: owner, left: u16::from(n) },
        Lasting::Turn => Expiry::Until(Key::of(END_OF_TURN)),
        Lasting::Battle => Expiry::Battle,
        Lasting::Holder => Expiry::Until(Key::of(HOLDER)),
    }
}

/// Remaining time of an expiry, for comparison (PR-293).
fn length(expiry: &Expiry) -> u32 {
    match expiry {
        // A grip may last as long as the battle.
        Expiry::Until(end) if *end == *HOLDER => u32::MAX - 1,
        Expiry::Until(_) => 0,
        Expiry::Hits(n) | Expiry::Rounds(n) => u32::from(*n),
        Expiry::Slots { left, .. } | Expiry::TurnEnds { left, .. } => u32::from(*left),
        Expiry::Battle => u32::MAX,
    }
}

/// The event of gaining a condition. Conditions with the same name do not stack: the higher
/// magnitude and the longer duration are kept (PR-293). Conditions limited to one creature per
/// owner, and those that the content tracks per owner, are kept separately by owner, so that each
/// ends when its own owner moves on (PR-292).
pub fn gain(
    content: &Content,
    unit: &Unit,
    which: Affliction,
    size: i32,
    lasts: Lasting,
    owner: UnitId,
) -> Event {
    let mut condition = Condition::new(which.key(), size, Some(owner), expiry(lasts, owner));
    // Any previous one of this owner has already been removed.
    let effects = &content.condition(which).effects;
    let one_each = effects.contains(&ConditionEffect::OnePerOwner);
    let apart = effects.contains(&ConditionEffect::ApartByOwner);
    let mut known = unit.conditions.0.iter().enumerate();
    let alike = |c: &Condition| {
        c.id == condition.id && !one_each && (!apart || c.source == condition.source)
    };
    let known = known.find(|(_, c)| alike(c));
    let replaces = known.map(|(i, known)| {
        if content.rules.stacking == Stacking::Highest {
            condition.size = condition.size.max(known.size);
            if length(&known.expiry) > length(&condition.expiry) {
                condition.expiry = known.expiry.clone();
                condition.source = known.source;
            }
        }
        i
    });
    events::afflicted(unit, condition, replaces, "PR-293")
}

/// The event of a condition ending.
pub fn end(unit: &Unit, condition: &Condition, why: &str) -> Event {
    events::relieved_of(unit, condition, why, &[])
}

/// Sets a condition's remaining time, or ends it.
pub fn count_down(unit: &Unit, index: usize, expiry: Expiry) -> Option<Event> {
    let condition = unit.conditions.0.get(index)?;
    let over = matches!(
        expiry,
        Expiry::Hits(0)
            | Expiry::Rounds(0)
            | Expiry::Slots { left: 0, .. }
            | Expiry::TurnEnds { left: 0, .. }
    );
    Some(if over {
        end(unit, condition, "over")
    } else {
        events::ticked(Ticking::Condition(unit.id(), index), expiry, "PR-284")
    })
}

/// Applies a condition's hits at the start of the sufferer's turn and counts it down (PR-175,
/// PR-282 to PR-285). Conditions without an effect at that moment last until the end of the turn.
pub fn trigger(content: &Content, unit: &Unit, index: usize) -> Vec<Event> {
    let Some(condition) = unit.conditions.0.get(index) else { return Vec::new() };
    let Expiry::Hits(left) = condition.expiry else { return Vec::new() };
    let Some(which) = Affliction::from_key(condition.id.as_str()) else { return Vec::new() };
    let data = content.condition(which);
    let Some(numbers) = Numbers::of(content, unit) else { return Vec::new() };
    let mut events = Vec::new();
    for effect in &data.effects {
        match effect {
            ConditionEffect::TurnDamage(amount, armor) => {
                let mut sum = Sum::new();
                sum.push(data.name.to_lowercase(), amount.at(condition.size), "PR-175");
                match armor {
                    Some(kind) => {
                        for term in numbers.armor::<Sum>(*kind).terms() {
                            sum.add(term.label.clone(), -term.value, "PR-175");
                        }
                    }
                    None => sum.push("armor ignored", 0, "PR-167"),
                }
                let total = sum.total().max(content.rules.min_damage);
                let packets = vec![events::packet(&data.name, &sum, total)];
                let (act, by) = (&condition.id, condition.source);
                events.push(events::hit(unit, act, by, packets, &["PR-175", "PR-282"]));
                events.extend(health::lose(unit, total, &data.name.to_lowercase(), &["PR-157"]));
            }
            ConditionEffect::TurnHealing(amount) => {
                let n = amount.at(condition.size);
                let why = format!("{}, {n}", data.name.to_lowercase());
                events.extend(health::heal(unit, n, &why, &["PR-176"]));
            }
            _ => {}
        }
    }
    // Without an effect at the start it lasts from now to the end of the turn (PR-285); if gained
    // mid-turn, it waits for the next one.
    let expiry = if acts_at_start(&data.effects) {
        Expiry::Hits(left.saturating_sub(1))
    } else {
        Expiry::TurnEnds { of: unit.id(), left }
    };
    events.extend(count_down(unit, index, expiry));
    events
}

/// True for conditions that take effect at the start of the turn.
fn acts_at_start(effects: &[ConditionEffect]) -> bool {
    effects
        .iter()
        .any(|e| matches!(e, ConditionEffect::TurnDamage(..) | ConditionEffect::TurnHealing(_)))
}
