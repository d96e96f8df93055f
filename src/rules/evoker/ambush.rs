//! Sides that ambush when a battle begins (EV-41).

use grid::SideId;
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};

use super::data::Content;
use super::hiding;
use super::names::{HIDDEN, IN_WAIT, SURPRISED};
use super::numbers::Numbers;

/// The best hider of an ambushing side hides the whole side; each enemy that does not notice it is
/// surprised (EV-41).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn sprung(
    content: &Content,
    ctx: Ctx<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let mut events = Vec::new();
    let waits = |unit: &&Unit| unit.is_active() && unit.flags.get(IN_WAIT) != 0;
    let mut sides: Vec<SideId> = ctx.state.units.iter().filter(waits).map(Unit::side).collect();
    sides.sort_unstable();
    sides.dedup();
    for side in sides {
        let hiders: Vec<Numbers<'_>> = ctx
            .state
            .of_side(side)
            .filter(waits)
            .filter_map(|unit| Numbers::of(content, unit))
            .collect();
        let mark = |me: &Numbers<'_>| me.mark(ctx, "stealth", None);
        let best = hiders.iter().rev().max_by_key(|me| mark(me).total());
        let Some(best) = best else { continue };
        let test = best.test("to hide", mark(best));
        let (faces, score) = test.roll(oracle)?;
        events.push(events::tested(&test, ("hide", best.unit, None), faces, "EV-41"));
        for hider in &hiders {
            if score.passed() {
                events.push(hiding::hides(hider.unit, score.degrees, "EV-41"));
            } else {
                events.extend(hiding::ends(hider.unit, "it is seen", "EV-41"));
            }
        }
        let id = best.unit.id();
        let foes = ctx.state.units.iter().filter(|u| u.is_active());
        let foes = foes.filter(|u| ctx.state.are_foes(u.id(), id) && !u.conditions.has(SURPRISED));
        for foe in foes.filter_map(|unit| Numbers::of(content, unit)) {
            let looks = foe.test("to notice", foe.mark(ctx, "awareness", None));
            let (faces, seen) = looks.roll(oracle)?;
            let context = ("notice", foe.unit, Some(id));
            events.push(events::tested(&looks, context, faces, "EV-41"));
            let beaten = score.passed() && seen.degrees <= score.degrees;
            if !seen.passed() || beaten {
                let surprised = Condition::new(Key::of(SURPRISED), 0, None, Expiry::Rounds(1));
                events.push(events::gained(foe.unit, surprised, "EV-41"));
            }
        }
    }
    Ok(events)
}

/// The state of a unit that starts in hiding.
pub fn set_up(unit: &mut Unit) {
    unit.flags.set(Key::of(IN_WAIT), 1);
    unit.conditions.0.push(Condition::new(Key::of(HIDDEN), 0, None, Expiry::Battle));
}
