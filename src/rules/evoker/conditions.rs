//! Conditions, and the events that start, count down and end them (EV-47 to EV-49).

use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind, Ticking};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};

use super::data::{Ailment, Content, SameCategory};
use super::names::{
    BURNING, CULTIVATED, EDGED, FATED, FLEEING, FOCUSED, NEXT_TEST, OWN_TURN, PANICKED, STAGGERED,
};
use super::numbers::Numbers;

/// The damage of a fire at the end of its first round (EV-362).
const FIRST_FIRE: i32 = 4;

/// A condition that ends when the unit's next turn begins (EV-49).
pub fn until_own_turn(id: &'static str, size: i32, source: Option<UnitId>) -> Condition {
    Condition::new(Key::of(id), size, source, Expiry::Until(Key::of(OWN_TURN)))
}

/// A condition that ends with the unit's next test (EV-197, EV-202, EV-348).
pub fn until_next_test(id: &'static str, size: i32, source: Option<UnitId>) -> Condition {
    Condition::new(Key::of(id), size, source, Expiry::Until(Key::of(NEXT_TEST)))
}

/// A condition that ends when the turn of `of` begins (EV-49).
pub fn until_turn_of(id: &'static str, size: i32, of: UnitId) -> Condition {
    Condition::new(Key::of(id), size, Some(of), Expiry::Slots { of, left: 1 })
}

/// Effects on all other units that end when this unit's turn begins (EV-49).
pub fn ended_by_turn(ctx: Ctx<'_>, of: UnitId) -> Vec<Event> {
    let waits = |c: &&Condition| matches!(c.expiry, Expiry::Slots { of: whose, .. } if whose == of);
    let all = ctx.state.units.iter().flat_map(|unit| {
        let over = unit.conditions.0.iter().filter(waits);
        over.map(move |c| events::relieved_of(unit, c, "a turn begins", "EV-49"))
    });
    all.collect()
}

/// A condition for a number of the unit's turns (EV-47).
pub fn for_turns(id: Key, size: i32, source: Option<UnitId>, unit: &Unit, turns: u16) -> Condition {
    Condition::new(id, size, source, Expiry::TurnEnds { of: unit.id(), left: turns })
}

/// Adds an ailment, replacing one of its category (EV-356, EV-358). Units immune to its element are
/// not affected (EV-324).
pub fn afflict(
    content: &Content,
    target: Numbers<'_>,
    ailment: &Ailment,
    by: Option<UnitId>,
) -> Vec<Event> {
    let unit = target.unit;
    if target.is_immune(ailment.element) {
        let text = format!("{} is immune to {}.", unit.identity.name, ailment.name.to_lowercase());
        return vec![events::note(unit, text, "EV-324")];
    }
    let same = |c: &Condition| {
        content.ailments.get(c.id.as_str()).is_some_and(|a| a.category == ailment.category)
    };
    let old = unit.conditions.0.iter().find(|c| same(c));
    if old.is_some() && content.rules.same_category == SameCategory::Keep {
        let text = format!("{} has an ailment of that kind.", unit.identity.name);
        return vec![events::note(unit, text, "EV-356")];
    }
    let size = if ailment.id == *BURNING { FIRST_FIRE } else { 0 };
    let condition = match ailment.turns {
        _ if ailment.id == *STAGGERED => until_own_turn(STAGGERED, 0, by),
        Some(turns) => for_turns(ailment.id.clone(), size, by, unit, turns),
        None => Condition::new(ailment.id.clone(), size, by, Expiry::Battle),
    };
    let why = "another takes its place";
    let mut events: Vec<Event> =
        old.map(|old| events::relieved_of(unit, old, why, "EV-356")).into_iter().collect();
    events.push(events::afflicted(unit, condition, None, "EV-356"));
    events
}

