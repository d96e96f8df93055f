//! The price of every step for one combatant, and the steps it cannot take (PR-88 to PR-138).

use grid::{
    EdgeAt, EdgeKind, Field, Ground, Hm, Passage, Pricing, Room, Rough, StepFacts, StepKinds,
    StepMode, SupportKind, UnitId,
};
use rules::ruleset::Ctx;
use rules::state::{Posture, State, Status, Unit};

use crate::budget::Budget;
use crate::data::{Content, Diagonals, RoughStacking};
use crate::drag;
use crate::fall;
use crate::lazy_refusal::{LazyRefusal, Words};
use crate::numbers::Numbers;
use crate::step::{Down, Grant};

/// State of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveState {
    /// Points spent in this turn's move, including earlier ones.
    pub spent: i32,
    /// True once the move is a run (PR-62).
    pub running: bool,
    /// True if the last step went over an edge: a fall follows (PR-277).
    pub jumped: bool,
    /// How the last step was made.
    pub manner: StepMode,
    /// True if the next diagonal step costs more (PR-93). Always false where all cost the same.
    pub dear_diagonal: bool,
}

/// True if walkers open closed leaves of this kind on their way: doors and windows, but not iron
/// gates (PR-134, PR-454).
pub const fn opens(kind: EdgeKind) -> bool {
    !matches!(kind, EdgeKind::Gate)
}

/// The step prices of one combatant.
pub struct Prices<'a> {
    content: &'a Content,
    state: &'a State,
    field: &'a Field<'a>,
    unit: &'a Unit,
    /// Points of one move on foot and in the air; doubled in a run.
    walk: i32,
    pub(super) fly: i32,
    spent: i32,
    pub(super) running: bool,
    pub(super) may_run: bool,
    prone: bool,
    height: Hm,
    swim: Option<i32>,
    down: Down,
    /// True if it drags another unit (PR-138).
    drags: bool,
    /// True if it can open doors and windows (PR-325, PR-367).
    has_hands: bool,
    /// True if every second diagonal step costs one point more (PR-93).
    pub(super) alternating: bool,
    dear_diagonal: bool,
}

impl<'a> Prices<'a> {
    /// The prices for a unit at this point of its turn; `None` without a sheet of this ruleset.
    pub fn new(content: &'a Content, ctx: Ctx<'a>, unit: &'a Unit, down: Down) -> Option<Self> {
        let numbers = Numbers::of(content, unit)?;
        let budget = Budget::of(&unit.turn);
        Some(Self {
            content,
            state: ctx.state,
            field: ctx.field,
            unit,
            walk: numbers.speed(),
            fly: numbers.fly().unwrap_or(0),
            spent: budget.spent(),
            running: budget.is_running(),
            may_run: budget.may_run(),
            prone: unit.placement.posture == Posture::Prone,
            height: unit.upright(),
            swim: numbers.sheet.stats.swim_cost,
            down,
            drags: drag::dragged(ctx, unit).is_some(),
            has_hands: numbers.has_hands(),
            alternating: content.rules.diagonals == Diagonals::Alternating,
            dear_diagonal: budget.is_after_odd_diagonal(),
        })
    }

    /// The prices of movement granted by an ability: only its points, no running, apart from the
    /// turn's budget (PR-369, PR-404).
    pub fn granted(
        content: &'a Content,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        grant: Grant,
    ) -> Option<Self> {
        let own = Self::new(content, ctx, unit, Down::Easiest)?;
        let of = |speed: i32| if speed > 0 { i32::from(grant.points) } else { 0 };
        Some(Self {
            walk: of(own.walk),
            fly: of(own.fly),
            spent: i32::from(grant.spent),
            running: false,
            may_run: false,
            ..own
        })
    }

    /// The prices for a path already walked to this point, if to any.
    #[must_use]
    pub(super) fn after(self, begun: Option<&MoveState>) -> Self {
        let Some(MoveState { spent, running, dear_diagonal, .. }) = begun.copied() else {
            return self;
        };
        Self { spent, running, dear_diagonal, ..self }
    }

