//! The referee's rulings in force: judgements about pairs of combatants, and about their acts.

use serde::{Deserialize, Serialize};

use crate::Key;
use grid::UnitId;

/// The referee's part of a battle. Unchanged in battles without one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Referee {
    /// True if the battle was set up with a referee.
    pub on: bool,
    /// Current judgements about pairs of combatants, in the order given.
    pub judgements: Vec<Judgement>,
    /// The first round in which sides and goals end the battle. Before it only the referee ends it,
    /// or the loss of all units.
    pub goals_from: u32,
    /// Rulings about acts of combatants, in the order given.
    pub permits: Vec<Permit>,
}

/// A ruling about one act of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Permit {
    /// The combatant.
    pub unit: UnitId,
    /// The act, one of the ruleset's feats.
    pub act: Key,
    /// The skill to check and its target number; `None` if the act is not possible.
    pub check: Option<(Key, i32)>,
    /// How long it lasts.
    pub until: Until,
}

/// A fact about two combatants as ruled by the referee, overriding the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Judgement {
    /// The fact, named by the ruleset.
    pub fact: Key,
    /// The first combatant: the shooter, the higher one, the actor.
    pub from: UnitId,
    /// The second combatant.
    pub to: UnitId,
    /// The ruling: one of the ruleset's answers for that fact.
    pub says: Key,
    /// True if it also holds from `to` to `from`.
    pub mutual: bool,
    /// How long it lasts.
    pub until: Until,
}

/// How long a judgement lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// Until the end of this combatant's current turn, and at most until the end of the round.
    TurnOf(UnitId),
    /// Until the end of this round.
    Round(u32),
    /// Until the end of the battle.
    Battle,
}

impl Judgement {
    /// Returns true if it is about this fact of these two, in this direction or, if mutual, the
    /// other.
    pub fn is_about(&self, fact: &str, from: UnitId, to: UnitId) -> bool {
        let pair = (self.from, self.to);
        self.fact == *fact && (pair == (from, to) || (self.mutual && pair == (to, from)))
    }
}

impl Referee {
    /// The judgement about a fact of two combatants, and whether it was given in the opposite
    /// direction, from `to` to `from`.
    #[inline]
    pub fn judged(&self, fact: &str, from: UnitId, to: UnitId) -> Option<(&Key, bool)> {
        let found = self.judgements.iter().find(|j| j.is_about(fact, from, to))?;
        Some((&found.says, found.from != from))
    }

    /// Stores a judgement, replacing any earlier one on the same fact.
    pub(crate) fn judge(&mut self, new: &Judgement) {
        self.revoke(new.fact.as_str(), new.from, new.to, new.mutual);
        self.judgements.push(new.clone());
    }

    /// Withdraws a judgement, in both directions if it is mutual.
    pub(crate) fn revoke(&mut self, fact: &str, from: UnitId, to: UnitId, mutual: bool) {
        self.judgements
            .retain(|j| !(j.is_about(fact, from, to) || (mutual && j.is_about(fact, to, from))));
    }

    /// The ruling about an act of a combatant.
    #[inline]
    pub fn permit(&self, unit: UnitId, act: &str) -> Option<&Permit> {
        self.permits.iter().find(|p| p.unit == unit && p.act == *act)
    }

    /// Stores a ruling about an act, replacing any earlier one.
    pub(crate) fn allow(&mut self, new: &Permit) {
        self.permits.retain(|p| !(p.unit == new.unit && p.act == new.act));
        self.permits.push(new.clone());
    }

    /// Ends the rulings that last for a turn.
    #[inline]
    pub(crate) fn turn_ends(&mut self, of: UnitId) {
        self.judgements.retain(|j| j.until != Until::TurnOf(of));
        self.permits.retain(|p| p.until != Until::TurnOf(of));
    }

    /// Ends the rulings for earlier rounds and their turns.
    pub(crate) fn round_begins(&mut self, round: u32) {
        let holds = |until: &Until| match until {
            Until::TurnOf(_) => false,
            Until::Round(last) => *last >= round,
            Until::Battle => true,
        };
        self.judgements.retain(|j| holds(&j.until));
        self.permits.retain(|p| holds(&p.until));
    }
}
