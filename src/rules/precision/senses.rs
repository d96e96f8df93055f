//! Remote eyes and ears: squares from which a combatant sees or hears in addition to its own body
//! (PR-237, PR-238).
//!
//! They are immaterial volumes that expire. Areas accept them for sight and hearing; a targeted
//! attack requires the owner's own line unless `remote_eye_targeting` is set. They provide
//! perception only: missiles start at their owner (PR-458). They are not part of the body, so they
//! work while their owner is blinded or deafened (PR-439).

use grid::{Body, Eye, FloorAt, Hm, Tile, UnitId, Volume, VolumeId, sees};
use rules::Refusal;
use rules::event::{BoardChange, Event};
use rules::kit::{area, events};
use rules::state::{Expiry, Status, Unit};

use super::data::{Ability, Blocks, Effect};
use super::position::Position;

/// Height of the volume of an eye or ear.
const HEIGHT: Hm = Hm::metres(1);

/// The floors with a combatant's remote eyes or ears; none while it is unconscious (PR-183).
fn floors<'a>(
    position: Position<'a>,
    owner: UnitId,
    which: Blocks,
) -> impl Iterator<Item = FloorAt> + use<'a> {
    let scene = &position.ctx.state.scene;
    let board = position.ctx.field.board();
    let awake = position.ctx.unit(owner).is_some_and(|u| u.status != Status::Down);
    let own = scene.lasting.iter().filter(move |l| awake && l.owner == Some(owner));
    own.filter_map(move |lasting| {
        let ability = position.content.ability(lasting.act.as_str())?;
        let fits = |e: &Effect| matches!(e, Effect::RemoteSense { sense, .. } if *sense == which);
        let volume = board.volumes().iter().find(|v| v.id == lasting.volume)?;
        let cell = *volume.cells.first().filter(|_| ability.effects.iter().any(fits))?;
        Some(FloorAt { cell, floor: volume.floor })
    })
}

/// The remote eyes or ears as end points of lines of sight and sound.
fn points<'a>(
    position: Position<'a>,
    owner: UnitId,
    which: Blocks,
) -> impl Iterator<Item = Eye<'a>> + use<'a> {
    floors(position, owner, which).filter_map(move |at| area::middle(position.ctx, at))
}

/// True while a combatant has a remote eye.
pub fn has_eye(position: Position<'_>, owner: UnitId) -> bool {
    points(position, owner, Blocks::Sight).next().is_some()
}

/// True if one of a combatant's remote eyes sees a body: in Murk only one in its own square
/// (PR-438).
pub fn eye_sees(position: Position<'_>, owner: UnitId, body: &Body) -> bool {
    let board = position.ctx.field.board();
    floors(position, owner, Blocks::Sight).any(|at| position.is_in(body, at))
        || points(position, owner, Blocks::Sight).any(|eye| sees(board, eye, Eye::Body(body)))
}

/// True if one of a combatant's remote eyes sees the point one metre above a floor: in Murk only
/// that of its own square (PR-438).
pub fn eye_sees_floor(position: Position<'_>, owner: UnitId, floor: FloorAt) -> bool {
    let (board, ctx) = (position.ctx.field.board(), position.ctx);
    let Some(point) = area::middle(ctx, floor) else { return false };
    let surface = area::surface(ctx, floor);
    floors(position, owner, Blocks::Sight).any(|at| area::surface(ctx, at) == surface)
        || points(position, owner, Blocks::Sight).any(|eye| sees(board, eye, point))
}

/// True if one of a combatant's remote ears hears a body.
pub fn ear_hears(position: Position<'_>, owner: UnitId, source: &Body) -> bool {
    points(position, owner, Blocks::Sound).any(|ear| position.sound_passes(Eye::Body(source), ear))
}

/// Checks a square for an eye or ear: in range, and not solid rock. It need not be in sight.
///
/// # Errors
/// The first reason it is not valid.
pub fn check_cell(
    position: Position<'_>,
    unit: &Unit,
    at: FloorAt,
    range: u8,
) -> Result<(), Refusal> {
    if position.ctx.field.board().tile(at.cell).is_none_or(Tile::is_solid) {
        return Err(Refusal::new("wrong_target", "solid rock", "PR-139"));
    }
    let floor = area::meant(position.ctx, unit.id(), at);
    let room = floor.and_then(|at| area::surface(position.ctx, at));
    let distance = room.and_then(|room| position.distance_to(unit.id(), room)).unwrap_or(u32::MAX);
    if distance > u32::from(range) {
        let text = format!("{distance} squares away, range is {range}");
        return Err(Refusal::new("out_of_range", text, "PR-141"));
    }
    Ok(())
}

/// The events of placing an eye or ear, on the named floor, or else on the one nearest to its owner's
/// feet. Only its owner's side learns of it.
pub fn place(position: Position<'_>, owner: &Unit, ability: &Ability, at: FloorAt) -> Vec<Event> {
    let rounds = ability.effects.iter().find_map(|effect| match effect {
        Effect::RemoteSense { rounds, .. } => Some(*rounds),
        _ => None,
    });
    let Some(rounds) = rounds else { return Vec::new() };
    let id = VolumeId(position.ctx.state.scene.next_number);
    let plain = Volume::plain(id, ability.name.clone(), vec![at.cell], HEIGHT);
    let floor = area::meant(position.ctx, owner.id(), at).and_then(|at| at.floor);
    let volume = Volume { floor, ..plain };
    let change = BoardChange::VolumeAdded {
        volume,
        owner: Some(owner.id()),
        act: ability.id.clone(),
        expiry: Expiry::Slots { of: owner.id(), left: u16::from(rounds) },
    };
    let placed = events::board(change, &["PR-237", "PR-286"]);
    vec![events::secret(owner, placed)]
}
