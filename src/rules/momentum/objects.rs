//! Things and edges as targets, and things that act by themselves (MO-48, MO-165, MO-218, MO-250).

use crate::grid::{Cell, Dir, Room, UnitId};
use crate::rules::Key;
use crate::rules::Refusal;
use crate::rules::command::Target;
use crate::rules::event::{Event, Happening, Packet};
use crate::rules::momentum::step::Step;
use crate::rules::object::{Object, stand_in};

use super::attack::{self, Attack};
use super::clock;
use super::damage::{self, Blow};
use super::data::{DamageType, ObjectStats, Reach, Trait};
use super::forced;
use super::mind;
use super::position::{BESIDE, Position};

/// What an object withstands; `None` where there is nothing that can be broken.
pub fn stats<'a>(position: Position<'a>, object: Object) -> Option<&'a ObjectStats> {
    position.content.objects.get(object.kind(position.ctx.field.board())?)
}

/// True when a melee reach of so many metres leads from a combatant to an object (MO-134, MO-170).
pub fn within_melee(position: Position<'_>, unit: UnitId, object: Object, reach: u16) -> bool {
    let Some(me) = position.body(unit) else { return false };
    let board = position.ctx.field.board();
    let touches = match object {
        Object::Edge(cell, side) => {
            let level = (me.feet - board.edge_base(cell, side)).abs() < BESIDE;
            level && me.cells().any(|c| c == cell || c == cell.step(side))
        }
        Object::Thing(_) => object.cells(board).into_iter().any(|cell| {
            stand_in(board, cell, object.height(board), me.feet)
                .is_some_and(|it| position.ctx.field.adjacent(me, &it, BESIDE))
        }),
    };
    let near = || away(position, unit, object) <= u32::from(reach);
    touches || (reach > 1 && near() && is_seen(position, unit, object))
}

fn away(position: Position<'_>, unit: UnitId, object: Object) -> u32 {
    let cells = object.cells(position.ctx.field.board()).into_iter();
    cells.filter_map(|c| position.distance_to(unit, c)).min().unwrap_or(u32::MAX)
}

fn is_seen(position: Position<'_>, unit: UnitId, object: Object) -> bool {
    let sighted = position.numbers(unit).is_some_and(|n| n.has_sight());
    sighted && position.body(unit).is_some_and(|me| object.is_seen(position.ctx.field, me))
}

/// Whether an attack can be aimed at an object.
///
/// # Errors
/// The first reason against it.
pub fn check(attack: &Attack<'_>, unit: UnitId, object: Object) -> Result<(), Refusal> {
    let position = attack.position();
    let refuse = |code, text: String, rule| Err(Refusal::new(code, text, rule));
    let Some(stats) = stats(position, object) else {
        return refuse("no_target", "there is nothing to break".into(), "MO-165");
    };
    if let Some(unit) = position.ctx.unit(unit) {
        mind::check_rage(position, unit, None)?;
    }
    let name = stats.id.as_str();
    match attack.reach() {
        Reach::Melee(metres) if !within_melee(position, unit, object, metres) => {
            refuse("out_of_range", format!("the {name} is out of reach: {metres} m"), "MO-170")
        }
        Reach::Ranged(metres) if away(position, unit, object) > u32::from(metres) => {
            refuse("out_of_range", format!("the {name} is more than {metres} m away"), "MO-172")
        }
        Reach::Ranged(_) if !is_seen(position, unit, object) => {
            refuse("not_seen", format!("the {name} is not seen"), "MO-164")
        }
        _ => Ok(()),
    }
}

/// The objects that can be struck from here; of edges at a distance only those that open, as there
/// is too much wall.
pub fn targets(attack: &Attack<'_>, unit: UnitId) -> Vec<Target> {
    let position = attack.position();
    let board = position.ctx.field.board();
    let reach = u32::from(attack.reach().metres());
    let melee = attack.reach().is_melee();
    let near = |cell: Cell| position.distance_to(unit, cell).is_some_and(|d| d <= reach.max(1));
    let things = board.things().filter(|(_, t)| near(t.cell)).map(|(id, _)| Object::Thing(id));
    let edges = board
        .edges()
        .filter(|(_, _, edge)| melee || edge.kind.spec().opens)
        .filter(|(cell, side, _)| near(*cell) || near(cell.step(*side)))
        .map(|(cell, side, _)| Object::Edge(cell, side));
    let all = things.chain(edges).filter(|object| check(attack, unit, *object).is_ok());
    all.map(Object::target).collect()
}

