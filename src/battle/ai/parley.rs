//! What a side does that cannot win: it offers peace, gives up, or leaves.

use grid::{Cell, Hm};
use rules::Command;
use rules::ruleset::Concession;

use super::acts;
use super::drag;
use super::view::View;

/// Ways to end a fight that cannot be won.
pub enum Parley {
    /// There is hope, or the side wins by waiting.
    FightOn,
    /// An act that ends the fight for the unit or its side, or offers that.
    Say(Command),
    /// To leave by one of these exits.
    Leave(Vec<(Cell, Option<Hm>)>),
    /// Nothing: the side has given up.
    Over,
}

impl Parley {
    /// For the acting unit.
    pub fn of(view: &View<'_>) -> Self {
        let acts = match view.rules.concession(view.ctx, view.me.id()) {
            None => return Self::FightOn,
            Some(_) if drag::wins_by_waiting(view.ctx.state, view.me.side()) => {
                return Self::FightOn;
            }
            Some(Concession::Over) => return Self::Over,
            Some(Concession::Ending(acts)) => acts,
        };
        let id = view.me.id();
        let mut ways = acts.into_iter().map(|act| acts::act(id, act, Vec::new()));
        if let Some(command) = ways.find(|command| view.allows(command)) {
            return Self::Say(command);
        }
        let board = view.ctx.field.board();
        let is_exit = |cell: &Cell| board.tile(*cell).is_some_and(|tile| tile.exit);
        let may_leave = !view.duty.binds();
        let exits = board.cells().filter(|cell| may_leave && is_exit(cell));
        let exits: Vec<_> = exits.map(|cell| (cell, None)).collect();
        if exits.is_empty() { Self::FightOn } else { Self::Leave(exits) }
    }

    /// True if there is nothing to plan: the usual opponent ends the fight.
    pub fn settles(&self) -> bool {
        !matches!(self, Self::FightOn)
    }
}
