//! The d20: advantage and disadvantage, what a roll is read for, and how it goes (MO-2 to MO-9).

use crate::grid::UnitId;
use crate::rules::dice::{Die, Read, Throw};
use crate::rules::event::{Against, Degree, Rolled};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::{Key, RuleId, Sum, Term};

use super::data::AdvantageMode;

/// Sides of the die of attacks, checks and Defense Rolls.
pub const D20: u16 = 20;

/// Reasons for advantage and against it (MO-7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaning {
    good: Vec<(String, RuleId)>,
    bad: Vec<(String, RuleId)>,
}

/// Which of the dice of a roll is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// There is only one.
    Only,
    /// The higher of two.
    Higher,
    /// The lower of two.
    Lower,
}

impl Leaning {
    /// A reason for advantage.
    pub fn advantage(&mut self, why: impl Into<String>, rule: &str) {
        self.good.push((why.into(), RuleId::new(rule)));
    }

    /// A reason for disadvantage.
    pub fn disadvantage(&mut self, why: impl Into<String>, rule: &str) {
        self.bad.push((why.into(), RuleId::new(rule)));
    }

    /// Which die is kept when all reasons are taken together (MO-8).
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

    /// Adds the reasons to a sum, as parts that add nothing but say why.
    pub fn explain(&self, sum: &mut Sum) {
        let good = self.good.iter().map(|(why, rule)| (format!("advantage: {why}"), rule));
        let bad = self.bad.iter().map(|(why, rule)| (format!("disadvantage: {why}"), rule));
        for (label, rule) in good.chain(bad) {
            sum.push_term(Term { label, value: 0, rule: rule.clone() });
        }
    }
}

/// A roll as it stands before the dice fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What is added to the kept die.
    pub bonus: Sum,
    /// Which die is kept.
    pub kept: Kept,
    /// What it is compared with.
    pub against: Sum,
    /// The name of that number.
    pub label: &'static str,
}

impl Roll {
    /// The smallest face of the kept die with which the total reaches the number (MO-3).
    pub fn needs(&self) -> i32 {
        self.against.total() - self.bonus.total()
    }

    /// Throws the dice and gives what they show and the kept die. `cuts` are the faces at which
    /// the outcome changes; nothing finer is told apart by exact odds.
    ///
    /// # Errors
    /// [`Pause`] while dice are missing.
    pub fn throw(
        &self,
        mut cuts: Vec<i32>,
        oracle: &mut Oracle<'_>,
    ) -> Result<(Vec<u16>, i32), Pause> {
        cuts.retain(|cut| (2..=i32::from(D20)).contains(cut));
        cuts.sort_unstable();
        cuts.dedup();
        let (count, read) = match self.kept {
            Kept::Only => (1, Read::Sum(cuts)),
            Kept::Higher => (2, Read::Highest(cuts)),
            Kept::Lower => (2, Read::Lowest(cuts)),
        };
        let faces = oracle.roll(Throw { dice: vec![Die::d(D20); count], read })?;
        let face = match self.kept {
            Kept::Lower => faces.iter().min(),
            Kept::Only | Kept::Higher => faces.iter().max(),
        };
        let face = face.copied().map_or(0, i32::from);
        Ok((faces, face))
    }

    /// The roll as an event tells it.
    pub fn rolled(
        &self,
        purpose: &'static str,
        who: UnitId,
        target: Option<UnitId>,
        (faces, face): (Vec<u16>, i32),
        degree: Degree,
    ) -> Rolled {
        Rolled {
            who: Some(who),
            side: None,
            purpose: Key::of(purpose),
            target,
            dice: vec![Die::d(D20); faces.len()],
            faces,
            terms: self.bonus.terms().to_vec(),
            total: face + self.bonus.total(),
            against: Some(Against {
                label: self.label.to_owned(),
                terms: self.against.terms().to_vec(),
                value: self.against.total(),
            }),
            degree,
            needs: Some(self.needs().clamp(1, i32::from(D20) + 1)),
        }
    }
}

/// Throws damage dice and gives their sum. Every sum is told apart by exact odds.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// MO-7, MO-8: any of both together is a plain roll; or the more numerous side counts.
    #[test]
    fn advantage_and_disadvantage_cancel() {
        let mut lean = Leaning::default();
        assert_eq!(lean.kept(AdvantageMode::CancelAll), Kept::Only);
        lean.advantage("hidden", "MO-124");
        lean.advantage("target is prone", "MO-268");
        assert_eq!(lean.kept(AdvantageMode::CancelAll), Kept::Higher);
        lean.disadvantage("target defends", "MO-88");
        assert_eq!(lean.kept(AdvantageMode::CancelAll), Kept::Only);
        assert_eq!(lean.kept(AdvantageMode::NetCount), Kept::Higher);
    }
}
