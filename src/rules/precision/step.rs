//! The steps of this ruleset, and what the core has for steps in terms of them.
//!
//! What each kind of step holds stands in the files below, with nothing but data in them: those who
//! run a step, begin one or change one under way all need its form, and would otherwise need each
//! other.

mod acts;
mod bodies;
mod moves;
mod old;
mod rounds;

use crate::grid::UnitId;
use crate::rules::ruleset::Ctx;
use crate::rules::step::{Frame, Task, steps};
use crate::rules::{ruleset, step};

pub use crate::rules::step::FrameId;

pub use acts::{
    Act, ActPhase, Cause, Free, FreeAct, Handle, How, Prepare, React, Rush, Setting, cell_of,
    unit_of,
};
pub use bodies::{Fade, Return, TakeForm, Vanish, Wake};
pub use moves::{
    CarefulStep, ChangePosture, Down, Drag, Fall, Grant, Leap, LetGo, LoseGrip, MoveNow, Spot,
    Stride, Walk,
};
pub use rounds::{
    Leave, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, Talk, TurnEnd, TurnEnds,
    TurnStart, TurnStartPhase,
};

/// What one run of a step gives.
pub type Outcome = step::Outcome<Step>;
/// What a command leads to.
pub type Plan = ruleset::Plan<Step>;
/// What comes next when nothing is under way.
pub type Next = ruleset::Next<Step>;

steps! {
    /// Everything that can be under way.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// A turn begins.
        TurnStart(TurnStart) = "turn_start",
        /// A turn ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A round ends.
        RoundEnd(RoundEnd) = "round_end",
        /// Those on exits may leave.
        Leave(Leave) = "leave",
        /// Sides answer each other.
        Talk(Talk) = "talk",
        /// Somebody goes a path.
        Walk(Walk) = "walk",
        /// Somebody falls.
        Fall(Fall) = "fall",
        /// Somebody lies down or gets up.
        Posture(ChangePosture) = "posture",
        /// Somebody leaps over a gap.
        Leap(Leap) = "leap",
        /// Somebody takes a careful step. Movement triggers do not answer it (PR-86).
        CarefulStep(CarefulStep) = "careful_step",
        /// Somebody may move because another lets it.
        MoveNow(MoveNow) = "move_now",
        /// Somebody takes another in tow.
        Drag(Drag) = "drag",
        /// One who drags lets go.
        LetGo(LetGo) = "let_go",
        /// The holds of somebody end by themselves.
        LoseGrip(LoseGrip) = "hold_ends",
        /// An ability is carried out.
        Act(Act) = "act",
        /// A charge or dive: the way, then the attack.
        Rush(Rush) = "rush",
        /// A prepared action is set.
        Prepare(Prepare) = "prepare",
        /// The owner of a prepared action may answer its trigger.
        React(React) = "react",
        /// Somebody handles a fixture or an item.
        Handle(Handle) = "handle",
        /// A free act.
        Free(Free) = "free",
        /// Somebody falls unconscious or dies.
        Fade(Fade) = "fade",
        /// Somebody wakes.
        Wake(Wake) = "wake",
        /// Somebody takes another form.
        TakeForm(TakeForm) = "take_form",
        /// Somebody goes back to its own body.
        Return(Return) = "return_from_form",
        /// A minion disappears with its summoner.
        Vanish(Vanish) = "vanish",
    }
}

/// Whose each kind of step is.
macro_rules! tasks {
    ($($Kind:ty),+ => $step:ident $unit:expr) => {
        $(impl Task for $Kind {
            fn unit(&self) -> Option<UnitId> {
                let $step = self;
                $unit
            }
        })+
    };
}

tasks!(RoundStart, RoundEnd, Leave, Talk => _step None);
tasks!(
    TurnStart, TurnEnd, Walk, Fall, ChangePosture, Leap, CarefulStep, MoveNow, Drag, LetGo,
    LoseGrip, Act, Rush, Prepare, React, Handle, Free, Fade, Wake, TakeForm, Return, Vanish
    => step Some(step.unit)
);

/// The step of a frame.
pub fn of(frame: &Frame) -> Option<&Step> {
    frame.step.get()
}

/// An ability under way; `None` once it is over, and for steps of other kinds.
pub fn act_of(ctx: Ctx<'_>, id: FrameId) -> Option<&Act> {
    match ctx.state.queue.frame(id).and_then(of)? {
        Step::Act(act) => Some(act),
        _ => None,
    }
}

/// An ability under way, changed; nothing once it is over.
pub fn amend(ctx: Ctx<'_>, id: FrameId, change: impl FnOnce(&mut Act)) -> Vec<(FrameId, Step)> {
    let changed = act_of(ctx, id).cloned().map(|mut act| {
        change(&mut act);
        (id, act.into())
    });
    changed.into_iter().collect()
}
