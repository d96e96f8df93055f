//! Prepared actions: set in their owner's turn, triggered by what other units do (PR-68 to PR-87).
//! The owner's reaction is in [`react`](super::react).
//!
//! All sides see that a unit prepares an action. The action and its trigger are known only to the
//! unit's own side until it is carried out.

use crate::step::{Cause, Outcome, Prepare, React, Setting, Step};
use grid::{FloorAt, Hm, Place, SupportKind, UnitId};
use rules::Key;
use rules::event::{Event, EventKind, MoveKind};
use rules::kit::{area, events};
use rules::ruleset::{Ctx, Entry};
use rules::state::{Armed, Expiry, State};

use super::abilities;
use super::budget;
use super::data::{
    Ability, Aim, Content, Delivery, Origin, PreparedPay, Shape, Tag, Timing, Trigger, Who,
};
use super::effects;
use super::energy;
use super::position::Position;
use super::repertoire;
use super::resolve::{self, WILLING};
use super::strike::Strike;

/// Key of standing orders about prepared actions against the unit's own side.
pub const OWN_SIDE: &str = "own_side";
/// What other sides see when an action is prepared.
const SOMETHING: &str = "a prepared action";

/// Sets a prepared action: paid now (PR-77), replacing a pending one (PR-82).
pub fn prepare(content: &Content, ctx: Ctx<'_>, step: &Prepare) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(ability) = repertoire::find(content, unit, step.ability.as_str()) else {
        return nothing;
    };
    let Some(prepared) = ability.prepared else { return nothing };
    let position = Position { content, ctx };
    let Some(strike) = Strike::new(position, unit.id(), &ability) else { return nothing };
    let own = |event: Event| events::secret(unit, event);
    let mut events = vec![
        events::declared(unit, (&Key::of("prepare"), SOMETHING), Vec::new(), "PR-68"),
        own(budget::acted(unit, Timing::Prepared, &ability.id)),
    ];
    if content.rules.prepared_pay == PreparedPay::OnSet {
        events.extend(energy::pay(unit, energy::cost(&strike), SOMETHING, "PR-77"));
    }
    for old in ctx.state.scene.armed.iter().filter(|a| a.owner == unit.id()) {
        events.push(over(ctx.state, old, "another is set", "PR-82"));
    }
    let (area, floor) = match (abilities::watched_shape(&prepared), step.setting) {
        (Some(shape), Setting::Watch(cell)) => {
            let cells = abilities::shape_cells(position, unit.id(), shape, cell);
            let floor = area::watched_floor(ctx, unit.id(), cell.into());
            (cells.into_iter().map(Place::Cell).collect(), floor)
        }
        _ => (Vec::new(), None),
    };
    let expiry = if prepared.lasts_rounds <= 1 {
        Expiry::Rounds(1)
    } else {
        Expiry::Slots { of: unit.id(), left: u16::from(prepared.lasts_rounds) }
    };
    let (id, act) = (ctx.state.scene.next_number, ability.id.clone());
    let trigger = Key::of(trigger_name(prepared.trigger));
    let armed = Armed {
        area,
        floor,
        target: match step.setting {
            Setting::Guard(ally) => Some(ally),
            Setting::Plain | Setting::Watch(_) => None,
        },
        uses: u16::from(prepared.uses),
        ..Armed::new(id, unit.id(), act, trigger, expiry)
    };
    events.push(own(Event::new(EventKind::Armed(armed), &["PR-68", "PR-70"])));
    Outcome::done(events)
}

/// The event of a prepared action ending unused. Only its own side sees it, because the others do
/// not know what was prepared.
pub fn over(state: &State, armed: &Armed, why: &str, rule: &'static str) -> Event {
    secret(state, armed, events::disarmed(armed.id, true, why, rule))
}

/// Restricts an event to the side of a prepared action's owner.
pub fn secret(state: &State, armed: &Armed, event: Event) -> Event {
    Event { seen_by: state.unit(armed.owner).map(|u| vec![u.side()]), ..event }
}

