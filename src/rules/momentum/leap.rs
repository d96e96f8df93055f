//! Jumping over gaps, low walls and creatures that are not too tall (MO-291, MO-292, MO-420).

use crate::step::{Descent, Jump, Outcome, Ran, Step};
use grid::{Body, Cell, FloorAt, Hm, Move, Passage, Room, Rough, Site, SupportKind, UnitId};
use rules::Refusal;
use rules::command::Target;
use rules::event::{Event, EventKind, MoveKind};
use rules::kit::{area, events};
use rules::oracle::Oracle;
use rules::ruleset::Ctx;
use rules::state::{Posture, Unit};

use super::attachments;
use super::budget::{self, Budget, Strides};
use super::data::Skill;
use super::going::{PASS, lost_square, run_into};
use super::hazard;
use super::held;
use super::hidden;
use super::names::Words;
use super::numbers::half;
use super::position::Position;
use super::react;
use super::walk::{Obstruction, Prices};

/// The act of jumping.
pub const LEAP: Words = Words {
    act: "leap",
    name: "Jump",
    text: "Jump over a gap, or over a creature that is not too tall.",
};

/// Length and height of a combatant's jump (MO-292), halved on difficult ground (MO-291).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Length in metres.
    pub long: i32,
    /// Height in half metres: half the length.
    pub high: Hm,
}

/// A planned jump.
pub struct Leap {
    /// The space that the jumper takes up over each square of its path; the last is over the
    /// landing.
    rooms: Vec<Room>,
    landing: Site,
    /// The movement that has to be bought for it.
    pub strides: Strides,
}

/// Length and height of a jump from the combatant's position.
pub fn range(position: Position<'_>, unit: &Unit) -> Option<Range> {
    let numbers = position.numbers(unit.id())?;
    let athletics = numbers.creature().entry.skills.of(Skill::Athletics);
    let room = position.body(unit.id()).and_then(Body::room)?;
    let ground = position.ctx.field.ground(room, unit.id()).ok()?;
    let difficult = ground.rough != Rough::None || ground.slippery > 0 || ground.depth > Hm::ZERO;
    let whole = position.content.rules.jump_base + half(athletics);
    let long = if difficult { half(whole) } else { whole };
    Some(Range { long, high: Hm(long) })
}

/// Checks whether a combatant can jump at all right now.
///
/// # Errors
/// Why not.
pub fn check_use(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let refuse = |code, text| Err(Refusal::new(code, text, "MO-292"));
    let budget = Budget::of(position.content, unit);
    let Some(budget) = budget.filter(|b| b.basic() > 0) else {
        return refuse("no_movement", "its Basic Movement is 0");
    };
    let on_feet = matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing);
    if unit.placement.posture == Posture::Prone || !on_feet {
        return refuse("no_footing", "it must stand on solid ground to jump");
    }
    if unit.links.0.iter().any(|l| l.kind == *super::marks::GRAB_LINK) {
        return refuse("burdened", "it cannot jump while it holds a creature");
    }
    if budget.metres() - budget.spent() < 1 && budget.most_strides() == 0 {
        return refuse("no_movement", "no movement is left");
    }
    Ok(())
}

/// The cells to consider.
pub fn candidates(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Some(range) = range(position, unit) else { return Vec::new() };
    let Some(room) = position.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let reach = u16::try_from(range.long).unwrap_or_default();
    let board = position.ctx.field.board();
    area::with_floors(board, grid::shape::radius(board, room, reach))
}

/// Checks a jump to a cell: it must be in range, pass through open air at a height that the jumper
/// reaches, and land on ground that is free as far as the jumper's side knows.
///
/// # Errors
/// Why not.
pub fn check(position: Position<'_>, unit: &Unit, to: FloorAt) -> Result<Leap, Refusal> {
    hidden::as_known(position.ctx, unit.side(), |ctx| plan(Position { ctx, ..position }, unit, to))
}

