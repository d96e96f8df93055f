//! Layers of objects: walls, doors, lights and things.

use grid::{Edge, EdgeKind};
use level::Item;
use roxmltree::Node;

use super::properties::Properties;
use super::terrain::words;
use super::tiles::thing_named;
use super::xml::{children, number};
use crate::builder::MapBuilder;
use crate::colour::rgba;
use crate::geometry::Point;
use crate::lamps::Light;

/// Maximum number of objects.
const MAX_OBJECTS: usize = 50_000;

/// Corners of an ellipse as a wall.
const CORNERS: u32 = 24;

/// Reach of a light that names none, in cells.
const REACH: f64 = 12.0;

/// Where objects lie on the board.
pub(super) struct Frame {
    /// Pixels of a cell.
    pub(super) tile: (f64, f64),
    /// The board's north-western cell on the map.
    pub(super) corner: (i64, i64),
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> Point {
        let (left, top) = (self.corner.0 as f64, self.corner.1 as f64);
        Point::new(x / self.tile.0 - left, y / self.tile.1 - top)
    }
}

/// What an object becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A wall, or a door, window or gate.
    Edge(EdgeKind),
    Light,
    Thing(grid::ThingKind),
}

/// Builds all visible objects: walls first, then openings.
pub(super) fn build(map: &mut MapBuilder, root: &Node<'_, '_>, frame: &Frame) {
    let groups = root.descendants().filter(|node| node.has_tag_name("objectgroup"));
    let objects = groups.filter(is_visible).flat_map(|group| {
        let usual = group.attribute("name").and_then(role_named);
        let inside = children(&group, "object").filter(is_visible);
        inside.map(move |object| (role(&object).or(usual), object))
    });
    let all: Vec<(Option<Role>, Node<'_, '_>)> = objects.take(MAX_OBJECTS).collect();
    let opens = |role: &Option<Role>| matches!(role, Some(Role::Edge(k)) if k.spec().opens);
    let (openings, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(role, _)| opens(role));
    let mut unknown = 0;
    for (role, object) in others.into_iter().chain(openings) {
        match role {
            None => unknown += 1,
            Some(Role::Edge(kind)) if kind.spec().opens => opening(map, &object, frame, kind),
            Some(Role::Edge(kind)) => map.wall(&outline(&object, frame), kind),
            Some(Role::Light) => map.light(light(&object, frame)),
            Some(Role::Thing(kind)) => map.thing(middle(&object, frame), Item::new(kind)),
        }
    }
    let how = "left out: neither class nor layer names a wall, door, light or thing";
    map.notes.count(unknown, "object", how);
}

/// Whether an element and the groups around it are shown.
pub(super) fn is_visible(node: &Node<'_, '_>) -> bool {
    node.ancestors().all(|node| node.attribute("visible") != Some("0"))
}

/// What the class or the name of an object says it is.
fn role(object: &Node<'_, '_>) -> Option<Role> {
    let named = ["class", "type", "name"].into_iter().filter_map(|name| object.attribute(name));
    named.into_iter().find_map(role_named)
}

/// What a name of an object or layer means, such as `Walls`, `low wall` or `barrel`.
fn role_named(name: &str) -> Option<Role> {
    let words = words(name);
    let whole = words.join("_");
    let one = whole.strip_suffix('s').unwrap_or(&whole);
    match one {
        "collision" | "solid" => return Some(Role::Edge(EdgeKind::Wall)),
        "light" | "lamp" | "torche" | "torch" | "lantern" => return Some(Role::Light),
        _ => {}
    }
    let edge = [&*whole, one].into_iter().find_map(EdgeKind::from_name);
    edge.filter(|kind| *kind != EdgeKind::Hatch)
        .map(Role::Edge)
        .or_else(|| [&*whole, one].into_iter().find_map(thing_named).map(Role::Thing))
}

/// The north-western corner and the size of an object, in pixels. Those that are tiles hang from
/// their lower edge.
fn rectangle(object: &Node<'_, '_>) -> (f64, f64, f64, f64) {
    let of = |name| number(object, name);
    let (x, y, width, height) = (of("x"), of("y"), of("width").abs(), of("height").abs());
    let top = if object.attribute("gid").is_some() { y - height } else { y };
    (x, top, width, height)
}

fn middle(object: &Node<'_, '_>, frame: &Frame) -> Point {
    let (x, y, width, height) = rectangle(object);
    frame.at(x + width / 2.0, y + height / 2.0)
}

