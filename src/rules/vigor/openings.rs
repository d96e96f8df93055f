//! Openings: a unit that stands up or escapes beside enemies lets them strike at it (VG-71, VG-113
//! to VG-119, VG-160).

use grid::UnitId;
use rules::Key;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::attack;
use super::data::{Content, Moment};
use super::initiative;
use super::names::{OPENING, VIGOR};
use super::opening_strikes::{ORDINARY_ATTACK, is_wise, weapon};
use super::ready;
use super::step::{Attack, AttackStage, Opening, Outcome, Step, TakeOpening};

/// Asks the enemies that could strike, in turn order (VG-114, VG-121).
pub fn open(content: &Content, ctx: Ctx<'_>, step: &Opening) -> Outcome {
    let Some(opener) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let foes = ctx.state.units.iter().filter(|u| u.side() != opener.side());
    let moment = content.at(ctx);
    let able = |foe: &&Unit| {
        weapon(moment, foe, opener.id()).is_some()
            || ready::for_opening(moment, foe.id(), opener.id()).is_some()
    };
    let mut foes: Vec<UnitId> = foes.filter(able).map(Unit::id).collect();
    foes.sort_by_key(|id| (initiative::place_in_order(ctx, *id), *id));
    let steps =
        foes.into_iter().map(|unit| TakeOpening { unit, from: opener.id() }.into()).collect();
    Outcome::after(vec![events::note(opener, "gives an opening", "VG-118")], steps, None)
}

/// One enemy decides whether to take an opening, for Vigor (VG-113).
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn take(
    moment: Moment<'_>,
    step: &TakeOpening,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some((unit, opener)) = ctx.unit(step.unit).zip(ctx.unit(step.from)) else {
        return nothing;
    };
    // Either an act readied for openings, or a strike for Vigor: one reaction only (VG-82).
    if let Some(armed) = ready::for_opening(moment, unit.id(), opener.id())
        && let Some(answer) = ready::ask(moment, armed, (opener.id(), None), oracle)?
    {
        return Ok(answer);
    }
    let Some(weapon) = weapon(moment, unit, opener.id()) else { return nothing };
    let roll = attack::prepare(moment, unit, weapon, opener.id(), &ORDINARY_ATTACK);
    let wise = roll.is_ok_and(|roll| is_wise(moment, unit, &roll));
    let cost = content.rules.opening_cost;
    let vigor = unit.pools.0.value(VIGOR);
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let (name, other) = (&unit.identity.name, &opener.identity.name);
    let text = format!("{other} gives an opening. Does {name} strike for {cost} Vigor?");
    let prompt = Prompt::yes_no("react", side, Some(unit.id()), text, wise, "VG-113");
    if oracle.ask(prompt.about(Key::of(OPENING)))? != Answer::YES {
        return nothing;
    }
    let paid = events::pool(unit, VIGOR, vigor - cost, "an opening", "VG-113");
    let (unit, target, weapon) = (unit.id(), opener.id(), weapon.id.clone());
    let strike =
        Attack { unit, target, weapon, options: ORDINARY_ATTACK, stage: AttackStage::Declare };
    Ok(Outcome::then(paid.into_iter().collect(), Step::from(strike)))
}
