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

use super::attack;
use super::breakable::Breakable;
use super::conditions;
use super::data::{Content, DamageType, Moment, Thing, Weapon};
use super::facing;
use super::long_acts;
use super::names::{ATTACK, BURNING, STEADY, VIGOR};
use super::numbers::Numbers;
use super::placed_charges;
use super::step::{Batter, Outcome, Smoulder};

/// Whether a weapon strikes an object; otherwise it is shot or thrown at it (VG-137, VG-144).
fn strikes(ctx: Ctx<'_>, me: &Numbers<'_>, weapon: &Weapon, object: Breakable<'_>) -> bool {
    let (unit, reach) = (me.unit, me.reach(weapon));
    let further = || object.away(ctx, unit) <= reach && object.is_seen(ctx, unit);
    reach > 0 && object.is_at_hand(ctx, unit) || reach > 1 && further()
}

/// Whether a weapon reaches an object (VG-135); bad visibility shortens shots (VG-284).
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
    let near = Numbers::of(content, unit).is_some_and(|me| strikes(ctx, &me, weapon, object));
    let (rules, far) = (&content.rules, object.away(ctx, unit));
    let limit = || object.visibility(ctx, unit).limit(rules);
    if near || far <= weapon.farthest(rules) && object.is_seen(ctx, unit) && far <= limit() {
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
    let charges = placed_charges::all(moment.ctx).map(Breakable::Charge);
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

/// Whether this type of damage has an effect on objects; poison and umbral damage have none
/// (VG-270).
const fn harms_things(kind: DamageType) -> bool {
    !matches!(kind, DamageType::Toxic | DamageType::Umbral)
}

/// Damage to an object after its hardness (VG-267, VG-270).
fn reduced(thing: &Thing, kind: DamageType, mut sum: Sum) -> Sum {
    if !harms_things(kind) {
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
        let paid = Batter { paid: true, ..step.clone() };
        return Ok(Outcome::then(declared(&me, weapon, step), paid.into()));
    }
    let before = object.left(ctx, thing);
    let mut tally = me.on_untargeted_attacks();
    tally.charge(&weapon.name, weapon.charges, "VG-6");
    let shot = !strikes(ctx, &me, weapon, object);
    tally.charge("steady aim", i32::from(shot && unit.conditions.has(STEADY)), "VG-325");
    if step.options.off_hand {
        tally.burden("off hand", content.rules.offhand_challenges, "VG-64");
    }
    let both_hands = step.options.off_hand || step.options.then_off_hand;
    let net = tally.on_effect(content);
    let mut roll =
        if both_hands { me.one_handed(weapon, net) } else { me.damage_roll(weapon, net) };
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
    all.extend(me.after_shot(weapon));
    all.extend(facing::reveal(ctx, unit, "VG-152"));
    let follows = (total < before).then(|| other_hand(moment, &me, (weapon, object), step));
    if let Some(next) = follows.flatten() {
        all.extend(conditions::end_steady_aim(unit, shot));
        return Ok(Outcome::then(all, next.into()));
    }
    all.extend(conditions::end_action_bonuses(unit, shot));
    Ok(Outcome::done(all))
}

/// Declares an attack on an object and pays for it (VG-62, VG-63).
fn declared(me: &Numbers<'_>, weapon: &Weapon, step: &Batter) -> Vec<Event> {
    let unit = me.unit;
    let act = (weapon.id.clone(), weapon.name.as_str());
    let mut all = vec![events::declared(unit, act, Vec::new(), "VG-135")];
    if step.options.off_hand {
        let left = unit.pools.0.value(VIGOR) - me.content.rules.offhand_cost;
        all.extend(events::pool(unit, VIGOR, left, "off-hand attack", "VG-63"));
        return all;
    }
    let record = ActRecord { class: Key::of(ATTACK), act: weapon.id.clone(), amount: 0 };
    all.extend(long_acts::pay(unit, 1, &weapon.name, "VG-62"));
    all.push(events::act_recorded(unit, record, None, "VG-62"));
    all
}

/// The attack of the other hand on an object that still stands, if it follows (VG-63, VG-67).
fn other_hand(
    moment: Moment<'_>,
    me: &Numbers<'_>,
    (weapon, object): (&Weapon, Breakable<'_>),
    step: &Batter,
) -> Option<Batter> {
    let can_pay = me.unit.pools.0.value(VIGOR) >= me.content.rules.offhand_cost;
    let follows = step.options.then_off_hand && can_pay;
    let other = attack::off_hand_weapon(me, weapon).ok().filter(|_| follows)?;
    check(moment, me.unit, other, object).ok()?;
    let options = step.options.for_off_hand();
    Some(Batter { weapon: other.id.clone(), options, paid: false, ..step.clone() })
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

/// Damages the object that gave cover by the amount it stopped (VG-308), if such damage harms
/// objects (VG-270).
pub fn damage_cover(
    moment: Moment<'_>,
    (by, object): (&Unit, Object),
    (stopped, kind): (i32, DamageType),
) -> Vec<Event> {
    let state = moment.ctx.state;
    let harms = stopped > 0 && harms_things(kind);
    let Some(thing) = thing(moment, object).filter(|_| harms) else { return Vec::new() };
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
    let ways = me.usable_weapons().filter(|weapon| !weapon.is_ranged()).filter_map(|weapon| {
        let damage = me.damage_roll(weapon, 0).expected() - thing.rank;
        Breach::by(weapon.id.clone(), damage, left)
    });
    ways.min_by_key(|breach| breach.uses)
}
