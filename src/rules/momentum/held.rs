//! Held actions: paid for in the own turn, carried out by themselves when their trigger happens
//! (MO-60 to MO-67, MO-377 to MO-380).
//!
//! That somebody holds an action is plain to see; which one and what sets it off only its own side
//! knows until then.

mod act;
mod trigger;

use crate::grid::{Body, Cell, Place, UnitId};
use crate::rules::command::Target;
use crate::rules::event::{self, Event, Happening};
use crate::rules::momentum::step::Plan;
use crate::rules::momentum::step::{Outcome, Step};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::{Ctx, Offer, Variant};
use crate::rules::state::{Armed, Expiry, State, Unit};
use crate::rules::{Key, Refusal};

use super::abilities::CAST;
use super::advanced::ADVANCED;
use super::attack::{self, FREE, Tool};
use super::basic::{BASIC, Basic};
use super::budget::{self, Budget};
use super::data::{Affliction, Content};
use super::forced;
use super::hands::HANDS;
use super::health;
use super::hiding;
use super::manner::{MISS, in_the_way};
use super::position::Position;
use super::walk;

use act::{Holdable, Whom, cells_of};
use trigger::{PLAIN, Trigger, parts, reaches, sets_off};

/// The step of holding an action.
pub const ARM: &str = "arm";
/// The step in which a held action is carried out.
pub const HELD: &str = "held";
/// The step in which the referee's word sets one off.
pub const CALLED: &str = "called";
/// The beginning of the names of held acts.
const HOLD: &str = "hold_";
/// What others see of one who holds an action.
const SOMETHING: &str = "a held action";
/// In the step: the number of the held action.
const ARMED: &str = "armed";

/// The act that is held by a command of that name, if it is one.
pub fn inner(act: &str) -> Option<&str> {
    act.strip_prefix(HOLD)
}

/// The name of the act of holding another.
pub fn name_of(act: &Key) -> Key {
    Key::new(&format!("{HOLD}{act}"))
}

/// The actions that a combatant could hold, each with its triggers.
pub fn offers(position: Position<'_>, unit: &Unit, all: &[Offer]) -> Vec<Offer> {
    let (content, state) = (position.content, position.ctx.state);
    let mut triggers: Vec<(String, String)> =
        PLAIN.iter().map(|(_, id, text)| ((*id).to_owned(), (*text).to_owned())).collect();
    if !state.scene.referee.on {
        triggers.retain(|(id, _)| id != "call");
    }
    // Of those whose place is not known nobody sees when they act.
    let known = |u: &&Unit| {
        u.is_active() && u.id() != unit.id() && hiding::is_known(position.ctx, unit.side(), u.id())
    };
    for other in state.units.iter().filter(known) {
        let (id, name) = (other.id().0, &other.identity.name);
        triggers.push((format!("starts_{id}"), format!("when the turn of {name} begins")));
        triggers.push((format!("ends_{id}"), format!("when the turn of {name} is over")));
    }
    let offer = |offer: &Offer| {
        let act = Holdable::find(position, unit.id(), offer.act.as_str(), "")?;
        let first = !matches!(&act, Holdable::Strike(a) if a.is_spare());
        let cost = match &act {
            Holdable::Strike(_) | Holdable::Cast(_) => offer.cost.clone(),
            _ => format!("{} AP", act.price(content)),
        };
        let variants = triggers.iter().map(|(id, text)| Variant {
            choice: Key::new(id),
            name: text.clone(),
            cost: cost.clone(),
            refused: None,
        });
        first.then(|| Offer {
            act: name_of(&offer.act),
            name: format!("Hold {}", act.name(content)),
            text: "Pay for it now; it happens by itself at its trigger, whosever turn it is."
                .into(),
            cost: cost.clone(),
            aim: act.aim_when_held(content),
            group: Key::of(act.group()),
            refused: act.check_use(position, unit).err(),
            variants: variants.collect(),
            parameters: Vec::new(),
        })
    };
    all.iter().filter_map(offer).collect()
}

/// What a held act may be aimed at now: the places to which it may lead, from here; else only
/// oneself.
pub fn targets(content: &Content, ctx: Ctx<'_>, unit: &Unit, act: &str) -> Vec<Target> {
    let position = Position { content, ctx };
    let held = inner(act).and_then(|held| Holdable::find(position, unit.id(), held, ""));
    let held = held.filter(|held| held.check_use(position, unit).is_ok());
    held.map_or_else(Vec::new, |held| held.spots(position, unit))
}

