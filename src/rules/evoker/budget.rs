//! Costs of actions: action points, Spirit, and their keywords (EV-28 to EV-33).

use grid::{Place, UnitId};
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Unit};
use rules::{Key, Refusal};

use super::data::{Ailment, Escape, Keyword};
use super::hiding;
use super::names::{
    AP, BURSTING, DIZZY, ENRAGED, EXERTION, FATE, FLURRY, GRAPPLED, PAID, SPIRIT, SURPRISED,
};
use super::numbers::Numbers;

/// The price of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Action points (EV-28).
    pub ap: i32,
    /// Spirit (EV-165).
    pub spirit: i32,
    /// Exertion, the cost of powers of the body.
    pub exertion: i32,
    /// The keyword that can be used only once a turn (EV-30); `None` for repeatable actions
    /// (EV-31).
    pub keyword: Option<Keyword>,
}

impl Price {
    /// A number of action points, with a keyword or without.
    pub const fn of(ap: i32, keyword: Option<Keyword>) -> Self {
        Self { ap, spirit: 0, exertion: 0, keyword }
    }

    /// The price in words.
    pub fn words(&self) -> String {
        let parts = [(self.ap, "AP"), (self.spirit, "Spirit"), (self.exertion, "Exertion")];
        let there = parts.into_iter().filter(|(n, _)| *n > 0);
        let words: Vec<String> = there.map(|(n, what)| format!("{n} {what}")).collect();
        if words.is_empty() { "free".to_owned() } else { words.join(", ") }
    }
}

/// The refusal for lack of `what`, a code in the plural of what is counted or the name of a pool.
pub fn too_few(what: &'static str, rule: &'static str) -> Refusal {
    let text = match what {
        SPIRIT => "too little Spirit is left".to_owned(),
        EXERTION => "too little Exertion is left".to_owned(),
        FATE => "no Fate is left".to_owned(),
        _ => format!("too few {} are left", what.replace('_', " ")),
    };
    Refusal::new(what, text, rule)
}

/// Records an act in the history of a unit's turn, which limits its repetition.
pub fn recorded(unit: &Unit, act: &'static str, rule: &'static str) -> Event {
    let record = ActRecord { class: Key::of(act), act: Key::of(act), amount: 0 };
    events::act_recorded(unit, record, None, rule)
}

/// Checks whether a unit can pay this price now.
///
/// # Errors
/// Why not.
pub fn check(ctx: Ctx<'_>, me: Numbers<'_>, price: &Price) -> Result<(), Refusal> {
    let unit = me.unit;
    check_able(me, me.stilled())?;
    let extra = ctx.state.scene.clock.extra_of(unit.id()).is_some();
    if let Some(keyword) = price.keyword.filter(|_| !extra)
        && unit.turn.acts.iter().any(|record| record.class == *keyword.id())
    {
        let (code, text) = keyword.refusal();
        return Err(Refusal::new(code, text, "EV-30"));
    }
    if extra && is_gripped(me) && price.ap > 0 {
        return Err(Refusal::new("grappled", "it is held", "EV-408"));
    }
    if unit.pools.0.value(AP) < needed(ctx, me, price.ap) {
        return Err(too_few("action_points", "EV-28"));
    }
    if unit.pools.0.value(SPIRIT) < price.spirit {
        return Err(too_few("spirit", "EV-165"));
    }
    if unit.pools.0.value(EXERTION) < price.exertion {
        return Err(too_few("exertion", "EV-165"));
    }
    Ok(())
}

/// Checks that neither this ailment nor surprise prevents a unit from acting (EV-42, EV-360).
///
/// # Errors
/// What prevents it.
pub fn check_able(me: Numbers<'_>, ailment: Option<&Ailment>) -> Result<(), Refusal> {
    if let Some(ailment) = ailment {
        let text = format!("it is {} and does nothing", ailment.name.to_lowercase());
        return Err(Refusal::new("no_actions", text, "EV-360"));
    }
    if me.has(SURPRISED) {
        return Err(Refusal::new("surprised", "it is surprised", "EV-42"));
    }
    Ok(())
}

