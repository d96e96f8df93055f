//! What abilities are worth, for opponents that choose: the same rolls and damage that resolve.

use crate::grid::UnitId;
use crate::rules::command::{Command, Target};
use crate::rules::ruleset::{self, Ctx};
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::weigh::{Means, Prospect};

use super::abilities;
use super::data::{
    Ability, Affliction, Against, Aim, ConditionEffect, Content, CoverDegree, Effect, Lasting,
    Shape, Span, Tag, Timing, Who,
};
use super::position::Position;
use super::resolve;
use super::sheet::HEALTH;
use super::strike::Strike;
use super::summon;

/// How many advantages a minion is counted as.
const MINION: i32 = 4;

/// The abilities of a combatant, sized up.
pub fn means(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Means> {
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    let position = Position { content, ctx };
    let list = abilities::all(content, unit);
    list.filter_map(|ability| sized_up(position, unit, &ability)).collect()
}

fn sized_up(position: Position<'_>, unit: &Unit, ability: &Ability) -> Option<Means> {
    let own_shape = ability.aim == Aim::Actor
        && ability.effects.iter().any(|e| matches!(e, Effect::Transform { .. } | Effect::Revert));
    let elsewhere = matches!(ability.timing, Timing::Prepared | Timing::InMovement);
    if elsewhere || own_shape || ability.effects.contains(&Effect::Dismiss) {
        // What comes of it depends on what others do, on where the move goes, or on the turns
        // after this one.
        return None;
    }
    let strike = Strike::new(position, unit.id(), ability)?;
    if strike.ability.is(Tag::Basic) && strike.weapon_attack().is_some_and(|a| a.thrown) {
        // It leaves the thrower without a weapon, which is not weighed.
        return None;
    }
    let rush = u16::try_from(super::rush::range(&strike)).unwrap_or_default();
    let far = |span: Span| u16::from(strike.span(span).1);
    let (aim, span, who) = match ability.aim {
        Aim::Actor => (ruleset::Aim::Own, 0, None),
        Aim::One { who, span } => (ruleset::Aim::Unit, far(span) + rush, Some(who)),
        Aim::Area { shape, who } => {
            let (aim, span) = match shape {
                Shape::AroundSelf(n) => (ruleset::Aim::Own, u16::from(n)),
                Shape::WithinReach(span) => (ruleset::Aim::Own, far(span)),
                Shape::Cone(n) => (ruleset::Aim::Cell, u16::from(n)),
                Shape::AroundPoint { span, .. } | Shape::Block { span, .. } => {
                    (ruleset::Aim::Cell, far(span))
                }
            };
            (aim, span, Some(who))
        }
        Aim::Square(span) if summon::calls(position, ability).is_some() => {
            (ruleset::Aim::Cell, far(span), None)
        }
        Aim::Square(_) | Aim::Fixture(_) | Aim::Step => return None,
    };
    let calls = summon::calls(position, ability).is_some();
    let friendly =
        !calls && (is_friendly(ability) || matches!(who, Some(Who::Ally | Who::OwnMinion)));
    Some(Means {
        act: ability.id.clone(),
        aim,
        span,
        cost: resolve::energy_cost(&strike),
        whole_turn: ability.timing == Timing::FullTurn,
        area: ability.is_area(),
        against_foes: !friendly,
        for_friends: friendly,
        open: abilities::check_use(position, unit, ability).is_ok(),
    })
}

/// True for abilities that one uses on the own side or on oneself.
fn is_friendly(ability: &Ability) -> bool {
    ability.is(Tag::Helpful)
        || matches!(ability.against, Against::Willing | Against::Nobody)
        || ability.aim == Aim::Actor
}

/// Covers found so far: they are the same for every ability, and dear to find.
#[derive(Default)]
struct Covers(Vec<((UnitId, UnitId), (CoverDegree, &'static str))>);

impl Covers {
    fn between(
        &mut self,
        position: Position<'_>,
        a: UnitId,
        b: UnitId,
    ) -> (CoverDegree, &'static str) {
        if let Some((_, cover)) = self.0.iter().find(|(pair, _)| *pair == (a, b)) {
            return *cover;
        }
        let cover = position.cover(a, b);
        self.0.push(((a, b), cover));
        cover
    }
}

/// What abilities would do to each whom they affect.
pub fn weigh(content: &Content, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<Prospect>> {
    let mut covers = Covers::default();
    commands.iter().map(|command| weigh_one(content, ctx, command, &mut covers)).collect()
}

fn weigh_one(
    content: &Content,
    ctx: Ctx<'_>,
    command: &Command,
    covers: &mut Covers,
) -> Vec<Prospect> {
    let Command::Act { unit, act, targets, .. } = command else { return Vec::new() };
    let Some(actor) = ctx.unit(*unit) else { return Vec::new() };
    let Some(ability) = abilities::find(content, actor, act.as_str()) else { return Vec::new() };
    let position = Position { content, ctx };
    let Some(strike) = Strike::new(position, *unit, &ability) else { return Vec::new() };
    let mut each = |id: UnitId| ctx.unit(id).map(|target| prospect(&strike, actor, target, covers));
    match ability.aim {
        Aim::Actor => each(*unit).into_iter().collect(),
        Aim::Square(_) if summon::calls(position, &ability).is_some() => {
            let helps = MINION;
            let prospect = each(*unit);
            prospect.map(|p| Prospect { helps, ..p }).into_iter().collect()
        }
        Aim::Area { .. } => {
            let first = targets.first().copied();
            let affected = abilities::affected(position, *unit, &ability, first);
            affected.into_iter().filter_map(each).collect()
        }
        _ => {
            let units = targets.iter().filter_map(|t| match t {
                Target::Unit(id) => each(*id),
                _ => None,
            });
            units.collect()
        }
    }
}

fn prospect(strike: &Strike<'_>, actor: &Unit, target: &Unit, covers: &mut Covers) -> Prospect {
    let ability = strike.ability;
    let helpless =
        target.status == Status::Down && strike.position.content.rules.unconscious_auto_hit;
    let rolled = !helpless && !strike.is_willing(target.id());
    let cover = || covers.between(strike.position, actor.id(), target.id());
    let roll = if rolled { strike.roll_behind(target.id(), cover) } else { None };
    let chance = roll.map_or(1000, |roll| 100 * (11 - roll.needs.clamp(1, 11)));
    let harm = strike.damage(target.id()).iter().map(|p| p.amount).sum();
    let mends = ability.healing.as_ref().map_or(0, |healing| {
        let potency = healing.potency.kind(None).map_or(0, |kind| strike.numbers.potency(kind));
        let missing = target.tracks.0.get(HEALTH).map_or(0, |m| (m.max - m.value).max(0));
        (healing.base + potency).min(missing)
    });
    let mut prospect = Prospect { target: target.id(), chance, harm, mends, hinders: 0, helps: 0 };
    for effect in &ability.effects {
        add_effect(strike, actor, target, effect, &mut prospect);
    }
    prospect
}

/// Counts what an effect changes that is not yet so.
fn add_effect(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    effect: &Effect,
    prospect: &mut Prospect,
) {
    let friendly = is_friendly(strike.ability);
    match effect {
        Effect::Condition { id, lasts, .. } => {
            let known = target.conditions.has(id.key().as_str());
            // What ends with the turn serves only an act that still follows.
            let serves = *lasts != Lasting::Turn || has_action_left(strike, actor);
            if known || !serves {
                return;
            }
            let weight = condition_weight(strike, *id);
            if friendly {
                prospect.helps += weight;
            } else {
                prospect.hinders += weight;
            }
        }
        Effect::Transform { .. } if !friendly && target.form.stored.is_empty() => {
            prospect.hinders += 3;
        }
        Effect::Prone if target.placement.posture == Posture::Standing => prospect.hinders += 1,
        Effect::PassNextSave(_) if target.status == Status::Down => prospect.helps += 2,
        Effect::End(list) => {
            let cured = list.iter().filter(|a| target.conditions.has(a.key().as_str())).count();
            prospect.helps += i32::try_from(cured).unwrap_or(0);
        }
        Effect::FreeStanding if target.placement.posture == Posture::Prone => prospect.helps += 1,
        Effect::BreakFree | Effect::Reload => prospect.helps += 2,
        _ => {}
    }
}

/// What takes away a turn's action or its targets counts twice.
fn condition_weight(strike: &Strike<'_>, id: Affliction) -> i32 {
    let data = strike.position.content.condition(id);
    let heavy = data
        .effects
        .iter()
        .any(|e| matches!(e, ConditionEffect::NoActionBlock | ConditionEffect::SparesOwnersSide));
    if heavy { 2 } else { 1 }
}

fn has_action_left(strike: &Strike<'_>, actor: &Unit) -> bool {
    strike.ability.timing != Timing::Action
        && super::budget::Budget::of(&actor.turn).check_part(Timing::Action).is_ok()
}
