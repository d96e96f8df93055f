//! Forecasts: facts about a roll before it is made.

use grid::UnitId;

use super::Term;
use super::dice::{Chance, Likelihood};
use super::roll::{Contest, Needs, Settle, SettleBy, Test, words};

/// The forecast of a roll against one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The target.
    pub target: UnitId,
    /// The roll.
    pub test: Test,
    /// The opposing roll, if there is one.
    pub opposed: Option<Opposition>,
    /// The roll if the target uses a reaction that it is visibly able to use (MO-434).
    pub reacted: Option<Reacted>,
    /// The reactions that other sides are visibly able to use, in the order in which they are asked
    /// (MO-434).
    pub responses: Vec<Response>,
    /// Whether the target makes the roll, to withstand the act.
    pub withstands: bool,
}

/// A reaction to an act, and what is left of the act then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The combatant that may react.
    pub by: UnitId,
    /// What it may do: "take the blow".
    pub words: String,
    /// The chance that the roll succeeds then, and the damage of an ordinary hit; `None` if they
    /// depend on how the reaction is used.
    pub then: Option<(Likelihood, i32)>,
}

/// A roll against a target that uses a reaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Reacted {
    /// The condition in words: "if parried".
    pub words: String,
    /// The chance that the roll still succeeds.
    pub chance: Likelihood,
}

/// The other side of an opposed roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opposition {
    /// How the two rolls are compared.
    pub settle: Settle,
    /// The roll of the other side.
    pub test: Test,
}

impl Forecast {
    /// An unopposed roll.
    pub fn new(target: UnitId, test: Test) -> Self {
        let (opposed, reacted, responses) = (None, None, Vec::new());
        Self { target, test, opposed, reacted, responses, withstands: false }
    }

    /// The roll of the acting side, which the other side will oppose.
    pub fn opposed(target: UnitId, own: Test, theirs: Test, settle: Settle) -> Self {
        let opposed = Some(Opposition { settle, test: theirs });
        Self { opposed, ..Self::new(target, own) }
    }

    /// The same roll with the target's reaction.
    #[must_use]
    pub fn with_reaction(self, words: &str, chance: Likelihood) -> Self {
        Self { reacted: Some(Reacted { words: words.to_owned(), chance }), ..self }
    }

    /// The same roll with the reactions that it may meet.
    #[must_use]
    pub fn with_responses(self, responses: Vec<Response>) -> Self {
        Self { responses, ..self }
    }

    /// The same roll, made by the target to withstand the act.
    #[must_use]
    pub fn by_target(self) -> Self {
        Self { withstands: true, ..self }
    }

    /// The terms added to the dice.
    pub fn bonus(&self) -> &[Term] {
        self.test.terms.terms()
    }

    /// The terms of the number the total is compared with; for an opposed roll compared by totals,
    /// the terms the other side adds to its dice.
    pub fn against(&self) -> &[Term] {
        match &self.opposed {
            Some(Opposition { settle: Settle { by: SettleBy::Totals, .. }, test, .. }) => {
                test.terms.terms()
            }
            _ => self.test.against.terms(),
        }
    }

    /// The label of [`Self::against`].
    pub fn against_label(&self) -> String {
        match &self.opposed {
            Some(Opposition { settle: Settle { by: SettleBy::Totals, .. }, test, .. }) => {
                format!("{} and", words::counted(&test.dice, test.count))
            }
            _ => self.test.label.clone(),
        }
    }

    /// The other side's own test, if two are compared by degrees.
    pub fn theirs(&self) -> Option<&Test> {
        let opposed = self.opposed.as_ref()?;
        (opposed.settle.by == SettleBy::Degrees).then_some(&opposed.test)
    }

    /// The required sum of the dice to pass the own test, if one number decides.
    pub fn needs(&self) -> Option<Needs> {
        match &self.opposed {
            Some(opposed) if opposed.settle.by == SettleBy::Totals => None,
            _ => self.test.needs(),
        }
    }

    /// The chance that the roll succeeds; for an opposed roll, that its side wins. `None` where
    /// totals of bursting dice would be compared.
    pub fn chance(&self) -> Option<Chance> {
        match &self.opposed {
            None => Some(self.test.chance()),
            Some(Opposition { settle, test }) => {
                Contest { active: &self.test, passive: test, settle: *settle }.chance()
            }
        }
    }

    /// The requirement in words: "13 or more on d20", "45 or less on d100, against the other's
    /// degrees".
    pub fn in_words(&self) -> String {
        let test = &self.test;
        let thrown = words::counted(&test.dice, test.count);
        let needed = self.needs().map(|needs| format!("{} on {thrown}", words::needed(needs)));
        let against = match &self.opposed {
            None if needed.is_none() => "by result band".to_owned(),
            None => return needed.unwrap_or_default(),
            Some(Opposition { settle, .. }) => match settle.by {
                SettleBy::Totals => "against the other roll".to_owned(),
                SettleBy::Degrees => "against the other roll's degrees".to_owned(),
            },
        };
        format!("{}, {against}", needed.unwrap_or(thrown))
    }

    /// Each outcome with its chance, if there are more than two: bands, degrees, or the margins of
    /// an opposed roll.
    pub fn grades(&self) -> Vec<(String, Chance)> {
        let test = &self.test;
        if let Some(opposed) = &self.opposed {
            if opposed.settle.by == SettleBy::Totals {
                return Vec::new();
            }
            let contest = Contest { active: test, passive: &opposed.test, settle: opposed.settle };
            let margins = contest.margins().unwrap_or_default();
            let words = |margin: Option<i32>| match margin {
                Some(1) => "wins by 1 degree".to_owned(),
                Some(n) => format!("wins by {n} degrees"),
                None => "does not win".to_owned(),
            };
            return margins.into_iter().rev().map(|(m, chance)| (words(m), chance)).collect();
        }
        if !test.bands.is_empty() {
            let bands = test.band_chances().into_iter();
            return bands
                .map(|(band, chance)| {
                    (format!("{} ({})", band.name, words::range(band.from, band.to)), chance)
                })
                .collect();
        }
        let degrees = test.degree_chances().into_iter();
        degrees.map(|((passed, net), chance)| (words::degrees(passed, net), chance)).collect()
    }
}
