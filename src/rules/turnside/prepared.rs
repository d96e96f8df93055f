//! Prepared actions: set in their owner's Turn, carried out when an enemy triggers them before its
//! next Turn (TU-173 to TU-183). Only the owner's side knows the action and its trigger.

use grid::{Body, Dir, FloorAt, Place, UnitId};
use rules::Target;
use rules::event::{Event, EventKind};
use rules::kit::acts::Act;
use rules::kit::area;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Armed, Expiry, State, Unit};
use rules::{Key, Refusal};

use super::aiming;
use super::attack::{self, AttackSource};
use super::budget::{ABILITY, OWED};
use super::choices;
use super::data::{Content, Delivery, Mark};
use super::numbers::{ATTACKS, Numbers, PREPARE, REACTION, RP};
use super::reflex;
use super::rulings;
use super::step::{
    Answering, Blow, Cast, Casting, Grip, Manoeuvre, Outcome, Prepare, Step, Strike, Trigger,
    Wrestle,
};
use super::wrestling::{Wrestling, check_arms, check_single_hold};

/// The subject of standing orders about prepared actions.
pub const PREPARED: &str = "prepared";
/// Skills that can be prepared, with their names.
pub const SKILLS: [(&str, &str); 4] =
    [("hide", "Hide"), ("find", "Find"), ("stabilise", "Stabilise"), ("treat", "Treat")];
/// What other sides are shown.
const SOMETHING: &str = "a prepared action";
/// Flag: the number plus 1 of a prepared action that its owner withheld in this Turn.
const KEPT: &str = "kept";
/// Radius of a watched area, in metres.
const AREA: i16 = 1;

/// Sets a prepared action and pays for it (TU-173, TU-177, TU-179).
pub fn prepare(content: &Content, ctx: Ctx<'_>, step: &Prepare) -> Outcome {
    let unit = ctx.unit(step.unit);
    let Some(numbers) = unit.and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = numbers.unit;
    let own = |event| events::secret(unit, event);
    let act = (Key::of(PREPARE), SOMETHING);
    let record = ActRecord { class: Key::of(PREPARE), act: Key::of(PREPARE), amount: 0 };
    let mut all = vec![
        events::declared(unit, act, Vec::new(), "TU-173"),
        events::act_recorded(unit, record, None, "TU-173"),
    ];
    if let Some(ability) = numbers.ability(step.act.as_str()) {
        let left = unit.pools.0.value(RP) - numbers.halves(ability.rank).0;
        all.extend(events::pool(unit, RP, left, SOMETHING, "TU-177").map(own));
        let amount = numbers.charges(ability);
        let record = ActRecord { class: Key::of(ABILITY), act: ability.id.clone(), amount };
        all.push(own(events::act_recorded(unit, record, None, "TU-179")));
        let over = numbers.over(numbers.charges_used().saturating_add(amount), amount);
        if over > 0 {
            let record = ActRecord { class: Key::of(OWED), act: ability.id.clone(), amount: over };
            all.push(own(events::act_recorded(unit, record, None, "TU-179")));
        }
    }
    all.extend(events::pool(unit, ATTACKS, 0, SOMETHING, "TU-173"));
    let area = step.centre.into_iter().flat_map(|centre| {
        let rows = (-AREA..=AREA).flat_map(|y| (-AREA..=AREA).map(move |x| (x, y)));
        rows.map(move |(x, y)| Place::Cell(centre.offset(x, y)))
    });
    let expiry = Expiry::Slots { of: unit.id(), left: 1 };
    let id = ctx.state.scene.next_number;
    let trigger = Key::of(step.trigger.id());
    let armed = Armed {
        area: area.collect(),
        floor: step.floor,
        ..Armed::new(id, unit.id(), step.act.clone(), trigger, expiry)
    };
    all.push(own(Event::new(EventKind::Armed(armed), &["TU-173"])));
    Outcome::done(all)
}

/// An action not triggered before its owner's next Turn is lost, with its cost (TU-175).
pub fn lapse(state: &State, owner: &Unit) -> Vec<Event> {
    let own = state.scene.armed.iter().filter(|armed| armed.owner == owner.id());
    let over = |armed: &Armed| events::disarmed(armed.id, true, "it was not triggered", "TU-175");
    own.map(|armed| events::secret(owner, over(armed))).collect()
}

/// A skill that can be prepared (TU-173).
pub fn skill(act: &Key) -> Option<&'static str> {
    SKILLS.into_iter().map(|(id, _)| id).find(|id| *act == **id)
}

/// A manoeuvre that can be prepared (TU-173).
pub fn manoeuvre(act: &Key) -> Option<Manoeuvre> {
    [Manoeuvre::Grapple, Manoeuvre::Shove].into_iter().find(|what| *act == *what.id())
}

