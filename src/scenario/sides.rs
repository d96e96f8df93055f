//! Checks of what sides and combatants know, what the referee has ruled, and which side has won.

use rules::engine;

use super::errors::CheckError;
use super::lines::snake;
use super::value::Value;
use super::view::{View, same};

/// Checks how aware a combatant or a side is of a combatant.
pub(super) fn knows(view: View<'_>, by: &str, of: &str, expected: &str) -> Result<(), CheckError> {
    let observer = view.names.observer(by)?;
    let found = snake(&view.state.knows(observer, view.id(of)?));
    same(&format!("awareness of {by} of {of}"), expected.to_owned(), found)
}

/// Checks everything that a combatant or a side has learned about a combatant.
pub(super) fn learned(
    view: View<'_>,
    by: &str,
    of: &str,
    expected: &[String],
) -> Result<(), CheckError> {
    let (observer, id) = (view.names.observer(by)?, view.id(of)?);
    let all = view.rules.describe().facts.iter().map(|entry| entry.id.to_string());
    let found = all.filter(|fact| view.state.has_learned(observer, id, fact)).collect();
    let words = |list: Vec<String>| Value::List(list).to_string();
    same(&format!("what {by} knows of {of}"), words(expected.to_vec()), words(found))
}

/// Checks whether a side knows where a combatant is, according to the ruleset.
pub(super) fn known(
    view: View<'_>,
    side: &str,
    who: &str,
    expected: bool,
) -> Result<(), CheckError> {
    let id = view.id(who)?;
    let by = view.side(side)?;
    let found = engine::with_ctx(view.rules, view.state, |ctx| view.rules.is_known(ctx, by, id));
    same(&format!("{side} knows where {who} is"), expected, found)
}

/// Checks the referee's ruling on a fact between two combatants; an empty text for none.
pub(super) fn judged(
    view: View<'_>,
    fact: &str,
    (from, to): (&str, &str),
    expected: &str,
) -> Result<(), CheckError> {
    let found = view.state.scene.referee.judged(fact, view.id(from)?, view.id(to)?);
    let found = found.map_or_else(String::new, |(says, _)| says.to_string());
    same(&format!("{fact} from {from} to {to}"), expected.to_owned(), found)
}

/// Checks that the battle is not over.
pub(super) fn goes_on(view: View<'_>) -> Result<(), CheckError> {
    match &view.state.scene.verdict {
        None => Ok(()),
        Some(verdict) => Err(CheckError::Over(verdict.why.clone())),
    }
}

/// Checks that the battle is over and a side has won; an empty text for a draw.
pub(super) fn won(view: View<'_>, side: &str) -> Result<(), CheckError> {
    match &view.state.scene.verdict {
        None => Err(CheckError::GoesOn),
        Some(verdict) => {
            let winner = verdict.winner.map_or_else(String::new, |id| view.names.side(id));
            same("winner", side.to_owned(), winner)
        }
    }
}
