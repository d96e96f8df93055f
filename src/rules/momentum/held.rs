//! Held actions: paid for on the unit's own turn, carried out automatically when their trigger
//! happens (MO-60 to MO-67, MO-377 to MO-380).
//!
//! All sides see that a unit holds an action. Only its own side knows the action and its trigger
//! until then.

pub mod find;
mod trigger;

use crate::step::{Arm, Called, CarryOut, CarryOutPhase, Outcome, Ran, Spot, Step, Walk};
use grid::{Body, Cell, FloorAt, Place, UnitId};
use rules::command::Target;
use rules::event::{Event, EventKind, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::{Armed, Expiry, State, Unit};
use rules::{Key, Values};

use super::acting::{HeldResult, HeldUse, Hold, TargetKind};
use super::armed::{over, secret, terms};
use super::budget::{self, Budget};
use super::data::{Affliction, Content};
use super::decider;
use super::names::{HOLD, with_item};
use super::position::Position;
use super::trigger::Trigger;
use super::walk;

use find::{find, waiting};
use trigger::{reaches, responds_to};

/// Prompt kind and standing order: whether a held attack should hit.
pub const HELD: &str = "held";
/// The text that other sides see for a held action.
const CONCEALED: &str = "a held action";

/// Holds an action. Its AP are paid now (MO-60).
pub fn arm(content: &Content, ctx: Ctx<'_>, step: &Arm) -> Outcome {
    let position = Position { content, ctx };
    let act = find(position, step.unit, step.act.as_str(), (step.item.as_ref(), &step.way));
    let (Some(unit), Some(act)) = (ctx.unit(step.unit), act) else {
        return Outcome::done(Vec::new());
    };
    let declared = (HOLD.key(), CONCEALED);
    let mut events = vec![events::declared(unit, declared, Vec::new(), &["MO-60"])];
    events.extend(budget::pay(unit, act.held_price(), CONCEALED, "MO-60"));
    events.extend(act.readied());
    let places = step.targets.iter().flat_map(|target| cells_of(position, *target));
    let expiry = Expiry::Slots { of: unit.id(), left: 1 };
    let id = ctx.state.scene.next_number;
    let item = step.item.as_ref().map_or_else(Values::none, with_item);
    let floor = step.targets.first().and_then(Target::floor).and_then(|at| at.floor);
    let armed = Armed {
        area: places.collect(),
        floor,
        targets: step.targets.clone(),
        choice: step.way.choice(),
        with: item.or(step.way.values()),
        ..Armed::new(id, unit.id(), step.act.clone(), step.trigger.key(), expiry)
    };
    events.push(secret(ctx.state, unit.id(), Event::new(EventKind::Armed(armed), &["MO-60"])));
    Outcome::done(events)
}

/// The held actions triggered by a push. They run after the push and its collision (MO-377).
pub fn pushed(position: Position<'_>, unit: &Unit, step: &Step, from: Spot) -> Vec<Step> {
    let Some(to) = position.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    if to.cell == from.cell && to.feet == from.feet {
        return Vec::new();
    }
    let way = (to.at(from.cell, from.feet), to);
    let pushed = events::moved(unit, way, unit.placement.support, (MoveKind::Forced, 0), &[]);
    triggered(position, step, std::iter::once(&pushed.what))
}

/// The held actions triggered by a unit that is about to move on its own. They run before it leaves
/// its cell (MO-61, MO-67).
pub fn leaving(position: Position<'_>, mover: UnitId) -> Vec<Step> {
    let state = position.ctx.state;
    let waits = |armed: &&Armed| {
        terms(armed).0 == Trigger::Leaves
            && state.are_foes(armed.owner, mover)
            && reaches(position, armed, mover)
    };
    in_order(state, state.scene.armed.iter().filter(waits).map(|a| (a, mover)).collect())
}

/// The held actions triggered by the events of a step, in Initiative order of their holders.
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let position = Position { content, ctx };
    // A push counts as a single event: held actions wait until it is over.
    let pushes = matches!(step, Step::Push(_));
    let counts = |what: &&EventKind| !(pushes && matches!(what, EventKind::Moved { .. }));
    triggered(position, step, events.iter().map(|event| &event.what).filter(counts))
}

fn triggered<'a>(
    position: Position<'_>,
    step: &Step,
    events: impl Iterator<Item = &'a EventKind>,
) -> Vec<Step> {
    let state = position.ctx.state;
    if state.scene.armed.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(&Armed, UnitId)> = Vec::new();
    for event in events {
        for armed in &state.scene.armed {
            // Each held action is triggered only once (MO-62).
            if found.iter().any(|(known, _)| known.id == armed.id) {
                continue;
            }
            if let Some(at) = responds_to(position, armed, step, event) {
                found.push((armed, at));
            }
        }
    }
    in_order(state, found)
}

