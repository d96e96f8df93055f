//! Movement: step costs, reachable places and buying movement (MO-32, MO-33, MO-92 to MO-94, MO-287
//! to MO-306).

mod prices;
mod terms;

use crate::step::{Descent, Outcome, Plan, Step, Stride};
use grid::{Body, CostOnly, Field, Hm, Pricing, Room, StepFacts, StepMode, SupportKind, UnitId};
use rules::command::Waypoint;
use rules::event::{self, Event};
use rules::kit::events;
use rules::kit::walk::{self as kit, MovementRules, WalkRules};
use rules::path_preview::{Hint, PathIcon, PathStep, SignRules};
use rules::reach::ReachMap;
use rules::ruleset::{Ctx, Warning};
use rules::state::Unit;
use rules::{Key, Refusal, RuleId};

use super::attachments;
use super::budget::{self, Budget, Strides};
use super::data::{Content, StatusEffect};
use super::hidden;
use super::names::{Basic, ManualAction};
use super::numbers::Numbers;

pub use prices::{LazyRefusal, MoveState, Obstruction, Prices};
use terms::Terms;

/// The range of a path search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as all AP allow.
    All,
    /// As far as possible while keeping the AP of an Attack.
    Ordinary,
}

/// The movement rules for a combatant.
pub struct Mover<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    far: Far,
}

impl<'a> Mover<'a> {
    /// A mover with the range of all its AP, on the board of `ctx`.
    pub const fn new(content: &'a Content, ctx: Ctx<'a>) -> Self {
        Self { content, ctx, far: Far::All }
    }

    /// A mover that keeps the AP of an Attack.
    pub const fn ordinary(content: &'a Content, ctx: Ctx<'a>) -> Self {
        Self { content, ctx, far: Far::Ordinary }
    }
}

/// The rules behind moves.
const RULES: WalkRules = WalkRules {
    moved: "MO-287",
    opened: "MO-90",
    back: "MO-294",
    path: "MO-32",
    signs: SignRules {
        harm: "MO-306",
        water: "MO-301",
        climb: "MO-301",
        drop: "MO-302",
        door: "MO-90",
    },
};

impl<'a> From<(&'a Content, Ctx<'a>)> for Mover<'a> {
    fn from((content, ctx): (&'a Content, Ctx<'a>)) -> Self {
        Self::new(content, ctx)
    }
}

impl<'a> MovementRules for Mover<'a> {
    type Spent = MoveState;
    type LazyRefusal = LazyRefusal;
    type Key = i32;
    type Prices = Prices<'a>;

    fn rules(&self) -> WalkRules {
        RULES
    }

