//! Prices for walking only, for fast searches.

use grid::{Ground, Hm, Pricing, Room, StepFacts, StepKinds};

use super::prices::{MoveState, Prices};
use crate::lazy_refusal::LazyRefusal;

/// Prices for walking only. The points spent determine whether the unit runs, so searches need no
/// other state and are faster. Not usable where every second diagonal costs more.
pub struct OnFoot<'p, 'a>(pub &'p Prices<'a>);

impl Pricing for OnFoot<'_, '_> {
    type State = MoveState;
    type Refusal = LazyRefusal;
    type Key = ();

    fn start(&self) -> MoveState {
        self.0.start()
    }

    fn step(&self, state: &MoveState, step: &StepFacts<'_, '_>) -> Result<MoveState, LazyRefusal> {
        self.0.step(state, step)
    }

    fn cost(&self, state: &MoveState) -> u32 {
        self.0.cost(state)
    }

    fn least(&self) -> u32 {
        // All steps except jumps down enter ground, which costs 1 or more; no step costs less than
        // 0.
        u32::from(self.0.jump_down_cost() >= 1)
    }

    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        self.0.least_rise(left)
    }

    fn key(&self, _state: &MoveState) {}

    fn may_stop(&self, state: &MoveState, room: Room, ground: &Ground) -> bool {
        self.0.may_stop(state, room, ground)
    }

    fn manners(&self) -> StepKinds {
        self.0.manners()
    }
}
