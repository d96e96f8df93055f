//! Readied acts: set in a unit's own turn for an action, carried out as a reaction when their
//! trigger occurs, lost when its next turn begins (VG-78 to VG-82, VG-341). Only its own side knows
//! the act and the trigger.

use grid::{Body, Cell, Dir, Place, Room, UnitId, bearing, bearing_of_cell};
use rules::Key;
use rules::Target;
use rules::event::{BoardChange, Event, EventKind};
use rules::kit::{area, events};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Armed, Condition, Expiry, Posture, Status, Unit};

use super::attack;
use super::conditions;
use super::contact;
use super::data::{Content, Form, Moment, TechniqueEffect, Weapon};
use super::facing;
use super::handling;
use super::initiative;
use super::long_acts;
use super::names::{ANSWERED, DEFEND, DRAUGHTS, MOVE, READY, VIGOR, WATCH, WATCH_WITH};
use super::numbers::Numbers;
use super::placed_charges;
use super::power_act::PowerAct;
use super::powers::Power;
use super::reactions;
use super::readied_act;
use super::rulings;
use super::skills::{SkillAct, SkillUse};
use super::step::{Arm, Handling, Outcome, Respond, Step, Trigger};

/// Radius of a watched area, in squares.
const AREA_RADIUS: i16 = 1;
/// Length of the sector drawn on the board, in squares.
const SECTOR_LENGTH: i32 = 12;
/// What other sides are shown.
const HIDDEN_NAME: &str = "a readied act";

/// Readies an act, which takes an action (VG-78).
pub fn arm(ctx: Ctx<'_>, step: &Arm) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let act = (Key::of(READY), "Ready");
    let record = ActRecord { class: Key::of(READY), act: Key::of(READY), amount: 0 };
    let mut all = vec![events::declared(unit, act, Vec::new(), "VG-78")];
    all.extend(long_acts::pay(unit, 1, HIDDEN_NAME, "VG-78"));
    all.push(events::act_recorded(unit, record, None, "VG-78"));
    let armed = armed(ctx, unit, (&step.act, step.trigger, step.at), 0);
    all.push(events::secret(unit, Event::new(EventKind::Armed(armed), &["VG-78"])));
    Outcome::done(all)
}

fn armed(
    ctx: Ctx<'_>,
    unit: &Unit,
    (act, trigger, at): (&Key, Trigger, Option<Target>),
    more: u32,
) -> Armed {
    let id = ctx.state.scene.next_number.saturating_add(more);
    let expiry = Expiry::Slots { of: unit.id(), left: 1 };
    let area = match at {
        Some(Target::Direction(dir)) => sector(ctx, unit, dir),
        Some(target) => target.cell().map(around).unwrap_or_default(),
        None => Vec::new(),
    };
    let floor = at.and_then(|target| target.floor());
    let floor = floor.and_then(|at| area::watched_floor(ctx, unit.id(), at));
    let targets = at.into_iter().collect();
    Armed {
        area,
        floor,
        targets,
        ..Armed::new(id, unit.id(), act.clone(), Key::of(trigger.id()), expiry)
    }
}

/// A place and the squares around it.
pub fn around(cell: Cell) -> Vec<Place> {
    let rows = (-AREA_RADIUS..=AREA_RADIUS)
        .flat_map(|y| (-AREA_RADIUS..=AREA_RADIUS).map(move |x| (x, y)));
    rows.map(|(x, y)| Place::Cell(cell.offset(x, y))).collect()
}

/// The squares of a watched sector near a combatant, for the board.
pub fn sector(ctx: Ctx<'_>, unit: &Unit, facing: Dir) -> Vec<Place> {
    let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
    let body = Body { facing, ..body.clone() };
    let near =
        |cell: &Cell| body.room().is_some_and(|room| room.cell.chebyshev(*cell) <= SECTOR_LENGTH);
    let inside = |cell: &Cell| bearing_of_cell(&body, *cell).is_some_and(|b| b.is_watched());
    ctx.field.board().cells().filter(|c| near(c) && inside(c)).map(Place::Cell).collect()
}

