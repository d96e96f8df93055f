//! The conditions that a command may cause.

use crate::names::Names;
use grid::UnitId;
use rules::odds::{Fold, Odds};
use rules::ruleset::Description;
use rules::state::State;

use super::chances::{Outcome, hundredths, outcome};

/// Maximum number of conditions shown for a unit.
const MOST: usize = 3;

/// The conditions that units may gain, the most likely of each unit; units that gain none are left
/// out. Of the acting unit's own conditions only the uncertain ones count: the others are what the
/// act is for, or belong to its price.
pub(super) fn gained<F: Fold>(
    description: &Description,
    known: &State,
    odds: &Odds<F>,
    actor: Option<UnitId>,
) -> Vec<(UnitId, Vec<Outcome>)> {
    let of = |unit: UnitId| {
        let gains = odds.gains(description, known, unit).into_iter();
        let told = gains.filter(|gain| hundredths(&gain.chance.high()) > 0);
        let told = told.filter(|gain| actor != Some(unit) || !gain.is_certain());
        let lines = told.take(MOST).map(|gain| outcome(gain.name.to_lowercase(), gain.chance));
        (unit, lines.collect::<Vec<_>>())
    };
    let all = known.units.iter().map(|unit| of(unit.id()));
    all.filter(|(_, lines)| !lines.is_empty()).collect()
}

/// Takes out the conditions of a target. Those that are among its other outcomes already, such as
/// wounded, are not repeated.
pub(super) fn take(
    gained: &mut Vec<(UnitId, Vec<Outcome>)>,
    target: UnitId,
    fates: &[Outcome],
) -> Vec<Outcome> {
    let at = gained.iter().position(|(id, _)| *id == target);
    let lines = at.map_or_else(Vec::new, |at| gained.swap_remove(at).1);
    let is_new = |line: &Outcome| fates.iter().all(|fate| fate.text != line.text);
    lines.into_iter().filter(is_new).collect()
}

/// What is left for the acting unit when the conditions of all targets are taken out, as notes.
pub(super) fn notes(gained: &[(UnitId, Vec<Outcome>)], names: &Names) -> Vec<String> {
    let all = gained.iter().flat_map(|(id, lines)| lines.iter().map(move |line| (*id, line)));
    let note = |(id, line): (UnitId, &Outcome)| {
        format!("{} may become {}: {}", names.unit(id), line.text, line.chance)
    };
    all.map(note).collect()
}
