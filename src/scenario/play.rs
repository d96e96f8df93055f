//! Running a scenario: step by step over the rules core, comparing as it goes.

use std::collections::BTreeMap;

use files::{At, Problem};
use rules::Refusal;
use rules::command::Command;
use rules::engine::{self, BattleStatus, CommandError, Until};
use rules::event::Event;
use rules::ruleset::{Ruleset, SharedRuleset};
use rules::state::State;

use super::commands::command_of;
use super::compare::compare;
use super::errors::{ContentError, PlayError, ScriptedSourceError};
use super::file::{Options, Scenario};
use super::lines::line;
use super::model::{Do, StepDraft};
use super::names::Names;
use super::odds::{self, Stated};
use super::report::{Failure, Report, in_words};
use super::source::{ScriptedSource, dice_in_words};
use super::view::View;

/// Maximum number of turns ended to reach a combatant's turn.
const MAX_TURNS: usize = 500;

/// Creates the ruleset of a scenario from its ID and the options that the scenario changes.
pub type Factory<'a> =
    &'a dyn Fn(registry::RulesetId, &Options) -> Result<SharedRuleset, Vec<Problem>>;

/// Runs a scenario.
pub fn run(scenario: &Scenario, factory: Factory<'_>) -> Report {
    let mut failures = Vec::new();
    let mut events = Vec::new();
    match begin(scenario, factory) {
        Err(problems) => failures.extend(problems.into_iter().map(|p| Failure {
            line: p.at.map(|at| at.line),
            column: p.at.map(|at| at.column),
            step: None,
            text: match p.help {
                Some(help) => format!("{} ({help})", p.message),
                None => p.message,
            },
        })),
        Ok((rules, state, names)) => {
            let mut play = Play {
                scenario,
                rules: &*rules,
                state,
                names: &names,
                events: Vec::new(),
                failures: Vec::new(),
            };
            play.whole();
            (failures, events) = (play.failures, play.events);
        }
    }
    Report {
        file: scenario.file.clone(),
        title: scenario.draft.title.clone(),
        rules: scenario.draft.rules.clone(),
        passed: failures.is_empty(),
        failures,
        event_count: events.len(),
        events,
    }
}

/// The ruleset and the battle before its first round.
fn begin(
    scenario: &Scenario,
    factory: Factory<'_>,
) -> Result<(SharedRuleset, State, Names), Vec<Problem>> {
    let rules = factory(scenario.draft.ruleset, &scenario.options())?;
    let (state, names) = super::setup::set_up(scenario, &*rules)?;
    Ok((rules, state, names))
}

