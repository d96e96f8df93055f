//! Movement: the price of every step, where a combatant can go, and walking a path step by step
//! (PR-88 to PR-137).

mod on_foot;
mod prices;

use crate::grid::{Body, Field, Manner, Room, StepFacts, SupportKind, UnitId};
use crate::rules::command::Waypoint;
use crate::rules::event::{self, Event};
use crate::rules::kit::events;
use crate::rules::kit::walk::{self as kit, Going, MovementRules, WalkRules};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::path_preview::{Hint, Pace, Sign, SignRules, support_after};
use crate::rules::precision::step::{Down, Grant, Outcome, Plan, Spot, Stride, Walk};
use crate::rules::reach::ReachMap;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Unit};
use crate::rules::{Key, Refusal, fog};

use super::budget::{self, Budget};
use super::data::Content;
use super::drag;
use super::grip;
use super::ground;
use super::lazy_refusal::LazyRefusal;
use super::numbers::Numbers;

use on_foot::OnFoot;
pub use prices::{MoveState, Prices};

/// How far a search of the ways goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as a run leads.
    Running,
    /// As far as an ordinary move leads.
    Walking,
}

/// How combatants go under this ruleset.
pub struct Mover<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    /// The movement that an ability grants, in place of that of the turn.
    grant: Option<Grant>,
    far: Far,
    /// Where the one it drags was when nobody was in its way.
    behind: Option<Spot>,
}

impl<'a> Mover<'a> {
    /// In the own turn, as far as a run leads.
    pub const fn new(content: &'a Content, ctx: Ctx<'a>) -> Self {
        Self { content, ctx, grant: None, far: Far::Running, behind: None }
    }

    /// No farther than that.
    pub const fn going(content: &'a Content, ctx: Ctx<'a>, far: Far) -> Self {
        Self { far, ..Self::new(content, ctx) }
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
        Some(match begun {
            Some(begun) => prices.after(*begun),
            None => prices,
        })
    }

    fn most(&self, prices: &Prices<'a>) -> u32 {
        prices.most()
    }

    fn may_move(&self, unit: &Unit) -> Result<(), Refusal> {
        match self.grant {
            Some(_) => Ok(()),
            None => Ok(Budget::of(&unit.turn).check_move()?),
        }
    }

    fn flies(&self, unit: &Unit) -> bool {
        Numbers::of(self.content, unit).is_some_and(|n| n.fly().is_some())
    }

    fn jumped(&self, spent: &MoveState) -> bool {
        spent.jumped
    }

    /// Higher or deeper than what is free (PR-108, PR-109, PR-112).
    fn climbs(&self, step: &StepFacts<'_, '_>) -> bool {
        let (rules, rise) = (&self.content.rules, step.rise());
        let afloat =
            step.left.support == SupportKind::Water && step.entered.support == SupportKind::Water;
        let steep = rise > rules.free_step || -rise > rules.free_drop;
        match step.manner {
            Manner::Climb => true,
            Manner::Fly => false,
            Manner::Walk => steep && !afloat,
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
            kit::search(field, body, &OnFoot(prices), most, runs)
        } else {
            kit::search(field, body, prices, most, runs)
        }
    }

    fn step_back(&self, unit: &Unit, way: (Room, Room), support: SupportKind) -> Vec<Event> {
        let placed = (event::Manner::Placed, 0);
        let moved = events::moved(unit, way, support, placed, &["PR-113", "PR-396"]);
        let behind = drag::back(self.ctx, unit, way.1, self.behind);
        [moved].into_iter().chain(behind).collect()
    }

    fn hint(
        &self,
        _prices: &Prices<'a>,
        (facts, spent): (&StepFacts<'_, '_>, &MoveState),
        _gone: &[Pace],
        met: &mut Vec<Hint>,
    ) {
        let slippery = facts.entered.slippery;
        if slippery > 0 && support_after(facts, spent.jumped) == SupportKind::Ground {
            let text = if spent.running {
                format!("slippery: roll {slippery} or fall")
            } else {
                "slippery, safe at a walk".to_owned()
            };
            met.push(Hint::new(Sign::Slippery, text, "PR-136"));
        }
    }
}

/// Setting out on a path, as far as its side sees.
///
/// # Errors
/// Why the path, or stopping at its end, is not possible.
pub fn plan(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &Key,
) -> Result<Plan, Refusal> {
    let spent = fog::as_seen(ctx, unit.side(), |ctx| {
        kit::check(&Mover::new(content, ctx), ctx, unit, path, manner.as_str())
    })?;
    let walk = Walk {
        unit: unit.id(),
        path: path.to_vec(),
        down: Down::of(manner.as_str()),
        crawls: unit.placement.posture == Posture::Prone,
        grant: None,
        last: None,
    };
    Ok(budget::plan(walk, spent.running && !Budget::of(&unit.turn).is_running()))
}

/// Walks one step of a path; the rest follows in the next runs. Whatever follows from the step
/// (falls, reactions) comes in between; the walk goes on only if the walker still can (PR-84).
///
/// # Errors
/// [`Pause`] while a die is missing.
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
        events.extend(ground::hazard(unit, &facts.entered));
        if ground::slip(content, unit, &facts.entered, after.running, oracle, &mut events)? {
            path.clear();
        }
    }
    let was_free = ctx.field.blocker(from, unit.id()).is_none();
    let stride = Stride {
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

/// The step of going a path that an ability grants, with so many points for it.
pub const fn by_grant(unit: UnitId, path: Vec<Waypoint>, points: u16) -> Walk {
    let grant = Some(Grant { points, spent: 0 });
    Walk { unit, path, down: Down::Easiest, crawls: false, grant, last: None }
}

/// Everywhere a combatant can go with points that an ability grants (PR-404), or in a dive.
pub fn reach_granted(content: &Content, ctx: Ctx<'_>, unit: UnitId, points: u16) -> ReachMap {
    let grant = Some(Grant { points, spent: 0 });
    kit::reach(&Mover { grant, ..Mover::new(content, ctx) }, ctx, unit)
}

/// True when the turn in which the walk began has ended on the way (PR-333, PR-433).
fn is_turn_lost(ctx: Ctx<'_>, unit: &Unit, step: &Walk) -> bool {
    step.last.is_some_and(|last| last.own_turn)
        && !ctx.state.scene.clock.active.contains(&unit.id())
}