/// The steps of held actions, each with the unit that triggered it, in Initiative order of their
/// holders.
fn in_order(state: &State, mut found: Vec<(&Armed, UnitId)>) -> Vec<Step> {
    found.sort_by_key(|(armed, _)| (decider::rank(state, armed.owner), armed.id));
    let steps = found.into_iter().enumerate();
    steps.map(|(n, (armed, at))| carry_out_step(armed, at, n > 0)).collect()
}

/// The held actions that the referee has triggered (MO-67).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let called = Affliction::Called.key();
    let called_units = ctx.state.units.iter().filter(|u| u.conditions.has(called.as_str()));
    called_units.map(|u| Called { unit: u.id() }.into()).collect()
}

/// Carries out the actions that a unit holds for the referee's call (MO-67).
pub fn called(ctx: Ctx<'_>, step: &Called) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let word = Affliction::Called.key();
    let over = unit.conditions.0.iter().filter(|c| c.id == word);
    let over = over.map(|c| events::relieved_of(unit, c, "done", "MO-67")).collect();
    let waits = |armed: &&Armed| armed.owner == unit.id() && terms(armed).0 == Trigger::Call;
    let held = ctx.state.scene.armed.iter().filter(waits);
    let steps = held.map(|armed| carry_out_step(armed, unit.id(), false)).collect();
    Outcome::after(over, steps, None)
}

fn carry_out_step(armed: &Armed, by: UnitId, later: bool) -> Step {
    let phase = CarryOutPhase::Begin;
    CarryOut { unit: armed.owner, armed: armed.id, by, later, phase }.into()
}

/// Carries out a held action, or loses it (MO-61, MO-64, MO-66).
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(position: Position<'_>, step: &CarryOut, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    if let CarryOutPhase::SetOut { to } = step.phase {
        return Ok(start_moving(content, ctx, unit, to));
    }
    let id = step.armed;
    let Some(armed) = ctx.state.scene.armed.iter().find(|a| a.id == id) else { return nothing };
    let lost = |why| Ok(Outcome::done(vec![over(ctx.state, armed, why, "MO-64")]));
    let (_, variant) = terms(armed);
    let Some(act) = waiting(position, armed) else {
        return lost("it can no longer be done");
    };
    let able = unit.is_active() && position.numbers(unit.id()).is_some_and(|n| n.most_ap() > 0);
    if !able {
        return lost("its holder cannot act");
    }
    let aim = aimed(position, unit, &*act, armed, step.by);
    // An earlier held action felled the target or moved it away: this one stays held (MO-436).
    let felled = |at: UnitId| {
        let foe = act.whom() == TargetKind::Foe && ctx.state.are_foes(unit.id(), at);
        foe && ctx.unit(at).is_none_or(|them| !them.is_active())
    };
    if step.later && aim.as_ref().is_none_or(|(_, at)| felled(*at)) {
        return nothing;
    }
    let Some((targets, at)) = aim else { return lost("no valid target") };
    let mut events = vec![events::disarmed(id, true, "carried out", "MO-61")];
    let mut asks = || wants_to_hit(position, unit, at, oracle);
    let after = targets.first().and_then(|target| act.afterwards(*target));
    let how = HeldUse { unit: unit.id(), targets, variant: &variant, wants_to_hit: &mut asks };
    match act.carry_out(how)? {
        HeldResult::Lost(why) => lost(why),
        HeldResult::Runs(child) => {
            let steps = std::iter::once(child).chain(after).collect();
            Ok(Outcome::after(events, steps, None))
        }
        HeldResult::Gives(metres, to) => {
            let Some(budget) = Budget::of(content, unit) else { return nothing };
            // Movement left from an earlier turn is lost; the held action grants its own. On the
            // unit's own turn the free movement stays (MO-33).
            if !ctx.state.scene.clock.active.contains(&unit.id()) {
                events.push(budget::moved(unit, budget.metres()));
            }
            events.push(budget::gained(unit, &armed.act, metres));
            let Some(to) = to else { return Ok(Outcome::done(events)) };
            let phase = CarryOutPhase::SetOut { to };
            Ok(Outcome::then(events, CarryOut { phase, ..*step }.into()))
        }
    }
}

