//! The ruleset's movement costs, and pricing of a given path.

use crate::body::Body;
use crate::field::Field;
use crate::ground::{Ground, Obstacle};
use crate::room::Room;
use crate::step::{Move, StepFacts};
use crate::units::Hm;

/// Which kinds of steps a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepKinds {
    /// Steps on the ground.
    pub walk: bool,
    /// Level or vertical steps through the air, 1 m at a time (or half a metre when landing).
    pub fly: bool,
    /// With `fly`: also steps one cell sideways and 1 m up or down at the same time.
    pub slant: bool,
    /// Steps through the air between altitude bands, for rulesets with no other heights: level
    /// above what is below, and straight up or down to the next band (EV-114, EV-119).
    pub bands: bool,
    /// Steps of 1 m up and down climbable faces, with stops in between.
    pub climb: bool,
}

impl StepKinds {
    /// Walking only.
    pub const WALK: Self =
        Self { walk: true, fly: false, slant: false, bands: false, climb: false };
    /// Flying only, with level and vertical parts paid separately.
    pub const FLY: Self = Self { walk: false, fly: true, ..Self::WALK };
    /// Flying by bands only.
    pub const SOAR: Self = Self { walk: false, bands: true, ..Self::WALK };
}

/// A ruleset's movement costs as a fold. Each step turns the state of the move so far into the
/// next, so the price of a step may depend on earlier steps.
///
/// The cost of a state must not decrease from one step to the next. Searches are exact if, of two
/// states with the same [`Pricing::key`] in the same place, the cheaper is at least as good for
/// everything that follows; anything else that matters belongs in the key. With the key `()` only
/// the cost matters, and searches are fastest.
pub trait Pricing {
    /// What to remember about the move so far. Small and cheap to clone.
    type State: Clone;
    /// Distinguishes states that cannot be compared by cost, such as walked and flown.
    type Key: Copy + Eq;
    /// Why a step is refused.
    type Refusal;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// The state after one more step, or the ruleset's reason for refusing it.
    fn step(
        &self,
        state: &Self::State,
        step: &StepFacts<'_, '_>,
    ) -> Result<Self::State, Self::Refusal>;

    /// Total paid so far.
    fn cost(&self, state: &Self::State) -> u32;

    /// Lower bound for the cost of any step on foot or along a face. Searches skip steps that
    /// exceed the budget anyway, or that lead nowhere new and cannot be cheaper than a known path.
    #[inline]
    fn least(&self) -> u32 {
        0
    }

    /// The same for steps through the air.
    fn least_aloft(&self) -> u32 {
        self.least()
    }

    /// The smallest rise of a step on foot that may begin on this ground; `None` if none may.
    /// Searches skip all other steps on foot.
    fn least_rise(&self, _left: &Ground) -> Option<Hm> {
        Some(Hm(i32::MIN))
    }

    /// The part of a state that its cost does not cover.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The key after any step through the air from a state with this key; `None` if it depends on the
    /// step. Searches skip steps to places that they know to reach with it at no higher cost.
    fn key_aloft(&self, _before: Self::Key) -> Option<Self::Key> {
        None
    }

    /// Whether the move may end here, given the state, the room and the ground.
    fn may_stop(&self, _state: &Self::State, _room: Room, ground: &Ground) -> bool {
        !ground.occupied
    }

    /// The kinds of steps a search tries.
    fn manners(&self) -> StepKinds {
        StepKinds::WALK
    }
}

/// The same costs without the key, for moves whose states differ by cost alone: such searches are
/// fastest.
pub struct CostOnly<'p, P> {
    /// The costs.
    pub prices: &'p P,
    /// Lower bound for the cost of any step of these moves, as for [`Pricing::least`].
    pub least: u32,
}

impl<P: Pricing> Pricing for CostOnly<'_, P> {
    type State = P::State;
    type Refusal = P::Refusal;
    type Key = ();

    fn start(&self) -> P::State {
        self.prices.start()
    }

    fn step(&self, state: &P::State, step: &StepFacts<'_, '_>) -> Result<P::State, P::Refusal> {
        self.prices.step(state, step)
    }

    fn cost(&self, state: &P::State) -> u32 {
        self.prices.cost(state)
    }

    #[inline]
    fn least(&self) -> u32 {
        self.least
    }

    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        self.prices.least_rise(left)
    }

    fn key(&self, _: &P::State) {}

    fn may_stop(&self, state: &P::State, room: Room, ground: &Ground) -> bool {
        self.prices.may_stop(state, room, ground)
    }

    fn manners(&self) -> StepKinds {
        self.prices.manners()
    }
}

/// Why a path is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathRefusal<R> {
    /// Geometry blocks a step.
    #[error("step {index}: {obstacle}")]
    Obstacle {
        /// Index of the step, from 0.
        index: usize,
        /// What blocks it.
        obstacle: Obstacle,
    },
    /// The ruleset refuses a step.
    #[error("step {index} is refused")]
    Refused {
        /// Index of the step, from 0.
        index: usize,
        /// The ruleset's reason.
        reason: R,
    },
}

/// Prices a given path by folding its steps; fails at the first impossible step. Returns the final
/// state and room, without checking whether the move may end there.
pub fn path_cost<P: Pricing>(
    field: &Field<'_>,
    body: &Body,
    path: &[Move],
    pricing: &P,
) -> Result<(P::State, Room), PathRefusal<P::Refusal>> {
    let off = PathRefusal::Obstacle { index: 0, obstacle: Obstacle::NotOnBoard };
    let mut room = body.room().ok_or(off)?;
    let mut state = pricing.start();
    for (index, step) in path.iter().enumerate() {
        let facts = field
            .step_from(body.id, room, *step)
            .map_err(|obstacle| PathRefusal::Obstacle { index, obstacle })?;
        state = pricing
            .step(&state, &facts)
            .map_err(|reason| PathRefusal::Refused { index, reason })?;
        room = facts.to;
    }
    Ok((state, room))
}
