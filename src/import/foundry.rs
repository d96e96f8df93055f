//! Scenes exported from Foundry VTT: one JSON file, its picture beside it. Positions are in pixels of
//! a canvas that is larger than the picture by a border of whole cells.

mod scene;
mod walls;

use std::path::Path;

use grid::EdgeKind;
use level::Daylight;

use super::builder::{MapBuilder, cells};
use super::colour::rgba;
use super::folder::Folder;
use super::geometry::Point;
use super::lamps::Light;
use super::picture::{MAX_FILE, PictureError, prepared};
use super::{ImportError, json};

use scene::{Lit, Scene};
use walls::Barrier;

/// The grid of a scene: none, or squares. Higher numbers are hexagons.
const SQUARES: u64 = 1;

/// Darkness from here on is dusk, of 1.
const DUSK: f64 = 0.35;

/// Darkness from here on is night.
const NIGHT: f64 = 0.75;

/// A fraction of a cell that does not count.
const SLIVER: f64 = 0.1;

/// Where the scene lies on its canvas, in cells.
struct Frame {
    /// Pixels of a cell.
    pixels: f64,
    /// The north-western corner of the board on the canvas.
    board: Point,
    /// The north-western corner of the picture on the board.
    picture: Point,
    /// Size of the picture.
    size: Point,
}

/// Reads a scene.
pub(crate) fn read(bytes: &[u8], folder: &Folder, name: &str) -> Result<MapBuilder, ImportError> {
    let scene: Scene = json::read(bytes)?;
    let frame = Frame::of(&scene)?;
    let (size, corner) = (frame.size, frame.picture);
    let size = cells(size.x + corner.x, size.y + corner.y)?;
    let mut map = MapBuilder::new(size, [&scene.name, name]);
    if scene.grid_kind() < SQUARES {
        map.notes.add("The scene has no grid; the size of its cells was taken instead");
    }
    build_walls(&mut map, &scene, &frame);
    build_lights(&mut map, &scene, &frame);
    map.level().light = daylight(scene.darkness());
    lay_picture(&mut map, &scene, &frame, folder);
    for (list, one) in
        [(&scene.tokens, "token"), (&scene.tiles, "tile"), (&scene.notes, "map note")]
    {
        map.notes.count(list.len(), one, "left out");
    }
    Ok(map)
}

impl Frame {
    fn of(scene: &Scene) -> Result<Self, ImportError> {
        if scene.grid_kind() > SQUARES {
            let (found, needed) = ("a scene with hexagons", "one with square cells");
            return Err(ImportError::Other { found, needed });
        }
        let pixels = scene.cell_pixels();
        let (width, height, padding) = scene.measures();
        for (field, value, allowed, range) in [
            ("grid.size", pixels, "10 to 10,000", 10.0..=10_000.0),
            ("width", width, "1 to 1,000,000", 1.0..=1.0e6),
            ("height", height, "1 to 1,000,000", 1.0..=1.0e6),
            ("padding", padding, "0 to 0.5", 0.0..=0.5),
        ] {
            if !range.contains(&value) {
                let (field, found) = (field.to_owned(), value.to_string());
                return Err(ImportError::Value { field, found, allowed });
            }
        }
        let offset = scene.offset();
        // The border is a whole number of cells; the picture can be shifted against the grid.
        let edge = |length: f64, shift: f64| (padding * length / pixels).ceil() - shift / pixels;
        let picture = Point::new(edge(width, offset.0), edge(height, offset.1));
        if !picture.is_valid() {
            let (field, allowed) = ("offset".to_owned(), "a place on the map");
            return Err(ImportError::Value { field, found: format!("{offset:?}"), allowed });
        }
        let board = Point::new((picture.x + SLIVER).floor(), (picture.y + SLIVER).floor());
        Ok(Self {
            pixels,
            board,
            picture: Point::new(picture.x - board.x, picture.y - board.y),
            size: Point::new(width / pixels, height / pixels),
        })
    }

    /// A point of the canvas on the board.
    fn at(&self, x: f64, y: f64) -> Point {
        Point::new(x / self.pixels - self.board.x, y / self.pixels - self.board.y)
    }
}

fn build_walls(map: &mut MapBuilder, scene: &Scene, frame: &Frame) {
    let (mut low, mut curtains, mut open, mut broken) = (0, 0, 0, 0);
    for wall in &scene.walls {
        let [x0, y0, x1, y1] = wall.c[..] else {
            broken += 1;
            continue;
        };
        let (a, b) = (frame.at(x0, y0), frame.at(x1, y1));
        match wall.barrier() {
            Barrier::Wall => map.wall(&[a, b], EdgeKind::Wall),
            Barrier::Low => {
                low += 1;
                map.wall(&[a, b], EdgeKind::LowWall);
            }
            Barrier::Curtain(leaf) => {
                curtains += 1;
                map.opening(a, b, leaf);
            }
            Barrier::Leaf(leaf) => map.opening(a, b, leaf),
            Barrier::None => open += 1,
        }
    }
    map.notes.count(low, "wall", "of limited sight built low");
    map.notes.count(curtains, "wall", "stopping only sight built as doors");
    map.notes.count(open, "wall", "left out: stopping neither movement nor sight");
    map.notes.count(broken, "wall", "left out: without two ends");
}

fn build_lights(map: &mut MapBuilder, scene: &Scene, frame: &Frame) {
    let (hidden, lit): (Vec<&Lit>, Vec<&Lit>) = scene.lights.iter().partition(|l| l.is_off());
    map.notes.count(hidden.len(), "light", "left out: hidden, or darkness");
    let unit = scene.cell_units();
    for light in lit {
        let (bright, dim) = light.reach();
        let colour = light.colour().and_then(|text| rgba(&text));
        map.light(Light {
            at: frame.at(light.x, light.y),
            bright: bright / unit,
            dim: dim / unit,
            colour,
            flicker: light.flickers(),
        });
    }
}

/// The time of day that a darkness means.
fn daylight(darkness: f64) -> Daylight {
    if darkness >= NIGHT {
        Daylight::Night
    } else if darkness >= DUSK {
        Daylight::Dusk
    } else {
        Daylight::Day
    }
}

/// The picture of a scene lies on a server; a copy beside the scene is used if there is one.
fn lay_picture(map: &mut MapBuilder, scene: &Scene, frame: &Frame, folder: &Folder) {
    let Some(source) = scene.picture() else { return };
    let path = source.split(['?', '#']).next().unwrap_or_default();
    let name = unescaped(path.rsplit('/').next().unwrap_or_default());
    let bytes = folder.read(Path::new(""), &name, MAX_FILE);
    let help = |error| format!("{name:?} is needed beside the scene ({error})");
    let picture = bytes.map_err(|error| PictureError::File(help(error))).and_then(prepared);
    map.picture(picture, frame.picture, frame.size);
}

/// A text of a web address with its `%20` and the like as characters.
fn unescaped(text: &str) -> String {
    let mut rest = text.as_bytes();
    let mut plain = Vec::new();
    while let Some((byte, after)) = rest.split_first() {
        let code = if *byte == b'%' { after.get(..2) } else { None };
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        plain.push(code.unwrap_or(*byte));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_are_read_as_names() {
        assert_eq!(unescaped("old%20mill%2b.png"), "old mill+.png");
        assert_eq!(unescaped("50%"), "50%");
        assert_eq!(unescaped("%zz%2"), "%zz%2");
        assert_eq!(unescaped("%ff"), "\u{fffd}");
    }
}