/// The target of a held act, and the unit it responds to: the target chosen when it was held,
/// otherwise the unit that triggered it or the nearest valid one. `None` if there is no target.
fn aimed(
    position: Position<'_>,
    unit: &Unit,
    act: &dyn Hold,
    armed: &Armed,
    at: UnitId,
) -> Option<(Vec<Target>, UnitId)> {
    let state = position.ctx.state;
    let foes = |id: UnitId| state.are_foes(unit.id(), id);
    let fits = |id: UnitId| match act.whom() {
        TargetKind::Foe => foes(id),
        TargetKind::Friend => !foes(id),
        TargetKind::Anybody | TargetKind::Own | TargetKind::Spot => true,
    };
    match act.whom() {
        TargetKind::Spot => return Some((vec![named(position, act, armed)?], at)),
        TargetKind::Own => return act.meant_for(at).map(|targets| (targets, at)),
        // Aimed at this enemy only.
        TargetKind::Foe if foes(at) => return act.meant_for(at).map(|targets| (targets, at)),
        _ => {}
    }
    let mut others: Vec<UnitId> = state
        .units
        .iter()
        .filter(|u| u.status.is_present() && fits(u.id()))
        .map(Unit::id)
        .collect();
    others.sort_by_key(|id| (*id != at, position.distance(unit.id(), *id), *id));
    others
        .retain(|id| act.whom() != TargetKind::Foe || state.unit(*id).is_some_and(Unit::is_active));
    others.into_iter().find_map(|id| Some((act.meant_for(id)?, id)))
}

/// Whether a held attack should hit. The attack must be made, but may miss on purpose (MO-61).
fn wants_to_hit(
    position: Position<'_>,
    unit: &Unit,
    at: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let state = position.ctx.state;
    let name = state.unit(at).map_or("", |u| u.identity.name.as_str());
    let text = format!("{}: held attack against {name}. Try to hit?", unit.identity.name);
    let side = decider::of(state, unit);
    let hits = state.are_foes(unit.id(), at);
    let prompt = Prompt::yes_no(HELD, side, Some(unit.id()), text, hits, "MO-61");
    Ok(oracle.ask(prompt.about(Key::of(HELD)))? == Answer::YES)
}

/// Starts a held Move or Sprint, as far along its path as is possible now.
fn start_moving(content: &Content, ctx: Ctx<'_>, unit: &Unit, to: FloorAt) -> Outcome {
    let reach = walk::reach(content, ctx, unit.id(), walk::Far::Ordinary);
    let board = ctx.field.board();
    let on_floor = |stop: &&ReachStop| board.floor_below(stop.cell, stop.feet) == to;
    let there = reach.stops().iter().filter(on_floor).min_by_key(|s| (s.cost, s.feet)).copied();
    let stop = there.or_else(|| reach.stop_in(to.cell));
    let path = stop.and_then(|stop| reach.way_to(stop)).unwrap_or_default();
    let affordable = walk::check(content, ctx, unit, &path, "").is_ok_and(|s| s.ap == 0);
    if path.is_empty() || !affordable {
        return Outcome::done(Vec::new());
    }
    Outcome::after(Vec::new(), vec![Walk::new(unit.id(), path).into()], None)
}

/// The place or object chosen when the act was held, if it is still a valid target.
fn named(position: Position<'_>, act: &dyn Hold, armed: &Armed) -> Option<Target> {
    if let Some(spot) = armed.targets.first() {
        return Some(*spot).filter(|spot| act.serves(*spot));
    }
    // Older states name only the cells.
    let places: Vec<Cell> = armed.area.iter().filter_map(|place| place.cell()).collect();
    let board = position.ctx.field.board();
    let spots: Vec<Target> = match places.as_slice() {
        [cell] => {
            let thing = board.thing_in(*cell).map(|(id, _)| Target::Thing(id));
            thing.into_iter().chain([Target::Place((*cell).into())]).collect()
        }
        [cell, beyond] => {
            let side = cell.dir_to(*beyond).into_iter();
            side.flat_map(|side| board.edges_on(*cell, side))
                .map(|(at, _)| Target::Edge(at))
                .collect()
        }
        _ => Vec::new(),
    };
    spots.into_iter().find(|spot| act.serves(*spot))
}

/// The cells of a target: both cells of an edge, otherwise a single cell.
fn cells_of(position: Position<'_>, target: Target) -> Vec<Place> {
    let board = position.ctx.field.board();
    match target {
        Target::Place(place) => vec![place],
        Target::Floor(at) => vec![at.cell.into()],
        Target::Edge(at) => at.cells().map(Place::Cell).to_vec(),
        Target::Thing(id) => board.thing(id).map(|thing| thing.cell.into()).into_iter().collect(),
        Target::Unit(_) | Target::Direction(_) | Target::Part(..) => Vec::new(),
    }
}
