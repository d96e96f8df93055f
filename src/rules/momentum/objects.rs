//! Objects and edges as targets: their durability, distance, damage and conditions (MO-165, MO-218,
//! MO-250, MO-444).

use grid::{Cell, Diagonals, Dir, EdgeAt, Material, PushEnd, Room, UnitId};
use rules::command::Target;
use rules::event::{Event, EventKind, Packet};
use rules::object::{Object, stand_in};
use rules::oracle::{Oracle, Pause};
use rules::state::{Condition, Expiry};
use rules::{Key, RuleId};

use super::afflict;
use super::damage::{self, Blow, Part};
use super::data::{Affliction, DamageType, OF_OBJECTS, ObjectStats, StatusEffect};
use super::position::{BESIDE, Position};
use super::roll;

/// The durability of an object; `None` if it cannot be broken.
pub fn stats<'a>(position: Position<'a>, object: Object) -> Option<&'a ObjectStats> {
    object.entry(position.ctx.field.board(), |entry| position.content.objects.get(entry))
}

/// True if an object is within a melee reach in metres (MO-134, MO-170).
pub fn within_melee(position: Position<'_>, unit: UnitId, object: Object, reach: u16) -> bool {
    let Some(me) = position.outlook(unit) else { return false };
    let board = position.ctx.field.board();
    let touches = match object {
        Object::Edge(at) => {
            let level = (me.feet - board.edge_foot(at)).abs() < BESIDE;
            level && me.cells().any(|c| at.cells().contains(&c))
        }
        Object::Thing(_) => object.cells(board).into_iter().any(|cell| {
            stand_in(board, cell, object.height(board), me.feet)
                .is_some_and(|it| position.ctx.field.adjacent(&me, &it, BESIDE))
        }),
    };
    let near = || away(position, unit, object) <= u32::from(reach);
    touches || (reach > 1 && near() && is_seen(position, unit, object))
}

/// Distance in metres to the nearest cell of an object.
pub fn away(position: Position<'_>, unit: UnitId, object: Object) -> u32 {
    let board = position.ctx.field.board();
    let room = position.outlook(unit).and_then(|me| me.room());
    let to = |cell: Cell| {
        let there = Room::point(cell, object.floor(board, cell)?);
        Some(room?.distance(&there, Diagonals::One))
    };
    object.cells(board).into_iter().filter_map(to).min().unwrap_or(u32::MAX)
}

/// True if a combatant sees an object.
pub fn is_seen(position: Position<'_>, unit: UnitId, object: Object) -> bool {
    let sighted = position.numbers(unit).is_some_and(|n| n.has_sight());
    sighted && position.outlook(unit).is_some_and(|me| object.is_seen(position.ctx.field, &me))
}

/// The Armor of an object: Corroded lowers it (MO-250, MO-281, MO-444).
fn armor(position: Position<'_>, object: Object, stats: &ObjectStats) -> i32 {
    let lowered = effects(position, object).filter_map(|(_, effect)| match effect {
        StatusEffect::Armor(by) => Some(*by),
        _ => None,
    });
    stats.armor + lowered.sum::<i32>()
}

/// The effects of an object's conditions.
fn effects(
    position: Position<'_>,
    object: Object,
) -> impl Iterator<Item = (&Condition, &StatusEffect)> {
    object.conditions(position.ctx.state).flat_map(move |condition| {
        let which = Affliction::from_key(condition.id.as_str());
        let effects = which.map(|which| &position.content.status(which).effects);
        effects.into_iter().flatten().map(move |effect| (condition, effect))
    })
}

/// The damage of a blow to an object, per part and in total (MO-165, MO-243).
pub fn against(
    position: Position<'_>,
    object: Object,
    blow: &Blow,
    stats: &ObjectStats,
) -> (Vec<Packet>, i32) {
    let immune = |kind| matches!(kind, DamageType::Poison | DamageType::Psychic);
    damage::against_object(blow, armor(position, object, stats), &immune)
}

/// True if an object can have a Status Effect: Corroded always, Burning if it is made of wood or
/// foliage and not in water (MO-283, MO-444).
pub fn takes(position: Position<'_>, object: Object, which: Affliction) -> bool {
    let board = position.ctx.field.board();
    let burns = || {
        let flammable = object
            .material(board)
            .is_some_and(|of| matches!(of, Material::Wood | Material::Foliage));
        flammable && !object.is_in_water(board)
    };
    let listed = OF_OBJECTS.iter().any(|(one, flammable)| *one == which && (!flammable || burns()));
    listed && stats(position, object).is_some()
}

