//! Damaging ground (MO-306).

use crate::step::{Hazard, Outcome, Ran, Step};
use grid::{Ground, UnitId};
use rules::Key;
use rules::oracle::Oracle;

use super::cinematic;
use super::damage::{Blow, Part};
use super::position::Position;

/// The step that deals the damage of ground: on entering, and at the start of a turn (MO-306).
pub fn step(unit: UnitId, ground: &Ground) -> Option<Step> {
    (ground.harm > 0).then(|| Hazard { unit, harm: ground.harm.into() }.into())
}

/// The ground hurts a unit, unless a Cinematic Save prevents it (MO-149, MO-306).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice or answers are missing.
pub fn run(position: Position<'_>, step: &Hazard, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let Some(unit) = ctx.unit(step.unit).filter(|u| u.status.is_present()) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let part = Part::new(content.rules.hazard_type, "damaging ground", step.harm, "MO-306");
    let blow = Blow::plain(vec![part]);
    cinematic::deal(position, unit, &blow, (&Key::of("ground"), None), &["MO-306"], oracle)
}
