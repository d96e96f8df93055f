//! The turn order of a round: fixed Initiative from high to low (MO-45 to MO-53).

use std::cmp::Reverse;

use grid::UnitId;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::kit::turns;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Expiry, Slot, SlotKind, State, Status, Unit};
use rules::{Key, RuleId, Sum};

use super::data::{Content, Skill, Stat, StatusEffect, TieBreak, Trait};
use super::marks::{self, FIRST_OF_LAST, LAST_OF_FIRST, ORDER};
use super::numbers::Numbers;
use super::{surprise, union};

/// An entry of the order before sorting.
#[derive(Clone, Debug)]
struct Entrant {
    members: Vec<UnitId>,
    kind: SlotKind,
    /// [`FIRST`], [`USUAL`] or [`LAST`].
    part: u8,
    value: i32,
    instinct: i32,
    athletics: i32,
    rolled: i32,
}

/// Sort group: before all others, normal, after all others (MO-52, MO-53, MO-76).
const FIRST: u8 = 0;
const USUAL: u8 = 1;
const LAST: u8 = 2;

impl Entrant {
    fn first<'a>(&self, state: &'a State) -> Option<&'a Unit> {
        self.members.first().and_then(|id| state.unit(*id))
    }

    /// The shared slot of a union: averages of its members, rounded down. It is last if any member
    /// is, and first only if all are (MO-69, MO-72).
    fn union(all: &[&Self]) -> Self {
        let count = i32::try_from(all.len()).unwrap_or(i32::MAX).max(1);
        let mean = |number: fn(&Self) -> i32| {
            let sum: i32 = all.iter().map(|e| number(e)).fold(0, i32::saturating_add);
            sum.div_euclid(count)
        };
        Self {
            members: all.iter().flat_map(|e| e.members.clone()).collect(),
            kind: SlotKind::Turn,
            part: match all.iter().map(|e| e.part).max() {
                Some(USUAL) | None => USUAL,
                Some(part) => part,
            },
            value: mean(|e| e.value),
            instinct: mean(|e| e.instinct),
            athletics: mean(|e| e.athletics),
            rolled: 0,
        }
    }
}

/// Merges the members of each union into one slot (MO-68, MO-70).
fn unite(state: &State, entrants: &mut Vec<Entrant>) {
    for members in union::all(state) {
        let belongs = |e: &Entrant| e.members.iter().any(|id| members.contains(id));
        let (own, others): (Vec<Entrant>, Vec<Entrant>) =
            std::mem::take(entrants).into_iter().partition(belongs);
        *entrants = others;
        entrants.push(Entrant::union(&own.iter().collect::<Vec<_>>()));
    }
}

/// Initiative of all units, and the resulting order of the round.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn set(content: &Content, ctx: Ctx<'_>, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for unit in &ctx.state.units {
        let Some(numbers) = Numbers::of(content, unit) else { continue };
        let entry = &numbers.creature().entry;
        if numbers.creature().is(Trait::Civilian) {
            continue;
        }
        // The slot of a dead unit stays in the order as a time marker (MO-43, MO-257).
        let gone = matches!(unit.status, Status::Dead | Status::Gone | Status::Surrendered);
        entrants.push(Entrant {
            members: vec![unit.id()],
            kind: if gone { SlotKind::Mark } else { SlotKind::Turn },
            part: match (
                numbers.has(|e| matches!(e, StatusEffect::ActsLast))
                    || surprise::is_surprised(unit),
                numbers.has(|e| matches!(e, StatusEffect::ActsFirst)),
            ) {
                (true, _) => LAST,
                (false, true) => FIRST,
                (false, false) => USUAL,
            },
            value: numbers.initiative().total(),
            instinct: entry.stats.of(Stat::Instinct),
            athletics: entry.skills.of(Skill::Athletics),
            rolled: 0,
        });
    }
    unite(ctx.state, &mut entrants);
    let mut events = Vec::new();
    break_ties(ctx.state, content.rules.tie_break, &mut entrants, oracle, &mut events)?;
    for unit in &ctx.state.units {
        let once = Expiry::Until(Key::of(ORDER));
        let used = unit.conditions.0.iter().filter(|c| c.expiry == once);
        events.extend(used.map(|c| events::relieved_of(unit, c, "the order is set", "MO-52")));
    }
    let number =
        |e: Option<&Entrant>| e.and_then(|e| e.members.first()).map_or(0, |id| i64::from(id.0) + 1);
    let first = number(entrants.iter().rfind(|e| e.part == FIRST));
    events.extend(marks::set(ctx.state, LAST_OF_FIRST, first, "MO-52"));
    let last = number(entrants.iter().find(|e| e.part == LAST));
    events.extend(marks::set(ctx.state, FIRST_OF_LAST, last, "MO-53"));
    let slots =
        entrants.into_iter().map(|e| Slot { kind: e.kind, ..Slot::turn(e.members, e.value) });
    events.push(Event::new(EventKind::Slots(slots.collect()), &["MO-46", "MO-49"]));
    Ok(events)
}

