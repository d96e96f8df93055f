//! Events of the rules core as text for comparison.

mod rolls;

use grid::{EdgeAt, Place, UnitId};
use rules::event::{BoardChange, Event, EventKind, LayerChange, Sight, SlotChange};
use rules::state::{Condition, Expiry, Extra, Observer};
use rules::{Key, RuleId, Target, Term};

use super::line::Line;
use super::names::Names;
use super::value::Value;
use rolls::rolled_line;

/// The event as text; `None` for bookkeeping that no scenario asks about.
pub fn line(names: &Names, event: &Event) -> Option<Line> {
    let topics =
        [act_line, meter_line, referee_line, body_line, board_line, clock_line, choice_line];
    topics.into_iter().find_map(|topic| topic(names, event))
}

/// With the sides that see an event, if not all of them do.
fn seen(names: &Names, event: &Event, line: Line) -> Line {
    match &event.seen_by {
        Some(sides) => {
            line.with("seen_by", sides.iter().map(|side| names.side(*side)).collect::<Vec<_>>())
        }
        None => line,
    }
}

/// Events of acts, their rolls and what units learn.
fn act_line(names: &Names, event: &Event) -> Option<Line> {
    Some(match &event.what {
        EventKind::Declared { act, unit, targets, place, .. } => {
            let line = Line::new("declared")
                .with("by", names.unit(*unit))
                .with("act", act.as_str())
                .with("on", targets.iter().map(|t| names.unit(*t)).collect::<Vec<_>>());
            match place {
                Some(place) => line.with("at", place_words(*place)),
                None => line,
            }
        }
        EventKind::Rolled(rolled) => seen(names, event, rolled_line(names, rolled)),
        EventKind::Hit { act, by, target, packets, total } => {
            let terms = packets.iter().flat_map(|p| &p.terms);
            let parts: Vec<i64> = packets.iter().map(|p| i64::from(p.amount)).collect();
            let mut line = Line::new("hit")
                .with("on", names.unit(*target))
                .with("act", act.as_str())
                .with("total", *total)
                .with("parts", parts)
                .with("because", rules(terms.clone().map(|t| &t.rule)));
            if let Some(by) = by {
                line = line.with("by", names.unit(*by));
            }
            line.detail = terms_in_words(terms);
            seen(names, event, line)
        }
        EventKind::Struck { act, by, name, packets, total, left, .. } => {
            let terms = packets.iter().flat_map(|p| &p.terms);
            let mut line = Line::new("struck")
                .with("what", name.as_str())
                .with("by", names.unit(*by))
                .with("act", act.as_str())
                .with("total", *total)
                .with("left", *left);
            line.detail = terms_in_words(terms);
            line
        }
        EventKind::Progress { unit, what } => Line::new("progress")
            .with("who", names.unit(*unit))
            .with("act", what.act.as_str())
            .with("done", what.done)
            .with("of", what.of),
        EventKind::Abandoned { unit, act, .. } => {
            Line::new("abandoned").with("who", names.unit(*unit)).with("act", act.as_str())
        }
        EventKind::Learned { by, of, to, facts, .. } => {
            let by = match by {
                Observer::Unit(unit) => names.unit(*unit),
                Observer::Side(side) => names.side(*side),
            };
            let sides = event.seen_by.iter().flatten().map(|side| names.side(*side));
            Line::new("learned")
                .with("by", by)
                .with("of", names.unit(*of))
                .with("awareness", snake(to))
                .with("facts", facts.iter().map(Key::to_string).collect::<Vec<_>>())
                .with("seen_by", sides.collect::<Vec<_>>())
        }
        _ => return None,
    })
}

