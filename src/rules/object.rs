//! Objects and edges of the board as targets: their names, positions and damage so far. Their
//! durability is up to the rulesets.

use grid::{
    Board, Body, Cell, Dir, EdgeAt, Eye, Field, Hm, Material, Place, SideId, ThingId, Tile, UnitId,
    sees,
};

use super::Key;
use super::event::{BoardChange, Event, EventKind};
use super::state::{Condition, State};
use super::target::Target;

/// IDs of ruleset entries for objects made of an unusual material for their kind, and for props of
/// levels.
pub const MADE_OF: [(Material, &str); 5] = [
    (Material::Foliage, "made_of_foliage"),
    (Material::Wood, "made_of_wood"),
    (Material::Metal, "made_of_metal"),
    (Material::Stone, "made_of_stone"),
    (Material::Glass, "made_of_glass"),
];

/// An object on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A thing standing on the board.
    Thing(ThingId),
    /// Matter on the north or west edge of a cell.
    Edge(EdgeAt),
}

impl Object {
    /// The object of a target, if it is one. An edge has a single canonical name, whichever of its
    /// two cells was given.
    pub fn of(target: Target) -> Option<Self> {
        match target {
            Target::Thing(id) => Some(Self::Thing(id)),
            Target::Edge(at) => Some(Self::Edge(at.canonical())),
            Target::Unit(_)
            | Target::Place(_)
            | Target::Floor(_)
            | Target::Direction(_)
            | Target::Part(..) => None,
        }
    }

    /// The object as a target.
    pub const fn target(self) -> Target {
        match self {
            Self::Thing(id) => Target::Thing(id),
            Self::Edge(at) => Target::Edge(at),
        }
    }

