//! Objects and edges as targets: no roll to hit, Armor Rank that does not wear out, destroyed at
//! Durability 0 (VG-135, VG-266 to VG-270, VG-308).

use rules::command::Target;
use rules::dice::{Die, Read, Throw};
use rules::estimate::Breach;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Expiry, Unit};
use rules::{Key, Refusal, Sum};

use super::breakable::Breakable;
use super::charges;
use super::conditions;
use super::data::{Content, DamageType, Moment, Thing, Weapon};
use super::facing;
use super::long_acts;
use super::names::{ATTACK, BURNING, STEADY};
use super::numbers::Numbers;
use super::step::{Batter, Outcome, Smoulder};

/// Whether a weapon reaches an object (VG-135).
///
/// # Errors
/// Why it does not.
pub fn check(
    moment: Moment<'_>,
    unit: &Unit,
    weapon: &Weapon,
    object: Breakable<'_>,
) -> Result<(), Refusal> {
    let Moment { content, ctx } = moment;
    if object.thing(moment).is_none() {
        return Err(Refusal::new("wrong_target", "there is nothing to break", "VG-266"));
    }
    let numbers = Numbers::of(content, unit);
    let reach = numbers.map_or(0, |numbers| numbers.reach(weapon));
    let far = object.away(ctx, unit);
    let seen = || object.is_seen(ctx, unit);
    let strikes = reach > 0 && object.is_at_hand(ctx, unit) || reach > 1 && far <= reach && seen();
    if strikes || far <= weapon.farthest(&content.rules) && seen() {
        return Ok(());
    }
    Err(Refusal::new("out_of_range", "it is out of reach", "VG-135"))
}

/// Objects near enough to be attacked with a weapon.
pub fn candidates(moment: Moment<'_>, unit: &Unit, weapon: &Weapon) -> Vec<Target> {
    let board = moment.ctx.field.board();
    let things = board.things().map(|(id, _)| Object::Thing(id));
    let edges = board.edges().map(|(at, _)| Object::Edge(at));
    let objects = things.chain(edges).map(Breakable::Object);
    let charges = charges::all(moment.ctx).map(Breakable::Charge);
    let mut all: Vec<Breakable<'_>> = objects.chain(charges).collect();
    // At range only free-standing objects: there are too many walls.
    all.retain(|object| {
        let edge = matches!(object, Breakable::Object(Object::Edge(..)));
        let free = !edge || object.is_at_hand(moment.ctx, unit);
        free && check(moment, unit, weapon, *object).is_ok()
    });
    all.into_iter().map(Breakable::target).collect()
}

/// The properties of an object of the board.
fn thing(moment: Moment<'_>, object: Object) -> Option<&Thing> {
    Breakable::Object(object).thing(moment)
}

/// Damage to an object after its hardness: poison and umbral damage have no effect (VG-270).
fn reduced(thing: &Thing, kind: DamageType, mut sum: Sum) -> Sum {
    if matches!(kind, DamageType::Toxic | DamageType::Umbral) {
        sum.push(format!("{}: no effect on things", kind.name()), -sum.total(), "VG-270");
    }
    sum.add("hardness", -thing.rank.min(sum.total()).max(0), "VG-267");
    sum
}

/// An attack on an object: declared and paid for, then its damage.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &Batter, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(me) = Numbers::of(content, unit) else { return nothing };
    let Some(weapon) = me.weapon(step.weapon.as_str()) else { return nothing };
    let Some(object) = Breakable::of(ctx, step.object) else { return nothing };
    let Some(thing) = object.thing(moment) else { return nothing };
    if !step.paid {
        let act = (weapon.id.clone(), weapon.name.as_str());
        let record = ActRecord { class: Key::of(ATTACK), act: weapon.id.clone(), amount: 0 };
        let mut all = vec![events::declared(unit, act, Vec::new(), "VG-135")];
        all.extend(long_acts::pay(unit, 1, &weapon.name, "VG-62"));
        all.push(events::act_recorded(unit, record, None, "VG-62"));
        return Ok(Outcome::then(all, Batter { paid: true, ..step.clone() }.into()));
    }
    let before = object.left(ctx, thing);
    let mut tally = me.on_harm();
    tally.charge(&weapon.name, weapon.charges, "VG-6");
    let steady = weapon.is_ranged() && unit.conditions.has(STEADY);
    tally.charge("steady aim", i32::from(steady), "VG-325");
    let mut roll = me.damage_roll(weapon, tally.on_effect(content));
    roll.dice += i32::from(weapon.damage == DamageType::Electrical && thing.metal);
    let rolls = roll.roll(before + thing.rank, oracle)?;
    let sum = reduced(thing, weapon.damage, rolls.sum);
    let total = sum.total().max(0);
    let struck = EventKind::Struck {
        act: weapon.id.clone(),
        by: unit.id(),
        what: step.object,
        name: object.called(ctx, thing),
        packets: vec![events::packet("main", &sum, total)],
        total,
        left: before - total,
    };
    let mut all = vec![Event::new(struck, &["VG-135"])];
    all.extend(object.suffer(ctx, total, thing, "VG-268"));
    if total < before {
        all.extend(kindled(moment, (unit, object), weapon.damage));
    }
    all.extend(me.shot(weapon));
    all.extend(facing::reveal(ctx, unit, "VG-152"));
    all.extend(conditions::spent(unit, weapon.is_ranged()));
    Ok(Outcome::done(all))
}