/// Whether an action may be held, and the step that does it (MO-60, MO-65).
///
/// # Errors
/// Why it may not.
pub fn check(
    position: Position<'_>,
    unit: &Unit,
    (act, targets, choice): (&Key, &[Target], &Key),
) -> Result<Plan, Refusal> {
    let unknown = || Refusal::new("no_such_act", "there is no such act to hold", "MO-65");
    let held = inner(act.as_str()).ok_or_else(unknown)?;
    let (_, way) = parts(choice.as_str()).ok_or_else(unknown)?;
    let found = Holdable::find(position, unit.id(), held, way.as_str()).ok_or_else(unknown)?;
    found.check_use(position, unit)?;
    if !found.takes(position, unit, targets) {
        return Err(Refusal::new("wrong_target", "it is not held like that", "MO-60"));
    }
    let mut step = Step::new(ARM).of(unit.id()).act(act.clone());
    step.targets = targets.to_vec();
    let step = in_the_way(step, choice);
    Ok(Plan { steps: vec![step], warnings: Vec::new() })
}

fn choice_of(step: &Step) -> Key {
    step.scratch.name("choice")
}

/// An event for the eyes of the side that holds an action.
fn secret(state: &State, owner: UnitId, event: Event) -> Event {
    Event { seen_by: state.unit(owner).map(|u| vec![u.side()]), ..event }
}

/// The event of a held action that is lost (MO-63, MO-64, MO-380).
pub fn over(state: &State, armed: &Armed, why: &str, rule: &'static str) -> Event {
    let what = Happening::Disarmed { id: armed.id, gone: true, why: why.to_owned() };
    secret(state, armed.owner, Event::new(what, &[rule]))
}

/// Holds an action: its AP are paid now (MO-60).
pub fn arm(content: &Content, ctx: Ctx<'_>, step: &Step) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let position = Position { content, ctx };
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let choice = choice_of(step);
    let parts = inner(step.act.as_str()).zip(parts(choice.as_str()));
    let Some((held, (_, way))) = parts else { return nothing };
    let Some(act) = Holdable::find(position, unit.id(), held, way.as_str()) else { return nothing };
    let declared = Happening::Declared {
        act: Key::of(ARM),
        name: SOMETHING.to_owned(),
        unit: unit.id(),
        targets: Vec::new(),
        place: None,
    };
    let mut events = vec![Event::new(declared, &["MO-60"])];
    let price = act.price(content);
    events.extend(budget::pay(unit, price, SOMETHING, "MO-60"));
    if let Holdable::Strike(attack) = &act
        && !matches!(attack.tool, Tool::Ability(_))
    {
        if price > 0 {
            let count = attack::attacks_bought(&attack.numbers);
            events.push(budget::bought(unit, &attack.act(), count));
        }
        events.push(budget::struck(unit, &attack.act()));
    }
    let places = step.targets.iter().flat_map(|target| cells_of(position, *target));
    let expiry = Expiry::Slots { of: unit.id(), left: 1 };
    let id = ctx.state.scene.next_number;
    let armed = Armed {
        area: places.collect(),
        ..Armed::new(id, unit.id(), Key::new(held), choice, expiry)
    };
    events.push(secret(ctx.state, unit.id(), Event::new(Happening::Armed(armed), &["MO-60"])));
    Outcome::done(events)
}

/// The held actions that a push sets off once it is over, collision and all (MO-377).
pub fn pushed(position: Position<'_>, unit: &Unit, step: &Step) -> Vec<Step> {
    let room = position.body(unit.id()).and_then(Body::room);
    let (Some((from, from_feet)), Some(to)) = (forced::start(step), room) else {
        return Vec::new();
    };
    if to.cell == from && to.feet == from_feet {
        return Vec::new();
    }
    let way = Happening::Moved {
        unit: unit.id(),
        from: from.into(),
        to: to.cell.into(),
        from_feet,
        to_feet: to.feet,
        support: unit.placement.support,
        manner: event::Manner::Forced,
        cost: 0,
    };
    set_off(position, step, std::iter::once(&way))
}

/// The held actions that wait for one who is about to take a step of its own: they come before it
/// leaves its cell (MO-61, MO-67).
pub fn leaving(position: Position<'_>, mover: UnitId) -> Vec<Step> {
    let state = position.ctx.state;
    let waits = |armed: &&Armed| {
        let trigger = parts(armed.trigger.as_str()).map(|(trigger, _)| trigger);
        trigger == Some(Trigger::Leaves)
            && state.are_foes(armed.owner, mover)
            && reaches(position, armed, mover)
    };
    in_order(state, state.scene.armed.iter().filter(waits).map(|a| (a, mover)).collect())
}

