//! The record of a roll: its dice, how they were read, what they were compared with, and the
//! result.

use serde::{Deserialize, Serialize};

use crate::dice::Die;
use crate::roll::{self, Band, Compare, Count, Degree, Needs, Scale, Settle};
use crate::{Key, RuleId, Term};
use grid::{SideId, UnitId};

/// A target number of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Against {
    /// Its label: "Parry", "death save".
    pub label: String,
    /// Its terms.
    pub terms: Vec<Term>,
    /// Their total.
    pub value: i32,
}

impl Against {
    /// The label of a roll without a target number: its total is what other rolls have to beat.
    pub const NOTHING: &'static str = "nothing";
}

/// Degrees of success or failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Degrees {
    /// Number of degrees; negative for failures. A success and a failure may both have 0.
    pub net: i32,
    /// The scale used.
    pub scale: Scale,
}

/// The other side of an opposed roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opposed {
    /// The roll of the other side, with its own result.
    pub theirs: Box<Rolled>,
    /// How the two rolls were compared.
    pub settle: Settle,
    /// True if the roller is the acting side, which rolls first; the other side rolls in reaction.
    pub acting: bool,
    /// The result of the roll before the comparison.
    pub alone: Degree,
    /// Margin of victory, in degrees or points; `None` if both must roll again.
    pub margin: Option<i32>,
}

/// The result of a roll before an effect changed it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shift {
    /// The previous result.
    pub degree: Degree,
    /// Its previous degrees, if degrees are counted.
    pub degrees: Option<i32>,
    /// The reason.
    pub why: String,
    /// The rule behind it.
    pub rule: RuleId,
}

/// A throw that was rerolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reroll {
    /// The faces before the reroll.
    pub faces: Vec<u16>,
    /// The reason for the reroll.
    pub why: String,
    /// The rule behind it.
    pub rule: RuleId,
}

/// One roll, with everything that led to its result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rolled {
    /// The roller.
    pub who: Option<UnitId>,
    /// The side that rolled, for rolls of sides.
    pub side: Option<SideId>,
    /// Its purpose: `precision`, `death_save`, `order_tie`.
    pub purpose: Key,
    /// The combatant rolled against.
    pub target: Option<UnitId>,
    /// The dice.
    pub dice: Vec<Die>,
    /// The faces; totals for bursting dice.
    pub faces: Vec<u16>,
    /// How the faces were counted.
    #[serde(default)]
    pub count: Count,
    /// The labelled terms added.
    pub terms: Vec<Term>,
    /// Dice and terms together.
    pub total: i32,
    /// How the total was compared with the target number.
    #[serde(default)]
    pub compare: Compare,
    /// The target number.
    pub against: Option<Against>,
    /// The final result.
    pub degree: Degree,
    /// The dice sum that would just have sufficed, if one number decides: the smallest, or the
    /// largest for [`Compare::AtMost`].
    pub needs: Option<i32>,
    /// Its degrees, if degrees are counted.
    #[serde(default)]
    pub degrees: Option<Degrees>,
    /// The result bands, if any.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// The other side's roll, if two were compared.
    #[serde(default)]
    pub opposed: Option<Opposed>,
    /// Results before effects changed them, oldest first.
    #[serde(default)]
    pub shifts: Vec<Shift>,
    /// Rerolled throws, oldest first.
    #[serde(default)]
    pub rerolls: Vec<Reroll>,
    /// The combatant that a success saves from the last roll against it, for a defense made after
    /// that roll.
    #[serde(default)]
    pub averts: Option<UnitId>,
    /// True if a success does not hit the combatant it is rolled against, as in a roll to hold it
    /// back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub harmless: bool,
}

impl Rolled {
    /// The counted value of the dice.
    pub fn counted(&self) -> i32 {
        let added = self.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
        self.total.saturating_sub(added)
    }

    /// The required value of the dice, if one number decides.
    pub fn needed(&self) -> Option<Needs> {
        self.needs.map(|needs| match self.compare {
            Compare::AtLeast | Compare::Above => Needs::AtLeast(needs),
            Compare::AtMost => Needs::AtMost(needs),
        })
    }

    /// The band of the result.
    pub fn band(&self) -> Option<&Band> {
        let counted = self.counted();
        self.bands.iter().find(|band| band.contains(counted))
    }

    /// The result of the roll alone, before comparison with another roll and before effects changed
    /// it.
    pub fn alone(&self) -> Degree {
        let first = self.shifts.first().map(|shift| shift.degree);
        self.opposed.as_ref().map(|opposed| opposed.alone).or(first).unwrap_or(self.degree)
    }

    /// Total number of bursts of its dice.
    pub fn bursts(&self) -> u32 {
        let each = self.dice.iter().zip(&self.faces).map(|(die, face)| roll::bursts(*die, *face));
        each.fold(0, u32::saturating_add)
    }

    /// Changes the result and records the previous one.
    pub fn shift(&mut self, degree: Degree, degrees: i32, why: impl Into<String>, rule: RuleId) {
        let before = self.degrees.map(|degrees| degrees.net);
        self.shifts.push(Shift { degree: self.degree, degrees: before, why: why.into(), rule });
        self.degree = degree;
        self.degrees = self.degrees.map(|old| Degrees { net: degrees, ..old });
    }
}
