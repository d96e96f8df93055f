//! Lights of a map as lamps. A lamp fills its cell, so it must not stand in the way.

use std::collections::BTreeMap;
use std::sync::Arc;

use grid::{
    Cell, Dir, EdgeAt, Finish, Footing, Hm, Lamp, LampSetting, Material, Prop, PropBox, PropPaint,
    Rgb, Rough, ThingKind,
};
use level::{Item, Level, MAX_LIGHTS, MAX_THINGS};

use super::geometry::Point;
use super::notes::Notes;

/// A light of a map; lengths are in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Light {
    pub(crate) at: Point,
    pub(crate) bright: f64,
    pub(crate) dim: f64,
    pub(crate) colour: Option<Rgb>,
    pub(crate) flicker: bool,
}

impl Light {
    /// The light of a lamp; none if it lights nothing.
    fn lamp(&self) -> Option<Lamp> {
        let whole = |v: f64, most: u8| v.round().clamp(0.0, f64::from(most)) as u8;
        let dim = whole(self.dim.max(self.bright), Lamp::MAX_DIM);
        let bright = whole(self.bright, Lamp::MAX_BRIGHT).min(dim);
        let colour = self.colour.unwrap_or(Lamp::POST.colour);
        Some(Lamp { bright, dim, colour, flicker: self.flicker }).filter(|lamp| lamp.is_valid())
    }
}

/// Places lights, the farthest first. Those in one cell become one.
pub(crate) fn place(level: &mut Level, lights: &[Light], notes: &mut Notes) {
    let mut lamps: BTreeMap<Cell, Lamp> = BTreeMap::new();
    let (mut lightless, mut merged, mut homeless) = (0, 0, 0);
    for light in lights {
        let cell = Cell::new(light.at.x.floor() as i16, light.at.y.floor() as i16);
        match light.lamp().filter(|_| level.ground.contains(cell)) {
            None => lightless += 1,
            Some(lamp) => {
                let former = lamps.get(&cell).copied();
                merged += usize::from(former.is_some());
                let reach = |lamp: &Lamp| (lamp.dim, lamp.bright);
                if former.is_none_or(|former| reach(&former) < reach(&lamp)) {
                    lamps.insert(cell, lamp);
                }
            }
        }
    }
    let mut lamps: Vec<(Cell, Lamp)> = lamps.into_iter().collect();
    lamps.sort_by_key(|(cell, lamp)| (std::cmp::Reverse((lamp.dim, lamp.bright)), cell.y, cell.x));
    let lit = level.things.values().filter(|item| item.is_lit()).count();
    let room = MAX_LIGHTS.saturating_sub(lit);
    notes.count(lightless, "light", "left out: off the map, or without reach");
    notes.count(merged, "light", "joined with another in the same cell");
    let over = lamps.len().saturating_sub(room);
    notes.count(over, "light", &format!("left out: more than {MAX_LIGHTS}"));
    for (cell, lamp) in lamps.into_iter().take(room) {
        homeless += usize::from(!hang(level, cell, lamp));
    }
    notes.count(homeless, "light", "left out: no room");
}

/// Puts a light into its cell or beside it.
fn hang(level: &mut Level, cell: Cell, lamp: Lamp) -> bool {
    if let Some(item) = level.things.get_mut(&cell) {
        let is_free = !item.is_lit();
        if is_free {
            item.finish = Finish { light: LampSetting::Own(lamp), ..item.finish };
            item.finish = item.finish.for_kind(item.kind);
        }
        return is_free;
    }
    if level.things.len() >= MAX_THINGS {
        return false;
    }
    let free = |at: Cell| {
        let dry = level.ground.tile(at).is_some_and(|tile| !tile.is_solid());
        dry && !level.things.contains_key(&at)
    };
    let near = Dir::SIDES.into_iter().filter(|side| edge(level, cell, *side).is_none());
    let mut places = std::iter::once(cell).chain(near.map(|side| cell.step(side)));
    let post = places.find(|at| free(*at) && !is_narrow(level, *at));
    let finish = Finish { light: LampSetting::Own(lamp), ..Finish::USUAL };
    let (at, item) = match post {
        Some(at) => {
            let finish = finish.for_kind(ThingKind::Lamp);
            (at, Item { finish, ..Item::new(ThingKind::Lamp) })
        }
        None if free(cell) => (cell, Item { finish, ..Item::custom(Arc::new(hanging())) }),
        None => return false,
    };
    level.things.insert(at, item);
    true
}

/// The wall or door on one side of a cell.
fn edge(level: &Level, cell: Cell, side: Dir) -> Option<grid::Edge> {
    level.edges.get(&EdgeAt::ground(cell, side).canonical()).copied()
}