/// The held actions that the events of a step set off, in the order of Initiative of their holders.
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let position = Position { content, ctx };
    // A push is one event: what waits for it comes when it is over.
    let pushes = step.kind == *forced::PUSH;
    let counts = |what: &&Happening| !(pushes && matches!(what, Happening::Moved { .. }));
    set_off(position, step, events.iter().map(|event| &event.what).filter(counts))
}

fn set_off<'a>(
    position: Position<'_>,
    step: &Step,
    events: impl Iterator<Item = &'a Happening>,
) -> Vec<Step> {
    let state = position.ctx.state;
    if state.scene.armed.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(&Armed, UnitId)> = Vec::new();
    for event in events {
        for armed in &state.scene.armed {
            // One trigger, once (MO-62).
            if found.iter().any(|(known, _)| known.id == armed.id) {
                continue;
            }
            if let Some(at) = sets_off(position, armed, step, event) {
                found.push((armed, at));
            }
        }
    }
    in_order(state, found)
}

/// The steps of held actions, each with the one who set it off, in the order of Initiative of their
/// holders.
fn in_order(state: &State, mut found: Vec<(&Armed, UnitId)>) -> Vec<Step> {
    let slots = &state.scene.clock.slots;
    let place = |id: UnitId| slots.iter().position(|s| s.members.contains(&id));
    found.sort_by_key(|(armed, _)| (place(armed.owner), armed.id));
    found.into_iter().map(|(armed, at)| carrying_out(armed, at)).collect()
}

/// Those whom the referee has told that it is time (MO-67).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let called = Affliction::Called.key();
    let told = ctx.state.units.iter().filter(|u| u.conditions.has(called.as_str()));
    told.map(|u| Step::new(CALLED).of(u.id())).collect()
}

/// It is time: what somebody holds for the referee's word is carried out (MO-67).
pub fn called(ctx: Ctx<'_>, step: &Step) -> Outcome {
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else {
        return Outcome::done(Vec::new());
    };
    let word = Affliction::Called.key();
    let over = unit.conditions.0.iter().filter(|c| c.id == word);
    let over = over.map(|c| health::relieve(unit, c, "it is done", "MO-67")).collect();
    let waits = |armed: &&Armed| {
        let trigger = parts(armed.trigger.as_str()).map(|(trigger, _)| trigger);
        armed.owner == unit.id() && trigger == Some(Trigger::Call)
    };
    let held = ctx.state.scene.armed.iter().filter(waits);
    let steps = held.map(|armed| carrying_out(armed, unit.id())).collect();
    Outcome::after(over, steps, None)
}

fn carrying_out(armed: &Armed, at: UnitId) -> Step {
    Step::new(HELD)
        .of(armed.owner)
        .act(Key::new(&format!("{}_{}", armed.act, armed.id)))
        .at(Target::Unit(at))
        .with(ARMED, i64::from(armed.id))
}

/// Carries a held action out, or loses it (MO-61, MO-64, MO-66).
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let position = Position { content, ctx };
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    if step.phase == 1 {
        return Ok(set_out(content, ctx, unit, step));
    }
    let id = u32::try_from(step.scratch.int(ARMED)).unwrap_or(u32::MAX);
    let Some(armed) = ctx.state.scene.armed.iter().find(|a| a.id == id) else { return nothing };
    let lost = |why| Ok(Outcome::done(vec![over(ctx.state, armed, why, "MO-64")]));
    let Some((_, way)) = parts(armed.trigger.as_str()) else { return nothing };
    let Some(act) = Holdable::find(position, unit.id(), armed.act.as_str(), way.as_str()) else {
        return lost("it can no longer be done");
    };
    let able = unit.is_active() && position.numbers(unit.id()).is_some_and(|n| n.most_ap() > 0);
    if !able {
        return lost("its holder cannot act");
    }
    let Some(at) = step.target_unit() else { return nothing };
    let Some((targets, at)) = aimed(position, unit, &act, armed, at) else {
        return lost("there is nobody to do it to");
    };
    let what = Happening::Disarmed { id, gone: true, why: "carried out".to_owned() };
    let mut events = vec![Event::new(what, &["MO-61"])];
    let choice = way.clone();
    let plain = |kind: &'static str| {
        let mut step = Step::new(kind).of(unit.id()).act(armed.act.clone());
        step.targets.clone_from(&targets);
        step
    };
    let child = match &act {
        Holdable::Strike(attack) => {
            if attack.check_power().is_err() {
                return lost("there is not enough power");
            }
            let strike = plain(attack::STRIKE);
            let misses = !attack.manner.miss && !in_earnest(position, unit, at, oracle)?;
            let strike = if misses { strike.with(MISS, 1) } else { strike };
            in_the_way(strike, &choice)
        }
        Holdable::Cast(_) => in_the_way(plain(CAST), &choice),
        Holdable::Basic(basic @ (Basic::Move | Basic::Sprint)) => {
            let Some(budget) = Budget::of(content, unit) else { return nothing };
            let metres = act.metres(content, unit, *basic);
            // What was left of an earlier turn is lost; what is held gives its own metres. In one's
            // own turn the free movement stays (MO-33).
            if !ctx.state.scene.clock.active.contains(&unit.id()) {
                events.push(budget::moved(unit, budget.metres()));
            }
            events.push(budget::gained(unit, &basic.act(), metres));
            let mut next = step.clone().phase(1);
            next.targets = targets;
            return Ok(Outcome::then(events, next));
        }
        Holdable::Basic(_) => plain(BASIC),
        Holdable::Near(_) => plain(ADVANCED),
        Holdable::Work(_) => plain(HANDS),
        Holdable::Hide => plain(hiding::HIDE),
    };
    Ok(Outcome::after(events, vec![child.with(FREE, 1)], None))
}

