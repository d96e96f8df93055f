//! What a roll was: the dice, what they were read for, what they were compared with, and how it
//! went.

use serde::{Deserialize, Serialize};

use crate::grid::{SideId, UnitId};
use crate::rules::dice::{Chance, Die};
use crate::rules::roll::{self, Band, Compare, Contest, Count, Needs, Scale, Settle, Test};
use crate::rules::{Key, RuleId, Term};

/// How a roll went.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// It failed.
    #[default]
    Failure,
    /// It succeeded.
    Success,
    /// It succeeded by far.
    Critical,
    /// It failed badly.
    Fumble,
}

impl Degree {
    /// True for successes of either kind.
    pub const fn succeeded(self) -> bool {
        matches!(self, Self::Success | Self::Critical)
    }

    /// It in a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Success => "success",
            Self::Critical => "critical success",
            Self::Fumble => "fumble",
        }
    }
}

/// A number that a roll is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Against {
    /// What it is: "Parry", "death save".
    pub label: String,
    /// Its parts.
    pub terms: Vec<Term>,
    /// Their total.
    pub value: i32,
}

/// Degrees of success or failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Degrees {
    /// How many; negative for failures. A success and a failure may both have 0.
    pub net: i32,
    /// How they were counted.
    pub scale: Scale,
}

/// The other side of an opposed roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opposed {
    /// What the other side threw; how that went by itself.
    pub theirs: Box<Rolled>,
    /// How the two were settled.
    pub settle: Settle,
    /// The roller is the side that acts: it throws first, the other answers a throw that stands.
    pub acting: bool,
    /// How the roll went by itself, before it was compared.
    pub alone: Degree,
    /// By how much the winner won, in degrees or points; none if both have to roll again.
    pub margin: Option<i32>,
}

/// How a roll stood before an effect made something else of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shift {
    /// How it had gone.
    pub degree: Degree,
    /// Its degrees until then, where they are counted.
    pub degrees: Option<i32>,
    /// What changed it.
    pub why: String,
    /// The rule that says so.
    pub rule: RuleId,
}

/// A throw that another took the place of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reroll {
    /// What the dice showed before.
    pub faces: Vec<u16>,
    /// What made it be thrown again.
    pub why: String,
    /// The rule that says so.
    pub rule: RuleId,
}

/// One roll with all that led to its result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rolled {
    /// Who rolled.
    pub who: Option<UnitId>,
    /// The side that rolled, for rolls of sides.
    pub side: Option<SideId>,
    /// What for: `precision`, `death_save`, `order_tie`.
    pub purpose: Key,
    /// The combatant it was rolled against.
    pub target: Option<UnitId>,
    /// The dice.
    pub dice: Vec<Die>,
    /// What they showed, in all where they burst.
    pub faces: Vec<u16>,
    /// How that was counted.
    #[serde(default)]
    pub count: Count,
    /// What was added, by name.
    pub terms: Vec<Term>,
    /// Dice and terms together.
    pub total: i32,
    /// How the total had to stand to the mark.
    #[serde(default)]
    pub compare: Compare,
    /// The mark it was compared with.
    pub against: Option<Against>,
    /// How it went in the end.
    pub degree: Degree,
    /// The count of the dice that was just enough, where one number decides: the smallest, or with
    /// [`Compare::AtMost`] the largest.
    pub needs: Option<i32>,
    /// Its degrees, where they are counted.
    #[serde(default)]
    pub degrees: Option<Degrees>,
    /// The bands it was read by, if it was.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// The other side's throw, where two were compared.
    #[serde(default)]
    pub opposed: Option<Opposed>,
    /// How it stood before effects changed it, the first one first.
    #[serde(default)]
    pub shifts: Vec<Shift>,
    /// The throws that were made again, the first one first.
    #[serde(default)]
    pub rerolls: Vec<Reroll>,
}

impl Rolled {
    /// What the dice counted.
    pub fn counted(&self) -> i32 {
        let added = self.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
        self.total.saturating_sub(added)
    }

    /// What the dice had to count, where one number decides.
    pub fn needed(&self) -> Option<Needs> {
        self.needs.map(|needs| match self.compare {
            Compare::AtLeast | Compare::Above => Needs::AtLeast(needs),
            Compare::AtMost => Needs::AtMost(needs),
        })
    }

    /// The band that it fell into.
    pub fn band(&self) -> Option<&Band> {
        let counted = self.counted();
        self.bands.iter().find(|band| band.contains(counted))
    }

    /// How it went by itself, not compared with another's roll and before effects changed it.
    pub fn alone(&self) -> Degree {
        let first = self.shifts.first().map(|shift| shift.degree);
        self.opposed.as_ref().map(|opposed| opposed.alone).or(first).unwrap_or(self.degree)
    }

    /// How often its dice were thrown again because they burst.
    pub fn bursts(&self) -> u32 {
        let each = self.dice.iter().zip(&self.faces).map(|(die, face)| roll::bursts(*die, *face));
        each.fold(0, u32::saturating_add)
    }

    /// Makes something else of the result, keeping how it stood.
    pub fn shift(&mut self, degree: Degree, degrees: i32, why: impl Into<String>, rule: RuleId) {
        let before = self.degrees.map(|degrees| degrees.net);
        self.shifts.push(Shift { degree: self.degree, degrees: before, why: why.into(), rule });
        self.degree = degree;
        self.degrees = self.degrees.map(|old| Degrees { net: degrees, ..old });
    }

    /// The chance that it had to succeed, as things stood when its dice were thrown: one who answers
    /// another's throw knew that throw. None where it cannot be known from here, or not exactly.
    pub fn chance(&self) -> Option<Chance> {
        // Records of earlier versions do not say how several dice were counted.
        if self.dice.is_empty() || self.count.of(&self.faces) != self.counted() {
            return None;
        }
        let test = Test::from(self);
        if !test.is_exact() {
            return None;
        }
        let Some(opposed) = &self.opposed else {
            self.needs?;
            return Some(test.chance());
        };
        let (theirs, settle) = (Test::from(&*opposed.theirs), opposed.settle);
        if !theirs.is_exact() {
            return None;
        }
        let score = theirs.score(&opposed.theirs.faces);
        if opposed.acting {
            Contest { active: &test, passive: &theirs, settle }.chance()
        } else {
            settle.chance_of_answer(&score, &test)
        }
    }
}
