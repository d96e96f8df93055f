//! Doors and hatches on the way to the fight: where it is if all hatches were open, and opening by
//! hand what is in the way.

use std::sync::Arc;

use grid::{Board, Cell, Dir, Edge, EdgeAt, Hm};
use rules::command::{Command, Target};
use rules::state::State;
use rules::{fixture, odds};

use super::acts;
use super::detour::is_long;
use super::distance_field::{DistanceField, Distances, UNREACHED};
use super::view::{Other, View, squares};

/// Maximum number of steps followed to see whether an act opens a hatch.
const RUNS: usize = 64;

/// A board with all hatches open, and the floors that they are while they are closed.
#[derive(Clone, Debug)]
struct Opened {
    /// The board as it is.
    of: Arc<Board>,
    board: Arc<Board>,
    lids: Vec<(Cell, Hm)>,
}

/// The boards with open hatches that were looked at last, and distances over them.
#[derive(Clone, Debug, Default)]
pub struct Hatches {
    opened: Option<Opened>,
    field: DistanceField,
    single: DistanceField,
}

/// The closed hatches of a board that a combatant may open by hand.
fn shut(view: &View<'_>) -> Vec<(EdgeAt, Edge)> {
    let locks = view.rules.has_locks();
    let closed = view.ctx.state.scene.board.hatches().filter(|(_, leaf)| !leaf.open);
    closed.filter(|(_, leaf)| !(locks && leaf.is_locked())).collect()
}

/// The board with these hatches open.
fn with_open(board: &Board, hatches: impl Iterator<Item = (EdgeAt, Edge)>) -> Arc<Board> {
    let mut board = board.clone();
    for (at, leaf) in hatches {
        board.set_edge_at(at, Some(Edge { open: true, ..leaf }));
    }
    Arc::new(board)
}

/// The first act that is sure to open a door or hatch, whatever the dice say.
fn opener(view: &View<'_>, at: EdgeAt) -> Option<Command> {
    let (ctx, id) = (view.ctx, view.me.id());
    let offers = view.rules.offers(ctx, id).into_iter().filter(|offer| offer.refused.is_none());
    let mut commands = offers.map(|offer| acts::act(id, offer.act, vec![Target::Edge(at)]));
    let is_open = |state: &State| state.scene.board.edge_at(at).is_some_and(|leaf| leaf.open);
    commands.find(|command| {
        view.allows(command)
            && odds::sample(view.rules, ctx.state, command, RUNS)
                .is_ok_and(|courses| courses.iter().all(|course| is_open(&course.state)))
    })
}

/// Opens a door that a foe stands right behind, where neither can step.
fn door(view: &View<'_>) -> Option<Command> {
    let board = view.ctx.field.board();
    let heights = (view.room.feet, view.room.top());
    let sides = view.room.cells().flat_map(|cell| Dir::SIDES.map(|side| (cell, side)));
    let meets = |(cell, side): &(Cell, Dir)| {
        let next = cell.step(*side);
        let behind = |foe: &Other| foe.room.cells().any(|cell| cell == next);
        view.foes().any(|foe| behind(foe) && squares(view.room, foe.room) <= 1)
    };
    let leaves = sides.filter(meets).flat_map(|(cell, side)| {
        let before = board.edges_before(cell, side, heights);
        before.filter(|(_, edge)| edge.kind.spec().opens && !edge.open).map(|(at, _)| at)
    });
    leaves.collect::<Vec<_>>().into_iter().find_map(|at| opener(view, at))
}

impl Hatches {
    /// What stops walkers.
    pub fn limit(&mut self, limits: super::distance_field::Limits) {
        self.field.limit(limits);
        self.single.limit(limits);
    }

    fn open_all(&mut self, view: &View<'_>) -> Option<&Opened> {
        let board = &view.ctx.state.scene.board;
        board.hatches().next()?;
        if self.opened.as_ref().is_none_or(|known| !Arc::ptr_eq(&known.of, board)) {
            let all = shut(view);
            let lids = all.iter().filter_map(|(at, _)| Some((at.cell, at.floor?))).collect();
            let opened = with_open(board, all.into_iter());
            self.opened = Some(Opened { of: Arc::clone(board), board: opened, lids });
        }
        self.opened.as_ref().filter(|opened| !opened.lids.is_empty())
    }

    /// Distances to these ends as if all hatches that can be opened were open, for when no walk leads
    /// there or only a long one; the closed hatches themselves do not lead there. `None` if that is
    /// no better.
    pub fn distances(
        &mut self,
        view: &View<'_>,
        ends: &[(Cell, Option<Hm>)],
        on_foot: u16,
    ) -> Option<Distances<'_>> {
        if !is_long(view, ends, on_foot) {
            return None;
        }
        let opened = self.open_all(view)?;
        let (board, lids) = (Arc::clone(&opened.board), opened.lids.clone());
        let from = (view.room.cell, view.room.feet);
        let past = self.field.to(&board, None, ends.iter().copied(), from);
        (past.from_at(from.0, from.1) < on_foot).then(|| past.without(lids))
    }

    /// The command that opens what is closed between the unit and the fight, within its reach: a door
    /// with a foe right behind it, or a hatch through which the shortest way leads.
    pub fn next(
        &mut self,
        view: &View<'_>,
        ends: &[(Cell, Option<Hm>)],
        on_foot: u16,
    ) -> Option<Command> {
        if let Some(command) = door(view) {
            return Some(command);
        }
        if !is_long(view, ends, on_foot) {
            return None;
        }
        let board = Arc::clone(&self.open_all(view)?.board);
        let from = (view.room.cell, view.room.feet);
        let all_open = self.field.to(&board, None, ends.iter().copied(), from);
        let all_open = all_open.from_at(from.0, from.1);
        if all_open == UNREACHED || all_open >= on_foot {
            return None;
        }
        let ctx = view.ctx;
        let body = ctx.field.body(view.me.id())?;
        let near: Vec<EdgeAt> =
            fixture::hatches(ctx.field.board(), body).map(|(at, _)| at).collect();
        let hatches = shut(view);
        for at in near.iter().filter(|at| hatches.iter().any(|(shut, _)| shut == *at)) {
            // It does not open one under its own feet or those of its friends.
            let on_it = |feet: Hm| at.floor == Some(feet);
            let mut standing = ctx.field.bodies_in(at.cell).filter(|body| on_it(body.feet));
            if standing.any(|body| body.side == view.me.side()) {
                continue;
            }
            let others = hatches.iter().copied().filter(|(other, _)| other != at);
            let without = with_open(&view.ctx.state.scene.board, others);
            let without = self.single.to(&without, None, ends.iter().copied(), from);
            if without.from_at(from.0, from.1) <= all_open {
                continue;
            }
            let opener = opener(view, *at);
            if opener.is_some() {
                return opener;
            }
        }
        None
    }
}