/// Why a scenario has no odds.
#[derive(Clone, Debug, thiserror::Error)]
pub enum OddsError {
    /// The battle cannot be set up.
    #[error("{}", lines_of(.0))]
    SetUp(Vec<Problem>),
    /// The opening, or a step before a preview, is not as expected.
    #[error("{}", lines_of(.0))]
    Opening(Vec<Failure>),
    /// No step has a command or preview.
    #[error("the scenario has no command")]
    NoCommand,
    /// The command names something that does not exist.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// The command is refused, or the ruleset failed.
    #[error(transparent)]
    Command(#[from] CommandError),
}

impl OddsError {
    /// Every message.
    pub fn texts(&self) -> Vec<String> {
        match self {
            Self::SetUp(problems) => problems.iter().map(ToString::to_string).collect(),
            Self::Opening(failures) => failures.iter().map(ToString::to_string).collect(),
            Self::NoCommand | Self::Content(_) | Self::Command(_) => vec![self.to_string()],
        }
    }
}

/// One message per line.
fn lines_of(list: &[impl ToString]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The exact odds of the first command, or preview, of a scenario.
///
/// # Errors
/// Why there are none.
pub fn odds_of_first_command(
    scenario: &Scenario,
    factory: Factory<'_>,
) -> Result<odds::OddsReport, OddsError> {
    let (rules, state, names) = begin(scenario, factory).map_err(OddsError::SetUp)?;
    let mut play = Play {
        scenario,
        rules: &*rules,
        state,
        names: &names,
        events: Vec::new(),
        failures: Vec::new(),
    };
    if !play.opening() {
        return Err(OddsError::Opening(play.failures));
    }
    let steps = &scenario.draft.steps;
    let command =
        |s: &'_ StepDraft| s.command.clone().or(s.preview.clone()).map(|c| (c, s.with.clone()));
    let Some((command, with)) = steps.iter().find_map(command) else {
        return Err(OddsError::NoCommand);
    };
    let order = command_of(play.view(), &command, &with)?;
    let words = in_words(&command);
    Ok(odds::report(play.view(), &scenario.draft.title, words, &order)?)
}

/// The battle before the first preview of a scenario, and the command that is previewed.
///
/// # Errors
/// Why it is not reached.
pub fn first_preview(
    scenario: &Scenario,
    factory: Factory<'_>,
) -> Result<(SharedRuleset, State, Command), OddsError> {
    let (rules, state, names) = begin(scenario, factory).map_err(OddsError::SetUp)?;
    let (events, failures) = (Vec::new(), Vec::new());
    let mut play = Play { scenario, rules: &*rules, state, names: &names, events, failures };
    let mut goes_on = play.opening();
    for (i, step) in scenario.draft.steps.iter().enumerate() {
        if !goes_on {
            break;
        }
        if let Some(wanted) = &step.preview {
            let command = command_of(play.view(), wanted, &step.with)?;
            let state = play.state;
            return Ok((rules, state, command));
        }
        goes_on = play.step(i, step);
    }
    if goes_on { Err(OddsError::NoCommand) } else { Err(OddsError::Opening(play.failures)) }
}

/// A run in progress.
struct Play<'a> {
    scenario: &'a Scenario,
    rules: &'a dyn Ruleset,
    state: State,
    names: &'a Names,
    events: Vec<Event>,
    failures: Vec<Failure>,
}

impl Play<'_> {
    fn view(&self) -> View<'_> {
        View { rules: self.rules, state: &self.state, names: self.names }
    }

    fn fail(&mut self, at: Option<At>, step: Option<usize>, text: String) {
        self.failures.push(Failure {
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
            step: step.map(|i| i + 1),
            text,
        });
    }

    fn whole(&mut self) {
        if !self.is_a_battle() || !self.opening() {
            return;
        }
        for (i, step) in self.scenario.draft.steps.iter().enumerate() {
            if !self.step(i, step) {
                return;
            }
        }
        if !self.aftermath() {
            return;
        }
        if let Some(prompt) = &self.state.queue.waiting {
            let text = format!("the battle waits for an answer: {}", prompt.text);
            self.fail(None, None, text);
        }
    }

    /// Plays the aftermath, if the scenario has one. False if the rest is pointless.
    fn aftermath(&mut self) -> bool {
        let steps = &self.scenario.draft.aftermath;
        let from = self.scenario.draft.steps.len();
        let Some((first, others)) = steps.split_first() else { return true };
        if self.state.scene.verdict.is_none() {
            let at = self.scenario.places.field("aftermath");
            self.fail(at, None, "aftermath: the battle is not over".to_owned());
            return false;
        }
        let before = self.events.len();
        let mut script = ScriptedSource::new(&first.dice, &first.answers);
        let mut events = Vec::new();
        let rest = engine::advance(self.rules, &mut self.state, &mut script, &mut events);
        self.events.append(&mut events);
        let fault = match rest {
            Err(fault) => Some(PlayError::from(fault)),
            Ok(rest) => {
                let wrong = stuck(&rest, &script).or_else(|| script.fault());
                wrong.map(PlayError::from)
            }
        };
        if let Some(fault) = fault {
            self.fail(self.scenario.places.step(from), Some(from), fault.to_string());
            return false;
        }
        self.compare(from, first, before);
        others.iter().zip(from + 1..).all(|(step, i)| self.step(i, step))
    }

    /// Checks whether the ruleset lets this battle begin, and whether it should. False if nothing
    /// is played.
    fn is_a_battle(&mut self) -> bool {
        let draft = &self.scenario.draft;
        let rules = self.rules;
        let found = engine::with_ctx(rules, &self.state, |ctx| rules.check_battle(ctx));
        let found = found.err().filter(|_| !draft.referee);
        let text = match (&draft.refused, &found) {
            (None, None) => return true,
            (None, Some(refusal)) => Some(format!("the battle cannot begin: {refusal}")),
            (Some(code), None) => Some(format!("refused: expected {code}, but the battle begins")),
            (Some(code), Some(refusal)) => {
                let (is, by) = (refusal.code.as_str(), refusal.rule.as_str());
                let rule = draft.rule.as_ref().filter(|rule| *rule != by);
                if is != code.as_str() {
                    Some(format!("refused: expected {code}, got {is}: {refusal}"))
                } else {
                    rule.map(|rule| format!("refused: expected by {rule}, got by {by}"))
                }
            }
        };
        let at = self.scenario.places.field("refused");
        text.into_iter().for_each(|text| self.fail(at, None, text));
        false
    }

    /// Everything before the first step. False if the rest is pointless.
    fn opening(&mut self) -> bool {
        let draft = &self.scenario.draft;
        let at = self.scenario.places.field("opening");
        for text in odds::compare(self.view(), Stated::Opening, &draft.opening.odds) {
            self.fail(at, None, format!("opening: {text}"));
        }
        let mut script = ScriptedSource::new(&draft.opening.dice, &draft.opening.answers);
        let mut events = Vec::new();
        let rest = engine::advance_until(
            self.rules,
            &mut self.state,
            &mut script,
            &mut events,
            Until::Verdict,
        );
        let mut fault = match rest {
            Err(fault) => Some(PlayError::from(fault)),
            Ok(rest) => stuck(&rest, &script).map(PlayError::from),
        };
        if let (None, Some(name)) = (&fault, &draft.start) {
            fault = self.until(name, &mut script, &mut events).err();
        }
        let fault = fault.or_else(|| script.fault().map(PlayError::from));
        let lines: Vec<_> = events.iter().filter_map(|e| line(self.names, e)).collect();
        for text in compare(&draft.opening.expect, &draft.opening.never, &lines) {
            self.fail(at, None, format!("opening: {text}"));
        }
        self.events.append(&mut events);
        match fault {
            Some(fault) => {
                self.fail(at, None, format!("opening: {fault}"));
                false
            }
            None => true,
        }
    }

    /// Ends turns until it is this combatant's.
    fn until(
        &mut self,
        name: &str,
        script: &mut ScriptedSource,
        events: &mut Vec<Event>,
    ) -> Result<(), PlayError> {
        let id = self.names.unit_id(name);
        let id = id.ok_or_else(|| ContentError::NoTurnOf(name.to_owned()))?;
        for _ in 0..MAX_TURNS {
            match self.state.scene.clock.active.first().copied() {
                Some(active) if active == id => return Ok(()),
                Some(active) => {
                    let command = Command::EndTurn { unit: active };
                    let (mut fresh, rest) = self.submit(&command, script)?;
                    events.append(&mut fresh);
                    if let Some(wrong) = stuck(&rest, script) {
                        return Err(wrong.into());
                    }
                }
                None => return Err(PlayError::OverBeforeTurn(name.to_owned())),
            }
        }
        Err(PlayError::NoTurn(name.to_owned()))
    }

    /// Plays one step. False if the rest is pointless.
    fn step(&mut self, i: usize, step: &StepDraft) -> bool {
        let at = self.scenario.places.step(i);
        let before = self.events.len();
        let mut goes_on = true;
        if let Some(wanted) = step.command.as_ref().or(step.preview.as_ref()) {
            match self.carry_out(step, wanted) {
                Ok(()) => {}
                Err(StepFault::Wrong(texts)) => {
                    texts.into_iter().for_each(|text| self.fail(at, Some(i), text));
                }
                Err(StepFault::Stuck(fault)) => {
                    self.fail(at, Some(i), fault.to_string());
                    goes_on = false;
                }
            }
        }
        self.compare(i, step, before);
        goes_on
    }

    /// Compares the events since `before` and the state of the battle with what a step expects.
    fn compare(&mut self, i: usize, step: &StepDraft, before: usize) {
        let at = self.scenario.places.step(i);
        let fresh = self.events.get(before..).unwrap_or_default();
        let lines: Vec<_> = fresh.iter().filter_map(|e| line(self.names, e)).collect();
        for text in compare(&step.expect, &step.never, &lines) {
            self.fail(at, Some(i), text);
        }
        if let Some(kind) = &step.asked {
            let open = self.state.queue.waiting.as_ref();
            let open = open.map_or_else(|| "nothing".to_owned(), |p| p.kind.to_string());
            if open != *kind {
                self.fail(at, Some(i), format!("asked: expected {kind}, got {open}"));
            }
        }
        let open = self.state.queue.waiting.as_ref();
        let wrong = step.question.as_ref().map(|q| q.compare(open, self.names));
        wrong.into_iter().flatten().for_each(|text| self.fail(at, Some(i), text));
        for check in &step.check {
            if let Err(error) = check.holds(self.view()) {
                self.fail(at, Some(i), error.to_string());
            }
        }
    }

    /// Gives a command, but does not begin an aftermath that it leads to.
    fn submit(
        &mut self,
        command: &Command,
        script: &mut ScriptedSource,
    ) -> Result<(Vec<Event>, BattleStatus), CommandError> {
        engine::submit_until(self.rules, &mut self.state, command, script, Until::Verdict)
    }

    /// Carries out a command, or only checks it.
    fn carry_out(&mut self, step: &StepDraft, wanted: &Do) -> Result<(), StepFault> {
        let mut wrong = Vec::new();
        let mut script = ScriptedSource::new(&step.dice, &step.answers);
        if let Do::Until(name) = wanted {
            let mut events = Vec::new();
            // The current turn is ended even if it is this combatant's own.
            let own = self.names.unit_id(name);
            let active = self.state.scene.clock.active.first().copied();
            if let Some(unit) = active.filter(|a| Some(*a) == own) {
                let command = Command::EndTurn { unit };
                let done = self.submit(&command, &mut script);
                let (mut fresh, rest) = done.map_err(PlayError::from)?;
                events.append(&mut fresh);
                if let Some(wrong) = stuck(&rest, &script) {
                    return Err(PlayError::from(wrong).into());
                }
            }
            let done = self.until(name, &mut script, &mut events);
            self.events.append(&mut events);
            done?;
            let left = script.fault();
            return left.map_or(Ok(()), |fault| Err(StepFault::Wrong(vec![fault.to_string()])));
        }
        let command = command_of(self.view(), wanted, &step.with).map_err(PlayError::from)?;
        let allowed = engine::check(self.rules, &self.state, &command);
        wrong.extend(self.answer_of_check(step, wanted, &allowed));
        if allowed.is_ok() {
            let mut commands = vec![command.clone()];
            for after in &step.then {
                let after = command_of(self.view(), after, &BTreeMap::new());
                commands.push(after.map_err(PlayError::from)?);
            }
            wrong.extend(odds::compare(self.view(), Stated::Commands(&commands), &step.odds));
        }
        // Carrying it out after all would only cause errors that hide this one.
        if step.preview.is_some() || (allowed.is_ok() && step.refused.is_some()) {
            return if wrong.is_empty() { Ok(()) } else { Err(StepFault::Wrong(wrong)) };
        }
        let before = self.state.clone();
        match self.submit(&command, &mut script) {
            Ok((mut events, rest)) => {
                self.events.append(&mut events);
                if let Some(wrong) = stuck(&rest, &script) {
                    return Err(PlayError::from(wrong).into());
                }
            }
            Err(CommandError::Refused(_)) => {
                if self.state != before {
                    wrong.push("the refused command changed something".to_owned());
                }
            }
            Err(CommandError::Fault(fault)) => return Err(PlayError::from(fault).into()),
        }
        wrong.extend(script.fault().map(|fault| fault.to_string()));
        if wrong.is_empty() { Ok(()) } else { Err(StepFault::Wrong(wrong)) }
    }

    /// Compares the result of `check` with what the step expects.
    fn answer_of_check(
        &self,
        step: &StepDraft,
        wanted: &Do,
        allowed: &Result<rules::ruleset::Plan, Refusal>,
    ) -> Option<String> {
        let rule_fits = |found: &str| step.rule.as_deref().is_none_or(|rule| rule == found);
        match (allowed, &step.refused) {
            (Err(refusal), Some(code)) if refusal.code == **code => {
                let rule = refusal.rule.as_str();
                (!rule_fits(rule)).then(|| {
                    format!("refused by {rule}, expected {}", step.rule.as_deref().unwrap_or(""))
                })
            }
            (Err(refusal), Some(code)) => {
                Some(format!("refused as {} ({refusal}), expected {code}", refusal.code))
            }
            (Err(refusal), None) => {
                Some(format!("{}: refused as {}: {refusal}", in_words(wanted), refusal.code))
            }
            (Ok(_), Some(code)) => {
                Some(format!("{}: allowed, expected the refusal {code}", in_words(wanted)))
            }
            (Ok(plan), None) => {
                let warned = plan.warnings.iter().any(|w| rule_fits(w.rule.as_str()));
                match (step.warned, warned) {
                    (true, false) => Some("expected a warning, but there is none".to_owned()),
                    _ => None,
                }
            }
        }
    }
}

/// Why a step failed.
enum StepFault {
    /// Something differs; the rest can still be checked.
    Wrong(Vec<String>),
    /// The battle cannot continue.
    Stuck(PlayError),
}

impl From<PlayError> for StepFault {
    fn from(error: PlayError) -> Self {
        Self::Stuck(error)
    }
}

/// The missing dice, if the battle waits for dice.
fn stuck(rest: &BattleStatus, script: &ScriptedSource) -> Option<ScriptedSourceError> {
    match rest {
        BattleStatus::Dice(throw) => Some(
            script.fault().unwrap_or_else(|| ScriptedSourceError::NoDice(dice_in_words(throw))),
        ),
        BattleStatus::Asked(_)
        | BattleStatus::Await(_)
        | BattleStatus::Over(_)
        | BattleStatus::Idle => None,
    }
}