/// Whether the owner could carry out its action against a unit now (TU-181, TU-183).
pub fn can_fire(
    content: &Content,
    ctx: Ctx<'_>,
    owner: &Numbers<'_>,
    (act, target): (&Key, UnitId),
) -> bool {
    let unit = owner.unit;
    let reacts = !content.rules.prepared_uses_reaction || unit.pools.0.value(REACTION) > 0;
    if !unit.is_active() || owner.has_mark(Mark::Helpless) || !reacts {
        return false;
    }
    if let Some(what) = manoeuvre(act) {
        let able = check_arms(owner).and_then(|()| check_single_hold(owner, what)).is_ok();
        let act = Wrestling { content, ctx, numbers: *owner, what };
        return able && Act::check_target(&act, Target::Unit(target)).is_ok();
    }
    if let Some((_, weapon)) = owner.weapon(act.as_str()) {
        let by = (unit, AttackSource::Weapon(weapon));
        let able = owner.can_hold(weapon).is_ok();
        return able && attack::prepare(content, ctx, by, target, false).is_ok();
    }
    if let Some(skill) = skill(act) {
        return !choices::of_skill(content, ctx, owner, skill).is_empty();
    }
    let Some(ability) = owner.ability(act.as_str()) else { return false };
    let stands = ctx.field.body(target).and_then(Body::anchor);
    match ability.delivery {
        Delivery::Strike => {
            attack::prepare(content, ctx, (unit, AttackSource::Ability(ability)), target, false)
                .is_ok()
        }
        Delivery::Shatter(_) => aiming::check_line(ctx, owner, ability, target).is_ok(),
        Delivery::Burst(_) => {
            stands.is_some_and(|cell| aiming::check_centre(ctx, unit, ability, cell).is_ok())
        }
        Delivery::Cone(metres) => towards(ctx, unit.id(), target)
            .is_some_and(|dir| aiming::in_cone(ctx, unit, metres, dir).contains(&target)),
        Delivery::Own | Delivery::Allies(_) => true,
        Delivery::Ally => !choices::allies(ctx, owner, ability).is_empty(),
        Delivery::Blink | Delivery::Summon => !choices::cells(ctx, owner, ability).is_empty(),
    }
}

/// The direction from one unit to another.
fn towards(ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Option<Dir> {
    let room = |id| ctx.field.body(id).and_then(Body::room);
    let ((ax, ay), (bx, by)) = (room(from)?.middle2(), room(to)?.middle2());
    Dir::towards(bx - ax, by - ay)
}

/// The prepared actions that an enemy triggers by the referee's ruling. An action that its owner
/// has withheld is offered again in the next Turn.
pub fn judged(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let waiting = ctx.state.scene.armed.iter().filter(|a| a.trigger == *Trigger::Judged.id());
    let of = |armed: &Armed| {
        let owner = ctx.unit(armed.owner).and_then(|unit| Numbers::of(content, unit))?;
        if owner.unit.flags.get(KEPT) == i64::from(armed.id) + 1 {
            return None;
        }
        let met = |foe: &&Unit| {
            foe.is_active()
                && ctx.state.are_foes(armed.owner, foe.id())
                && rulings::triggers(ctx, (armed.owner, foe.id()))
                && can_fire(content, ctx, &owner, (&armed.act, foe.id()))
        };
        let foe = ctx.state.units.iter().find(met)?;
        Some(Answering { unit: armed.owner, armed: armed.id, target: foe.id() }.into())
    };
    waiting.filter_map(of).collect()
}

/// Withheld actions that can be triggered again.
pub fn kept_no_longer(ctx: Ctx<'_>) -> impl Iterator<Item = Event> {
    ctx.state.units.iter().filter_map(|unit| events::flag(unit, KEPT, 0, "TU-174"))
}

/// Asks the owner and carries out the action (TU-174 to TU-183).
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn answer(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Answering,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let armed = ctx.state.scene.armed.iter().find(|armed| armed.id == step.armed);
    let owner = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit));
    let (Some(armed), Some(owner), Some(target)) = (armed, owner, ctx.unit(step.target)) else {
        return over();
    };
    // An earlier action may have felled the enemy; this one then stays prepared (TU-346).
    if !target.is_active() || !can_fire(content, ctx, &owner, (&armed.act, step.target)) {
        return over();
    }
    let unit = owner.unit;
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let what = name(content, &owner, &armed.act);
    let text = format!(
        "{}: carry out the prepared action against {} ({what})?",
        unit.identity.name, target.identity.name
    );
    let prompt = Prompt::yes_no("react", side, Some(unit.id()), text, true, "TU-174");
    if oracle.ask(prompt.about(Key::of(PREPARED)))? != Answer::YES {
        let judged = armed.trigger == *Trigger::Judged.id();
        let kept = judged.then(|| events::flag(unit, KEPT, i64::from(armed.id) + 1, "TU-174"));
        return Ok(Outcome::done(
            kept.flatten().into_iter().map(|e| events::secret(unit, e)).collect(),
        ));
    }
    let mut events = vec![events::disarmed(armed.id, true, "it is carried out", "TU-174")];
    if content.rules.prepared_uses_reaction {
        let left = unit.pools.0.value(REACTION) - 1;
        events.extend(events::pool(unit, REACTION, left, SOMETHING, "TU-181"));
    }
    let fired = fire(content, ctx, &owner, (&armed.act, step.target), oracle)?;
    Ok(Outcome::after(events, fired.into_iter().collect(), None))
}

