//! Shared parts of plain acts: a choice of one option, an unopposed test.

use rules::Key;
use rules::Value;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::parameter::{Parameter, Setting};
use rules::roll::Test;
use rules::ruleset::Ctx;

use super::budget::{self, PLAIN};
use super::conditions::unfocus;
use super::numbers::Numbers;
use super::rolling::{self, Rolls};

/// A parameter with these settings, the default first; `None` if there is nothing to choose.
pub fn one_of(id: &'static str, name: &str, settings: Vec<Setting>) -> Option<Parameter> {
    let usual = settings.first().map(|first| Value::Name(first.id.clone()))?;
    Some(Parameter::one_of(id, name, settings, usual))
}

/// Declares, pays for and rolls an act that is a single test; returns its events, and whether it
/// passed.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn tried(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (act, name, rule): (&'static str, &str, &'static str),
    mut test: Test,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, bool), Pause> {
    let unit = me.unit;
    let none = (Vec::new(), None);
    let mut events = budget::declare(ctx, unit, (Key::of(act), name), &PLAIN, none, rule);
    let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    events.extend(before);
    events.push(events::tested(&test, (act, unit, None), faces, rule));
    events.extend(unfocus(unit));
    Ok((events, score.passed()))
}
