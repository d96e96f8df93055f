//! Escaping from combat: adjacent enemies get an opening, then comes a move that may leave the
//! encounter (VG-71, VG-72).

use grid::{Body, UnitId};
use rules::Key;
use rules::kit::concession::Prospect;
use rules::kit::events;
use rules::ruleset::{Concession, Ctx};
use rules::state::{ActRecord, Status, Unit};

use super::contact::squares_between;
use super::data::Content;
use super::long_acts;
use super::names::{DURABILITY, ESCAPE, HEALTH, KNOCKED, MOVE, SURRENDER};
use super::sight;
use super::step::{Escape, EscapeStage, Occasion, Opening, Outcome, Step};

/// Runs one stage of an escape.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Escape) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit).filter(|u| u.is_active()) else { return nothing };
    match step.stage {
        EscapeStage::Declare => {
            let act = (Key::of(ESCAPE), "Escape");
            let mut all = vec![events::declared(unit, act, Vec::new(), "VG-71")];
            all.extend(long_acts::pay(unit, 1, "Escape", "VG-71"));
            all.extend(events::flag(unit, KNOCKED, 0, "VG-157"));
            let opening = Opening { unit: unit.id() }.into();
            let run = Escape { stage: EscapeStage::Run, ..step.clone() };
            Outcome::after(all, vec![opening], Some(run.into()))
        }
        // A unit that was knocked down or is held fast does not get away (VG-57, VG-157).
        EscapeStage::Run | EscapeStage::Out if long_acts::is_lost(unit, Occasion::Act) => nothing,
        EscapeStage::Run => {
            // The move begins with no squares spent; a unit on an exit needs none.
            let record = ActRecord { class: Key::of(MOVE), act: Key::of(ESCAPE), amount: 0 };
            let begins = vec![events::act_recorded(unit, record, None, "VG-71")];
            match ctx.field.body(unit.id()) {
                Some(body) if is_on_exit(ctx, body) => Outcome::then(begins, after_move(unit)),
                _ => Outcome::done(begins),
            }
        }
        EscapeStage::Out => {
            if !is_out(content, ctx, unit) {
                return nothing;
            }
            Outcome::done(vec![events::status(unit, Status::Gone, "it got away", "VG-72")])
        }
    }
}

/// Whether a combatant's latest walk was the move of an escape.
pub fn was_escape(unit: &Unit) -> bool {
    unit.turn.acts.last().is_some_and(|record| record.act == *ESCAPE)
}

/// The step after the move of an escape.
pub fn after_move(unit: &Unit) -> Step {
    Escape { unit: unit.id(), stage: EscapeStage::Out }.into()
}

/// What a unit of the computer does once the known foes of its side are far stronger: on an exit it
/// escapes, and it surrenders when there is no hope at all (VG-71, VG-94).
pub fn concession(ctx: Ctx<'_>, unit: UnitId) -> Option<Concession> {
    let side = ctx.unit(unit)?.side();
    let strength =
        |unit: &Unit| unit.tracks.0.value(DURABILITY).saturating_add(unit.tracks.0.value(HEALTH));
    Prospect::of(ctx.state, side, strength).concession(|prospect| {
        let leaves = ctx.field.body(unit).is_some_and(|body| is_on_exit(ctx, body));
        let gives_up = prospect == Prospect::Hopeless;
        let acts = [(leaves, ESCAPE), (gives_up, SURRENDER)];
        acts.into_iter().filter(|(fits, _)| *fits).map(|(_, act)| Key::of(act)).collect()
    })
}

fn is_on_exit(ctx: Ctx<'_>, body: &Body) -> bool {
    let board = ctx.field.board();
    body.cells().any(|cell| board.tile(cell).is_some_and(|tile| tile.exit))
}

/// Whether a combatant has left the encounter: on an exit, or far from all enemies and out of sight
/// (VG-72).
fn is_out(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> bool {
    let Some(body) = ctx.field.body(unit.id()) else { return false };
    if is_on_exit(ctx, body) {
        return true;
    }
    let foes = ctx.state.units.iter().filter(|u| u.side() != unit.side() && u.is_active());
    let far = |foe: &Body| {
        squares_between(foe, body) >= content.rules.escape_metres
            && !sight::perceives(content.at(ctx), foe.id, body.id)
    };
    foes.filter_map(|foe| ctx.field.body(foe.id())).all(far)
}