/// Whether something in this cell would bar a door or a passage.
fn is_narrow(level: &Level, cell: Cell) -> bool {
    let has_door =
        Dir::SIDES.into_iter().any(|s| edge(level, cell, s).is_some_and(|e| e.kind.spec().opens));
    let is_shut = |side: Dir| {
        let next = cell.step(side);
        let filled = |item: &Item| item.footing() == Footing::Blocks;
        edge(level, cell, side).is_some()
            || level.ground.tile(next).is_none_or(|tile| tile.is_solid())
            || level.things.get(&next).is_some_and(filled)
    };
    let between = |a, b| is_shut(a) && is_shut(b);
    has_door || between(Dir::N, Dir::S) || between(Dir::W, Dir::E)
}

/// A lamp under the ceiling, for passages: units walk below it.
fn hanging() -> Prop {
    let metal = PropPaint::Material(Material::Metal);
    let part = |half: i16, low: i16, high: i16, paint| PropBox {
        from: [-half, -half, low],
        to: [half, half, high],
        paint,
    };
    let glow = PropPaint::Colour(Lamp::POST.colour);
    Prop {
        name: "hanging lamp".to_owned(),
        boxes: vec![part(2, 250, 300, metal), part(12, 220, 250, glow), part(15, 245, 252, metal)],
        height: Hm::metres(3),
        footing: Footing::Through(Rough::Light),
        material: Material::Metal,
        cover_cm: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Edge, EdgeKind, Terrain};
    use level::Severity;

    fn light(x: f64, y: f64, dim: f64) -> Light {
        Light { at: Point::new(x, y), bright: dim / 2.0, dim, colour: None, flicker: false }
    }

    fn placed(level: &mut Level, lights: &[Light]) -> Vec<String> {
        let mut notes = Notes::default();
        place(level, lights, &mut notes);
        let errors = level.validate().into_iter().filter(|f| f.severity == Severity::Error);
        assert_eq!(errors.collect::<Vec<_>>(), []);
        notes.into_list()
    }

    #[test]
    fn lights_become_lamps() {
        let mut level = Level::blank("L", 10, 10, Terrain::Earth);
        let dark = Light { dim: 0.2, bright: 0.0, ..light(1.5, 1.5, 1.0) };
        let lights = [light(4.5, 4.5, 12.0), light(4.6, 4.2, 3.0), dark, light(40.0, 1.0, 4.0)];
        let notes = placed(&mut level, &lights);
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert_eq!(level.things.get(&Cell::new(4, 4)), Some(&Item::new(ThingKind::Lamp)));
        assert_eq!(level.things.len(), 1);
    }

    #[test]
    fn absurd_reaches_are_cut() {
        let mut level = Level::blank("L", 10, 10, Terrain::Earth);
        for dim in [1.0e9, f64::INFINITY] {
            placed(&mut level, &[light(4.5, 4.5, dim)]);
        }
        let lamp = level.things.values().next().and_then(|i| i.finish.lamp_of(i.kind)).unwrap();
        assert_eq!((lamp.bright, lamp.dim), (Lamp::MAX_BRIGHT, Lamp::MAX_DIM));
        let nothing = Light { dim: f64::NAN, bright: f64::NAN, ..light(1.0, 1.0, 1.0) };
        assert_eq!(nothing.lamp(), None);
    }

    #[test]
    fn lamps_leave_passages_free() {
        let mut level = Level::blank("L", 10, 4, Terrain::Earth);
        for x in 0..10 {
            for (y, side) in [(1, Dir::N), (1, Dir::S)] {
                let at = EdgeAt::ground(Cell::new(x, y), side).canonical();
                level.edges.insert(at, Edge::new(EdgeKind::Wall));
            }
        }
        placed(&mut level, &[light(4.5, 1.5, 6.0)]);
        let item = level.things.get(&Cell::new(4, 1)).unwrap();
        assert_eq!(item.footing(), Footing::Through(Rough::Light));
        assert_eq!(item.title(), "hanging lamp");
    }

    #[test]
    fn too_many_lights_are_counted() {
        let mut level = Level::blank("L", 40, 40, Terrain::Earth);
        let all: Vec<Light> = (0..210)
            .map(|i| light(f64::from(i % 20) * 2.0 + 0.5, f64::from(i / 20) * 2.0 + 0.5, 4.0))
            .collect();
        let notes = placed(&mut level, &all);
        assert!(notes.iter().any(|n| n == "10 lights left out: more than 200"), "{notes:?}");
    }
}
