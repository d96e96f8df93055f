//! Ways through closed hatches: where the fight is if they were open, and opening the next one by
//! hand.

use std::sync::Arc;

use grid::{Board, Cell, Edge, EdgeAt, Hm};
use rules::command::{Command, Target};
use rules::fixture;

use super::acts;
use super::detour::is_long;
use super::distance_field::{DistanceField, Distances, UNREACHED};
use super::view::View;

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

impl Hatches {
    /// What stops walkers.
    pub fn limit(&mut self, limits: super::distance_field::Limits) {
        self.field.limit(limits);
        self.single.limit(limits);
    }

    fn open_all(&mut self, view: &View<'_>) -> Option<&Opened> {
        let board = &view.ctx.state.scene.board;
        if view.rules.opening_acts().is_empty() || board.hatches().next().is_none() {
            return None;
        }
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

    /// The command that opens a hatch within reach through which the shortest way leads.
    pub fn next(
        &mut self,
        view: &View<'_>,
        ends: &[(Cell, Option<Hm>)],
        on_foot: u16,
    ) -> Option<Command> {
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
        let (ctx, id) = (view.ctx, view.me.id());
        let body = ctx.field.body(id)?;
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
            let acts = view.rules.opening_acts().into_iter();
            let mut commands = acts.map(|act| acts::act(id, act, vec![Target::Edge(*at)]));
            let allowed = commands.find(|command| view.allows(command));
            if allowed.is_some() {
                return allowed;
            }
        }
        None
    }
}