/// Puts the events of a hit in sequence, although each was computed from the unit as it was before:
/// the wound, its injury and the hit itself may end the same ailment, begin the same one, or begin
/// two of a category (EV-161, EV-356, EV-389).
pub fn in_turn(content: &Content, unit: &Unit, events: Vec<Event>) -> Vec<Event> {
    let ailment = |c: &Condition| content.ailments.get(c.id.as_str()).map(|a| a.category);
    let (mut ended, mut begun): (Vec<Condition>, Vec<Condition>) = (Vec::new(), Vec::new());
    let mut all = Vec::new();
    for event in events {
        match &event.what {
            EventKind::Relieved { unit: of, condition, .. } if *of == unit.id() => {
                if ended.contains(condition) {
                    continue;
                }
                ended.push(condition.clone());
            }
            EventKind::Afflicted { unit: of, condition, .. } if *of == unit.id() => {
                if begun.iter().any(|c| (&c.id, &c.part) == (&condition.id, &condition.part)) {
                    continue;
                }
                let kind = ailment(condition);
                let same = |c: &Condition| kind.is_some() && ailment(c) == kind;
                if let Some(at) = begun.iter().position(same) {
                    if content.rules.same_category == SameCategory::Keep {
                        continue;
                    }
                    let old = begun.remove(at);
                    all.push(events::relieved_of(unit, &old, "another takes its place", "EV-356"));
                }
                begun.push(condition.clone());
            }
            _ => {}
        }
        all.push(event);
    }
    all
}

/// Effects that end, and those that count down, when a unit's turn begins (EV-47, EV-49).
pub fn begin_turn(unit: &Unit) -> Vec<Event> {
    let mut events = Vec::new();
    let mut at = 0;
    for condition in &unit.conditions.0 {
        match &condition.expiry {
            Expiry::Until(what) if *what == *OWN_TURN => {
                let why = "its turn begins";
                events.push(events::relieved_of(unit, condition, why, "EV-49"));
                continue;
            }
            Expiry::TurnEnds { of, left } => {
                let expiry = Expiry::TurnEnds { of: *of, left: left.saturating_sub(1) };
                events.push(events::ticked(Ticking::Condition(unit.id(), at), expiry, "EV-47"));
            }
            _ => {}
        }
        at += 1;
    }
    events
}

/// Effects that have run out when its turn ends (EV-47).
pub fn end_turn(unit: &Unit) -> Vec<Event> {
    let over = |c: &&Condition| matches!(c.expiry, Expiry::TurnEnds { left: 0, .. });
    let ended = unit.conditions.0.iter().filter(over);
    ended.map(|c| events::relieved_of(unit, c, "it has run out", "EV-47")).collect()
}

/// Removes Focus, Fate and the encouragement of a friend after the next test (EV-197, EV-202,
/// EV-348).
pub fn unfocus(unit: &Unit) -> impl Iterator<Item = Event> + use<> {
    let all = [(FOCUSED, "EV-202"), (FATED, "EV-348"), (CULTIVATED, "EV-197")];
    let gone = all.into_iter().flat_map(|(id, rule)| {
        let used = unit.conditions.0.iter().filter(move |c| c.id == *id);
        used.map(move |c| events::relieved_of(unit, c, "used", rule))
    });
    gone.collect::<Vec<Event>>().into_iter()
}

/// Like [`unfocus`], after an attack test, which also uses up the help for the next attack
/// (EV-215).
pub fn unfocus_attack(unit: &Unit) -> impl Iterator<Item = Event> + use<> {
    unfocus(unit).chain(events::relieved(unit, EDGED, "used", "EV-215"))
}

/// A unit that wins a test against the source of its panic calms down (EV-384).
pub fn calmed((actor, target): (&Unit, &Unit), won: bool, target_passes: bool) -> Vec<Event> {
    let (winner, other) = if won { (actor, target) } else { (target, actor) };
    let panic = winner.conditions.get(PANICKED).filter(|_| won || target_passes);
    let over = panic.is_some_and(|panic| panic.source == Some(other.id()));
    let ends = [PANICKED, FLEEING].into_iter().filter(|_| over);
    let ended =
        ends.filter_map(|id| events::relieved(winner, id, "it has won against it", "EV-384"));
    ended.collect()
}
