//! A roll against a target number.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_traits::Zero;

use super::known::{MAX_DICE, Memory, Shape, recall};
use super::result::{Band, Degree, Scale};
use super::{Compare, Count, Needs};
use crate::dice::{Chance, Die, Read, Throw};
use crate::event::{Against, Degrees, Rolled};
use crate::oracle::{Oracle, Pause};
use crate::{Key, Sum};

/// With bursting dice, degrees beyond this number are not distinguished.
const DEGREES: i32 = 20;

thread_local! {
    static SCORES: Memory<Shape, Rc<[(Chance, Score)]>> = RefCell::default();
    static CHANCES: Memory<Shape, Chance> = RefCell::default();
}

/// A roll before it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Test {
    /// The dice.
    pub dice: Vec<Die>,
    /// How they are counted.
    pub count: Count,
    /// The terms added to the count.
    pub terms: Sum,
    /// How the total is compared with the target number.
    pub compare: Compare,
    /// The name of the target number: "Parry", "Melee".
    pub label: String,
    /// The terms of the target number.
    pub against: Sum,
    /// Limits of the required count, if some faces always succeed or fail; the range of the dice if
    /// `None`.
    pub bounds: Option<(i32, i32)>,
    /// How degrees are counted, if they are.
    pub scale: Option<Scale>,
    /// Ranges of counts with their own results, in order and without gaps. If there are any, they
    /// replace the target number.
    pub bands: Vec<Band>,
}

/// The score of a roll in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The count of the dice.
    pub counted: i32,
    /// Count plus terms.
    pub total: i32,
    /// The target number.
    pub mark: i32,
    /// The result of the test alone.
    pub degree: Degree,
    /// Degrees, negative for failures; 0 if none are counted.
    pub degrees: i32,
}

impl Score {
    /// True if the test alone passed.
    pub const fn passed(&self) -> bool {
        self.degree.succeeded()
    }
}

/// A test with its sums added up.
pub(super) struct Scorer<'t> {
    test: &'t Test,
    terms: i32,
    mark: i32,
    needs: Option<Needs>,
}

impl Scorer<'_> {
    /// The score of a count.
    pub fn score_of(&self, counted: i32) -> Score {
        let Self { test, terms, mark, needs } = *self;
        let total = counted.saturating_add(terms);
        let degree = if test.bands.is_empty() {
            let passed = needs.is_some_and(|needs| needs.is_met_by(counted));
            if passed { Degree::Success } else { Degree::Failure }
        } else {
            test.band(counted).map_or(Degree::Failure, |band| band.degree)
        };
        let passed = degree.succeeded();
        let degrees = test.scale.map_or(0, |s| s.degrees(passed, test.compare, total, mark));
        Score { counted, total, mark, degree, degrees }
    }
}

impl Test {
    /// A test of one die against a target number: dice and terms together must reach it.
    pub fn of(sides: u16, terms: Sum, label: impl Into<String>, against: Sum) -> Self {
        let (dice, label) = (vec![Die::d(sides)], label.into());
        Self { dice, terms, label, against, ..Self::default() }
    }

    /// The same test, passed by rolling the target number or less.
    #[must_use]
    pub fn under(self) -> Self {
        Self { compare: Compare::AtMost, ..self }
    }

    /// The same test, passed only by exceeding the target number.
    #[must_use]
    pub fn above(self) -> Self {
        Self { compare: Compare::Above, ..self }
    }

    /// The same test with limits of the required count.
    #[must_use]
    pub fn within(self, least: i32, most: i32) -> Self {
        Self { bounds: Some((least, most)), ..self }
    }

    /// The same test with degrees.
    #[must_use]
    pub fn by_degrees(self, scale: Scale) -> Self {
        Self { scale: Some(scale), ..self }
    }

    /// The same test with result bands.
    #[must_use]
    pub fn in_bands(self, bands: Vec<Band>) -> Self {
        Self { bands, ..self }
    }

    /// The required count; `None` if the succeeding bands do not lie together at one end.
    pub fn needs(&self) -> Option<Needs> {
        if !self.bands.is_empty() {
            return self.needs_of_bands();
        }
        let asked = self.against.total().saturating_sub(self.terms.total());
        let (least, most) = self.count.range(&self.dice);
        let bursts = self.bursts();
        Some(match self.compare {
            Compare::AtLeast | Compare::Above => {
                let asked = asked.saturating_add(i32::from(self.compare == Compare::Above));
                let most = if bursts { i32::MAX } else { most.saturating_add(1) };
                let (least, most) = self.bounds.unwrap_or((least, most));
                Needs::AtLeast(asked.min(most).max(least))
            }
            Compare::AtMost => {
                let most = if bursts { i32::MAX } else { most };
                let (least, most) = self.bounds.unwrap_or((least - 1, most));
                Needs::AtMost(asked.min(most).max(least))
            }
        })
    }