/// Changes of meters, layers, gear and flags.
fn meter_line(names: &Names, event: &Event) -> Option<Line> {
    Some(match &event.what {
        EventKind::Track { unit, id, from, to, .. } => Line::new("track")
            .with("of", names.unit(*unit))
            .with("id", id.as_str())
            .with("from", *from)
            .with("to", *to),
        EventKind::Pool { unit, id, from, to, .. } => Line::new("pool")
            .with("of", names.unit(*unit))
            .with("id", id.as_str())
            .with("from", *from)
            .with("to", *to),
        EventKind::Wear { unit, on, id, from, to, .. } => Line::new("wear")
            .with("of", names.unit(*unit))
            .with("on", on.key().as_str())
            .with("id", id.as_str())
            .with("from", *from)
            .with("to", *to),
        EventKind::Layer { unit, id, change, .. } => {
            Line::new("layer").with("of", names.unit(*unit)).with("id", id.as_str()).with(
                "change",
                match change {
                    LayerChange::Laid(_) => "laid".to_owned(),
                    LayerChange::State(state) => snake(state),
                    LayerChange::Gone => "gone".to_owned(),
                },
            )
        }
        EventKind::Gear { unit, slot, to, .. } => Line::new("gear")
            .with("of", names.unit(*unit))
            .with("slot", slot.as_str())
            .with("to", to.as_str()),
        EventKind::Flag { unit, id, to, .. } => {
            let line = Line::new("flag").with("id", id.as_str()).with("to", *to);
            match unit {
                Some(unit) => line.with("of", names.unit(*unit)),
                None => line,
            }
        }
        EventKind::SideFlag { side, id, to, .. } => Line::new("side_flag")
            .with("side", names.side(*side))
            .with("id", id.as_str())
            .with("to", *to),
        _ => return None,
    })
}

/// Rulings and notes.
fn referee_line(names: &Names, event: &Event) -> Option<Line> {
    Some(match &event.what {
        EventKind::Ruling { text, .. } => Line::new("ruled").with("says", text.as_str()),
        EventKind::Note { unit, text } => {
            let line = Line::new("note").with("says", text.as_str());
            match unit {
                Some(unit) => line.with("of", names.unit(*unit)),
                None => line,
            }
        }
        _ => return None,
    })
}

/// Events of prepared acts, decisions and standing orders.
fn choice_line(names: &Names, event: &Event) -> Option<Line> {
    let sides = event.seen_by.iter().flatten().map(|s| names.side(*s)).collect::<Vec<_>>();
    let of = |line: Line, unit: Option<UnitId>| match unit {
        Some(unit) => line.with("of", names.unit(unit)),
        None => line,
    };
    Some(match &event.what {
        EventKind::Armed(armed) => {
            let line = Line::new("armed")
                .with("by", names.unit(armed.owner))
                .with("act", armed.act.as_str())
                .with("uses", i64::from(armed.uses))
                .with("places", i64::try_from(armed.area.len()).unwrap_or(i64::MAX))
                .with("lasts", expiry(names, &armed.expiry))
                .with("choice", armed.choice.as_str())
                .with("at", armed.targets.iter().map(|t| target(names, *t)).collect::<Vec<_>>())
                .with("seen_by", sides);
            match armed.target {
                Some(target) => line.with("on", names.unit(target)),
                None => line,
            }
        }
        EventKind::Disarmed { gone, why, .. } => Line::new("disarmed")
            .with("why", why.as_str())
            .with("gone", *gone)
            .with("seen_by", sides),
        EventKind::Cancelled { unit, act, .. } => {
            Line::new("cancelled").with("by", names.unit(*unit)).with("act", act.as_str())
        }
        EventKind::Chose { side, unit, prompt, answer } => {
            let line = Line::new("chose").with("side", names.side(*side));
            of(line, *unit).with("question", prompt.as_str()).with("answer", answer.as_str())
        }
        EventKind::Policy { side, about, policy } => Line::new("policy")
            .with("side", names.side(*side))
            .with("about", about.as_str())
            .with("order", snake(policy))
            .with("seen_by", sides),
        EventKind::Ordered { side, unit, about, answer } => {
            let line = Line::new("ordered").with("side", names.side(*side));
            of(line, *unit)
                .with("about", about.as_str())
                .with("answer", answer.as_str())
                .with("seen_by", sides)
        }
        _ => return None,
    })
}

