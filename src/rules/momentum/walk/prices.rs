//! The cost of each step of a move, and the units in the way (MO-287 to MO-306).

use grid::{
    Body, Diagonals, Field, Ground, Hm, Passage, Pricing, Room, Rough, StepFacts, StepKinds,
    StepMode, SupportKind,
};
use rules::kit::lazy_refusal::{self, Wording};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::super::budget::Budget;
use super::super::data::Content;
use super::super::step::Descent;
use super::terms::{self, Terms};

/// Maximum distance searched for flyers, metres: the air has many more places than the ground.
/// Longer flights take several moves or an explicit path.
const MOST_FLIGHT: u32 = 12;

/// The state of a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveState {
    /// Metres moved this turn, earlier moves included.
    pub spent: i32,
    /// Number of Basic Movements that it has to buy.
    pub strides: i32,
    /// Doors opened on the way with the free Interact (MO-91).
    pub doors: i32,
    /// Enemies' spaces entered that require a check (MO-295).
    pub passes: i32,
    /// True if the last step went over an edge: a fall follows.
    pub jumped: bool,
}

/// A refusal whose text is built only when read.
pub type LazyRefusal = lazy_refusal::LazyRefusal<Words>;

/// The refusal texts that contain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// The height of a step that is too high or too deep.
    TooHigh(Hm),
    /// The length of a move, metres.
    TooFar(i32),
}

impl Wording for Words {
    fn text(self) -> String {
        match self {
            Self::TooHigh(rise) => format!("{rise} is too high to step: climb, jump or fly"),
            Self::TooFar(metres) => {
                format!("{metres} m in total: not enough movement and AP")
            }
        }
    }
}

/// How a body in the way affects a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// Not at all: it is down, one of the two is moved aside, or they are attached.
    Free,
    /// An ally: free to pass, but not a place to stop (MO-293).
    Friend,
    /// An enemy that cannot block: can be passed without a check (MO-299).
    Harmless,
    /// An enemy: passing requires a check (MO-295).
    Enemy,
}

/// The movement costs for one combatant.
#[derive(Clone)]
pub struct Prices<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    unit: &'a Unit,
    own: Option<&'a Body>,
    /// Its AP and movement.
    pub budget: Budget<'a>,
    /// The values that the costs depend on.
    pub terms: Terms,
}

impl<'a> Prices<'a> {
    /// The costs for a unit at this point of its turn; `None` without a sheet of this ruleset.
    pub fn new(
        content: &'a Content,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        descent: Descent,
    ) -> Option<Self> {
        let budget = Budget::of(content, unit)?;
        let own = ctx.field.body(unit.id());
        let terms = Terms::new(content, ctx, (unit, own), &budget, descent);
        Some(Self { content, ctx, unit, own, budget, terms })
    }

    /// The same costs, for paths that avoid all enemies.
    #[must_use]
    pub fn around_enemies(mut self) -> Self {
        self.terms.passing = false;
        self
    }

    /// The costs after a partial move, if there was one.
    #[must_use]
    pub fn after(mut self, begun: Option<&MoveState>) -> Self {
        if let Some(begun) = begun {
            self.terms.begun = MoveState { jumped: false, ..*begun };
        }
        self
    }

    /// Metres left without buying more movement, and further metres that the remaining AP can buy.
    pub fn left(&self, state: &MoveState) -> (u32, u32) {
        let points = |n: i32| u32::try_from(n.max(0)).unwrap_or_default();
        let Terms { basic, metres, most_strides, .. } = self.terms;
        let here = metres + self.terms.strides(state.strides).count * basic;
        let all = metres + most_strides * basic;
        (points(here - state.spent), points(all.max(here) - here))
    }

    /// How a body in the way affects this move.
    pub fn meets(&self, body: &Body) -> Obstruction {
        let known = self.terms.met(body.id).map(|(met, _)| met);
        known.unwrap_or_else(|| terms::meets(self.content, self.ctx, (self.unit, self.own), body))
    }