    fn needs_of_bands(&self) -> Option<Needs> {
        let (least, most) = self.count.range(&self.dice);
        let good = |band: &&Band| band.degree.succeeded();
        let edges = (self.bands.first()?.from.min(least), self.bands.last()?.to.max(most));
        let from = self.bands.iter().find(good).map_or(edges.1 + 1, |band| band.from);
        let to = self.bands.iter().rev().find(good).map_or(edges.1, |band| band.to);
        let inside = |band: &&Band| from <= band.from && band.to <= to;
        let whole = self.bands.iter().filter(inside).all(|band| band.degree.succeeded());
        match whole {
            true if to >= edges.1 => Some(Needs::AtLeast(from)),
            true if from <= edges.0 => Some(Needs::AtMost(to)),
            _ => None,
        }
    }

    /// The band for a count.
    pub fn band(&self, counted: i32) -> Option<&Band> {
        self.bands.iter().find(|band| band.contains(counted))
    }

    /// The score of these faces.
    pub fn score(&self, faces: &[u16]) -> Score {
        self.score_of(self.count.of(faces))
    }

    /// The score of a count.
    pub fn score_of(&self, counted: i32) -> Score {
        self.scorer().score_of(counted)
    }

    /// A scorer, for scoring many counts.
    pub(super) fn scorer(&self) -> Scorer<'_> {
        let (terms, mark, needs) = (self.terms.total(), self.against.total(), self.needs());
        Scorer { test: self, terms, mark, needs }
    }

    /// The throw, distinguishing only the results of this test.
    pub fn throw(&self) -> Throw {
        self.throw_cut(&[])
    }

    /// Like [`Self::throw`], also distinguishing counts below each of `more` from those at or above
    /// it.
    pub fn throw_cut(&self, more: &[i32]) -> Throw {
        let (least, most) = self.told_apart();
        let scorer = self.scorer();
        let class = |counted: i32| {
            let score = scorer.score_of(counted);
            (score.degree, score.degrees, self.band(counted).map(|band| band.from))
        };
        let mut cuts = Vec::new();
        let mut before = class(least);
        for counted in least + 1..=most {
            let now = class(counted);
            if now != before || more.contains(&counted) {
                cuts.push(counted);
            }
            before = now;
        }
        Throw { dice: self.dice.clone(), read: self.count.read(cuts) }
    }

    /// The throw with every count distinguished, for totals that later rolls are compared with. For
    /// bursting dice, odds leave out counts above `most`: chances then have two bounds.
    pub fn throw_whole(&self, most: i32) -> Throw {
        let (least, highest) = self.count.range(&self.dice);
        let read = match (self.bursts(), self.count) {
            (true, Count::Sum) => Read::Sums { from: least, to: most },
            (true, count) => count.read((least + 1..=most).collect()),
            (false, count) => count.read((least + 1..=highest).collect()),
        };
        Throw { dice: self.dice.clone(), read }
    }

    /// True if its chances can be stored exactly. Rolls read from files may be arbitrary.
    pub fn is_exact(&self) -> bool {
        let sides = || self.dice.iter().map(|die| die.sides);
        let ways = sides().map(u64::from).fold(1, u64::saturating_mul);
        let plain = (1..=8).contains(&self.dice.len())
            && sides().all(|sides| (2..=1000).contains(&sides))
            && ways <= 1_000_000;
        let needs = self.needs().map_or(0, Needs::number);
        plain && (!self.bursts() || self.scale.is_none() && self.bands.is_empty() && needs <= 40)
    }

    fn bursts(&self) -> bool {
        self.dice.iter().any(|die| die.bursts)
    }

    /// The range of counts in which results may differ.
    fn told_apart(&self) -> (i32, i32) {
        let (least, most) = self.count.range(&self.dice);
        if !self.bursts() {
            return (least, most);
        }
        let needs = self.needs().map_or(0, |needs| needs.number().saturating_add(1));
        let bands = self.bands.iter().map(|band| band.from).max().unwrap_or(0);
        let degrees =
            self.scale.map_or(0, |scale| needs.saturating_add(scale.step.saturating_mul(DEGREES)));
        (least, most.max(needs).max(bands).max(degrees))
    }

    /// Rolls the dice.
    ///
    /// # Errors
    /// [`Pause`] if the dice are missing.
    pub fn roll(&self, oracle: &mut Oracle<'_>) -> Result<(Vec<u16>, Score), Pause> {
        let faces = oracle.roll(self.throw())?;
        let score = self.score(&faces);
        Ok((faces, score))
    }

    /// Everything that its chances depend on; `None` for tests with bands or many dice.
    pub(super) fn shape(&self) -> Option<Shape> {
        // Destructured by name, so that a new field cannot be forgotten.
        let Self { dice, count, terms, compare, label: _, against, bounds, scale, bands } = self;
        if dice.len() > MAX_DICE || !bands.is_empty() {
            return None;
        }
        let mut each = [None; MAX_DICE];
        each.iter_mut().zip(dice).for_each(|(slot, die)| *slot = Some(*die));
        let (terms, mark) = (terms.total(), against.total());
        let (count, compare, bounds, scale) = (*count, *compare, *bounds, *scale);
        Some(Shape { dice: each, count, terms, compare, mark, bounds, scale })
    }

    /// Every distinguished result with its chance; the chances sum to 1.
    pub fn scores(&self) -> Vec<(Chance, Score)> {
        self.known_scores().to_vec()
    }

    /// Like [`Self::scores`], cached and shared.
    pub(super) fn known_scores(&self) -> Rc<[(Chance, Score)]> {
        recall(&SCORES, self.shape(), || self.find_scores().into())
    }

    /// Computes the scores without the cache.
    pub(super) fn find_scores(&self) -> Vec<(Chance, Score)> {
        self.scores_of(&self.throw())
    }

    /// Every total with its chance; `None` for bursting dice.
    pub fn totals(&self) -> Option<Vec<(Chance, Score)>> {
        (!self.bursts()).then(|| self.scores_of(&self.throw_whole(0)))
    }

    fn scores_of(&self, throw: &Throw) -> Vec<(Chance, Score)> {
        let scorer = self.scorer();
        let score = |faces: &[u16]| scorer.score_of(self.count.of(faces));
        let branches = throw.known_branches();
        branches.ways.iter().map(|(chance, faces)| (chance.low(), score(faces))).collect()
    }

    /// The chance that this test alone succeeds.
    pub fn chance(&self) -> Chance {
        recall(&CHANCES, self.shape(), || self.find_chance())
    }

    /// Computes the chance without the cache.
    pub(super) fn find_chance(&self) -> Chance {
        let scores = self.known_scores();
        let good = scores.iter().filter(|(_, score)| score.passed());
        good.fold(Chance::zero(), |sum, (chance, _)| sum + chance)
    }

    /// Its bands with their chances, in order, without impossible ones.
    pub fn band_chances(&self) -> Vec<(&Band, Chance)> {
        let scores = self.scores();
        let of = |band: &Band| {
            let inside = scores.iter().filter(|(_, score)| band.contains(score.counted));
            inside.fold(Chance::zero(), |sum, (chance, _)| sum + chance)
        };
        let bands = self.bands.iter().map(|band| (band, of(band)));
        bands.filter(|(_, chance)| !chance.is_zero()).collect()
    }

    /// The chances of its degrees, best result first: whether it passed, and the degrees.
    pub fn degree_chances(&self) -> Vec<((bool, i32), Chance)> {
        let mut chances: BTreeMap<(bool, i32), Chance> = BTreeMap::new();
        if self.scale.is_some() {
            for (chance, score) in self.scores() {
                let entry = chances.entry((score.passed(), score.degrees));
                *entry.or_insert_with(Chance::zero) += chance;
            }
        }
        chances.into_iter().rev().collect()
    }

    /// The record of the roll, without a roller yet.
    pub fn rolled(&self, purpose: &'static str, faces: Vec<u16>) -> Rolled {
        let score = self.score(&faces);
        let (value, terms) = (score.mark, self.against.terms().to_vec());
        Rolled {
            purpose: Key::of(purpose),
            dice: self.dice.clone(),
            faces,
            count: self.count,
            terms: self.terms.terms().to_vec(),
            total: score.total,
            compare: match self.needs() {
                Some(Needs::AtMost(_)) => Compare::AtMost,
                _ => self.compare,
            },
            against: Some(Against { label: self.label.clone(), terms, value }),
            degree: score.degree,
            needs: self.needs().map(Needs::number),
            degrees: self.scale.map(|scale| Degrees { net: score.degrees, scale }),
            bands: self.bands.clone(),
            ..Rolled::default()
        }
    }
}