/// Events of bodies, conditions and links.
fn body_line(names: &Names, event: &Event) -> Option<Line> {
    Some(match &event.what {
        EventKind::Moved { unit, from, to, to_feet, manner, cost, .. } => Line::new("moved")
            .with("who", names.unit(*unit))
            .with("from", place_words(*from))
            .with("to", place_words(*to))
            .with("feet", to_feet.to_string())
            .with("cost", *cost)
            .with("manner", snake(manner)),
        EventKind::Stance { unit, posture, facing, support } => Line::new("stance")
            .with("who", names.unit(*unit))
            .with("facing", format!("{facing:?}"))
            .with("posture", snake(posture))
            .with("support", snake(support)),
        EventKind::Status { unit, from, to, .. } => Line::new("status")
            .with("of", names.unit(*unit))
            .with("from", snake(from))
            .with("to", snake(to)),
        EventKind::Afflicted { unit, condition, .. } => Line::new("gained")
            .with("who", names.unit(*unit))
            .with("condition", condition.id.as_str())
            .with("size", condition.size)
            .with("part", part(condition))
            .with("lasts", lasts(names, condition)),
        EventKind::ObjectAfflicted { name, condition, .. } => Line::new("gained")
            .with("what", name.as_str())
            .with("condition", condition.id.as_str())
            .with("size", condition.size)
            .with("lasts", lasts(names, condition)),
        EventKind::ObjectRelieved { name, condition, .. } => {
            Line::new("lost").with("what", name.as_str()).with("condition", condition.id.as_str())
        }
        EventKind::Relieved { unit, condition, .. } => Line::new("lost")
            .with("who", names.unit(*unit))
            .with("condition", condition.id.as_str())
            .with("part", part(condition)),
        EventKind::Form { unit, sheet, change, .. } => Line::new("form")
            .with("of", names.unit(*unit))
            .with("is", sheet.kind.as_str())
            .with("change", snake(change)),
        EventKind::Spawned(unit) => {
            let line = Line::new("spawned")
                .with("who", names.unit(unit.id()))
                .with("role", unit.identity.role.as_str())
                .with("side", names.side(unit.side()))
                .with("at", place_words(unit.placement.at));
            match unit.identity.maker {
                Some(maker) => line.with("by", names.unit(maker)),
                None => line,
            }
        }
        EventKind::Linked { unit, link } => Line::new("linked")
            .with("who", names.unit(*unit))
            .with("to", names.unit(link.to))
            .with("tie", link.kind.as_str()),
        EventKind::Sighted { sighting, change } => Line::new("sighted")
            .with("side", names.side(sighting.side))
            .with("who", names.unit(sighting.unit))
            .with(
                "change",
                match change {
                    Sight::Appears => "appears",
                    Sight::Moves => "moves",
                    Sight::Vanishes => "vanishes",
                    Sight::Missed => "missed",
                },
            ),
        EventKind::Unlinked { unit, link } => Line::new("unlinked")
            .with("who", names.unit(*unit))
            .with("to", names.unit(link.to))
            .with("tie", link.kind.as_str()),
        _ => return None,
    })
}

/// Changes of the board.
fn board_line(_: &Names, event: &Event) -> Option<Line> {
    Some(match &event.what {
        EventKind::Board(BoardChange::Edge { cell, side, floor, to, .. }) => {
            let line = Line::new("edge").with("at", *cell).with("side", format!("{side:?}"));
            let line = floor.iter().fold(line, |line, floor| line.with("floor", floor.to_string()));
            line.with("open", to.is_some_and(|edge| edge.open)).with("gone", to.is_none())
        }
        EventKind::Board(BoardChange::VolumeAdded { volume, .. }) => {
            Line::new("zone").with("name", volume.name.as_str())
        }
        EventKind::Board(BoardChange::VolumeGone(_)) => Line::new("zone_over"),
        EventKind::Board(BoardChange::Atmosphere { to, .. }) => Line::new("air")
            .with("weather", to.weather.kind().name())
            .with("rank", to.weather.rank().name())
            .with("airless", to.airless)
            .with("miasma", i32::from(to.miasma)),
        EventKind::Board(BoardChange::ThingGone(_)) => Line::new("broken"),
        EventKind::Board(BoardChange::ThingMoved { thing, .. }) => {
            Line::new("thing").with("kind", thing.kind.spec().name).with("at", thing.cell)
        }
        EventKind::Board(BoardChange::Laid(lying)) => {
            let line = Line::new("laid").with("item", lying.item.as_str()).with("at", lying.cell);
            lying.floor.iter().fold(line, |line, floor| line.with("floor", floor.to_string()))
        }
        EventKind::Board(BoardChange::Taken(lying)) => {
            let line = Line::new("taken").with("item", lying.item.as_str()).with("at", lying.cell);
            lying.floor.iter().fold(line, |line, floor| line.with("floor", floor.to_string()))
        }
        _ => return None,
    })
}

