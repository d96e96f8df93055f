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
use crate::rules::momentum::step::{
    AdvancedAct, Arm, BasicAct, Called, CarryOut, CarryOutPhase, Cast, CastPhase, Descent, Handle,
    Hide, Outcome, Plan, Spot, Step, Strike, Walk,
};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::{Ctx, Offer, Variant};
use crate::rules::state::{Armed, Expiry, State, Unit};
use crate::rules::{Key, Refusal};

use super::armed::{over, secret, terms};
use super::attack::{self, Tool};
use super::basic::Basic;
use super::budget::{self, Budget};
use super::data::{Affliction, Content};
use super::health;
use super::hidden;
use super::position::Position;
use super::trigger::{PLAIN, Trigger};
use super::walk;
use super::way::Way;

use act::{Holdable, Whom, cells_of};
use trigger::{reaches, sets_off};

/// What others know of as the act of one who holds an action.
const ARM: &str = "arm";
/// The kind of question whether a held attack is to hit; standing orders go by it.
pub const HELD: &str = "held";
/// The beginning of the names of held acts.
const HOLD: &str = "hold_";
/// What others see of one who holds an action.
const SOMETHING: &str = "a held action";

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
    let mut triggers: Vec<(Trigger, String)> =
        PLAIN.iter().map(|(trigger, _, text)| (*trigger, (*text).to_owned())).collect();
    if !state.scene.referee.on {
        triggers.retain(|(trigger, _)| *trigger != Trigger::Call);
    }
    // Of those whose place is not known nobody sees when they act.
    let known = |u: &&Unit| {
        u.is_active() && u.id() != unit.id() && hidden::is_known(position.ctx, unit.side(), u.id())
    };
    for other in state.units.iter().filter(known) {
        let (id, name) = (other.id(), &other.identity.name);
        triggers.push((Trigger::Starts(id), format!("when the turn of {name} begins")));
        triggers.push((Trigger::Ends(id), format!("when the turn of {name} is over")));
    }
    let offer = |offer: &Offer| {
        let act = Holdable::find(position, unit.id(), offer.act.as_str(), &Way::default())?;
        let first = !matches!(&act, Holdable::Strike(a) if a.is_spare());
        let cost = match &act {
            Holdable::Strike(_) | Holdable::Cast(_) => offer.cost.clone(),
            _ => format!("{} AP", act.price(content)),
        };
        let variants = triggers.iter().map(|(trigger, text)| Variant {
            choice: trigger.key(),
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
    let held =
        inner(act).and_then(|held| Holdable::find(position, unit.id(), held, &Way::default()));
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
    let (trigger, way) = Trigger::split(choice.as_str());
    let way = Way::parse(way).map_err(|_| unknown())?;
    let found = Holdable::find(position, unit.id(), held, &way).ok_or_else(unknown)?;
    found.check_use(position, unit)?;
    if !found.takes(position, unit, targets) {
        return Err(Refusal::new("wrong_target", "it is not held like that", "MO-60"));
    }
    let (unit, act, targets) = (unit.id(), Key::new(held), targets.to_vec());
    let step = Arm { unit, act, trigger, way, targets };
    Ok(Plan { steps: vec![step.into()], warnings: Vec::new() })
}

/// Holds an action: its AP are paid now (MO-60).
pub fn arm(content: &Content, ctx: Ctx<'_>, step: &Arm) -> Outcome {
    let position = Position { content, ctx };
    let act = Holdable::find(position, step.unit, step.act.as_str(), &step.way);
    let (Some(unit), Some(act)) = (ctx.unit(step.unit), act) else {
        return Outcome::done(Vec::new());
    };
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
        choice: Key::new(&step.way.to_string()),
        ..Armed::new(id, unit.id(), step.act.clone(), step.trigger.key(), expiry)
    };
    events.push(secret(ctx.state, unit.id(), Event::new(Happening::Armed(armed), &["MO-60"])));
    Outcome::done(events)
}

/// The held actions that a push sets off once it is over, collision and all (MO-377).
pub fn pushed(position: Position<'_>, unit: &Unit, step: &Step, from: Spot) -> Vec<Step> {
    let Some(to) = position.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    if to.cell == from.cell && to.feet == from.feet {
        return Vec::new();
    }
    let way = Happening::Moved {
        unit: unit.id(),
        from: from.cell.into(),
        to: to.cell.into(),
        from_feet: from.feet,
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
        terms(armed).0 == Trigger::Leaves
            && state.are_foes(armed.owner, mover)
            && reaches(position, armed, mover)
    };
    in_order(state, state.scene.armed.iter().filter(waits).map(|a| (a, mover)).collect())
}

/// The held actions that the events of a step set off, in the order of Initiative of their holders.
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let position = Position { content, ctx };
    // A push is one event: what waits for it comes when it is over.
    let pushes = matches!(step, Step::Push(_));
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
    told.map(|u| Called { unit: u.id() }.into()).collect()
}

