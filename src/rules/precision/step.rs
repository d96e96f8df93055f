//! The steps of this ruleset, and the core's step types for them.
//!
//! The submodules contain only the data of each kind of step. Code that runs, starts or changes a
//! step needs its type, and would otherwise form import cycles.

mod acts;
mod bodies;
mod moves;
mod old;
mod rounds;

use grid::UnitId;
use rules::kit::{turns, walk};
use rules::ruleset::Ctx;
use rules::step::{Frame, Task, steps};
use rules::{self, ruleset};

pub use rules::step::FrameId;

pub use acts::{
    Act, ActPhase, Cause, Free, FreeAct, Handle, How, Prepare, React, Rush, Setting, cell_of,
    unit_of,
};
pub use bodies::{Fade, Return, TakeForm, Vanish, Wake};
pub use moves::{
    CarefulStep, ChangePosture, Down, Drag, Fall, Grant, LastSquare, Leap, LetGo, LoseGrip,
    MoveNow, Spot, Walk,
};
pub use rounds::{
    Leave, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, Talk, TurnEnd, TurnEnds,
    TurnStart, TurnStartPhase,
};

/// The result of running a step once.
pub type Outcome = rules::Outcome<Step>;
/// The steps a command starts.
pub type Plan = ruleset::Plan<Step>;

steps! {
    /// Every kind of step.
    pub enum Step {
        /// A round starts.
        RoundStart(RoundStart) = "round_start",
        /// A turn starts.
        TurnStart(TurnStart) = "turn_start",
        /// A turn ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A round ends.
        RoundEnd(RoundEnd) = "round_end",
        /// Units on exits may leave.
        Leave(Leave) = "leave",
        /// Sides respond to each other.
        Talk(Talk) = "talk",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit lies down or stands up.
        Posture(ChangePosture) = "posture",
        /// A unit leaps over a gap.
        Leap(Leap) = "leap",
        /// A unit takes a careful step. Movement does not trigger reactions to it (PR-86).
        CarefulStep(CarefulStep) = "careful_step",
        /// A unit may move at once, granted by another.
        MoveNow(MoveNow) = "move_now",
        /// A unit starts dragging another.
        Drag(Drag) = "drag",
        /// A dragger lets go.
        LetGo(LetGo) = "let_go",
        /// A unit's holds on others end.
        LoseGrip(LoseGrip) = "hold_ends",
        /// An ability is carried out.
        Act(Act) = "act",
        /// A charge or dive: the movement, then the attack.
        Rush(Rush) = "rush",
        /// A prepared action is set.
        Prepare(Prepare) = "prepare",
        /// The owner of a prepared action may react to its trigger.
        React(React) = "react",
        /// A unit uses a fixture or an item.
        Handle(Handle) = "handle",
        /// A free act.
        Free(Free) = "free",
        /// A unit falls unconscious or dies.
        Fade(Fade) = "fade",
        /// A unit wakes.
        Wake(Wake) = "wake",
        /// A unit takes another form.
        TakeForm(TakeForm) = "take_form",
        /// A unit returns to its own body.
        Return(Return) = "return_from_form",
        /// A minion disappears with its summoner.
        Vanish(Vanish) = "vanish",
    }
}

impl From<walk::Walk> for Step {
    /// A walk at its start, as a command gives it.
    fn from(walk: walk::Walk) -> Self {
        let walk::Walk { unit, path, manner, crawls, .. } = walk;
        Walk { unit, path, down: Down::of(manner.as_str()), crawls, grant: None, last: None }.into()
    }
}

impl From<turns::TurnEnd> for Step {
    fn from(turns::TurnEnd { unit, forced }: turns::TurnEnd) -> Self {
        let why = if forced { TurnEnds::Unable } else { TurnEnds::Done };
        TurnEnd { unit, why }.into()
    }
}

/// The unit that each kind of step belongs to.
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

/// The step in a frame.
pub fn of(frame: &Frame) -> Option<&Step> {
    frame.step.get()
}

/// An ability in progress; `None` once it is over, and for other kinds of steps.
pub fn act_of(ctx: Ctx<'_>, id: FrameId) -> Option<&Act> {
    match ctx.state.queue.frame(id).and_then(of)? {
        Step::Act(act) => Some(act),
        _ => None,
    }
}

/// Changes an ability in progress; no effect once it is over.
pub fn amend(ctx: Ctx<'_>, id: FrameId, change: impl FnOnce(&mut Act)) -> Vec<(FrameId, Step)> {
    let changed = act_of(ctx, id).cloned().map(|mut act| {
        change(&mut act);
        (id, act.into())
    });
    changed.into_iter().collect()
}