    /// Points left after those spent, and the additional ones of a run (PR-62).
    pub(super) fn left(&self, state: &MoveState) -> (u32, u32) {
        let points = |n: i32| u32::try_from(n.max(0)).unwrap_or_default();
        let (single, double) = (self.limit(state.manner, false), self.limit(state.manner, true));
        if state.running {
            return (points(double - state.spent), 0);
        }
        let beyond = if self.may_run { double - single } else { 0 };
        (points(single - state.spent), points(beyond))
    }

    /// The state after paying these points, if they are available (PR-62, PR-92, PR-103).
    pub fn pay(
        &self,
        state: &MoveState,
        cost: i32,
        manner: StepMode,
    ) -> Result<MoveState, LazyRefusal> {
        let spent = state.spent + cost;
        let single = self.limit(manner, false);
        let running = state.running || spent > single;
        if running && !self.may_run {
            let left = (single - state.spent).max(0);
            return Err(Words::NotLeft { needed: cost, left }.refusal());
        }
        if running && spent > self.limit(manner, true) {
            return Err(Words::BeyondRun { needed: spent, most: single * 2 }.refusal());
        }
        Ok(MoveState { spent, running, manner, ..*state })
    }

    /// Total points available for this kind of step, including a run if it may run.
    fn limit(&self, manner: StepMode, running: bool) -> i32 {
        let single = match manner {
            StepMode::Fly => self.fly,
            StepMode::Walk | StepMode::Climb => self.walk,
        };
        if running { single * 2 } else { single }
    }

    /// Upper limit of points for searches.
    pub(super) fn most(&self) -> u32 {
        let single = self.walk.max(self.fly);
        let most = if self.may_run { single * 2 } else { single };
        u32::try_from((most - self.spent).max(0)).unwrap_or_default()
    }

    /// Cost of the ground entered: 1, or its most expensive feature (PR-95 to PR-107).
    fn ground_cost(&self, step: &StepFacts<'_, '_>) -> i32 {
        let rules = &self.content.rules;
        let ground = &step.entered;
        if ground.rough == Rough::None
            && ground.depth == Hm::ZERO
            && !ground.occupied
            && !self.prone
            && !self.drags
        {
            return 1;
        }
        let (mut dearest, mut sum) = (1, 1);
        let mut because = |cost: i32| {
            dearest = dearest.max(cost);
            sum += cost - 1;
        };
        match step.entered.rough {
            Rough::None => {}
            Rough::Light => because(rules.rough_light),
            Rough::Heavy => because(rules.rough_heavy),
        }
        if let Some(deep) = self.water(step) {
            match self.swim {
                Some(cost) => because(cost),
                None if deep => because(rules.rough_heavy),
                None => because(rules.rough_light),
            }
        }
        if self.prone || self.drags {
            because(rules.rough_heavy);
        }
        if step.occupants().any(|b| self.lies(b.id)) {
            because(rules.rough_light);
        }
        match rules.rough_stacking {
            RoughStacking::Max => dearest,
            RoughStacking::Sum => sum,
        }
    }

    /// Whether the water entered is too deep to wade through; `None` on dry ground (PR-107).
    fn water(&self, step: &StepFacts<'_, '_>) -> Option<bool> {
        let (rules, depth) = (&self.content.rules, step.entered.depth);
        let wades = if self.height > rules.wade_tall_over {
            Hm(self.height.0 / 2).max(rules.shallow_max)
        } else {
            rules.shallow_max
        };
        let wet = depth > Hm::ZERO && step.entered.support != SupportKind::Thing;
        wet.then_some(depth > wades)
    }

    /// True for heavy rough ground, and for swimming, climbing, crawling and dragging, which count
    /// as such (PR-97 to PR-101, PR-138).
    fn is_heavy(&self, step: &StepFacts<'_, '_>) -> bool {
        let swims = || self.swim.is_none() && self.water(step) == Some(true);
        let climbs = || self.height_cost(step).is_ok_and(|(climb, _)| climb > 0);
        match step.manner {
            StepMode::Fly => false,
            StepMode::Climb => true,
            StepMode::Walk => {
                let rough = step.entered.rough == Rough::Heavy;
                rough || self.prone || self.drags || swims() || climbs()
            }
        }
    }

