//! Conditions: what they are called, what they do to rolls and numbers, and when they end (VG-31,
//! VG-56, VG-389).

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::ruleset::Entry;
use crate::rules::state::{Condition, Expiry, Status, Unit};

use super::armour::BRITTLE;
use super::durations;
use super::numbers::{Numbers, WINDED};

/// One Challenge on all rolls.
pub const SHAKEN: &str = "shaken";
/// One Charge on the next action.
pub const HEARTENED: &str = "heartened";
/// One Charge on the next ranged attack of this turn.
pub const STEADY: &str = "steady";
/// Speed less by its size.
pub const SLOWED: &str = "slowed";
/// Guard more by its size.
pub const WARDED: &str = "warded";
/// Heroic Durability (VG-220).
pub const TITAN_SKIN: &str = "titan_skin";
/// Burns in each Recovery.
pub const BURNING: &str = "burning";
/// No longer dying (VG-238).
pub const STABILISED: &str = "stabilised";
/// Asleep until harmed (VG-377).
pub const UNCONSCIOUS: &str = "unconscious";
/// Tied (VG-56).
pub const BOUND: &str = "bound";
/// Held fast (VG-56).
pub const PINNED: &str = "pinned";

/// The conditions under which one can neither move nor act (VG-56).
const HELPLESS: [&str; 3] = [UNCONSCIOUS, BOUND, PINNED];

impl Numbers<'_> {
    /// Unconscious, bound or pinned (VG-56), but not in Shock.
    pub fn is_incapacitated(&self) -> bool {
        is_helpless(self.unit)
    }

    /// Whether it can use its mind: only the unconscious cannot (VG-57).
    pub fn is_conscious(&self) -> bool {
        self.unit.status == Status::Active && !self.unit.conditions.has(UNCONSCIOUS)
    }

    /// What conditions and armour take off its Speed (VG-324).
    pub fn slowed(&self) -> i32 {
        let slowed = self.unit.conditions.get(SLOWED).map_or(0, |c| c.size);
        let heavy = self.armour().map_or(0, |(armour, _)| armour.speed_penalty);
        slowed + heavy
    }
}

/// Whether a combatant is unconscious, bound or pinned.
pub fn is_helpless(unit: &Unit) -> bool {
    HELPLESS.iter().any(|id| unit.conditions.has(id))
}

/// The conditions of this part of the rules, as players find them.
pub fn entries() -> Vec<Entry> {
    vec![
        Entry::of(WINDED, "Winded", "Out of breath: no actions."),
        Entry::of(SHAKEN, "Shaken", "1 Challenge on its rolls."),
        Entry::of(HEARTENED, "Heartened", "1 Charge on its next action."),
        Entry::of(STEADY, "Steady", "1 Charge on its next ranged attack this turn."),
        Entry::of(SLOWED, "Slowed", "Speed is lower."),
        Entry::of(WARDED, "Warded", "Guard is higher."),
        Entry::of(TITAN_SKIN, "Titan Skin", "Heroic Durability: lesser attacks do nothing."),
        Entry::of(BURNING, "Burning", "1d8 thermal damage in each Recovery."),
        Entry::of(BRITTLE, "Brittle", "The Armor Rank of its worn armour is 1 lower."),
        Entry::of(STABILISED, "Stabilised", "Unconscious, but no longer dying."),
        Entry::of(UNCONSCIOUS, "Unconscious", "Neither moves nor acts until it is harmed."),
        Entry::of(BOUND, "Bound", "Tied: no movement, no defense."),
        Entry::of(PINNED, "Pinned", "Held fast: no movement, no defense."),
    ]
}

/// A condition that ends when the turn of its maker begins that number of rounds later (VG-31).
pub fn for_rounds(id: impl Into<Key>, size: i32, maker: UnitId, rounds: u16) -> Condition {
    Condition::new(id.into(), size, Some(maker), durations::rounds(maker, rounds))
}

/// What helped one action is used up with it.
pub fn spent(unit: &Unit, ranged: bool) -> Vec<Event> {
    let ends = |id: &'static str| events::relieved(unit, id, "it is used", "VG-325");
    let steady = if ranged { ends(STEADY) } else { None };
    ends(HEARTENED).into_iter().chain(steady).collect()
}

/// A condition begins; of two of the same name the longer one counts.
pub fn gain(unit: &Unit, condition: Condition, rule: &'static str) -> Vec<Event> {
    let left = |c: &Condition| match c.expiry {
        Expiry::Slots { left, .. } => u32::from(left),
        _ => u32::MAX,
    };
    match unit.conditions.get(condition.id.as_str()) {
        Some(known) if left(known) >= left(&condition) => Vec::new(),
        _ => vec![events::gained(unit, condition, rule)],
    }
}