fn plan(position: Position<'_>, unit: &Unit, to: FloorAt) -> Result<Leap, Refusal> {
    let refuse = |code, text: String| Refusal::new(code, text, "MO-292");
    let ctx = position.ctx;
    let off = || refuse("not_on_board", "it is not on the board".into());
    let range = range(position, unit).ok_or_else(off)?;
    let room = position.body(unit.id()).and_then(Body::room).ok_or_else(off)?;
    let cell = to.cell;
    let metres = cell.chebyshev(room.cell);
    if cell == room.cell || metres > range.long {
        return Err(refuse("out_of_range", format!("it can jump {} m at most", range.long)));
    }
    let site = ctx.field.site_on(room.at(cell, room.feet), to.floor, unit.id());
    let landing = site.map_err(|e| refuse("blocked", e.to_string()))?;
    let prices = Prices::new(position.content, ctx, unit, Descent::Usual).ok_or_else(off)?;
    if prices.taken_by(room.at(cell, landing.feet)).is_some() {
        return Err(Refusal::new("occupied", "that square is occupied", "MO-298"));
    }
    position.check_fear(unit.id(), room.at(cell, landing.feet))?;
    let rise = landing.feet - room.feet;
    if rise > range.high {
        return Err(refuse("too_high", format!("it can jump {} high at most", range.high)));
    }
    // The lowest height that clears all creatures; if none does, the lowest that passes those that
    // are too tall (MO-420).
    let low = rise.max(Hm::ZERO);
    let heights = (low.0..=range.high.0.max(low.0)).map(Hm);
    let mut found = None;
    let mut why = None;
    for height in heights {
        match arc(position, unit, &prices, room, cell, height) {
            Ok((rooms, 0)) => {
                found = Some(rooms);
                break;
            }
            Ok((rooms, _)) => found = found.or(Some(rooms)),
            Err(text) => why = Some(text),
        }
    }
    let blocked = || refuse("blocked", why.unwrap_or_else(|| "something is in the way".into()));
    let rooms = found.ok_or_else(blocked)?;
    let spent = prices.budget.spent() + i32::try_from(rooms.len()).unwrap_or(i32::MAX);
    let missing = prices.budget.missing(spent);
    if missing > prices.budget.most_strides() {
        return Err(refuse("too_far", "not enough movement and AP".into()));
    }
    Ok(Leap { rooms, landing, strides: prices.budget.strides(missing) })
}

/// The rooms of a jump at a height above its start, and the number of enemies in them.
fn arc(
    position: Position<'_>,
    unit: &Unit,
    prices: &Prices<'_>,
    from: Room,
    to: Cell,
    height: Hm,
) -> Result<(Vec<Room>, usize), String> {
    let field = position.ctx.field;
    let feet = from.feet + height;
    let (dx, dy) = (i32::from(to.x - from.cell.x), i32::from(to.y - from.cell.y));
    let squares = dx.abs().max(dy.abs());
    let mut here = from.at(from.cell, feet);
    field.ground(here, unit.id()).map_err(|e| e.to_string())?;
    let (mut rooms, mut met) = (Vec::new(), 0);
    for i in 1..=squares {
        // The cell nearest to the line between the two centres.
        let along = |d: i32| (2 * d * i + squares).div_euclid(2 * squares);
        let (x, y) = (i16::try_from(along(dx)), i16::try_from(along(dy)));
        let (Ok(x), Ok(y)) = (x, y) else { return Err("too far".into()) };
        let cell = from.cell.offset(x, y);
        let facts = field
            .step_from(unit.id(), here, Move::Fly { to: cell, feet })
            .map_err(|e| e.to_string())?;
        if facts.passage != Passage::Free {
            return Err("something is in the way".into());
        }
        met += facts.occupants().filter(|b| prices.meets(b) == Obstruction::Enemy).count();
        here = facts.to;
        rooms.push(here);
    }
    Ok((rooms, met))
}