/// Questions a side can be asked: the prepared actions of its combatants, and general ones.
pub fn askable(content: &Content, ctx: Ctx<'_>, side: grid::SideId) -> Vec<Entry> {
    let mut list: Vec<Entry> = Vec::new();
    let mut catches_all = false;
    for unit in ctx.state.of_side(side).filter(|u| u.status.is_present()) {
        for ability in repertoire::all(content, unit).filter(|a| a.prepared.is_some()) {
            catches_all |= matches!(ability.aim, Aim::One { who: Who::Any | Who::Other, .. });
            if list.iter().all(|e| e.id != ability.id) {
                list.push(Entry::new(&ability.id, &ability.name, &ability.text));
            }
        }
    }
    let entry = |id, name, text| Entry::new(&Key::of(id), name, text);
    if catches_all {
        let text = "Carry out a prepared action when a unit of your own side triggers it?";
        list.push(entry(OWN_SIDE, "Triggered by own side", text));
    }
    let text = "Let abilities of your own side, such as a push, succeed without a roll?";
    list.push(entry(WILLING, "Willing", text));
    list
}

const fn trigger_name(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::MovesIntoOutWithin(_) => "moves_into_out_within",
        Trigger::MovesInto(_) => "moves_into",
        Trigger::AllyTargeted => "ally_targeted",
        Trigger::ResolvedOnMe => "resolved_on_me",
        Trigger::UsesTechnique => "uses_technique",
    }
}

/// A possible trigger.
enum Moment<'a> {
    /// A unit took a step, with its place and the height of its feet before and after.
    Moved { who: UnitId, from: (Place, Hm), to: (Place, Hm), jumps: bool },
    /// An ability was announced.
    Declared { by: UnitId, ability: &'a Ability, targets: &'a [UnitId] },
    /// An ability was resolved on one target, hit or miss.
    Resolved { by: UnitId, ability: &'a Ability, on: UnitId },
}

/// Reactions triggered by the events of a step, in the turn order of their owners (PR-78).
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    if ctx.state.scene.armed.is_empty() {
        return Vec::new();
    }
    let mut steps = Vec::new();
    for event in events {
        match &event.what {
            EventKind::Moved { unit, from, to, from_feet, to_feet, manner, support, .. } => {
                // A careful step triggers nothing (PR-86).
                let own = matches!(manner, MoveKind::Walk | MoveKind::Fly | MoveKind::Leap)
                    && !matches!(step, Step::CarefulStep(_));
                let forced =
                    matches!(manner, MoveKind::Forced | MoveKind::Carried | MoveKind::Fall);
                if own || (content.rules.forced_move_triggers && forced) {
                    let jumps = *manner == MoveKind::Walk && *support == SupportKind::Nothing;
                    let (from, to) = ((*from, *from_feet), (*to, *to_feet));
                    let moment = Moment::Moved { who: *unit, from, to, jumps };
                    steps.extend(reactions_to(content, ctx, &moment));
                }
            }
            EventKind::Declared { act, unit, targets, .. } if matches!(step, Step::Act(_)) => {
                let ability =
                    ctx.unit(*unit).and_then(|u| repertoire::find(content, u, act.as_str()));
                if let Some(ability) = &ability {
                    let moment = Moment::Declared { by: *unit, ability, targets };
                    steps.extend(reactions_to(content, ctx, &moment));
                }
            }
            _ => {}
        }
    }
    if let Step::Act(act) = step
        && let Some((by, on)) = resolve::just_resolved(act, events)
    {
        let user = ctx.unit(by);
        let ability = user.and_then(|u| repertoire::find(content, u, act.ability.as_str()));
        if let Some(ability) = &ability {
            steps.extend(reactions_to(content, ctx, &Moment::Resolved { by, ability, on }));
        }
    }
    steps
}

/// The reactions triggered at one moment.
fn reactions_to(content: &Content, ctx: Ctx<'_>, moment: &Moment<'_>) -> Vec<Step> {
    let slots = &ctx.state.scene.clock.slots;
    let place =
        |id: UnitId| slots.iter().position(|s| s.members.contains(&id)).unwrap_or(usize::MAX);
    let mut found: Vec<(usize, Step)> = Vec::new();
    for armed in &ctx.state.scene.armed {
        // Never in the owner's own turn (PR-69).
        if ctx.state.scene.clock.active.contains(&armed.owner) {
            continue;
        }
        if let Some(against) = triggered_by(content, ctx, armed, moment) {
            let cause = match moment {
                Moment::Declared { by, ability, .. } | Moment::Resolved { by, ability, .. } => {
                    Some(Cause { ability: ability.id.clone(), by: *by })
                }
                Moment::Moved { .. } => None,
            };
            let (unit, frame) = (armed.owner, ctx.frame);
            let react = React { unit, armed: armed.id, target: against, frame, cause };
            found.push((place(armed.owner), react.into()));
        }
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, step)| step).collect()
}

