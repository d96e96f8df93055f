//! The outcome of a step: its events, and how the step continues.

use super::event::Event;
use super::step::{FrameId, Step, StepData};

/// How a step continues after its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow<S = Step> {
    /// It is finished.
    Done,
    /// It continues as this step.
    Then(S),
    /// The children run first, in order; then it continues as `resume`, or is finished.
    After {
        /// The steps that run first.
        children: Vec<S>,
        /// How it continues.
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

/// The result of one run of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<S = Step> {
    /// The events, in order.
    pub events: Vec<Event>,
    /// How the step continues.
    pub flow: Flow<S>,
    /// Other pending steps that change: with another target, another roll, or cancelled. Each frame
    /// gets the given step.
    pub amended: Vec<(FrameId, S)>,
}

impl<S> Outcome<S> {
    /// The step is finished with these events.
    pub const fn done(events: Vec<Event>) -> Self {
        Self { events, flow: Flow::Done, amended: Vec::new() }
    }

    /// The step continues after these events.
    pub const fn then(events: Vec<Event>, step: S) -> Self {
        Self { events, flow: Flow::Then(step), amended: Vec::new() }
    }

    /// Children run after these events, before the step continues.
    pub const fn after(events: Vec<Event>, children: Vec<S>, resume: Option<S>) -> Self {
        Self { events, flow: Flow::After { children, resume }, amended: Vec::new() }
    }
}

impl<S: StepData> Outcome<S> {
    /// The same for the core, which does not know the ruleset's step type.
    pub fn erased(self) -> Outcome {
        let amended = self.amended.into_iter().map(|(id, step)| (id, Step::new(step))).collect();
        Outcome { events: self.events, flow: self.flow.erased(), amended }
    }
}