/// It is time: what somebody holds for the referee's word is carried out (MO-67).
pub fn called(ctx: Ctx<'_>, step: &Called) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let word = Affliction::Called.key();
    let over = unit.conditions.0.iter().filter(|c| c.id == word);
    let over = over.map(|c| health::relieve(unit, c, "it is done", "MO-67")).collect();
    let waits = |armed: &&Armed| armed.owner == unit.id() && terms(armed).0 == Trigger::Call;
    let held = ctx.state.scene.armed.iter().filter(waits);
    let steps = held.map(|armed| carrying_out(armed, unit.id())).collect();
    Outcome::after(over, steps, None)
}

fn carrying_out(armed: &Armed, by: UnitId) -> Step {
    let phase = CarryOutPhase::Begin;
    CarryOut { unit: armed.owner, armed: armed.id, by, phase }.into()
}

/// Carries a held action out, or loses it (MO-61, MO-64, MO-66).
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &CarryOut,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    if let CarryOutPhase::SetOut { to } = step.phase {
        return Ok(set_out(content, ctx, unit, to));
    }
    let id = step.armed;
    let Some(armed) = ctx.state.scene.armed.iter().find(|a| a.id == id) else { return nothing };
    let lost = |why| Ok(Outcome::done(vec![over(ctx.state, armed, why, "MO-64")]));
    let (_, way) = terms(armed);
    let Some(act) = Holdable::find(position, unit.id(), armed.act.as_str(), &way) else {
        return lost("it can no longer be done");
    };
    let able = unit.is_active() && position.numbers(unit.id()).is_some_and(|n| n.most_ap() > 0);
    if !able {
        return lost("its holder cannot act");
    }
    let Some((targets, at)) = aimed(position, unit, &act, armed, step.by) else {
        return lost("there is nobody to do it to");
    };
    let what = Happening::Disarmed { id, gone: true, why: "carried out".to_owned() };
    let mut events = vec![Event::new(what, &["MO-61"])];
    let first = targets.first().copied();
    let target = targets.iter().find_map(|target| match target {
        Target::Unit(id) => Some(*id),
        _ => None,
    });
    let free = true;
    let (unit_id, aim) = (unit.id(), first.unwrap_or(Target::Unit(unit.id())));
    let child: Step = match &act {
        Holdable::Strike(attack) => {
            if attack.check_power().is_err() {
                return lost("there is not enough power");
            }
            let misses = !attack.manner.miss && !in_earnest(position, unit, at, oracle)?;
            let strike = Strike::new(unit_id, attack.arms(), aim);
            Strike { way, free, misses, ..strike }.into()
        }
        Holdable::Cast(cast) => {
            let (ability, steps, phase) = (cast.ability.id.clone(), way.steps, CastPhase::Declare);
            Cast { unit: unit_id, ability, steps, targets, free, phase }.into()
        }
        Holdable::Basic(basic @ (Basic::Move | Basic::Sprint)) => {
            let Some(budget) = Budget::of(content, unit) else { return nothing };
            let metres = act.metres(content, unit, *basic);
            // What was left of an earlier turn is lost; what is held gives its own metres. In one's
            // own turn the free movement stays (MO-33).
            if !ctx.state.scene.clock.active.contains(&unit.id()) {
                events.push(budget::moved(unit, budget.metres()));
            }
            events.push(budget::gained(unit, &basic.act(), metres));
            let Some(Target::Place(Place::Cell(to))) = first else {
                return Ok(Outcome::done(events));
            };
            let phase = CarryOutPhase::SetOut { to };
            return Ok(Outcome::then(events, CarryOut { phase, ..*step }.into()));
        }
        Holdable::Basic(act) => BasicAct { unit: unit_id, act: *act, target, free }.into(),
        Holdable::Near(act) => {
            let Some(target) = target else { return nothing };
            let (act, dir, hand) = (*act, None, None);
            AdvancedAct { unit: unit_id, act, target, dir, hand, free }.into()
        }
        Holdable::Work(work) => Handle { unit: unit_id, work: work.clone(), at: aim, free }.into(),
        Holdable::Hide => Hide { unit: unit_id, free }.into(),
    };
    Ok(Outcome::after(events, vec![child], None))
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
fn set_out(content: &Content, ctx: Ctx<'_>, unit: &Unit, to: Cell) -> Outcome {
    let reach = walk::reach(content, ctx, unit.id(), walk::Far::Ordinary);
    let stop = reach.stop_in(to);
    let path = stop.and_then(|stop| reach.way_to(stop)).unwrap_or_default();
    let affordable =
        walk::check(content, ctx, unit, &path, Descent::Usual).is_ok_and(|s| s.ap == 0);
    if path.is_empty() || !affordable {
        return Outcome::done(Vec::new());
    }
    Outcome::after(Vec::new(), vec![Walk::new(unit.id(), path).into()], None)
}

/// What a held attack or Ability would be done to, for those who weigh it: the act itself.
pub fn plain(position: Position<'_>, unit: UnitId, act: &str) -> Option<Key> {
    let held = inner(act)?;
    let act = Holdable::find(position, unit, held, &Way::default())?;
    let known = matches!(act, Holdable::Strike(_) | Holdable::Cast(_));
    (known && act.is_harmful(position.content)).then(|| Key::new(held))
}