/// Acts readied before the battle: units that watch a direction with a weapon (VG-52, VG-342).
pub fn from_the_start(content: &Content, ctx: Ctx<'_>) -> Vec<Event> {
    let mut all = Vec::new();
    for unit in ctx.state.units.iter().filter(|unit| unit.is_active()) {
        let number = |flag| usize::try_from(unit.flags.get(flag)).ok()?.checked_sub(1);
        let weapon = number(WATCH_WITH).zip(Numbers::of(content, unit));
        let weapon = weapon.and_then(|(at, numbers)| numbers.weapons().nth(at));
        let dir = number(WATCH).and_then(|at| Dir::ALL.get(at)).copied();
        let Some((weapon, dir)) = weapon.zip(dir) else { continue };
        let number = u32::try_from(all.len()).unwrap_or_default();
        let how = (&weapon.id, Trigger::Sector, Some(Target::Direction(dir)));
        let armed = armed(ctx, unit, how, number);
        all.push(events::secret(unit, Event::new(EventKind::Armed(armed), &["VG-342"])));
    }
    all
}

/// Loses the acts that a combatant has readied and that were not triggered before its turn begins
/// (VG-81).
pub fn lose_untriggered(ctx: Ctx<'_>, owner: UnitId) -> impl Iterator<Item = Event> {
    let own = ctx.state.scene.armed.iter().filter(move |armed| armed.owner == owner);
    own.map(move |armed| {
        let seen_by = ctx.unit(owner).map(|unit| vec![unit.side()]);
        Event { seen_by, ..events::disarmed(armed.id, true, "it was not triggered", "VG-81") }
    })
}

/// An occurrence that may trigger a readied act.
enum Occurrence {
    /// A unit came from this room.
    Came(UnitId, Room),
    /// A unit attacks these others, or any if the list is empty.
    Attacks(UnitId, Vec<UnitId>),
    /// A unit went down or died.
    Fell(UnitId),
    /// Something was opened.
    Opened,
}

/// The readied acts triggered by the events of a step.
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    if ctx.state.scene.armed.is_empty() {
        return Vec::new();
    }
    let occurrences = events.iter().filter_map(|event| match &event.what {
        EventKind::Moved { unit, from, from_feet, manner, .. } if manner.is_own() => {
            let room = ctx.field.body(*unit).and_then(Body::room)?;
            Some(Occurrence::Came(*unit, room.at(from.cell()?, *from_feet)))
        }
        EventKind::Declared { unit, targets, .. } => {
            is_attack(content, ctx, step).then(|| Occurrence::Attacks(*unit, targets.clone()))
        }
        // A fallen unit that dies does not fall again.
        EventKind::Status {
            unit, from: Status::Active, to: Status::Down | Status::Dead, ..
        } => Some(Occurrence::Fell(*unit)),
        EventKind::Board(BoardChange::Edge { from: Some(from), to: Some(to), .. }) => {
            (to.open && !from.open).then_some(Occurrence::Opened)
        }
        _ => None,
    });
    occurrences.flat_map(|occurrence| reactions_to(content, ctx, &occurrence)).collect()
}

/// Whether a declared step is an attack on units: with a weapon, or a harmful technique or spell
/// that takes effect now.
fn is_attack(content: &Content, ctx: Ctx<'_>, step: &Step) -> bool {
    let performed = match step {
        Step::Attack(_) => return true,
        Step::UsePower(performed) => performed,
        _ => return false,
    };
    let harms = Power::of(content, performed.act.as_str()).is_some_and(Power::is_attack);
    let at_thing = is_aimed(content, &performed.act)
        && performed.targets.iter().all(|target| target.unit().is_none());
    let unit = ctx.unit(performed.unit);
    harms && !at_thing && unit.is_some_and(|u| u.undertakings.get(performed.act.as_str()).is_none())
}