    /// The body that prevents a combatant from stopping in a room.
    pub fn taken_by(&self, room: Room) -> Option<&'a Body> {
        let mut met = self.ctx.field.bodies_overlapping(room, self.unit.id());
        met.find(|body| self.meets(body) != Obstruction::Free)
    }

    /// True if an enemy that requires a check is within `most` metres (MO-295).
    pub fn may_meet_enemies(&self, field: &Field<'_>, most: u32) -> bool {
        let near = |body: &&Body| {
            let away = field.distance(self.unit.id(), body.id, Diagonals::One);
            away.is_some_and(|metres| metres + 2 <= most) && self.meets(body) == Obstruction::Enemy
        };
        field.bodies().iter().any(|body| near(&body))
    }

    /// The same costs, without buying movement that would leave no AP for an Attack.
    pub fn ordinary(mut self) -> Self {
        let fits = |n: &i32| self.terms.leaves_an_attack(self.terms.strides(*n).ap);
        self.terms.most_strides =
            (1..=self.terms.most_strides).take_while(fits).last().unwrap_or(0);
        self
    }

    /// Maximum metres that any search has to cover.
    pub fn most(&self) -> u32 {
        let Terms { basic, metres, most_strides, flies, .. } = self.terms;
        let metres = metres + most_strides * basic;
        let most = u32::try_from((metres - self.terms.begun.spent).max(0)).unwrap_or_default();
        if flies { most.min(MOST_FLIGHT) } else { most }
    }

    /// True if a step over this body is a step through an enemy's space (MO-296, MO-300).
    fn is_in_foes_space(&self, body: &Body) -> bool {
        self.terms.met(body.id).is_some_and(|(_, lies)| lies)
            || matches!(self.meets(body), Obstruction::Enemy | Obstruction::Harmless)
    }

    /// True for difficult ground. Several reasons count as one (MO-268, MO-290, MO-296, MO-301).
    fn is_difficult(&self, step: &StepFacts<'_, '_>) -> bool {
        let ground = &step.entered;
        let wades = ground.depth > Hm::ZERO && ground.support != SupportKind::Thing;
        ground.rough != Rough::None
            || ground.slippery > 0
            || wades
            || self.terms.prone
            || self.terms.drags
            || step.passage == Passage::Low
            || step.occupants().any(|body| self.is_in_foes_space(body))
    }

    /// Metres for the ground and height of a walked step, and whether a fall follows (MO-302).
    fn ground_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), LazyRefusal> {
        let rules = &self.terms;
        let rise = step.rise();
        let afloat = step.is_afloat();
        let plain = if self.is_difficult(step) { rules.difficult_cost } else { 1 };
        if afloat || rise.abs() <= rules.free_step {
            return Ok((plain, false));
        }
        if rise.abs() <= rules.difficult_step {
            return Ok((rules.difficult_cost.max(plain), false));
        }
        let drops = rise < Hm::ZERO && !self.terms.prone && !self.terms.climbs;
        if drops && (self.terms.jumps || -rise <= rules.fall_free) {
            return Ok((plain, true));
        }
        if !step.is_climbable() || self.terms.prone {
            return Err(LazyRefusal::counted("too_high", Words::TooHigh(rise.abs()), "MO-302"));
        }
        Ok((rise.abs().metres_ceil() * rules.climb_cost, false))
    }

    fn walk_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), LazyRefusal> {
        let leaps_off = self.terms.jumps && self.terms.is_mounted;
        if step.left.support == SupportKind::Nothing && step.from.feet > step.to.feet && !leaps_off
        {
            return Err(LazyRefusal::new("in_the_air", "it must land before walking", "MO-304"));
        }
        if step.passage == Passage::Closed {
            return Err(LazyRefusal::new("wall", "a wall is in the way", "MO-288"));
        }
        self.ground_cost(step)
    }

    /// One metre per adjacent place, up and down included (MO-304).
    fn fly_cost(&self, step: &StepFacts<'_, '_>) -> Result<i32, LazyRefusal> {
        if !self.terms.flies {
            return Err(LazyRefusal::new("cannot_fly", "it cannot fly now", "MO-304"));
        }
        if step.passage != Passage::Free {
            return Err(LazyRefusal::new("shut", "something is in the way", "MO-288"));
        }
        let past = |b: &Body| matches!(self.meets(b), Obstruction::Enemy | Obstruction::Harmless);
        let burdened = self.terms.drags || step.occupants().any(past);
        Ok(if burdened { self.terms.difficult_cost } else { 1 })
    }
}