/// What a blow takes off an object, part by part and in all (MO-165, MO-243).
pub fn against(blow: &Blow, stats: &ObjectStats) -> (Vec<Packet>, i32) {
    let immune = |kind| matches!(kind, DamageType::Poison | DamageType::Psychic);
    damage::against_object(blow, stats.armor, &immune)
}

/// What damage to an object comes to: Armor off, no roll, gone at 0 hit points (MO-165, MO-250).
/// Nothing for what cannot be broken.
pub fn suffer(
    position: Position<'_>,
    object: Object,
    blow: &Blow,
    act: &Key,
    by: UnitId,
) -> Vec<Event> {
    let state = position.ctx.state;
    let Some(stats) = stats(position, object) else { return Vec::new() };
    let (packets, total) = against(blow, stats);
    let left = stats.hit_points.saturating_sub(object.suffered(state)).saturating_sub(total);
    let struck = Happening::Struck {
        act: act.clone(),
        by,
        what: object.target(),
        name: stats.id.to_string(),
        packets,
        total,
        left,
    };
    let mut events = vec![Event::new(struck, &["MO-165", "MO-250"])];
    events.extend(object.suffer(state, total, stats.hit_points, "MO-250"));
    events
}

/// What a pushed body in this room runs into on its way to a cell: a thing, or what stands on the
/// edge between (MO-337).
pub fn in_the_way(position: Position<'_>, room: Room, cell: Cell) -> Option<Object> {
    let board = position.ctx.field.board();
    if let Some((id, _)) = board.thing_in(cell) {
        return Some(Object::Thing(id));
    }
    let (dx, dy) = (i32::from(cell.x - room.cell.x), i32::from(cell.y - room.cell.y));
    let dir = Dir::towards(dx, dy).filter(|_| room.size == 1 && (dx == 0 || dy == 0))?;
    Object::of(Target::Edge(room.cell, dir))
}

/// The damage that something in the way of a pushed body takes: the full distance, as it fails its
/// Defense Roll (MO-218, MO-337).
pub fn collide(position: Position<'_>, object: Object, metres: i32, by: UnitId) -> Vec<Event> {
    let parts = vec![forced::part(metres, metres)];
    let blow = Blow { parts, ignores: damage::Ignores::Nothing, gentle: false, deadly: false };
    suffer(position, object, &blow, &Key::of("collision"), by)
}

/// What things with a behaviour do in their turn: one attack on the nearest enemy in range, then
/// the turn is over (MO-48).
pub fn turn_of(position: Position<'_>, members: &[UnitId]) -> Vec<Step> {
    let is_thing =
        |id: &&UnitId| position.numbers(**id).is_some_and(|n| n.creature().is(Trait::Object));
    let mut steps = Vec::new();
    for id in members.iter().filter(is_thing) {
        let attacks = Attack::all(position, *id).into_iter().filter(|a| !a.reach().is_melee());
        let aimed = attacks.filter_map(|attack| {
            let foes = attack.targets().into_iter();
            let foes = foes.filter(|f| position.ctx.state.are_foes(*id, *f));
            let active = foes.filter(|f| position.ctx.unit(*f).is_some_and(|u| u.is_active()));
            active.min_by_key(|f| (position.distance(*id, *f), *f)).map(|f| (attack, f))
        });
        if let Some((attack, foe)) = aimed.into_iter().next() {
            let step = Step::new(attack::STRIKE).of(*id).act(attack.act());
            steps.push(step.at(Target::Unit(foe)));
        }
        steps.push(Step::new(clock::TURN_END).of(*id));
    }
    steps
}

/// The edge that a door feat means, by its one name, and how far off it is; `None` for what does
/// not open (MO-146).
pub fn door(
    position: Position<'_>,
    unit: UnitId,
    cell: Cell,
    side: Dir,
) -> Option<(Cell, Dir, u32)> {
    let Some(Object::Edge(cell, side)) = Object::of(Target::Edge(cell, side)) else { return None };
    let board = position.ctx.field.board();
    board.edge(cell, side).filter(|e| e.kind.spec().opens)?;
    Some((cell, side, away(position, unit, Object::Edge(cell, side))))
}