/// The name of an action, as shown to its owner's side.
pub fn name<'a>(content: &'a Content, owner: &Numbers<'a>, act: &Key) -> &'a str {
    if let Some(what) = manoeuvre(act) {
        return what.name();
    }
    if let Some((_, name)) = SKILLS.into_iter().find(|(id, _)| *act == **id) {
        return name;
    }
    let ability = || content.abilities.get(act.as_str()).map(|ability| ability.name.as_str());
    let weapon = owner.weapon(act.as_str()).map(|(_, weapon)| weapon.name.as_str());
    weapon.or_else(ability).unwrap_or(SOMETHING)
}

/// The step of a prepared action, already paid for (TU-180). Its owner chooses its target and
/// destination.
fn fire(
    content: &Content,
    ctx: Ctx<'_>,
    owner: &Numbers<'_>,
    (act, target): (&Key, UnitId),
    oracle: &mut Oracle<'_>,
) -> Result<Option<Step>, Pause> {
    let unit = owner.unit.id();
    if let Some(what) = manoeuvre(act) {
        let (split, prepared, answered, grip) = (None, true, None, Grip::Declare);
        let wrestle = Wrestle { unit, target, what, split, prepared, answered, grip };
        return Ok(Some(wrestle.into()));
    }
    if let Some((_, weapon)) = owner.weapon(act.as_str()) {
        let weapon = weapon.id.clone();
        let blow = Blow::Declare;
        let strike = Strike {
            unit,
            target,
            weapon,
            main: 1,
            split: None,
            shielded: None,
            prepared: true,
            answered: None,
            guessed: None,
            blow,
        };
        return Ok(Some(strike.into()));
    }
    if let Some(skill) = skill(act) {
        return choices::use_of_skill(content, ctx, owner, skill, oracle);
    }
    let Some(ability) = owner.ability(act.as_str()) else { return Ok(None) };
    let (mut targets, mut place, mut direction) = (Vec::new(), None, None);
    match ability.delivery {
        Delivery::Burst(_) => place = area::under(ctx, target),
        Delivery::Cone(_) => direction = towards(ctx, unit, target),
        Delivery::Own => targets.push(unit),
        Delivery::Allies(metres) => targets = choices::around(ctx, owner, metres),
        Delivery::Ally => {
            let allies = choices::allies(ctx, owner, ability);
            targets.extend(choices::one_of(ctx, owner.unit, &allies, "Help which unit?", oracle)?);
        }
        Delivery::Blink | Delivery::Summon => {
            let cells = choices::cells(ctx, owner, ability);
            let side = ctx.state.commander(unit).unwrap_or(owner.unit.side());
            let chosen = oracle.ask(reflex::where_to(side, owner.unit, &cells))?;
            place = cells.get(usize::from(chosen.0)).copied().map(FloorAt::from);
        }
        Delivery::Strike | Delivery::Shatter(_) => targets.push(target),
    }
    let element =
        if ability.attuned { Some(choices::element(ctx, owner.unit, oracle)?) } else { None };
    let cast = Cast {
        unit,
        ability: ability.id.clone(),
        targets,
        object: None,
        place,
        towards: direction,
        element,
        most: None,
        split: None,
        prepared: true,
        shown: false,
        casting: Casting::Declare,
    };
    Ok(Some(cast.into()))
}

/// Whether an ability can be prepared, judged by its rank and half of its RP (TU-176, TU-177).
///
/// # Errors
/// Why not.
pub fn check_ability(owner: &Numbers<'_>, ability: &super::data::Ability) -> Result<(), Refusal> {
    let most = (owner.key().value() - 1).max(super::data::Rank::E.value());
    if ability.rank.value() > most {
        let text = "its rank is too high to prepare";
        return Err(Refusal::new("prepared_rank", text, "TU-176"));
    }
    if owner.unit.pools.0.value(RP) < owner.halves(ability.rank).0 {
        return Err(Refusal::new("no_rp", "not enough Resource Points are left", "TU-177"));
    }
    owner.check_heat(ability)
}
