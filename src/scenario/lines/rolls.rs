//! Rolls as text for comparison.

use grid::{SideId, UnitId};
use rules::event::Rolled;
use rules::roll::Needs;

use super::super::line::Line;
use super::super::names::Names;
use super::{rules, terms_in_words};

/// A roll with its numbers; values that it lacks are left out.
pub(super) fn rolled_line(names: &Names, rolled: &Rolled) -> Line {
    let against = rolled.against.iter().flat_map(|a| &a.terms);
    let faces: Vec<i64> = rolled.faces.iter().map(|f| i64::from(*f)).collect();
    let mut line = Line::new("rolled")
        .with("purpose", rolled.purpose.as_str())
        .with("dice", faces)
        .with("total", rolled.total)
        .with("success", rolled.degree.succeeded())
        .with("because", rules(rolled.terms.iter().chain(against.clone()).map(|t| &t.rule)));
    let unit = |id: Option<UnitId>| id.map(|id| names.unit(id));
    let side = |id: Option<SideId>| id.map(|id| names.side(id));
    let known =
        [("by", unit(rolled.who)), ("on", unit(rolled.target)), ("side", side(rolled.side))];
    for (name, value) in known {
        if let Some(value) = value {
            line = line.with(name, value);
        }
    }
    let (needs, at_most) = match rolled.needed() {
        Some(Needs::AtLeast(needs)) => (Some(needs), None),
        Some(Needs::AtMost(most)) => (None, Some(most)),
        None => (None, None),
    };
    let opposed = rolled.opposed.as_ref();
    let numbers = [
        ("against", rolled.against.as_ref().map(|a| a.value)),
        ("needs", needs),
        ("at_most", at_most),
        ("degrees", rolled.degrees.map(|degrees| degrees.net)),
        ("margin", opposed.and_then(|opposed| opposed.margin)),
        ("bursts", i32::try_from(rolled.bursts()).ok().filter(|n| *n > 0)),
    ];
    for (name, value) in numbers {
        if let Some(value) = value {
            line = line.with(name, value);
        }
    }
    if let Some(band) = rolled.band() {
        line = line.with("band", band.name.as_str());
    }
    if let Some(other) = opposed.and_then(|opposed| opposed.theirs.who) {
        line = line.with("opposed", names.unit(other));
    }
    let before: Vec<i64> =
        rolled.rerolls.iter().flat_map(|r| r.faces.iter().map(|f| i64::from(*f))).collect();
    if !before.is_empty() {
        line = line.with("before", before);
    }
    line.detail = terms_in_words(rolled.terms.iter());
    if let Some(goal) = &rolled.against {
        line.detail += &format!(" against {} {}", goal.label, terms_in_words(goal.terms.iter()));
    }
    line
}
