//! Reading JSON: errors with their position, values that may be missing, and which format it is.

use files::At;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};

use super::ImportError;
use super::format::Format;

/// Maximum number of values in lists and structures.
const MAX_VALUES: usize = 5_000_000;

/// Reads a JSON text.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ImportError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let text = error.to_string();
        let (text, _) = text.rsplit_once(" at line ").unwrap_or((&text, ""));
        let message = format!("this JSON cannot be read: {}", files::without_types(text));
        let at = At { line: error.line(), column: error.column() };
        ImportError::Text { at: (at.line > 0).then_some(at), message }
    })
}

/// A value that counts as missing if it is `null`. For the fields of a structure.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// The fields that tell formats apart.
#[derive(Deserialize)]
struct Probe {
    resolution: Option<IgnoredAny>,
    line_of_sight: Option<IgnoredAny>,
    portals: Option<IgnoredAny>,
    walls: Option<IgnoredAny>,
    grid: Option<IgnoredAny>,
    #[serde(rename = "gridType")]
    grid_type: Option<IgnoredAny>,
    tilewidth: Option<IgnoredAny>,
    layers: Option<IgnoredAny>,
}

/// The format of a JSON text.
pub(crate) fn format(bytes: &[u8]) -> Result<Format, ImportError> {
    // Pictures in base64 have none of these.
    let values = bytes.iter().filter(|b| matches!(b, b'{' | b'[' | b',')).count();
    if values > MAX_VALUES {
        let message = format!("{values} values; allowed: {MAX_VALUES}");
        return Err(ImportError::Text { at: None, message });
    }
    let probe: Probe = read(bytes)?;
    if probe.resolution.is_some() && (probe.line_of_sight.is_some() || probe.portals.is_some()) {
        Ok(Format::UniversalVtt)
    } else if probe.walls.is_some() && (probe.grid.is_some() || probe.grid_type.is_some()) {
        Ok(Format::Foundry)
    } else if probe.tilewidth.is_some() && probe.layers.is_some() {
        Ok(Format::Tiled)
    } else if probe.tilewidth.is_some() {
        let (found, needed) = ("a tileset of Tiled", "the map that uses it");
        Err(ImportError::Other { found, needed })
    } else {
        Err(ImportError::Unknown)
    }
}
