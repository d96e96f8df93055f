//! Undoing the last act, or replaying it with other dice.
//!
//! With a referee, the engine keeps the moment before the last act, its dice and its answers. Dice
//! rolled since are never rolled again: later rolls use the next ones of the battle's generator, so
//! no player can know a die in advance.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::Key;
use crate::check;
use crate::command::Command;
use crate::dice::{Dice, Throw};
use crate::event::{Event, EventKind, RulingChange};
use crate::oracle::Source;
use crate::prompt::{Answer, Prompt};
use crate::refusal::Refusal;
use crate::resolution::{BattleStatus, CommandError, Until};
use crate::ruleset::{Plan, Ruleset};
use crate::run;
use crate::state::{LastAct, Moment, State};
use crate::survey::with_ctx;

use super::common::{refuse, rule};
use super::values;

/// Executes a command and records what is needed to replay it.
///
/// # Errors
/// If the ruleset does not finish.
pub fn noted(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    plan: Plan,
    source: &mut dyn Source,
    until: Until,
) -> Result<(Vec<Event>, BattleStatus), CommandError> {
    match (command, &state.queue.waiting, &mut state.last) {
        (Command::Answer(answer), Some(prompt), Some(last)) => {
            last.answers.push((prompt.kind.clone(), *answer));
        }
        (Command::Answer(_), ..) => {}
        _ => {
            let before = Moment {
                scene: state.scene.clone(),
                units: state.units.clone(),
                next_event: Some(state.queue.next_event),
            };
            state.last = Some(LastAct {
                before: Arc::new(before),
                command: command.clone(),
                throws: Vec::new(),
                answers: Vec::new(),
                rulings: Vec::new(),
            });
        }
    }
    let mut noting = RecordingSource { inner: source, throws: Vec::new(), answers: Vec::new() };
    let mut events = Vec::new();
    let done = run::run_plan(rules, state, command, plan, &mut noting, &mut events, until);
    let RecordingSource { throws, answers, .. } = noting;
    if let Some(last) = &mut state.last {
        last.throws.extend(throws);
        last.answers.extend(answers);
    }
    Ok((events, done?))
}

/// A source that records what it gave.
struct RecordingSource<'a> {
    inner: &'a mut dyn Source,
    throws: Vec<Vec<u16>>,
    answers: Vec<(Key, Answer)>,
}

impl Source for RecordingSource<'_> {
    fn faces(&mut self, throw: &Throw, dice: &mut Dice) -> Option<Vec<u16>> {
        let faces = self.inner.faces(throw, dice)?;
        self.throws.push(faces.clone());
        Some(faces)
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Answer> {
        let answer = self.inner.answer(prompt)?;
        self.answers.push((prompt.kind.clone(), answer));
        Some(answer)
    }
}

/// The last act.
///
/// # Errors
/// If there is none, or it was undone already.
pub fn last_act(state: &State) -> Result<&LastAct, Refusal> {
    state.last.as_ref().ok_or_else(|| refuse("no_act", "there is no act to undo or change"))
}

/// Undoes the last act.
///
/// # Errors
/// If there is none.
pub fn cancel(
    rules: &dyn Ruleset,
    state: &mut State,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let last = last_act(state)?.clone();
    let text = format!("{} was undone.", capital(&name_of(rules, state, &last.command)));
    state.last = None;
    rewind(rules, state, &last, text, events);
    Ok(())
}

/// Resets the battle to the moment before an act, then applies again the rulings about pairs and
/// acts made since, as far as possible.
fn rewind(
    rules: &dyn Ruleset,
    state: &mut State,
    last: &LastAct,
    text: String,
    events: &mut Vec<Event>,
) {
    let change = RulingChange::Rewound(Arc::clone(&last.before));
    let mut event = Event::new(EventKind::Ruling { text, change }, &[]);
    event.rules.push(rule());
    // Commands are given only while nothing is pending.
    state.queue.frames.clear();
    state.queue.waiting = None;
    run::put(state, vec![event], None, events);
    for ruling in &last.rulings {
        let again = with_ctx(rules, state, |ctx| values::events(rules, ctx, ruling));
        run::put(state, again.unwrap_or_default(), None, events);
    }
}

