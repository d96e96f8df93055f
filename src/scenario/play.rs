//! Running a scenario: step by step over the rules core, comparing as it goes.

use std::collections::BTreeMap;

use crate::files::At;
use crate::grid::{Cell, Hm};
use crate::rules::command::{Command, Waypoint};
use crate::rules::engine::{self, BattleStatus, CommandError, Until};
use crate::rules::event::Event;
use crate::rules::ruleset::Ruleset;
use crate::rules::state::State;
use crate::rules::{Key, Refusal};

use super::compare::compare;
use super::lines::line;
use super::model::{Do, StepDraft};
use super::names::Names;
use super::report::{Failure, Report, in_words};
use super::scalar::{Aim, Set, Spot};
use super::source::{Script, choice};
use super::view::View;
use super::{Options, Scenario, odds};
use crate::files::Problem;
use crate::rules::ruleset::SharedRuleset;

/// Maximum number of turns ended to reach a combatant's turn.
const MAX_TURNS: usize = 500;

/// Makes the ruleset of a scenario from its ID and the options that the scenario changes.
pub type Factory<'a> =
    &'a dyn Fn(crate::rules::registry::RulesetId, &Options) -> Result<SharedRuleset, Vec<Problem>>;

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
    let rules = factory(scenario.draft.ruleset, &scenario.draft.options)?;
    let (state, names) = super::setup::set_up(scenario, &*rules)?;
    Ok((rules, state, names))
}

