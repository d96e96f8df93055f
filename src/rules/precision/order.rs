//! The turn order of a round: initiative from high to low, ties between sides decided by rolls
//! (PR-38 to PR-49).

use grid::{SideId, UnitId};
use rules::Key;
use rules::dice::{Die, Throw};
use rules::event::{Degree, Event, EventKind, Rolled};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Slot, Status, Unit};

use super::data::{Content, TieRoll};
use super::flags::{ALLY_ORDER, AMBUSHED};
use super::numbers::Numbers;

/// A combatant to be sorted into the order.
#[derive(Clone, Copy, Debug)]
struct Entrant {
    unit: UnitId,
    side: SideId,
    value: i32,
    /// Its place among equal allies.
    place: i64,
}

/// A combatant's place among allies of the same initiative: the agreed one, otherwise that of its
/// placement (PR-39).
pub fn ally_place(unit: &Unit) -> i64 {
    match unit.flags.get(ALLY_ORDER) {
        0 => i64::from(unit.id().0) + 1,
        agreed => agreed,
    }
}

/// The events that set a round's order.
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn set(content: &Content, ctx: Ctx<'_>, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for unit in &ctx.state.units {
        if !matches!(unit.status, Status::Active | Status::Down) {
            continue;
        }
        let Some(numbers) = Numbers::of(content, unit) else { continue };
        let side = ctx.state.scene.sides.get(usize::from(unit.side().0));
        let ambushed = side.is_some_and(|s| s.flags.get(AMBUSHED) != 0);
        let value = numbers.initiative(ambushed);
        let place = ally_place(unit);
        entrants.push(Entrant { unit: unit.id(), side: unit.side(), value, place });
    }
    // Allies with the same value keep their agreed order, or the order of placement (PR-39).
    entrants.sort_by_key(|e| (std::cmp::Reverse(e.value), e.place, e.unit));
    let mut events = Vec::new();
    let places = contested(&entrants);
    let ranks = match content.rules.tie_roll {
        TieRoll::PerRound => {
            let sets: Vec<Vec<SideId>> = places.iter().map(|(_, sides)| sides.clone()).collect();
            let rolled = roll_off(&sets, oracle, &mut events)?;
            places.iter().map(|(value, _)| (*value, rolled.clone())).collect::<Vec<_>>()
        }
        TieRoll::PerPlace => {
            let mut ranks = Vec::new();
            for (value, sides) in &places {
                let rolled = roll_off(std::slice::from_ref(sides), oracle, &mut events)?;
                ranks.push((*value, rolled));
            }
            ranks
        }
    };
    let rank = |e: &Entrant| {
        ranks
            .iter()
            .find(|(value, _)| *value == e.value)
            .and_then(|(_, sides)| sides.iter().position(|s| *s == e.side))
            .unwrap_or(0)
    };
    entrants.sort_by_key(|e| (std::cmp::Reverse(e.value), rank(e), e.place, e.unit));
    let slots = entrants.into_iter().map(|e| Slot::turn(vec![e.unit], e.value)).collect();
    events.push(Event::new(EventKind::Slots(slots), &["PR-38", "PR-42"]));
    Ok(events)
}

/// The values shared by creatures of two or more sides, with those sides (PR-41, PR-47).
fn contested(entrants: &[Entrant]) -> Vec<(i32, Vec<SideId>)> {
    let mut places: Vec<(i32, Vec<SideId>)> = Vec::new();
    for e in entrants {
        match places.iter_mut().find(|(value, _)| *value == e.value) {
            Some((_, sides)) if sides.contains(&e.side) => {}
            Some((_, sides)) => sides.push(e.side),
            None => places.push((e.value, vec![e.side])),
        }
    }
    places.retain(|(_, sides)| sides.len() > 1);
    for (_, sides) in &mut places {
        sides.sort_unstable();
    }
    places
}

/// One d20 per side in conflict (PR-41, PR-43). Sides that tie roll again between themselves and
/// keep their rank against the others (PR-45). Returns the sides from first to last.
fn roll_off(
    places: &[Vec<SideId>],
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<SideId>, Pause> {
    let mut sides: Vec<SideId> = places.iter().flatten().copied().collect();
    sides.sort_unstable();
    sides.dedup();
    // Each side's rolls in order: comparing the lists compares reroll by reroll.
    let mut rolls: Vec<(SideId, Vec<u16>)> = sides.into_iter().map(|s| (s, Vec::new())).collect();
    let mut rolling: Vec<SideId> = rolls.iter().map(|(s, _)| *s).collect();
    while !rolling.is_empty() {
        for side in &rolling {
            let face = oracle.roll(Throw::face(20))?.first().copied().unwrap_or(1);
            events.push(tie_event(*side, face));
            if let Some((_, list)) = rolls.iter_mut().find(|(s, _)| s == side) {
                list.push(face);
            }
        }
        let drawn = |a: &SideId| {
            let mine = rolls.iter().find(|(s, _)| s == a).map(|(_, l)| l);
            rolls.iter().any(|(s, list)| {
                s != a
                    && Some(list) == mine
                    && places.iter().any(|p| p.contains(a) && p.contains(s))
            })
        };
        rolling = rolls.iter().map(|(s, _)| *s).filter(drawn).collect();
    }
    rolls.sort_by(|(a, x), (b, y)| y.cmp(x).then(a.cmp(b)));
    Ok(rolls.into_iter().map(|(s, _)| s).collect())
}

fn tie_event(side: SideId, face: u16) -> Event {
    Event::new(
        EventKind::Rolled(Rolled {
            side: Some(side),
            purpose: Key::of("order_tie"),
            dice: vec![Die::d(20)],
            faces: vec![face],
            total: i32::from(face),
            degree: Degree::Success,
            ..Rolled::default()
        }),
        &["PR-41"],
    )
}