/// Replays the last act with the referee's result for one of its rolls. After an error the state is
/// unusable.
///
/// # Errors
/// If there is no last act or it has no such roll, if the dice cannot show that, or if later
/// rulings make the act impossible.
pub fn force(
    rules: &dyn Ruleset,
    state: &mut State,
    roll: u16,
    faces: &[u16],
    source: &mut dyn Source,
) -> Result<(Vec<Event>, BattleStatus), CommandError> {
    let last = last_act(state)?.clone();
    let roll = usize::from(roll);
    let Some(thrown) = last.throws.get(roll) else {
        let n = last.throws.len();
        let text = format!("the last act has no roll {} among {n}", roll + 1);
        return Err(refuse("no_such_roll", text).into());
    };
    let text = format!(
        "{}: the dice show {} instead of {}.",
        capital(&name_of(rules, state, &last.command)),
        listed(faces),
        listed(thrown)
    );
    let mut events = Vec::new();
    rewind(rules, state, &last, text, &mut events);
    let plan = with_ctx(rules, state, |ctx| check::command(rules, ctx, &last.command))?;
    let mut again = Again {
        inner: source,
        roll,
        faces,
        fell: &last.throws,
        answers: last.answers.iter().cloned().collect(),
        forced: false,
        throws: Vec::new(),
        answered: Vec::new(),
    };
    let rest =
        run::run_plan(rules, state, &last.command, plan, &mut again, &mut events, Until::Wanted)?;
    let Again { forced, throws, answered, .. } = again;
    if !forced {
        let text = format!("these dice cannot show {}", listed(faces));
        return Err(refuse("no_such_faces", text).into());
    }
    state.last = Some(LastAct { throws, answers: answered, ..last });
    Ok((events, rest))
}

/// Replays the answers and dice of an act, except for one roll.
struct Again<'a> {
    inner: &'a mut dyn Source,
    roll: usize,
    faces: &'a [u16],
    fell: &'a [Vec<u16>],
    answers: VecDeque<(Key, Answer)>,
    forced: bool,
    throws: Vec<Vec<u16>>,
    answered: Vec<(Key, Answer)>,
}

impl Source for Again<'_> {
    fn faces(&mut self, throw: &Throw, dice: &mut Dice) -> Option<Vec<u16>> {
        let at = self.throws.len();
        let faces = if at == self.roll && throw.admits(self.faces) {
            self.forced = true;
            self.faces.to_vec()
        } else {
            match self.fell.get(at).filter(|faces| throw.admits(faces)) {
                Some(faces) => faces.clone(),
                None => self.inner.faces(throw, dice)?,
            }
        };
        self.throws.push(faces.clone());
        Some(faces)
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Answer> {
        // From the first question that is new on, all questions are asked again.
        let answer = match self.answers.pop_front() {
            Some((kind, answer)) if kind == prompt.kind => answer,
            _ => {
                self.answers.clear();
                self.inner.answer(prompt)?
            }
        };
        self.answered.push((prompt.kind.clone(), answer));
        Some(answer)
    }
}

fn listed(faces: &[u16]) -> String {
    if faces.is_empty() {
        return "nothing".to_owned();
    }
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// The name of a command in the log.
fn name_of(rules: &dyn Ruleset, state: &State, command: &Command) -> String {
    let who = command.unit().and_then(|id| state.unit(id)).map_or("", |u| &u.identity.name);
    match command {
        Command::Move { .. } => format!("{who}'s move"),
        Command::Act { act, .. } => {
            let known = rules.describe().acts.iter().find(|a| a.id == *act);
            let name = known.map_or_else(|| act.to_string(), |a| a.name.clone());
            format!("{who}'s {name}")
        }
        Command::Hold { .. } => format!("{who}'s delay"),
        Command::EndTurn { .. } => format!("the end of {who}'s turn"),
        Command::Face { .. } | Command::Answer(_) | Command::Policy { .. } | Command::Ruling(_) => {
            "the last act".to_owned()
        }
    }
}
