//! Being put elsewhere by an Ability, to a place that its user picks.

use crate::grid::{Body, Cell, Dir, Hm, Room, SupportKind, UnitId};
use crate::rules::command::Target;
use crate::rules::event::{Event, Happening, Manner};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Choice, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, RuleId};

use super::data::Content;
use super::position::Position;

/// The step of moving somebody to a place of another's choice.
pub const DISPLACE: &str = "displace";

const METRES: &str = "metres";

/// The step in which somebody is put elsewhere at once.
pub fn displace(by: UnitId, target: UnitId, metres: u16) -> Step {
    Step::new(DISPLACE).of(by).at(Target::Unit(target)).with(METRES, metres.into())
}

fn moved(unit: &Unit, from: Room, to: Room, support: SupportKind, manner: Manner) -> Event {
    let what = Happening::Moved {
        unit: unit.id(),
        from: from.cell.into(),
        to: to.cell.into(),
        from_feet: from.feet,
        to_feet: to.feet,
        support,
        manner,
        cost: 0,
    };
    Event::new(what, &["MO-332"])
}

/// The free places in the eight directions that are farthest off, at most so far.
fn places(ctx: Ctx<'_>, target: &Unit, room: Room, metres: u16) -> Vec<(Dir, Cell, Hm)> {
    let fits = |cell: Cell| {
        let site = ctx.field.fits_standing(cell, room.size, room.height, target.id()).ok()?;
        Some((cell, site.feet))
    };
    let farthest = |dir: Dir| {
        let (dx, dy) = dir.delta();
        let steps = (1..=i16::try_from(metres).unwrap_or(1)).rev();
        let cell = steps.map(|n| room.cell.offset(dx * n, dy * n)).find_map(fits)?;
        Some((dir, cell.0, cell.1))
    };
    Dir::ALL.into_iter().filter_map(farthest).collect()
}

fn displaced(
    ctx: Ctx<'_>,
    by: &Unit,
    target: &Unit,
    metres: u16,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let Some(room) = ctx.field.body(target.id()).and_then(Body::room) else {
        return Ok(Vec::new());
    };
    let places = places(ctx, target, room, metres);
    let mut choices = vec![Choice::new("stay", "Where it is")];
    choices.extend(places.iter().map(|(dir, cell, _)| Choice {
        id: Key::new(&format!("{dir:?}").to_lowercase()),
        label: format!("{cell}"),
        place: Some((*cell).into()),
        unit: None,
    }));
    let state = ctx.state;
    let answer = oracle.ask(Prompt {
        kind: Key::of(DISPLACE),
        about: Key::default(),
        side: state.commander(by.id()).unwrap_or(by.side()),
        unit: Some(by.id()),
        text: format!("Where is {} put?", target.identity.name),
        choices,
        default: 0,
        rule: RuleId::of("MO-352"),
    })?;
    let picked = usize::from(answer.0).checked_sub(1).and_then(|i| places.get(i));
    let Some((_, cell, feet)) = picked else { return Ok(Vec::new()) };
    let to = room.at(*cell, *feet);
    let support = match ctx.field.support(to, target.id()) {
        SupportKind::Nothing => SupportKind::Ground,
        carried => carried,
    };
    Ok(vec![moved(target, room, to, support, Manner::Teleport)])
}

/// Carries out a movement that somebody is forced to.
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let position = Position { content, ctx };
    let by = step.unit.and_then(|id| ctx.unit(id));
    let target =
        step.target_unit().filter(|id| position.is_target(*id)).and_then(|id| ctx.unit(id));
    let (Some(by), Some(target)) = (by, target) else { return Ok(Outcome::done(Vec::new())) };
    let metres = u16::try_from(step.scratch.int(METRES)).unwrap_or_default();
    Ok(Outcome::done(displaced(ctx, by, target, metres, oracle)?))
}
