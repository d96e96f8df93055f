//! Tool settings, and the tools built from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use editor::{Brush, HeightPaint, Laying, MAX_BRUSH, Marks, Paint, Picked, Scatter, Shape, Tool};
use grid::{Cell, Climb, Dir, Edge, EdgeKind, Hm, Light, Prop, Terrain, ThingKind, Tile};
use level::{DeckItem, Item, Label, Level, Role, Unit};

use super::tools::{Form, Kind, Mode, ToolExt};

/// Walls that can be drawn along edges.
pub const WALLS: [EdgeKind; 5] =
    [EdgeKind::Wall, EdgeKind::Planks, EdgeKind::LowWall, EdgeKind::Fence, EdgeKind::Battlement];

/// Openings that can be placed in walls, and in decks.
pub const OPENINGS: [EdgeKind; 4] =
    [EdgeKind::Door, EdgeKind::Window, EdgeKind::Gate, EdgeKind::Hatch];

/// Tool settings. Panels change a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The selected tool.
    pub kind: Kind,
    /// How the tool covers cells.
    pub form: Form,
    /// Whether rectangles and ellipses are filled.
    pub filled: bool,
    /// The brush of all tools but the one that places things.
    pub common_brush: Brush,
    /// The brush that places things: one at a time at first.
    pub thing_brush: Brush,
    /// The terrain to paint.
    pub tile: Tile,
    /// Painting terrain also sets the height; otherwise heights stay unchanged.
    pub with_height: bool,
    /// Water is dug in, with its surface at the old ground level.
    pub dig: bool,
    /// The height to set.
    pub height: Hm,
    /// Step of raising and lowering.
    pub step: Hm,
    /// The depth of water.
    pub depth: Hm,
    /// The level to flood to.
    pub flood: Hm,
    /// The clear height of a roof; `None` for open sky.
    pub ceiling: Option<Hm>,
    /// The brightness.
    pub light: Light,
    /// The ground attributes.
    pub marks: Marks,
    /// The thing to place.
    pub item: Item,
    /// Props that need not stand anywhere yet.
    pub props: Vec<Arc<Prop>>,
    /// The box of a prop whose sides are shown.
    pub prop_box: usize,
    /// Bridges are level with the point where the pointer was pressed.
    pub level_deck: bool,
    /// The deck to lay.
    pub deck: DeckItem,
    /// The height of the top of decks.
    pub deck_top: Hm,
    /// The kinds to scatter.
    pub kinds: Vec<ThingKind>,
    /// Percentage of cells that get a thing.
    pub density: u8,
    /// Random seed for scattering.
    pub seed: u64,
    /// The wall to draw.
    pub wall: EdgeKind,
    /// The door, window or gate to place.
    pub opening: Edge,
    /// The zone to paint.
    pub zone: Option<String>,
    /// The side of new units.
    pub side: usize,
    /// The role of new units.
    pub role: Role,
    /// The facing of new units.
    pub facing: Dir,
    /// Settings of new labels; the text is not used.
    pub label: Label,
    /// How pasted content and parts fit the level.
    pub laying: Laying,
    /// The name under which the selection is saved as a part.
    pub part_name: String,
}

impl Default for Palette {
    fn default() -> Self {
        Self {
            kind: Kind::Terrain,
            form: Form::Free,
            filled: true,
            common_brush: Brush { size: 3, round: true },
            thing_brush: Brush { size: 1, round: true },
            tile: Terrain::Grass.tile(),
            with_height: false,
            dig: true,
            height: Hm::metres(1),
            step: Hm(1),
            depth: Hm(1),
            flood: Hm::ZERO,
            ceiling: Some(Hm::metres(3)),
            light: Light::Dim,
            marks: Marks { climb: Some(Climb::Ordinary), ..Marks::NONE },
            item: Item::new(ThingKind::Tree),
            props: Vec::new(),
            prop_box: 0,
            level_deck: true,
            deck: DeckItem::USUAL,
            deck_top: Hm::metres(3),
            kinds: vec![ThingKind::Tree, ThingKind::Bush],
            density: 20,
            seed: 1,
            wall: EdgeKind::Wall,
            opening: Edge::new(EdgeKind::Door),
            zone: None,
            side: 0,
            role: Role::Knight,
            facing: Dir::S,
            label: Label::default(),
            laying: Laying::default(),
            part_name: String::new(),
        }
    }
}

