//! Attacks on a cell where a hidden unit may be (MO-125, MO-422).

use crate::step::{Outcome, Strike, StrikePhase};
use grid::{Cell, Eye, Hm, Place, Share, UnitId, hidden_shares, sees};
use rules::Refusal;
use rules::command::Target;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::object::stand_in;
use rules::state::Unit;

use super::super::cover::Cover;
use super::super::mind;
use super::strike::declare;
use super::{Attack, Tool};

/// Cells within this distance are listed for guesses, metres. Farther cells can still be named.
const MOST_GUESS: i16 = 8;

impl Attack<'_> {
    /// Whether a cell can be attacked on a guess (MO-125).
    ///
    /// # Errors
    /// Why not.
    pub fn check_guess(&self, place: Place) -> Result<(), Refusal> {
        let (position, me) = (self.position, self.unit().id());
        let wrong = || Refusal::new("no_target", "no open space there", "MO-125");
        let cell = place.cell().ok_or_else(wrong)?;
        // A guess must not hit a unit protected by a charm if it is known to be there.
        let known = position.ctx.field.bodies_in(cell).filter(|b| position.knows(me, b.id));
        for body in known {
            position.check_charm(me, body.id)?;
        }
        if !matches!(self.tool, Tool::Ability(_)) {
            mind::check_rage(position, self.unit(), None)?;
        }
        let board = position.ctx.field.board();
        let tile = board.tile(cell).filter(|t| !t.is_solid()).ok_or_else(wrong)?;
        let own = position.body(me).is_some_and(|b| b.cells().any(|c| c == cell));
        let away = position.distance_to(me, cell).ok_or_else(wrong)?;
        let metres = self.reach().metres();
        if own || away > u32::from(metres) {
            let rule = if self.reach().is_melee() { "MO-170" } else { "MO-172" };
            return Err(Refusal::new("out_of_range", format!("out of range ({metres} m)"), rule));
        }
        let point = Eye::At(cell, tile.surface() + Hm::metres(1));
        let soft = |share: Share| !share.is_all();
        let line = position.outlook(me).is_some_and(|from| {
            sees(board, &*from, point)
                || stand_in(board, cell, Hm::metres(2), from.feet)
                    .is_some_and(|it| soft(hidden_shares(board, &*from, &it).0))
        });
        if line {
            return Ok(());
        }
        Err(Refusal::new("full_cover", "an obstacle is in the way", "MO-320"))
    }

    /// The cells worth a guess while an enemy is hidden: in reach and out of sight.
    pub fn guesses(&self) -> Vec<Cell> {
        let (position, me) = (self.position, self.unit().id());
        let state = position.ctx.state;
        let hidden = |u: &Unit| state.are_foes(me, u.id()) && !position.knows(me, u.id());
        if !state.units.iter().any(hidden) {
            return Vec::new();
        }
        let from = position.outlook(me);
        let Some(at) = from.and_then(|from| from.anchor()) else { return Vec::new() };
        let melee = self.reach().is_melee();
        let far = i16::try_from(self.reach().metres()).unwrap_or(i16::MAX).min(MOST_GUESS);
        let around = (-far..=far).flat_map(|y| (-far..=far).map(move |x| at.offset(x, y)));
        let board = position.ctx.field.board();
        around
            .filter(|c| board.contains(*c) && (melee || !position.sees_cell(me, *c)))
            .filter(|c| self.check_guess(Place::Cell(*c)).is_ok())
            .collect()
    }
}

/// Attacks a cell. It rolls against the creature there; an empty cell is always a miss (MO-125,
/// MO-422).
pub fn run(attack: &Attack<'_>, step: &Strike) -> Outcome {
    let cell = match step.at {
        Target::Place(place) => place.cell(),
        _ => None,
    };
    let Some(cell) = cell else { return Outcome::done(Vec::new()) };
    let position = attack.position;
    let (me, reach) = (attack.unit().id(), attack.reach());
    // A unit above the cell may still be out of reach (MO-170, MO-172).
    let in_reach = |id: UnitId| match reach.is_melee() {
        true => position.within_melee(me, id, reach.metres()),
        false => {
            position.shot(me, id) <= u32::from(reach.metres())
                && position.cover(me, id) != Cover::Full
        }
    };
    let there = position.ctx.field.bodies_in(cell).map(|b| b.id);
    let there = there.filter(|id| *id != me && position.is_target(*id) && in_reach(*id));
    // Standing units before prone ones.
    let found = there.min_by_key(|id| (position.ctx.unit(*id).map(|u| !u.is_active()), *id));
    let mut outcome = declare(attack, None, step, Vec::new());
    if let Some(Event { what: EventKind::Declared { place, .. }, .. }) = outcome.events.first_mut()
    {
        *place = Some(Place::Cell(cell));
    }
    let Some(found) = found else {
        outcome.events.push(events::note(attack.unit(), "finds no one there", "MO-125"));
        return Outcome::done(outcome.events);
    };
    let next = step.to(StrikePhase::Roll { guard: None });
    let next = Strike { guess: true, at: Target::Unit(found), ..next };
    Outcome::then(outcome.events, next.into())
}
