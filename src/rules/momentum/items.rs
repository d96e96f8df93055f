//! Using consumable items (MO-106).

use grid::{
    Board, Cell, Diagonals, FloorAt, Haze, Hm, Place, Room, Rough, Volume, VolumeId, shape,
};
use rules::command::Target;
use rules::event::{BoardChange, Event};
use rules::kit::{area, events};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Expiry, Status, Unit};
use rules::{Key, Refusal};

use super::data::{Affliction, Content, Item, ItemEffect};
use super::gear;
use super::health;
use super::names::ManualAction;
use super::position::Position;
use super::sheet::VITALITY;

fn find<'a>(content: &'a Content, item: &Key) -> Option<&'a Item> {
    content.items.get(item.as_str())
}

/// The item's kind of target.
pub fn aim(content: &Content, item: &Key) -> Aim {
    match find(content, item) {
        Some(item) if item.smoke().is_some() => Aim::Cell,
        _ => Aim::Unit,
    }
}

/// The cells that using the item would change.
pub fn area(ctx: Ctx<'_>, item: &Item, at: Option<Target>) -> Vec<Place> {
    match (item.smoke(), at) {
        (Some((_, size, _)), Some(target)) => {
            let cells = |middle| cloud(&ctx.state.scene.board, middle, size);
            let cells = target.cell().map_or_else(Vec::new, cells);
            cells.into_iter().map(Place::Cell).collect()
        }
        _ => Vec::new(),
    }
}

fn cloud(board: &Board, middle: Cell, size: u16) -> Vec<Cell> {
    let off = i16::try_from(size / 2).unwrap_or_default();
    shape::square(board, middle.offset(-off, -off), size)
}

/// Possible targets, not all of them allowed.
pub fn candidates(position: Position<'_>, unit: &Unit, item: &Key) -> Vec<Target> {
    let Some(item) = find(position.content, item) else { return Vec::new() };
    match (item.smoke(), position.outlook(unit.id()).and_then(|me| me.room())) {
        (Some((range, ..)), Some(room)) => {
            let cells = shape::radius(position.ctx.field.board(), room, range);
            area::with_floors(position.ctx.field.board(), cells)
        }
        _ => position.ctx.state.units.iter().map(|u| Target::Unit(u.id())).collect(),
    }
}

/// Checks the target of an item: the user itself or a willing creature within 1 m, or a cell in
/// throwing range.
///
/// # Errors
/// The reason why not.
pub fn check(
    position: Position<'_>,
    unit: &Unit,
    item: &Key,
    target: Target,
) -> Result<(), Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "MO-106"));
    let Some(item) = find(position.content, item) else {
        return refuse("no_such_item", "it does not carry that item");
    };
    match (item.smoke(), target) {
        (Some((range, ..)), Target::Place(Place::Cell(_)) | Target::Floor(_)) => {
            let board = position.ctx.field.board();
            let floor = target.floor().and_then(|at| area::meant(position.ctx, unit.id(), at));
            let Some(room) = position.outlook(unit.id()).and_then(|me| me.room()) else {
                return refuse("no_target", "it is not on the board");
            };
            let feet = |at: FloorAt| at.floor.or(board.tile(at.cell).map(|t| t.elevation));
            let goal = floor.and_then(|at| Some(Room::point(at.cell, feet(at)?)));
            match goal.map(|goal| room.distance(&goal, Diagonals::One)) {
                Some(metres) if metres <= u32::from(range) => Ok(()),
                _ => refuse("out_of_range", "out of throwing range"),
            }
        }
        (None, Target::Unit(id)) => {
            let Some(them) = position.ctx.unit(id).filter(|u| u.status != Status::Gone) else {
                return refuse("no_target", "no one there");
            };
            if position.ctx.state.are_foes(unit.id(), id) {
                return refuse("unwilling", "enemies refuse it");
            }
            if id != unit.id() && !position.is_at_hand(unit.id(), id) {
                return refuse("out_of_range", "it is not within 1 m");
            }
            if item.effects.iter().any(|e| helps(e, them)) {
                return Ok(());
            }
            refuse("no_use", "it would have no effect")
        }
        _ => refuse("wrong_target", "wrong kind of target"),
    }
}

