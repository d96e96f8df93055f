//! Getting past obstacles: leaping over gaps, and breaking down objects and walls where no other
//! path leads to the fight.

use std::cell::RefCell;

use grid::{Cell, Dir, EdgeAt, Footing, Hm, Material, Passage};
use rules::Key;
use rules::command::{Command, Target};
use rules::estimate::ActSummary;
use rules::object::Object;

use super::acts;
use super::distance_field::{DistanceField, Distances, Limits, Skills, UNREACHED, passage};
use super::toll;
use super::view::View;

/// The cost of one act, in squares of walking.
const SQUARES_PER_USE: u16 = 6;
/// Maximum cost of breaking something down, in squares.
const MAX_BREACH_COST: u16 = 24;
/// A path on foot counts as long if it exceeds twice the straight line by this many squares.
const LONG_DETOUR: u32 = 8;
/// Minimum saving that justifies a leap or a breach, in squares.
const MIN_SAVING: u16 = 6;

/// Maximum loss that a leap may cost the unit, in thousandths of its life.
const MAX_TOLL: i64 = 100;

/// What a step of a path needs besides walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feat {
    /// A leap to this cell.
    Leap(Cell),
    /// An object to break down first.
    Breach(Object),
}

/// What undamaged objects of equal resistance have in common: kind and material.
type Like = (&'static str, Material);

/// True if the way on foot is a long detour, or does not exist.
pub fn is_long(view: &View<'_>, ends: &[(Cell, Option<Hm>)], on_foot: u16) -> bool {
    let straight = ends.iter().map(|(end, _)| end.chebyshev(view.room.cell)).min();
    straight.is_some_and(|straight| u32::from(on_foot) > 2 * straight.unsigned_abs() + LONG_DETOUR)
}

/// A distance field with leaps and breaches, for when no walk leads to the fight or only a long
/// detour does. `None` if walking is good enough, or the combatant can neither leap nor breach.
pub fn distances<'r>(
    view: &View<'_>,
    detours: &'r mut DistanceField,
    ends: &[(Cell, Option<Hm>)],
    on_foot: u16,
) -> Option<Distances<'r>> {
    let from = view.room.cell;
    if view.room.size > 1 || !is_long(view, ends, on_foot) {
        return None;
    }
    let leaps = view.summaries.iter().filter(|m| m.leaps).map(|m| m.span).max().unwrap_or(1);
    // Undamaged objects of one kind and material have the same resistance.
    let known: RefCell<Vec<(Like, Option<u8>)>> = RefCell::default();
    let board = &view.ctx.state.scene.board;
    let breach = |object: Object| {
        let kind = (object.kind(board)?, object.material(board)?);
        let whole = object.suffered(view.ctx.state) == 0;
        let found = known.borrow().iter().find(|(k, _)| *k == kind).map(|(_, cost)| *cost);
        if let Some(cost) = found.filter(|_| whole) {
            return cost;
        }
        let breach = view.rules.breach(view.ctx, view.me.id(), object);
        let cost = breach.map(|b| b.uses.saturating_mul(SQUARES_PER_USE).min(MAX_BREACH_COST));
        let cost = cost.and_then(|cost| u8::try_from(cost).ok());
        if whole {
            known.borrow_mut().push((kind, cost));
        }
        cost
    };
    let taken = |cell: Cell| view.ctx.field.bodies_in(cell).next().is_some();
    let skills = Skills { leap: leaps, taken: &taken, breach: &breach };
    let past = detours.to(board, Some(skills), ends.iter().copied(), (from, view.room.feet));
    let there = past.from_at(from, view.room.feet);
    let saves = on_foot == UNREACHED || there.saturating_add(MIN_SAVING) < on_foot;
    (there != UNREACHED && saves).then_some(past)
}

/// The act besides walking that a step of a path needs, if any.
pub fn feat(view: &View<'_>, from: Cell, to: Cell) -> Option<Feat> {
    if from.chebyshev(to) > 1 {
        return Some(Feat::Leap(to));
    }
    let (board, limits) = (view.ctx.field.board(), Limits::under(view.rules));
    let edge = Dir::towards(i32::from(to.x - from.x), i32::from(to.y - from.y))
        .filter(|dir| Dir::SIDES.contains(dir))
        .filter(|dir| board.edge(from, *dir).is_some_and(|e| passage(e, limits) == Passage::Closed))
        .and_then(|dir| Object::of(Target::Edge(EdgeAt::ground(from, dir))));
    let thing = board.thing_in(to).filter(|(_, t)| t.footing() == Footing::Blocks);
    edge.or(thing.map(|(id, _)| Object::Thing(id))).map(Feat::Breach)
}

/// False if a leap costs the unit too much by its odds: it may fall or hurt itself.
fn is_cheap(view: &View<'_>, leap: &Command) -> bool {
    toll::by_odds(view, leap).is_none_or(|loss| loss <= MAX_TOLL)
}

/// The next leap or blow on the path, if one is due and the rules allow it now.
pub fn next(view: &View<'_>, distances: &Distances<'_>) -> Option<Command> {
    let (id, from) = (view.me.id(), view.room.cell);
    if distances.is_on_deck(from, view.room.feet) {
        return None;
    }
    let free = |cell: Cell| view.ctx.field.bodies_in(cell).next().is_none();
    let first = distances.descend(from, 1, free).first().copied();
    // A foe may stand right behind the obstacle.
    let to = first.or_else(|| distances.descend(from, 1, |_| true).first().copied())?;
    let command = match feat(view, from, to)? {
        Feat::Leap(cell) => {
            let leaps = view.summaries.iter().filter(|m| m.leaps && m.open);
            let mut summaries: Vec<&ActSummary> = leaps.collect();
            summaries.sort_by_key(|summary| summary.cost);
            let leap = |act: Key| acts::act(id, act, vec![Target::Place(cell.into())]);
            let mut leaps = summaries.into_iter().map(|summary| leap(summary.act.clone()));
            leaps.find(|command| view.allows(command) && is_cheap(view, command))?
        }
        Feat::Breach(object) => {
            let breach = view.rules.breach(view.ctx, id, object)?;
            acts::act(id, breach.act, vec![object.target()])
        }
    };
    view.allows(&command).then_some(command)
}