/// The readied acts signalled by the referee, one reaction for each unit (VG-82).
pub fn signalled(content: &Content, ctx: Ctx<'_>) -> Vec<Respond> {
    let waiting = ctx.state.scene.armed.iter().filter(|a| a.trigger == *Trigger::Signal.id());
    let of = |armed: &Armed| {
        let foes = ctx.state.units.iter().filter(|foe| {
            ctx.state.are_foes(armed.owner, foe.id())
                && rulings::signalled(ctx.state, armed.owner, foe.id())
        });
        foes.into_iter().find(|foe| can_fire(content.at(ctx), armed, foe.id())).map(Unit::id)
    };
    let mut all: Vec<Respond> = Vec::new();
    for (armed, foe) in waiting.filter_map(|armed| Some((armed, of(armed)?))) {
        add_reaction(&mut all, armed, foe, None);
    }
    all
}

/// Adds a reaction, to the others of its unit if there are any (VG-82).
fn add_reaction(all: &mut Vec<Respond>, armed: &Armed, foe: UnitId, about: Option<UnitId>) {
    match all.iter_mut().find(|own| own.unit == armed.owner) {
        Some(own) => own.or.push((armed.id, foe)),
        None => {
            let (unit, or) = (armed.owner, Vec::new());
            all.push(Respond { unit, armed: armed.id, foe, about, or });
        }
    }
}

/// The reactions to one occurrence, in the order of the turns (VG-121), one for each unit (VG-82).
fn reactions_to(content: &Content, ctx: Ctx<'_>, occurrence: &Occurrence) -> Vec<Step> {
    let all = ctx.state.scene.armed.iter();
    let answers =
        all.filter_map(|armed| Some((armed, triggering_foe(content.at(ctx), armed, occurrence)?)));
    let mut found: Vec<(&Armed, UnitId)> = answers.collect();
    found.sort_by_key(|(armed, _)| (initiative::place_in_order(ctx, armed.owner), armed.id));
    let mut all: Vec<Respond> = Vec::new();
    for (armed, foe) in found {
        let about = ctx.unit(armed.owner).and_then(|owner| affected_ally(ctx, owner, occurrence));
        add_reaction(&mut all, armed, foe, about);
    }
    all.into_iter().map(Step::from).collect()
}

/// The member of a combatant's side that an occurrence affects.
fn affected_ally(ctx: Ctx<'_>, owner: &Unit, occurrence: &Occurrence) -> Option<UnitId> {
    let of = |ids: &[UnitId]| {
        let own = |id: &UnitId| ctx.unit(*id).is_some_and(|unit| unit.side() == owner.side());
        ids.iter().copied().find(own)
    };
    match occurrence {
        Occurrence::Attacks(_, on) => of(on),
        Occurrence::Fell(id) => of(&[*id]),
        Occurrence::Came(..) | Occurrence::Opened => None,
    }
}

/// The enemy that a readied act would target, if the occurrence is its trigger.
fn triggering_foe(moment: Moment<'_>, armed: &Armed, occurrence: &Occurrence) -> Option<UnitId> {
    let ctx = moment.ctx;
    let owner = ctx.unit(armed.owner)?;
    let trigger = Trigger::named(armed.trigger.as_str())?;
    let is_foe = |id: UnitId| ctx.state.are_foes(owner.id(), id);
    match (trigger, occurrence) {
        (Trigger::Near | Trigger::Area | Trigger::Sector, Occurrence::Came(id, from)) => {
            let entered = is_foe(*id) && enters(moment, armed, trigger, (*id, from));
            let fires = entered && can_fire(moment, armed, *id);
            (fires && is_noticed(moment, armed, *id)).then_some(*id)
        }
        (Trigger::Attacks, Occurrence::Attacks(by, on)) => {
            let own = |id: &UnitId| ctx.unit(*id).is_some_and(|u| u.side() == owner.side());
            let ours = on.is_empty() || on.iter().any(own);
            let fires = is_foe(*by) && ours && can_fire(moment, armed, *by);
            (fires && is_noticed(moment, armed, *by)).then_some(*by)
        }
        (Trigger::Falls, Occurrence::Fell(id)) => {
            let ally = ctx.unit(*id).is_some_and(|unit| unit.side() == owner.side());
            (ally && *id != owner.id()).then(|| default_foe(moment, armed, owner)).flatten()
        }
        (Trigger::Door, Occurrence::Opened) => default_foe(moment, armed, owner),
        _ => None,
    }
}

