//! The turn of a summon without a commander: it moves towards the nearest enemy and attacks
//! (MO-118).

use crate::step::{BasicAct, Instinct, Outcome, Step, Strike, TurnEnd, Walk};
use grid::{Body, Diagonals, UnitId};
use rules::command::Target;
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::{Posture, Unit};

use super::attack::Attack;
use super::basic::Basic;
use super::data::Content;
use super::party;
use super::position::Position;
use super::walk::{self, Far};

/// An attack on the nearest enemy in reach: the first in its list that reaches this enemy.
fn strike(position: Position<'_>, unit: UnitId) -> Option<Step> {
    let state = position.ctx.state;
    let all = Attack::all(position, unit);
    let able = all.iter().filter(|attack| attack.check_use().is_ok());
    let aims = able.flat_map(|attack| attack.targets().into_iter().map(move |id| (attack, id)));
    let foes = aims.filter(|(_, id)| {
        party::are_enemies(state, unit, *id) && state.unit(*id).is_some_and(Unit::is_active)
    });
    let (attack, target) = foes.min_by_key(|(_, id)| (position.distance(unit, *id), *id))?;
    Some(Strike::new(unit, attack.arms(), Target::Unit(target)).into())
}

/// The steps that bring the unit closer to the nearest enemy.
pub fn approach(content: &Content, ctx: Ctx<'_>, unit: &Unit, far: Far) -> Vec<Step> {
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let foes = ctx.state.units.iter();
    let position = Position { content, ctx };
    let foes = foes.filter(|u| u.is_active() && party::are_enemies(ctx.state, unit.id(), u.id()));
    let foes = foes.filter(|u| position.knows(unit.id(), u.id()));
    let rooms: Vec<_> = foes.filter_map(|u| ctx.field.body(u.id()).and_then(Body::room)).collect();
    let gap = |at: grid::Room| {
        rooms.iter().map(|r| at.distance(r, Diagonals::One)).min().unwrap_or(u32::MAX)
    };
    let reach = walk::reach(content, ctx, unit.id(), far);
    let near = |stop: &&ReachStop| gap(room.at(stop.cell, stop.feet));
    let best = reach.stops().iter().min_by_key(|s| (near(s), s.cost, s.cell, s.feet));
    let Some(best) = best.filter(|s| near(s) < gap(room)) else { return Vec::new() };
    let Some(path) = reach.way_to(*best).filter(|path| !path.is_empty()) else {
        return Vec::new();
    };
    let Ok(strides) = walk::check(content, ctx, unit, &path, "") else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    if strides.ap > 0 {
        steps.push(walk::stride_step(unit.id(), strides));
    }
    steps.push(Walk::new(unit.id(), path).into());
    steps
}

/// Takes the next action of such a turn; runs once for each action.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Instinct) -> Outcome {
    let over = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit) else { return over };
    if !ctx.state.scene.clock.active.contains(&unit.id()) {
        return over;
    }
    let position = Position { content, ctx };
    let next = |steps, resume: Instinct| Outcome::after(Vec::new(), steps, Some(resume.into()));
    let stands = || Basic::StandUp.check_use(position, unit).is_ok();
    if unit.placement.posture == Posture::Prone && stands() && !step.stood {
        let up = BasicAct {
            unit: unit.id(),
            act: Basic::StandUp,
            target: None,
            object: None,
            free: false,
        };
        return next(vec![up.into()], Instinct { stood: true, ..*step });
    }
    if let Some(strike) = strike(position, unit.id()) {
        return next(vec![strike], step.clone());
    }
    let far = match step.moves {
        0 => Some(Far::Ordinary),
        1 => Some(Far::All),
        _ => None,
    };
    match far {
        Some(far) => {
            let steps = approach(content, ctx, unit, far);
            next(steps, Instinct { moves: step.moves + 1, ..*step })
        }
        None => Outcome::after(Vec::new(), vec![TurnEnd::new(unit.id()).into()], None),
    }
}
