//! Time in a battle: rounds, phases, the slots of the turn order, and expiries.

use serde::{Deserialize, Serialize};

use crate::Key;
use grid::UnitId;

/// When something ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expiry {
    /// At the end of the battle, or when the ruleset ends it.
    Battle,
    /// When it has taken effect on its owner this many times.
    Hits(u16),
    /// When the slot of `of` has come up `left` more times; marks in the order count.
    Slots {
        /// The owner of the slot.
        of: UnitId,
        /// Remaining number of times.
        left: u16,
    },
    /// When `of` has ended `left` more turns.
    TurnEnds {
        /// The combatant.
        of: UnitId,
        /// Remaining number of turns.
        left: u16,
    },
    /// After this many more rounds.
    Rounds(u16),
    /// When a named event occurs, as the ruleset defines it.
    Until(Key),
}

/// The kind of a slot in the turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// A shared turn of all its members.
    Turn,
    /// One extra act between turns.
    Act,
    /// Only a time marker, for durations: the slot of a combatant that is dead or gone.
    Mark,
}

/// The state of a slot.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SlotState {
    /// Waiting.
    #[default]
    Waiting,
    /// Its members are acting.
    Running,
    /// Delayed to later in the round.
    Held,
    /// Finished, or lost.
    Done,
}

/// An extra act in the turn order: its name, the allowed acts, and its previous holders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extra {
    /// Its name in the ruleset.
    pub name: Key,
    /// The allowed acts, by the ruleset's names. Empty for everything the ruleset allows.
    #[serde(default)]
    pub allows: Vec<Key>,
    /// Its previous holders, from the first to the latest. Empty if its member earned it.
    #[serde(default)]
    pub chain: Vec<UnitId>,
}

impl Extra {
    /// An extra act earned by its member, without restrictions.
    pub fn earned(name: Key) -> Self {
        Self { name, ..Self::default() }
    }

    /// The same, restricted to these acts.
    #[must_use]
    pub fn only(mut self, allows: &[&'static str]) -> Self {
        self.allows = allows.iter().map(|name| Key::of(name)).collect();
        self
    }

    /// Returns true if it allows `what`.
    pub fn allows(&self, what: &str) -> bool {
        self.allows.is_empty() || self.allows.iter().any(|allowed| *allowed == *what)
    }
}

/// A slot of the turn order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// The combatants that act in it; several for a union.
    pub members: Vec<UnitId>,
    /// Its kind.
    pub kind: SlotKind,
    /// The value it is sorted by, for display.
    pub value: i32,
    /// Its state.
    pub state: SlotState,
    /// The extra act, for slots of kind [`SlotKind::Act`].
    #[serde(default)]
    pub extra: Option<Extra>,
}

impl Slot {
    /// A waiting turn.
    pub fn turn(members: Vec<UnitId>, value: i32) -> Self {
        Self { members, kind: SlotKind::Turn, value, state: SlotState::Waiting, extra: None }
    }

    /// A waiting extra act.
    pub fn act(member: UnitId, value: i32, extra: Extra) -> Self {
        let (kind, state) = (SlotKind::Act, SlotState::Waiting);
        Self { members: vec![member], kind, value, state, extra: Some(extra) }
    }

    /// Returns true if a member may do `what` in it: anything in a turn, the allowed acts in an
    /// extra act, nothing in a mark.
    pub fn allows(&self, what: &str) -> bool {
        match self.kind {
            SlotKind::Turn => true,
            SlotKind::Act => self.extra.as_ref().is_none_or(|extra| extra.allows(what)),
            SlotKind::Mark => false,
        }
    }

    /// Returns true if its act may be passed to a combatant. An earlier holder cannot get it again.
    pub fn may_pass_to(&self, unit: UnitId) -> bool {
        let had = self.extra.iter().flat_map(|extra| &extra.chain).chain(&self.members);
        self.kind == SlotKind::Act && had.into_iter().all(|id| *id != unit)
    }
}

/// How a slot of the turn order is shown to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlotNotice {
    /// The acting combatants.
    All,
    /// Only that there is a turn.
    Blank,
    /// Nothing at all.
    Nothing,
}

/// The timeline of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// The round, 0 before the first.
    pub round: u32,
    /// The phase of the round, named by the ruleset.
    pub phase: Key,
    /// The slots of this round, in turn order.
    pub slots: Vec<Slot>,
    /// The combatants that may act now. Empty between turns.
    pub active: Vec<UnitId>,
}

impl Clock {
    /// Index of the running slot.
    #[inline]
    pub fn running(&self) -> Option<usize> {
        self.slots.iter().position(|s| s.state == SlotState::Running)
    }

    /// Index of the first waiting slot.
    pub fn next_waiting(&self) -> Option<usize> {
        self.slots.iter().position(|s| s.state == SlotState::Waiting)
    }

    /// The running slot, if this combatant acts in it.
    pub fn slot_of_acting(&self, unit: UnitId) -> Option<&Slot> {
        let running = self.running().and_then(|at| self.slots.get(at));
        running.filter(|slot| slot.members.contains(&unit))
    }

    /// The current extra act of this combatant.
    #[inline]
    pub fn extra_of(&self, unit: UnitId) -> Option<&Extra> {
        self.slot_of_acting(unit).and_then(|slot| slot.extra.as_ref())
    }

    /// Returns true if a combatant is acting and its slot allows `what`, by the ruleset's name for
    /// it.
    pub fn allows(&self, unit: UnitId, what: &str) -> bool {
        self.slot_of_acting(unit).is_some_and(|slot| slot.allows(what))
    }

    /// The index for an extra act that follows the slot at `at`: after the extra acts already
    /// following it, before the next turn.
    pub fn behind(&self, at: usize) -> usize {
        let first = at.saturating_add(1).min(self.slots.len());
        let acts = |slot: &&Slot| slot.kind == SlotKind::Act && slot.state != SlotState::Done;
        first + self.slots.iter().skip(first).take_while(acts).count()
    }

    /// The index at which a slot with this value joins the current round: before the first waiting
    /// slot with a lower value. `None` if its value has already passed; it then waits for the next
    /// round.
    pub fn joins_at(&self, value: i32) -> Option<usize> {
        let begun = |slot: &Slot| matches!(slot.state, SlotState::Running | SlotState::Done);
        let passed = |slot: &Slot| slot.kind == SlotKind::Turn && begun(slot);
        let last = self.slots.iter().rposition(passed);
        if last.and_then(|at| self.slots.get(at)).is_some_and(|slot| slot.value < value) {
            return None;
        }
        // An extra act belongs to the turn it follows, whatever its value.
        let from = last.map_or(0, |at| self.behind(at));
        let before = |slot: &&Slot| slot.kind == SlotKind::Act || slot.value >= value;
        Some(from + self.slots.iter().skip(from).take_while(before).count())
    }
}
