//! What a battle keeps for its referee: what was ruled about pairs of combatants, and the last act
//! as it began, so that it can be taken back or played again.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::prompt::Answer;
use crate::rules::referee::Ruling;
use crate::rules::{Command, Key};

use super::scene::Scene;
use super::units::Units;

/// The referee's part of a battle. Without one it stays as it was set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Referee {
    /// The battle was set up with a referee.
    pub on: bool,
    /// What is ruled about pairs of combatants at the moment, in the order given.
    pub judgements: Vec<Judgement>,
    /// The first round in which sides and goals end the battle; in those before only the referee
    /// does, or that nobody is left in the fight.
    pub goals_from: u32,
    /// What is ruled about acts of combatants, in the order given.
    pub permits: Vec<Permit>,
}

/// What the referee says about one act of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Permit {
    /// Whose act.
    pub unit: UnitId,
    /// Which, one of the ruleset's feats.
    pub act: Key,
    /// The skill that decides and the number it has to reach; none if the act is not possible.
    pub check: Option<(Key, i32)>,
    /// How long it holds.
    pub until: Until,
}

/// One fact about two combatants as the referee sees it, in place of what the board says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Judgement {
    /// Which fact, named by the ruleset.
    pub fact: Key,
    /// From whom: the one who shoots, stands higher, acts.
    pub from: UnitId,
    /// To whom.
    pub to: UnitId,
    /// What is the case, as one of the ruleset's answers to that fact.
    pub says: Key,
    /// It also says how things are from `to` to `from`.
    pub mutual: bool,
    /// How long it holds.
    pub until: Until,
}

/// How long a judgement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// Until this combatant's turn under way ends, and no longer than the round.
    TurnOf(UnitId),
    /// Until this round is over.
    Round(u32),
    /// Until the battle is over.
    Battle,
}

impl Judgement {
    /// True if it is about this fact of these two, in this direction or, where it holds both ways,
    /// the other.
    pub fn is_about(&self, fact: &str, from: UnitId, to: UnitId) -> bool {
        let pair = (self.from, self.to);
        self.fact == *fact && (pair == (from, to) || (self.mutual && pair == (to, from)))
    }
}

impl Referee {
    /// What is ruled about a fact of two combatants, and whether it was stated the other way
    /// round: from `to` to `from`.
    pub fn judged(&self, fact: &str, from: UnitId, to: UnitId) -> Option<(&Key, bool)> {
        let found = self.judgements.iter().find(|j| j.is_about(fact, from, to))?;
        Some((&found.says, found.from != from))
    }

    /// Puts a judgement in place of what was ruled about the same fact before.
    pub(in crate::rules) fn judge(&mut self, new: &Judgement) {
        self.revoke(new.fact.as_str(), new.from, new.to, new.mutual);
        self.judgements.push(new.clone());
    }

    /// Takes back what is ruled about a fact, in both directions if it is a mutual one.
    pub(in crate::rules) fn revoke(&mut self, fact: &str, from: UnitId, to: UnitId, mutual: bool) {
        self.judgements
            .retain(|j| !(j.is_about(fact, from, to) || (mutual && j.is_about(fact, to, from))));
    }

    /// What is ruled about an act of a combatant.
    pub fn permit(&self, unit: UnitId, act: &str) -> Option<&Permit> {
        self.permits.iter().find(|p| p.unit == unit && p.act == *act)
    }

    /// Puts what is ruled about an act in place of what was ruled about it before.
    pub(in crate::rules) fn allow(&mut self, new: &Permit) {
        self.permits.retain(|p| !(p.unit == new.unit && p.act == new.act));
        self.permits.push(new.clone());
    }

    /// What held for a turn ends with it.
    pub(in crate::rules) fn turn_ends(&mut self, of: UnitId) {
        self.judgements.retain(|j| j.until != Until::TurnOf(of));
        self.permits.retain(|p| p.until != Until::TurnOf(of));
    }

    /// What held for a round before this one, or for a turn in it, ends.
    pub(in crate::rules) fn round_begins(&mut self, round: u32) {
        let holds = |until: &Until| match until {
            Until::TurnOf(_) => false,
            Until::Round(last) => *last >= round,
            Until::Battle => true,
        };
        self.judgements.retain(|j| holds(&j.until));
        self.permits.retain(|p| holds(&p.until));
    }
}

/// A battle between two commands, without its dice: those already thrown stay thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// What belonged to the battle as a whole.
    pub scene: Scene,
    /// The combatants, sorted by number.
    pub units: Units,
    /// The number of the event that came next; none in battles kept before this was noted.
    #[serde(default)]
    pub next_event: Option<u64>,
}

/// The last act of a battle with a referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastAct {
    /// The battle before it.
    pub before: Arc<Moment>,
    /// What was ordered.
    pub command: Command,
    /// What its throws showed, in order.
    pub throws: Vec<Vec<u16>>,
    /// What was answered on the way, each with the kind of question.
    pub answers: Vec<(Key, Answer)>,
    /// What has been ruled about pairs since; it holds on when the act is taken back.
    pub rulings: Vec<Ruling>,
}