/// The element `by` places further in a list, wrapping around.
fn stepped<T: Copy + PartialEq>(list: &[T], now: T, by: isize) -> T {
    let count = list.len() as isize;
    let at = list.iter().position(|other| *other == now).map_or(0, |at| at as isize + by);
    let next = at.checked_rem_euclid(count).and_then(|at| usize::try_from(at).ok());
    next.and_then(|at| list.get(at)).copied().unwrap_or(now)
}

/// Why there is no tool: no zone is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Create or choose a zone first.")]
pub struct NoZone;

impl Palette {
    /// The selected tool; `None` for tools that the editor core does not have.
    ///
    /// # Errors
    /// When something must be chosen first.
    pub fn tool(&self) -> Result<Option<Tool>, NoZone> {
        let shape = match self.form {
            Form::Free => Shape::Free(self.brush()),
            Form::Line => Shape::Line(self.brush()),
            Form::Rectangle => Shape::Rectangle { filled: self.filled },
            Form::Ellipse => Shape::Ellipse { filled: self.filled },
            Form::Fill => Shape::Fill,
            Form::Alike => Shape::Same,
        };
        let paint = match self.kind {
            Kind::Select | Kind::Lasso | Kind::Picture | Kind::Part | Kind::Label => {
                return Ok(None);
            }
            Kind::Ramp => return Ok(Some(Tool::Ramp { width: self.brush().size })),
            Kind::Wall => return Ok(Some(Tool::Wall(Some(Edge::new(self.wall))))),
            Kind::RemoveWalls => return Ok(Some(Tool::Wall(None))),
            Kind::Room => return Ok(Some(Tool::Room(Edge::new(self.wall)))),
            Kind::Door => return Ok(Some(Tool::Door(Some(self.opening)))),
            Kind::Unit => {
                let unit = Box::new(self.unit(Cell::new(0, 0)));
                return Ok(Some(Tool::Unit { side: self.side, unit }));
            }
            Kind::Terrain if self.with_height => {
                Paint::Tile(Tile { elevation: self.height, ..self.tile })
            }
            Kind::Terrain if self.dig => Paint::Surface(self.tile),
            Kind::Terrain => Paint::Terrain(self.tile),
            Kind::Depth => Paint::Depth(self.depth),
            Kind::Ceiling => Paint::Ceiling(self.ceiling),
            Kind::Light => Paint::Light(self.light),
            Kind::Marks => Paint::Marks(self.marks),
            Kind::SetHeight => Paint::Height(HeightPaint::Set(self.height)),
            Kind::Raise => Paint::Height(HeightPaint::Raise(self.step)),
            Kind::Lower => Paint::Height(HeightPaint::Raise(-self.step)),
            Kind::Smooth => Paint::Height(HeightPaint::Smooth),
            Kind::Flatten => Paint::Height(HeightPaint::Flatten),
            Kind::Flood => Paint::FloodTo(self.flood),
            Kind::Place if self.has_deck() => Paint::Deck(self.item.finish),
            Kind::Place => Paint::Thing(self.item.clone()),
            Kind::Scatter => Paint::Scatter(Scatter {
                items: self.kinds.iter().map(|kind| Item::new(*kind)).collect(),
                density: self.density,
                seed: self.seed,
            }),
            Kind::RemoveThings => Paint::NoThing,
            Kind::Deck => Paint::Floor { top: self.deck_top, deck: Some(self.deck) },
            Kind::RemoveDecks => Paint::Floor { top: self.deck_top, deck: None },
            Kind::IntoZone | Kind::OutOfZone => {
                let name = self.zone.clone().ok_or(NoZone)?;
                Paint::Zone { name, inside: self.kind == Kind::IntoZone }
            }
        };
        Ok(Some(Tool::Paint { shape, paint }))
    }

    /// A new unit.
    pub fn unit(&self, at: Cell) -> Unit {
        Unit {
            role: self.role,
            at,
            facing: self.facing,
            altitude: Hm::ZERO,
            name: None,
            overrides: BTreeMap::new(),
            start: Default::default(),
            conduct: Default::default(),
            conditions: Default::default(),
            gear: Default::default(),
        }
    }