/// Jumps square by square through the air, so that the jumper does not fall midway. It gets past an
/// enemy that is too tall by an opposed check; if it fails, the jump ends in front of that enemy
/// (MO-295, MO-420).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice are missing.
pub fn run(position: Position<'_>, step: &Jump, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let Ok(leap) = check(position, unit, step.to) else { return nothing };
    if !step.warned {
        // Acts held for a step are triggered where the jump starts, not along its path.
        let mut blows = struck_at(position, unit, &leap);
        blows.extend(held::leaving(position, unit.id()));
        if !blows.is_empty() {
            let warned = Jump { warned: true, ..*step };
            return Ok(Outcome::after(Vec::new(), blows, Some(warned.into())));
        }
    } else if !unit.is_active() || check_use(position, unit).is_err() {
        return nothing;
    }
    let Some(prices) = Prices::new(content, ctx, unit, Descent::Usual) else { return nothing };
    let Some(from) = ctx.field.body(unit.id()).and_then(Body::room) else { return nothing };
    let mut events = Vec::new();
    let mut here = from;
    let mut passed = Vec::new();
    let mut spent = prices.budget.spent();
    let mut stopped = false;
    for (i, room) in leap.rooms.iter().enumerate() {
        spent += 1;
        let lands = i + 1 == leap.rooms.len();
        let unseen = in_the_way(ctx, &prices, unit, *room, lands.then_some(leap.landing.feet));
        events.extend(run_into(ctx, unit, &unseen, None));
        stopped |= !unseen.is_empty();
        for body in ctx.field.bodies_overlapping(*room, unit.id()) {
            if unseen.contains(&body.id) {
                continue;
            }
            let enemy = ctx.unit(body.id).filter(|_| prices.meets(body) == Obstruction::Enemy);
            let Some(enemy) = enemy.filter(|e| !passed.contains(&e.id())) else { continue };
            let (won, rolls) = PASS.make(position, unit, enemy, oracle)?;
            events.extend(rolls);
            passed.push(enemy.id());
            stopped |= !won;
        }
        if stopped {
            break;
        }
        let below = from.feet - leap.landing.feet > content.rules.free_step;
        let (feet, support) = match (lands, below) {
            (true, false) => (leap.landing.feet, leap.landing.ground.support),
            // Landing lower than a free step below is a fall from the starting height.
            (true, true) => (from.feet, SupportKind::Nothing),
            (false, _) => (room.feet, SupportKind::Nothing),
        };
        let to = Room { feet, ..*room };
        events.push(moved(unit, here, to, support));
        here = to;
    }
    if stopped {
        // The square that it does not enter costs what a failed check costs (MO-297).
        spent = lost_square(content, &prices, spent - 1, spent).unwrap_or(spent - 1);
    }
    if stopped && here.cell != from.cell {
        // It comes down where it was stopped, from at most the starting height.
        let feet = here.feet.min(from.feet);
        let to = here.at(here.cell, feet);
        events.push(moved(unit, here, to, SupportKind::Nothing));
        here = to;
    }
    if here != from {
        // The riders go the whole way at once (MO-111).
        events.extend(attachments::carry(ctx, unit, from, here));
    }
    events.push(budget::moved(unit, spent));
    let lands = !stopped && events.iter().any(|e| lands_on(e, &leap));
    let harm = hazard::step(unit.id(), &leap.landing.ground).filter(|_| lands);
    Ok(Outcome::after(events, harm.into_iter().collect(), None))
}

/// Reaction strikes by enemies whose reach the jump leaves anywhere along its path; each strikes
/// once (MO-361).
fn struck_at(position: Position<'_>, unit: &Unit, leap: &Leap) -> Vec<Step> {
    let Position { content, ctx } = position;
    let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
    let mut blows: Vec<Step> = Vec::new();
    let mut here = body.clone();
    for room in &leap.rooms {
        let field = ctx.field.with_body(here);
        let steps = react::leaving(content, Ctx { field: &field, ..ctx }, unit, *room);
        for step in steps {
            if !blows.iter().any(|known| known.unit() == step.unit()) {
                blows.push(step);
            }
        }
        here = body.moved(room.cell, room.feet);
    }
    blows
}

/// Units unknown to the jumper's side that are in a room of the path, or where it lands (MO-125).
fn in_the_way(
    ctx: Ctx<'_>,
    prices: &Prices<'_>,
    unit: &Unit,
    room: Room,
    landing: Option<Hm>,
) -> Vec<UnitId> {
    let rooms = [Some(room), landing.map(|feet| Room { feet, ..room })];
    let mut met: Vec<UnitId> = Vec::new();
    for room in rooms.into_iter().flatten() {
        let bodies = ctx.field.bodies_overlapping(room, unit.id());
        let hidden = bodies.filter(|b| !hidden::is_known(ctx, unit.side(), b.id));
        let new: Vec<UnitId> = hidden
            .filter(|b| prices.meets(b) != Obstruction::Free && !met.contains(&b.id))
            .map(|b| b.id)
            .collect();
        met.extend(new);
    }
    met
}

fn lands_on(event: &Event, leap: &Leap) -> bool {
    matches!(&event.what, EventKind::Moved { to_feet, support, .. }
        if *to_feet == leap.landing.feet && *support == leap.landing.ground.support)
}

fn moved(unit: &Unit, from: Room, to: Room, support: SupportKind) -> Event {
    let metres = i32::from(from.cell != to.cell);
    events::moved(unit, (from, to), support, (MoveKind::Leap, metres), &["MO-292"])
}
