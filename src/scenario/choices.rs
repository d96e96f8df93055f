//! Checks of what combatants can do: offers, targets, variants, movement and numbers.

use crate::grid::{Cell, Dir};
use crate::rules::command::Target;
use crate::rules::parameter::Range;
use crate::rules::{Key, engine};

use super::holds::Check;
use super::lines::terms_in_words;
use super::value::Value;
use super::view::{View, same};

impl Check {
    /// Whether a check of offers, targets, variants, movement or numbers holds.
    ///
    /// # Errors
    /// The expected and the actual value.
    pub(super) fn holds_of_choices(&self, view: View<'_>) -> Result<(), String> {
        let way = |found: Option<(u32, u8)>| match found {
            None => "no path".to_owned(),
            Some((cost, 0)) => cost.to_string(),
            Some((cost, _)) => format!("{cost}, running"),
        };
        let offered = |found: Option<Option<String>>| match found {
            None => "not listed".to_owned(),
            Some(None) => "possible".to_owned(),
            Some(Some(code)) => code,
        };
        match self {
            Self::Spent(who, n) => {
                let deeds = view.unit(who)?.turn.deeds.iter().filter(|d| d.class == *"move");
                same(&format!("movement spent by {who}"), *n, deeds.map(|d| d.amount).sum())
            }
            Self::Number(who, label, n) => {
                let id = view.id(who)?;
                let card = engine::with_ctx(view.rules, view.state, |c| view.rules.card(c, id));
                let Some(fact) = card.iter().find(|f| f.label == *label) else {
                    let labels: Vec<&str> = card.iter().map(|f| f.label.as_str()).collect();
                    return Err(format!(
                        "no number `{label}`; the numbers are {}",
                        labels.join(", ")
                    ));
                };
                let number = fact.value.split(' ').next().and_then(|n| n.parse().ok());
                let terms = terms_in_words(fact.terms.iter());
                same(&format!("{label} of {who} {terms}"), *n, number.unwrap_or(i64::MIN))
            }
            Self::Card(who, label, text) => {
                let id = view.id(who)?;
                let card = engine::with_ctx(view.rules, view.state, |c| view.rules.card(c, id));
                let found = card.into_iter().find(|f| f.label == *label);
                let found = found.map_or_else(|| "no such line".to_owned(), |f| f.value);
                same(&format!("{label} of {who}"), text.clone(), found)
            }
            Self::Offers(who, expected) => {
                let id = view.id(who)?;
                let all = engine::with_ctx(view.rules, view.state, |c| view.rules.offers(c, id));
                let found = all.into_iter().map(|o| o.act.to_string()).collect();
                let expected = Value::List(expected.clone()).to_string();
                same(&format!("offers of {who}"), expected, Value::List(found).to_string())
            }
            Self::Ways(who, act, expected) => {
                let id = view.id(who)?;
                let all = engine::with_ctx(view.rules, view.state, |c| view.rules.offers(c, id));
                let offer = all.into_iter().find(|o| o.act.as_str() == act);
                let open = offer.into_iter().flat_map(|o| o.variants);
                let open = open.filter(|v| v.refused.is_none()).map(|v| v.choice.to_string());
                let found = Value::List(open.collect()).to_string();
                let expected = Value::List(expected.clone()).to_string();
                same(&format!("variants of {act} of {who}"), expected, found)
            }
            Self::Cells(who, act, expected) => {
                let (id, act_key) = (view.id(who)?, Key::new(act));
                let mut found = engine::with_ctx(view.rules, view.state, |ctx| {
                    view.rules.targets(ctx, id, &act_key)
                });
                found.sort_unstable();
                let words = |cells: &mut dyn Iterator<Item = Cell>| {
                    Value::List(cells.map(|c| c.to_string()).collect()).to_string()
                };
                let mut cells = found.iter().filter_map(|t| match t {
                    Target::Place(place) => place.cell(),
                    _ => None,
                });
                let mut expected = expected.clone();
                expected.sort_unstable();
                let expected = words(&mut expected.into_iter());
                same(&format!("cells for {act} of {who}"), expected, words(&mut cells))
            }
            Self::Directions(who, act, expected) => {
                let found = self::targets(view, who, act)?;
                let dirs = found.iter().filter_map(|t| match t {
                    Target::Direction(dir) => Some(*dir),
                    _ => None,
                });
                let mut found: Vec<Dir> = dirs.collect();
                found.sort_unstable();
                let words = |list: &[Dir]| {
                    Value::List(list.iter().map(|dir| format!("{dir:?}")).collect()).to_string()
                };
                same(&format!("directions of {who} for {act}"), words(expected), words(&found))
            }
            Self::Parts(who, act, on, expected) => {
                let (found, on_id) = (self::targets(view, who, act)?, view.id(on)?);
                let parts = found.iter().filter_map(|t| match t {
                    Target::Part(unit, part) if *unit == on_id => Some(part.to_string()),
                    _ => None,
                });
                let found = Value::List(parts.collect()).to_string();
                let expected = Value::List(expected.clone()).to_string();
                same(&format!("parts of {on} for {act} of {who}"), expected, found)
            }
            Self::Settings(who, act, id, expected) => {
                let unit = view.id(who)?;
                let all = engine::with_ctx(view.rules, view.state, |c| view.rules.offers(c, unit));
                let offer = all.into_iter().find(|o| o.act.as_str() == act);
                let parameters = offer.into_iter().flat_map(|o| o.parameters);
                let range = parameters.into_iter().find(|p| p.id.as_str() == id).map(|p| p.range);
                let found = match range {
                    None => return Err(format!("{act} of {who} has no parameter `{id}`")),
                    Some(Range::Number { least, most }) => {
                        vec![least.to_string(), most.to_string()]
                    }
                    Some(Range::OneOf(settings)) => {
                        let open = settings.into_iter().filter(|s| s.refused.is_none());
                        open.map(|s| s.id.to_string()).collect()
                    }
                    Some(Range::Direction) => Dir::ALL.map(|dir| format!("{dir:?}")).to_vec(),
                };
                let expected = Value::List(expected.clone()).to_string();
                same(&format!("{id} of {act}"), expected, Value::List(found).to_string())
            }
            Self::Cost(who, cell, n) => same(
                &format!("path of {who} to {cell}"),
                n.to_string(),
                way(view.stop(who, *cell)?),
            ),
            Self::Run(who, cell, n) => {
                let expected = format!("{n}, running");
                same(&format!("path of {who} to {cell}"), expected, way(view.stop(who, *cell)?))
            }
            Self::NoWay(who, cell) => {
                let expected = "no path".to_owned();
                same(&format!("path of {who} to {cell}"), expected, way(view.stop(who, *cell)?))
            }
            Self::Can(who, act) => {
                let found = offered(view.offer(who, act)?);
                same(&format!("{act} of {who}"), "possible".to_owned(), found)
            }
            Self::Cannot(who, act, code) => {
                same(&format!("{act} of {who}"), code.clone(), offered(view.offer(who, act)?))
            }
            Self::Lacks(who, act) => {
                let found = offered(view.offer(who, act)?);
                same(&format!("{act} of {who}"), "not listed".to_owned(), found)
            }
            Self::Targets(who, act, expected) => {
                let (id, act_key) = (view.id(who)?, Key::new(act));
                let found = engine::with_ctx(view.rules, view.state, |ctx| {
                    view.rules.targets(ctx, id, &act_key)
                });
                let units = found.iter().filter_map(|t| match t {
                    Target::Unit(id) => Some(view.names.unit(*id)),
                    _ => None,
                });
                let found = Value::List(units.collect()).to_string();
                let expected = Value::List(expected.clone()).to_string();
                same(&format!("targets of {who} for {act}"), expected, found)
            }
            Self::Rolls(by, act, aim, expected) => {
                let forecasts = view.forecasts(by, act, aim)?;
                let found = forecasts.iter().map(|f| view.names.unit(f.target)).collect();
                let expected = Value::List(expected.clone()).to_string();
                same(&format!("rolls of {act}"), expected, Value::List(found).to_string())
            }
            Self::Roll(check) => check.holds(view),
            _ => Ok(()),
        }
    }
}

/// The targets that are allowed for an act.
fn targets(view: View<'_>, who: &str, act: &str) -> Result<Vec<Target>, String> {
    let (id, act) = (view.id(who)?, Key::new(act));
    Ok(engine::with_ctx(view.rules, view.state, |ctx| view.rules.targets(ctx, id, &act)))
}