/// Whether a grip lets a unit do nothing until its own next turn begins (EV-408).
pub fn is_gripped(me: Numbers<'_>) -> bool {
    me.has(GRAPPLED) && me.content.rules.grapple_escape == Escape::StartOfTurn
}

/// The action points required for an act; by option, an extra act is enough for any (EV-328).
pub fn needed(ctx: Ctx<'_>, me: Numbers<'_>, ap: i32) -> i32 {
    let extra = ctx.state.scene.clock.extra_of(me.unit.id()).is_some();
    if extra && me.content.rules.one_more_two_star { ap.min(1) } else { ap }
}

/// Enraged units only attack in melee (EV-381).
///
/// # Errors
/// If it is enraged.
pub fn check_calm(me: Numbers<'_>) -> Result<(), Refusal> {
    if me.has(ENRAGED) {
        let text = "it is enraged and only attacks hand to hand";
        return Err(Refusal::new("enraged", text, "EV-381"));
    }
    Ok(())
}

/// Checks whether a unit can use an act that costs one action point and nothing else, and needs a
/// calm mind.
///
/// # Errors
/// Why not.
pub fn check_plain(ctx: Ctx<'_>, me: Numbers<'_>) -> Result<(), Refusal> {
    check(ctx, me, &PLAIN)?;
    check_calm(me)
}

/// The price of an action without a keyword (EV-31).
pub const PLAIN: Price = Price::of(1, None);

/// Dizzy units cannot help others (EV-367).
///
/// # Errors
/// If it is dizzy.
pub fn check_helper(me: Numbers<'_>) -> Result<(), Refusal> {
    if me.has(DIZZY) {
        let text = "it is too dizzy to help others";
        return Err(Refusal::new("dizzy", text, "EV-367"));
    }
    Ok(())
}

/// The events of paying a price, unless the act was delayed and is already paid (EV-204).
pub fn pay(unit: &Unit, price: &Price, name: &str, rule: &'static str) -> Vec<Event> {
    if unit.flags.get(PAID) > 1 {
        return events::flag(unit, PAID, 0, "EV-204").into_iter().collect();
    }
    let spent = |pool, n| events::pool(unit, pool, unit.pools.0.value(pool) - n, name, rule);
    let paid = [(AP, price.ap), (SPIRIT, price.spirit), (EXERTION, price.exertion)];
    let paid = paid.into_iter().filter(|(_, n)| *n > 0);
    paid.filter_map(|(pool, n)| spent(pool, n)).collect()
}

/// Declares an act, pays for it and uses up its keyword, except in an extra act (EV-30, EV-32).
pub fn declare(
    ctx: Ctx<'_>,
    unit: &Unit,
    (act, name): (Key, &str),
    price: &Price,
    (targets, place): (Vec<UnitId>, Option<Place>),
    rule: &'static str,
) -> Vec<Event> {
    let aims = !targets.is_empty();
    let mut events = vec![events::declared_at(unit, (&act, name), (targets, place), rule)];
    // An attack with all weapons and a Burst cannot be interrupted (EV-29).
    let begun = [FLURRY, BURSTING].into_iter();
    events.extend(
        begun.filter_map(|id| events::relieved(unit, id, "it does something else", "EV-29")),
    );
    events.extend(pay(unit, price, name, rule));
    // A trick without a target is not offensive (EV-81).
    let offends = price.keyword.is_some_and(|keyword| match keyword {
        Keyword::Attack | Keyword::Hex => true,
        Keyword::Trick => aims,
        _ => false,
    });
    if offends {
        events.extend(hiding::strikes(ctx, unit));
    }
    let is_turn = ctx.state.scene.clock.extra_of(unit.id()).is_none();
    events.extend(price.keyword.filter(|_| is_turn).map(|keyword| {
        let record = ActRecord { class: Key::of(keyword.id()), act, amount: 0 };
        events::act_recorded(unit, record, None, "EV-30")
    }));
    events
}