/// True if an effect would change anything for this target.
pub fn helps(effect: &ItemEffect, unit: &Unit) -> bool {
    let vitality = unit.tracks.0.get(VITALITY);
    match effect {
        ItemEffect::Heals(_) => {
            unit.status != Status::Dead && vitality.is_some_and(|m| m.value < m.max)
        }
        // A unit woken by the same item also benefits.
        ItemEffect::Gives(_) => matches!(unit.status, Status::Active | Status::Down),
        ItemEffect::Ends(which) => unit.conditions.has(which.key().as_str()),
        ItemEffect::Wakes(_) => {
            unit.status == Status::Down && !unit.conditions.has(Affliction::Bleeding.key().as_str())
        }
        ItemEffect::Smoke { .. } => true,
    }
}

/// Uses up the item and applies its effects.
pub fn run(position: Position<'_>, unit: &Unit, item: &Key, target: Target) -> Vec<Event> {
    let Some(known) = find(position.content, item) else { return Vec::new() };
    let Some(slot) = gear::slot_of(unit, item) else { return Vec::new() };
    let mut events = vec![gear::change(unit, slot, &Key::default(), "MO-106")];
    let changes = known.effects.iter().flat_map(|effect| match (effect, target) {
        (ItemEffect::Smoke { size, rounds, height, .. }, Target::Place(_) | Target::Floor(_)) => {
            let put = |at| smoke(position, unit, known, at, (*size, *rounds, *height));
            target.floor().map(put).into_iter().collect()
        }
        (_, Target::Unit(id)) => {
            let them = position.ctx.unit(id).filter(|them| helps(effect, them));
            them.map_or_else(Vec::new, |them| on(position, unit, effect, them))
        }
        _ => Vec::new(),
    });
    events.extend(changes);
    events
}

fn on(position: Position<'_>, unit: &Unit, effect: &ItemEffect, them: &Unit) -> Vec<Event> {
    let most = them.tracks.0.get(VITALITY).map_or(0, |m| m.max);
    let raise = |to: i32| vec![health::track(them, VITALITY, to.min(most), "an item", "MO-106")];
    match effect {
        ItemEffect::Heals(amount) => raise(them.tracks.0.value(VITALITY) + amount),
        ItemEffect::Wakes(to) => raise(*to),
        ItemEffect::Gives(which) => {
            let expiry = health::until_end_of_next_turn(position.ctx, them);
            health::afflict(them, *which, Some(unit.id()), expiry, "MO-106")
        }
        ItemEffect::Ends(which) => {
            let list = them.conditions.0.iter().filter(|c| c.id == which.key());
            list.map(|c| events::relieved_of(them, c, "an item", "MO-106")).collect()
        }
        ItemEffect::Smoke { .. } => Vec::new(),
    }
}

fn smoke(
    position: Position<'_>,
    unit: &Unit,
    item: &Item,
    middle: FloorAt,
    (size, rounds, height): (u16, u16, Hm),
) -> Event {
    let state = position.ctx.state;
    let volume = Volume {
        id: VolumeId(state.scene.next_number),
        name: item.name.clone(),
        cells: cloud(&state.scene.board, middle.cell, size),
        height,
        blocks_sight: false,
        hides: true,
        haze: Haze::None,
        blocks_sound: false,
        damaging: None,
        rough: Rough::None,
        floor: area::meant(position.ctx, unit.id(), middle).and_then(|at| at.floor),
    };
    let expiry = Expiry::Slots { of: unit.id(), left: rounds };
    let (owner, act) = (Some(unit.id()), ManualAction::Use(item.id.clone()).act());
    let change = BoardChange::VolumeAdded { volume, owner, act, expiry };
    events::board(change, "MO-106")
}
