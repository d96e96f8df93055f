//! What authority does for friends (EV-197, EV-199).

use crate::grid::UnitId;
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::kit::acts::{Act, Label, Use, one_unit};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::{Aim, Ctx, Forecast};
use crate::rules::state::Unit;
use crate::rules::{Key, Refusal};

use super::budget::{self, Price};
use super::conditions::{CULTIVATED, INCITED, for_turns};
use super::data::Content;
use super::numbers::Numbers;
use super::stealth;
use super::step::{Cheer, Outcome, Plan, Rouse, Step};
use super::strike::unfocus;

/// What both take; neither has a keyword, as they may be repeated (EV-31).
const PRICE: Price = Price { ap: 1, spirit: 0, keyword: None };

/// One of the two as an act of a combatant.
pub struct Cheering<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// Incite Fury rather than Cultivate Efficacy.
    pub fury: bool,
}

/// Those for which it has the talent (EV-164).
pub fn there(me: Numbers<'_>) -> impl Iterator<Item = bool> {
    [false, true].into_iter().filter(move |fury| me.can(talent(*fury)))
}

const fn talent(fury: bool) -> &'static str {
    if fury { "incite" } else { "cultivate" }
}

const fn rule(fury: bool) -> &'static str {
    if fury { "EV-199" } else { "EV-197" }
}

impl Cheering<'_> {
    fn foe(&self, id: UnitId) -> Result<UnitId, Refusal> {
        let none = || Refusal::new("no_target", "there is no such foe", "EV-199");
        let own = self.me.unit;
        let foe = self.ctx.unit(id).filter(|u| u.is_active()).ok_or_else(none)?;
        if !self.ctx.state.are_foes(own.id(), id) {
            return Err(none());
        }
        stealth::check_seen(self.ctx, own, foe)?;
        Ok(id)
    }
}

impl Act<Step> for Cheering<'_> {
    fn key(&self) -> Key {
        Key::of(talent(self.fury))
    }

    fn label(&self) -> Label {
        let (name, text) = if self.fury {
            ("Incite Fury", "By a test of Authority friends attack one foe more easily.")
        } else {
            (
                "Cultivate Efficacy",
                "By a test of Authority the next tests of all friends are easier.",
            )
        };
        Label { name: name.into(), text: text.into(), cost: PRICE.words(), group: "action" }
    }

    fn aim(&self) -> Aim {
        if self.fury { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &PRICE)?;
        budget::check_calm(self.me)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let cheer = if self.fury {
            Cheer::Incite(self.foe(one_unit(how.targets, "EV-199")?)?)
        } else {
            Cheer::Cultivate
        };
        Ok(Plan::of(Rouse { unit: self.me.unit.id(), cheer }))
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        let test = self.me.test("to rouse", self.me.mark(self.ctx, "authority", None));
        vec![Forecast::new(self.me.unit.id(), test)]
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), self.aim(), u16::MAX, self.check_use().is_ok());
        let summary = ActSummary { against_foes: self.fury, for_friends: !self.fury, ..plain };
        vec![summary]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        if self.fury {
            let Ok(foe) = one_unit(how.targets, "EV-199") else { return Vec::new() };
            let has = self.ctx.unit(foe).is_some_and(|u| u.conditions.has(INCITED));
            return vec![ActOutcome { hinders: i32::from(!has), ..ActOutcome::none(foe) }];
        }
        let id = self.me.unit.id();
        let has = |u: &Unit| u.conditions.has(CULTIVATED);
        let friends = friends(self.ctx, id).filter(|u| !has(u)).count();
        let helps = i32::try_from(friends / 2).unwrap_or(0);
        vec![ActOutcome { helps, ..ActOutcome::none(id) }]
    }
}

/// All of its side that are up, itself among them.
fn friends(ctx: Ctx<'_>, id: UnitId) -> impl Iterator<Item = &Unit> {
    let all = ctx.state.units.iter();
    all.filter(move |u| u.is_active() && !ctx.state.are_foes(id, u.id()))
}

/// A test of authority, and what it does for friends.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn rouse(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Rouse,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let unit = me.unit;
    let (fury, targets) = match step.cheer {
        Cheer::Cultivate => (false, Vec::new()),
        Cheer::Incite(foe) => (true, vec![foe]),
    };
    let rule = rule(fury);
    let (key, name) =
        if fury { ("incite", "Incite Fury") } else { ("cultivate", "Cultivate Efficacy") };
    let test = me.test("to rouse", me.mark(ctx, "authority", None));
    let (faces, score) = test.roll(oracle)?;
    let mut events =
        budget::declare(ctx, unit, (Key::of(key), name), &PRICE, (targets, None), rule);
    events.push(events::tested(&test, ("rouse", unit, None), faces, rule));
    events.extend(unfocus(unit));
    if !score.passed() {
        return Ok(Outcome::done(events));
    }
    let source = Some(unit.id());
    match step.cheer {
        Cheer::Cultivate => events.extend(friends(ctx, unit.id()).map(|friend| {
            let condition = for_turns(Key::of(CULTIVATED), 0, source, friend, 1);
            events::gained(friend, condition, rule)
        })),
        Cheer::Incite(foe) => {
            let turns = u16::try_from(me.bonus("fellowship")).unwrap_or(0).max(1);
            events.extend(ctx.unit(foe).map(|foe| {
                let condition = for_turns(Key::of(INCITED), 0, source, foe, turns);
                events::gained(foe, condition, rule)
            }));
        }
    }
    Ok(Outcome::done(events))
}
