//! Conditions: their names, their effects on rolls and numbers, and when they end (VG-31, VG-56,
//! VG-389).

use grid::UnitId;
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::{Ctx, Entry};
use rules::state::{Condition, Status, Unit};

use super::data::Moment;
use super::durations;
use super::names::{
    ANSWERED, BOUND, BRITTLE, BURNING, BYSTANDER, CHARMED, HEARTENED, MENACED, PINNED, SHAKEN,
    SLOWED, STABILISED, STEADY, TITAN_SKIN, UNCONSCIOUS, WARDED, WEAK_SPOT, WINDED,
};
use super::numbers::{self, Numbers};

impl Numbers<'_> {
    /// Whether it is unconscious, bound or pinned (VG-56); Shock does not count.
    pub fn is_incapacitated(&self) -> bool {
        numbers::is_helpless(self.unit)
    }

    /// Whether it can use its mind, that is, whether it is not unconscious (VG-57).
    pub fn is_conscious(&self) -> bool {
        self.unit.status == Status::Active && !self.unit.conditions.has(UNCONSCIOUS)
    }

    /// The Speed lost to conditions and armour (VG-324).
    pub fn speed_loss(&self) -> i32 {
        let slowed = self.unit.conditions.get(SLOWED).map_or(0, |c| c.size);
        let heavy = self.armour().map_or(0, |(armour, _)| armour.speed_penalty);
        slowed + heavy
    }
}

/// The conditions of the ruleset, as shown to players.
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
        Entry::of(BYSTANDER, "Bystander", "Does not take part yet."),
        Entry::of(ANSWERED, "Has reacted", "Cannot react to this attack again."),
        Entry::of(PINNED, "Pinned", "Held fast: no movement, no defense."),
    ]
}

/// A condition that ends after this number of rounds, when its maker's turn begins (VG-31).
pub fn for_rounds(
    moment: Moment<'_>,
    (id, size): (impl Into<Key>, i32),
    maker: UnitId,
    rounds: u16,
) -> Condition {
    let lasts = durations::lasting_rounds(moment, maker, rounds);
    Condition::new(id.into(), size, Some(maker), lasts)
}

/// Removes bonuses to one action after that action.
pub fn end_action_bonuses(unit: &Unit, ranged: bool) -> Vec<Event> {
    let heart = events::relieved(unit, HEARTENED, "it is used", "VG-325");
    heart.into_iter().chain(end_steady_aim(unit, ranged)).collect()
}

/// Removes the bonus to one shot after that shot.
pub fn end_steady_aim(unit: &Unit, ranged: bool) -> Option<Event> {
    let steady = || events::relieved(unit, STEADY, "it is used", "VG-325");
    ranged.then(steady).flatten()
}

/// Conditions that stack, once per source.
const BY_SOURCE: [&str; 6] = [SHAKEN, MENACED, CHARMED, WEAK_SPOT, ANSWERED, PINNED];

/// Adds a condition; of two with the same name, the one that ends later counts. Conditions in
/// `BY_SOURCE` are kept once per source.
pub fn gain(ctx: Ctx<'_>, unit: &Unit, condition: Condition, rule: &'static str) -> Vec<Event> {
    let end = |c: &Condition| durations::ends_at(ctx, &c.expiry);
    let apart = BY_SOURCE.iter().any(|id| condition.id == **id);
    let same = |c: &Condition| c.id == condition.id && (!apart || c.source == condition.source);
    let known = unit.conditions.0.iter().position(same);
    let longer = known.and_then(|at| unit.conditions.0.get(at));
    if longer.is_some_and(|known| end(known) >= end(&condition)) {
        return Vec::new();
    }
    vec![events::afflicted(unit, condition, known, rule)]
}

/// A unit harmed by a side is no longer charmed by any unit of that side (VG-86).
pub fn ends_charm(ctx: Ctx<'_>, unit: &Unit, by: &Unit) -> Vec<Event> {
    let side = |id: UnitId| ctx.unit(id).map(Unit::side);
    let own = |c: &&Condition| {
        c.id == *CHARMED && c.source.and_then(side).is_some_and(|side| side == by.side())
    };
    let ends = |condition| events::relieved_of(unit, condition, "it was harmed", "VG-86");
    unit.conditions.0.iter().filter(own).map(ends).collect()
}

/// After an attacker's next act, or at the end of its turn, units that have reacted to its attack
/// may react to it again (VG-96).
pub fn may_react_again(ctx: Ctx<'_>, attacker: UnitId) -> Vec<Event> {
    let own = |c: &&Condition| c.id == *ANSWERED && c.source == Some(attacker);
    let over = |unit: &Unit| {
        let condition = unit.conditions.0.iter().find(own)?;
        Some(events::relieved_of(unit, condition, "the attack is over", "VG-96"))
    };
    ctx.state.units.iter().filter_map(over).collect()
}