    /// True for bridges that determine their own height.
    fn has_deck(&self) -> bool {
        self.level_deck && self.item.kind == ThingKind::Bridge
    }

    /// The brush of the selected tool.
    pub const fn brush(&self) -> Brush {
        match self.kind {
            Kind::Place => self.thing_brush,
            _ => self.common_brush,
        }
    }

    /// See [`Self::brush`].
    pub const fn brush_mut(&mut self) -> &mut Brush {
        match self.kind {
            Kind::Place => &mut self.thing_brush,
            _ => &mut self.common_brush,
        }
    }

    /// The name of the tool's value, and the value as text; `None` if it has none.
    pub fn number(&self) -> Option<(&'static str, String)> {
        Some(match self.kind {
            Kind::Terrain if self.with_height => ("Height", self.height.to_string()),
            Kind::SetHeight => ("Height", self.height.to_string()),
            Kind::Raise | Kind::Lower => ("Step", self.step.to_string()),
            Kind::Depth => ("Depth", self.depth.to_string()),
            Kind::Flood => ("Height", self.flood.to_string()),
            Kind::Ceiling => {
                ("Height", self.ceiling.map_or("open sky".to_owned(), |h| h.to_string()))
            }
            Kind::Place if self.has_deck() => return None,
            Kind::Place => ("Height", self.item.height.to_string()),
            Kind::Deck | Kind::RemoveDecks => ("Height", self.deck_top.to_string()),
            Kind::Scatter => ("Density", format!("{} %", self.density)),
            _ => return None,
        })
    }

    /// Changes the tool's value by steps.
    pub fn add(&mut self, steps: i32) {
        let within = |h: Hm, (low, high): (i32, i32)| Hm((h.0 + steps).clamp(low, high));
        match self.kind {
            Kind::Terrain | Kind::SetHeight => self.height = within(self.height, (-100, 200)),
            Kind::Raise | Kind::Lower => self.step = within(self.step, (1, 20)),
            Kind::Depth => self.depth = within(self.depth, (0, 100)),
            Kind::Flood => self.flood = within(self.flood, (-100, 200)),
            Kind::Ceiling => {
                let height = self.ceiling.map_or(0, |h| h.0) + steps;
                self.ceiling = (height > 0).then_some(Hm(height.min(200)));
            }
            Kind::Deck | Kind::RemoveDecks => {
                self.deck_top = within(self.deck_top, (-100, 200));
            }
            Kind::Place => self.item.height = within(self.item.height, (1, 40)),
            Kind::Scatter => {
                let density = i32::from(self.density) + 5 * steps;
                self.density = u8::try_from(density.clamp(1, 100)).unwrap_or(1);
            }
            _ => {}
        }
    }

    /// Makes the brush wider or narrower.
    pub fn widen(&mut self, by: i8) {
        let brush = self.brush_mut();
        brush.size = brush.size.saturating_add_signed(by).clamp(1, MAX_BRUSH);
    }

    /// Selects the entry `by` places further in the palette's list.
    pub fn step_kind(&mut self, by: isize, level: &Level) {
        match self.kind.mode() {
            Mode::Select | Mode::Picture | Mode::Parts | Mode::Labels | Mode::Heights => {}
            Mode::Ground if self.kind == Kind::Light => {
                self.light = stepped(&[Light::Bright, Light::Dim, Light::Dark], self.light, by);
            }
            Mode::Ground if self.kind == Kind::Marks => {
                let now = self.marks.climb.unwrap_or_default();
                self.marks.climb = Some(stepped(&Climb::ALL, now, by));
            }
            Mode::Ground => {
                self.tile = stepped(&Terrain::ALL, self.tile.terrain, by).tile();
            }
            Mode::Things => {
                self.item = Item::new(stepped(&ThingKind::ALL, self.item.kind, by));
            }
            Mode::Decks => {
                self.deck.material = stepped(&DeckItem::MATERIALS, self.deck.material, by);
            }
            Mode::Walls if self.kind == Kind::Door => {
                self.opening.kind = stepped(&OPENINGS, self.opening.kind, by);
            }
            Mode::Walls => self.wall = stepped(&WALLS, self.wall, by),
            Mode::Zones => {
                let names: Vec<&str> = level.regions.keys().map(String::as_str).collect();
                let now = self.zone.as_deref().unwrap_or_default();
                self.zone = names.first().map(|_| stepped(&names, now, by).to_owned());
            }
            Mode::Units => self.role = stepped(&Role::ALL, self.role, by),
        }
    }

