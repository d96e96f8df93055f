//! Abilities that linger in an area and act again when a creature starts its turn inside (Venom
//! Cloud).

use crate::step::Step;
use grid::{Body, Haze, Hm, Rough, Volume, VolumeId};
use rules::Key;
use rules::command::Target;
use rules::event::{BoardChange, Degree, Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::state::{Expiry, Lasting, Unit};

use super::super::choices;
use super::super::cinematic::{self, Saved};
use super::super::damage::Blow;
use super::super::data::Kind;
use super::super::position::Position;
use super::super::roll::damage_dice;
use super::super::{defense, health};
use super::ability::{Cast, damage};
use super::area;
use super::cast::part;
use super::touch::Touch;

/// Height of a lingering area above its floor.
const HEIGHT: Hm = Hm(4);

/// Flag of its maker: the upcasting steps of a lingering area.
fn upcast(volume: VolumeId) -> Key {
    Key::new(&format!("upcast_of_zone_{}", volume.0))
}

/// The events that make an Ability linger where it was aimed.
pub fn begin(cast: &Cast<'_>, aim: Option<Target>, rounds: u16) -> Vec<Event> {
    let unit = cast.unit();
    let id = VolumeId(cast.position.ctx.state.scene.next_number);
    let volume = Volume {
        id,
        name: cast.ability.name.clone(),
        cells: area::filled(cast, aim, HEIGHT),
        height: HEIGHT,
        blocks_sight: false,
        hides: false,
        haze: Haze::None,
        blocks_sound: false,
        damaging: None,
        rough: Rough::None,
        floor: area::floor(cast, aim),
    };
    let change = BoardChange::VolumeAdded {
        volume,
        owner: Some(unit.id()),
        act: cast.ability.id.clone(),
        expiry: Expiry::Slots { of: unit.id(), left: rounds },
    };
    let mut events = vec![events::board(change, "MO-43")];
    if cast.steps > 0 {
        let (id, to) = (upcast(id), i64::from(cast.steps));
        let from = unit.flags.get(id.as_str());
        events
            .push(Event::new(EventKind::Flag { unit: Some(unit.id()), id, from, to }, &["MO-354"]));
    }
    events
}

/// The lingering effects around a combatant.
pub fn inside<'a>(position: Position<'a>, unit: &Unit) -> impl Iterator<Item = &'a Lasting> {
    let scene = &position.ctx.state.scene;
    let body = position.body(unit.id());
    scene.lasting.iter().filter(move |lasting| {
        let volume = scene.board.volumes().iter().find(|v| v.id == lasting.volume);
        let ability = position.content.abilities.get(lasting.act.as_str());
        ability.is_some_and(|a| matches!(a.kind, Kind::Defense { .. }))
            && volume.zip(body).is_some_and(|(v, b)| touches(position, v, b))
    })
}

fn touches(position: Position<'_>, volume: &Volume, body: &Body) -> bool {
    let board = position.ctx.field.board();
    body.cells().any(|c| {
        let ground = board.tile(c).map(grid::Tile::surface).unwrap_or_default();
        let floor = volume.floor.unwrap_or(ground);
        let above = volume.floor.is_some_and(|floor| body.top() <= floor);
        volume.cells.binary_search(&c).is_ok() && body.feet < floor + volume.height && !above
    })
}

/// Applies a lingering effect to a creature that starts its turn inside, with the upcasting and the
/// DR Power it was created with.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn start_of_turn(
    position: Position<'_>,
    unit: &Unit,
    lasting: &Lasting,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let nothing = (Vec::new(), Vec::new());
    let ability = position.content.abilities.get(lasting.act.as_str());
    let maker = lasting.owner.and_then(|id| position.numbers(id));
    let (Some(ability), Some(numbers)) = (ability, maker) else { return Ok(nothing) };
    let Kind::Defense { stat, half } = ability.kind else { return Ok(nothing) };
    let steps = numbers.unit().flags.get(upcast(lasting.volume).as_str());
    let steps = u8::try_from(steps).unwrap_or_default();
    let mut thrown = Vec::new();
    for typed in damage(ability, steps, None) {
        thrown.push((typed, damage_dice(typed.dice, oracle)?.1));
    }
    let power = ("DR Power", numbers.power());
    let (degree, mut events) = defense::roll(position, unit, stat, power, None, oracle)?;
    let saved = degree == Degree::Success;
    let mut after = Vec::new();
    if !thrown.is_empty() && (half || !saved) {
        let parts =
            thrown.iter().map(|(typed, n)| part(typed.dice.to_string(), *n, typed.of, saved));
        let mut blow = Blow::plain(parts.collect());
        let by = lasting.owner;
        if let Some(by) = by {
            blow = choices::lowered(position, by, unit, blow, oracle)?;
        }
        let content = position.content;
        let Saved { events: saves, undone, then } =
            cinematic::offer(position, unit, &blow, oracle)?;
        events.extend(saves);
        if undone {
            return Ok((events, then));
        }
        after = then;
        events.extend(health::strike(content, unit, &blow, &ability.id, by, &["MO-228"]));
    }
    if !saved {
        let touch = Touch { position, numbers, ability, steps };
        for effect in &ability.effects {
            events.extend(touch.effect(effect, unit.id(), 0, oracle)?);
        }
    }
    Ok((events, after))
}