/// The points of a polygon or polyline.
fn points(shape: &Node<'_, '_>, object: &Node<'_, '_>, frame: &Frame) -> Vec<Point> {
    let (x, y) = (number(object, "x"), number(object, "y"));
    let pairs = shape.attribute("points").unwrap_or_default().split_whitespace();
    let pairs = pairs.filter_map(|pair| {
        let (dx, dy) = pair.split_once(',')?;
        Some(frame.at(x + dx.parse::<f64>().ok()?, y + dy.parse::<f64>().ok()?))
    });
    pairs.collect()
}

/// The line along which an object stands.
fn outline(object: &Node<'_, '_>, frame: &Frame) -> Vec<Point> {
    if let Some(line) = children(object, "polyline").next() {
        return points(&line, object, frame);
    }
    let mut corners = match children(object, "polygon").next() {
        Some(shape) => points(&shape, object, frame),
        None => ring(object, frame),
    };
    corners.extend(corners.first().copied());
    corners
}

/// The corners of a rectangle or ellipse.
fn ring(object: &Node<'_, '_>, frame: &Frame) -> Vec<Point> {
    let (x, y, width, height) = rectangle(object);
    if children(object, "ellipse").next().is_none() {
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        return corners.map(|(dx, dy)| frame.at(x + dx, y + dy)).to_vec();
    }
    let corner = |n: u32| {
        let angle = f64::from(n) / f64::from(CORNERS) * std::f64::consts::TAU;
        let (dx, dy) = ((1.0 + angle.cos()) / 2.0, (1.0 + angle.sin()) / 2.0);
        frame.at(x + width * dx, y + height * dy)
    };
    (0..CORNERS).map(corner).collect()
}

fn opening(map: &mut MapBuilder, object: &Node<'_, '_>, frame: &Frame, kind: EdgeKind) {
    let properties = Properties::of(object);
    let open = properties.is_set("open");
    let (locked, secret) =
        (properties.is_set("locked") && !open, properties.is_set("secret") && !open);
    let leaf = Edge { open, locked, secret, ..Edge::new(kind) };
    if let Some(line) = children(object, "polyline").next()
        && let [a, .., b] = points(&line, object, frame)[..]
    {
        map.opening(a, b, leaf);
        return;
    }
    let (x, y, width, height) = rectangle(object);
    let (wide, high) = (width / frame.tile.0, height / frame.tile.1);
    // A flat rectangle lies along its wall; any other stands for its cell.
    if wide.min(high) < 0.6 && wide.max(high) >= 0.6 {
        let (a, b) = match wide >= high {
            true => ((x, y + height / 2.0), (x + width, y + height / 2.0)),
            false => ((x + width / 2.0, y), (x + width / 2.0, y + height)),
        };
        map.opening(frame.at(a.0, a.1), frame.at(b.0, b.1), leaf);
    } else {
        map.opening_in(middle(object, frame), leaf);
    }
}

fn light(object: &Node<'_, '_>, frame: &Frame) -> Light {
    let properties = Properties::of(object);
    let (_, _, width, _) = rectangle(object);
    let is_round = children(object, "ellipse").next().is_some();
    let drawn = Some(width / frame.tile.0 / 2.0).filter(|reach| is_round && *reach > 0.5);
    let dim = properties.number(&["dim", "range", "radius"]).or(drawn).unwrap_or(REACH);
    let colour = properties.text("colour").or_else(|| properties.text("color"));
    Light {
        at: middle(object, frame),
        bright: properties.number(&["bright"]).unwrap_or(dim / 2.0),
        dim,
        // Tiled writes #aarrggbb.
        colour: colour.and_then(|text| crate::colour::argb(text).or_else(|| rgba(text))),
        flicker: properties.is_set("flicker"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::ThingKind;

    #[test]
    fn names_of_objects_and_layers_tell_what_they_are() {
        for (name, role) in [
            ("Walls", Some(Role::Edge(EdgeKind::Wall))),
            ("low wall", Some(Role::Edge(EdgeKind::LowWall))),
            ("doors", Some(Role::Edge(EdgeKind::Door))),
            ("Fences", Some(Role::Edge(EdgeKind::Fence))),
            ("lights", Some(Role::Light)),
            ("Barrel", Some(Role::Thing(ThingKind::Barrel))),
            ("DeadTree", Some(Role::Thing(ThingKind::DeadTree))),
            ("bridge", None),
            ("hatch", None),
            ("npc", None),
            ("", None),
        ] {
            assert_eq!(role_named(name), role, "{name}");
        }
    }
}
