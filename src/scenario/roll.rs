//! Checks of a roll as it would be made now: its bonus, target number and rules.

use serde::Deserialize;

use rules::roll::{Needs, words};
use rules::ruleset::Forecast;

use super::errors::CheckError;
use super::expect::Expected;
use super::line::Line;
use super::lines::terms_in_words;
use super::scalar::{Aim, Likely};
use super::view::View;

/// A roll as it would be made now.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollCheck {
    /// The combatant that rolls.
    pub by: String,
    /// The act.
    pub act: String,
    /// The target.
    pub on: String,
    /// Where the act is aimed, if not at that combatant.
    pub at: Option<Aim>,
    /// The sum of the modifiers.
    pub bonus: Option<i32>,
    /// The target number.
    pub against: Option<i32>,
    /// The smallest dice result that succeeds.
    pub needs: Option<i32>,
    /// The largest dice result that succeeds, if low rolls do.
    pub at_most: Option<i32>,
    /// The exact chance of success, on its own or against an opposed roll.
    pub chance: Option<Likely>,
    /// Chances of its possible results, by name: bands, degrees, margins.
    #[serde(default)]
    pub grades: Vec<Grade>,
    /// Rules that contribute to either sum.
    #[serde(default)]
    pub because: Vec<String>,
    /// Rules that contribute to neither sum.
    #[serde(default)]
    pub not_because: Vec<String>,
}

/// A possible result of a roll, and its chance.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// Its name in the preview: "critical hit (90-100)", "2 degrees of success".
    pub of: String,
    /// Its chance.
    pub is: Likely,
}

impl RollCheck {
    /// The required dice result, as text.
    fn needed_in_words(&self) -> String {
        let needs = self.needs.map(Needs::AtLeast).or(self.at_most.map(Needs::AtMost));
        needs.map_or_else(|| "any number".to_owned(), words::needed)
    }

    /// Compares the chances with the expected ones.
    fn chances_hold(&self, forecast: &Forecast) -> Result<(), CheckError> {
        if let Some(expected) = &self.chance {
            let is = forecast.chance().ok_or(CheckError::NoChance)?;
            if !expected.is_met_by(is.into()) {
                let (expected, found) = (expected.to_string(), is.to_string());
                let what = "chance of the roll".to_owned();
                return Err(CheckError::Differs { what, expected, found });
            }
        }
        let grades = forecast.grades();
        for Grade { of, is } in &self.grades {
            let mut found = grades.iter().filter(|(name, _)| name == of);
            if !found.next().is_some_and(|(_, chance)| is.is_met_by((*chance).into())) {
                let all = grades.iter().map(|(name, chance)| format!("{name}: {chance}"));
                let found = all.collect::<Vec<_>>().join(", ");
                let (grade, expected) = (of.clone(), is.to_string());
                return Err(CheckError::Grade { grade, expected, found });
            }
        }
        Ok(())
    }

    /// Whether the roll is as expected.
    ///
    /// # Errors
    /// The expected and the actual value.
    pub fn holds(&self, view: View<'_>) -> Result<(), CheckError> {
        let on = view.id(&self.on)?;
        let aim = self.at.clone().unwrap_or_else(|| Aim::Unit(self.on.clone()));
        let forecasts = view.forecasts(&self.by, &self.act, &aim)?;
        let Some(forecast) = forecasts.iter().find(|f| f.target == on) else {
            let (act, by, on) = (self.act.clone(), self.by.clone(), self.on.clone());
            return Err(CheckError::NoRoll { act, by, on });
        };
        let (bonus, against) = (forecast.bonus(), forecast.against());
        let terms = || bonus.iter().chain(against);
        let rules: Vec<String> = terms().map(|t| t.rule.to_string()).collect();
        let sum = |terms: &[rules::Term]| terms.iter().map(|t| t.value).sum::<i32>();
        let mut line = Line::new("rolled")
            .with("total", sum(bonus))
            .with("against", sum(against))
            .with("because", rules.clone());
        line = match forecast.needs() {
            Some(Needs::AtLeast(needs)) => line.with("needs", needs),
            Some(Needs::AtMost(most)) => line.with("at_most", most),
            None => line,
        };
        let expected = Expected::Rolled {
            by: None,
            side: None,
            on: None,
            purpose: None,
            dice: None,
            total: self.bonus,
            against: self.against,
            needs: self.needs,
            at_most: self.at_most,
            success: None,
            degrees: None,
            band: None,
            opposed: None,
            margin: None,
            bursts: None,
            before: None,
            because: Some(self.because.clone()),
            seen_by: None,
        };
        let words = format!(
            "bonus {} {}, against {} {}, {}",
            sum(bonus),
            terms_in_words(bonus.iter()),
            sum(against),
            terms_in_words(against.iter()),
            forecast.in_words(),
        );
        self.chances_hold(forecast)?;
        let excluded = self.not_because.iter().find(|r| rules.contains(r));
        match excluded {
            Some(rule) => Err(CheckError::Contributes { rule: rule.clone(), roll: words }),
            None if expected.fits(&line) => Ok(()),
            None => Err(CheckError::Roll {
                what: format!("roll of {} by {} on {}", self.act, self.by, self.on),
                expected: format!(
                    "bonus {:?}, against {:?}, {}, because {:?}",
                    self.bonus.unwrap_or_default(),
                    self.against.unwrap_or_default(),
                    self.needed_in_words(),
                    self.because,
                ),
                found: format!("{words} {}", rules.join(" ")),
            }),
        }
    }
}
