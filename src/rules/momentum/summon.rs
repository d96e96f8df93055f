//! Summons: called by an Ability, commanded for AP, and removed together with their owner (MO-51,
//! MO-116 to MO-118, MO-360).

use crate::step::{Outcome, Step, Vanish};
use grid::{FloorAt, Hm, UnitId};
use rules::event::{Event, EventKind, SlotChange};
use rules::kit::book::Rulebook;
use rules::kit::events;
use rules::kit::spawn;
use rules::ruleset::Ctx;
use rules::state::{Slot, SlotState, State, Status, Unit};
use rules::{Key, Refusal};

use super::data::{Affliction, Content, JoinersAct, StatusEffect, Trait};
use super::marks::{self, FIRST_OF_LAST, LAST_OF_FIRST};
use super::numbers::Numbers;
use super::position::Position;

/// Footprint and height of a role.
pub fn measures(content: &Content, role: &str) -> (u8, Hm) {
    let size = content.roster.get(role).and_then(|s| content.size(s.size));
    size.map_or((1, Hm::metres(2)), |s| (s.footprint, s.height))
}

/// The summons of a combatant that are in the battle.
pub fn of(state: &State, owner: UnitId) -> impl Iterator<Item = &Unit> {
    state.units.iter().filter(move |u| u.identity.maker == Some(owner) && u.status.is_present())
}

/// True for summons that no side controls right now: their owner has not paid for it, or an effect
/// takes control away (MO-117, MO-118). A mind-controlled summon has a controller.
pub fn is_wild(content: &Content, state: &State, unit: &Unit) -> bool {
    let Some(numbers) = Numbers::of(content, unit) else { return false };
    let Some(owner) = unit.identity.maker.filter(|_| numbers.creature().is(Trait::Summon)) else {
        return false;
    };
    if state.commander(unit.id()) != Some(unit.side()) {
        return false;
    }
    let commanding = Affliction::Commanding.key();
    let commanded = state.unit(owner).is_some_and(|o| o.conditions.has(commanding.as_str()));
    !commanded || numbers.has(|e| matches!(e, StatusEffect::LosesControl))
}

/// Checks that a unit takes orders right now.
///
/// # Errors
/// If it is an uncontrolled summon.
pub fn check_control(content: &Content, state: &State, unit: &Unit) -> Result<(), Refusal> {
    if is_wild(content, state, unit) {
        return Err(Refusal::new("not_commanded", "it has no commander this turn", "MO-118"));
    }
    Ok(())
}

/// The events of a new summon, which acts from the next round on (MO-51).
pub fn call(position: Position<'_>, owner: &Unit, role: &Key, at: FloorAt) -> Vec<Event> {
    let state = position.ctx.state;
    let failed = |why: String| vec![events::cancelled(owner, role, why, "MO-360")];
    let (size, height) = measures(position.content, role.as_str());
    let site = match spawn::site(position.ctx, owner.id(), (at, size, height)) {
        Ok(site) => site,
        Err(obstacle) => return failed(obstacle.to_string()),
    };
    let kind = position.content.roster.get(role.as_str()).map_or("", |s| s.name.as_str());
    let placing = spawn::called(state, owner, (role, kind), at.cell);
    let mut summon = match position.content.enlist(&placing) {
        Ok(summon) => summon,
        Err(error) => return failed(error.to_string()),
    };
    spawn::put_down(&mut summon, owner.id(), &site);
    let slot = slot_in_this_round(position, &summon);
    let spawned = Event::new(EventKind::Spawned(Box::new(summon)), &["MO-360", "MO-51"]);
    std::iter::once(spawned).chain(slot).collect()
}

/// The slot of a newcomer in the current round, if it acts at its Initiative and that is still to
/// come: after creatures that act first, before those forced last (MO-448).
fn slot_in_this_round(position: Position<'_>, summon: &Unit) -> Option<Event> {
    let state = position.ctx.state;
    let over = marks::have_burned(state);
    if over || position.content.rules.joiners_act == JoinersAct::NextRound {
        return None;
    }
    let value = Numbers::of(position.content, summon)?.initiative().total();
    let slots = &state.scene.clock.slots;
    let first = marks::slot_of(state, LAST_OF_FIRST).map_or(0, |at| at + 1);
    let last = marks::slot_of(state, FIRST_OF_LAST).unwrap_or(slots.len());
    let mut begun = slots.iter().take_while(|slot| slot.state != SlotState::Waiting).skip(first);
    if begun.any(|slot| slot.value <= value) {
        return None;
    }
    let mut usual = slots.iter().take(last).skip(first);
    let at = usual.position(|slot| slot.value < value).map_or(last, |n| first + n);
    let slot = SlotChange::Insert(at, Slot::turn(vec![summon.id()], value));
    Some(Event::new(EventKind::Slot(slot), &["MO-448"]))
}

/// The steps that remove summons whose owner is dead or has left (MO-360).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let orphaned = |unit: &&Unit| {
        let owner = unit.identity.maker.map(|id| ctx.unit(id).map(|u| u.status));
        unit.status.is_present()
            && owner.is_some_and(|s| matches!(s, None | Some(Status::Dead | Status::Gone)))
    };
    ctx.state.units.iter().filter(orphaned).map(|u| Vanish { unit: u.id() }.into()).collect()
}

/// Removes a summon together with its owner.
pub fn vanish(ctx: Ctx<'_>, step: &Vanish) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    Outcome::done(vec![events::status(unit, Status::Gone, "its owner is gone", "MO-360")])
}
