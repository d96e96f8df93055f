//! Rulings about the course of the battle: its end, and facts about a side.

use crate::Key;
use crate::event::{BoardChange, Event, EventKind, RulingChange};
use crate::refusal::Refusal;
use crate::ruleset::Ruleset;
use crate::ruling::{MAX_REASON, MOST};
use crate::state::{Side, State, Unit, Verdict};
use grid::{Atmosphere, MAX_MIASMA, SideId};

use super::common::{WHY, all, event, refuse, said, unchanged};

fn side_of(state: &State, id: SideId) -> Result<&Side, Refusal> {
    let side = state.scene.sides.get(usize::from(id.0));
    side.ok_or_else(|| refuse("no_such_side", format!("there is no side {id}")))
}

/// Switches a fact about a side on or off.
///
/// # Errors
/// If there is no such side or fact, or nothing would change.
pub fn side(
    rules: &dyn Ruleset,
    state: &State,
    id: SideId,
    fact: &Key,
    on: bool,
) -> Result<Vec<Event>, Refusal> {
    let known = &rules.describe().side_facts;
    let Some(found) = known.iter().find(|known| known.id == *fact) else {
        let known = all(known.iter().map(|known| &known.id));
        let text = format!("the referee cannot rule on `{fact}`; available: {known}");
        return Err(refuse("no_such_fact", text));
    };
    let side = side_of(state, id)?;
    let from = side.flags.get(fact.as_str());
    if (from != 0) == on {
        return Err(unchanged());
    }
    let not = if on { "" } else { "not " };
    let text = format!("{} is {not}{}.", side.name, found.name);
    let what = EventKind::SideFlag { side: id, id: fact.clone(), from, to: on.into() };
    Ok(vec![said(text, RulingChange::Values), event(what)])
}

/// Changes the weather or atmosphere of the board.
///
/// # Errors
/// If nothing would change, or a value is out of range.
pub fn atmosphere(state: &State, to: Atmosphere) -> Result<Vec<Event>, Refusal> {
    let from = state.scene.board.atmosphere();
    if from == to {
        return Err(unchanged());
    }
    if to.miasma > MAX_MIASMA {
        let text = format!("the growth of a miasma must be 0 to {MAX_MIASMA}, not {}", to.miasma);
        return Err(refuse("out_of_range", text));
    }
    let words = to.words();
    let words = if words.is_empty() { to.weather.words() } else { words.join(", ") };
    let change = BoardChange::Atmosphere { from, to };
    Ok(vec![
        said(format!("weather and air: {words}."), RulingChange::Values),
        event(EventKind::Board(change)),
    ])
}

/// Ends the battle.
///
/// # Errors
/// Why it cannot be ended.
pub fn end(state: &State, winner: Option<SideId>, why: &str) -> Result<Vec<Event>, Refusal> {
    if state.scene.verdict.is_some() {
        return Err(refuse("over", "the battle is over"));
    }
    if state.queue.waiting.is_some() {
        return Err(refuse("asked", "a question must be answered first"));
    }
    if why.chars().count() > MAX_REASON {
        let text = format!("the reason has more than {MAX_REASON} characters");
        return Err(refuse("out_of_range", text));
    }
    let side = match winner {
        None => None,
        Some(id) => Some(&side_of(state, id)?.name),
    };
    let text = match side {
        Some(name) => format!("the battle is over, {name} wins."),
        None => "the battle is over, a draw.".to_owned(),
    };
    let why = if why.trim().is_empty() { WHY.to_owned() } else { format!("{WHY}: {why}") };
    Ok(vec![said(text, RulingChange::Values), event(EventKind::Over(Verdict { winner, why }))])
}

/// Continues the battle.
///
/// # Errors
/// Why it cannot be continued.
pub fn extend(state: &State, rounds: u16) -> Result<Vec<Event>, Refusal> {
    if rounds > MOST {
        return Err(refuse(
            "out_of_range",
            format!("{rounds} rounds are too many: at most {MOST}"),
        ));
    }
    if state.scene.aftermath && state.queue.waiting.is_some() {
        return Err(refuse("asked", "a question must be answered first"));
    }
    if !state.units.iter().any(Unit::is_active) {
        return Err(refuse("nobody_left", "no combatant is left to fight on"));
    }
    let from = match rounds {
        0 => u32::MAX,
        n => state.scene.clock.round.saturating_add(u32::from(n)),
    };
    if state.scene.verdict.is_none() && state.scene.referee.goals_from == from {
        return Err(unchanged());
    }
    let text = match rounds {
        0 => "the battle continues until the referee ends it.".to_owned(),
        _ => format!("the battle continues at least to the end of round {from}."),
    };
    Ok(vec![said(text, RulingChange::Extended { goals_from: from })])
}
