//! The d20: advantage and disadvantage, the purposes of rolls and their results (MO-2 to MO-9).

use grid::UnitId;
use rules::dice::{Die, Read, Throw};
use rules::event::{Degree, Rolled};
use rules::oracle::{Oracle, Pause};
use rules::roll::{Count, Test};
use rules::{RuleId, Sum, Term};

use super::data::AdvantageMode;

/// Number of sides of the die for attacks, checks and Defense Rolls.
pub const D20: u16 = 20;

/// Cuts at every face of the d20, for totals compared with another roll.
pub const EVERY_FACE: [i32; 19] =
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/// Reasons for advantage and for disadvantage (MO-7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advantage {
    good: Vec<(String, RuleId)>,
    bad: Vec<(String, RuleId)>,
}

/// Which die of a roll is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The only one.
    Only,
    /// The higher of two.
    Higher,
    /// The lower of two.
    Lower,
}

impl Advantage {
    /// Adds a reason for advantage.
    pub fn advantage(&mut self, why: impl Into<String>, rule: &str) {
        self.good.push((why.into(), RuleId::new(rule)));
    }

    /// Adds a reason for disadvantage.
    pub fn disadvantage(&mut self, why: impl Into<String>, rule: &str) {
        self.bad.push((why.into(), RuleId::new(rule)));
    }

    /// The die to keep, with all reasons considered (MO-8).
    pub fn kept(&self, mode: AdvantageMode) -> Kept {
        let (good, bad) = match mode {
            AdvantageMode::CancelAll => {
                (usize::from(!self.good.is_empty()), usize::from(!self.bad.is_empty()))
            }
            AdvantageMode::NetCount => (self.good.len(), self.bad.len()),
        };
        match good.cmp(&bad) {
            std::cmp::Ordering::Greater => Kept::Higher,
            std::cmp::Ordering::Equal => Kept::Only,
            std::cmp::Ordering::Less => Kept::Lower,
        }
    }

    /// Adds the reasons to a sum as terms of 0, for display.
    pub fn explain(&self, sum: &mut Sum) {
        let good = self.good.iter().map(|(why, rule)| (format!("advantage: {why}"), rule));
        let bad = self.bad.iter().map(|(why, rule)| (format!("disadvantage: {why}"), rule));
        for (label, rule) in good.chain(bad) {
            sum.push_term(Term { label, value: 0, rule: rule.clone() });
        }
    }
}

/// A roll before the dice are thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The modifier added to the kept die.
    pub bonus: Sum,
    /// The die to keep.
    pub kept: Kept,
    /// The number to reach.
    pub against: Sum,
    /// The label of that number.
    pub label: &'static str,
}

impl Roll {
    /// The lowest face of the kept die whose total reaches the number (MO-3).
    pub fn needs(&self) -> i32 {
        self.against.total() - self.bonus.total()
    }

    /// The roll as a test of the kept die.
    pub fn test(&self) -> Test {
        let (number, count) = match self.kept {
            Kept::Only => (1, Count::Sum),
            Kept::Higher => (2, Count::Highest),
            Kept::Lower => (2, Count::Lowest),
        };
        let test = Test::of(D20, self.bonus.clone(), self.label, self.against.clone());
        Test { dice: vec![Die::d(D20); number], count, ..test }
    }

    /// Throws the dice; returns the faces and the kept face. `cuts` are additional faces at which
    /// the outcome changes. Exact odds merge all faces between two cuts.
    ///
    /// # Errors
    /// [`Pause`] while dice are missing.
    pub fn throw(&self, cuts: &[i32], oracle: &mut Oracle<'_>) -> Result<(Vec<u16>, i32), Pause> {
        let test = self.test();
        let faces = oracle.roll(test.throw_cut(cuts))?;
        let face = test.count.of(&faces);
        Ok((faces, face))
    }

    /// The roll as stored in events.
    pub fn rolled(
        &self,
        purpose: &'static str,
        who: UnitId,
        target: Option<UnitId>,
        (faces, face): (Vec<u16>, i32),
        degree: Degree,
    ) -> Rolled {
        let (dice, total) = (vec![Die::d(D20); faces.len()], face + self.bonus.total());
        let rolled = self.test().rolled(purpose, faces);
        Rolled { who: Some(who), target, dice, total, degree, ..rolled }
    }
}

/// Throws damage dice; returns their sum. Exact odds distinguish every sum.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn damage_dice(
    dice: super::data::DiceSum,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<u16>, i32), Pause> {
    if dice.count == 0 {
        return Ok((Vec::new(), 0));
    }
    let (low, high) = dice.range();
    let throw = Throw {
        dice: vec![Die::d(dice.sides); usize::from(dice.count)],
        read: Read::Sum((low + 1..=high).collect()),
    };
    let faces = oracle.roll(throw)?;
    let sum = faces.iter().map(|f| i32::from(*f)).sum();
    Ok((faces, sum))
}

/// Estimated chance in thousandths that an attack roll hits.
pub fn chance(roll: &Roll) -> i32 {
    // A 1 always misses and a 20 always hits; the number decides for all faces between.
    let faces = (21 - roll.needs().clamp(2, 20)) * 50;
    match roll.kept {
        Kept::Only => faces,
        Kept::Higher => 1000 - (1000 - faces) * (1000 - faces) / 1000,
        Kept::Lower => faces * faces / 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MO-7, MO-8: one of each makes a plain roll, or the larger number of reasons wins.
    #[test]
    fn advantage_and_disadvantage_cancel() {
        let mut lean = Advantage::default();
        assert_eq!(lean.kept(AdvantageMode::CancelAll), Kept::Only);
        lean.advantage("hidden", "MO-124");
        lean.advantage("target is prone", "MO-268");
        assert_eq!(lean.kept(AdvantageMode::CancelAll), Kept::Higher);
        lean.disadvantage("target defends", "MO-88");
        assert_eq!(lean.kept(AdvantageMode::CancelAll), Kept::Only);
        assert_eq!(lean.kept(AdvantageMode::NetCount), Kept::Higher);
    }
}