/// The enemy to target if the occurrence names none: the one whose turn it is, or else the nearest.
fn default_foe(moment: Moment<'_>, armed: &Armed, owner: &Unit) -> Option<UnitId> {
    let ctx = moment.ctx;
    let me = ctx.field.body(owner.id())?;
    let foes = ctx.state.units.iter().filter(|foe| ctx.state.are_foes(owner.id(), foe.id()));
    let able = foes.filter(|foe| can_fire(moment, armed, foe.id()));
    let far = |foe: &&Unit| {
        let acts = ctx.state.scene.clock.active.contains(&foe.id());
        let distance =
            ctx.field.body(foe.id()).map_or(i32::MAX, |them| contact::squares_between(me, them));
        (!acts, distance, foe.id())
    };
    able.min_by_key(far).map(Unit::id)
}

/// Whether an enemy has come to where a readied act waits for it.
fn enters(
    moment: Moment<'_>,
    armed: &Armed,
    trigger: Trigger,
    (id, from): (UnitId, &Room),
) -> bool {
    let ctx = moment.ctx;
    let bodies = ctx.field.body(id).zip(ctx.field.body(armed.owner));
    let Some((body, owner)) = bodies else { return false };
    let inside = |room: &Room| area::is_watched(ctx.field.board(), armed, room);
    let before = body.moved(from.cell, from.feet);
    match trigger {
        Trigger::Area => body.room().is_some_and(|room| inside(&room)) && !inside(from),
        Trigger::Sector => {
            let Some(Target::Direction(facing)) = armed.targets.first().copied() else {
                return false;
            };
            let watcher = Body { facing, ..owner.clone() };
            let seen = |body: &Body| bearing(&watcher, body).is_some_and(|b| b.is_watched());
            let field = ctx.field.with_body(before.clone());
            let then = Moment { ctx: Ctx { field: &field, ..ctx }, ..moment };
            let fired = |then| can_fire(then, armed, id) && is_noticed(then, armed, id);
            seen(body) && !(seen(&before) && fired(then))
        }
        // An act that does not target the enemy waits until the enemy is beside the owner.
        _ if !is_aimed(moment.content, &armed.act) => {
            contact::adjacent(ctx, owner, body) && !contact::adjacent(ctx, owner, &before)
        }
        _ => {
            let field = ctx.field.with_body(before);
            let then = Moment { ctx: Ctx { field: &field, ..ctx }, ..moment };
            match strikes(moment, armed, id) {
                Some(now) => now && strikes(then, armed, id) == Some(false),
                None => !can_fire(then, armed, id),
            }
        }
    }
}

/// Whether a readied weapon that can also be thrown reaches an enemy with a strike: "reach"
/// excludes the throwing range (VG-144). `None` for other acts.
fn strikes(moment: Moment<'_>, armed: &Armed, foe: UnitId) -> Option<bool> {
    let owner = Numbers::of(moment.content, moment.ctx.unit(armed.owner)?)?;
    let weapon = weapon(&owner, &armed.act)?;
    let both = weapon.reach > 0 && weapon.increment > 0;
    let blow = || attack::prepare(moment, owner.unit, weapon, foe, &readied_act::READIED_ATTACK);
    both.then(|| blow().is_ok_and(|roll| roll.melee))
}