/// Fire ignites wood and foliage that survive the hit (VG-260).
fn kindled(
    moment: Moment<'_>,
    (by, object): (&Unit, Breakable<'_>),
    kind: DamageType,
) -> Option<Event> {
    let Moment { content, ctx } = moment;
    let Breakable::Object(object) = object else { return None };
    let thing = thing(moment, object).filter(|thing| thing.burns)?;
    if kind != DamageType::Thermal || thing.durability <= object.suffered(ctx.state) {
        return None;
    }
    let rounds = u16::try_from(content.rules.burning_rounds).unwrap_or(1);
    let lasts = Expiry::Rounds(rounds);
    let burning = Condition::new(Key::of(BURNING), 0, Some(by.id()), lasts);
    object.afflicted(ctx.state, burning, "VG-260")
}

/// All objects that burn.
pub fn burning(ctx: Ctx<'_>) -> impl Iterator<Item = Target> {
    let all = ctx.state.scene.object_conditions.0.iter();
    all.filter(|known| known.condition.id == *BURNING).map(|known| known.object)
}

/// Burns an object in a Recovery (VG-260, VG-267).
///
/// # Errors
/// [`Pause`] while the die is missing.
pub fn smoulder(
    moment: Moment<'_>,
    step: &Smoulder,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(object) = Object::of(step.object) else { return nothing };
    let known = object.conditions(ctx.state).find(|c| c.id == *BURNING);
    let Some((thing, known)) = thing(moment, object).zip(known) else { return nothing };
    let die = u16::try_from(content.rules.burning_die).unwrap_or(8);
    let before = thing.durability.saturating_sub(object.suffered(ctx.state));
    let read = Read::Sum((1..=before.saturating_add(thing.rank).clamp(1, die.into())).collect());
    let face = oracle.roll_one(Throw { dice: vec![Die::d(die)], read })?;
    let mut sum = Sum::new();
    sum.push("burning", face, "VG-260");
    let total = reduced(thing, DamageType::Thermal, sum).total().max(0);
    let mut all = object.suffer(ctx.state, total, thing.durability, "VG-260");
    let left = match known.expiry {
        Expiry::Rounds(left) if total < before => left.saturating_sub(1),
        _ => 0,
    };
    if left > 0 {
        let fewer = Condition { expiry: Expiry::Rounds(left), ..known.clone() };
        all.extend(object.afflicted(ctx.state, fewer, "VG-260"));
    } else if total < before {
        all.extend(object.relieved(ctx.state, known, "the fire goes out", "VG-260"));
    }
    Ok(Outcome::done(all))
}

/// Damages the object that gave cover by the amount it stopped (VG-308).
pub fn covers(
    moment: Moment<'_>,
    (by, object): (&Unit, Object),
    (stopped, kind): (i32, DamageType),
) -> Vec<Event> {
    let state = moment.ctx.state;
    let Some(thing) = thing(moment, object).filter(|_| stopped > 0) else { return Vec::new() };
    let mut all = object.suffer(state, stopped, thing.durability, "VG-308");
    if stopped < thing.durability.saturating_sub(object.suffered(state)) {
        all.extend(kindled(moment, (by, Breakable::Object(object)), kind));
    }
    all
}

/// How the AI breaks an object: with the weapon that needs the fewest attacks.
pub fn breach(content: &Content, ctx: Ctx<'_>, unit: &Unit, object: Object) -> Option<Breach> {
    let me = Numbers::of(content, unit)?;
    let thing = thing(content.at(ctx), object)?;
    let left = thing.durability.saturating_sub(object.suffered(ctx.state));
    let ways = me.held().filter(|weapon| !weapon.is_ranged()).filter_map(|weapon| {
        let usual = me.damage_roll(weapon, 0).usual() - thing.rank;
        Breach::by(weapon.id.clone(), usual, left)
    });
    ways.min_by_key(|breach| breach.uses)
}
