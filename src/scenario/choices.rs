//! Checks of what combatants can do: offers, targets, variants, movement and numbers.

use grid::{Cell, Dir};
use rules::command::Target;
use rules::parameter::{self, Range};
use rules::ruleset::{Fact, Forecast, Offer};
use rules::{Value as Setting, Values, engine};

use super::errors::{CheckError, ContentError};
use super::lines::terms_in_words;
use super::scalar::Aim;
use super::value::Value;
use super::view::{View, same};

/// Checks all acts that a combatant is offered.
pub(super) fn all_offers(view: View<'_>, who: &str, expected: &[String]) -> Result<(), CheckError> {
    let found = offers(view, who)?.into_iter().map(|offer| offer.act.to_string());
    same_list(&format!("offers of {who}"), expected, found.collect())
}

/// Checks the units that an act aimed there would be rolled against.
pub(super) fn rolls(
    view: View<'_>,
    by: &str,
    act: &str,
    aim: &Aim,
    expected: &[String],
) -> Result<(), CheckError> {
    let forecasts = view.forecasts(by, act, aim)?;
    let found = forecasts.iter().map(|forecast| view.names.unit(forecast.target));
    same_list(&format!("rolls of {act}"), expected, found.collect())
}

/// Checks the chances shown for an act aimed there.
pub(super) fn shown(
    view: View<'_>,
    by: &str,
    act: &str,
    aim: &Aim,
    expected: &str,
) -> Result<(), CheckError> {
    let forecasts = view.forecasts(by, act, aim)?;
    let all = forecasts.iter().map(chances).collect::<Vec<_>>().join(", ");
    same(&format!("chance shown for {act}"), expected.to_owned(), all)
}

/// The chance of a forecast in words, with the chance if the target reacts.
fn chances(forecast: &Forecast) -> String {
    let chance = forecast.chance().map_or_else(|| "unknown".to_owned(), |c| c.to_string());
    let reacted = forecast.reacted.iter().map(|r| format!("; {} {}", r.chance, r.words));
    chance + &reacted.collect::<String>()
}

/// An error with both lists if they differ.
fn same_list(what: &str, expected: &[String], found: Vec<String>) -> Result<(), CheckError> {
    let words = |list: Vec<String>| Value::List(list).to_string();
    same(what, words(expected.to_vec()), words(found))
}

/// Checks the movement that a combatant has spent this turn.
pub(super) fn spent(view: View<'_>, who: &str, expected: i32) -> Result<(), CheckError> {
    let acts = view.unit(who)?.turn.acts.iter().filter(|d| d.class == *"move");
    same(&format!("movement spent by {who}"), expected, acts.map(|d| d.amount).sum())
}

/// The lines of a combatant's card.
fn card(view: View<'_>, who: &str) -> Result<Vec<Fact>, ContentError> {
    let id = view.id(who)?;
    Ok(engine::with_ctx(view.rules, view.state, |c| view.rules.card(c, id)))
}

/// Checks the number at the start of a card's line.
pub(super) fn number(
    view: View<'_>,
    who: &str,
    label: &str,
    expected: i64,
) -> Result<(), CheckError> {
    let card = card(view, who)?;
    let Some(fact) = card.iter().find(|f| f.label == *label) else {
        let allowed = card.iter().map(|f| f.label.clone()).collect();
        return Err(CheckError::NoNumber { label: label.to_owned(), allowed });
    };
    let number = fact.value.split(' ').next().and_then(|n| n.parse().ok());
    let terms = terms_in_words(fact.terms.iter());
    same(&format!("{label} of {who} {terms}"), expected, number.unwrap_or(i64::MIN))
}

/// Checks the text of a line of a card.
pub(super) fn card_line(
    view: View<'_>,
    who: &str,
    label: &str,
    expected: &str,
) -> Result<(), CheckError> {
    let found = card(view, who)?.into_iter().find(|f| f.label == *label);
    let found = found.map_or_else(|| "no such line".to_owned(), |f| f.value);
    same(&format!("{label} of {who}"), expected.to_owned(), found)
}

/// Everything that a combatant is offered.
fn offers(view: View<'_>, who: &str) -> Result<Vec<Offer>, ContentError> {
    let id = view.id(who)?;
    Ok(engine::with_ctx(view.rules, view.state, |c| view.rules.offers(c, id)))
}

/// The offer of an act, with the values that an old name stands for; `None` if the act or one of
/// the values is not listed.
fn offer(view: View<'_>, who: &str, act: &str) -> Result<Option<Offer>, ContentError> {
    let (act, with) = view.named(act);
    let listed = offers(view, who)?.into_iter().find(|offer| offer.act == act);
    let Some(listed) = listed.filter(|offer| lists(offer, &with)) else { return Ok(None) };
    if with.is_empty() {
        return Ok(Some(listed));
    }
    let id = view.id(who)?;
    Ok(engine::with_ctx(view.rules, view.state, |ctx| view.rules.offer(ctx, id, &act, &with)))
}

/// True if an offer lists these values, whether or not they are currently possible.
fn lists(offer: &Offer, with: &Values) -> bool {
    with.iter().all(|(id, value)| {
        let parameter = offer.parameters.iter().find(|p| p.id == *id);
        parameter.is_some_and(|parameter| match (&parameter.range, value) {
            (Range::OneOf(settings), Setting::Name(name)) => settings.iter().any(|s| s.id == *name),
            _ => true,
        })
    })
}

