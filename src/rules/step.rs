//! Steps: the smallest interruptible units of resolution, as data.
//!
//! Each ruleset has its own step type, an enum with a struct for each kind: its subject, its phase,
//! and intermediate results. The core holds them as [`Step`] and uses them only through
//! [`StepData`]. A step can be saved at any moment; running it again from the same data and
//! transcript gives the same result.

mod erased;
mod error;
mod kinds;
mod untyped;

use serde::{Deserialize, Serialize};

use grid::SideId;

use super::oracle::Given;
use super::prompt::Prompt;

pub use crate::steps;
pub use erased::{Step, StepData};
pub use error::StepError;
pub use kinds::Task;
pub use untyped::{Datum, Scratch, UntypedStep};

/// The ID of a frame: a pending step of this battle. Never reused.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct FrameId(pub u64);

/// A pending step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Its ID.
    pub id: FrameId,
    /// The frame that led to it, for the log.
    pub parent: Option<FrameId>,
    /// The step.
    pub step: Step,
    /// True if the reactions before it have been collected.
    pub opened: bool,
    /// Dice and answers given to the current phase so far.
    pub transcript: Vec<Given>,
}

/// The pending steps; the last one runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// From the outermost to the running step.
    pub frames: Vec<Frame>,
    /// The prompt that the running step waits for.
    pub waiting: Option<Prompt>,
    /// The ID of the next frame.
    pub next_frame: u64,
    /// The number of the next event.
    pub next_event: u64,
}

impl Queue {
    /// True if nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Pushes a step; it runs next.
    pub fn push(&mut self, step: Step, parent: Option<FrameId>) -> FrameId {
        let id = FrameId(self.next_frame);
        self.next_frame += 1;
        self.frames.push(Frame { id, parent, step, opened: false, transcript: Vec::new() });
        id
    }

    /// The frame with this ID, if it is still pending.
    pub fn frame(&self, id: FrameId) -> Option<&Frame> {
        self.frames.iter().find(|f| f.id == id)
    }

    /// The side whose player must answer.
    pub fn asked(&self) -> Option<SideId> {
        self.waiting.as_ref().map(|p| p.side)
    }
}
