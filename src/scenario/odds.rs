//! Exact odds: as stated by a scenario, and as a report on its first command.

use serde::{Deserialize, Serialize};

use grid::{Cell, UnitId};
use rules::command::Command;
use rules::dice::{Chance, Likelihood};
use rules::engine::CommandError;
use rules::event::{Event, EventKind};
use rules::odds::{self, Course, Fold, Losses, Odds, Play, Spread, Struck};
use rules::roll::Needs;
use rules::roll::words::dice;
use rules::ruleset::Forecast;
use rules::state::{Posture, Status, Unit};
use rules::{Ruleset, Term, engine};

use super::lines::snake;
use super::scalar::Likely;
use super::view::View;

/// A result with its chance.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsLine {
    /// The result.
    pub of: Outcome,
    /// Whether larger or smaller numbers than the stated one count as well.
    pub or: Option<Bound>,
    /// A condition: only outcomes in which this happens count.
    pub given: Option<Outcome>,
    /// Its chance.
    pub is: Likely,
}

/// Numbers that count in addition to the stated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// This number or more.
    More,
    /// This number or less.
    Less,
}

impl Bound {
    fn takes(this: Option<Self>, found: i32, stated: i32) -> bool {
        match this {
            None => found == stated,
            Some(Self::More) => found >= stated,
            Some(Self::Less) => found <= stated,
        }
    }
}

/// A possible result of a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The unit is hit: damaged, or the roll against it succeeds and no defense averts it.
    Hit(String),
    /// A roll by the unit succeeds: a death save, first aid.
    Succeeds(String),
    /// The unit's health, or its equivalent in the ruleset, is then exactly this.
    Health(String, i32),
    /// A track of the unit is then exactly this.
    Track(String, String, i32),
    /// A track of the unit loses exactly this; gains are negative.
    Loses(String, String, i32),
    /// A track of the unit newly reaches a mark: `wounded`, `broken`.
    Reaches(String, String),
    /// The unit is no longer in the fight.
    Out(String),
    /// The unit then has this status.
    Status(String, String),
    /// The unit is then prone.
    Prone(String),
    /// The unit then has a condition.
    Has(String, String),
    /// The unit is then in this cell.
    At(String, Cell),
    /// The unit may act then: it is its turn.
    Acts(String),
}

impl Outcome {
    /// The combatant that it is about.
    pub fn name(&self) -> &str {
        match self {
            Self::Hit(who)
            | Self::Succeeds(who)
            | Self::Health(who, _)
            | Self::Track(who, ..)
            | Self::Loses(who, ..)
            | Self::Reaches(who, _)
            | Self::Out(who)
            | Self::Status(who, _)
            | Self::Prone(who)
            | Self::Has(who, _)
            | Self::At(who, _)
            | Self::Acts(who) => who,
        }
    }

    /// True if it contains a number, so that a bound applies.
    const fn is_counted(&self) -> bool {
        matches!(self, Self::Health(..) | Self::Track(..) | Self::Loses(..))
    }

    fn came(
        &self,
        view: View<'_>,
        course: &Course<(Struck, Succeeded)>,
        or: Option<Bound>,
    ) -> bool {
        let Some(id) = view.names.unit_id(self.name()) else { return false };
        let unit = course.state.unit(id);
        let track = |unit: Option<&Unit>, track: &str| {
            unit.and_then(|u| u.tracks.0.get(track)).map(|meter| meter.value)
        };
        let marks = |unit: Option<&Unit>| {
            let parts = unit.map(|u| view.rules.fitness(u).parts).unwrap_or_default();
            parts.into_iter().flat_map(|part| part.reached)
        };
        match self {
            Self::Hit(_) => course.fold.0.at(id).is_hit(),
            Self::Succeeds(_) => course.fold.1.0.contains(&(id, true)),
            Self::Health(_, n) => unit
                .and_then(|u| view.rules.fitness(u).main().map(|part| part.value))
                .is_some_and(|value| Bound::takes(or, value, *n)),
            Self::Track(_, id, n) => {
                track(unit, id).is_some_and(|value| Bound::takes(or, value, *n))
            }
            Self::Loses(_, name, n) => {
                let before = track(view.state.unit(id), name);
                let loss = before.zip(track(unit, name)).map(|(from, to)| from.saturating_sub(to));
                loss.is_some_and(|loss| Bound::takes(or, loss, *n))
            }
            Self::Reaches(_, mark) => {
                let there = |unit| marks(unit).any(|m| m.id == **mark);
                there(unit) && !there(view.state.unit(id))
            }
            Self::Out(_) => unit.is_none_or(|u| u.status != Status::Active),
            Self::Status(_, status) => unit.is_some_and(|u| snake(&u.status) == *status),
            Self::Prone(_) => unit.is_some_and(|u| u.placement.posture == Posture::Prone),
            Self::Has(_, condition) => unit.is_some_and(|u| u.conditions.has(condition)),
            Self::At(_, cell) => unit.is_some_and(|u| u.placement.at.cell() == Some(*cell)),
            Self::Acts(_) => course.state.scene.clock.active.contains(&id),
        }
    }
}