/// What a held act is aimed at: what was named for it, the one who set it off, or the nearest whom it
/// may be done to.
fn aimed(
    position: Position<'_>,
    unit: &Unit,
    act: &Holdable<'_>,
    armed: &Armed,
    at: UnitId,
) -> Option<(Vec<Target>, UnitId)> {
    let (state, content) = (position.ctx.state, position.content);
    let foes = |id: UnitId| state.are_foes(unit.id(), id);
    let fits = |id: UnitId| match act.whom(content) {
        Whom::Foe => foes(id),
        Whom::Friend => !foes(id),
        Whom::Anybody | Whom::Own | Whom::Spot => true,
    };
    match act.whom(content) {
        Whom::Spot => return Some((vec![act.named(position, unit, armed)?], at)),
        Whom::Own => return act.aim(position, unit, at).map(|targets| (targets, at)),
        // It is for this one, or for none.
        Whom::Foe if foes(at) => return act.aim(position, unit, at).map(|targets| (targets, at)),
        _ => {}
    }
    let mut others: Vec<UnitId> = state
        .units
        .iter()
        .filter(|u| u.status.is_present() && fits(u.id()))
        .map(Unit::id)
        .collect();
    others.sort_by_key(|id| (*id != at, position.distance(unit.id(), *id), *id));
    others.retain(|id| {
        act.whom(content) != Whom::Foe || state.unit(*id).is_some_and(Unit::is_active)
    });
    others.into_iter().find_map(|id| Some((act.aim(position, unit, id)?, id)))
}

/// Whether a held attack is meant to hit: it has to be made, but may miss on purpose (MO-61).
fn in_earnest(
    position: Position<'_>,
    unit: &Unit,
    at: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let state = position.ctx.state;
    let name = state.unit(at).map_or("", |u| u.identity.name.as_str());
    let text = format!("{}: the held attack at {name}. Try to hit?", unit.identity.name);
    let side = state.commander(unit.id()).unwrap_or(unit.side());
    let hits = state.are_foes(unit.id(), at);
    let prompt = Prompt::yes_no(HELD, side, Some(unit.id()), text, hits, "MO-61");
    Ok(oracle.ask(prompt.about(Key::of(HELD)))? == Answer::YES)
}

/// The way of a held Move, as far as it goes now.
fn set_out(content: &Content, ctx: Ctx<'_>, unit: &Unit, step: &Step) -> Outcome {
    let place: Option<Cell> = step.targets.iter().find_map(|t| match t {
        Target::Place(Place::Cell(cell)) => Some(*cell),
        _ => None,
    });
    let reach = walk::reach(content, ctx, unit.id(), walk::Far::Ordinary);
    let stop = place.and_then(|cell| reach.stop_in(cell));
    let path = stop.and_then(|stop| reach.way_to(stop)).unwrap_or_default();
    let affordable = walk::check(content, ctx, unit, &path, "").is_ok_and(|s| s.ap == 0);
    if path.is_empty() || !affordable {
        return Outcome::done(Vec::new());
    }
    let mut walk = Step::new(walk::WALK).of(unit.id());
    walk.path = path;
    Outcome::after(Vec::new(), vec![walk], None)
}

/// What a held attack or Ability would be done to, for those who weigh it: the act itself.
pub fn plain(position: Position<'_>, unit: UnitId, act: &str) -> Option<Key> {
    let held = inner(act)?;
    let act = Holdable::find(position, unit, held, "")?;
    let known = matches!(act, Holdable::Strike(_) | Holdable::Cast(_));
    (known && act.is_harmful(position.content)).then(|| Key::new(held))
}
