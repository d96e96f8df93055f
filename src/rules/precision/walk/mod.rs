//! Movement: the price of every step, reachable cells, and walking a path step by step (PR-88 to
//! PR-137).

mod prices;

use crate::step::{Down, Grant, LastSquare, Outcome, Spot, Walk};
use grid::{Body, CostOnly, Field, Room, StepFacts, StepMode, SupportKind, UnitId};
use rules::command::Waypoint;
use rules::event::{self, Event};
use rules::kit::events;
use rules::kit::walk::{self as kit, Going, MovementRules, WalkRules};
use rules::oracle::{Oracle, Pause};
use rules::path_preview::{Hint, PathIcon, PathStep, SignRules, support_after};
use rules::reach::ReachMap;
use rules::ruleset::{Ctx, Warning};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::data::Content;
use super::drag;
use super::grip;
use super::ground;
use super::lazy_refusal::LazyRefusal;
use super::numbers::Numbers;

pub use prices::{MoveState, Prices, opens};

/// Range of a path search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as a run.
    Running,
    /// As far as an ordinary move.
    Walking,
}

/// The movement rules of this ruleset.
pub struct Mover<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    /// Movement granted by an ability instead of the turn's own.
    grant: Option<Grant>,
    far: Far,
    /// Where the dragged unit was when no other unit was in the walker's square.
    behind: Option<Spot>,
    /// Whether the unit whose turn it is may move already (PR-463).
    held_back: Result<(), LazyRefusal>,
}

impl<'a> Mover<'a> {
    /// A mover for the unit's own turn, as far as a run.
    pub const fn new(content: &'a Content, ctx: Ctx<'a>) -> Self {
        Self { content, ctx, grant: None, far: Far::Running, behind: None, held_back: Ok(()) }
    }

    /// The same, without a move while its unit has to do something else first.
    #[must_use]
    pub const fn after(self, held_back: Result<(), LazyRefusal>) -> Self {
        Self { held_back, ..self }
    }

    /// Limited to this range.
    pub const fn going(content: &'a Content, ctx: Ctx<'a>, far: Far) -> Self {
        Self { far, ..Self::new(content, ctx) }
    }
}

impl<'a> From<(&'a Content, Ctx<'a>)> for Mover<'a> {
    fn from((content, ctx): (&'a Content, Ctx<'a>)) -> Self {
        Self::new(content, ctx)
    }
}

impl<'a> MovementRules for Mover<'a> {
    type Spent = MoveState;
    type LazyRefusal = LazyRefusal;
    type Key = (bool, bool);
    type Prices = Prices<'a>;

    fn rules(&self) -> WalkRules {
        WalkRules {
            moved: "PR-102",
            opened: "PR-134",
            back: "PR-113",
            path: "PR-104",
            signs: SignRules {
                harm: "PR-137",
                water: "PR-99",
                climb: "PR-109",
                drop: "PR-112",
                door: "PR-134",
            },
        }
    }

    fn blocked(&self) -> &'static str {
        "PR-392"
    }

    fn prices(&self, unit: &Unit, manner: &str, begun: Option<&MoveState>) -> Option<Prices<'a>> {
        let unit = self.ctx.unit(unit.id())?;
        let mut prices = match self.grant {
            Some(grant) => Prices::granted(self.content, self.ctx, unit, grant),
            None => Prices::new(self.content, self.ctx, unit, Down::of(manner)),
        }?;
        prices.may_run &= self.far == Far::Running || prices.running;
        Some(prices.after(begun))
    }

    fn most(&self, prices: &Prices<'a>) -> u32 {
        prices.most()
    }

    fn may_move(&self, unit: &Unit) -> Result<(), Refusal> {
        match self.grant {
            Some(_) => Ok(()),
            None => {
                Budget::of(&unit.turn).check_move()?;
                let is_active = self.ctx.state.scene.clock.active.contains(&unit.id());
                if is_active { Ok(self.held_back?) } else { Ok(()) }
            }
        }
    }

    fn flies(&self, unit: &Unit) -> bool {
        Numbers::of(self.content, unit).is_some_and(|n| n.fly().is_some())
    }

    fn jumped(&self, spent: &MoveState) -> bool {
        spent.jumped
    }

    /// True if a step rises or drops more than a free step (PR-108, PR-109, PR-112).
    fn climbs(&self, step: &StepFacts<'_, '_>) -> bool {
        let (rules, rise) = (&self.content.rules, step.rise());
        let afloat = step.is_afloat();
        let steep = rise > rules.free_step || -rise > rules.free_drop;
        match step.manner {
            StepMode::Climb => true,
            StepMode::Fly => false,
            StepMode::Walk => steep && !afloat,
        }
    }

    /// 1 for a run.
    fn tier(&self, _prices: &Prices<'a>, spent: &MoveState) -> u8 {
        u8::from(spent.running)
    }

    fn left(&self, prices: &Prices<'a>, spent: &MoveState) -> (u32, u32) {
        prices.left(spent)
    }

    fn pay(&self, unit: &Unit, before: &MoveState, after: &MoveState) -> Vec<Event> {
        let runs = (after.running && !before.running).then(|| budget::runs(unit));
        let moved = self.grant.is_none().then(|| budget::moved(unit, after.spent, "PR-57"));
        let turned = after.dear_diagonal != before.dear_diagonal;
        let diagonal = turned.then(|| budget::goes_diagonally(unit));
        runs.into_iter().chain(moved).chain(diagonal).collect()
    }

    fn search(&self, field: &Field<'_>, body: &Body, prices: &Prices<'a>) -> ReachMap {
        let (most, runs) = (prices.most(), |spent: &MoveState| u8::from(spent.running));
        if prices.fly == 0 && !prices.alternating && self.grant.is_none() {
            // The points spent determine whether the unit runs. All steps except jumps down enter
            // ground, which costs 1 or more.
            let prices = CostOnly { prices, least: u32::from(prices.jump_down_cost() >= 1) };
            kit::search(field, body, &prices, most, runs)
        } else {
            kit::search(field, body, prices, most, runs)
        }
    }

    fn step_back(&self, unit: &Unit, way: (Room, Room), support: SupportKind) -> Vec<Event> {
        let placed = (event::MoveKind::Placed, 0);
        let moved = events::moved(unit, way, support, placed, &["PR-113", "PR-396"]);
        let behind = drag::back(self.ctx, unit, way.1, self.behind);
        [moved].into_iter().chain(behind).collect()
    }

    fn warning(&self, unit: &Unit, spent: &MoveState) -> Option<Warning> {
        let begins = spent.running && !Budget::of(&unit.turn).is_running();
        begins.then(budget::run_warning)
    }

    fn hint(
        &self,
        _prices: &Prices<'a>,
        (facts, spent): (&StepFacts<'_, '_>, &MoveState),
        _gone: &[PathStep],
        met: &mut Vec<Hint>,
    ) {
        if !ground::is_entered(facts) {
            met.retain(|hint| hint.sign != PathIcon::Harm);
        }
        let slippery = facts.entered.slippery;
        if slippery > 0 && support_after(facts, spent.jumped) == SupportKind::Ground {
            let text = if spent.running {
                format!("slippery: roll {slippery} or fall")
            } else {
                "slippery, safe at a walk".to_owned()
            };
            met.push(Hint::new(PathIcon::Slippery, text, "PR-136"));
        }
    }
}