    /// Cost of a jump down (PR-111).
    pub(super) const fn jump_down_cost(&self) -> i32 {
        self.content.rules.jump_down_cost
    }

    fn status(&self, id: UnitId) -> Option<Status> {
        self.state.unit(id).map(|u| u.status)
    }

    /// True for fallen units: their square counts as light rough ground (PR-114, PR-201).
    fn lies(&self, id: UnitId) -> bool {
        matches!(self.status(id), Some(Status::Down | Status::Dead))
    }

    /// Extra points for climbing and jumping, and whether a fall follows (PR-108 to PR-112,
    /// PR-277).
    fn height_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), LazyRefusal> {
        let rules = &self.content.rules;
        let rise = step.rise();
        let afloat = step.is_afloat();
        // The last step of a climb belongs to the climb (PR-109).
        let climbs_on = step.left.support == SupportKind::Nothing && rise > Hm::ZERO;
        let free = rise <= rules.free_step && -rise <= rules.free_drop;
        if afloat || (free && !climbs_on) {
            return Ok((0, false));
        }
        if self.drags {
            return Err(LazyRefusal::new(
                "dragging",
                "no climbing or jumping while dragging",
                "PR-138",
            ));
        }
        let metres = rise.abs().metres_ceil();
        let climb = metres * rules.rough_heavy;
        let climbable = rise.abs() <= self.height || step.is_climbable();
        let end = fall::end(self.field.board(), step.to, step.entered.support);
        let jump_is_harmless = step.from.feet - end <= rules.fall_free;
        if rise < Hm::ZERO {
            let jump = match self.down {
                Down::Jump => true,
                Down::Climb => false,
                Down::Easiest => jump_is_harmless && !self.prone,
            };
            if jump {
                return Ok((0, true));
            }
        }
        if self.prone {
            return Err(LazyRefusal::new("prone", "no climbing while prone", "PR-262"));
        }
        if !climbable {
            return Err(Words::TooHigh(rise.abs()).refusal());
        }
        Ok((climb, false))
    }

    /// True if the step passes a closed leaf that walking does not open (PR-454).
    fn is_barred(&self, step: &StepFacts<'_, '_>) -> bool {
        let edge = |at| self.field.board().edge_at(at);
        step.leaves().into_iter().filter_map(edge).any(|edge| !opens(edge.kind))
    }

    fn walk_cost(&self, step: &StepFacts<'_, '_>) -> Result<(i32, bool), LazyRefusal> {
        let rules = &self.content.rules;
        let in_the_air = step.left.support == SupportKind::Nothing;
        if in_the_air && (self.fly > 0 || step.from.feet > step.to.feet) {
            return Err(LazyRefusal::new("in_the_air", "it has to land before it walks", "PR-124"));
        }
        if step.corners > 0 {
            return Err(LazyRefusal::new("corner", "no diagonal step across a corner", "PR-115"));
        }
        let (climb, jumped) = self.height_cost(step)?;
        let mut cost = if jumped { rules.jump_down_cost } else { self.ground_cost(step) + climb };
        match step.passage {
            Passage::Free => {}
            Passage::Low => cost += rules.low_wall_cost,
            // Bars stay shut until a unit opens them with an act of its own (PR-454).
            Passage::Shut if self.is_barred(step) => {
                let text = "a closed iron gate is in the way; Interact opens it";
                return Err(LazyRefusal::new("gate", text, "PR-454"));
            }
            Passage::Shut if !self.has_hands => {
                return Err(LazyRefusal::new("no_hands", "no hands to open it with", "PR-367"));
            }
            Passage::Shut => {
                cost += rules.door_cost;
                // An open window still has to be climbed through.
                let window = |at: &EdgeAt| {
                    let edge = self.field.board().edge_at(*at);
                    edge.is_some_and(|edge| edge.kind == EdgeKind::Window)
                };
                if step.leaves().iter().any(window) {
                    cost += rules.low_wall_cost;
                }
            }
            Passage::Closed => {
                return Err(LazyRefusal::new("wall", "a wall is in the way", "PR-115"));
            }
        }
        Ok((cost, jumped))
    }

    fn fly_cost(&self, step: &StepFacts<'_, '_>) -> Result<i32, LazyRefusal> {
        let rules = &self.content.rules;
        if self.fly == 0 {
            return Err(LazyRefusal::new("cannot_fly", "it cannot fly at the moment", "PR-118"));
        }
        if self.prone {
            return Err(LazyRefusal::new("prone", "no flying while prone", "PR-270"));
        }
        if self.drags {
            return Err(LazyRefusal::new("dragging", "no flying while dragging", "PR-138"));
        }
        let grounded = step.left.support != SupportKind::Nothing;
        if grounded && step.rise() < Hm::metres(1) {
            return Err(LazyRefusal::new(
                "take_off",
                "taking off means rising 1 m or more",
                "PR-126",
            ));
        }
        if step.corners > 0 {
            return Err(LazyRefusal::new("corner", "no diagonal step across a corner", "PR-115"));
        }
        if step.passage == Passage::Shut {
            return Err(LazyRefusal::new("shut", "something closed is in the way", "PR-115"));
        }
        let level = i32::from(step.dir.is_some());
        let rise = step.rise();
        let vertical = if rise > Hm::ZERO {
            rise.metres_ceil() * rules.ascend_cost
        } else {
            rise.abs().metres_ceil() * rules.descend_cost
        };
        Ok(level + vertical)
    }
}

