//! What opponents that choose do for themselves and their friends beside Abilities: things they
//! carry, cover, fire that is put out, and getting away.

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::ruleset::Aim;
use crate::rules::state::Unit;
use crate::rules::weigh::{Means, Prospect};

use super::super::abilities::{self, AWAY, Cast};
use super::super::attack::Attack;
use super::super::basic::Basic;
use super::super::cover::Cover;
use super::super::damage::{Blow, Ignores, Part, resolve};
use super::super::data::{Affliction, ItemEffect, StatusEffect};
use super::super::hands::Handwork;
use super::super::items;
use super::super::manner::power_cost;
use super::super::numbers::half;
use super::super::position::Position;
use super::super::sheet::VITALITY;
use super::plain;

/// So many turns of burning are reckoned with.
const TURNS: i32 = 2;
/// Taking cover from more than so many who shoot is no better.
const MOST_SHOOTERS: i32 = 2;

/// The acts of that kind that a combatant has.
pub fn means(position: Position<'_>, unit: &Unit) -> Vec<Means> {
    let own = |act: Key, aim: Aim, open: bool| Means {
        against_foes: false,
        for_friends: true,
        ..plain(act, aim, u16::from(aim == Aim::Unit), open)
    };
    let mut all = Vec::new();
    for id in unit.gear.0.values() {
        let item = position.content.items.get(id.as_str()).filter(|i| i.smoke().is_none());
        let Some(item) = item else { continue };
        let work = Handwork::Use(item.id.clone());
        let able = Handwork::all(position.content, unit).contains(&work);
        let (act, open) = (work.act(), able && work.check_use(position, unit).is_ok());
        if all.iter().all(|m: &Means| m.act != act) {
            all.push(Means { whole_turn: true, ..own(act, Aim::Unit, open) });
        }
    }
    let burning = Affliction::Burning.key();
    if position.ctx.state.units.iter().any(|u| u.conditions.has(burning.as_str())) {
        let open = Basic::PutOut.check_use(position, unit).is_ok();
        all.push(own(Basic::PutOut.act(), Aim::Unit, open));
    }
    let open = Basic::TakeCover.check_use(position, unit).is_ok();
    all.push(own(Basic::TakeCover.act(), Aim::Own, open));
    all.extend(travels(position, unit).into_iter().map(|cast| {
        let near = pressed(position, unit) > 0;
        let open = near && cast.check_use().is_ok() && cast.check_away().is_ok();
        Means {
            choice: Key::of(AWAY),
            cost: power_cost(cast.ability, 0),
            ..own(cast.ability.id.clone(), Aim::Own, open)
        }
    }));
    all
}

/// What one of these acts does; nothing for other acts.
pub fn weigh(
    position: Position<'_>,
    unit: &Unit,
    (act, choice): (&Key, &Key),
    target: Option<Target>,
) -> Option<Vec<Prospect>> {
    let whom = match target {
        Some(Target::Unit(id)) => position.ctx.unit(id)?,
        _ => unit,
    };
    let none = Prospect::none(whom.id());
    let item = match Handwork::from_name(act.as_str()) {
        Some(Handwork::Use(item)) => position.content.items.get(item.as_str()),
        _ => None,
    };
    let prospect = if let Some(item) = item {
        item.effects.iter().fold(none, |prospect, effect| used(prospect, effect, whom))
    } else if *act == Basic::PutOut.act() {
        Prospect { mends: TURNS * burns(position, whom), ..none }
    } else if *act == Basic::TakeCover.act() {
        Prospect { helps: shooters(position, unit).min(MOST_SHOOTERS), ..none }
    } else if *choice == *AWAY {
        Prospect { helps: pressed(position, unit), ..none }
    } else {
        return None;
    };
    Some(vec![prospect])
}

/// What a thing that is used up does to somebody (MO-106).
fn used(mut prospect: Prospect, effect: &ItemEffect, whom: &Unit) -> Prospect {
    if !items::helps(effect, whom) {
        return prospect;
    }
    let (now, most) = whom.tracks.0.get(VITALITY).map_or((0, 0), |m| (m.value, m.max));
    match effect {
        ItemEffect::Heals(amount) => prospect.mends += (*amount).min(most - now),
        ItemEffect::Wakes(to) => prospect.mends += to - now,
        ItemEffect::Gives(_) => prospect.helps += 1,
        ItemEffect::Ends(_) => prospect.helps += 2,
        ItemEffect::Smoke { .. } => {}
    }
    prospect
}

/// What Burning takes from somebody in a turn on average, with its defences (MO-283).
fn burns(position: Position<'_>, whom: &Unit) -> i32 {
    let Some(numbers) = position.numbers(whom.id()) else { return 0 };
    let each = numbers.effects().filter_map(|(_, effect)| match effect {
        StatusEffect::DamageAtStart(typed) => {
            let mut sum = crate::rules::Sum::new();
            sum.push(typed.dice.to_string(), half(typed.dice.twice_mean()), "MO-283");
            let parts = vec![Part { kind: typed.of, sum }];
            let blow = Blow { parts, ignores: Ignores::Nothing, gentle: false, deadly: false };
            Some(resolve(position.content, &blow, &numbers).total)
        }
        _ => None,
    });
    each.sum()
}

/// How many known enemies could shoot at somebody who has half cover from them and does not take it
/// yet (MO-102, MO-103).
fn shooters(position: Position<'_>, unit: &Unit) -> i32 {
    if unit.conditions.has(Affliction::Covered.key().as_str()) {
        return 0;
    }
    let shoots = |foe: &&Unit| {
        let far = u32::from(farthest(position, foe.id()));
        far > 1
            && position.distance(foe.id(), unit.id()) <= far
            && matches!(position.cover(foe.id(), unit.id()), Cover::Half(_))
    };
    let all = foes(position, unit).filter(shoots).count();
    i32::try_from(all).unwrap_or(MOST_SHOOTERS)
}

/// The range of the farthest shot of a combatant, 0 for none.
fn farthest(position: Position<'_>, id: UnitId) -> u16 {
    let all = Attack::all(position, id).into_iter().map(|attack| attack.reach());
    all.filter(|reach| !reach.is_melee()).map(|reach| reach.metres()).max().unwrap_or(0)
}

fn foes<'a>(position: Position<'a>, unit: &Unit) -> impl Iterator<Item = &'a Unit> + use<'a> {
    let (me, state) = (unit.id(), position.ctx.state);
    let all = state.units.iter().filter(|u| u.is_active());
    all.filter(move |u| state.are_foes(me, u.id()) && position.knows(me, u.id()))
}

/// The Abilities that take their user elsewhere.
fn travels<'a>(position: Position<'a>, unit: &Unit) -> Vec<Cast<'a>> {
    let Some(numbers) = position.numbers(unit.id()) else { return Vec::new() };
    let all = abilities::all(&numbers, position.content);
    let casts = all.map(|ability| Cast { position, numbers, ability, steps: 0 });
    casts.filter(Cast::travels).collect()
}

/// How much one who fights from afar wants to get away from enemies beside it: more so the weaker
/// it is.
fn pressed(position: Position<'_>, unit: &Unit) -> i32 {
    let beside = foes(position, unit).filter(|foe| position.beside(foe.id(), unit.id())).count();
    let weak = unit.tracks.0.get(VITALITY).is_some_and(|m| 2 * m.value < m.max);
    let beside = i32::try_from(beside).unwrap_or_default();
    if weak { 3 * beside } else { beside }
}
