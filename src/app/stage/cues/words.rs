//! The words and numbers that rise over the board, and what the panel says of a roll.

use crate::rules::event::{Degree, Rolled};
use crate::rules::state::Status;
use crate::ui::board::Tone;
use crate::ui::hud::RollModel;
use crate::ui::names::{Names, capital};

/// A roll that is compared with something, as the panel shows it; none for others.
pub(super) fn roll(rolled: &Rolled, names: &Names) -> Option<RollModel> {
    let against = rolled.against.as_ref()?;
    if rolled.dice.is_empty() || rolled.dice.len() != rolled.faces.len() {
        return None;
    }
    let who = match (rolled.who, rolled.side) {
        (Some(unit), _) => names.unit(unit),
        (None, Some(side)) => names.side(side),
        (None, None) => return None,
    };
    let purpose = names.content(&rolled.purpose);
    let at = rolled.target.map_or_else(String::new, |t| format!(" at {}", names.unit(t)));
    let added = rolled.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
    let kept = rolled.total.saturating_sub(added);
    let faces = rolled.dice.iter().zip(&rolled.faces).map(|(die, face)| (die.sides, *face));
    let verdict = match rolled.degree {
        Degree::Critical => "critical success",
        Degree::Success => "success",
        Degree::Failure => "failure",
        Degree::Fumble => "fumble",
    };
    Some(RollModel {
        title: format!("{who}: {}{at}", capital(&purpose)),
        dice: faces.collect(),
        kept,
        added,
        total: rolled.total,
        against: (against.label.clone(), against.value),
        needs: rolled.needs,
        verdict: verdict.to_owned(),
        good: rolled.degree.succeeded(),
    })
}

/// What is said of one who takes part differently now.
pub(super) const fn status(to: Status) -> (&'static str, Tone) {
    match to {
        Status::Active => ("back in the fight", Tone::Good),
        Status::Down => ("down", Tone::Bad),
        Status::Dead => ("dead", Tone::Bad),
        Status::Gone => ("gone", Tone::Plain),
        Status::Surrendered => ("gives up", Tone::Plain),
    }
}