impl Pricing for Prices<'_> {
    type State = MoveState;
    type Refusal = LazyRefusal;
    type Key = (bool, bool);

    fn start(&self) -> MoveState {
        let (spent, running) = (self.spent, self.running);
        MoveState {
            spent,
            running,
            jumped: false,
            manner: StepMode::Walk,
            dear_diagonal: self.dear_diagonal,
        }
    }

    fn step(&self, state: &MoveState, step: &StepFacts<'_, '_>) -> Result<MoveState, LazyRefusal> {
        let (cost, jumped) = match step.manner {
            StepMode::Walk => self.walk_cost(step)?,
            StepMode::Fly => (self.fly_cost(step)?, false),
            StepMode::Climb => {
                if self.prone {
                    return Err(LazyRefusal::new("prone", "no climbing while prone", "PR-262"));
                }
                (step.rise().abs().metres_ceil() * self.content.rules.rough_heavy, false)
            }
        };
        if step.entered.occupied {
            for body in step.occupants().filter(|b| b.blocking && !self.lies(b.id)) {
                if self.state.are_foes(self.unit.id(), body.id) {
                    return Err(LazyRefusal::new(
                        "foe_in_the_way",
                        "a foe is in the way",
                        "PR-114",
                    ));
                }
            }
        }
        let diagonal = self.alternating && step.is_diagonal();
        let cost = cost + i32::from(diagonal && state.dear_diagonal);
        let paid = self.pay(state, cost, step.manner)?;
        if paid.running && !self.content.rules.run_in_heavy && self.is_heavy(step) {
            return Err(LazyRefusal::new("no_running_here", "no running through here", "PR-98"));
        }
        Ok(MoveState { jumped, dear_diagonal: state.dear_diagonal != diagonal, ..paid })
    }

    fn cost(&self, state: &MoveState) -> u32 {
        u32::try_from(state.spent - self.spent).unwrap_or_default()
    }

    /// Flyers land first; others can leave the air only upwards (PR-124).
    fn least_rise(&self, left: &Ground) -> Option<Hm> {
        match (left.support, self.fly > 0) {
            (SupportKind::Nothing, true) => None,
            (SupportKind::Nothing, false) => Some(Hm::ZERO),
            _ => Some(Hm(i32::MIN)),
        }
    }

    fn key(&self, state: &MoveState) -> (bool, bool) {
        (state.running, state.dear_diagonal)
    }

    fn may_stop(&self, _state: &MoveState, room: Room, ground: &Ground) -> bool {
        !ground.occupied || self.field.blocker(room, self.unit.id()).is_none()
    }

    fn manners(&self) -> StepKinds {
        let walk = self.walk > 0;
        let free = !self.prone && !self.drags;
        StepKinds { walk, fly: self.fly > 0 && free, climb: walk && free, ..StepKinds::WALK }
    }
}