/// Units whose own rolls are asked about, and whether one of those rolls has succeeded.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Succeeded(Vec<(UnitId, bool)>);

impl Fold for Succeeded {
    fn take(&mut self, event: &Event) {
        if let EventKind::Rolled(roll) = &event.what
            && roll.degree.succeeded()
        {
            let own = self.0.iter_mut().filter(|(id, _)| roll.who == Some(*id));
            own.for_each(|(_, succeeded)| *succeeded = true);
        }
    }
}

/// The subject of stated odds.
#[derive(Clone, Copy, Debug)]
pub enum Stated<'c> {
    /// The opening of the battle.
    Opening,
    /// These commands, one after another. Ending a turn includes everything up to the next
    /// decision.
    Commands(&'c [Command]),
}

impl Stated<'_> {
    fn courses(self, view: View<'_>, fold: Succeeded) -> Result<Odds<Succeeded>, CommandError> {
        let plays: Vec<Play<'_>> = match self {
            Stated::Commands([command]) if !matches!(command, Command::EndTurn { .. }) => {
                return Odds::of(view.rules, view.state, command, fold);
            }
            Stated::Opening => vec![Play::Opening],
            Stated::Commands(all) => {
                let ends = |c: &Command| matches!(c, Command::EndTurn { .. });
                let play = |c| if ends(c) { Play::Through(c) } else { Play::Command(c) };
                all.iter().map(play).collect()
            }
        };
        let fold = (Struck::default(), fold);
        Ok(Odds::Joint(odds::in_a_row(view.rules, view.state, &plays, fold)?))
    }
}

/// The differences from the odds stated for the opening or for commands.
pub fn compare(view: View<'_>, of: Stated<'_>, lines: &[OddsLine]) -> Vec<String> {
    if lines.is_empty() {
        return Vec::new();
    }
    let asked = lines.iter().flat_map(|line| [Some(&line.of), line.given.as_ref()]).flatten();
    let own = asked.filter(|outcome| matches!(outcome, Outcome::Succeeds(_)));
    let mut own: Vec<(UnitId, bool)> =
        own.filter_map(|outcome| Some((view.names.unit_id(outcome.name())?, false))).collect();
    own.sort_unstable();
    own.dedup();
    match of.courses(view, Succeeded(own)) {
        Ok(all) => lines.iter().filter_map(|line| difference(view, &all, line)).collect(),
        Err(error) => vec![format!("no odds: {error}")],
    }
}

/// How the computed chance of a line differs from the stated one, if it does.
fn difference(view: View<'_>, all: &Odds<Succeeded>, line: &OddsLine) -> Option<String> {
    let OddsLine { of, or, given, is } = line;
    if or.is_some() && !of.is_counted() {
        return Some(format!("odds of {of:?}: only numbers can be more or less"));
    }
    let holds = |course: &Course<(Struck, Succeeded)>| {
        given.as_ref().is_none_or(|given| given.came(view, course, None))
    };
    let came = |course: &Course<(Struck, Succeeded)>| holds(course) && of.came(view, course, *or);
    let Some(unit) = view.names.unit_id(of.name()) else {
        return (!is.is_met_by(Likelihood::ZERO))
            .then(|| format!("odds of {of:?}: expected {is}, got 0"));
    };
    // The condition may be about another unit, whose rolls were not followed for this one.
    let unknown = || Some(format!("no odds of {of:?}: too many outcomes"));
    let Some(mut chance) = all.chance(unit, came) else { return unknown() };
    if let Some(given) = given {
        let other = view.names.unit_id(given.name());
        if other.is_some_and(|other| !all.knows_both(unit, other)) {
            return unknown();
        }
        let Some(condition) = all.chance(unit, holds) else { return unknown() };
        match chance.given(condition) {
            Some(conditional) => chance = conditional,
            None => return Some(format!("odds of {of:?}: {given:?} cannot happen")),
        }
    }
    (!is.is_met_by(chance)).then(|| format!("odds of {of:?}: expected {is}, got {chance}"))
}

