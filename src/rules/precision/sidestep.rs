//! Movement outside a unit's own move: Careful Step (PR-370), and the movement that Press On grants
//! an ally (PR-404).

use crate::step::{CarefulStep, Grant, MoveNow, Outcome};
use grid::{Body, Cell, Dir, Move, Passage, Pricing, StepFacts, SupportKind};
use rules::command::Target;
use rules::event::MoveKind;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};
use rules::{Key, Refusal, RuleId, fog};

use super::budget;
use super::data::Content;
use super::grip;
use super::ground;
use super::position::Position;
use super::repertoire;
use super::walk::{self, Prices};

/// More points than any square costs: a careful step is free.
const ENOUGH: Grant = Grant { points: 99, spent: 0 };

/// Checks a careful step to a cell: one square over ground without climbing, jumping or opening a
/// door.
///
/// # Errors
/// Why it is not possible.
pub fn check(position: Position<'_>, unit: &Unit, cell: Cell) -> Result<(), Refusal> {
    facts(position, unit, cell).map(|_| ())
}

fn facts<'a>(
    position: Position<'a>,
    unit: &'a Unit,
    cell: Cell,
) -> Result<StepFacts<'a, 'a>, Refusal> {
    let refuse = |code, text: &str| Refusal::new(code, text, "PR-370");
    let ctx = position.ctx;
    if !matches!(
        unit.placement.support,
        SupportKind::Ground | SupportKind::Thing | SupportKind::Water
    ) {
        return Err(refuse("in_the_air", "a careful step requires ground"));
    }
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let Some(room) = room else { return Err(refuse("not_on_board", "it is not on the board")) };
    let prices = Prices::granted(position.content, ctx, unit, ENOUGH);
    let Some(prices) = prices else { return Err(refuse("no_sheet", "it has no sheet")) };
    let facts = ctx
        .field
        .step_from(unit.id(), room, Move::Walk { to: cell })
        .map_err(|e| Refusal::new("blocked", e.to_string(), "PR-392"))?;
    prices.step(&prices.start(), &facts)?;
    let rules = &position.content.rules;
    let level = facts.rise() <= rules.free_step && -facts.rise() <= rules.free_drop;
    if !level || facts.passage != Passage::Free {
        return Err(refuse("not_level", "no climbing, jumping or opening doors in a careful step"));
    }
    if let Some(obstacle) = ctx.field.blocker(facts.to, unit.id()) {
        return Err(Refusal::new("occupied", obstacle.to_string(), "PR-113"));
    }
    Ok(facts)
}

/// The cells around a body, as targets.
pub fn around(unit: &Unit) -> Vec<Target> {
    let Some(cell) = unit.placement.at.cell() else { return Vec::new() };
    Dir::ALL.into_iter().map(|dir| Target::Place(cell.step(dir).into())).collect()
}

/// Takes a careful step.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &CarefulStep) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(ability) = repertoire::find(content, unit, step.ability.as_str()) else {
        return nothing;
    };
    let Ok(facts) = facts(position, unit, step.to) else { return nothing };
    let (act, at) = ((&ability.id, ability.name.as_str()), (Vec::new(), Some(step.to.into())));
    let (way, support) = ((facts.from, facts.to), facts.entered.support);
    let mut events = vec![
        events::declared_at(unit, act, at, "PR-370"),
        budget::acted(unit, ability.timing, &ability.id),
        events::moved(unit, way, support, (MoveKind::Walk, 0), &["PR-370", "PR-86"]),
    ];
    events.extend(ground::hazard(unit, &facts.entered));
    events.extend(grip::release(ctx, unit.id(), "the holder moved"));
    Outcome::done(events)
}

/// Asks a unit that may move at once where to go, as far as its side knows, and starts the walk.
/// Reactions can answer it; it is not a move, so the unit cannot stand up in it (PR-404).
///
/// # Errors
/// [`Pause`] while its player has not answered.
pub fn move_now(
    content: &Content,
    ctx: Ctx<'_>,
    step: &MoveNow,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = || Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing() };
    if unit.status != Status::Active {
        return nothing();
    }
    let points = u16::from(step.points);
    let reach =
        fog::as_seen(ctx, unit.side(), |ctx| walk::reach_granted(content, ctx, unit.id(), points));
    let mut ends: Vec<Cell> = reach.stops().iter().filter(|s| s.cost > 0).map(|s| s.cell).collect();
    ends.dedup();
    if ends.is_empty() {
        return nothing();
    }
    let mut choices = vec![Choice::new("stay", "Stay here")];
    choices.extend(ends.iter().map(|cell| Choice {
        id: Key::new(&format!("{},{}", cell.x, cell.y)),
        label: format!("Go to {cell}"),
        place: Some((*cell).into()),
        unit: None,
    }));
    let prompt = Prompt {
        kind: Key::of("move_now"),
        side: unit.side(),
        unit: Some(unit.id()),
        about: Key::default(),
        text: format!("{} may move up to {points} squares at once.", unit.identity.name),
        choices,
        default: 0,
        rule: RuleId::of("PR-404"),
    };
    let answer = usize::from(oracle.ask(prompt)?.0);
    let cell = answer.checked_sub(1).and_then(|i| ends.get(i));
    let way = cell.and_then(|c| reach.stop_in(*c)).and_then(|stop| reach.way_to(stop));
    let Some(path) = way else { return nothing() };
    Ok(Outcome::after(Vec::new(), vec![walk::by_grant(unit.id(), path, points).into()], None))
}
