//! Universal VTT: a picture with walls, portals and lights in one JSON file. Dungeondraft, Dungeon
//! Alchemist, DungeonFog and Arkenforge write it. Positions are in cells.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use grid::{Edge, EdgeKind};
use level::Daylight;
use serde::Deserialize;

use super::ImportError;
use super::builder::{MapBuilder, cells};
use super::colour::{argb, brightness};
use super::geometry::Point;
use super::json::{self, or_default};
use super::lamps::Light;
use super::outline::pillar;
use super::picture::{Picture, PictureError, prepared};

/// Ambient light at least this bright is day, of 1.
const DAY: f64 = 0.6;

/// Ambient light at least this bright is dusk.
const DUSK: f64 = 0.25;

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Pair {
    #[serde(default, deserialize_with = "or_default")]
    x: f64,
    #[serde(default, deserialize_with = "or_default")]
    y: f64,
}

#[derive(Debug, Deserialize)]
struct Resolution {
    #[serde(default, deserialize_with = "or_default")]
    map_origin: Pair,
    map_size: Pair,
}

#[derive(Debug, Default, Deserialize)]
struct Portal {
    position: Option<Pair>,
    #[serde(default, deserialize_with = "or_default")]
    bounds: Vec<Pair>,
    /// Whether it stops light: a closed door. Open doors, archways and windows do not.
    closed: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
struct Environment {
    ambient_light: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Lit {
    #[serde(default, deserialize_with = "or_default")]
    position: Pair,
    #[serde(default, deserialize_with = "or_default")]
    range: f64,
    intensity: Option<f64>,
    color: Option<String>,
}

#[derive(Debug, Deserialize)]
struct File {
    resolution: Resolution,
    #[serde(default, deserialize_with = "or_default")]
    line_of_sight: Vec<Vec<Pair>>,
    #[serde(default, deserialize_with = "or_default")]
    objects_line_of_sight: Vec<Vec<Pair>>,
    #[serde(default, deserialize_with = "or_default")]
    portals: Vec<Portal>,
    #[serde(default, deserialize_with = "or_default")]
    environment: Environment,
    #[serde(default, deserialize_with = "or_default")]
    lights: Vec<Lit>,
    image: Option<String>,
}

/// Reads a Universal VTT file.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<MapBuilder, ImportError> {
    let file: File = json::read(bytes)?;
    let Resolution { map_origin: origin, map_size } = file.resolution;
    let at = |p: &Pair| Point::new(p.x - origin.x, p.y - origin.y);
    let mut map = MapBuilder::new(cells(map_size.x, map_size.y)?, [name, ""]);
    for portal in &file.portals {
        door(&mut map, portal, at);
    }
    let open = file.portals.iter().filter(|portal| portal.closed == Some(false)).count();
    map.notes.count(open, "opening", "left open: sight goes through, perhaps by a window");
    let outlines = file.line_of_sight.iter().chain(&file.objects_line_of_sight);
    for line in outlines {
        let points: Vec<Point> = line.iter().map(at).collect();
        match pillar(&points) {
            Some((middle, item)) => map.thing(middle, item),
            None => map.wall(&points, EdgeKind::Wall),
        }
    }
    for light in &file.lights {
        // The file has one range: where the light ends.
        let range = if light.intensity.is_some_and(|v| v <= 0.0) { 0.0 } else { light.range };
        let colour = light.color.as_deref().and_then(argb);
        let bright = range / 2.0;
        map.light(Light { at: at(&light.position), bright, dim: range, colour, flicker: false });
    }
    map.level().light = daylight(&file.environment);
    if let Some(image) = file.image.filter(|image| !image.is_empty()) {
        let corner = Point::new(0.0, 0.0);
        map.picture(picture(image), corner, Point::new(map_size.x, map_size.y));
    }
    Ok(map)
}

fn door(map: &mut MapBuilder, portal: &Portal, at: impl Fn(&Pair) -> Point) {
    let leaf = Edge { open: portal.closed == Some(false), ..Edge::new(EdgeKind::Door) };
    match portal.bounds.as_slice() {
        [a, .., b] => map.opening(at(a), at(b), leaf),
        _ => match &portal.position {
            Some(position) => map.opening_in(at(position), leaf),
            None => map.notes.add("Doors without a place were left out"),
        },
    }
}

/// The time of day that an ambient light means.
fn daylight(environment: &Environment) -> Daylight {
    match environment.ambient_light.as_deref().and_then(argb).map(brightness) {
        Some(light) if light < DUSK => Daylight::Night,
        Some(light) if light < DAY => Daylight::Dusk,
        _ => Daylight::Day,
    }
}

/// The picture in a file. It may begin like a web address, and be broken into lines.
fn picture(text: String) -> Result<Picture, PictureError> {
    let (_, data) = text.split_once("base64,").unwrap_or(("", &text));
    let bytes = if data.contains(|c: char| c.is_ascii_whitespace()) {
        let plain: String = data.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        BASE64.decode(plain)
    } else {
        BASE64.decode(data)
    };
    drop(text);
    prepared(bytes.map_err(|error| PictureError::Damaged(error.to_string()))?)
}
