//! Exact odds: as a scenario states them, and as a report on its first command.

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, UnitId};
use crate::rules::command::Command;
use crate::rules::dice::Chance;
use crate::rules::event::Happening;
use crate::rules::odds::{Course, Odds, OddsError, one_decimal};
use crate::rules::state::{Posture, Status};
use crate::rules::weigh::main_track;
use crate::rules::{Term, engine};

use super::lines::snake;
use super::names::Names;
use super::scalar::{Fraction, fraction};
use super::view::View;

/// A result with its chance.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsLine {
    /// The result.
    pub of: Outcome,
    /// Its chance.
    pub is: Fraction,
}

/// A result that a command may have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Somebody is hit: damaged, or the roll against it succeeds.
    Hit(String),
    /// A roll of somebody succeeds: a death save, first aid.
    Succeeds(String),
    /// Somebody's health, or what the ruleset has in its place, is then exactly this.
    Health(String, i32),
    /// Somebody is no longer in the fight.
    Out(String),
    /// Somebody then has this status.
    Status(String, String),
    /// Somebody then lies.
    Prone(String),
    /// Somebody then has a condition.
    Has(String, String),
    /// Somebody is then there.
    At(String, Cell),
}

impl Outcome {
    /// The combatant it is about.
    pub fn name(&self) -> &str {
        match self {
            Self::Hit(who)
            | Self::Succeeds(who)
            | Self::Health(who, _)
            | Self::Out(who)
            | Self::Status(who, _)
            | Self::Prone(who)
            | Self::Has(who, _)
            | Self::At(who, _) => who,
        }
    }

    fn came(&self, names: &Names, course: &Course) -> bool {
        let Some(id) = names.unit_id(self.name()) else { return false };
        let unit = course.state.unit(id);
        match self {
            Self::Hit(_) => is_hit(course, id),
            Self::Succeeds(_) => course.events.iter().any(|e| {
                matches!(&e.what, Happening::Rolled(r)
                    if r.who == Some(id) && r.degree.succeeded())
            }),
            Self::Health(_, n) => unit.is_some_and(|u| main_track(u) == *n),
            Self::Out(_) => unit.is_none_or(|u| u.status != Status::Active),
            Self::Status(_, status) => unit.is_some_and(|u| snake(&u.status) == *status),
            Self::Prone(_) => unit.is_some_and(|u| u.placement.posture == Posture::Prone),
            Self::Has(_, condition) => unit.is_some_and(|u| u.conditions.has(condition)),
            Self::At(_, cell) => unit.is_some_and(|u| u.placement.at.cell() == Some(*cell)),
        }
    }
}

fn is_hit(course: &Course, id: UnitId) -> bool {
    course.events.iter().any(|e| match &e.what {
        Happening::Hit { target, .. } => *target == id,
        Happening::Rolled(r) => r.target == Some(id) && r.degree.succeeded(),
        _ => false,
    })
}

/// What is wrong with the odds that are stated for a command.
pub fn compare(view: View<'_>, command: &Command, lines: &[OddsLine]) -> Vec<String> {
    if lines.is_empty() {
        return Vec::new();
    }
    let all = match Odds::of(view.rules, view.state, command) {
        Ok(all) => all,
        Err(error) => return vec![format!("no odds: {error}")],
    };
    let mut wrong = Vec::new();
    for line in lines {
        // Rolls by somebody, instead of about somebody, are told of the whole only.
        if matches!((&all, &line.of), (Odds::Apart(_), Outcome::Succeeds(_))) {
            wrong.push(format!("no odds of {:?}: too many courses", line.of));
            continue;
        }
        let about = view.names.unit_id(line.of.name()).map(|id| all.about(id));
        let came = about.unwrap_or_default().iter().filter(|c| line.of.came(view.names, c));
        let chance: Chance = came.map(|c| c.chance).sum();
        if chance != line.is.0 {
            wrong.push(format!(
                "odds of {:?}: expected {}, are {}",
                line.of,
                fraction(line.is.0),
                fraction(chance)
            ));
        }
    }
    wrong
}

/// The odds of a command, for people and machines. Chances are exact, written as `7/10`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsReport {
    /// The title of the scenario.
    pub title: String,
    /// The command in words.
    pub command: String,
    /// What it can do to each combatant that it can change or that it rolls against.
    pub targets: Vec<TargetOdds>,
}

/// What a command can do to one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TargetOdds {
    /// Whom it is about.
    pub unit: String,
    /// Its name on the board.
    pub name: String,
    /// How the roll against it stands; none when no roll is made.
    pub roll: Option<RollOdds>,
    /// The chance of a hit, or of a roll that succeeds.
    pub hit: String,
    /// The chance of each loss of health; gains are negative.
    pub damage: Vec<DamageOdds>,
    /// The smallest loss that can be.
    pub least: i32,
    /// The largest loss that can be.
    pub most: i32,
    /// The loss on average, exact: `28/5`.
    pub mean: String,
    /// The loss on average with one decimal: `5.6`.
    pub mean_rounded: String,
    /// The chance that it is put out of the fight; for one who lies unconscious, that it dies.
    pub out: String,
}

/// One amount of damage with its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamageOdds {
    /// Health lost.
    pub amount: i32,
    /// How likely.
    pub chance: String,
}

/// How a roll stands before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollOdds {
    /// Sides of the die.
    pub die: u16,
    /// The smallest face that succeeds.
    pub needs: Option<i32>,
    /// What is added to the die, by name and rule.
    pub bonus: Vec<Term>,
    /// What the bonus sums up to.
    pub bonus_total: i32,
    /// What it is compared with: Parry, Evasion, ...
    pub against: String,
    /// The parts of that number.
    pub against_terms: Vec<Term>,
    /// Their sum.
    pub against_total: i32,
}

/// The odds of a command.
///
/// # Errors
/// When the command is refused or has too many courses.
pub fn report(
    view: View<'_>,
    title: &str,
    words: String,
    command: &Command,
) -> Result<OddsReport, OddsError> {
    let all = Odds::of(view.rules, view.state, command)?;
    let forecasts = engine::with_ctx(view.rules, view.state, |c| view.rules.forecast(c, command));
    let mut targets = Vec::new();
    for spread in all.spreads(view.state) {
        let forecast = forecasts.iter().find(|f| f.target == spread.unit);
        let Some(unit) = view.state.unit(spread.unit) else { continue };
        if forecast.is_none() && !spread.changes() {
            continue;
        }
        let mean = spread.mean().ok_or(OddsError::TooFine)?;
        targets.push(TargetOdds {
            unit: view.names.unit(spread.unit),
            name: unit.identity.name.clone(),
            roll: forecast.map(|f| RollOdds {
                die: f.die,
                needs: f.needs,
                bonus: f.bonus.clone(),
                bonus_total: total(&f.bonus),
                against: f.against_label.clone(),
                against_terms: f.against.clone(),
                against_total: total(&f.against),
            }),
            hit: fraction(spread.hit),
            damage: spread
                .losses
                .iter()
                .map(|(amount, chance)| DamageOdds { amount: *amount, chance: fraction(*chance) })
                .collect(),
            least: spread.least(),
            most: spread.most(),
            mean: mean.to_string(),
            mean_rounded: one_decimal(mean),
            out: fraction(spread.knocked_out()),
        });
    }
    Ok(OddsReport { title: title.to_owned(), command: words, targets })
}

fn total(terms: &[Term]) -> i32 {
    terms.iter().fold(0, |sum, term| sum.saturating_add(term.value))
}