/// Walks one step of a path; the rest follows in later runs. Consequences of the step (falls,
/// reactions) come in between; the walk continues only if the walker still can (PR-84).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Walk,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let (last, grant) = (step.last, step.grant);
    let behind = last.and_then(|last| last.behind);
    let legs = Mover { grant, behind, ..Mover::new(content, ctx) };
    let walk = kit::Walk {
        unit: step.unit,
        path: if is_turn_lost(ctx, unit, step) { Vec::new() } else { step.path.clone() },
        manner: Key::of(step.down.manner()),
        crawls: step.crawls,
        at: last.map(|last| last.to),
        free: last.and_then(|last| last.free).map(|free| (free.cell, free.feet)),
        answered: false,
    };
    let stride = match kit::stride(&legs, ctx, &walk) {
        Going::Over(events) => return Ok(Outcome::done(events)),
        Going::On(stride) => stride,
    };
    let (facts, after, mut events) = (stride.facts, stride.after, stride.events);
    let (from, mut path) = (facts.from, stride.walk.path);
    events.extend(drag::follow(ctx, unit, from, facts.to));
    events.extend(grip::release(ctx, unit.id(), "the holder moved"));
    if !after.jumped {
        if ground::is_entered(&facts) {
            events.extend(ground::hazard(unit, &facts.entered));
        }
        if ground::slip(content, unit, &facts.entered, after.running, oracle, &mut events)? {
            path.clear();
        }
    }
    let was_free = ctx.field.blocker(from, unit.id()).is_none();
    let stride = LastSquare {
        to: facts.to.cell,
        free: stride.walk.free.map(|(cell, feet)| Spot { cell, feet }),
        behind: drag::behind(ctx, unit).filter(|_| was_free).or(behind),
        own_turn: ctx.state.scene.clock.active.contains(&unit.id()),
    };
    let spent = u16::try_from(after.spent).unwrap_or(u16::MAX);
    let grant = grant.map(|grant| Grant { spent, ..grant });
    let next = Walk { path, grant, last: Some(stride), ..*step };
    Ok(Outcome::then(events, next.into()))
}

/// A walk granted by an ability with this many points.
pub const fn by_grant(unit: UnitId, path: Vec<Waypoint>, points: u16) -> Walk {
    let grant = Some(Grant { points, spent: 0 });
    Walk { unit, path, down: Down::Easiest, crawls: false, grant, last: None }
}

/// Cells a combatant can reach with points granted by an ability (PR-404), or in a dive.
pub fn reach_granted(content: &Content, ctx: Ctx<'_>, unit: UnitId, points: u16) -> ReachMap {
    let grant = Some(Grant { points, spent: 0 });
    kit::reach(&Mover { grant, ..Mover::new(content, ctx) }, ctx, unit)
}

/// True if the turn in which the walk began has ended on the way (PR-333, PR-433).
fn is_turn_lost(ctx: Ctx<'_>, unit: &Unit, step: &Walk) -> bool {
    step.last.is_some_and(|last| last.own_turn)
        && !ctx.state.scene.clock.active.contains(&unit.id())
}
