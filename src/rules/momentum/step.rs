//! The steps of this ruleset, and what the core has for steps in terms of them.

use crate::rules::ruleset::Ctx;
use crate::rules::step::Frame;
use crate::rules::{ruleset, step};

pub use crate::rules::step::{Datum, FrameId, UntypedStep as Step};

/// What one run of a step gives.
pub type Outcome = step::Outcome<Step>;
/// What a command leads to.
pub type Plan = ruleset::Plan<Step>;
/// What comes next when nothing is under way.
pub type Next = ruleset::Next<Step>;

/// The step of a frame.
pub fn of(frame: &Frame) -> Option<&Step> {
    frame.step.get()
}

/// Another step under way, changed; nothing once it is over.
pub fn amend(ctx: Ctx<'_>, id: FrameId, change: impl FnOnce(&mut Step)) -> Vec<(FrameId, Step)> {
    let changed = ctx.state.queue.frame(id).and_then(of).map(|step| {
        let mut step = step.clone();
        change(&mut step);
        (id, step)
    });
    changed.into_iter().collect()
}
