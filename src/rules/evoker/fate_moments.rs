//! Fate outside a unit's own turn: a unit that has just suffered something that a Fate Point undoes
//! may spend one immediately (EV-347, EV-350, EV-351, EV-353, EV-355).
//!
//! Spirit and Exertion (EV-354) are not included. Nothing outside a unit's own turn costs them,
//! since a delayed act is paid for when it is delayed (EV-204), and in its own turn a unit restores
//! them before it needs them.

use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind, LayerChange};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Carrier, LayerState, Unit};

use super::act_text::ActText;
use super::data::Content;
use super::fate::{self, FateAct, FateUse};
use super::names::{BLOCK, FATE, INJURED, WOUNDS};
use super::numbers::Numbers;
use super::rolling::asked;
use super::step::{FateUndoes, Outcome, Step, UnopposedAct, UnopposedKind};

/// The standing orders about these uses, with name and text.
pub const ORDERS: [(&str, &str, &str); 4] = [
    ("fate_ailment", "Fate: ailments", "Spend Fate to end an ailment as it begins."),
    ("fate_persona", "Fate: Personas", "Spend Fate to revive a Persona as it is defeated."),
    ("fate_wounds", "Fate: wounds", "Spend Fate when the last Light Wound is gone."),
    ("fate_injury", "Fate: injuries", "Spend Fate to ignore an injury for a round."),
];

/// Their names alone.
pub fn names() -> impl Iterator<Item = &'static str> {
    ORDERS.into_iter().map(|(id, ..)| id)
}

/// The uses that are sometimes worth a point.
pub fn worthwhile() -> impl Iterator<Item = &'static str> {
    [FateUse::Ailment, FateUse::Persona, FateUse::Wounds]
        .into_iter()
        .map(|fate_use| fate_use.text().id)
}

/// The use of Fate that undoes an event for a unit, and what it is spent on.
fn undoes(content: &Content, event: &Event) -> Option<(UnitId, FateUse, Option<Key>)> {
    match &event.what {
        EventKind::Afflicted { unit, condition, .. } if condition.id == *INJURED => {
            Some((*unit, FateUse::Injury, condition.part.clone()))
        }
        EventKind::Afflicted { unit, condition, .. } => {
            let ailment = content.ailments.get(condition.id.as_str())?;
            Some((*unit, FateUse::Ailment, Some(ailment.id.clone())))
        }
        EventKind::Layer { unit, id, change: LayerChange::State(LayerState::Broken), .. } => {
            Some((*unit, FateUse::Persona, Some(id.clone())))
        }
        EventKind::Track { unit, id, from, to: 0, .. } if *id == *WOUNDS[0] && *from > 0 => {
            Some((*unit, FateUse::Wounds, Some(Key::of("body"))))
        }
        EventKind::Wear { unit, on: Carrier::Layer(_), id, from, to: 0, .. }
            if *id == *WOUNDS[0] && *from > 0 =>
        {
            Some((*unit, FateUse::Wounds, Some(Key::of("persona"))))
        }
        _ => None,
    }
}

/// Whether a unit can spend Fate on this now and its side wants to be asked. In its own turn, a
/// unit uses Fate as an act.
fn may(ctx: Ctx<'_>, fated: &FateAct<'_>, on: Option<&Key>) -> bool {
    let unit = fated.me.unit;
    let waits = unit.is_active() && !ctx.state.scene.clock.active.contains(&unit.id());
    let there = || match on {
        Some(on) => fated.objects().iter().any(|(id, _)| id == on),
        None => true,
    };
    let has = unit.pools.0.value(FATE) > 0;
    let asks = || asked(ctx, unit, fated.fate_use.text().id).is_some();
    waits && has && asks() && fated.is_of_use() && there()
}

