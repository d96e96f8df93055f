//! A ruleset's prices for movement, and what they make of a given path.

use crate::grid::body::Body;
use crate::grid::field::Field;
use crate::grid::ground::{Ground, Obstacle};
use crate::grid::room::Room;
use crate::grid::step::{Move, StepFacts};

/// Which kinds of steps a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Manners {
    /// Steps over the ground.
    pub walk: bool,
    /// Steps through the air, level or straight up and down by 1 m (down onto the ground also by
    /// half a metre).
    pub fly: bool,
    /// With `fly`: also steps that go one cell on and 1 m up or down at once.
    pub slant: bool,
    /// Steps through the air by bands of altitude, for rulesets that know no other heights: level
    /// over what is below, and straight up or down to the next band (EV-114, EV-119).
    pub bands: bool,
    /// Up and down climbable faces by 1 m at a time, with stops in between.
    pub climb: bool,
}

impl Manners {
    /// Walking alone.
    pub const WALK: Self =
        Self { walk: true, fly: false, slant: false, bands: false, climb: false };
    /// Flying alone, paid separately for level and vertical parts.
    pub const FLY: Self = Self { walk: false, fly: true, ..Self::WALK };
    /// Flying by bands alone.
    pub const SOAR: Self = Self { walk: false, bands: true, ..Self::WALK };
}

/// A ruleset's prices for movement, as a fold: each step turns the state of the move so far into
/// the next, so that a step's price may depend on what came before it.
///
/// The cost of a state must not fall from one step to the next. Searches are exact as long as of
/// two states with one [`Pricing::key`] in one place the cheaper is at least as good in all that
/// follows: what else matters belongs into the key. With the key `()` only the cost matters, and
/// searches are fastest.
pub trait Pricing {
    /// What must be remembered of a move so far. Small and cheap to clone.
    type State: Clone;
    /// Tells apart states that are not comparable by cost, such as walked and flown.
    type Key: Copy + Eq;
    /// Why a step is refused.
    type Refusal;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// The state after one more step, or why the ruleset refuses it.
    fn step(
        &self,
        state: &Self::State,
        step: &StepFacts<'_, '_>,
    ) -> Result<Self::State, Self::Refusal>;

    /// Everything paid so far.
    fn cost(&self, state: &Self::State) -> u32;

    /// What any step costs at least. Searches leave out steps that cost too much in any case, or lead
    /// nowhere new and cannot be cheaper than what is known.
    fn least(&self) -> u32 {
        0
    }

    /// The part of a state that cost does not compare.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Whether the move may end here, given the state, the room and the ground there.
    fn may_stop(&self, _state: &Self::State, _room: Room, ground: &Ground) -> bool {
        !ground.occupied
    }

    /// The kinds of steps a search tries.
    fn manners(&self) -> Manners {
        Manners::WALK
    }
}

/// Why a path cannot be gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathRefusal<R> {
    /// Geometry forbids a step.
    #[error("step {index}: {obstacle}")]
    Obstacle {
        /// Which step, counted from 0.
        index: usize,
        /// What is in the way.
        obstacle: Obstacle,
    },
    /// The ruleset refuses a step.
    #[error("step {index} is refused")]
    Refused {
        /// Which step, counted from 0.
        index: usize,
        /// The ruleset's reason.
        reason: R,
    },
}

/// Prices a given path: the fold of its steps, or the first that is impossible. Gives the state
/// and the room at its end; whether the move may end there is not asked.
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