/// Checks whether an act is offered: "possible", "not listed" or the code of its refusal.
pub(super) fn offered(
    view: View<'_>,
    who: &str,
    act: &str,
    expected: &str,
) -> Result<(), CheckError> {
    let found = match offer(view, who, act)? {
        None => "not listed".to_owned(),
        Some(offer) => {
            let refused = offer.refused.or_else(|| {
                let (_, with) = view.named(act);
                parameter::check(&offer.parameters, &with).err()
            });
            refused.map_or_else(|| "possible".to_owned(), |refusal| refusal.code.to_string())
        }
    };
    same(&format!("{act} of {who}"), expected.to_owned(), found)
}

/// Checks the variants of an act that are not refused.
pub(super) fn variants(
    view: View<'_>,
    who: &str,
    act: &str,
    expected: &[String],
) -> Result<(), CheckError> {
    let variants = offer(view, who, act)?.into_iter().flat_map(|o| o.variants);
    let open = variants.filter(|v| v.refused.is_none()).map(|v| v.choice.to_string());
    same_list(&format!("variants of {act} of {who}"), expected, open.collect())
}

/// Checks the values that a parameter of an act may have.
pub(super) fn settings(
    view: View<'_>,
    who: &str,
    act: &str,
    id: &str,
    expected: &[String],
) -> Result<(), CheckError> {
    let parameters = offer(view, who, act)?.into_iter().flat_map(|o| o.parameters);
    let range = parameters.into_iter().find(|p| p.id.as_str() == id).map(|p| p.range);
    let found = match range {
        None => {
            return Err(CheckError::NoParameter {
                unit: who.to_owned(),
                act: act.to_owned(),
                parameter: id.to_owned(),
            });
        }
        Some(Range::Number { least, most }) => vec![least.to_string(), most.to_string()],
        Some(Range::OneOf(settings)) => {
            let open = settings.into_iter().filter(|s| s.refused.is_none());
            open.map(|s| s.id.to_string()).collect()
        }
        Some(Range::Direction) => Dir::ALL.map(|dir| format!("{dir:?}")).to_vec(),
    };
    same_list(&format!("{id} of {act}"), expected, found)
}

/// Checks the cost of moving to a cell.
pub(super) fn path(
    view: View<'_>,
    who: &str,
    cell: Cell,
    expected: String,
) -> Result<(), CheckError> {
    let found = match view.stop(who, cell)? {
        None => "no path".to_owned(),
        Some((cost, 0)) => cost.to_string(),
        Some((cost, _)) => format!("{cost}, running"),
    };
    same(&format!("path of {who} to {cell}"), expected, found)
}

/// The targets that are allowed for an act.
fn targets(view: View<'_>, who: &str, act: &str) -> Result<Vec<Target>, ContentError> {
    let (id, (act, with)) = (view.id(who)?, view.named(act));
    Ok(engine::with_ctx(view.rules, view.state, |ctx| view.rules.targets(ctx, id, &act, &with)))
}

/// Checks the cells among the targets of an act, in any order.
pub(super) fn target_cells(
    view: View<'_>,
    who: &str,
    act: &str,
    expected: &[Cell],
) -> Result<(), CheckError> {
    let mut found = targets(view, who, act)?;
    found.sort_unstable();
    let cells = found.iter().filter_map(|t| match t {
        Target::Place(place) => place.cell(),
        _ => None,
    });
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
    let cells = cells.map(|cell| cell.to_string()).collect();
    same_list(&format!("cells for {act} of {who}"), &expected, cells)
}

/// Checks the directions among the targets of an act.
pub(super) fn directions(
    view: View<'_>,
    who: &str,
    act: &str,
    expected: &[Dir],
) -> Result<(), CheckError> {
    let found = targets(view, who, act)?;
    let dirs = found.iter().filter_map(|t| match t {
        Target::Direction(dir) => Some(*dir),
        _ => None,
    });
    let mut found: Vec<Dir> = dirs.collect();
    found.sort_unstable();
    let words = |list: &[Dir]| list.iter().map(|dir| format!("{dir:?}")).collect::<Vec<_>>();
    same_list(&format!("directions of {who} for {act}"), &words(expected), words(&found))
}

/// Checks the parts of a body among the targets of an act.
pub(super) fn parts(
    view: View<'_>,
    who: &str,
    act: &str,
    on: &str,
    expected: &[String],
) -> Result<(), CheckError> {
    let (found, on_id) = (targets(view, who, act)?, view.id(on)?);
    let parts = found.iter().filter_map(|t| match t {
        Target::Part(unit, part) if *unit == on_id => Some(part.to_string()),
        _ => None,
    });
    same_list(&format!("parts of {on} for {act} of {who}"), expected, parts.collect())
}

/// Checks the combatants among the targets of an act.
pub(super) fn target_units(
    view: View<'_>,
    who: &str,
    act: &str,
    expected: &[String],
) -> Result<(), CheckError> {
    let found = targets(view, who, act)?;
    let units = found.iter().filter_map(|t| match t {
        Target::Unit(id) => Some(view.names.unit(*id)),
        _ => None,
    });
    same_list(&format!("targets of {who} for {act}"), expected, units.collect())
}
