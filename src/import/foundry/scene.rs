//! The fields of a scene that matter for a level, under their names in all versions of the program.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::super::json::or_default;
use super::walls::Wall;

/// Border around a scene that says nothing, as a share of its size.
const PADDING: f64 = 0.25;

/// Units of length a cell, where a scene says nothing.
const UNITS: f64 = 5.0;

/// A number, or a structure that holds it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum GridField {
    Pixels(f64),
    Whole(GridData),
    Other(IgnoredAny),
}

#[derive(Debug, Default, Deserialize)]
struct GridData {
    #[serde(rename = "type")]
    kind: Option<f64>,
    size: Option<f64>,
    distance: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Background {
    src: Option<String>,
    offset_x: Option<f64>,
    offset_y: Option<f64>,
}

/// A storey. Newer versions have the picture here.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Storey {
    #[serde(deserialize_with = "or_default")]
    background: Background,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Environment {
    darkness_level: Option<f64>,
}

/// A scene.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Scene {
    #[serde(deserialize_with = "or_default")]
    pub(super) name: String,
    img: Option<String>,
    #[serde(deserialize_with = "or_default")]
    background: Background,
    #[serde(deserialize_with = "or_default")]
    levels: Vec<Storey>,
    width: Option<f64>,
    height: Option<f64>,
    padding: Option<f64>,
    shift_x: Option<f64>,
    shift_y: Option<f64>,
    grid: Option<GridField>,
    grid_type: Option<f64>,
    grid_distance: Option<f64>,
    darkness: Option<f64>,
    #[serde(deserialize_with = "or_default")]
    environment: Environment,
    #[serde(deserialize_with = "or_default")]
    pub(super) walls: Vec<Wall>,
    #[serde(deserialize_with = "or_default")]
    pub(super) lights: Vec<Lit>,
    #[serde(deserialize_with = "or_default")]
    pub(super) tokens: Vec<IgnoredAny>,
    #[serde(deserialize_with = "or_default")]
    pub(super) tiles: Vec<IgnoredAny>,
    #[serde(deserialize_with = "or_default")]
    pub(super) notes: Vec<IgnoredAny>,
}

impl Scene {
    fn grid_data(&self) -> Option<&GridData> {
        match &self.grid {
            Some(GridField::Whole(data)) => Some(data),
            _ => None,
        }
    }

    /// The kind of grid: 0 for none, 1 for squares, more for hexagons.
    pub(super) fn grid_kind(&self) -> u64 {
        let kind = self.grid_data().and_then(|data| data.kind).or(self.grid_type);
        kind.map_or(1, |kind| kind.max(0.0) as u64)
    }

    /// Pixels of a cell.
    pub(super) fn cell_pixels(&self) -> f64 {
        match &self.grid {
            Some(GridField::Pixels(pixels)) => *pixels,
            _ => self.grid_data().and_then(|data| data.size).unwrap_or(100.0),
        }
    }

    /// Units of length along a cell; lights are measured in them.
    pub(super) fn cell_units(&self) -> f64 {
        let units = self.grid_data().and_then(|data| data.distance).or(self.grid_distance);
        units.filter(|units| *units > 0.0).unwrap_or(UNITS)
    }

    /// Width and height in pixels, and the border as a share of them.
    pub(super) fn measures(&self) -> (f64, f64, f64) {
        let of = |value: Option<f64>| value.unwrap_or_default();
        (of(self.width), of(self.height), self.padding.unwrap_or(PADDING))
    }

    /// How far the picture is shifted west and north, in pixels.
    pub(super) fn offset(&self) -> (f64, f64) {
        let Background { offset_x, offset_y, .. } = &self.background;
        let of = |new: Option<f64>, old: Option<f64>| {
            new.filter(|v| v.abs() > 0.0).or(old).unwrap_or_default()
        };
        (of(*offset_x, self.shift_x), of(*offset_y, self.shift_y))
    }

    /// Darkness from 0 to 1.
    pub(super) fn darkness(&self) -> f64 {
        self.environment.darkness_level.or(self.darkness).unwrap_or_default()
    }

    /// The address of the picture.
    pub(super) fn picture(&self) -> Option<&str> {
        let storeys = self.levels.iter().map(|storey| storey.background.src.as_deref());
        let sources = [self.background.src.as_deref(), self.img.as_deref()].into_iter();
        sources.chain(storeys).flatten().find(|source| !source.is_empty())
    }
}

/// A colour as text or number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ColourField {
    Text(String),
    Number(u32),
    Other(IgnoredAny),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Animation {
    #[serde(rename = "type")]
    kind: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LightConfig {
    bright: Option<f64>,
    dim: Option<f64>,
    color: Option<ColourField>,
    luminosity: Option<f64>,
    negative: Option<bool>,
    #[serde(deserialize_with = "or_default")]
    animation: Animation,
}

/// A light.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Lit {
    #[serde(deserialize_with = "or_default")]
    pub(super) x: f64,
    #[serde(deserialize_with = "or_default")]
    pub(super) y: f64,
    hidden: Option<bool>,
    bright: Option<f64>,
    dim: Option<f64>,
    tint_color: Option<ColourField>,
    #[serde(deserialize_with = "or_default")]
    config: LightConfig,
}

impl Lit {
    /// Whether it gives no light.
    pub(super) fn is_off(&self) -> bool {
        let config = &self.config;
        let is_darkness =
            config.negative == Some(true) || config.luminosity.is_some_and(|v| v < 0.0);
        self.hidden == Some(true) || is_darkness
    }

    /// How far it is bright, and dim, in units of length.
    pub(super) fn reach(&self) -> (f64, f64) {
        let of = |new: Option<f64>, old: Option<f64>| new.or(old).unwrap_or_default().abs();
        (of(self.config.bright, self.bright), of(self.config.dim, self.dim))
    }

    /// Its colour, as written.
    pub(super) fn colour(&self) -> Option<String> {
        match self.config.color.as_ref().or(self.tint_color.as_ref())? {
            ColourField::Text(text) => Some(text.clone()),
            ColourField::Number(number) => Some(format!("{:06x}", number & 0x00ff_ffff)),
            ColourField::Other(_) => None,
        }
    }

    /// Whether it flickers.
    pub(super) fn flickers(&self) -> bool {
        let kind = self.config.animation.kind.as_deref();
        kind.is_some_and(|kind| ["torch", "flame", "flicker", "siren"].contains(&kind))
    }
}
