//! Units that do not control themselves: enraged, fleeing, brainwashed, confused (EV-374, EV-376,
//! EV-381, EV-383, EV-X24).

use grid::{Body, Diagonals, SideId, UnitId, distance};
use rules::command::{Target, Waypoint};
use rules::event::Event;
use rules::kit::acts::Use;
use rules::kit::events;
use rules::kit::walk::{MovementRules, Walk};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::Unit;
use rules::{Key, Refusal, fog};

use super::data::{Content, Keyword, Kind};
use super::names::{
    AP, AS_FAR, BOUND, BRAINWASHED, DRIVEN, EXERTION, FLEEING, GRAPPLED, HELD, HIDDEN, METRES,
    PANICKED, SPARED, SPIRIT,
};
use super::numbers::{Arm, Numbers};
use super::rolling::side_of;
use super::spells::Casting;
use super::step::{
    Assault, AttackMode, Compulsion, Drive, EffectMoment, Outcome, Rush, Step, Suffer,
};
use super::{attack, chance, charging, handling, hiding, mounts, restraints};

/// Resolves what drives a unit.
///
/// # Errors
/// [`Pause`] while an answer is missing.
pub fn drive(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Drive,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return nothing;
    };
    if !me.unit.is_active() {
        return nothing;
    }
    match step.compulsion {
        Compulsion::Rage if step.moved => {
            let driven = events::flag(me.unit, DRIVEN, 0, "EV-381");
            Ok(Outcome::done(driven.into_iter().collect()))
        }
        Compulsion::Rage => Ok(rages(content, ctx, me)),
        Compulsion::Flight => Ok(flees(content, ctx, me, step)),
        Compulsion::Nearest(target) => Ok(at_nearest(content, ctx, me, (step, target))),
        Compulsion::Thrall if step.moved => {
            Ok(Outcome::done(spent(me.unit, "it has carried out its order", "EV-374")))
        }
        Compulsion::Thrall => obeys(content, ctx, me, step, oracle),
        Compulsion::Ordered(at) => Ok(carries_out(content, ctx, me, (step, at))),
    }
}

/// Ends the rest of its turn.
fn spent(unit: &Unit, why: &str, rule: &'static str) -> Vec<Event> {
    let pools = [AP, METRES].into_iter();
    pools.filter_map(|pool| events::pool(unit, pool, 0, why, rule)).collect()
}

/// Distance from which to attack with this weapon, in metres; shots are better from close by.
fn blow(arm: Arm<'_>) -> u8 {
    if arm.attack.kind == Kind::Melee { arm.range() } else { 1 }
}

/// Distance from a place to a unit, in metres.
fn metres_from(ctx: Ctx<'_>, unit: &Unit, stop: ReachStop, other: UnitId) -> u32 {
    let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(other));
    let far =
        bodies.and_then(|(me, it)| distance(&me.moved(stop.cell, stop.feet), it, Diagonals::One));
    far.unwrap_or(u32::MAX)
}

/// The path to the reachable stop with the lowest `worth`, up to this cost.
fn way(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    most: u32,
    worth: impl Fn(ReachStop) -> (u32, u32),
) -> Vec<Waypoint> {
    // Its mount carries it (EV-212).
    if mounts::rides(unit) {
        return Vec::new();
    }
    let gait = content.at(ctx);
    let find = || {
        let body = ctx.field.body(unit.id())?;
        let prices = gait.prices(unit, "", None)?;
        let reach = gait.search(ctx.field, body, &prices);
        let stops = reach.stops().iter().copied().filter(|stop| stop.cost <= most);
        let best = stops.min_by_key(|stop| (worth(*stop), stop.cost, stop.cell, stop.feet))?;
        reach.way_to(best)
    };
    find().unwrap_or_default()
}