/// The exact odds of the first command, or preview, of a scenario.
///
/// # Errors
/// Why there are none, as text.
pub fn odds_of_first_command(
    scenario: &Scenario,
    factory: Factory<'_>,
) -> Result<odds::OddsReport, Vec<String>> {
    let (rules, state, names) = begin(scenario, factory)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let mut play = Play {
        scenario,
        rules: &*rules,
        state,
        names: &names,
        events: Vec::new(),
        failures: Vec::new(),
    };
    let words = |list: Vec<Failure>| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    if !play.opening() {
        return Err(words(play.failures));
    }
    let steps = &scenario.draft.steps;
    let command =
        |s: &'_ StepDraft| s.command.clone().or(s.preview.clone()).map(|c| (c, s.with.clone()));
    let Some((command, with)) = steps.iter().find_map(command) else {
        return Err(vec!["the scenario has no command".to_owned()]);
    };
    let order = play.command(&command, &with).map_err(|text| vec![text])?;
    let report = odds::report(play.view(), &scenario.draft.title, in_words(&command), &order);
    report.map_err(|e| vec![e.to_string()])
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
        let mut script = Script::new(&first.dice, &first.answers);
        let mut events = Vec::new();
        let rest = engine::advance(self.rules, &mut self.state, &mut script, &mut events);
        self.events.append(&mut events);
        let fault = match rest {
            Err(fault) => Some(fault.to_string()),
            Ok(rest) => stuck(&rest, &script).or_else(|| script.fault()),
        };
        if let Some(text) = fault {
            self.fail(self.scenario.places.step(from), Some(from), text);
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
        let mut script = Script::new(&draft.opening.dice, &draft.opening.answers);
        let mut events = Vec::new();
        let rest = engine::advance_until(
            self.rules,
            &mut self.state,
            &mut script,
            &mut events,
            Until::Verdict,
        );
        let mut fault = match rest {
            Err(fault) => Some(fault.to_string()),
            Ok(rest) => stuck(&rest, &script),
        };
        if let (None, Some(name)) = (&fault, &draft.start) {
            fault = self.until(name, &mut script, &mut events).err();
        }
        let fault = fault.or_else(|| script.fault());
        let lines: Vec<_> = events.iter().filter_map(|e| line(self.names, e)).collect();
        for text in compare(&draft.opening.expect, &draft.opening.never, &lines) {
            self.fail(at, None, format!("opening: {text}"));
        }
        self.events.append(&mut events);
        match fault {
            Some(text) => {
                self.fail(at, None, format!("opening: {text}"));
                false
            }
            None => true,
        }
    }

    /// Ends turns until it is this combatant's.
    fn until(
        &mut self,
        name: &str,
        script: &mut Script,
        events: &mut Vec<Event>,
    ) -> Result<(), String> {
        let id = self.names.unit_id(name).ok_or_else(|| format!("there is no `{name}`"))?;
        for _ in 0..MAX_TURNS {
            match self.state.scene.clock.active.first().copied() {
                Some(active) if active == id => return Ok(()),
                Some(active) => {
                    let command = Command::EndTurn { unit: active };
                    let done = self.submit(&command, script);
                    let (mut fresh, rest) = done.map_err(|e| e.to_string())?;
                    events.append(&mut fresh);
                    if let Some(text) = stuck(&rest, script) {
                        return Err(text);
                    }
                }
                None => {
                    return Err(format!("{name} gets no turn: the battle is over"));
                }
            }
        }
        Err(format!("{name} gets no turn"))
    }

    /// Plays one step. False if the rest is pointless.
    fn step(&mut self, i: usize, step: &StepDraft) -> bool {
        let at = self.scenario.places.step(i);
        let before = self.events.len();
        let mut goes_on = true;
        if let Some(wanted) = step.command.as_ref().or(step.preview.as_ref()) {
            match self.carry_out(step, wanted) {
                Ok(()) => {}
                Err(Trouble::Wrong(texts)) => {
                    texts.into_iter().for_each(|text| self.fail(at, Some(i), text));
                }
                Err(Trouble::Stuck(text)) => {
                    self.fail(at, Some(i), text);
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
            if let Err(text) = check.holds(self.view()) {
                self.fail(at, Some(i), text);
            }
        }
    }

    /// Gives a command, without beginning an aftermath that it leads to.
    fn submit(
        &mut self,
        command: &Command,
        script: &mut Script,
    ) -> Result<(Vec<Event>, BattleStatus), CommandError> {
        engine::submit_until(self.rules, &mut self.state, command, script, Until::Verdict)
    }

    /// Carries out a command, or only checks it.
    fn carry_out(&mut self, step: &StepDraft, wanted: &Do) -> Result<(), Trouble> {
        let mut wrong = Vec::new();
        let mut script = Script::new(&step.dice, &step.answers);
        if let Do::Until(name) = wanted {
            let mut events = Vec::new();
            // The current turn is ended even if it is this combatant's own.
            let own = self.names.unit_id(name);
            let active = self.state.scene.clock.active.first().copied();
            if let Some(unit) = active.filter(|a| Some(*a) == own) {
                let command = Command::EndTurn { unit };
                let done = self.submit(&command, &mut script);
                let (mut fresh, rest) = done.map_err(|e| Trouble::Stuck(e.to_string()))?;
                events.append(&mut fresh);
                if let Some(text) = stuck(&rest, &script) {
                    return Err(Trouble::Stuck(text));
                }
            }
            let done = self.until(name, &mut script, &mut events);
            self.events.append(&mut events);
            done.map_err(Trouble::Stuck)?;
            return script.fault().map_or(Ok(()), |text| Err(Trouble::Wrong(vec![text])));
        }
        let command = self.command(wanted, &step.with).map_err(Trouble::Stuck)?;
        let allowed = engine::check(self.rules, &self.state, &command);
        wrong.extend(self.answer_of_check(step, wanted, &allowed));
        if allowed.is_ok() {
            wrong.extend(odds::compare(self.view(), &command, &step.odds));
        }
        // Carrying it out after all would only cause errors that hide this one.
        if step.preview.is_some() || (allowed.is_ok() && step.refused.is_some()) {
            return if wrong.is_empty() { Ok(()) } else { Err(Trouble::Wrong(wrong)) };
        }
        let before = self.state.clone();
        match self.submit(&command, &mut script) {
            Ok((mut events, rest)) => {
                self.events.append(&mut events);
                if let Some(text) = stuck(&rest, &script) {
                    return Err(Trouble::Stuck(text));
                }
            }
            Err(CommandError::Refused(_)) => {
                if self.state != before {
                    wrong.push("the refused command changed something".to_owned());
                }
            }
            Err(CommandError::Fault(fault)) => return Err(Trouble::Stuck(fault.to_string())),
        }
        wrong.extend(script.fault());
        if wrong.is_empty() { Ok(()) } else { Err(Trouble::Wrong(wrong)) }
    }

    /// Compares the result of `check` with what the step expects.
    fn answer_of_check(
        &self,
        step: &StepDraft,
        wanted: &Do,
        allowed: &Result<crate::rules::ruleset::Plan, Refusal>,
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

    /// The command in the form that the rules take.
    fn command(&self, wanted: &Do, with: &BTreeMap<String, Set>) -> Result<Command, String> {
        let id = |name: &str| {
            self.names.unit_id(name).ok_or_else(|| format!("there is no combatant `{name}`"))
        };
        let going = |who: &str, way: &[Spot], manner: &'static str| {
            let path = way.iter().map(|s| Waypoint::new(s.cell, s.feet)).collect();
            Ok(Command::Move { unit: id(who)?, path, manner: Key::of(manner) })
        };
        let using = |who: &str, act: &str, aims: &[Aim], how: &str| {
            let unit = id(who)?;
            let targets =
                aims.iter().map(|aim| self.view().target(aim)).collect::<Result<_, _>>()?;
            let (choice, with) = (Key::new(how), self.view().values(unit, act, with));
            Ok(Command::Act { unit, act: Key::new(act), targets, choice, with })
        };
        match wanted {
            Do::Move(who, way) => going(who, way, ""),
            Do::Climb(who, way) => going(who, way, "climb"),
            Do::Jump(who, way) => going(who, way, "jump"),
            Do::Walk(who, spot) => {
                let unit = id(who)?;
                let path = self.way(who, spot.cell, spot.feet)?;
                Ok(Command::Move { unit, path, manner: Key::default() })
            }
            Do::Act(who, act, aim) => using(who, act, std::slice::from_ref(aim), ""),
            Do::Acts(who, act, aims) => using(who, act, aims, ""),
            Do::Variant(who, act, how, aim) => using(who, act, std::slice::from_ref(aim), how),
            Do::Use(who, act) => using(who, act, &[], ""),
            Do::Face(who, facing) => Ok(Command::Face { unit: id(who)?, facing: *facing }),
            Do::Answer(name) => match &self.state.queue.waiting {
                Some(prompt) => choice(prompt, name).map(Command::Answer),
                None => Ok(Command::Answer(crate::rules::prompt::Answer(0))),
            },
            Do::Hold(who) => Ok(Command::Hold { unit: id(who)? }),
            Do::End(who) => Ok(Command::EndTurn { unit: id(who)? }),
            Do::Policy(side, about, policy) => {
                let side = self.names.side_id(side);
                let side = side.ok_or_else(|| "there is no such side".to_owned())?;
                Ok(Command::Policy { side, about: Key::new(about), policy: *policy })
            }
            Do::Ruling(ruling) => ruling.ruling(self.rules, self.names).map(Command::Ruling),
            Do::Until(who) => Err(format!("`until` {who} has no odds and cannot be asked about")),
        }
    }

    /// The cheapest path to a cell, at a given height or at any.
    fn way(&self, who: &str, cell: Cell, feet: Option<Hm>) -> Result<Vec<Waypoint>, String> {
        let id = self.names.unit_id(who).unwrap_or_default();
        let reach = engine::with_ctx(self.rules, &self.state, |ctx| self.rules.reach(ctx, id));
        let stops = reach.stops().iter().filter(|s| s.cell == cell);
        let stop = match feet {
            Some(feet) => stops.copied().find(|s| s.feet == feet),
            None => reach.stop_in(cell),
        };
        let way = stop.and_then(|stop| reach.way_to(stop));
        way.ok_or_else(|| format!("there is no path for {who} to {cell} within this turn"))
    }
}

/// Why a step failed.
enum Trouble {
    /// Something differs; the rest can still be checked.
    Wrong(Vec<String>),
    /// The battle cannot go on.
    Stuck(String),
}

/// What keeps the battle from going on: dice that are not scripted.
fn stuck(rest: &BattleStatus, script: &Script) -> Option<String> {
    match rest {
        BattleStatus::Dice(throw) => {
            let dice: Vec<String> = throw.dice.iter().map(|d| format!("d{}", d.sides)).collect();
            let needed = format!("no scripted dice left for {}", dice.join(" + "));
            Some(script.fault().unwrap_or(needed))
        }
        BattleStatus::Asked(_)
        | BattleStatus::Await(_)
        | BattleStatus::Over(_)
        | BattleStatus::Idle => None,
    }
}