    /// Takes over the properties of a picked cell that the current tool can use, or the terrain if
    /// there are none.
    pub fn take(&mut self, picked: &Picked, level: &Level) {
        self.height = picked.tile.elevation;
        match self.kind.mode() {
            Mode::Things if picked.item.is_some() => {
                self.item = picked.item.clone().unwrap_or_else(|| self.item.clone());
                self.kind = Kind::Place;
            }
            Mode::Decks if !picked.decks.is_empty() => {
                if let Some((top, deck)) = picked.decks.last() {
                    (self.deck_top, self.deck) = (*top, *deck);
                }
            }
            Mode::Walls if !picked.edges.is_empty() => {
                let Some((_, edge)) = picked.edges.first() else { return };
                if WALLS.contains(&edge.kind) {
                    (self.wall, self.kind) = (edge.kind, Kind::Wall);
                } else {
                    (self.opening, self.kind) = (*edge, Kind::Door);
                }
            }
            Mode::Zones if !picked.zones.is_empty() => self.zone = picked.zones.first().cloned(),
            Mode::Units if picked.unit.is_some() => {
                let at = picked.unit;
                if let Some((at, unit)) = at.and_then(|at| Some((at, editor::unit_at(level, at)?)))
                {
                    (self.side, self.role, self.facing) = (at.side, unit.role, unit.facing);
                }
            }
            Mode::Heights => {
                if picked.tile.depth > Hm::ZERO {
                    self.flood = picked.tile.surface();
                }
            }
            _ => {
                (self.tile, self.depth) = (picked.tile, picked.tile.depth);
                (self.ceiling, self.light) = (picked.tile.ceiling, picked.tile.light);
                self.marks = Marks::of(&picked.tile);
                if self.kind.mode() != Mode::Ground {
                    self.kind = Kind::Terrain;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use editor::pick;

    #[test]
    fn every_tool_but_selections_and_picture_has_a_core_tool() {
        let mut palette = Palette { zone: Some("camp".to_owned()), ..Palette::default() };
        for kind in Kind::ALL {
            palette.kind = kind;
            let other = [Kind::Select, Kind::Lasso, Kind::Picture, Kind::Part, Kind::Label];
            let known = !other.contains(&kind);
            assert_eq!(palette.tool().unwrap().is_some(), known, "{kind:?}");
        }
        let none = Palette { kind: Kind::IntoZone, ..Palette::default() };
        assert!(none.tool().is_err_and(|e| e.to_string() == "Create or choose a zone first."));
    }

    #[test]
    fn values_are_clamped_and_lists_wrap_around() {
        let level = Level::blank("Numbers", 8, 8, Terrain::Grass);
        let mut palette = Palette::default();
        for kind in Kind::ALL {
            palette.kind = kind;
            palette.add(10_000);
            palette.add(-20_000);
            palette.step_kind(-1, &level);
        }
        assert_eq!((palette.height, palette.step, palette.depth), (Hm(-100), Hm(1), Hm(0)));
        assert_eq!((palette.ceiling, palette.density), (None, 1));
        assert_eq!(palette.tile.terrain, Terrain::Embers, "three steps back in the list");
        palette.widen(100);
        assert_eq!(palette.brush().size, MAX_BRUSH);
        palette.kind = Kind::Place;
        assert_eq!(palette.brush().size, 1, "things are placed one by one");
    }

    #[test]
    fn the_eyedropper_takes_what_the_tool_can_use() {
        let mut level = Level::blank("Pick", 8, 8, Terrain::Sand);
        let cell = Cell::new(2, 2);
        level.things.insert(cell, Item { turn: 2, ..Item::new(ThingKind::Crate) });
        let picked = pick(&level, cell).unwrap();
        let mut palette = Palette { kind: Kind::Scatter, ..Palette::default() };
        palette.take(&picked, &level);
        assert_eq!((palette.kind, palette.item.turn), (Kind::Place, 2));
        palette.kind = Kind::Wall;
        palette.take(&picked, &level);
        assert_eq!((palette.kind, palette.tile.terrain), (Kind::Terrain, Terrain::Sand));
    }
}