/// The odds of a command, as text and JSON. Chances are exact, written as `7/10`; if something had
/// to be left out they are given as a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsReport {
    /// The title of the scenario.
    pub title: String,
    /// The command in words.
    pub command: String,
    /// Its effect on each combatant that it can change or rolls against.
    pub targets: Vec<TargetOdds>,
    /// The total probability of the outcomes left out, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<Likelihood>,
}

/// The effect of a command on one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TargetOdds {
    /// Its name in the scenario.
    pub unit: String,
    /// Its name on the board.
    pub name: String,
    /// The roll against it; `None` without a roll.
    pub roll: Option<RollOdds>,
    /// The chance of a hit, or of a successful roll.
    pub hit: Likelihood,
    /// Losses of its main track.
    #[serde(flatten)]
    pub main: LossOdds,
    /// Losses of its other tracks, as far as they can change.
    pub others: Vec<LossOdds>,
    /// The marks that it may reach, such as wounded or an armour broken.
    pub marks: Vec<MarkOdds>,
    /// The conditions that it may gain, the most likely first.
    pub conditions: Vec<ConditionOdds>,
    /// The chance that it is put out of the fight; for an unconscious unit, that it dies.
    pub out: Likelihood,
}

/// The loss of one track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LossOdds {
    /// The name of the track.
    pub track: String,
    /// The chance of each loss; gains are negative.
    pub damage: Vec<DamageOdds>,
    /// The smallest possible loss.
    pub least: i32,
    /// The largest possible loss.
    pub most: i32,
    /// The mean loss, exact: `28/5`, or as a range.
    pub mean: String,
    /// The mean loss with one decimal: `5.6`.
    pub mean_rounded: String,
}

impl LossOdds {
    fn of(losses: &Losses) -> Self {
        let damage = losses.each().map(|(amount, chance)| DamageOdds { amount, chance });
        Self {
            track: losses.track.to_string(),
            damage: damage.collect(),
            least: losses.least(),
            most: losses.most(),
            mean: losses.mean().to_string(),
            mean_rounded: losses.mean().one_decimal(),
        }
    }
}

/// A mark and the chance of reaching it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkOdds {
    /// Its meaning: `wounded`.
    pub mark: String,
    /// The rule behind it.
    pub rule: String,
    /// Its chance.
    pub chance: Likelihood,
}

/// The marks that a command can make a unit reach.
fn marks(rules: &dyn Ruleset, spread: &Spread) -> Vec<MarkOdds> {
    let reached = spread.marks(rules.describe()).into_iter().map(|(mark, chance)| MarkOdds {
        mark: mark.text.clone(),
        rule: mark.rule.to_string(),
        chance,
    });
    reached.collect()
}

/// A condition and the chance of gaining it without being put out of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionOdds {
    /// Its name: `Slowed`.
    pub condition: String,
    /// Its chance.
    pub chance: Likelihood,
}

/// The conditions that a command can cause. Of those of the acting unit only the uncertain ones
/// count: the others are what the command is for, or belong to its price.
fn conditions(
    view: View<'_>,
    all: &Odds<()>,
    command: &Command,
    unit: UnitId,
) -> Vec<ConditionOdds> {
    let own = command.unit() == Some(unit);
    let gains = all.gains(view.rules.describe(), view.state, unit).into_iter();
    let told = gains.filter(|gain| !own || !gain.is_certain());
    told.map(|gain| ConditionOdds { condition: gain.name, chance: gain.chance }).collect()
}

/// An amount of damage and its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamageOdds {
    /// Points lost.
    pub amount: i32,
    /// Its chance.
    pub chance: Likelihood,
}

