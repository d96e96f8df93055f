//! Acts of authority, which help a unit's friends (EV-197 to EV-199).

use grid::UnitId;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::Event;
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Refusal};

use super::act_text::ActText;
use super::budget::{self, Price};
use super::conditions::{for_turns, unfocus, until_next_test};
use super::data::Content;
use super::hiding;
use super::names::{CULTIVATED, DESPAIRED, INCITED, INSPIRED, PANICKED, TURN};
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{AuthorityUse, Outcome, Plan, Rouse, Step};

/// The price of both; neither has a keyword, because they may be repeated (EV-31).
const PRICE: Price = Price::of(1, None);

/// Value of making one test of a friend easier, in thousandths of a helper, times the chance that
/// it works.
const EACH: i32 = 22;

/// The acts of authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorityKind {
    /// Cultivate Efficacy (EV-197).
    Cultivate,
    /// Inspire (EV-198).
    Inspire,
    /// Incite Fury (EV-199).
    Incite,
}

impl AuthorityKind {
    const ALL: [Self; 3] = [Self::Cultivate, Self::Inspire, Self::Incite];

    /// Its texts.
    const fn text(self) -> ActText {
        match self {
            Self::Cultivate => ActText::new(
                "cultivate",
                "Cultivate Efficacy",
                "An Authority test makes the next test of every friend easier.",
                "EV-197",
            ),
            Self::Inspire => ActText::new(
                "inspire",
                "Inspire",
                "An Authority test helps friends resist Despair and Panic.",
                "EV-198",
            ),
            Self::Incite => ActText::new(
                "incite",
                "Incite Fury",
                "An Authority test makes one foe easier to attack for friends.",
                "EV-199",
            ),
        }
    }
}

/// An act of authority of a combatant.
pub struct AuthorityAct<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// Its kind.
    pub kind: AuthorityKind,
}

/// The ones for which it has the talent (EV-164).
pub fn available(me: Numbers<'_>) -> impl Iterator<Item = AuthorityKind> {
    AuthorityKind::ALL.into_iter().filter(move |kind| me.can(kind.text().id))
}

impl AuthorityAct<'_> {
    fn foe(&self, id: UnitId) -> Result<UnitId, Refusal> {
        let none = || Refusal::new("no_target", "there is no such foe", "EV-199");
        let own = self.me.unit;
        let foe = self.ctx.unit(id).filter(|u| u.is_active()).ok_or_else(none)?;
        if !self.ctx.state.are_foes(own.id(), id) {
            return Err(none());
        }
        hiding::check_seen(self.ctx, own, foe)?;
        Ok(id)
    }

    fn fury(&self) -> bool {
        self.kind == AuthorityKind::Incite
    }
}

impl Act<Step> for AuthorityAct<'_> {
    fn key(&self) -> Key {
        self.kind.text().key()
    }

    fn label(&self) -> Label {
        self.kind.text().label(PRICE.words(), "action")
    }

    fn aim(&self) -> Aim {
        if self.fury() { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &PRICE)?;
        budget::check_calm(self.me)?;
        budget::check_helper(self.me)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let act = match self.kind {
            AuthorityKind::Incite => {
                AuthorityUse::Incite(self.foe(one_unit(how.targets, "EV-199")?)?)
            }
            AuthorityKind::Inspire => AuthorityUse::Inspire,
            AuthorityKind::Cultivate => AuthorityUse::Cultivate,
        };
        Ok(Plan::of(Rouse { unit: self.me.unit.id(), act }))
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        let test = self.me.test("to rouse", self.me.mark(self.ctx, "authority", None));
        vec![Forecast::new(self.me.unit.id(), test)]
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let fury = self.fury();
        let plain = ActSummary::plain(self.key(), self.aim(), u16::MAX, self.check_use().is_ok());
        vec![ActSummary { against_foes: fury, for_friends: !fury, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        if self.fury() {
            let Ok(foe) = one_unit(how.targets, "EV-199") else { return Vec::new() };
            let has = self.ctx.unit(foe).is_some_and(|u| u.conditions.has(INCITED));
            return vec![ActOutcome { hinders: i32::from(!has), ..ActOutcome::none(foe) }];
        }
        let id = self.me.unit.id();
        if self.kind == AuthorityKind::Inspire {
            // Useful only if a friend suffers from fear.
            let fears = |u: &Unit| u.conditions.has(DESPAIRED) || u.conditions.has(PANICKED);
            let fears = friends(self.ctx, id).filter(|u| fears(u) && !u.conditions.has(INSPIRED));
            let helps = i32::try_from(fears.count()).unwrap_or(0);
            return vec![ActOutcome { helps, ..ActOutcome::none(id) }];
        }
        let has = |u: &Unit| u.conditions.has(CULTIVATED);
        let friends = friends(self.ctx, id).filter(|u| !has(u)).count();
        // One easier test per friend.
        let adds = EACH.saturating_mul(i32::try_from(friends).unwrap_or(0));
        vec![ActOutcome { adds, ..ActOutcome::none(id) }]
    }
}

/// All members of its side that are still up, including itself.
fn friends(ctx: Ctx<'_>, id: UnitId) -> impl Iterator<Item = &Unit> {
    let all = ctx.state.units.iter();
    all.filter(move |u| u.is_active() && !ctx.state.are_foes(id, u.id()))
}

/// A test of authority, and its effect on friends.
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
    let (kind, targets) = match step.act {
        AuthorityUse::Cultivate => (AuthorityKind::Cultivate, Vec::new()),
        AuthorityUse::Inspire => (AuthorityKind::Inspire, Vec::new()),
        AuthorityUse::Incite(foe) => (AuthorityKind::Incite, vec![foe]),
    };
    let text = kind.text();
    let (act, rule) = ((text.key(), text.name), text.rule);
    let mut test = me.test("to rouse", me.mark(ctx, "authority", None));
    let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
    let mut events = budget::declare(ctx, unit, act, &PRICE, (targets, None), rule);
    events.extend(before);
    events.push(events::tested(&test, ("rouse", unit, None), faces, rule));
    events.extend(unfocus(unit));
    if !score.passed() {
        return Ok(Outcome::done(events));
    }
    let source = Some(unit.id());
    match step.act {
        AuthorityUse::Cultivate => events.extend(friends(ctx, unit.id()).map(|friend| {
            // Until used, or the end of the speaker's next turn.
            let condition = until_next_test(CULTIVATED, 0, source);
            let condition = condition.with(Key::of(TURN), unit.turn.number.into());
            events::gained_from(friend, condition, rule)
        })),
        AuthorityUse::Inspire => events.extend(friends(ctx, unit.id()).map(|friend| {
            let condition = Condition::new(Key::of(INSPIRED), 0, source, Expiry::Battle);
            events::gained_from(friend, condition, rule)
        })),
        AuthorityUse::Incite(foe) => {
            let turns = u16::try_from(me.bonus("fellowship")).unwrap_or(0).max(1);
            events.extend(ctx.unit(foe).map(|foe| {
                let condition = for_turns(Key::of(INCITED), 0, source, foe, turns);
                events::gained_from(foe, condition, rule)
            }));
        }
    }
    Ok(Outcome::done(events))
}

/// A unit that inspired others and then fails a test of fear stops inspiring them (EV-198).
pub fn falters(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let own = |c: &&Condition| c.id == *INSPIRED && c.source == Some(unit.id());
    let inspired = ctx.state.units.iter().filter_map(|friend| {
        let by = friend.conditions.0.iter().find(own)?;
        Some(events::relieved_of(friend, by, "its leader is afraid", "EV-198"))
    });
    inspired.collect()
}