/// Enraged units charge an enemy, or run at the nearest one (EV-381). With an enemy in reach, their
/// side may choose.
fn rages(content: &Content, ctx: Ctx<'_>, me: Numbers<'_>) -> Outcome {
    let unit = me.unit;
    let Some(arm) = me.melee_arm() else { return Outcome::done(Vec::new()) };
    let side = unit.side();
    let seen = |ctx: Ctx<'_>| {
        let own = ctx.field.body(unit.id());
        let foes = ctx.state.units.iter().filter(|u| u.is_active());
        let foes = foes.filter(|u| ctx.state.are_foes(unit.id(), u.id()));
        let foes = foes.filter(|u| hiding::check_seen(ctx, unit, u).is_ok());
        let metres = |u: &&Unit| {
            let bodies = own.zip(ctx.field.body(u.id()));
            bodies.and_then(|(a, b)| distance(a, b, Diagonals::One)).unwrap_or(u32::MAX)
        };
        let mut foes: Vec<&Unit> = foes.collect();
        foes.sort_by_key(|foe| (metres(foe), foe.id()));
        if foes.iter().any(|foe| attack::check(ctx, unit, arm, foe.id()).is_ok()) {
            return None;
        }
        let charge = foes.iter().find_map(|foe| {
            let path = charging::path_to(content, ctx, unit, (foe.id(), arm.range())).ok()?;
            Some((foe.id(), path))
        });
        if let Some((target, path)) = charge.filter(|_| unit.pools.0.value(AP) > 1) {
            let (unit, arm, burst) = (unit.id(), arm.key(), false);
            return Some(Rush::Declare { unit, target, arm, path, burst }.into());
        }
        let nearest = foes.first()?.id();
        let near = |stop| (metres_from(ctx, unit, stop, nearest), 0);
        let path = way(content, ctx, unit, u32::MAX, near);
        (!path.is_empty()).then(|| Walk::new(unit, &path, &Key::default()).into())
    };
    let then: Option<Step> = fog::as_seen(ctx, side, seen);
    let Some(Step::Walk(_)) = then else {
        return Outcome::after(Vec::new(), then.into_iter().collect(), None);
    };
    // Bonds must be broken before it runs (EV-409).
    let children = restraints::escape_step(me).into_iter().chain(then).collect();
    let driven = events::flag(unit, DRIVEN, 1, "EV-381");
    let next = Drive { unit: unit.id(), compulsion: Compulsion::Rage, moved: true }.into();
    Outcome::after(driven.into_iter().collect(), children, Some(next))
}

/// Action points that flight costs in addition to the Move (EV-383).
fn flee_ap(content: &Content) -> i32 {
    content.rules.panic_flee_ap.min(content.rules.turn_ap)
}

/// A unit that badly lost to the source of its panic flees from it, with its Move and an action
/// (EV-383).
fn flees(content: &Content, ctx: Ctx<'_>, me: Numbers<'_>, step: &Drive) -> Outcome {
    let unit = me.unit;
    let over = || events::relieved(unit, FLEEING, "it has run", "EV-383");
    if step.moved {
        let spared = i32::try_from(unit.flags.get(SPARED)).unwrap_or(0);
        let ap = unit.pools.0.value(AP).min(spared);
        let mut events: Vec<Event> = over().into_iter().collect();
        // It costs a Move and an action, which also ends the panic (EV-384).
        events.extend(events::relieved(unit, PANICKED, "it has run", "EV-384"));
        events.extend(events::pool(unit, AP, ap, "it has run", "EV-383"));
        events.extend(events::pool(unit, METRES, 0, "it has run", "EV-383"));
        return Outcome::done(events);
    }
    let source = unit.conditions.get(FLEEING).and_then(|c| c.source);
    let source = source.filter(|id| me.has(PANICKED) && ctx.field.body(*id).is_some());
    let Some(source) = source else {
        return Outcome::done(over().into_iter().collect());
    };
    let ap = unit.pools.0.value(AP);
    let run = flee_ap(content).min(ap);
    let spared = events::flag(unit, SPARED, i64::from(ap - run), "EV-383");
    let most = unit.pools.0.value(METRES) + me.basic_move() * run;
    let far = |stop| (u32::MAX - metres_from(ctx, unit, stop, source), 0);
    let path = way(content, ctx, unit, u32::try_from(most).unwrap_or(0), far);
    let walk: Option<Step> =
        (!path.is_empty()).then(|| Walk::new(unit, &path, &Key::default()).into());
    // Bonds must be broken before it moves (EV-409).
    let first = restraints::escape_step(me).filter(|_| walk.is_some());
    let next = Drive { moved: true, ..step.clone() }.into();
    let children = first.into_iter().chain(walk).collect();
    Outcome::after(spared.into_iter().collect(), children, Some(next))
}

/// The weapon of a unit that strikes in confusion: the loaded one in its main hand, or one for
/// melee (EV-125, EV-376).
pub fn ready_arm<'a>(me: Numbers<'a>) -> Option<Arm<'a>> {
    let ready =
        |arm: &Arm<'_>| arm.slot == Some(HELD[0]) && me.ammo(*arm) != Some(0) && !me.is_unfit(*arm);
    me.arms().into_iter().find(ready).or_else(|| me.melee_arm())
}