/// Whether a readied act targets the enemy that triggers it.
fn is_aimed(content: &Content, act: &Key) -> bool {
    match Power::of(content, act.as_str()) {
        Some(Power::Technique(technique)) => technique.effect == TechniqueEffect::Attack,
        Some(Power::Spell(spell)) => {
            matches!(spell.form, Form::Aimed(_) | Form::Touch | Form::Will(_))
        }
        None => content.weapons.contains(act.as_str()) || SkillUse::of(act.as_str()).is_some(),
    }
}

/// Whether the owner of a readied act knows of the enemy that triggers it. An act that targets the
/// enemy has its own conditions (VG-152, VG-153).
fn is_noticed(moment: Moment<'_>, armed: &Armed, foe: UnitId) -> bool {
    let owner = moment.ctx.unit(armed.owner);
    is_aimed(moment.content, &armed.act)
        || owner.is_some_and(|owner| facing::knows(moment, owner, foe))
}

/// The weapon of a readied strike.
fn weapon<'a>(owner: &Numbers<'a>, act: &Key) -> Option<&'a Weapon> {
    owner.usable_weapons().find(|weapon| weapon.id == *act)
}

/// Whether the owner of a readied act could use it on an enemy now (VG-80, VG-82).
fn can_fire(moment: Moment<'_>, armed: &Armed, foe: UnitId) -> bool {
    let Moment { content, ctx } = moment;
    let owner = ctx.unit(armed.owner).and_then(|unit| Numbers::of(content, unit));
    let Some(owner) = owner.filter(|owner| reactions::may_react(ctx, owner)) else { return false };
    if !ctx.unit(foe).is_some_and(Unit::is_active) {
        return false;
    }
    let unit = owner.unit;
    // The reaction and the act itself are both paid for (VG-80).
    let power = Power::of(content, armed.act.as_str()).map(Power::cost);
    let own = power.map_or(0, |(pool, _, amount)| if pool == VIGOR { amount } else { 0 });
    if unit.pools.0.value(VIGOR) < content.rules.ready_vigor.saturating_add(own) {
        return false;
    }
    if let Some(weapon) = weapon(&owner, &armed.act) {
        let roll = attack::prepare(moment, unit, weapon, foe, &readied_act::READIED_ATTACK);
        return roll.is_ok() && !owner.must_reload(weapon);
    }
    if let Some(power) = Power::of(content, armed.act.as_str()) {
        return PowerAct { content, ctx, me: owner, power }.can_react_to(foe);
    }
    if let Some(skill_use) = SkillUse::of(armed.act.as_str()) {
        return SkillAct { content, ctx, numbers: owner, skill_use }.check_target(foe).is_ok();
    }
    match armed.act.as_str() {
        DEFEND => true,
        MOVE => owner.squares() > 0,
        id if id == Handling::Drink.id() => unit.pools.0.value(DRAUGHTS) > 0,
        id if id == Handling::Detonate.id() => {
            placed_charges::of_side(ctx, unit).next().is_some()
                && placed_charges::check_spares_charmers(ctx, unit).is_ok()
        }
        id if id == Handling::Stabilise.id() => {
            readied_act::adjacent_dying_ally(ctx, unit, None).is_some()
        }
        id if id == Handling::Reload.id() => owner.unloaded().is_some(),
        id if id == Handling::LieDown.id() => {
            unit.placement.posture == Posture::Standing && handling::is_grounded(unit)
        }
        _ => false,
    }
}

/// Asks the owner of triggered readied acts, and carries out the first that it chooses (VG-78,
/// VG-82).
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn respond(
    moment: Moment<'_>,
    step: &Respond,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let all = &moment.ctx.state.scene.armed;
    let mut words: Vec<UnitId> = Vec::new();
    for (id, foe) in std::iter::once((step.armed, step.foe)).chain(step.or.iter().copied()) {
        let Some(armed) = all.iter().find(|armed| armed.id == id) else { continue };
        if let Some(answer) = ask(moment, armed, (foe, step.about), oracle)? {
            return Ok(answer);
        }
        if armed.trigger == *Trigger::Signal.id() && !words.contains(&foe) {
            words.push(foe);
        }
    }
    // An unused signal is over as well.
    let over = words.into_iter().map(|foe| rulings::signal_used(step.unit, foe));
    Ok(Outcome::done(over.collect()))
}

