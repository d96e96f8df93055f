//! Plays a lesson to its end without a window, with the commands that its steps show.

use files::Problem;
use rules::engine::{self, BattleStatus, CommandError};
use rules::oracle::Play;
use rules::state::State;
use rules::{Command, Event, Key, Refusal, Ruleset, SharedRuleset};
use scenario::{Do, View, command_of};

use super::awaits::{Awaits, Seen, ViewAction};
use super::progress::{Progress, foes_order};
use super::{Lesson, Mark};

/// Maximum number of commands in a rehearsal.
const MAX_COMMANDS: usize = 600;
/// Maximum number of commands in a step that repeats its commands.
const MAX_AGAIN: usize = 200;

/// The result of a rehearsal.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// The battle at its end.
    pub state: State,
    /// Number of commands given for the player's side.
    pub commands: usize,
}

/// Plays a lesson to its end.
///
/// # Errors
/// The level cannot be played, or the commands of a step are refused or do not meet its condition,
/// with its position.
pub fn rehearse(lesson: &Lesson, rules: &SharedRuleset) -> Result<Rehearsal, Vec<Problem>> {
    let failed = |message: String| vec![Problem::new(&lesson.file, message)];
    let setup = lesson.setup(SharedRuleset::clone(rules)).map_err(|errors| {
        let texts: Vec<_> = errors.iter().flat_map(|e| failed(e.to_string())).collect();
        texts
    })?;
    let mut state = State::new(setup.scene, setup.units, setup.seed);
    let mut events = Vec::new();
    let rest = engine::advance(&**rules, &mut state, &mut Play, &mut events)
        .map_err(|fault| failed(fault.to_string()))?;
    let progress = Progress::default();
    let (told, foes, commands) = (0, 0, 0);
    let mut stage = Stage { lesson, rules: &**rules, state, rest, progress, told, foes, commands };
    stage.take(&events, &[]);
    stage.whole().map_err(|problem| vec![problem])?;
    Ok(Rehearsal { state: stage.state, commands: stage.commands })
}

/// A rehearsal in progress.
struct Stage<'a> {
    lesson: &'a Lesson,
    rules: &'a dyn Ruleset,
    state: State,
    rest: BattleStatus,
    progress: Progress,
    /// Number of events so far.
    told: usize,
    /// Number of the foes' commands tried in this step.
    foes: usize,
    commands: usize,
}

