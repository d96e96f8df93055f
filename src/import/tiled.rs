//! Maps of Tiled, in XML or JSON: layers of tiles, and layers of objects for walls, doors, lights and things.

mod json;
mod layers;
mod objects;
mod properties;
mod sheet;
mod terrain;
mod tiles;
mod tilesets;
mod xml;

use grid::{Cell, Terrain};
use level::Daylight;

use super::ImportError;
use super::builder::{MapBuilder, cells};
use super::folder::Folder;
use super::format::Format;
use super::geometry::Point;

use layers::BoardLayer;
use properties::Properties;
use tiles::TileLook;
use tilesets::Tilesets;
use xml::{number, whole};

/// Pixels along the side of a tile.
const TILE: std::ops::RangeInclusive<f64> = 1.0..=1_024.0;

/// Whether an XML text is a map.
pub(crate) fn recognise(bytes: &[u8]) -> Result<Format, ImportError> {
    let text = xml::text(bytes)?;
    match xml::root(text) {
        Some("map") => Ok(Format::Tiled),
        Some("tileset") => {
            let (found, needed) = ("a tileset of Tiled", "the map that uses it");
            Err(ImportError::Other { found, needed })
        }
        _ => Err(ImportError::Unknown),
    }
}

/// Reads a map.
pub(crate) fn read(bytes: &[u8], folder: &Folder, name: &str) -> Result<MapBuilder, ImportError> {
    let Some(text) = json::as_xml(bytes)? else {
        return read_xml(xml::text(bytes)?, folder, name);
    };
    // Places in the rewritten text would mislead.
    read_xml(&text, folder, name).map_err(|error| match error {
        ImportError::Text { message, .. } => ImportError::Text { at: None, message },
        error => error,
    })
}

fn read_xml(text: &str, folder: &Folder, name: &str) -> Result<MapBuilder, ImportError> {
    let document = xml::document(text)?;
    let root = document.root_element();
    let orientation = root.attribute("orientation").unwrap_or("orthogonal");
    if orientation != "orthogonal" {
        let (found, needed) =
            ("a map of Tiled with slanted or six-sided tiles", "an orthogonal one");
        return Err(ImportError::Other { found, needed });
    }
    let tile = (number(&root, "tilewidth"), number(&root, "tileheight"));
    for (field, value) in [("tilewidth", tile.0), ("tileheight", tile.1)] {
        if !TILE.contains(&value) {
            let (field, found) = (field.to_owned(), value.to_string());
            return Err(ImportError::Value { field, found, allowed: "1 to 1,024" });
        }
    }
    let found = layers::read(&root)?;
    let infinite = root.attribute("infinite") == Some("1");
    let (corner, size) = match infinite {
        true => layers::extent(&found)?,
        false => ((0, 0), (whole(&root, "width"), whole(&root, "height"))),
    };
    let (columns, rows) = cells(size.0 as f64, size.1 as f64)?;
    let layers = found.iter().map(|layer| layer.on_board(corner, (columns, rows)));
    let layers: Vec<BoardLayer> = layers.collect();
    let settings = Properties::of(&root);
    let title = settings.text("name").or(root.attribute("class")).unwrap_or_default();
    let mut map = MapBuilder::new((columns, rows), [title, name]);
    let tilesets = Tilesets::read(&root, folder, &mut map.notes)?;
    lay_ground(&mut map, &layers, &tilesets);
    objects::build(&mut map, &root, &objects::Frame { tile, corner });
    map.level().light = daylight(&settings);
    let sheet = sheet::draw(&layers, &tilesets, folder, (columns, rows), tile);
    if let Some(picture) = sheet.picture {
        let size = Point::new(f64::from(columns), f64::from(rows));
        map.picture(picture, Point::new(0.0, 0.0), size);
    }
    for note in sheet.notes {
        map.notes.add(note);
    }
    Ok(map)
}

/// Gives each cell the terrain, height and thing of its tiles; upper layers win.
fn lay_ground(map: &mut MapBuilder, layers: &[BoardLayer], tilesets: &Tilesets) {
    let (mut unknown, mut shared, mut full) = (0, 0, 0);
    let mut things = Vec::new();
    let cells: Vec<Cell> = map.level().ground.cells().collect();
    for (place, cell) in cells.into_iter().enumerate() {
        let (mut look, mut has_tiles) = (TileLook::default(), false);
        for layer in layers {
            let gid = layer.gids.get(place).copied().unwrap_or_default();
            let Some(tile) = tilesets.look(gid) else { continue };
            has_tiles = true;
            look = look.under(tile, layer.terrain);
        }
        let own = look.own.is_some() || look.thing.is_some();
        shared += usize::from(!own && look.shared.is_some());
        unknown += usize::from(!own && look.shared.is_none() && has_tiles);
        full += usize::from(!map.ground(cell, look.ground(Terrain::Earth)));
        things.extend(look.thing.map(|kind| (cell, kind)));
    }
    for (cell, kind) in things {
        let middle = Point::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
        map.thing(middle, level::Item::new(kind));
    }
    let how = "whose tiles name no terrain became earth; give them the property `terrain`";
    map.notes.count(unknown, "cell", how);
    map.notes.count(shared, "cell", "took the terrain that the name of the tileset tells");
    map.notes.count(full, "cell", "kept as earth: too many kinds of ground");
}

/// The time of day that a map names.
fn daylight(settings: &Properties) -> Daylight {
    let named = settings.text("light").map(str::to_lowercase);
    let known = |light: &Daylight| Some(light.name()) == named.as_deref();
    Daylight::ALL.into_iter().find(known).unwrap_or_default()
}
