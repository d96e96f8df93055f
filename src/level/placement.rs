//! From level to battle: the board, and the units to spawn.

use std::collections::BTreeSet;

use super::{Level, Placement, Side, Unit};
use grid::{Board, Cell, Dir, Edge, EdgeAt, EdgeKind, SideId, Thing};

impl Level {
    /// The board with things, edges, exits and daylight, but no units. Omits things that cannot
    /// stand where the level puts them; [`Level::validate`] reports those.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.ground.width(), self.ground.height());
        for cell in self.ground.cells() {
            if let (Some(slot), Some(tile)) = (board.tile_mut(cell), self.ground.tile(cell)) {
                *slot = tile;
            }
        }
        for cell in self.exits.iter().filter_map(|e| self.regions.get(e)).flatten() {
            if let Some(tile) = board.tile_mut(*cell) {
                tile.exit = true;
            }
        }
        for ((cell, top), item) in &self.decks {
            board.add_deck(*cell, item.deck(*top));
        }
        // Hatches need their decks.
        for (at, edge) in &self.edges {
            board.set_edge_at(*at, Some(*edge));
        }
        board.replace_things(self.board_things());
        board.set_ambient(self.light.light());
        board.set_atmosphere(self.atmosphere);
        board
    }

    /// The board at the start of a battle, and its secret doors. Each is replaced by a wall like
    /// the one that it stands in, or by the deck that it lies in.
    pub fn board_in_play(&self) -> (Board, Vec<(EdgeAt, Edge)>) {
        let mut board = self.board();
        let all = self.edges.iter().filter(|(_, edge)| edge.secret);
        let secrets: Vec<(EdgeAt, Edge)> =
            all.map(|(at, edge)| (*at, Edge { secret: false, ..*edge })).collect();
        for (at, _) in &secrets {
            let look = (!at.is_hatch()).then(|| Edge::new(self.wall_around(*at)));
            board.set_edge_at(*at, look);
        }
        (board, secrets)
    }

    /// The kind of the wall in which a door stands, taken first along its own line, then at its
    /// corners. Stone where there is none.
    fn wall_around(&self, at: EdgeAt) -> EdgeKind {
        let (cell, side) = (at.cell, at.side);
        let (along, across) = match side {
            Dir::N => (Dir::E, Dir::W),
            _ => (Dir::S, Dir::N),
        };
        let next = cell.step(along);
        let line = [(cell.step(along.opposite()), side), (next, side)];
        let corners = [cell, next].map(|corner| [(corner, across), (corner.step(side), across)]);
        let kind_at = |(cell, side): (Cell, Dir)| {
            let at = EdgeAt { cell, side, ..at }.canonical();
            let kind = self.edges.get(&at).map(|edge| edge.kind);
            kind.filter(|kind| matches!(kind, EdgeKind::Wall | EdgeKind::Planks))
        };
        let mut all = line.into_iter().chain(corners.into_iter().flatten());
        all.find_map(kind_at).unwrap_or(EdgeKind::Wall)
    }

    /// The board's things in the order of their numbers. Lights come last.
    pub fn board_things(&self) -> impl Iterator<Item = Thing> {
        let mut things: Vec<_> = self.things.iter().collect();
        things.sort_by_key(|(cell, item)| (item.is_lit(), cell.y, cell.x));
        things.into_iter().map(|(cell, item)| item.thing(*cell))
    }

    /// Every unit in level order, with unique names.
    pub fn units(&self) -> Vec<Placement> {
        Placement::of(&self.sides)
    }

    /// The sorted cells in which a side may rearrange its
    /// units; empty if the level has no start for it.
    pub fn start_cells(&self, side: SideId) -> impl Iterator<Item = Cell> + '_ {
        let start = self.sides.get(usize::from(side.0)).and_then(|s| s.start.as_ref());
        start.and_then(|name| self.regions.get(name)).into_iter().flatten().copied()
    }
}

impl Placement {
    /// Every unit in side order, with unique names.
    pub fn of(sides: &[Side]) -> Vec<Self> {
        let all = || sides.iter().flat_map(|s| &s.units);
        let given: BTreeSet<&str> = all().filter_map(|u| u.name.as_deref()).collect();
        let mut taken: BTreeSet<String> = given.iter().map(|n| (*n).to_owned()).collect();
        let mut name = |unit: &Unit| {
            if let Some(name) = &unit.name {
                return name.clone();
            }
            let title = unit.role.title();
            let namesakes = all().filter(|u| u.name.is_none() && u.role == unit.role).count();
            let numbered = (1..).map(|n| format!("{title} {n}"));
            let plain = (namesakes == 1).then(|| title.to_owned());
            let free = plain.into_iter().chain(numbered).find(|n| !taken.contains(n));
            let name = free.unwrap_or_default();
            taken.insert(name.clone());
            name
        };
        let mut placements = Vec::new();
        for (side, number) in sides.iter().zip(0..=u8::MAX) {
            placements.extend(side.units.iter().map(|unit| Self {
                side: SideId(number),
                role: unit.role,
                cell: unit.at,
                facing: unit.facing,
                altitude: unit.altitude,
                name: name(unit),
                overrides: unit.overrides.clone(),
                start: unit.start.clone(),
                conduct: unit.conduct.clone(),
                conditions: unit.conditions.clone(),
                gear: unit.gear.clone(),
            }));
        }
        placements
    }
}
