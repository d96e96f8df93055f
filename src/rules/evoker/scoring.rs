//! The value of some acts to the AI beyond their immediate effects.

use grid::{Diagonals, UnitId};
use rules::estimate::ActOutcome;
use rules::ruleset::Ctx;
use rules::state::{Layer, LayerState, Unit};
use rules::{Key, Refusal};

use super::attack;
use super::attack_acts;
use super::budget::{self, Price};
use super::data::{Affinity, Keyword};
use super::names::{EXERTION, GRAPPLED, SPIRIT, WOUNDS};
use super::numbers::{Arm, Numbers, advantages};
use super::step::AttackMode;

/// Value of a tenth of a wound, in thousandths of a life.
const WOUND: i64 = 14;
/// Value of making an enemy's tests harder once, in thousandths of a life.
const HINDRANCE: i64 = 90;
/// Distance of a Move, in metres, within which an enemy comes close enough.
const NEAR: u32 = 8;
/// Value of replacing a fallen Persona, in thousandths of a life.
const FALLEN: i64 = 140;
/// Value of replacing a Persona that is about to break, in thousandths of a life.
const FRAIL: i64 = 70;

/// The value of an outcome, in thousandths of a life.
fn value(outcome: &ActOutcome) -> i64 {
    let harm = i64::from(outcome.harm) - i64::from(outcome.mends);
    let sum = harm * WOUND + i64::from(outcome.hinders) * HINDRANCE;
    sum * i64::from(outcome.chance) / 1000
}

/// The most promising attack of a unit from its current place, as far as its side knows the battle;
/// `tens` makes its roll easier.
fn best_attack(
    ctx: Ctx<'_>,
    who: Numbers<'_>,
    tens: i32,
    may: impl Fn(Arm<'_>) -> Result<(), Refusal>,
) -> Option<ActOutcome> {
    let (content, unit) = (who.content, who.unit);
    let ready = |arm: &Arm<'_>| {
        arm.is_ready()
            && arm.attack.area.is_none()
            && who.ammo(*arm) != Some(0)
            && may(*arm).is_ok()
    };
    let arms: Vec<Arm<'_>> = who.arms().into_iter().filter(ready).collect();
    let foes = ctx.state.units.iter().filter(|foe| {
        let known = foe.is_active() && ctx.state.sees(unit.side(), foe);
        known && ctx.state.are_foes(unit.id(), foe.id())
    });
    let all = foes.flat_map(|foe| arms.iter().map(move |arm| (foe, *arm)));
    let outcomes = all.filter_map(|(foe, arm)| {
        attack::check(ctx, unit, arm, foe.id()).ok()?;
        let at = (foe, None, &AttackMode::Plain);
        let mut clash = attack::clash(content, ctx, (unit, arm), at)?;
        clash.own.against.add("baton pass", 10 * tens, "EV-337");
        Some(attack_acts::outcome(content, who, (&clash, arm), 0))
    });
    outcomes.max_by_key(value)
}

/// What a friend could do with an extra act passed to it: its best attack, made easier by its
/// Social Link (EV-334, EV-337).
pub fn passed_on(ctx: Ctx<'_>, me: Numbers<'_>, friend: UnitId) -> Vec<ActOutcome> {
    let Some(them) = ctx.unit(friend).and_then(|unit| Numbers::of(me.content, unit)) else {
        return Vec::new();
    };
    if them.stilled().is_some() || them.has(GRAPPLED) || !them.unit.is_active() {
        return Vec::new();
    }
    let pools = &them.unit.pools.0;
    let affords = |arm: Arm<'_>| {
        let Price { ap, spirit, exertion, .. } = price(arm);
        let able = ap <= 1 && spirit <= pools.value(SPIRIT) && exertion <= pools.value(EXERTION);
        if able { Ok(()) } else { Err(budget::too_few("action_points", "EV-328")) }
    };
    best_attack(ctx, them, advantages(me.link(them.unit)), affords).into_iter().collect()
}

/// The price of an attack.
fn price(arm: Arm<'_>) -> Price {
    let attack = arm.attack;
    let (spirit, exertion) = (attack.spirit, attack.exertion);
    Price { ap: attack.ap, spirit, exertion, keyword: Some(Keyword::Attack) }
}

/// Number of nearby enemies that can exploit its weaknesses.
fn exposed(ctx: Ctx<'_>, me: Numbers<'_>) -> i64 {
    let unit = me.unit;
    let strikes = |foe: &&Unit| {
        let known = foe.is_active() && ctx.state.sees(unit.side(), foe);
        let far = ctx.field.distance(unit.id(), foe.id(), Diagonals::One);
        let arms = Numbers::of(me.content, foe).map_or_else(Vec::new, |foe| foe.arms());
        known
            && ctx.state.are_foes(unit.id(), foe.id())
            && arms.into_iter().any(|arm| {
                let reach = NEAR + u32::from(arm.range());
                let weak = me.affinity(arm.attack.element) == Affinity::Weak;
                weak && far.is_some_and(|far| far <= reach)
            })
    };
    i64::try_from(ctx.state.units.iter().filter(strikes).count()).unwrap_or(0)
}

/// The remaining wounds of a Persona, in percent.
fn left(layer: &Layer) -> i32 {
    let meters = WOUNDS.iter().filter_map(|id| layer.meters.get(id));
    let (value, max) = meters.fold((0, 0), |(v, m), x| (v + x.value, m + x.max));
    (100 * value).checked_div(max).unwrap_or(0)
}

/// The value of making another Persona active, in thousandths of a life: because the active one is
/// gone or about to break, because of enemy attacks that it is weak to, and for the attacks of the
/// new one (EV-219, EV-285, EV-287).
pub fn swap(ctx: Ctx<'_>, me: Numbers<'_>, to: Option<&Key>) -> i32 {
    let Some(next) = to.and_then(|id| me.unit.carriers.layer(id.as_str())) else { return 0 };
    let mut unit = me.unit.clone();
    let standing: Vec<Key> = unit.carriers.standing().map(|layer| layer.id.clone()).collect();
    let moves = standing.iter().map(|id| (id, LayerState::Recalled));
    for (id, state) in moves.chain([(&next.id, LayerState::On)]) {
        if let Some(layer) = unit.carriers.layer_mut(id) {
            layer.state = state;
        }
    }
    let Some(other) = Numbers::of(me.content, &unit) else { return 0 };
    let lasts = match me.unit.carriers.standing().next().map(left) {
        None => FALLEN,
        Some(own) if own <= 40 && left(next) > own + 20 => FRAIL,
        Some(own) if left(next) <= 40 && left(next) < own => -FRAIL,
        Some(_) => 0,
    };
    let strikes = |who: Numbers<'_>| {
        let may = |arm: Arm<'_>| budget::check(ctx, who, &price(arm));
        best_attack(ctx, who, 0, may).as_ref().map_or(0, value).max(0)
    };
    let safer = (exposed(ctx, me) - exposed(ctx, other)) * FRAIL;
    let gain = lasts + safer + strikes(other) - strikes(me);
    i32::try_from(gain.max(0)).unwrap_or(0)
}
