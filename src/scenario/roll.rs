//! How a roll would stand if it were made now: a check of its bonus, its number and its rules.

use serde::Deserialize;

use super::expect::Expected;
use super::line::Line;
use super::lines::terms_in_words;
use super::scalar::Aim;
use super::view::View;

/// How a roll would stand if it were made now.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollCheck {
    /// Who would roll.
    pub by: String,
    /// For which act.
    pub act: String,
    /// Against whom.
    pub on: String,
    /// Where the act is aimed, if not at that combatant.
    pub at: Option<Aim>,
    /// Everything added to the die.
    pub bonus: Option<i32>,
    /// The number it is compared with.
    pub against: Option<i32>,
    /// The smallest face that succeeds.
    pub needs: Option<i32>,
    /// Rules that have a part in either sum.
    #[serde(default)]
    pub because: Vec<String>,
    /// Rules that have no part in either sum.
    #[serde(default)]
    pub not_because: Vec<String>,
}

impl RollCheck {
    /// Whether it stands so.
    ///
    /// # Errors
    /// What is expected and what is there.
    pub fn holds(&self, view: View<'_>) -> Result<(), String> {
        let on = view.id(&self.on)?;
        let aim = self.at.clone().unwrap_or_else(|| Aim::Unit(self.on.clone()));
        let forecasts = view.forecasts(&self.by, &self.act, &aim)?;
        let Some(forecast) = forecasts.iter().find(|f| f.target == on) else {
            return Err(format!("{} of {} makes no roll against {}", self.act, self.by, self.on));
        };
        let terms = || forecast.bonus.iter().chain(&forecast.against);
        let rules: Vec<String> = terms().map(|t| t.rule.to_string()).collect();
        let sum = |terms: &[crate::rules::Term]| terms.iter().map(|t| t.value).sum::<i32>();
        let mut line = Line::new("rolled")
            .with("total", sum(&forecast.bonus))
            .with("against", sum(&forecast.against))
            .with("because", rules.clone());
        if let Some(needs) = forecast.needs {
            line = line.with("needs", needs);
        }
        let expected = Expected::Rolled {
            by: None,
            side: None,
            on: None,
            purpose: None,
            dice: None,
            total: self.bonus,
            against: self.against,
            needs: self.needs,
            success: None,
            because: Some(self.because.clone()),
        };
        let words = format!(
            "bonus {} {}, against {} {}, needs {:?}",
            sum(&forecast.bonus),
            terms_in_words(forecast.bonus.iter()),
            sum(&forecast.against),
            terms_in_words(forecast.against.iter()),
            forecast.needs.unwrap_or_default(),
        );
        let excluded = self.not_because.iter().find(|r| rules.contains(r));
        match excluded {
            Some(rule) => Err(format!("{rule} must have no part in the roll: {words}")),
            None if expected.fits(&line) => Ok(()),
            None => Err(format!(
                "roll of {} by {} on {}: expected bonus {:?}, against {:?}, needs {:?}, because \
                 {:?}; is {words} {}",
                self.act,
                self.by,
                self.on,
                self.bonus.unwrap_or_default(),
                self.against.unwrap_or_default(),
                self.needs.unwrap_or_default(),
                self.because,
                rules.join(" "),
            )),
        }
    }
}