/// Sorts by Initiative, then by the tie-breakers; entries that are still equal roll off (MO-47).
fn break_ties(
    state: &State,
    tie_break: TieBreak,
    entrants: &mut Vec<Entrant>,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<(), Pause> {
    let asks = tie_break == TieBreak::AskReferee && state.scene.referee.on;
    let rank = |e: &Entrant| match tie_break {
        TieBreak::RollOff => (Reverse(e.part), e.value, 0, 0),
        _ if asks => (Reverse(e.part), e.value, 0, 0),
        _ => (Reverse(e.part), e.value, e.instinct, e.athletics),
    };
    entrants.sort_by_key(|e| (Reverse(rank(e)), e.members.clone()));
    let mut ordered = Vec::with_capacity(entrants.len());
    for group in entrants.chunk_by(|a, b| rank(a) == rank(b)) {
        let mut group = group.to_vec();
        let several = group.iter().filter(|e| e.kind != SlotKind::Mark).count() > 1;
        if several && asks {
            group = as_told(state, group, oracle)?;
        } else if several {
            for entrant in group.iter_mut().filter(|e| e.kind != SlotKind::Mark) {
                let Some(unit) = entrant.first(state) else { continue };
                let die = (20, Sum::new());
                entrant.rolled = turns::place(unit, die, ("order_tie", "MO-47"), oracle, events)?;
            }
            // Equal faces keep the order of placement, so the roll-off always ends.
            group.sort_by_key(|e| Reverse(e.rolled));
        }
        ordered.extend(group);
    }
    *entrants = ordered;
    Ok(())
}

/// Entries with equal Initiative in the order that the referee chooses, time markers first. The
/// question goes to the side of the first entry, which passes it on.
fn as_told(
    state: &State,
    group: Vec<Entrant>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Entrant>, Pause> {
    let (mut told, mut left): (Vec<Entrant>, Vec<Entrant>) =
        group.into_iter().partition(|e| e.kind == SlotKind::Mark);
    while left.len() > 1 {
        let choices = left.iter().map(|entrant| {
            let members = entrant.members.iter().filter_map(|id| state.unit(*id));
            let names: Vec<&str> = members.map(|u| u.identity.name.as_str()).collect();
            let unit = entrant.members.first().copied();
            let id = unit.map_or_else(Key::default, |id| Key::new(&format!("unit_{}", id.0)));
            Choice { id, label: names.join(", "), place: None, unit }
        });
        let answer = oracle.ask(Prompt {
            kind: Key::of("order_tie"),
            about: Key::default(),
            side: left.first().and_then(|e| e.first(state)).map(Unit::side).unwrap_or_default(),
            unit: None,
            text: "Equal Initiative: the referee decides who acts first.".to_owned(),
            choices: choices.collect(),
            default: 0,
            rule: RuleId::of("MO-47"),
        })?;
        let at = usize::from(answer.0).min(left.len() - 1);
        told.push(left.remove(at));
    }
    told.extend(left);
    Ok(told)
}
