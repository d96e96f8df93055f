//! What acts are worth, for opponents that choose: from the same rolls and damage that resolve.

mod care;
mod corner;

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::command::{Command, Target};
use crate::rules::object::Object;
use crate::rules::ruleset::{self, Ctx};
use crate::rules::state::Unit;
use crate::rules::weigh::{Breach, Cue, Means, Prospect};

use super::abilities::{self, Cast, Touch};
use super::advanced::Advanced;
use super::attack::{Attack, usual_blow};
use super::basic::Basic;
use super::cover::Origin;
use super::damage::{self, Blow, Ignores, Part};
use super::data::{Ability, Affliction, Aim, Content, Effect, Kind, StatusKind};
use super::defense;
use super::held;
use super::lean;
use super::leap;
use super::manner::{CHOOSE, LETHAL, MISS, Manner, NONLETHAL, power_cost};
use super::numbers::half;
use super::objects;
use super::position::Position;
use super::roll::chance;
use super::rough;
use super::special::{self, Special};
use super::summon;

/// Foes this much farther off than a held act reaches may come near in their next turn, metres.
const STRIDE: u32 = 8;
/// What a summon is worth to its side, in thousandths of its owner.
const HELPER: i32 = 500;

/// An act against foes that costs nothing beside AP.
pub fn plain(act: Key, aim: ruleset::Aim, span: u16, open: bool) -> Means {
    Means {
        act,
        choice: Key::default(),
        aim,
        span,
        cost: 0,
        whole_turn: false,
        area: false,
        against_foes: true,
        for_friends: false,
        cue: None,
        pushes: false,
        brings: false,
        leaps: false,
        tows: false,
        throws: false,
        open,
    }
}

