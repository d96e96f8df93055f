//! Leaping over a gap within a move (PR-133, PR-371).

use crate::step::{self, Down, Outcome};
use grid::{Board, Body, Dir, FloorAt, Move, Passage, Pricing, Room, Site, StepMode, SupportKind};
use rules::Refusal;
use rules::command::Target;
use rules::event::MoveKind;
use rules::fog;
use rules::kit::line::straight;
use rules::kit::{area, events};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Posture, Unit};

use super::budget::{self, Budget};
use super::data::{Ability, Content, Movement};
use super::drag;
use super::grip;
use super::ground;
use super::position::Position;
use super::repertoire;
use super::walk::{MoveState, Prices};

/// A valid leap.
pub struct Leap {
    /// The rooms over the gap, then the landing, one per square.
    rooms: Vec<Room>,
    landing: Site,
    before: MoveState,
    after: MoveState,
}

impl Leap {
    /// True if it turns the move into a run (PR-62).
    pub const fn begins_run(&self) -> bool {
        self.after.running && !self.before.running
    }
}

/// Widest gap in squares, and points per square.
const fn measures(ability: &Ability) -> Option<(u8, i32)> {
    match ability.movement {
        Some(Movement::Leap { gap, cost }) => Some((gap, cost)),
        _ => None,
    }
}

/// Checks a leap to a cell: straight, over at least one square, through open air, onto free ground
/// at most a free step higher, as far as its side knows.
///
/// # Errors
/// Why it is not possible.
pub fn check(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    to: FloorAt,
) -> Result<Leap, Refusal> {
    fog::as_seen(position.ctx, unit.side(), |ctx| {
        check_line(Position { ctx, ..position }, unit, ability, to)
    })
}

fn check_line(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    to: FloorAt,
) -> Result<Leap, Refusal> {
    let refuse = |code, text: String| Refusal::new(code, text, "PR-133");
    let ctx = position.ctx;
    let house = &position.content.rules;
    Budget::of(&unit.turn).check_move()?;
    let wrong = || refuse("wrong_target", "not a valid landing".into());
    let (gap, price) = measures(ability).ok_or_else(wrong)?;
    let room = ctx.field.body(unit.id()).and_then(Body::room).ok_or_else(wrong)?;
    if unit.placement.posture == Posture::Prone
        || !matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing)
    {
        return Err(refuse("no_footing", "a leap needs ground to push off from".into()));
    }
    if drag::dragged(ctx, unit).is_some() {
        return Err(Refusal::new("dragging", "no leaping while dragging", "PR-138"));
    }
    let (dir, squares) = straight(room.cell, to.cell)
        .ok_or_else(|| refuse("not_straight", "a leap must be straight".into()))?;
    if squares < 2 || squares > gap + 1 {
        let text = format!("a leap crosses a gap of 1 to {gap} squares");
        return Err(refuse("wrong_distance", text));
    }
    let blocked = |text: String| Refusal::new("blocked", text, "PR-133");
    let landing = ctx
        .field
        .fits_standing_on(room.at(to.cell, room.feet), to.floor, unit.id())
        .map_err(|e| blocked(e.to_string()))?;
    let rise = landing.feet - room.feet;
    if rise > house.free_step {
        return Err(refuse("too_high", format!("the far side is {rise} higher")));
    }
    // Above the gap, at the height of the higher side.
    let height = room.feet.max(landing.feet);
    let mut rooms = Vec::new();
    let mut here = Room { feet: height, ..room };
    for _ in 0..squares {
        let step = Move::Fly { to: here.cell.step(dir), feet: height };
        let facts =
            ctx.field.step_from(unit.id(), here, step).map_err(|e| blocked(e.to_string()))?;
        if facts.corners > 0 || facts.passage != Passage::Free {
            return Err(blocked("something is in the way".into()));
        }
        if let Some(obstacle) = ctx.field.blocker(facts.to, unit.id()) {
            return Err(blocked(obstacle.to_string()));
        }
        here = facts.to;
        rooms.push(here);
    }
    let prices = Prices::new(position.content, ctx, unit, Down::Easiest).ok_or_else(wrong)?;
    let before = prices.start();
    let after = prices.pay(&before, i32::from(squares) * price, StepMode::Walk)?;
    Ok(Leap { rooms, landing, before, after })
}

/// Possible target cells of a leap, valid or not.
pub fn candidates(board: &Board, unit: &Unit, ability: &Ability) -> Vec<Target> {
    let (Some(cell), Some((gap, _))) = (unit.placement.at.cell(), measures(ability)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for dir in Dir::ALL {
        let mut at = cell.step(dir);
        for _ in 0..gap {
            at = at.step(dir);
            found.push(at);
        }
    }
    area::with_floors(board, found)
}

/// Leaps across all squares at once, so that the leaper does not fall on the way; reactions to any
/// square follow after the landing. A unit that its side did not know of stops it in the air
/// before its square.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &step::Leap,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let position = Position { content, ctx };
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Some(ability) = repertoire::find(content, unit, step.ability.as_str()) else {
        return nothing;
    };
    let Ok(leap) = check(position, unit, &ability, step.to) else { return nothing };
    let Some(from) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    let mut events = Vec::new();
    if leap.begins_run() {
        events.push(budget::runs(unit));
    }
    events.push(budget::moved(unit, leap.after.spent, "PR-133"));
    let squares = i32::try_from(leap.rooms.len()).unwrap_or(1).max(1);
    let price = (leap.after.spent - leap.before.spent) / squares;
    let drop = from.feet - leap.landing.feet;
    let falls = drop > content.rules.free_drop;
    let mut here = from;
    let mut stopped = false;
    for (i, room) in leap.rooms.iter().enumerate() {
        if ctx.field.blocker(*room, unit.id()).is_some() {
            stopped = true;
            let text = format!("{} leaps into an unseen unit", unit.identity.name);
            events.push(events::remark(text, "PR-133"));
            break;
        }
        let lands = i + 1 == leap.rooms.len();
        let (feet, support) = match (lands, falls) {
            (true, false) => (leap.landing.feet, leap.landing.ground.support),
            _ => (room.feet, SupportKind::Nothing),
        };
        let to = Room { feet, ..*room };
        let rules = &["PR-133", "PR-371"];
        events.push(events::moved(unit, (here, to), support, (MoveKind::Leap, price), rules));
        here = to;
    }
    events.extend(grip::release(ctx, unit.id(), "the holder moved"));
    if !falls && !stopped {
        let site = &leap.landing.ground;
        events.extend(ground::hazard(unit, site));
        ground::slip(content, unit, site, leap.after.running, oracle, &mut events)?;
    }
    Ok(Outcome::done(events))
}