    fn blocked(&self) -> &'static str {
        "MO-288"
    }

    fn prices(&self, unit: &Unit, manner: &str, begun: Option<&MoveState>) -> Option<Prices<'a>> {
        let unit = self.ctx.unit(unit.id())?;
        let prices = Prices::new(self.content, self.ctx, unit, Descent::from_name(manner))?;
        let prices = if self.far == Far::Ordinary { prices.ordinary() } else { prices };
        Some(prices.after(begun))
    }

    fn most(&self, prices: &Prices<'a>) -> u32 {
        prices.most()
    }

    /// Reports what holds a unit in place rather than the metres that it lacks.
    fn may_move(&self, unit: &Unit) -> Result<(), Refusal> {
        let Some(numbers) = Numbers::of(self.content, unit) else { return Ok(()) };
        let held = numbers.affected(|effect| matches!(effect, StatusEffect::NoMovement));
        let Some(status) = held else { return Ok(()) };
        let text = format!("{}: it cannot move", status.name);
        let (code, rule) = (Key::of("no_movement"), RuleId::new(status.rule.as_str()));
        Err(Refusal { code, text, rule })
    }

    fn flies(&self, unit: &Unit) -> bool {
        Budget::of(self.content, unit).is_some_and(|budget| budget.flies())
    }

    fn jumped(&self, spent: &MoveState) -> bool {
        spent.jumped
    }

    /// True if the step is higher or deeper than a free step (MO-302).
    fn climbs(&self, step: &StepFacts<'_, '_>) -> bool {
        let afloat = step.is_afloat();
        match step.manner {
            StepMode::Climb => true,
            StepMode::Fly => false,
            StepMode::Walk => step.rise().abs() > self.content.rules.difficult_step && !afloat,
        }
    }

    fn tier(&self, prices: &Prices<'a>, spent: &MoveState) -> u8 {
        tier(prices, spent)
    }

    fn left(&self, prices: &Prices<'a>, spent: &MoveState) -> (u32, u32) {
        prices.left(spent)
    }

    fn pay(&self, unit: &Unit, before: &MoveState, after: &MoveState) -> Vec<Event> {
        let opens = after.doors > before.doors;
        let opens = opens.then(|| budget::used_free(unit, &ManualAction::Interact.act()));
        [budget::moved(unit, after.spent)].into_iter().chain(opens).collect()
    }

    /// Paths around all enemies, and past them where there is no other way (MO-295). Cached,
    /// because the same search repeats for each attack that rage could forbid.
    fn search(&self, field: &Field<'_>, body: &Body, prices: &Prices<'a>) -> ReachMap {
        let moment = SearchedMoment {
            far: self.far,
            terms: prices.terms.clone(),
            hazard_height: field.hazard_height(),
            body: body.clone(),
            bodies: field.bodies().to_vec(),
            known: self.ctx.field.bodies().to_vec(),
        };
        field.board().recall(moment, |_| self.find_ways(field, body, prices))
    }

    fn step_back(&self, unit: &Unit, way: (Room, Room), support: SupportKind) -> Vec<Event> {
        let placed = (event::MoveKind::Placed, 0);
        let mut events = vec![events::moved(unit, way, support, placed, self.rules().back)];
        events.extend(attachments::carry(self.ctx, unit, way.0, way.1));
        events
    }

    /// A unit cannot stop in the space of an ally (MO-293) or an enemy (MO-298).
    fn may_stop(&self, _: Ctx<'_>, unit: &Unit, room: Room) -> Result<(), Refusal> {
        let prices = self.prices(unit, "", None);
        let Some((prices, body)) = prices.and_then(|p| p.taken_by(room).map(|body| (p, body)))
        else {
            return Ok(());
        };
        let rule = if prices.meets(body) == Obstruction::Friend { "MO-293" } else { "MO-298" };
        Err(Refusal::new("occupied", format!("{} is there", self.name(body)), rule))
    }

    fn hint(
        &self,
        prices: &Prices<'a>,
        (facts, spent): (&StepFacts<'_, '_>, &MoveState),
        gone: &[PathStep],
        met: &mut Vec<Hint>,
    ) {
        if facts.entered.slippery > 0 && !spent.jumped {
            met.push(Hint::new(PathIcon::Slippery, "slippery: difficult ground", "MO-290"));
        }
        // Passing an enemy takes one check, however large it is.
        let passed = |body: &Body| {
            body.room().is_some_and(|room| gone.iter().any(|pace| pace.room.meets(&room)))
        };
        let enemies = facts.occupants().filter(|b| prices.meets(b) == Obstruction::Enemy);
        met.extend(enemies.filter(|b| !passed(b)).map(|body| {
            Hint::new(PathIcon::Passing, format!("past {}: a check", self.name(body)), "MO-295")
        }));
    }
}

/// Everything a search reads besides the board.
#[derive(PartialEq)]
struct SearchedMoment {
    far: Far,
    terms: Terms,
    hazard_height: Hm,
    body: Body,
    /// The bodies on the field of the search.
    bodies: Vec<Body>,
    /// The bodies that prevent it from stopping.
    known: Vec<Body>,
}

impl Mover<'_> {
    fn find_ways(&self, field: &Field<'_>, body: &Body, prices: &Prices<'_>) -> ReachMap {
        let around = ways(field, body, &prices.clone().around_enemies());
        let only_around = self.far == Far::Ordinary || prices.terms.flies;
        if only_around || !prices.may_meet_enemies(field, prices.most()) {
            return around;
        }
        around.or_else(ways(field, body, prices))
    }

    fn name(&self, body: &Body) -> &str {
        self.ctx.unit(body.id).map_or("", |unit| unit.identity.name.as_str())
    }
}

