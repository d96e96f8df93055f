//! Steps: the smallest things that can be interrupted, as data.
//!
//! A step says what it is, how far it is and what it has worked out so far. It can be saved at any
//! moment; running it again from the same data and transcript gives the same result.

use serde::{Deserialize, Serialize};

use crate::grid::{SideId, UnitId};

use super::command::{Target, Waypoint};
use super::oracle::Given;
use super::prompt::Prompt;
use super::{Event, Key};

/// The number of a frame: one step under way in this battle. Never reused.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct FrameId(pub u64);

/// A value that a step keeps between its phases.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Datum {
    /// A number.
    Int(i64),
    /// A name.
    Name(Key),
    /// Combatants.
    Units(Vec<UnitId>),
    /// Numbers.
    Ints(Vec<i64>),
}

/// What a step keeps between its phases, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scratch(Vec<(Key, Datum)>);

impl Scratch {
    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.0.iter().find(|(k, _)| *k == *name).map(|(_, v)| v)
    }

    /// The number of that name; 0 if there is none.
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(Datum::Int(n)) => *n,
            _ => 0,
        }
    }

    /// True if the number of that name is there and not 0.
    pub fn flag(&self, name: &str) -> bool {
        self.int(name) != 0
    }

    /// The name kept under that name; empty if there is none.
    pub fn name(&self, name: &str) -> Key {
        match self.get(name) {
            Some(Datum::Name(k)) => k.clone(),
            _ => Key::default(),
        }
    }

    /// The combatants of that name.
    pub fn units(&self, name: &str) -> &[UnitId] {
        match self.get(name) {
            Some(Datum::Units(list)) => list,
            _ => &[],
        }
    }

    /// The numbers of that name.
    pub fn ints(&self, name: &str) -> &[i64] {
        match self.get(name) {
            Some(Datum::Ints(list)) => list,
            _ => &[],
        }
    }

    /// Everything that is kept, with its names.
    pub fn iter(&self) -> impl Iterator<Item = &(Key, Datum)> {
        self.0.iter()
    }

    /// Keeps a value, in place of one of the same name.
    pub fn set(&mut self, name: Key, value: Datum) {
        match self.0.iter_mut().find(|(k, _)| *k == name) {
            Some((_, slot)) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// Keeps a number.
    pub fn set_int(&mut self, name: &'static str, value: i64) {
        self.set(Key::of(name), Datum::Int(value));
    }
}

/// One step of a resolution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// What it is, named by the ruleset: `round`, `turn`, `walk`, `act`, `fall`, `react`.
    pub kind: Key,
    /// The act it belongs to, where there is one.
    pub act: Key,
    /// Who does it or to whom it happens.
    pub unit: Option<UnitId>,
    /// What it is aimed at.
    pub targets: Vec<Target>,
    /// The way still to go.
    pub path: Vec<Waypoint>,
    /// How far it is; each ruleset numbers its phases.
    pub phase: u16,
    /// What it has worked out so far.
    pub scratch: Scratch,
}

impl Step {
    /// A step of that kind at its first phase.
    pub fn new(kind: &'static str) -> Self {
        Self {
            kind: Key::of(kind),
            act: Key::default(),
            unit: None,
            targets: Vec::new(),
            path: Vec::new(),
            phase: 0,
            scratch: Scratch::default(),
        }
    }

    /// The same step of a combatant.
    #[must_use]
    pub fn of(mut self, unit: UnitId) -> Self {
        self.unit = Some(unit);
        self
    }

    /// The same step for an act.
    #[must_use]
    pub fn act(mut self, act: impl Into<Key>) -> Self {
        self.act = act.into();
        self
    }

    /// The same step with a target more.
    #[must_use]
    pub fn at(mut self, target: Target) -> Self {
        self.targets.push(target);
        self
    }

    /// The same step at another phase.
    #[must_use]
    pub fn phase(mut self, phase: u16) -> Self {
        self.phase = phase;
        self
    }

    /// The same step with a number kept.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: i64) -> Self {
        self.scratch.set_int(name, value);
        self
    }

    /// The first target that is a combatant.
    pub fn target_unit(&self) -> Option<UnitId> {
        self.targets.iter().find_map(|t| match t {
            Target::Unit(id) => Some(*id),
            _ => None,
        })
    }
}

/// How a step goes on after its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It is over.
    Done,
    /// It goes on as this step.
    Then(Step),
    /// The children run first, in order; then it goes on as `resume`, or is over.
    After {
        /// What runs first.
        children: Vec<Step>,
        /// How it goes on.
        resume: Option<Step>,
    },
}

/// A word from one step to another that is still under way: redirect its target, cancel it, add to
/// its roll. The other step finds it in its scratch when it runs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The step it is for.
    pub to: FrameId,
    /// The name it is kept under.
    pub name: Key,
    /// What is said.
    pub value: Datum,
}

/// What one run of a step gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How the step goes on.
    pub flow: Flow,
    /// Words to other steps under way.
    pub words: Vec<Word>,
}

impl Outcome {
    /// The step is over with these events.
    pub const fn done(events: Vec<Event>) -> Self {
        Self { events, flow: Flow::Done, words: Vec::new() }
    }

    /// The step goes on after these events.
    pub const fn then(events: Vec<Event>, step: Step) -> Self {
        Self { events, flow: Flow::Then(step), words: Vec::new() }
    }

    /// Children run after these events, before the step goes on.
    pub const fn after(events: Vec<Event>, children: Vec<Step>, resume: Option<Step>) -> Self {
        Self { events, flow: Flow::After { children, resume }, words: Vec::new() }
    }
}

/// One step under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Its number.
    pub id: FrameId,
    /// The step that led to it, for the log.
    pub parent: Option<FrameId>,
    /// The step.
    pub step: Step,
    /// The window before it has been opened.
    pub opened: bool,
    /// Dice and answers given to the present phase so far.
    pub transcript: Vec<Given>,
}

/// The steps under way; the last one runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// From the outermost to the one that runs.
    pub frames: Vec<Frame>,
    /// The prompt that the running step waits for.
    pub waiting: Option<Prompt>,
    /// The number of the next frame.
    pub next_frame: u64,
    /// The number of the next event.
    pub next_event: u64,
}

impl Queue {
    /// True if nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Puts a step on top; it runs next.
    pub fn push(&mut self, step: Step, parent: Option<FrameId>) -> FrameId {
        let id = FrameId(self.next_frame);
        self.next_frame += 1;
        self.frames.push(Frame { id, parent, step, opened: false, transcript: Vec::new() });
        id
    }

    /// The step of that number, if it is still under way.
    pub fn frame(&self, id: FrameId) -> Option<&Frame> {
        self.frames.iter().find(|f| f.id == id)
    }

    /// The side whose player is asked at the moment.
    pub fn asked(&self) -> Option<SideId> {
        self.waiting.as_ref().map(|p| p.side)
    }
}