/// The target of a prepared action if this moment triggers it: the unit that moved or used an
/// ability, or the unit to be guarded.
fn triggered_by(
    content: &Content,
    ctx: Ctx<'_>,
    armed: &Armed,
    moment: &Moment<'_>,
) -> Option<UnitId> {
    let owner = ctx.unit(armed.owner)?;
    let ability = repertoire::find(content, owner, armed.act.as_str())?;
    let trigger = ability.prepared?.trigger;
    let position = Position { content, ctx };
    let Aim::One { who: kind, span } = ability.aim else { return None };
    let strike = Strike::new(position, armed.owner, &ability)?;
    let suits = |who: UnitId| abilities::suits(position, armed.owner, who, kind);
    let near = |who: UnitId| strike.within(who, span);
    match (trigger, moment) {
        (
            Trigger::MovesIntoOutWithin(shape) | Trigger::MovesInto(shape),
            Moment::Moved { who, from, to, jumps },
        ) => {
            if !suits(*who) {
                return None;
            }
            let into_only = matches!(trigger, Trigger::MovesInto(_));
            let body = position.body(*who)?;
            let inside = |p: Position<'_>| match shape {
                Shape::WithinReach(span) => {
                    Strike::new(p, armed.owner, &ability).is_some_and(|s| s.within(*who, span))
                }
                _ => is_watched(p, armed, *who),
            };
            let inside_at = |(place, feet): (Place, Hm)| {
                let field = ctx.field.with_body(body.moved(place, feet));
                inside(Position { content, ctx: Ctx { field: &field, ..ctx } })
            };
            let was = || inside_at(*from);
            // A unit jumping down enters the square below, not the air above it (PR-398).
            let bottom = || (to.0, body.feet - effects::altitude(position, *who));
            // Of a leap, every square counts, not only the landing (PR-133).
            let is = inside_at(*to) || (*jumps && inside_at(bottom()));
            // Straight up or down does not enter a square: only crossing the area's border counts
            // (PR-453).
            let enters = to.0 != from.0;
            let met = match (into_only, enters) {
                (true, _) => is && !was(),
                (false, true) => is || was(),
                (false, false) => is != was(),
            };
            met.then_some(*who)
        }
        (Trigger::AllyTargeted, Moment::Declared { by, ability: used, targets }) => {
            let attack = used.against.resistance(Delivery::Melee).is_some();
            let guarded = armed.target.filter(|t| targets.contains(t) && suits(*t) && near(*t))?;
            (attack && ctx.state.are_foes(*by, armed.owner)).then_some(guarded)
        }
        (Trigger::UsesTechnique, Moment::Declared { by, ability: used, .. }) => {
            let technique = used.is(Tag::Magic) && used.origin == Origin::Technique;
            (technique && suits(*by) && near(*by)).then_some(*by)
        }
        (Trigger::ResolvedOnMe, Moment::Resolved { by, ability: used, on }) => {
            let blow = Strike::new(position, *by, used)?.delivery() == Delivery::Melee;
            let meant = *on == armed.owner && blow && used.is_damaging();
            (meant && suits(*by) && near(*by)).then_some(*by)
        }
        _ => None,
    }
}

/// True if any part of a body is in the watched squares, below the height that ends adjacency:
/// areas have a height (PR-87, PR-204). With several floors, the one nearest to its owner's feet
/// when it was set is watched.
fn is_watched(position: Position<'_>, armed: &Armed, who: UnitId) -> bool {
    let Some(body) = position.body(who) else { return false };
    let board = position.ctx.field.board();
    let limit = position.content.rules.adjacency_break;
    let floors = armed.floors(board);
    let near =
        |at: &FloorAt| at.point(board).is_some_and(|floor| (body.feet - floor.feet).abs() < limit);
    body.cells().any(|cell| floors.iter().any(|at| at.cell == cell && near(at)))
}
