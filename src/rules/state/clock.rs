//! Time in a battle: rounds, phases, the slots of the turn order, and when things end.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;

/// When something ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expiry {
    /// With the battle, or when the ruleset says so.
    Battle,
    /// When it has taken effect so many times on the one who suffers it.
    Hits(u16),
    /// When the slot of `of` has come up so many times more; a mark in the order counts.
    Slots {
        /// Whose slot.
        of: UnitId,
        /// How many times it has still to come.
        left: u16,
    },
    /// When `of` has ended so many turns more.
    TurnEnds {
        /// Whose turn.
        of: UnitId,
        /// How many turns it has still to end.
        left: u16,
    },
    /// When so many rounds more have ended.
    Rounds(u16),
    /// When the named thing happens, as the ruleset defines it.
    Until(Key),
}

/// What a slot of the turn order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// A turn of all its members together.
    Turn,
    /// One extra act between turns.
    Act,
    /// Only a mark in time: the place of one who is dead or gone, for durations.
    Mark,
}

/// How far a slot is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SlotState {
    /// Still to come.
    #[default]
    Waiting,
    /// Its members are acting.
    Running,
    /// It came up and was put off to later in the round.
    Held,
    /// Over, or lost.
    Done,
}

/// What an extra act in the order is: what it is called, what may be done in it, whom it came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extra {
    /// What the ruleset calls it.
    pub name: Key,
    /// What may be done in it, by the ruleset's own names. Empty for whatever the ruleset allows.
    #[serde(default)]
    pub allows: Vec<Key>,
    /// Through whose hands it came, from the one who earned it to the one who passed it on. Empty for
    /// one that its member has earned.
    #[serde(default)]
    pub chain: Vec<UnitId>,
}

impl Extra {
    /// One that its member has earned, in which everything that the ruleset allows may be done.
    pub fn earned(name: Key) -> Self {
        Self { name, ..Self::default() }
    }

    /// The same for these things only.
    #[must_use]
    pub fn only(mut self, allows: &[&'static str]) -> Self {
        self.allows = allows.iter().map(|name| Key::of(name)).collect();
        self
    }

    /// Whether that may be done in it.
    pub fn allows(&self, what: &str) -> bool {
        self.allows.is_empty() || self.allows.iter().any(|allowed| *allowed == *what)
    }
}

/// One place in the turn order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// Who acts in it; more than one for a union.
    pub members: Vec<UnitId>,
    /// What it is for.
    pub kind: SlotKind,
    /// The number it is ordered by, for display.
    pub value: i32,
    /// How far it is.
    pub state: SlotState,
    /// What its act is, for a slot of one act.
    #[serde(default)]
    pub extra: Option<Extra>,
}

impl Slot {
    /// A turn still to come.
    pub fn turn(members: Vec<UnitId>, value: i32) -> Self {
        Self { members, kind: SlotKind::Turn, value, state: SlotState::Waiting, extra: None }
    }

    /// An extra act still to come.
    pub fn act(member: UnitId, value: i32, extra: Extra) -> Self {
        let (kind, state) = (SlotKind::Act, SlotState::Waiting);
        Self { members: vec![member], kind, value, state, extra: Some(extra) }
    }

    /// True if that may be done in it by one of its members: everything in a turn, in a slot of one
    /// act what that is for, in a mark nothing.
    pub fn allows(&self, what: &str) -> bool {
        match self.kind {
            SlotKind::Turn => true,
            SlotKind::Act => self.extra.as_ref().is_none_or(|extra| extra.allows(what)),
            SlotKind::Mark => false,
        }
    }

    /// True if its act may be given to a combatant: nobody who has had it gets it again.
    pub fn may_pass_to(&self, unit: UnitId) -> bool {
        let had = self.extra.iter().flat_map(|extra| &extra.chain).chain(&self.members);
        self.kind == SlotKind::Act && had.into_iter().all(|id| *id != unit)
    }
}

/// What a side is told of a place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Told {
    /// Who acts in it.
    All,
    /// That there is a turn, and nothing else.
    Blank,
    /// Nothing.
    Nothing,
}

/// The timeline of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// The round, 0 before the first.
    pub round: u32,
    /// The part of the round, named by the ruleset.
    pub phase: Key,
    /// The slots of this round, in order.
    pub slots: Vec<Slot>,
    /// Who may act now. Empty between turns.
    pub active: Vec<UnitId>,
}

impl Clock {
    /// The position of the slot that is running.
    pub fn running(&self) -> Option<usize> {
        self.slots.iter().position(|s| s.state == SlotState::Running)
    }

    /// The position of the first slot still to come.
    pub fn next_waiting(&self) -> Option<usize> {
        self.slots.iter().position(|s| s.state == SlotState::Waiting)
    }

    /// The slot that is running, if this combatant acts in it.
    pub fn slot_of_acting(&self, unit: UnitId) -> Option<&Slot> {
        let running = self.running().and_then(|at| self.slots.get(at));
        running.filter(|slot| slot.members.contains(&unit))
    }

    /// The extra act that this combatant has at the moment.
    pub fn extra_of(&self, unit: UnitId) -> Option<&Extra> {
        self.slot_of_acting(unit).and_then(|slot| slot.extra.as_ref())
    }

    /// True if a combatant is acting and its slot allows that, by the ruleset's own name for it.
    pub fn allows(&self, unit: UnitId, what: &str) -> bool {
        self.slot_of_acting(unit).is_some_and(|slot| slot.allows(what))
    }

    /// Where an extra act goes that follows the slot at a position: behind the extra acts that follow
    /// it already, before the next turn.
    pub fn behind(&self, at: usize) -> usize {
        let first = at.saturating_add(1).min(self.slots.len());
        let acts = |slot: &&Slot| slot.kind == SlotKind::Act && slot.state != SlotState::Done;
        first + self.slots.iter().skip(first).take_while(acts).count()
    }

    /// Where a slot of that number joins the round under way: before the first slot still to come
    /// with a lower one. None if its number has passed already: it waits for the next round then.
    pub fn joins_at(&self, value: i32) -> Option<usize> {
        let begun = |slot: &Slot| matches!(slot.state, SlotState::Running | SlotState::Done);
        let passed = |slot: &Slot| slot.kind == SlotKind::Turn && begun(slot);
        let last = self.slots.iter().rposition(passed);
        if last.and_then(|at| self.slots.get(at)).is_some_and(|slot| slot.value < value) {
            return None;
        }
        // An extra act goes with the turn it follows, whatever its number.
        let from = last.map_or(0, |at| self.behind(at));
        let before = |slot: &&Slot| slot.kind == SlotKind::Act || slot.value >= value;
        Some(from + self.slots.iter().skip(from).take_while(before).count())
    }
}