/// The acts of a combatant, sized up.
pub fn means(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Means> {
    let position = Position { content, ctx };
    let mut all = of_foe(content, ctx, id);
    if let Some(unit) = ctx.unit(id) {
        all.extend(corner::means(position, unit));
        all.extend(care::means(position, unit));
    }
    all
}

/// The acts of a combatant without those that nobody else has to reckon with.
pub fn of_foe(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Means> {
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    let Some(numbers) = position.numbers(id) else { return Vec::new() };
    let mut all: Vec<Means> = Vec::new();
    for attack in Attack::all(position, id) {
        of_attack(&attack, &mut all);
    }
    for ability in abilities::all(&numbers, content) {
        match Attack::with_ability(position, numbers, ability) {
            Some(attack) => of_attack(&attack, &mut all),
            None => of_ability(position, &numbers, ability, &mut all),
        }
    }
    all.extend(rough::means(position, unit));
    let stabilize = Basic::Stabilize;
    let open = stabilize.check_use(position, unit).is_ok();
    all.push(Means {
        whole_turn: true,
        against_foes: false,
        for_friends: true,
        ..plain(stabilize.act(), ruleset::Aim::Unit, 1, open)
    });
    let command = Basic::Command;
    if command.is_listed(ctx.state, unit) {
        let wild = summon::of(ctx.state, id).any(|u| summon::is_wild(content, ctx.state, u));
        let open = wild && command.check_use(position, unit).is_ok();
        all.push(Means {
            against_foes: false,
            for_friends: true,
            ..plain(command.act(), ruleset::Aim::Own, 0, open)
        });
    }
    all.extend(special::means(position, unit));
    all.extend(leap::range(position, unit).map(|range| Means {
        against_foes: false,
        leaps: true,
        ..plain(
            Key::of(leap::LEAP),
            ruleset::Aim::Cell,
            u16::try_from(range.long).unwrap_or_default(),
            leap::check_use(position, unit).is_ok(),
        )
    }));
    all
}

/// How a combatant breaks an object down that it stands beside (MO-165, MO-250): with its weapons.
pub fn breach(content: &Content, ctx: Ctx<'_>, id: UnitId, object: Object) -> Option<Breach> {
    let position = Position { content, ctx };
    let stats = objects::stats(position, object)?;
    let left = stats.hit_points.saturating_sub(object.suffered(ctx.state));
    let attacks = Attack::all(position, id).into_iter().filter(|a| a.throws().is_none());
    let ways = attacks.filter_map(|attack| {
        let (_, taken) = objects::against(&usual_blow(&attack, id), stats);
        Breach::by(attack.act(), taken, left)
    });
    ways.min_by_key(|breach| breach.uses)
}

/// An attack in all its ways, and held for those who come near.
fn of_attack(attack: &Attack<'_>, all: &mut Vec<Means>) {
    let span = attack.reach().metres();
    let open = attack.check_use().is_ok();
    let throws = attack.throws().is_some();
    let means = Means { throws, ..plain(attack.act(), ruleset::Aim::Unit, span, open) };
    let power = |choice: &str| {
        let manner = Manner::parse(attack.content(), choice).unwrap_or_default();
        attack.made(manner).power_cost()
    };
    let held = Means {
        act: held::name_of(&attack.act()),
        aim: ruleset::Aim::Own,
        cue: Some(Cue::Move),
        cost: power(""),
        ..means.clone()
    };
    let variants = attack.variants("").into_iter();
    let useful = variants.filter(|v| {
        v.refused.is_none() && ![NONLETHAL, LETHAL, MISS, CHOOSE].contains(&v.choice.as_str())
    });
    let ways = useful.map(|v| Means {
        cost: power(v.choice.as_str()),
        pushes: false,
        choice: v.choice,
        ..means.clone()
    });
    let ways: Vec<Means> = ways.collect();
    all.push(Means { cost: power(""), ..means });
    if open {
        all.extend(ways);
    }
    if open && !attack.is_spare() {
        all.push(held);
    }
}

/// An Ability that is no attack, in all its ways.
fn of_ability(
    position: Position<'_>,
    numbers: &super::numbers::Numbers<'_>,
    ability: &Ability,
    all: &mut Vec<Means>,
) {
    let moves_user = ability.effects.contains(&Effect::Travel);
    if ability.is_maneuver() || moves_user {
        // What comes of it depends on where the turn goes on.
        return;
    }
    let span = match ability.aim {
        Aim::Own => 0,
        Aim::One { range, .. }
        | Aim::Fallen { range, .. }
        | Aim::Square { range, .. }
        | Aim::Around { range, .. } => range,
        Aim::Line(n) | Aim::Cone(n) | Aim::Spot(n) => n,
    };
    let cast = Cast { position, numbers: *numbers, ability, steps: 0 };
    let brings = ability.summons().is_some();
    let friendly = !ability.is_harmful();
    let area = !matches!(ability.aim, Aim::Own | Aim::One { .. } | Aim::Fallen { .. });
    let open = cast.check_use().is_ok();
    let means = Means {
        cost: power_cost(ability, 0),
        area: area && !brings,
        against_foes: !friendly,
        for_friends: friendly,
        pushes: ability.effects.iter().any(|e| matches!(e, Effect::Push { .. })),
        brings,
        ..plain(ability.id.clone(), abilities::offers::aim_of(ability), span, open)
    };
    let variants = abilities::offers::variants(numbers, ability).into_iter();
    let ways =
        variants.filter(|v| open && v.refused.is_none()).zip(1..=u8::MAX).map(|(v, steps)| Means {
            choice: v.choice,
            cost: power_cost(ability, steps),
            ..means.clone()
        });
    let ways: Vec<Means> = ways.collect();
    all.push(means);
    all.extend(ways);
}

/// What acts would do to each combatant they affect.
pub fn weigh(content: &Content, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<Prospect>> {
    let position = Position { content, ctx };
    commands.iter().map(|command| one(position, command)).collect()
}

fn one(position: Position<'_>, command: &Command) -> Vec<Prospect> {
    let Command::Act { unit, act, targets, choice, .. } = command else { return Vec::new() };
    let first = targets.first().copied();
    if let Some((dir, rest)) = lean::way(choice.as_str()) {
        let (act, targets, choice) = (act.clone(), targets.clone(), Key::new(rest));
        let plain = Command::Act { unit: *unit, act, targets, choice, with: Default::default() };
        return lean::supposed(position.ctx, *unit, dir, |ctx| {
            one(Position { ctx, ..position }, &plain)
        });
    }
    let cared = position.ctx.unit(*unit);
    if let Some(found) = cared.and_then(|u| care::weigh(position, u, (act, choice), first)) {
        return found;
    }
    if let (Some(found), Some(actor)) =
        (Special::find(position.content, act.as_str()), position.ctx.unit(*unit))
    {
        return special::weigh(position, actor, found, targets);
    }
    if *act == Basic::Stabilize.act() {
        let Some(Target::Unit(target)) = first else { return Vec::new() };
        return vec![Prospect { chance: 700, helps: 1, ..Prospect::none(target) }];
    }
    if *act == Basic::Command.act() {
        return vec![Prospect { helps: 1, ..Prospect::none(*unit) }];
    }
    if let Some(held) = held::plain(position, *unit, act.as_str()) {
        return set_off(position, *unit, &held);
    }
    let Ok(manner) = Manner::parse(position.content, choice.as_str()) else { return Vec::new() };
    if let Some(cast) = Cast::find(position, *unit, act.as_str(), manner.steps) {
        return of_cast(&cast, first);
    }
    let Some(Target::Unit(target)) = first else { return Vec::new() };
    if let Some(act) = Advanced::from_name(act.as_str()) {
        return rough::weigh(position, act, *unit, target).into_iter().collect();
    }
    let Some(attack) = Attack::find(position, *unit, act.as_str()) else { return Vec::new() };
    hits(position, &attack.made(manner), target).into_iter().collect()
}

/// What an attack does to its target: damage, and what an Ability adds.
fn hits(position: Position<'_>, attack: &Attack<'_>, target: UnitId) -> Option<Prospect> {
    let numbers = position.numbers(target)?;
    let unit = position.ctx.unit(target)?;
    let wound = damage::resolve(position.content, &usual_blow(attack, target), &numbers);
    let hinders = attack.touch().map_or(0, |touch| hindrance(&touch, unit, 1000));
    Some(Prospect {
        chance: chance(&attack.roll(target)),
        harm: wound.total,
        hinders,
        ..Prospect::none(target)
    })
}

/// What a held attack would do to each foe that may come near.
fn set_off(position: Position<'_>, unit: UnitId, act: &Key) -> Vec<Prospect> {
    let state = position.ctx.state;
    let Some(attack) = Attack::find(position, unit, act.as_str()) else { return Vec::new() };
    let span = u32::from(attack.reach().metres());
    let near = |u: &&Unit| {
        let far = position.distance(unit, u.id());
        u.is_active()
            && state.are_foes(unit, u.id())
            && far <= span + STRIDE
            && attack.check_target(u.id()).is_err()
    };
    let foes = state.units.iter().filter(near);
    foes.filter_map(|u| hits(position, &attack, u.id())).collect()
}

/// The chance that a Defense Roll fails, in thousandths.
fn fails(touch: &Touch<'_>, target: &Unit, stat: super::data::Stat) -> i32 {
    let power = ("DR Power", touch.numbers.power());
    let from = Some(Origin::Unit(touch.numbers.unit().id()));
    let roll = defense::stands(touch.position, target, stat, power, from, None);
    roll.map_or(1000, |roll| {
        // No face is special on a Defense Roll.
        let faces = (21 - roll.needs().clamp(1, 21)) * 50;
        let saves = match roll.kept {
            super::roll::Kept::Only => faces,
            super::roll::Kept::Higher => 1000 - (1000 - faces) * (1000 - faces) / 1000,
            super::roll::Kept::Lower => faces * faces / 1000,
        };
        1000 - saves
    })
}

/// How much a condition hinders, in whole disadvantages.
const fn weight(what: Affliction) -> i32 {
    match what {
        Affliction::Stunned | Affliction::Dominated | Affliction::Transformed => 4,
        Affliction::Restrained | Affliction::Blinded | Affliction::Confused => 2,
        Affliction::Frightened | Affliction::Charmed | Affliction::Burning => 2,
        _ => 1,
    }
}

/// How many disadvantages an Ability gives a target beside damage, if it takes effect with this
/// chance; what the target has already counts for nothing.
fn hindrance(touch: &Touch<'_>, target: &Unit, chance: i32) -> i32 {
    let each = touch.ability.effects.iter().map(|effect| match effect {
        Effect::Afflict { what, unless, .. } => {
            let harmful = !matches!(touch.position.content.status(*what).kind, StatusKind::Buff);
            let known = target.conditions.has(what.key().as_str());
            let keeps = unless.map_or(1000, |stat| fails(touch, target, stat));
            if harmful && !known { weight(*what) * keeps * chance / 1000 } else { 0 }
        }
        Effect::Push { unless, .. } => {
            unless.map_or(1000, |stat| fails(touch, target, stat)) * chance / 2000
        }
        Effect::Snatch if !target.gear.0.is_empty() => 2 * chance,
        Effect::Displace(_) => chance / 2,
        _ => 0,
    });
    (each.sum::<i32>() + 500) / 1000
}

/// What an Ability that is no attack does to each whom it affects.
fn of_cast(cast: &Cast<'_>, first: Option<Target>) -> Vec<Prospect> {
    let position = cast.position;
    if cast.ability.summons().is_some() {
        return vec![Prospect { adds: HELPER, ..Prospect::none(cast.unit().id()) }];
    }
    let whom = match (cast.ability.aim, first) {
        (Aim::Own, _) => vec![cast.unit().id()],
        (Aim::One { .. } | Aim::Fallen { .. }, Some(Target::Unit(id))) => vec![id],
        _ => abilities::affected(cast, first),
    };
    let each = whom.into_iter().filter_map(|id| {
        let target = position.ctx.unit(id)?;
        Some(if cast.ability.is_harmful() { resisted(cast, target) } else { helped(cast, target) })
    });
    each.collect()
}

/// A harmful Ability against one Defense Roll.
fn resisted(cast: &Cast<'_>, target: &Unit) -> Prospect {
    let none = Prospect::none(target.id());
    let Kind::Defense { stat, half: halves } = cast.ability.kind else { return none };
    let touch = cast.touch();
    let failed = fails(&touch, target, stat);
    let harm = |saved: bool| {
        let dice = abilities::damage(cast.ability, cast.steps, None);
        let parts = dice.into_iter().map(|typed| {
            let mean = half(typed.dice.twice_mean());
            let mut sum = crate::rules::Sum::new();
            sum.push(typed.dice.to_string(), if saved { half(mean) } else { mean }, "MO-228");
            Part { kind: typed.of, sum }
        });
        let blow = Blow {
            parts: parts.collect(),
            ignores: Ignores::Nothing,
            gentle: false,
            deadly: false,
        };
        let numbers = cast.position.numbers(target.id());
        numbers.map_or(0, |n| damage::resolve(cast.position.content, &blow, &n).total)
    };
    if halves {
        let mean = (failed * harm(false) + (1000 - failed) * harm(true)) / 1000;
        return Prospect { harm: mean, hinders: hindrance(&touch, target, failed), ..none };
    }
    Prospect { chance: failed, harm: harm(false), hinders: hindrance(&touch, target, 1000), ..none }
}

/// What help is worth to one who gets it.
fn helped(cast: &Cast<'_>, target: &Unit) -> Prospect {
    use super::sheet::{TEMPORARY, VITALITY};
    let none = Prospect::none(target.id());
    let mut prospect = none;
    let bonus = cast.numbers.bonus(cast.numbers.creature().primary);
    let track = |id: &str| target.tracks.0.get(id).map_or((0, 0), |m| (m.value, m.max));
    for effect in &cast.ability.effects {
        match effect {
            Effect::Heal(dice) => {
                let (now, most) = track(VITALITY);
                let dice = cast.touch().dice(*dice);
                prospect.mends += (half(dice.twice_mean()) + bonus).min(most - now).max(0);
            }
            Effect::Revive(dice) => {
                let dice = cast.touch().dice(*dice);
                prospect.mends += 1 + half(dice.twice_mean()) - track(VITALITY).0.min(0);
            }
            Effect::Shield(n) => {
                prospect.mends += (n - track(TEMPORARY).0).max(0) / 2;
            }
            Effect::Cleanse(_) => {
                let content = cast.position.content;
                let ends = target.conditions.0.iter().any(|c| {
                    let which = Affliction::from_key(c.id.as_str());
                    which.is_some_and(|w| content.status(w).kind.is_status())
                });
                prospect.helps += if ends { 2 } else { 0 };
            }
            Effect::Relieve(what) => {
                prospect.helps += i32::from(target.conditions.has(what.key().as_str()));
            }
            Effect::Afflict { what, .. } => {
                prospect.helps += i32::from(!target.conditions.has(what.key().as_str()));
            }
            _ => {}
        }
    }
    prospect
}