    /// The kind of object or edge, as written in levels; `None` if nothing is there.
    pub fn kind(self, board: &Board) -> Option<&'static str> {
        Some(match self {
            Self::Thing(id) => board.thing(id)?.kind.spec().name,
            Self::Edge(at) => board.edge_at(at)?.kind.spec().name,
        })
    }

    /// Its material; `None` if nothing is there.
    pub fn material(self, board: &Board) -> Option<Material> {
        Some(match self {
            Self::Thing(id) => board.thing(id)?.material(),
            Self::Edge(at) => board.edge_at(at)?.kind.spec().material,
        })
    }

    /// Its material, if unusual for its kind.
    fn unusual_material(self, board: &Board) -> Option<Material> {
        match self {
            Self::Thing(id) => board.thing(id)?.finish.material,
            Self::Edge(_) => None,
        }
    }

    /// Its entry in a list of a ruleset: that of its kind, or the one in [`MADE_OF`] if its
    /// material is unusual or it is a prop of the level. `None` if the list has none.
    pub fn entry<'a, T>(
        self,
        board: &Board,
        find: impl Fn(&'static str) -> Option<&'a T>,
    ) -> Option<&'a T> {
        let made_of = |material: Material| {
            let entry = MADE_OF.iter().find(|(other, _)| *other == material);
            entry.and_then(|(_, entry)| find(entry))
        };
        if let Self::Thing(id) = self
            && let Some(thing) = board.thing(id).filter(|thing| thing.prop.is_some())
        {
            return made_of(thing.material());
        }
        let usual = find(self.kind(board)?)?;
        Some(self.unusual_material(board).and_then(made_of).unwrap_or(usual))
    }

    /// Its name in messages: `name`, which is that of its entry, or its material and kind if the
    /// material is unusual.
    pub fn called(self, board: &Board, name: &str) -> String {
        let own = || match self {
            Self::Thing(id) => {
                let thing = board.thing(id)?;
                let own = thing.finish.material.is_some() || thing.prop.is_some();
                own.then(|| thing.title())
            }
            Self::Edge(_) => None,
        };
        own().unwrap_or_else(|| name.to_lowercase())
    }

    /// Absolute height of the floor under it in one of its cells; `None` off the board.
    pub fn floor(self, board: &Board, cell: Cell) -> Option<Hm> {
        let ground = board.tile(cell)?.elevation;
        match self {
            Self::Edge(EdgeAt { floor: Some(floor), .. }) => Some(floor),
            Self::Edge(_) | Self::Thing(_) => Some(ground),
        }
    }

    /// True if water covers the floor under it.
    pub fn is_in_water(self, board: &Board) -> bool {
        let deep = |cell: Cell| board.tile(cell).is_some_and(|tile| tile.depth > Hm::ZERO);
        match self {
            Self::Thing(_) => self.cells(board).into_iter().any(deep),
            Self::Edge(at) => at.floor.is_none() && self.cells(board).into_iter().all(deep),
        }
    }

    /// The cells it stands in or separates.
    pub fn cells(self, board: &Board) -> Vec<Cell> {
        match self {
            Self::Thing(id) => board.thing(id).map(|t| t.cell).into_iter().collect(),
            Self::Edge(at) => at.cells().to_vec(),
        }
    }

    /// The height at which it can be touched: its own height, or one metre for an edge.
    pub fn height(self, board: &Board) -> Hm {
        match self {
            Self::Thing(id) => board.thing(id).map(|t| t.height).unwrap_or_default(),
            Self::Edge(..) => Hm::metres(1),
        }
    }

    /// True if a body has a line of sight to it: see [`Self::is_seen_from`]. Light and senses are
    /// up to the ruleset.
    pub fn is_seen(self, field: &Field<'_>, viewer: &Body) -> bool {
        let board = field.board();
        let eye = |at: Eye<'_>| sees(board, viewer, at);
        viewer.anchor().is_some_and(|from| self.is_seen_from(board, from, &eye))
    }

    /// True if there is a line of sight from a cell to it: to a point above an object, or to the
    /// free ground before one of its sides; to the floor on either side of an edge.
    pub fn is_seen_from(self, board: &Board, from: Cell, sees: &dyn Fn(Eye<'_>) -> bool) -> bool {
        let floor = |cell: Cell| board.tile(cell).map(|t| t.elevation).unwrap_or_default();
        match self {
            Self::Thing(id) => board.thing(id).is_some_and(|thing| {
                // From nearby, a tall object hides the point above it.
                let away = |cell: Cell| {
                    let (dx, dy) = (i32::from(cell.x - from.x), i32::from(cell.y - from.y));
                    dx * dx + dy * dy
                };
                let before = |side: Dir| {
                    let cell = thing.cell.step(side);
                    let open = board.edge(thing.cell, side).is_none_or(|edge| edge.open);
                    let free = board.tile(cell).is_some_and(|tile| !tile.is_solid());
                    let near = away(cell) < away(thing.cell);
                    let at = Eye::At(cell, floor(cell) + Hm::metres(1));
                    open && free && near && (cell == from || sees(at))
                };
                let above = floor(thing.cell) + thing.height + Hm(1);
                sees(Eye::At(thing.cell, above)) || Dir::SIDES.into_iter().any(before)
            }),
            Self::Edge(at) => at.cells().into_iter().any(|cell| {
                let ground = || board.tile(cell).map_or_else(|| floor(cell), Tile::surface);
                let over = at.floor.unwrap_or_else(ground);
                sees(Eye::At(cell, over + Hm::metres(1)))
            }),
        }
    }

    /// The key of the flag that stores its damage.
    fn memory(self) -> Key {
        match self {
            Self::Thing(id) => Key::new(&format!("damage_thing_{}", id.0)),
            Self::Edge(at) => {
                let EdgeAt { cell, side, floor } = at;
                let side = match side {
                    Dir::N => "n",
                    _ if at.is_hatch() => "h",
                    _ => "w",
                };
                let above = floor.map(|floor| format!("_{}", floor.0)).unwrap_or_default();
                Key::new(&format!("damage_edge_{}_{}_{side}{above}", cell.x, cell.y))
            }
        }
    }

    /// The damage it has taken in this battle.
    pub fn suffered(self, state: &State) -> i32 {
        i32::try_from(state.scene.flags.get(self.memory().as_str())).unwrap_or(i32::MAX)
    }

    /// Its conditions.
    pub fn conditions(self, state: &State) -> impl Iterator<Item = &Condition> {
        state.scene.object_conditions.of(self.target())
    }

    /// Adds a condition, replacing one with the same name. `None` if there is no such object.
    pub fn afflicted(
        self,
        state: &State,
        condition: Condition,
        rule: &'static str,
    ) -> Option<Event> {
        let (what, name) = (self.target(), self.kind(&state.scene.board)?.to_owned());
        let replaces = state.scene.object_conditions.position(what, condition.id.as_str());
        let event = EventKind::ObjectAfflicted { what, name, condition, replaces };
        Some(Event::new(event, &[rule]))
    }

    /// A condition ends. `None` if there is no such object.
    pub fn relieved(
        self,
        state: &State,
        condition: &Condition,
        why: &str,
        rule: &'static str,
    ) -> Option<Event> {
        let (what, name) = (self.target(), self.kind(&state.scene.board)?.to_owned());
        let (condition, why) = (condition.clone(), why.to_owned());
        Some(Event::new(EventKind::ObjectRelieved { what, name, condition, why }, &[rule]))
    }

    /// Events that transfer the damage of an object to the object it becomes.
    pub fn passes_on(self, state: &State, to: Self, rule: &'static str) -> Vec<Event> {
        let suffered = i64::from(self.suffered(state));
        if suffered == 0 {
            return Vec::new();
        }
        let flag = |id: Key, from: i64, to: i64| {
            Event::new(EventKind::Flag { unit: None, id, from, to }, &[rule])
        };
        vec![flag(self.memory(), suffered, 0), flag(to.memory(), 0, suffered)]
    }

    /// The events of damage to an object with `of` health in total: the damage is stored, and the
    /// object is removed from the board when it reaches 0.
    pub fn suffer(self, state: &State, damage: i32, of: i32, rule: &'static str) -> Vec<Event> {
        let board = &state.scene.board;
        let from = i64::from(self.suffered(state));
        let breaks = from + i64::from(damage) >= i64::from(of);
        // A destroyed object needs no record: object IDs are never reused, but an edge may be
        // rebuilt.
        let to = if breaks { 0 } else { from + i64::from(damage) };
        let mut events = Vec::new();
        if from != to {
            let id = self.memory();
            events.push(Event::new(EventKind::Flag { unit: None, id, from, to }, &[rule]));
        }
        if breaks {
            let change = match self {
                Self::Thing(id) => BoardChange::ThingGone(id),
                Self::Edge(at) => BoardChange::edge(at, board.edge_at(at), None),
            };
            events.push(Event::new(EventKind::Board(change), &[rule]));
        }
        events
    }
}