/// Events of the clock.
fn clock_line(names: &Names, event: &Event) -> Option<Line> {
    Some(match &event.what {
        EventKind::TurnBegan { unit, round } => {
            Line::new("turn").with("of", names.unit(*unit)).with("round", *round)
        }
        EventKind::TurnEnded { unit, .. } => Line::new("turn_over").with("of", names.unit(*unit)),
        EventKind::Phase { round, name } => {
            Line::new("phase").with("name", name.as_str()).with("round", *round)
        }
        EventKind::Slots(slots) => {
            let members = slots.iter().flat_map(|s| &s.members);
            Line::new("order").with("is", members.map(|u| names.unit(*u)).collect::<Vec<_>>())
        }
        EventKind::Slot(change) => return slot_line(names, change),
        EventKind::Over(verdict) => {
            let winner = verdict.winner.map_or_else(String::new, |side| names.side(side));
            Line::new("over").with("winner", winner)
        }
        EventKind::Aftermath => Line::new("aftermath"),
        EventKind::Goals(_) => Line::new("goals"),
        EventKind::Story { text, .. } => Line::new("story").with("text", text.as_str()),
        _ => return None,
    })
}

/// A change of the turn order; `None` for slots that begin and end with turns.
fn slot_line(names: &Names, change: &SlotChange) -> Option<Line> {
    let line = |how: &str, at: usize, who: &[UnitId]| {
        let who: Vec<String> = who.iter().map(|u| names.unit(*u)).collect();
        Line::new("slot").with("change", how).with("at", at_words(at)).with("who", who)
    };
    let extra = |line: Line, extra: &Option<Extra>| match extra {
        Some(extra) => line.with("act", extra.name.as_str()),
        None => line,
    };
    match change {
        SlotChange::Insert(at, slot) => Some(extra(line("added", *at, &slot.members), &slot.extra)),
        SlotChange::Remove(at, slot) => {
            Some(extra(line("removed", *at, &slot.members), &slot.extra))
        }
        SlotChange::Move { to, members, .. } => Some(line("moved", *to, members)),
        SlotChange::Pass { at, from, to, extra: act } => {
            let line = line("passed", *at, &[*to]).with("from", names.unit(*from));
            Some(extra(line, act))
        }
        SlotChange::State(..) | SlotChange::Active(_) => None,
    }
}

/// A position in the turn order, counted from 1 as in files.
fn at_words(at: usize) -> i32 {
    i32::try_from(at.saturating_add(1)).unwrap_or(i32::MAX)
}

/// Terms as a list in brackets: `[+4 potency, -6 physical armor]`.
pub fn terms_in_words<'a>(terms: impl Iterator<Item = &'a Term>) -> String {
    let words: Vec<String> = terms.map(|t| format!("{:+} {}", t.value, t.label)).collect();
    format!("[{}]", words.join(", "))
}

fn rules<'a>(ids: impl Iterator<Item = &'a RuleId>) -> Vec<String> {
    ids.map(ToString::to_string).collect()
}

/// A target as text: a combatant's name, a cell, "E of (3,4)".
fn target(names: &Names, target: Target) -> String {
    match target {
        Target::Unit(unit) => names.unit(unit),
        Target::Place(place) => place.to_string(),
        Target::Floor(at) => at.to_string(),
        Target::Edge(EdgeAt { cell, side, floor }) => {
            let above = floor.map(|floor| format!(" at {floor}")).unwrap_or_default();
            format!("{side:?} of {cell}{above}")
        }
        Target::Thing(thing) => format!("thing {}", thing.0),
        Target::Direction(dir) => format!("towards {dir:?}"),
        Target::Part(unit, part) => format!("{} of {}", part, names.unit(unit)),
    }
}

fn place_words(place: Place) -> Value {
    place.cell().map_or_else(|| Value::Text(format!("{place:?}")), Value::from)
}

/// The part of the body that a condition affects; an empty text for the whole body.
fn part(condition: &Condition) -> &str {
    condition.part.as_ref().map_or("", Key::as_str)
}

/// The duration of a condition, as scenario files write it.
pub fn lasts(names: &Names, condition: &Condition) -> String {
    expiry(names, &condition.expiry)
}

fn expiry(names: &Names, expiry: &Expiry) -> String {
    match expiry {
        Expiry::Battle => "battle".to_owned(),
        Expiry::Hits(n) => format!("hits {n}"),
        Expiry::Slots { of, left } => format!("rounds {left} of {}", names.unit(*of)),
        Expiry::TurnEnds { of, left } => format!("turns {left} of {}", names.unit(*of)),
        Expiry::Rounds(n) => format!("round ends {n}"),
        Expiry::Until(what) => format!("until {what}"),
    }
}

/// The name of an enum value in snake case.
pub fn snake(value: &impl serde::Serialize) -> String {
    ron::to_string(value).unwrap_or_default().to_lowercase()
}