/// Adds a Status Effect to an object; an existing one stays if it ends later (MO-263, MO-444).
pub fn afflict(
    position: Position<'_>,
    object: Object,
    which: Affliction,
    (by, expiry): (UnitId, Expiry),
) -> Option<Event> {
    if !takes(position, object, which) {
        return None;
    }
    let state = position.ctx.state;
    let key = which.key();
    let known = object.conditions(state).find(|c| c.id == key);
    let end = |expiry: &Expiry| afflict::slot_end(position.ctx, expiry);
    let longer = known.is_none_or(|known| match (&known.expiry, &expiry) {
        (old, new) if end(old).is_some() && end(new).is_some() => end(new) > end(old),
        (Expiry::Slots { left: old, .. }, Expiry::Slots { left: new, .. }) => new > old,
        _ => true,
    });
    let mut event = object.afflicted(state, Condition::new(key, 0, Some(by), expiry), "MO-444")?;
    event.rules.push(RuleId::new(position.content.status(which).rule.as_str()));
    longer.then_some(event)
}

/// Burns objects at Initiative 0, or ends the burning in water (MO-283, MO-444).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn burn(position: Position<'_>, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let state = position.ctx.state;
    let mut events = Vec::new();
    let mut objects: Vec<Object> = Vec::new();
    for own in &state.scene.object_conditions.0 {
        let object = Object::of(own.object).filter(|object| !objects.contains(object));
        objects.extend(object);
    }
    for object in objects {
        for (condition, effect) in effects(position, object) {
            let (StatusEffect::DamageAtStart(typed), Some(by)) = (effect, condition.source) else {
                continue;
            };
            if object.is_in_water(position.ctx.field.board()) {
                events.extend(object.relieved(state, condition, "in water", "MO-283"));
                continue;
            }
            let (_, amount) = roll::damage_dice(typed.dice, oracle)?;
            let part = Part::new(typed.of, typed.dice.to_string(), amount, "MO-283");
            let blow = Blow::plain(vec![part]);
            let mut harm = suffer(position, object, &blow, &condition.id, by);
            harm.iter_mut().for_each(|event| event.rules.push(RuleId::of("MO-444")));
            events.extend(harm);
        }
    }
    Ok(events)
}

/// Puts out a burning object.
pub fn put_out(position: Position<'_>, object: Object, why: &str) -> Vec<Event> {
    let (state, burning) = (position.ctx.state, Affliction::Burning.key());
    let own = object.conditions(state).filter(|c| c.id == burning);
    own.filter_map(|c| object.relieved(state, c, why, "MO-283")).collect()
}

/// The events of damage to an object: Armor reduces it, there is no roll, and the object breaks at
/// 0 hit points (MO-165, MO-250). Empty if it cannot be broken.
pub fn suffer(
    position: Position<'_>,
    object: Object,
    blow: &Blow,
    act: &Key,
    by: UnitId,
) -> Vec<Event> {
    let state = position.ctx.state;
    let Some(stats) = stats(position, object) else { return Vec::new() };
    let (packets, total) = against(position, object, blow, stats);
    let left = stats.hit_points.saturating_sub(object.suffered(state)).saturating_sub(total);
    let struck = EventKind::Struck {
        act: act.clone(),
        by,
        what: object.target(),
        name: object.called(position.ctx.field.board(), stats.id.as_str()),
        packets,
        total,
        left,
    };
    let mut events = vec![Event::new(struck, &["MO-165", "MO-250"])];
    events.extend(object.suffer(state, total, stats.hit_points, "MO-250"));
    events
}

/// True if these events of [`suffer`] destroy the object.
pub fn breaks(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, EventKind::Board(_)))
}

/// The object that stops a push out of a room of one cell: a thing, or the edge between (MO-337).
pub fn in_the_way(position: Position<'_>, room: Room, dir: Dir, end: PushEnd) -> Option<Object> {
    let board = position.ctx.field.board();
    match end {
        PushEnd::Thing(cell) => board.thing_in(cell).map(|(id, _)| Object::Thing(id)),
        PushEnd::Wall(_) if !dir.is_diagonal() => {
            let (at, _) = board.edge_before(room.cell, dir, (room.feet, room.top()))?;
            Object::of(Target::Edge(at))
        }
        _ => None,
    }
}

/// Collision damage to an object hit by a pushed body: for the full distance, since it fails its
/// Defense Roll (MO-218, MO-337).
pub fn collide(position: Position<'_>, object: Object, metres: i32, by: UnitId) -> Vec<Event> {
    let blow = Blow::plain(vec![damage::collision(metres, metres)]);
    suffer(position, object, &blow, &Key::of("collision"), by)
}

/// The canonical edge of a door feat's target and its distance; `None` if the edge does not open
/// (MO-146).
pub fn door(position: Position<'_>, unit: UnitId, at: EdgeAt) -> Option<(EdgeAt, u32)> {
    let Some(Object::Edge(at)) = Object::of(Target::Edge(at)) else { return None };
    let board = position.ctx.field.board();
    board.edge_at(at).filter(|e| e.kind.spec().opens)?;
    Some((at, away(position, unit, Object::Edge(at))))
}
