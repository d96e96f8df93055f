//! Shoving a creature a metre: the choice of direction and the push that follows (MO-129, MO-130).

use crate::step::{Push, PushPhase};
use grid::{Body, Cell, Diagonals, Dir, PushEnd, Room};
use rules::Key;
use rules::RuleId;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::state::Unit;

use super::decider;
use super::forced::{self, From};
use super::names::compass;
use super::position::Position;

/// Prompt kind: where the target is shoved.
pub const WHERE: &str = "shove_to";

/// A direction in which a creature can be shoved.
pub struct ShoveWay {
    /// The direction.
    pub dir: Dir,
    /// The first cell in that direction.
    pub cell: Cell,
    /// The push that would result.
    pub way: forced::PushPath,
}

/// All directions: straight away first, then by angle to it.
pub fn order(straight: Dir) -> [Dir; 8] {
    [0, 1, 7, 2, 6, 3, 5, 4].map(|eighths| straight.turned(eighths))
}

/// Directions in which a target can be shoved, straight away first. None leads closer to the shover
/// or off the board.
pub fn ways(position: Position<'_>, unit: &Unit, target: &Unit) -> Vec<ShoveWay> {
    let room = |u: &Unit| position.body(u.id()).and_then(Body::room);
    let (Some(own), Some(theirs)) = (room(unit), room(target)) else { return Vec::new() };
    let ((ax, ay), (bx, by)) = (own.middle2(), theirs.middle2());
    let straight = Dir::towards(bx - ax, by - ay).unwrap_or(unit.placement.facing);
    let metres = position.content.rules.shove_metres;
    let away = |room: Room| Room { feet: own.feet, ..room }.distance(&own, Diagonals::One);
    let ways = order(straight).into_iter().filter_map(|dir| {
        let goal = theirs.at(theirs.cell.step(dir), theirs.feet);
        let way = forced::push_path(position, target, From::Dir(dir), metres)?;
        let stays = way.track.rooms.is_empty() && matches!(way.track.end, PushEnd::Border(_));
        let fits = away(goal) >= away(theirs) && !stays;
        fits.then_some(ShoveWay { dir, cell: goal.cell, way })
    });
    ways.collect()
}

/// Picks the direction, from the command or by asking the shover's side, and returns the push.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn choose(
    position: Position<'_>,
    (unit, target): (&Unit, &Unit),
    dir: Option<Dir>,
    power: i32,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Push>, Pause> {
    let ways = ways(position, unit, target);
    let named = ways.iter().position(|way| Some(way.dir) == dir);
    let at = match (named, ways.len()) {
        (_, 0) => return Ok(None),
        (Some(at), _) => at,
        (None, 1) => 0,
        (None, _) => {
            let choices = ways.iter().map(|way| Choice {
                place: Some(way.cell.into()),
                ..Choice::new(compass(way.dir), compass(way.dir))
            });
            let answer = oracle.ask(Prompt {
                kind: Key::of(WHERE),
                about: Key::default(),
                side: decider::of(position.ctx.state, unit),
                unit: Some(unit.id()),
                text: format!("Where does {} go?", target.identity.name),
                choices: choices.collect(),
                default: 0,
                rule: RuleId::of("MO-129"),
            })?;
            usize::from(answer.0)
        }
    };
    let metres = position.content.rules.shove_metres;
    Ok(ways.get(at).map(|way| Push {
        unit: target.id(),
        by: unit.id(),
        metres,
        power,
        dir: Some(way.dir),
        joins: None,
        phase: PushPhase::Move,
    }))
}