/// The act that a combatant has readied for openings, if it could carry it out now.
pub fn for_opening(moment: Moment<'_>, unit: UnitId, from: UnitId) -> Option<&Armed> {
    let mut own = moment.ctx.state.scene.armed.iter().filter(|armed| armed.owner == unit);
    own.find(|armed| {
        armed.trigger == *Trigger::Opening.id()
            && can_fire(moment, armed, from)
            && is_noticed(moment, armed, from)
    })
}

/// Asks the owner about a readied act triggered by an enemy, possibly through an event that affects
/// an ally; `None` if it is not carried out.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn ask(
    moment: Moment<'_>,
    armed: &Armed,
    (foe, about): (UnitId, Option<UnitId>),
    oracle: &mut Oracle<'_>,
) -> Result<Option<Outcome>, Pause> {
    let Moment { content, ctx } = moment;
    // The readied act may have become impossible since (VG-340).
    if !can_fire(moment, armed, foe) {
        return Ok(None);
    }
    let Some((unit, other)) = ctx.unit(armed.owner).zip(ctx.unit(foe)) else { return Ok(None) };
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let (name, other) = (&unit.identity.name, &other.identity.name);
    let what = act_name(content, &armed.act);
    let text = match is_aimed(content, &armed.act) {
        true => format!("{name} has readied {what}. Use it on {other}?"),
        false => format!("{name} has readied {what}. Use it now?"),
    };
    let prompt = Prompt::yes_no("react", side, Some(unit.id()), text, true, "VG-78");
    if oracle.ask(prompt.about(Key::of(READY)))? != Answer::YES {
        return Ok(None);
    }
    let owner = (unit, &armed.act);
    let Some(target) = readied_act::choose_target(moment, owner, about, oracle)? else {
        return Ok(None);
    };
    let mut all = vec![events::disarmed(armed.id, true, "it is carried out", "VG-78")];
    let left = unit.pools.0.value(VIGOR) - content.rules.ready_vigor;
    all.extend(events::pool(unit, VIGOR, left, HIDDEN_NAME, "VG-80"));
    if armed.trigger == *Trigger::Signal.id() {
        // A signal covers one reaction (VG-82).
        all.push(rulings::signal_used(armed.owner, foe));
    }
    if armed.trigger == *Trigger::Attacks.id() {
        // One reaction to one attack (VG-96).
        let lasts = Expiry::Until(Key::of("attack"));
        let answered = Condition::new(Key::of(ANSWERED), 0, Some(foe), lasts);
        all.extend(conditions::gain(ctx, unit, answered, "VG-96"));
    }
    let (more, step) = readied_act::carry_out(moment, (unit, &armed.act), target, foe);
    all.extend(more);
    Ok(Some(Outcome::after(all, step.into_iter().collect(), None)))
}

/// The name of an act, as shown to its owner's side.
pub fn act_name<'a>(content: &'a Content, act: &Key) -> &'a str {
    let power = Power::of(content, act.as_str()).map(Power::name);
    let weapon = || content.weapons.get(act.as_str()).map(|weapon| weapon.name.as_str());
    let skill_use = || SkillUse::of(act.as_str()).map(SkillUse::name);
    let handling = || Handling::ALL.into_iter().find(|what| *act == *what.id());
    let other = || match act.as_str() {
        DEFEND => Some("Defend"),
        MOVE => Some("Move"),
        _ => handling().map(Handling::name),
    };
    power.or_else(weapon).or_else(skill_use).or_else(other).unwrap_or(HIDDEN_NAME)
}
