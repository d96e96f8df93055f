//! Objects and edges as targets: never missed, never hit critically, never injured. Toughness
//! reduces PHYS damage, and mental damage has no effect (TU-54).

use grid::Body;
use rules::Target;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::kit::objects::{away, is_at_hand};
use rules::object::Object;
use rules::ruleset::Ctx;
use rules::state::Unit;
use rules::{Key, Refusal, Sum};

use super::attack::{AttackSource, halve};
use super::data::{Ability, Content, Kind, SecondaryStage, Thing};
use super::numbers::{FISTS, Numbers};
use super::step::Cast;

/// The resistance of an object; `None` if nothing breakable is there.
pub fn thing<'a>(content: &'a Content, ctx: Ctx<'_>, object: Object) -> Option<&'a Thing> {
    object.entry(ctx.field.board(), |entry| content.objects.get(entry))
}

/// Checks that an object can be reached with a weapon or an ability.
///
/// # Errors
/// Why it cannot.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    means: AttackSource<'_>,
    object: Object,
) -> Result<(), Refusal> {
    if thing(content, ctx, object).is_none() {
        return Err(Refusal::new("no_target", "there is nothing to break", "TU-54"));
    }
    let (reach, range) = match means {
        AttackSource::Weapon(weapon) => (weapon.reach, weapon.range),
        AttackSource::Ability(ability) => (0, ability.range.max(1)),
    };
    let far = away(ctx, unit, object).unwrap_or(u32::MAX);
    let seen = || ctx.field.body(unit.id()).is_some_and(|me: &Body| object.is_seen(ctx.field, me));
    let strikes = reach > 0 && is_at_hand(ctx, unit, object);
    if strikes || reach > 1 && far <= u32::from(reach) && seen() {
        return Ok(());
    }
    if range > 0 && far <= u32::from(range) && (seen() || is_at_hand(ctx, unit, object)) {
        return Ok(());
    }
    Err(Refusal::new("out_of_range", "it is out of reach", "TU-38"))
}

/// Objects within reach or range of a weapon. At range only free-standing objects are listed: there
/// are too many walls.
pub fn candidates(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    means: AttackSource<'_>,
) -> Vec<Target> {
    let board = ctx.field.board();
    let things = board.things().map(|(id, _)| Object::Thing(id));
    let edges = board.edges().map(|(at, _)| Object::Edge(at));
    let mut all: Vec<Object> = things.chain(edges).collect();
    all.retain(|object| {
        let free = matches!(object, Object::Thing(_)) || is_at_hand(ctx, unit, *object);
        free && check(content, ctx, unit, means, *object).is_ok()
    });
    all.into_iter().map(Object::target).collect()
}

/// Raw damage of a strike with a weapon (TU-53), halved if it is not the main one (TU-47).
pub fn raw(numbers: &Numbers<'_>, weapon: &super::data::Weapon, secondary: bool) -> Sum {
    let mut raw = numbers.natural_damage(weapon.id == *FISTS);
    raw.add(weapon.name.to_lowercase(), weapon.damage, "TU-53");
    if secondary && numbers.content.rules.secondary_stage == SecondaryStage::Raw {
        halve(&mut raw);
    }
    raw
}

/// Damage after an object's toughness, plus additional damage. `halved` is true for a strike that
/// is halved only at this point (TU-51).
pub fn left(thing: &Thing, means: AttackSource<'_>, mut sum: Sum, halved: bool) -> Sum {
    if means.kind() != Kind::Phys {
        let all = sum.total();
        sum.add("nothing to an object", -all, "TU-54");
        return sum;
    }
    if means.bypasses().1 {
        sum.push("goes past toughness", 0, "TU-115");
    } else {
        let stopped = thing.toughness.min(sum.total());
        sum.add("toughness", -stopped, "TU-54");
    }
    if halved {
        halve(&mut sum);
    }
    if let Some((extra, element)) = means.extra() {
        sum.add(format!("additional {}", element.name()), extra, "TU-113");
    }
    sum
}

/// The events of damage to an object.
pub fn struck(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (act, means): (&Key, AttackSource<'_>),
    (object, raw, secondary): (Object, Sum, bool),
) -> Vec<Event> {
    let Some(thing) = thing(content, ctx, object) else { return Vec::new() };
    let suffered = object.suffered(ctx.state);
    let late = content.rules.secondary_stage == SecondaryStage::AfterDefences;
    let sum = left(thing, means, raw, secondary && late);
    let total = sum.total().max(0);
    let what = EventKind::Struck {
        act: act.clone(),
        by: unit.id(),
        what: object.target(),
        name: object.called(ctx.field.board(), &thing.name),
        packets: vec![events::packet("main", &sum, total)],
        total,
        left: thing.hp.saturating_sub(suffered).saturating_sub(total),
    };
    let mut all = vec![Event::new(what, &["TU-54"])];
    all.extend(object.suffer(ctx.state, total, thing.hp, "TU-54"));
    all
}

/// An ability that strikes an object.
pub fn blasted(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability): (&Numbers<'_>, &Ability),
    step: &Cast,
) -> Vec<Event> {
    let Some(object) = step.object.and_then(Object::of) else { return Vec::new() };
    let mut raw = if ability.deals.is_some() { actor.power(ability) } else { Sum::new() };
    if let Some(most) = step.most {
        raw.add("held back", (most - raw.total()).min(0), "TU-75");
    }
    let means = AttackSource::Ability(ability);
    struck(content, ctx, actor.unit, (&ability.id, means), (object, raw, false))
}
