//! Commands of a scenario file, converted to commands of the rules.

use std::collections::BTreeMap;

use grid::{Cell, Hm};
use rules::command::{Command, Waypoint};
use rules::prompt::Answer;
use rules::{Key, engine};

use super::errors::ContentError;
use super::model::Do;
use super::scalar::{Aim, Set, Spot};
use super::source::choice;
use super::view::View;

/// The command in the form that the rules take.
///
/// # Errors
/// When it names something that does not exist, or there is no path.
pub fn command_of(
    view: View<'_>,
    wanted: &Do,
    with: &BTreeMap<String, Set>,
) -> Result<Command, ContentError> {
    let id = |name: &str| view.id(name);
    let going = |who: &str, way: &[Spot], manner: &'static str| {
        let path = way.iter().map(|s| Waypoint::new(s.cell, s.feet)).collect();
        Ok(Command::Move { unit: id(who)?, path, manner: Key::of(manner) })
    };
    let using = |who: &str, act: &str, aims: &[Aim], how: &str| {
        let unit = id(who)?;
        let targets = aims.iter().map(|aim| view.target(aim)).collect::<Result<_, _>>()?;
        let (act, named) = view.named(act);
        let with = view.values(unit, &act, with).or(named);
        Ok(Command::Act { unit, act, targets, choice: Key::new(how), with })
    };
    match wanted {
        Do::Move(who, way) => going(who, way, ""),
        Do::Climb(who, way) => going(who, way, "climb"),
        Do::Jump(who, way) => going(who, way, "jump"),
        Do::Walk(who, spot) => {
            let unit = id(who)?;
            let path = cheapest_path(view, who, spot.cell, spot.feet)?;
            Ok(Command::Move { unit, path, manner: Key::default() })
        }
        Do::Act(who, act, aim) => using(who, act, std::slice::from_ref(aim), ""),
        Do::Acts(who, act, aims) => using(who, act, aims, ""),
        Do::Variant(who, act, how, aim) => using(who, act, std::slice::from_ref(aim), how),
        Do::Use(who, act) => using(who, act, &[], ""),
        Do::Face(who, facing) => Ok(Command::Face { unit: id(who)?, facing: *facing }),
        Do::Answer(name) => match &view.state.queue.waiting {
            Some(prompt) => choice(prompt, name).map(Command::Answer),
            None => Ok(Command::Answer(Answer(0))),
        },
        Do::Hold(who) => Ok(Command::Hold { unit: id(who)? }),
        Do::End(who) => Ok(Command::EndTurn { unit: id(who)? }),
        Do::Policy(side, about, policy) => {
            let side = view.names.side_id(side);
            let side = side.ok_or(ContentError::NoSideForOrder)?;
            Ok(Command::Policy { side, about: Key::new(about), policy: *policy })
        }
        Do::Ruling(ruling) => ruling.ruling(view.rules, view.names).map(Command::Ruling),
        Do::Until(who) => Err(ContentError::NotACommand(who.clone())),
    }
}

/// The cheapest path to a cell, at a given height or at any.
fn cheapest_path(
    view: View<'_>,
    who: &str,
    cell: Cell,
    feet: Option<Hm>,
) -> Result<Vec<Waypoint>, ContentError> {
    let id = view.names.unit_id(who).unwrap_or_default();
    let reach = engine::with_ctx(view.rules, view.state, |ctx| view.rules.reach(ctx, id));
    let stops = reach.stops().iter().filter(|s| s.cell == cell);
    let stop = match feet {
        Some(feet) => stops.copied().find(|s| s.feet == feet),
        None => reach.stop_in(cell),
    };
    let way = stop.and_then(|stop| reach.way_to(stop));
    way.ok_or_else(|| ContentError::NoPath { unit: who.to_owned(), cell })
}