/// The Fate questions that a step's events raise.
pub fn window(content: &Content, ctx: Ctx<'_>, events: &[Event]) -> Vec<Step> {
    let suffered = events.iter().filter_map(|event| undoes(content, event));
    let asks = suffered.filter(|(unit, fate_use, on)| {
        let me = ctx.unit(*unit).and_then(|unit| Numbers::of(content, unit));
        me.is_some_and(|me| may(ctx, &FateAct { me, fate_use: *fate_use }, on.as_ref()))
    });
    asks.map(|(unit, fate_use, on)| FateUndoes { unit, fate_use, on }.into()).collect()
}

/// Its side decides whether to spend Fate on it.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn undo(
    content: &Content,
    ctx: Ctx<'_>,
    step: &FateUndoes,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let me = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit));
    let Some(fated) = me.map(|me| FateAct { me, fate_use: step.fate_use }) else { return nothing };
    let unit = fated.me.unit;
    let ActText { id: about, rule, .. } = step.fate_use.text();
    let side = asked(ctx, unit, about).filter(|_| may(ctx, &fated, step.on.as_ref()));
    let Some(side) = side else { return nothing };
    let text = question(unit, &fated, step.on.as_ref());
    let wise = is_wise(&fated, step.on.as_ref());
    let prompt = Prompt::yes_no("spend", side, Some(unit.id()), text, wise, rule);
    if oracle.ask(prompt.about(Key::of(about)))? != Answer::YES {
        return nothing;
    }
    let doing = UnopposedKind::Fate(step.fate_use, step.on.clone());
    Ok(Outcome::then(Vec::new(), UnopposedAct { unit: unit.id(), doing }.into()))
}

/// Whether a point is usually well spent: on all the wounds that it can restore, on a Persona
/// without which the body is exposed, or on an ailment that costs a turn.
fn is_wise(fated: &FateAct<'_>, on: Option<&Key>) -> bool {
    let me = fated.me;
    match fated.fate_use {
        FateUse::Wounds => true,
        FateUse::Persona => me.persona().is_none(),
        FateUse::Ailment => {
            me.ailments().any(|(ailment, _)| Some(&ailment.id) == on && ailment.stills)
        }
        FateUse::Test | FateUse::Spirit | FateUse::Injury => false,
    }
}

/// The Fate Points that a unit spends in these events, which are not applied yet.
pub fn spent(unit: &Unit, events: &[Event]) -> i32 {
    let left = events.iter().rev().find_map(|event| match &event.what {
        EventKind::Pool { unit: of, id, to, .. } if *of == unit.id() && *id == *FATE => Some(*to),
        _ => None,
    });
    left.map_or(0, |left| unit.pools.0.value(FATE) - left)
}

/// Asks whether Fate blocks a Heavy Wound (EV-352); `wise` is the usual answer.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn blocks(
    ctx: Ctx<'_>,
    unit: &Unit,
    wise: bool,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let Some(side) = asked(ctx, unit, BLOCK) else { return Ok(false) };
    let text = format!("{} is about to suffer a Heavy Wound. Spend Fate?", unit.identity.name);
    let prompt = Prompt::yes_no("spend", side, Some(unit.id()), text, wise, "EV-352");
    Ok(oracle.ask(prompt.about(Key::of(BLOCK)))? == Answer::YES)
}

/// The text of the question, with the effect of a yes.
fn question(unit: &Unit, fated: &FateAct<'_>, on: Option<&Key>) -> String {
    let name = &unit.identity.name;
    let gain = fate::restorable(fated.me, on);
    let objects = fated.objects();
    let on = objects.iter().find(|(id, _)| Some(id) == on);
    let on = on.map_or_else(String::new, |(_, name)| name.to_lowercase());
    match fated.fate_use {
        FateUse::Persona => {
            format!(
                "The Persona of {name} is defeated. Spend Fate to revive it with its last wound?"
            )
        }
        FateUse::Wounds => {
            format!("{name} ({on}) has no Light Wound left. Spend Fate to get {gain} back?")
        }
        FateUse::Injury => {
            format!("{name} has an injury ({on}). Spend Fate to ignore it for a round?")
        }
        FateUse::Ailment | FateUse::Test | FateUse::Spirit => {
            format!("{name} is {on}. Spend Fate to end that?")
        }
    }
}
