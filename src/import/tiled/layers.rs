//! Layers of tiles: numbers as text, base64, zlib or gzip, in one piece or in chunks.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use grid::Terrain;
use roxmltree::Node;

use super::terrain;
use super::xml::{children, error, whole};
use crate::ImportError;

/// Maximum number of layers.
const MAX_LAYERS: usize = 64;

/// Maximum number of tiles of all layers together.
const MAX_TILES: i64 = 8_000_000;

/// Farthest chunk from the middle of an endless map, in cells.
const FAR: i64 = 1_000_000;

/// A rectangle of tiles.
#[derive(Clone, Debug)]
struct Chunk {
    x: i64,
    y: i64,
    width: i64,
    /// Numbers of tiles over all tilesets, row by row; 0 for none.
    gids: Vec<u32>,
}

/// A layer of tiles as the map has it.
#[derive(Clone, Debug)]
pub(super) struct TileLayer {
    chunks: Vec<Chunk>,
    terrain: Option<Terrain>,
}

/// A layer of tiles on the board.
#[derive(Clone, Debug)]
pub(super) struct BoardLayer {
    /// Numbers of tiles over all tilesets with their turns, row by row; 0 for none.
    pub(super) gids: Vec<u32>,
    /// The terrain that its name tells.
    pub(super) terrain: Option<Terrain>,
}

impl TileLayer {
    /// The part of the layer on a board with this corner and size.
    pub(super) fn on_board(&self, corner: (i64, i64), (columns, rows): (u16, u16)) -> BoardLayer {
        let (columns, rows) = (i64::from(columns), i64::from(rows));
        let mut gids = vec![0; usize::try_from(columns * rows).unwrap_or_default()];
        for chunk in &self.chunks {
            for (i, gid) in (0_i64..).zip(&chunk.gids) {
                let x = chunk.x + i % chunk.width - corner.0;
                let y = chunk.y + i / chunk.width - corner.1;
                let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
                let place = usize::try_from(y * columns + x).ok().filter(|_| inside);
                if let Some(slot) = place.and_then(|place| gids.get_mut(place)) {
                    *slot = *gid;
                }
            }
        }
        BoardLayer { gids, terrain: self.terrain }
    }
}

/// The visible layers of tiles, from the bottom up.
pub(super) fn read(root: &Node<'_, '_>) -> Result<Vec<TileLayer>, ImportError> {
    let mut room = MAX_TILES;
    let mut layers = Vec::new();
    let all = root.descendants().filter(|node| node.has_tag_name("layer"));
    for node in all.filter(super::objects::is_visible) {
        if layers.len() >= MAX_LAYERS {
            return Err(error(&node, format!("more than {MAX_LAYERS} layers of tiles")));
        }
        layers.push(layer(&node, &mut room)?);
    }
    Ok(layers)
}

fn layer(node: &Node<'_, '_>, room: &mut i64) -> Result<TileLayer, ImportError> {
    let mut chunks = Vec::new();
    for data in children(node, "data") {
        let mut pieces: Vec<Node<'_, '_>> = children(&data, "chunk").collect();
        if pieces.is_empty() {
            pieces.push(data);
        }
        for piece in pieces {
            let is_chunk = piece.has_tag_name("chunk");
            let measured = if is_chunk { piece } else { *node };
            let (width, height) = (whole(&measured, "width"), whole(&measured, "height"));
            let place = |name| if is_chunk { whole(&piece, name) } else { 0 };
            let (x, y) = (place("x"), place("y"));
            let count = width.checked_mul(height).filter(|count| (1..=*room).contains(count));
            let near = (-FAR..=FAR).contains(&x) && (-FAR..=FAR).contains(&y);
            let Some(count) = count.filter(|_| near && width > 0) else {
                let message = format!(
                    "{width} x {height} tiles at ({x}, {y}); allowed: 8 million in all layers"
                );
                return Err(error(&piece, message));
            };
            *room -= count;
            let gids = gids(&data, &piece, usize::try_from(count).unwrap_or_default())?;
            chunks.push(Chunk { x, y, width, gids });
        }
    }
    let terrain = node.attribute("name").and_then(terrain::of_group);
    Ok(TileLayer { chunks, terrain })
}

/// The numbers of the tiles of a layer or chunk.
fn gids(data: &Node<'_, '_>, piece: &Node<'_, '_>, count: usize) -> Result<Vec<u32>, ImportError> {
    let text = piece.text().unwrap_or_default().trim();
    let wrong = |what: &str| error(piece, format!("the tiles of a layer cannot be read: {what}"));
    let gids: Vec<u32> = match data.attribute("encoding") {
        None => {
            children(piece, "tile").take(count + 1).map(|tile| whole(&tile, "gid") as u32).collect()
        }
        Some("csv") => {
            let numbers = text.split(',').take(count + 1).map(|number| number.trim().parse());
            numbers.collect::<Result<_, _>>().map_err(|_| wrong("a number is not whole"))?
        }
        Some("base64") => {
            let bytes = STANDARD.decode(text).map_err(|e| wrong(&e.to_string()))?;
            let bytes =
                unpacked(bytes, data.attribute("compression"), count).map_err(|e| wrong(&e))?;
            let (whole, rest) = bytes.as_chunks::<4>();
            if !rest.is_empty() {
                return Err(wrong("the data ends within a number"));
            }
            whole.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
        }
        Some(other) => return Err(wrong(&format!("encoding {other:?}; allowed: csv, base64"))),
    };
    if gids.len() != count {
        return Err(wrong(&format!("the layer needs {count} numbers")));
    }
    Ok(gids)
}

/// Unpacks the data of that many tiles; anything longer is refused when it is one byte too long.
fn unpacked(bytes: Vec<u8>, compression: Option<&str>, count: usize) -> Result<Vec<u8>, String> {
    let most = count as u64 * 4 + 1;
    let mut plain = Vec::new();
    let read = match compression.unwrap_or_default() {
        "" => return Ok(bytes),
        "zlib" => ZlibDecoder::new(&*bytes).take(most).read_to_end(&mut plain),
        "gzip" => GzDecoder::new(&*bytes).take(most).read_to_end(&mut plain),
        other => return Err(format!("compression {other:?}; allowed: none, zlib, gzip")),
    };
    read.map(|_| plain).map_err(|error| error.to_string())
}

/// A place and a size in cells.
type Extent = ((i64, i64), (i64, i64));

/// The rectangle that holds all tiles of an endless map: its corner and its size.
pub(super) fn extent(layers: &[TileLayer]) -> Result<Extent, ImportError> {
    let chunks = layers.iter().flat_map(|layer| &layer.chunks);
    let tiles = chunks.flat_map(|chunk| {
        let used = (0_i64..).zip(&chunk.gids).filter(|(_, gid)| **gid != 0);
        used.map(move |(i, _)| (chunk.x + i % chunk.width, chunk.y + i / chunk.width))
    });
    let found = tiles.fold(None, |found: Option<[i64; 4]>, (x, y)| {
        let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let none = ImportError::Text { at: None, message: "the map has no tiles".to_owned() };
    let [left, top, right, bottom] = found.ok_or(none)?;
    Ok(((left, top), (right - left + 1, bottom - top + 1)))
}