impl Pricing for Prices<'_> {
    type State = MoveState;
    type Refusal = LazyRefusal;
    type Key = i32;

    fn start(&self) -> MoveState {
        self.terms.begun
    }

    fn step(&self, state: &MoveState, step: &StepFacts<'_, '_>) -> Result<MoveState, LazyRefusal> {
        let (cost, jumped) = match step.manner {
            StepMode::Walk => self.walk_cost(step)?,
            StepMode::Fly => (self.fly_cost(step)?, false),
            StepMode::Climb if self.terms.prone => {
                return Err(LazyRefusal::new("prone", "it cannot climb while prone", "MO-268"));
            }
            StepMode::Climb => (step.rise().abs().metres_ceil() * self.terms.climb_cost, false),
        };
        for feared in &self.terms.fears {
            let far = |room: &Room| room.distance(feared, Diagonals::One);
            if far(&step.to) < far(&step.from) {
                let text = "it may not move closer to what it fears";
                return Err(LazyRefusal::new("frightened", text, "MO-275"));
            }
        }
        let mut doors = state.doors;
        if step.passage == Passage::Shut {
            doors += 1;
            if doors > 1 || !self.terms.has_free_interaction {
                return Err(LazyRefusal::new("shut", "it must be opened first", "MO-90"));
            }
        }
        let mut passes = state.passes;
        if step.occupants().any(|body| self.meets(body) == Obstruction::Enemy) {
            if !self.terms.passing {
                return Err(LazyRefusal::new("foe_in_the_way", "an enemy is in the way", "MO-295"));
            }
            passes += 1;
        }
        let spent = state.spent + cost;
        let missing = self.terms.missing(spent);
        if missing > self.terms.most_strides {
            return Err(LazyRefusal::counted("too_far", Words::TooFar(spent), "MO-32"));
        }
        Ok(MoveState { spent, strides: state.strides.max(missing), doors, passes, jumped })
    }

    fn cost(&self, state: &MoveState) -> u32 {
        u32::try_from(state.spent - self.terms.begun.spent).unwrap_or_default()
    }

    /// At least a metre per step, or the price of a climb.
    fn least(&self) -> u32 {
        let Terms { difficult_cost, climb_cost, .. } = self.terms;
        u32::try_from(difficult_cost.min(climb_cost).clamp(0, 1)).unwrap_or_default()
    }

    /// In the air, a step on foot only leads up (MO-304).
    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        let leaps_off = self.terms.jumps && self.terms.is_mounted;
        let only_up = left.support == SupportKind::Nothing && !leaps_off;
        Some(if only_up { Hm::ZERO } else { Hm(i32::MIN) })
    }

    fn key(&self, state: &MoveState) -> i32 {
        // The movement to buy follows from the metres, so it is not part of the key.
        state.doors
    }

    /// No door is opened in flight (MO-288).
    fn key_aloft(&self, doors: i32) -> Option<i32> {
        Some(doors)
    }

    fn may_stop(&self, _state: &MoveState, room: Room, ground: &Ground) -> bool {
        !ground.occupied || self.taken_by(room).is_none()
    }

    fn manners(&self) -> StepKinds {
        let walk = self.terms.basic > 0;
        StepKinds {
            walk,
            fly: self.terms.flies && !self.terms.prone,
            slant: true,
            climb: walk && !self.terms.prone,
            bands: false,
        }
    }
}