impl Stage<'_> {
    fn take(&mut self, news: &[Event], glances: &[ViewAction]) {
        self.told += news.len();
        let side = Some(self.lesson.side);
        let news: Vec<Event> = news.iter().filter(|e| e.is_seen_by(side)).cloned().collect();
        let seen = Seen { state: &self.state, news: &news, glances };
        if self.progress.take(self.lesson, &seen, self.told) {
            self.foes = 0;
        }
    }

    fn whole(&mut self) -> Result<(), Problem> {
        let mut given = 0;
        let mut before = self.progress.at();
        for _ in 0..MAX_COMMANDS {
            let at = self.progress.at();
            if at != before {
                (before, given) = (at, 0);
            }
            let Some(step) = self.lesson.steps.get(at) else { return Ok(()) };
            if given == 0 {
                self.check_acts(at)?;
            }
            let rest = self.rest.clone();
            let order = (&self.state, &rest);
            if let Some(command) = foes_order(self.lesson, self.rules, order, at, &mut self.foes) {
                self.submit(&command).map_err(|e| self.problem(at, "another side", &e))?;
                continue;
            }
            if let Some(glance) = step.until.glance(&self.lesson.names) {
                self.take(&[], &[glance]);
                continue;
            }
            if step.again {
                self.again(at)?;
                continue;
            }
            let wanted = step.acts.get(given);
            let answers = matches!(wanted, Some(Do::Answer(_)));
            if let (BattleStatus::Asked(prompt), false) = (&rest, answers) {
                let answer = engine::policy_answer(self.rules, &self.state, prompt);
                self.submit(&Command::Answer(answer))
                    .map_err(|e| self.problem(at, "answer", &e))?;
                continue;
            }
            let Some(wanted) = wanted else {
                let message = match (step.acts.is_empty(), &rest) {
                    (_, BattleStatus::Over(verdict)) => {
                        format!("the battle is over: {}", verdict.why)
                    }
                    (true, _) => "it has no commands in `do` that meet it".to_owned(),
                    (false, _) => "its commands do not meet what it waits for".to_owned(),
                };
                return Err(self.lesson.problem(at, message));
            };
            given += 1;
            let command = command_of(self.view(), wanted, &step.with);
            let command = command
                .map_err(|error| self.lesson.problem(at, format!("`do` {given}: {error}")))?;
            self.submit(&command).map_err(|e| self.problem(at, &format!("`do` {given}"), &e))?;
            self.commands += 1;
        }
        Err(self.lesson.problem(self.progress.at(), "the lesson does not end"))
    }

    /// Gives the first allowed command of a step repeatedly until its condition is met.
    fn again(&mut self, at: usize) -> Result<(), Problem> {
        let Some(step) = self.lesson.steps.get(at) else { return Ok(()) };
        for _ in 0..MAX_AGAIN {
            self.others(at)?;
            if self.progress.at() != at {
                return Ok(());
            }
            let known = step.acts.iter();
            let mut commands =
                known.filter_map(|act| command_of(self.view(), act, &step.with).ok());
            let allowed =
                |command: &Command| engine::check(self.rules, &self.state, command).is_ok();
            let Some(command) = commands.find(allowed) else {
                return Err(self.lesson.problem(at, "all commands in `do` are refused"));
            };
            self.submit(&command).map_err(|e| self.problem(at, "`do`", &e))?;
            self.commands += 1;
        }
        Err(self.lesson.problem(at, "its commands do not meet what it waits for"))
    }

    /// Plays everything up to the next command of the player's side.
    fn others(&mut self, at: usize) -> Result<(), Problem> {
        for _ in 0..MAX_COMMANDS {
            let rest = self.rest.clone();
            let order = (&self.state, &rest);
            let command = foes_order(self.lesson, self.rules, order, at, &mut self.foes);
            let command = command.or_else(|| match &rest {
                BattleStatus::Asked(prompt) => {
                    Some(Command::Answer(engine::policy_answer(self.rules, &self.state, prompt)))
                }
                _ => None,
            });
            let Some(command) = command else { return Ok(()) };
            self.submit(&command).map_err(|e| self.problem(at, "another side", &e))?;
        }
        Err(self.lesson.problem(at, "the turns of the other sides do not end"))
    }

    /// Checks that an act that a step marks, or asks the player to choose, can be chosen.
    fn check_acts(&self, at: usize) -> Result<(), Problem> {
        let Some(step) = self.lesson.steps.get(at) else { return Ok(()) };
        let marked = match &step.mark {
            Some(Mark::Act(act)) => Some(act),
            _ => None,
        };
        let aimed = match &step.until {
            Awaits::Aims(act) => Some(act),
            _ => None,
        };
        let BattleStatus::Await(units) = &self.rest else { return Ok(()) };
        for act in marked.into_iter().chain(aimed) {
            let wanted = Key::new(act);
            let offered = units.iter().any(|unit| {
                let offers =
                    engine::with_ctx(self.rules, &self.state, |ctx| self.rules.offers(ctx, *unit));
                offers.iter().any(|offer| offer.act == wanted)
            });
            if !offered {
                let message = format!("no combatant that may act now has an act `{act}`");
                return Err(self.lesson.problem(at, message));
            }
        }
        Ok(())
    }

    fn view(&self) -> View<'_> {
        View { rules: self.rules, state: &self.state, names: &self.lesson.names }
    }

    fn problem(&self, at: usize, what: &str, refusal: &Refusal) -> Problem {
        self.lesson.problem(at, format!("{what}: {refusal}"))
    }

    fn submit(&mut self, command: &Command) -> Result<(), Refusal> {
        let answers: &[ViewAction] = match &self.rest {
            BattleStatus::Asked(prompt) if prompt.side == self.lesson.side => &[ViewAction::Answer],
            _ => &[],
        };
        match engine::submit(self.rules, &mut self.state, command, &mut Play) {
            Ok((events, rest)) => {
                self.rest = rest;
                self.take(&events, answers);
                Ok(())
            }
            Err(CommandError::Refused(refusal)) => Err(refusal),
            Err(CommandError::Fault(fault)) => {
                Err(Refusal::new("fault", format!("the ruleset failed: {fault}"), "HG-5"))
            }
        }
    }
}