/// Confused units attack the nearest unit up to a Basic Move away (EV-376, EV-377).
fn at_nearest(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (step, target): (&Drive, UnitId),
) -> Outcome {
    let unit = me.unit;
    let Some(arm) = ready_arm(me) else { return Outcome::done(Vec::new()) };
    let reaches = ctx.unit(target).is_some_and(|target| {
        attack::reaches(ctx, unit, (arm.attack.kind, arm.range()), target).is_ok()
    });
    if reaches {
        let (id, way) = (unit.id(), AttackMode::Plain);
        let left = vec![(arm.key(), target)];
        // It has no enemies, so it earns no extra act.
        let strike = Assault { unit: id, left, way, staggerable: Some(Vec::new()) };
        let mut events = spent(unit, "its turn is spent", "EV-376");
        events.extend(events::flag(unit, DRIVEN, 0, "EV-376"));
        let mut first = chance::provoked_by_shot(content, ctx, unit, &[arm]);
        first.extend(restraints::escape_step(me));
        return Outcome::after(events, first, Some(strike.into()));
    }
    if step.moved {
        let mut events = spent(unit, "its turn is spent", "EV-376");
        events.extend(events::flag(unit, DRIVEN, 0, "EV-376"));
        return Outcome::done(events);
    }
    let Ok(path) = charging::path_to(content, ctx, unit, (target, blow(arm))) else {
        return Outcome::done(Vec::new());
    };
    let metres = events::pool(unit, METRES, me.basic_move(), "it staggers on", "EV-377");
    let walk = Walk::new(unit, &path, &Key::of(AS_FAR));
    let next = Drive { moved: true, ..step.clone() }.into();
    let driven = events::flag(unit, DRIVEN, 1, "EV-64");
    // Bonds must be broken before it moves (EV-409).
    let children = restraints::escape_step(me).into_iter().chain([walk.into()]).collect();
    Outcome::after(metres.into_iter().chain(driven).collect(), children, Some(next))
}

/// An order that its controller can give it.
enum Order {
    Attack(UnitId),
    Power(Key, UnitId),
    /// A spell or an item that heals or augments.
    Help(Key, UnitId),
}

/// The controller of a brainwashed unit decides: it attacks a unit, heals or helps a unit, or does
/// nothing (EV-374).
fn obeys(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    step: &Drive,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = me.unit;
    let master = unit.conditions.get(BRAINWASHED).and_then(|c| c.source);
    let master = master.and_then(|id| ctx.unit(id));
    // The dead and the unconscious give no orders.
    let Some(master) = master.filter(|unit| unit.is_active()) else {
        return Ok(Outcome::done(spent(unit, "it has no orders", "EV-374")));
    };
    let side = side_of(ctx, master);
    let orders = orders(content, ctx, me, side);
    let name = |id: UnitId| ctx.unit(id).map_or_else(String::new, |u| u.identity.name.clone());
    let mut choices = vec![Choice::new("nothing", "Do nothing")];
    choices.extend(orders.iter().map(|(order, _)| match order {
        Order::Attack(id) => Choice {
            id: Key::new(&format!("attack_{}", id.0)),
            label: format!("Attack {}", name(*id)),
            place: None,
            unit: Some(*id),
        },
        Order::Power(what, id) | Order::Help(what, id) => Choice {
            id: Key::new(&format!("{what}_{}", id.0)),
            label: format!("{}: {}", known(content, what), name(*id)),
            place: None,
            unit: Some(*id),
        },
    }));
    let text = format!("What does {} do?", unit.identity.name);
    let prompt = Prompt::yes_no("order", side, Some(unit.id()), text, true, "EV-374");
    // Without an order it attacks.
    let default = u16::from(matches!(orders.first(), Some((Order::Attack(_), _))));
    let answer = oracle.ask(Prompt { choices, default, ..prompt })?;
    let over = || Outcome::done(spent(unit, "it has carried out its order", "EV-374"));
    let Some(at) = answer.0.checked_sub(1) else { return Ok(over()) };
    // Grips and bonds must be broken before it moves or attacks (EV-409, EV-X24).
    let attacks =
        matches!(orders.get(usize::from(at)), Some((Order::Attack(_) | Order::Power(..), _)));
    let held = [(GRAPPLED, EffectMoment::Struggles), (BOUND, EffectMoment::Strains)];
    let tries = held.into_iter().filter(|(id, _)| attacks && me.has(id));
    let first: Vec<Step> =
        tries.map(|(_, moment)| Suffer { unit: unit.id(), moment }.into()).collect();
    let next = Drive { compulsion: Compulsion::Ordered(at), ..step.clone() }.into();
    Ok(Outcome::after(Vec::new(), first, Some(next)))
}

/// The display name of a Power, spell or item.
fn known<'a>(content: &'a Content, id: &'a Key) -> &'a str {
    let key = id.as_str();
    let power = content.powers.get(key).map(|power| power.name.as_str());
    let spell = || content.spells.get(key).map(|spell| spell.name.as_str());
    let item = || content.consumables.get(key).map(|item| item.name.as_str());
    power.or_else(spell).or_else(item).unwrap_or(key)
}