/// All paths at these prices.
fn ways(field: &Field<'_>, body: &Body, prices: &Prices<'_>) -> ReachMap {
    let (most, tier) = (prices.most(), |spent: &MoveState| tier(prices, spent));
    if prices.terms.has_free_interaction && field.board().has_shut_leaves() {
        kit::search(field, body, prices, most, tier)
    } else {
        // No door can be opened, so only the metres distinguish the paths.
        let prices = CostOnly { prices, least: prices.least() };
        kit::search(field, body, &prices, most, tier)
    }
}

/// 1 if the move leaves no AP for an Attack or takes a check to get past an enemy, otherwise 0.
fn tier(prices: &Prices<'_>, spent: &MoveState) -> u8 {
    let strides = prices.terms.strides(spent.strides);
    let expensive = spent.strides > 0 && !prices.terms.leaves_an_attack(strides.ap);
    u8::from(expensive || spent.passes > 0)
}

/// All places that a combatant can move to at this point of its turn, as far as its side knows the
/// board. Tier 0 leaves the AP of an Attack.
pub fn reach(content: &Content, ctx: Ctx<'_>, id: UnitId, far: Far) -> ReachMap {
    as_known(ctx, id, |ctx| kit::reach(&Mover { content, ctx, far }, ctx, id))
}

/// The steps of a path as far as it is possible, each with its cost and hints, as far as the
/// mover's side knows the board.
pub fn path_preview(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Vec<PathStep> {
    as_known(ctx, unit.id(), |ctx| kit::preview(&Mover::new(content, ctx), ctx, unit, path, manner))
}

fn as_known<R>(ctx: Ctx<'_>, id: UnitId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let side = ctx.unit(id).map(Unit::side).unwrap_or_default();
    hidden::as_known(ctx, side, read)
}

/// Checks a path as far as the mover's side knows, and returns the movement that has to be bought
/// for it.
///
/// # Errors
/// The reason why the path, or stopping at its end, is not possible.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Result<Strides, Refusal> {
    let spent = hidden::as_known(ctx, unit.side(), |ctx| {
        kit::check(&Mover::new(content, ctx), ctx, unit, path, manner)
    })?;
    Ok(Budget::needed(content, unit)?.strides(spent.strides))
}

/// Warnings about a path: the enemies to get past (MO-295).
pub fn warnings(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    manner: &str,
) -> Vec<Warning> {
    let paces = path_preview(content, ctx, unit, path, manner);
    let hints = paces.into_iter().flat_map(|pace| pace.hints);
    let passing = hints.filter(|hint: &Hint| hint.sign == PathIcon::Passing);
    let warn = |Hint { remark, .. }: Hint| {
        let text = format!("It must get {}.", remark.text);
        Warning { text, rule: remark.rule }
    };
    passing.map(warn).collect()
}

/// Gains movement: a Move or a Sprint (MO-92 to MO-94).
pub fn stride(content: &Content, ctx: Ctx<'_>, step: &Stride) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Some(budget) = Budget::of(content, unit) else { return Outcome::done(Vec::new()) };
    let (act, rule) = if step.sprint { (Basic::Sprint, "MO-94") } else { (Basic::Move, "MO-92") };
    let mut events = budget::pay(unit, step.ap, "movement", rule);
    events.push(budget::gained(unit, &act.act(), step.count * budget.basic()));
    Outcome::done(events)
}

/// The step that gains movement.
pub fn stride_step(unit: UnitId, strides: Strides) -> Step {
    let Strides { count, ap, sprint } = strides;
    Stride { unit, count, ap, sprint }.into()
}

/// Adds the step that buys movement to a plan, with a note for the player (MO-92, MO-94).
pub fn buy(unit: &Unit, strides: Strides, plan: &mut Plan) {
    if strides.ap > 0 {
        plan.steps.push(stride_step(unit.id(), strides));
        let (rule, what) =
            if strides.sprint { ("MO-94", "a Sprint") } else { ("MO-92", "an extra move") };
        let text = format!("This takes {what}: {} AP.", strides.ap);
        plan.warnings.push(Warning { text, rule: RuleId::of(rule) });
    }
}