/// A body representing a cell's content in contact queries: its part nearest in height to `near`.
pub fn stand_in(board: &Board, cell: Cell, height: Hm, near: Hm) -> Option<Body> {
    let floor = board.tile(cell)?.elevation;
    Some(Body {
        id: UnitId(u32::MAX),
        side: SideId(u8::MAX),
        at: Place::Cell(cell),
        size: 1,
        feet: near.clamp(floor, floor + height.max(Hm::ZERO)),
        height: Hm(1),
        facing: Dir::N,
        blocking: false,
        prone: false,
        armed: false,
        threatens: false,
        sinks: false,
        sharing: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Finish, Prop, Thing, ThingKind};

    #[test]
    fn an_unusual_material_has_its_own_entry_and_name() {
        let mut board = Board::new(6, 2);
        let mut put = |x, kind, material| {
            let finish = Finish { material, ..Finish::USUAL };
            let id = board.add_thing(Thing { finish, ..Thing::new(kind, Cell::new(x, 0)) });
            Object::Thing(id.expect("a free cell"))
        };
        let usual = put(0, ThingKind::Table, None);
        let stone = put(1, ThingKind::Table, Some(Material::Stone));
        let metal = put(2, ThingKind::Table, Some(Material::Metal));
        let unknown = put(3, ThingKind::Barrel, Some(Material::Metal));
        let list = [("table", 1), ("made_of_stone", 2)];
        let find = |name: &str| list.iter().find(|(other, _)| *other == name);
        let entry = |object: Object| object.entry(&board, find).map(|(_, n)| *n);
        // A list without an entry for the material falls back to the kind; kinds missing from the
        // list cannot be broken.
        assert_eq!([usual, stone, metal, unknown].map(entry), [Some(1), Some(2), Some(1), None]);
        assert_eq!(usual.called(&board, "Big Table"), "big table");
        assert_eq!(stone.called(&board, "Stone Object"), "stone table");
        let prop = Prop { material: Material::Stone, ..Prop::plain("Old Cart") };
        let cell = Cell::new(4, 0);
        let prop = Some(std::sync::Arc::new(prop));
        let own = board.add_thing(Thing { prop, ..Thing::new(ThingKind::Custom, cell) });
        let own = Object::Thing(own.expect("a free cell"));
        assert_eq!(own.entry(&board, find).map(|(_, n)| *n), Some(2));
        assert_eq!(own.called(&board, "Stone Object"), "Old Cart");
    }
}