impl From<&Rolled> for Test {
    /// The test behind a recorded roll.
    fn from(roll: &Rolled) -> Self {
        let sum = |terms: &[crate::Term]| {
            let mut sum = Sum::new();
            terms.iter().for_each(|term| sum.push_term(term.clone()));
            sum
        };
        let mut mark = roll.against.as_ref().map_or_else(Sum::new, |a| sum(&a.terms));
        // A target number may have been recorded without its terms.
        let rest = roll.against.as_ref().map_or(0, |a| a.value.saturating_sub(mark.total()));
        mark.add("", rest, "");
        let label = roll.against.as_ref().map_or_else(String::new, |a| a.label.clone());
        Self {
            dice: roll.dice.clone(),
            count: roll.count,
            terms: sum(&roll.terms),
            compare: roll.compare,
            label,
            against: mark,
            bounds: roll.needs.map(|needs| (needs, needs)),
            scale: roll.degrees.map(|degrees| degrees.scale),
            bands: roll.bands.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Likelihood;

    /// A d6 that bursts shows 1 to 5, 7 to 11, and so on: 5/6 in the first series, 5/36 in the
    /// next.
    #[test]
    fn what_a_bursting_die_may_show_beyond_the_last_total_is_left_out() {
        let test = Test { dice: vec![Die::bursting(6)], ..Test::default() };
        let branches = test.throw_whole(11).branches();
        let shown: Vec<u16> = branches.ways.iter().map(|(_, faces)| faces[0]).collect();
        assert_eq!(shown, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]);
        assert_eq!(branches.rest, Likelihood::of(1, 36));
    }
}