/// A roll before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollOdds {
    /// Sides of the first die.
    pub die: u16,
    /// All dice: "d20", "d20 + 2d10 (bursting)".
    pub dice: String,
    /// The required result, as text: "13 or more on d20".
    pub words: String,
    /// The smallest dice result that succeeds.
    pub needs: Option<i32>,
    /// The largest dice result that succeeds, if low rolls do.
    pub at_most: Option<i32>,
    /// The chance of success; for an opposed roll, of winning it.
    pub chance: Option<Likelihood>,
    /// Its possible results, if more than two.
    pub grades: Vec<GradeOdds>,
    /// The modifiers added to the dice, by name and rule.
    pub bonus: Vec<Term>,
    /// The sum of the modifiers.
    pub bonus_total: i32,
    /// The target number's name: Parry, Evasion, ...
    pub against: String,
    /// The terms of that number.
    pub against_terms: Vec<Term>,
    /// Their sum.
    pub against_total: i32,
    /// The opponent's own roll, if degrees are compared.
    pub theirs: Option<TheirOdds>,
}

/// A possible result of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GradeOdds {
    /// Its name: "critical hit (90-100)", "2 degrees of success", "wins by 1 degree".
    pub name: String,
    /// Its chance.
    pub chance: Likelihood,
}

/// The opponent's roll in an opposed roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TheirOdds {
    /// The dice.
    pub dice: String,
    /// The modifiers added to them, by name and rule.
    pub bonus: Vec<Term>,
    /// The name of its target number.
    pub against: String,
    /// The terms of that number.
    pub against_terms: Vec<Term>,
    /// Their sum.
    pub against_total: i32,
}

impl RollOdds {
    fn of(forecast: &Forecast) -> Self {
        let test = &forecast.test;
        let (needs, at_most) = match forecast.needs() {
            Some(Needs::AtLeast(needs)) => (Some(needs), None),
            Some(Needs::AtMost(most)) => (None, Some(most)),
            None => (None, None),
        };
        let grade = |(name, chance): (String, Chance)| GradeOdds { name, chance: chance.into() };
        Self {
            die: test.dice.first().map_or(0, |die| die.sides),
            dice: dice(&test.dice),
            words: forecast.in_words(),
            needs,
            at_most,
            chance: forecast.chance().map(Likelihood::from),
            grades: forecast.grades().into_iter().map(grade).collect(),
            bonus: forecast.bonus().to_vec(),
            bonus_total: total(forecast.bonus()),
            against: forecast.against_label(),
            against_terms: forecast.against().to_vec(),
            against_total: total(forecast.against()),
            theirs: forecast.theirs().map(|test| TheirOdds {
                dice: dice(&test.dice),
                bonus: test.terms.terms().to_vec(),
                against: test.label.clone(),
                against_terms: test.against.terms().to_vec(),
                against_total: test.against.total(),
            }),
        }
    }
}

/// The odds of a command.
///
/// # Errors
/// When the command is refused.
pub fn report(
    view: View<'_>,
    title: &str,
    words: String,
    command: &Command,
) -> Result<OddsReport, CommandError> {
    let all = Odds::of(view.rules, view.state, command, ())?;
    let forecasts = engine::with_ctx(view.rules, view.state, |c| view.rules.forecast(c, command));
    let mut targets = Vec::new();
    for spread in all.spreads(view.state) {
        let forecast = forecasts.iter().find(|f| f.target == spread.unit);
        let Some(unit) = view.state.unit(spread.unit) else { continue };
        let conditions = conditions(view, &all, command, spread.unit);
        if forecast.is_none() && !spread.changes() && conditions.is_empty() {
            continue;
        }
        let main = view.rules.fitness(unit).main().map(|part| part.id.clone());
        let is_main = |losses: &&Losses| main.as_ref() == Some(&losses.track);
        let others = spread.tracks.iter().filter(|losses| !is_main(losses) && losses.changes());
        let others = others.map(LossOdds::of).collect();
        let main = spread.tracks.iter().find(is_main).map(LossOdds::of);
        targets.push(TargetOdds {
            unit: view.names.unit(spread.unit),
            name: unit.identity.name.clone(),
            roll: forecast.map(RollOdds::of),
            hit: spread.hit,
            main: main.unwrap_or_default(),
            others,
            marks: marks(view.rules, &spread),
            conditions,
            out: spread.knocked_out(),
        });
    }
    let left_out = Some(all.missing()).filter(|missing| !missing.is_zero());
    Ok(OddsReport { title: title.to_owned(), command: words, targets, left_out })
}

fn total(terms: &[Term]) -> i32 {
    terms.iter().fold(0, |sum, term| sum.saturating_add(term.value))
}
