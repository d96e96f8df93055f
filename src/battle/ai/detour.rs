//! What is in the way, and getting past it: leaps over gaps, and things and walls broken down where
//! no other way leads to the fight.

use std::cell::RefCell;

use crate::grid::{Cell, Dir, Footing, Passage};
use crate::rules::command::{Command, Target};
use crate::rules::engine;
use crate::rules::object::Object;

use super::acts;
use super::distance_field::{DistanceField, Distances, Skills, UNREACHED};
use super::view::View;

/// One act is worth so many squares of walking.
const SQUARES_PER_USE: u16 = 6;
/// The most that breaking something down counts, in squares.
const MOST: u16 = 24;
/// A way on foot is long when it is this much longer than twice the straight line, in squares.
const LONG: u32 = 8;
/// A leap or a breach has to save this many squares.
const SAVING: u16 = 6;

/// What stands between one cell and the next one of a way, if it takes more than a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feat {
    /// A leap to that cell.
    Leap(Cell),
    /// Something to be broken down first.
    Breach(Object),
}

/// Roads with leaps and breaches, where those on foot lead nowhere or far round: nothing where they
/// do not, or where the combatant can do neither.
pub fn roads<'r>(
    view: &View<'_>,
    detours: &'r mut DistanceField,
    ends: &[Cell],
    on_foot: u16,
) -> Option<Distances<'r>> {
    let from = view.room.cell;
    let straight = ends.iter().map(|end| end.chebyshev(from)).min()?;
    let is_long = u32::from(on_foot) > 2 * straight.unsigned_abs() + LONG;
    if view.room.size > 1 || !is_long {
        return None;
    }
    let leaps = view.means.iter().filter(|m| m.leaps).map(|m| m.span).max().unwrap_or(1);
    // Things of one kind withstand the same as long as nobody has struck them.
    let known: RefCell<Vec<(&'static str, Option<u8>)>> = RefCell::default();
    let board = &view.ctx.state.scene.board;
    let breach = |object: Object| {
        let kind = object.kind(board)?;
        let whole = object.suffered(view.ctx.state) == 0;
        let found = known.borrow().iter().find(|(k, _)| *k == kind).map(|(_, toil)| *toil);
        if let Some(toil) = found.filter(|_| whole) {
            return toil;
        }
        let breach = view.rules.breach(view.ctx, view.me.id(), object);
        let toil = breach.map(|b| b.uses.saturating_mul(SQUARES_PER_USE).min(MOST));
        let toil = toil.and_then(|toil| u8::try_from(toil).ok());
        if whole {
            known.borrow_mut().push((kind, toil));
        }
        toil
    };
    let taken = |cell: Cell| view.ctx.field.bodies_in(cell).next().is_some();
    let skills = Skills { leap: leaps, taken: &taken, breach: &breach };
    let past = detours.to(board, Some(skills), ends.iter().copied(), from);
    let there = past.from(from);
    let saves = on_foot == UNREACHED || there.saturating_add(SAVING) < on_foot;
    (there != UNREACHED && saves).then_some(past)
}

/// What a step of a way takes beside walking.
pub fn feat(view: &View<'_>, from: Cell, to: Cell) -> Option<Feat> {
    if from.chebyshev(to) > 1 {
        return Some(Feat::Leap(to));
    }
    let board = view.ctx.field.board();
    let edge = Dir::towards(i32::from(to.x - from.x), i32::from(to.y - from.y))
        .filter(|dir| Dir::SIDES.contains(dir))
        .filter(|dir| board.edge(from, *dir).is_some_and(|e| e.passage() == Passage::Closed))
        .and_then(|dir| Object::of(Target::Edge(from, dir)));
    let thing = board.thing_in(to).filter(|(_, t)| t.kind.spec().footing == Footing::Blocks);
    edge.or(thing.map(|(id, _)| Object::Thing(id))).map(Feat::Breach)
}

/// The leap or blow that comes next on the way, if one does and the rules allow it now.
pub fn next(view: &View<'_>, roads: &Distances<'_>) -> Option<Command> {
    let (id, from) = (view.me.id(), view.room.cell);
    let free = |cell: Cell| view.ctx.field.bodies_in(cell).next().is_none();
    let to = roads.way_down(from, 1, free).first().copied()?;
    let command = match feat(view, from, to)? {
        Feat::Leap(cell) => {
            let means = view.means.iter().find(|m| m.leaps && m.open)?;
            acts::act(id, means.act.clone(), vec![Target::Place(cell.into())])
        }
        Feat::Breach(object) => {
            let breach = view.rules.breach(view.ctx, id, object)?;
            acts::act(id, breach.act, vec![object.target()])
        }
    };
    engine::check_in(view.rules, view.ctx, &command).is_ok().then_some(command)
}
