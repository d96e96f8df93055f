//! Storeys: which decks are drawn and edited.

use std::collections::BTreeSet;

use editor::cells_of;
use grid::{EdgeKind, Hm};
use level::{Build, ELEVATIONS, Unit};

use super::EditorState;

/// The storeys that are drawn and edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storeys {
    /// All decks.
    #[default]
    All,
    /// The decks with their top up to this height.
    UpTo(Hm),
    /// No deck.
    Ground,
}

impl Storeys {
    /// Usual height of a new storey above the one below.
    const STOREY: Hm = Hm::metres(3);

    /// Whether decks with their top at a height are drawn.
    pub fn has(self, top: Hm) -> bool {
        match self {
            Self::All => true,
            Self::UpTo(most) => top <= most,
            Self::Ground => false,
        }
    }

    /// The floor on which walls and doors are built; `None` for the ground.
    pub const fn floor(self) -> Option<Hm> {
        match self {
            Self::UpTo(top) => Some(top),
            Self::All | Self::Ground => None,
        }
    }

    /// What is drawn, in words.
    pub fn words(self) -> String {
        match self {
            Self::All => "All decks are shown; walls stand on the ground.".to_owned(),
            Self::UpTo(top) => format!("Decks are shown up to {top}; walls stand there."),
            Self::Ground => "No decks are shown; walls stand on the ground.".to_owned(),
        }
    }
}

impl EditorState {
    /// Shows and edits the storey `by` places further up. Above the highest all are shown, and the
    /// next deck is laid as a new storey.
    pub fn step_storey(&mut self, by: isize) {
        self.end_stroke();
        let decks: BTreeSet<Hm> = self.level().decks.keys().map(|(_, top)| *top).collect();
        let tops: BTreeSet<Hm> = decks.iter().copied().chain(self.wall_tops()).collect();
        let mut all = vec![Storeys::Ground];
        all.extend(tops.iter().map(|top| Storeys::UpTo(*top)));
        all.push(Storeys::All);
        let lower = |top: Hm| tops.iter().filter(|other| **other <= top).count();
        let now = match self.storeys {
            Storeys::Ground => 0,
            Storeys::UpTo(top) => lower(top),
            Storeys::All => all.len() - 1,
        };
        let next = now.saturating_add_signed(by).min(all.len() - 1);
        self.storeys = all.get(next).copied().unwrap_or_default();
        match self.storeys {
            Storeys::UpTo(top) => self.palette.deck_top = top,
            Storeys::All if by > 0 => {
                let last = decks.last().copied().unwrap_or_default();
                self.palette.deck_top = (last + Storeys::STOREY).min(ELEVATIONS.1);
            }
            Storeys::All | Storeys::Ground => {}
        }
        self.tell(self.storeys.words());
        self.show_all();
    }

    /// The heights of walls that stand above the ground, and the top of the highest wall: further
    /// walls can stand there. The tops of lower walls are left out, as walls on a slope have many.
    fn wall_tops(&self) -> impl Iterator<Item = Hm> {
        let board = self.draft.board();
        let carries = |kind| matches!(kind, EdgeKind::Wall | EdgeKind::Planks);
        let walls = board.edges().filter(|(_, edge)| carries(edge.kind));
        let highest = walls.map(|(at, edge)| board.edge_top(at, edge.kind)).max();
        board.edges().filter_map(|(at, _)| at.floor).chain(highest)
    }

    /// Height above the ground of a unit's feet on the highest deck that is drawn over its cells;
    /// 0 on the ground.
    pub(super) fn seat(&self, unit: &Unit) -> Hm {
        let (board, height) = (self.draft.board(), Build::usual(unit.role).height);
        let ground = cells_of(unit).filter_map(|cell| board.footing(cell, height)).max();
        let decks = cells_of(unit).flat_map(|cell| board.decks_in(cell));
        let top = decks.map(|deck| deck.top).filter(|top| self.storeys.has(*top)).max();
        let rise = top.zip(ground).map(|(top, ground)| Hm(top.0.saturating_sub(ground.0)));
        rise.unwrap_or_default().max(Hm::ZERO)
    }

    /// Whether a unit stands on the ground or a deck.
    pub(super) fn stands(&self, unit: &Unit) -> bool {
        let (board, height) = (self.draft.board(), Build::usual(unit.role).height);
        let ground = cells_of(unit).filter_map(|cell| board.footing(cell, height)).max();
        let feet = ground.unwrap_or_default() + unit.altitude;
        let mut decks = cells_of(unit).flat_map(|cell| board.decks_in(cell));
        unit.altitude == Hm::ZERO || decks.any(|deck| deck.top == feet)
    }
}
