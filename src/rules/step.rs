//! Steps: the smallest things that can be interrupted, as data.
//!
//! Each ruleset has a type of its own for its steps, an enum with a struct for each kind: what the
//! step is about, how far it is, and what it has worked out so far. The core holds them as [`Step`]
//! and knows no more of them than [`StepData`] tells. A step can be saved at any moment; running it
//! again from the same data and transcript gives the same result.

mod erased;
mod kinds;
mod untyped;

use serde::{Deserialize, Serialize};

use crate::grid::SideId;

use super::Event;
use super::oracle::Given;
use super::prompt::Prompt;

pub use crate::steps;
pub use erased::{Step, StepData, StepError};
pub use kinds::Task;
pub use untyped::{Datum, Scratch, UntypedStep};

/// The number of a frame: one step under way in this battle. Never reused.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct FrameId(pub u64);

/// How a step goes on after its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow<S = Step> {
    /// It is over.
    Done,
    /// It goes on as this step.
    Then(S),
    /// The children run first, in order; then it goes on as `resume`, or is over.
    After {
        /// What runs first.
        children: Vec<S>,
        /// How it goes on.
        resume: Option<S>,
    },
}

impl<S: StepData> Flow<S> {
    fn erased(self) -> Flow {
        match self {
            Self::Done => Flow::Done,
            Self::Then(step) => Flow::Then(Step::new(step)),
            Self::After { children, resume } => Flow::After {
                children: children.into_iter().map(Step::new).collect(),
                resume: resume.map(Step::new),
            },
        }
    }
}

/// What one run of a step gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<S = Step> {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How the step goes on.
    pub flow: Flow<S>,
    /// Other steps under way that go on differently: with another target, another roll, or
    /// cancelled. Each is replaced by the step beside its number.
    pub amended: Vec<(FrameId, S)>,
}

impl<S> Outcome<S> {
    /// The step is over with these events.
    pub const fn done(events: Vec<Event>) -> Self {
        Self { events, flow: Flow::Done, amended: Vec::new() }
    }

    /// The step goes on after these events.
    pub const fn then(events: Vec<Event>, step: S) -> Self {
        Self { events, flow: Flow::Then(step), amended: Vec::new() }
    }

    /// Children run after these events, before the step goes on.
    pub const fn after(events: Vec<Event>, children: Vec<S>, resume: Option<S>) -> Self {
        Self { events, flow: Flow::After { children, resume }, amended: Vec::new() }
    }
}

impl<S: StepData> Outcome<S> {
    /// The same for the core, which knows no type of steps.
    pub fn erased(self) -> Outcome {
        let amended = self.amended.into_iter().map(|(id, step)| (id, Step::new(step))).collect();
        Outcome { events: self.events, flow: self.flow.erased(), amended }
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