/// Carries out the order, unless a grip or bonds still hold it.
fn carries_out(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (step, at): (&Drive, u16),
) -> Outcome {
    let master = me.unit.conditions.get(BRAINWASHED).and_then(|c| c.source);
    let side = master.and_then(|id| ctx.state.commander(id));
    let orders = side.map_or_else(Vec::new, |side| orders(content, ctx, me, side));
    let chosen = orders.into_iter().nth(usize::from(at));
    let held = me.has(GRAPPLED) || me.has(BOUND);
    let free = |order: &Order| matches!(order, Order::Help(..)) || !held;
    let steps = chosen.filter(|(order, _)| free(order)).map(|(_, steps)| steps);
    let next = Drive { compulsion: Compulsion::Thrall, moved: true, ..step.clone() }.into();
    Outcome::after(Vec::new(), steps.unwrap_or_default(), Some(next))
}

/// All possible orders, with their steps.
fn orders(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    side: SideId,
) -> Vec<(Order, Vec<Step>)> {
    let unit = me.unit;
    // Enemies of its controller first.
    let foe = |u: &Unit| !ctx.state.of_side(side).any(|own| !ctx.state.are_foes(own.id(), u.id()));
    // Its controller cannot choose units that it does not see (EV-80).
    let seen = |u: &Unit| ctx.state.sees(side, u) && !(foe(u) && u.conditions.has(HIDDEN));
    let known = |u: &&Unit| u.is_active() && u.id() != unit.id() && seen(u);
    let mut others: Vec<&Unit> = ctx.state.units.iter().filter(known).collect();
    others.sort_by_key(|u| (!foe(u), u.id()));
    let mut all = Vec::new();
    for other in &others {
        let steps = assaults(content, ctx, me, other);
        all.extend(steps.map(|steps| (Order::Attack(other.id()), steps)));
    }
    for arm in me.arms().into_iter().filter(|arm| arm.is_power() && arm.attack.area.is_none()) {
        let pays = unit.pools.0.value(AP) >= arm.attack.ap
            && unit.pools.0.value(SPIRIT) >= arm.attack.spirit
            && unit.pools.0.value(EXERTION) >= arm.attack.exertion;
        let kind = (arm.attack.kind, arm.range());
        let reached = |other: &&&Unit| pays && attack::reaches(ctx, unit, kind, other).is_ok();
        all.extend(others.iter().filter(reached).map(|other| {
            let order = Order::Power(arm.attack.id.clone(), other.id());
            (order, vec![assault(unit, arm, other.id())])
        }));
    }
    // It may also be ordered to help itself.
    others.push(unit);
    for spell in me.spells() {
        let helps = matches!(spell.keyword, Keyword::Restoration | Keyword::Augment);
        for other in others.iter().filter(|_| helps) {
            let casting = Casting { content, ctx, me, spell };
            let targets = [Target::Unit(other.id())];
            let plan = casting.forced(Use::at(&targets));
            let order = || Order::Help(spell.id.clone(), other.id());
            all.extend(plan.ok().map(|steps| (order(), steps)));
        }
    }
    for item in &content.consumables {
        all.extend(others.iter().filter_map(|other| {
            let order = Order::Help(item.id.clone(), other.id());
            Some((order, vec![handling::forced(ctx, me, item, other)?]))
        }));
    }
    all
}

/// An ordinary attack, with all its costs and consequences (EV-165, EV-252).
fn assault(unit: &Unit, arm: Arm<'_>, target: UnitId) -> Step {
    let left = vec![(arm.key(), target)];
    Assault { unit: unit.id(), left, way: AttackMode::Plain, staggerable: None }.into()
}

/// The steps of an attack on a unit, preceded by a walk if necessary.
fn assaults(content: &Content, ctx: Ctx<'_>, me: Numbers<'_>, target: &Unit) -> Option<Vec<Step>> {
    let unit = me.unit;
    let usable = |arm: &Arm<'_>| {
        let able = me.ammo(*arm) != Some(0) && !me.is_unfit(*arm);
        arm.is_ready() && arm.attack.area.is_none() && !arm.is_power() && able
    };
    let strike = |arm: Arm<'_>| assault(unit, arm, target.id());
    let reaches =
        |arm: &Arm<'_>| attack::reaches(ctx, unit, (arm.attack.kind, arm.range()), target).is_ok();
    let arms = || me.arms().into_iter().filter(usable);
    if let Some(arm) = arms().find(reaches) {
        return Some(vec![strike(arm)]);
    }
    let arm = arms().find(|arm| arm.attack.kind == Kind::Melee)?;
    let path: Result<Vec<Waypoint>, Refusal> =
        charging::path_to(content, ctx, unit, (target.id(), arm.range()));
    let path = path.ok()?;
    let there = ctx.field.body(unit.id()).and_then(Body::room).is_some();
    there.then(|| vec![Walk::new(unit, &path, &Key::of(AS_FAR)).into(), strike(arm)])
}
