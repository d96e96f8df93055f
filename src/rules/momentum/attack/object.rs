//! Attacks on objects and edges (MO-164, MO-165).

use grid::{Cell, UnitId};
use rules::Refusal;
use rules::command::Target;
use rules::estimate::Breach;
use rules::object::Object;

use super::super::data::Reach;
use super::super::mind;
use super::super::objects::{against, away, is_seen, stats, within_melee};
use super::super::position::Position;
use super::{Attack, usual_blow};

/// Whether an attack can be aimed at an object.
///
/// # Errors
/// The first reason against it.
pub fn check(attack: &Attack<'_>, unit: UnitId, object: Object) -> Result<(), Refusal> {
    let position = attack.position();
    let refuse = |code, text: String, rule| Err(Refusal::new(code, text, rule));
    let Some(stats) = stats(position, object) else {
        return refuse("no_target", "nothing there to break".into(), "MO-165");
    };
    if let Some(unit) = position.ctx.unit(unit) {
        mind::check_rage(position, unit, None)?;
    }
    let name = object.called(position.ctx.field.board(), stats.id.as_str());
    match attack.reach() {
        Reach::Melee(metres) if !within_melee(position, unit, object, metres) => {
            refuse("out_of_range", format!("the {name} is out of reach ({metres} m)"), "MO-170")
        }
        Reach::Ranged(metres) if away(position, unit, object) > u32::from(metres) => {
            refuse("out_of_range", format!("the {name} is more than {metres} m away"), "MO-172")
        }
        Reach::Ranged(_) if !is_seen(position, unit, object) => {
            refuse("not_seen", format!("the {name} is not visible"), "MO-164")
        }
        _ => Ok(()),
    }
}

/// The objects that can be attacked from here. Of distant edges only doors and windows are listed,
/// as there are too many walls.
pub fn targets(attack: &Attack<'_>, unit: UnitId) -> Vec<Target> {
    let position = attack.position();
    let board = position.ctx.field.board();
    let reach = u32::from(attack.reach().metres());
    let melee = attack.reach().is_melee();
    let near = |cell: Cell| position.distance_to(unit, cell).is_some_and(|d| d <= reach.max(1));
    let things = board.things().filter(|(_, t)| near(t.cell)).map(|(id, _)| Object::Thing(id));
    let edges = board
        .edges()
        .filter(|(_, edge)| melee || edge.kind.spec().opens)
        .map(|(at, _)| Object::Edge(at))
        .filter(|edge| away(position, unit, *edge) <= reach.max(1));
    let all = things.chain(edges).filter(|object| check(attack, unit, *object).is_ok());
    all.map(Object::target).collect()
}

/// How a combatant breaks down an adjacent object with its weapons (MO-165, MO-250).
pub fn breach(position: Position<'_>, id: UnitId, object: Object) -> Option<Breach> {
    let stats = stats(position, object)?;
    let left = stats.hit_points.saturating_sub(object.suffered(position.ctx.state));
    let attacks = Attack::all(position, id).into_iter().filter(|a| a.throws().is_none());
    let ways = attacks.filter_map(|attack| {
        let (_, taken) = against(position, object, &usual_blow(&attack, id), stats);
        Breach::by(attack.act(), taken, left)
    });
    ways.min_by_key(|breach| breach.uses)
}
