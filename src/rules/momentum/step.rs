//! The steps of this ruleset, and what the core has for steps in terms of them.
//!
//! What a step holds is defined in the files beside this one, which use nothing of the rules: so
//! every part of the rules can lead to any step. What a step does is in the file of its rule.

#[macro_use]
mod task;

mod deeds;
mod effects;
mod old;
mod turns;
mod ways;

use crate::rules::oracle::Pause;
use crate::rules::ruleset::Ctx;
use crate::rules::step::{Frame, StepData, UntypedStep};
use crate::rules::{ruleset, step};
use crate::steps;

pub use crate::rules::step::FrameId;
pub use deeds::{
    AdvancedAct, Arm, BasicAct, CarryOut, CarryOutPhase, Cast, CastCourse, CastPhase, Feat,
    FeatPhase, Handle, Hide, JoinUnion, KeepPin, React, ShiftThing, Strike, StrikePhase,
};
pub use effects::{
    Bump, Called, ComeOff, Disenchant, DropOut, Hazard, Land, Obey, Quench, Release, Reshape,
    Reveal, SavePlace, Unpin, Vanish, Wake,
};
pub use turns::{
    HoldTurn, Instinct, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, StepIn, Tend,
    TurnEnd, TurnLoss, TurnStart, TurnStartPhase,
};
pub use ways::{
    Descent, Displace, Fall, FallPhase, Jump, LeanBack, LeanOut, Push, PushPhase, Spot, Stride,
    Teleport, Walk,
};

steps! {
    /// The steps of this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// The slot of a turn comes up.
        TurnStart(TurnStart) = "turn_start",
        /// The turn of one combatant ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A turn is put off.
        HoldTurn(HoldTurn) = "hold",
        /// Whether a held turn is taken.
        StepIn(StepIn) = "step_in",
        /// A round ends.
        RoundEnd(RoundEnd) = "round_end",
        /// The battle ends.
        Tend(Tend) = "tend",
        /// The turn of one who acts by itself.
        Instinct(Instinct) = "instinct",
        /// Going a path.
        Walk(Walk) = "walk",
        /// Gaining movement.
        Stride(Stride) = "stride",
        /// A fall.
        Fall(Fall) = "fall",
        /// A jump.
        Jump(Jump) = "leap",
        /// Leaning out.
        LeanOut(LeanOut) = "lean",
        /// Coming back from leaning out.
        LeanBack(LeanBack) = "lean_back",
        /// Being pushed.
        Push(Push) = "push",
        /// A collision comes over one of those in it.
        Bump(Bump) = "bump",
        /// A teleport.
        Teleport(Teleport) = "teleport",
        /// Somebody is put where another picks.
        Displace(Displace) = "displace",
        /// An attack.
        Strike(Strike) = "strike",
        /// A basic action.
        Basic(BasicAct) = "basic",
        /// An action against one who is near.
        Advanced(AdvancedAct) = "advanced",
        /// Something done with the hands.
        Handle(Handle) = "hands",
        /// An Ability that is no attack.
        Cast(Cast) = "cast",
        /// A thing is shoved.
        ShiftThing(ShiftThing) = "shift_thing",
        /// Hiding.
        Hide(Hide) = "hide",
        /// Joining or leaving a union.
        JoinUnion(JoinUnion) = "union",
        /// A great feat.
        Feat(Feat) = "feat",
        /// A pin is kept up.
        KeepPin(KeepPin) = "keep_pin",
        /// A reaction.
        React(React) = "react",
        /// An action is held.
        Arm(Arm) = "arm",
        /// A held action is carried out.
        CarryOut(CarryOut) = "held",
        /// The referee's word sets held actions off.
        Called(Called) = "called",
        /// What was thrown comes to lie.
        Land(Land) = "land",
        /// Ground hurts somebody.
        Hazard(Hazard) = "hazard",
        /// A body shrinks or grows.
        Reshape(Reshape) = "shape",
        /// A grab ends.
        Release(Release) = "release",
        /// A climb on somebody ends.
        ComeOff(ComeOff) = "come_off",
        /// A pin ends.
        Unpin(Unpin) = "unpin",
        /// Where one who has saved a friend ends.
        SavePlace(SavePlace) = "save_place",
        /// Hiding changes.
        Reveal(Reveal) = "reveal",
        /// Who decides for somebody changes.
        Obey(Obey) = "obey",
        /// A charm is broken.
        Disenchant(Disenchant) = "disenchant",
        /// Water puts out a fire.
        Quench(Quench) = "quench",
        /// A summon vanishes.
        Vanish(Vanish) = "vanish",
        /// Falling unconscious, and worse.
        DropOut(DropOut) = "drop",
        /// Waking up.
        Wake(Wake) = "wake",
    }
}

impl StepData for Step {
    fn name(&self) -> &str {
        Self::name(self)
    }

    fn is_same_task(&self, other: &Self) -> bool {
        Self::is_same_task(self, other)
    }

    fn from_untyped(step: UntypedStep) -> Option<Self> {
        old::read(&step)
    }
}

/// What comes of a run: events, and how the step goes on.
pub type Outcome = step::Outcome<Step>;
/// The same, or the dice or decisions that it waits for.
pub type Ran = Result<Outcome, Pause>;
/// The steps that a command leads to.
pub type Plan = ruleset::Plan<Step>;
/// What comes next when nothing is under way.
pub type Next = ruleset::Next<Step>;

/// The step of a frame.
pub fn of(frame: &Frame) -> Option<&Step> {
    frame.step.get()
}

/// A push under way that belongs to an attack tells it what it ran into; nothing once that is over.
pub fn amend_strike(
    ctx: Ctx<'_>,
    id: FrameId,
    change: impl FnOnce(&mut Strike),
) -> Vec<(FrameId, Step)> {
    match ctx.state.queue.frame(id).and_then(of) {
        Some(Step::Strike(strike)) => {
            let mut strike = strike.clone();
            change(&mut strike);
            vec![(id, strike.into())]
        }
        _ => Vec::new(),
    }
}
