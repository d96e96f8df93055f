//! The steps of this ruleset, and the core's step types specialized to them.
//!
//! The step data is defined in submodules that depend on no other part of the rules, so any part
//! can create any step. Each rule's module runs its own steps.

#[macro_use]
mod task;

mod acts;
mod effects;
mod moves;
mod old;
mod turns;

use rules::oracle::Pause;
use rules::ruleset::Ctx;
use rules::step::{Frame, StepData, UntypedStep};
use rules::steps;
use rules::{self, ruleset};

pub use acts::{
    AdvancedAct, Arm, BasicAct, CarryOut, CarryOutPhase, Cast, CastCourse, CastPhase, Feat,
    FeatPhase, Handle, Hide, JoinUnion, KeepPin, React, ShiftThing, Strike, StrikePhase,
};
pub use effects::{
    Bump, Called, Disenchant, DropOut, Hazard, Land, LoseMount, Quench, Release, Reshape, Reveal,
    SavePlace, TakeControl, Tear, Unpin, Vanish, Wake,
};
pub use moves::{
    Decider, Descent, Displace, Fall, FallPhase, Jump, LeanBack, LeanOut, Push, PushPhase, Spot,
    Stride, Teleport, Walk,
};
pub use rules::step::FrameId;
pub use turns::{
    BurnThings, HoldTurn, Instinct, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, StepIn,
    TendBleeding, TurnEnd, TurnLoss, TurnStart, TurnStartPhase,
};

steps! {
    /// The steps of this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// A slot in the turn order comes up.
        TurnStart(TurnStart) = "turn_start",
        /// The turn of one combatant ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A turn is held.
        HoldTurn(HoldTurn) = "hold",
        /// Whether to take a held turn now.
        StepIn(StepIn) = "step_in",
        /// Things burn while others are still to act.
        BurnThings(BurnThings) = "burn_things",
        /// A round ends.
        RoundEnd(RoundEnd) = "round_end",
        /// The battle ends and allies tend the Bleeding.
        TendBleeding(TendBleeding) = "tend",
        /// The turn of a combatant that acts on its own.
        Instinct(Instinct) = "instinct",
        /// Following a path.
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
        /// A collision damages one of the units in it.
        Bump(Bump) = "bump",
        /// A teleport.
        Teleport(Teleport) = "teleport",
        /// A teleport into an occupied place damages one of the units in it.
        Tear(Tear) = "tear",
        /// A combatant is moved to a place that another picks.
        Displace(Displace) = "displace",
        /// An attack.
        Strike(Strike) = "strike",
        /// A basic action.
        Basic(BasicAct) = "basic",
        /// An action against an adjacent combatant.
        Advanced(AdvancedAct) = "advanced",
        /// A manual action.
        Handle(Handle) = "hands",
        /// An Ability that is not an attack.
        Cast(Cast) = "cast",
        /// A thing is shoved.
        ShiftThing(ShiftThing) = "shift_thing",
        /// Hiding.
        Hide(Hide) = "hide",
        /// Joining or leaving a union.
        JoinUnion(JoinUnion) = "union",
        /// A cinematic feat.
        Feat(Feat) = "feat",
        /// A pin is maintained.
        KeepPin(KeepPin) = "keep_pin",
        /// A reaction.
        React(React) = "react",
        /// An action is held.
        Arm(Arm) = "arm",
        /// A held action is carried out.
        CarryOut(CarryOut) = "held",
        /// The referee triggers held actions.
        Called(Called) = "called",
        /// A thrown weapon lands.
        Land(Land) = "land",
        /// Damaging ground hurts a combatant.
        Hazard(Hazard) = "hazard",
        /// A body shrinks or grows.
        Reshape(Reshape) = "shape",
        /// A grab ends.
        Release(Release) = "release",
        /// A rider comes off its mount.
        LoseMount(LoseMount) = "come_off",
        /// A pin ends.
        Unpin(Unpin) = "unpin",
        /// The place where a combatant ends up after saving a friend.
        SavePlace(SavePlace) = "save_place",
        /// A combatant is revealed or hidden.
        Reveal(Reveal) = "reveal",
        /// Another side takes control of a combatant.
        TakeControl(TakeControl) = "obey",
        /// A charm is broken.
        Disenchant(Disenchant) = "disenchant",
        /// Water puts out a fire.
        Quench(Quench) = "quench",
        /// A summon vanishes.
        Vanish(Vanish) = "vanish",
        /// A combatant falls unconscious or dies.
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

/// The result of running a step: events, and how it continues.
pub type Outcome = rules::Outcome<Step>;
/// An outcome, or the missing dice or decision.
pub type Ran = Result<Outcome, Pause>;
/// The steps that a command leads to.
pub type Plan = ruleset::Plan<Step>;
/// What comes next when no step is pending.
pub type Next = ruleset::Next<Step>;

/// The step of a frame.
pub fn of(frame: &Frame) -> Option<&Step> {
    frame.step.get()
}

/// Adds the collision of a push to the attack that caused it. Does nothing if the attack is already
/// over.
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
