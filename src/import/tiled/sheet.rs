//! The tiles of a map drawn together as its picture.

use std::collections::BTreeMap;

use image::{DynamicImage, GenericImageView, Pixel, RgbaImage};

use super::layers::BoardLayer;
use super::tilesets::{ImageName, Part, TileImage, Tileset, Tilesets};
use crate::folder::Folder;
use crate::picture::{MAX_FILE, Picture, PictureError, decoded, written};

/// Longest side of the picture, in pixels.
const LONGEST: u32 = 4_096;

/// Maximum number of images of tiles.
const MAX_IMAGES: usize = 2_000;

/// Maximum number of pixels of all images together.
const MAX_PIXELS: u64 = 100_000_000;

/// Maximum number of pixels that are drawn; enough for a full map with many layers.
const MAX_DRAWN: u64 = 600_000_000;

/// The bits of a tile's number that say how it is turned.
const MIRRORED: u32 = 0x8000_0000;
const FLIPPED: u32 = 0x4000_0000;
const SWAPPED: u32 = 0x2000_0000;

/// The picture of a map, and what is missing in it.
#[derive(Default)]
pub(super) struct Sheet {
    pub(super) picture: Option<Result<Picture, PictureError>>,
    pub(super) notes: Vec<String>,
}

/// Images of tiles, read once each.
struct Images<'a> {
    folder: &'a Folder,
    read: BTreeMap<ImageName, Option<RgbaImage>>,
    pixels: u64,
    notes: Vec<String>,
}

impl Images<'_> {
    fn get(&mut self, name: &ImageName) -> Option<&RgbaImage> {
        if !self.read.contains_key(name) {
            if self.read.len() >= MAX_IMAGES {
                return None;
            }
            let image = self.load(name);
            self.read.insert(name.clone(), image);
        }
        self.read.get(name).and_then(Option::as_ref)
    }

    fn load(&mut self, (from, name): &ImageName) -> Option<RgbaImage> {
        let bytes = self.folder.read(from, name, MAX_FILE);
        let image = bytes.and_then(|bytes| decoded(&bytes).map_err(|error| error.to_string()));
        match image {
            Ok(image) => {
                self.pixels += u64::from(image.width()) * u64::from(image.height());
                let fits = self.pixels <= MAX_PIXELS;
                if !fits {
                    self.notes
                        .push("Some images of tiles were left out: too many pixels".to_owned());
                }
                fits.then(|| image.into_rgba8())
            }
            Err(error) => {
                self.notes.push(format!("The tiles of {name:?} are not drawn: {error}"));
                None
            }
        }
    }
}

/// Draws the layers from the bottom up.
pub(super) fn draw(
    layers: &[BoardLayer],
    tilesets: &Tilesets,
    folder: &Folder,
    (columns, rows): (u16, u16),
    (tile_width, tile_height): (f64, f64),
) -> Sheet {
    let (columns, rows) = (u32::from(columns), u32::from(rows));
    let side = (tile_width.max(tile_height) as u32).min(LONGEST / columns.max(rows)).max(1);
    let mut images = Images { folder, read: BTreeMap::new(), pixels: 0, notes: Vec::new() };
    let mut canvas = Canvas { pixels: None, size: (columns * side, rows * side), room: MAX_DRAWN };
    for layer in layers {
        for (place, gid) in (0_u32..).zip(&layer.gids) {
            let Some((_, set, id)) = tilesets.find(*gid) else { continue };
            let Some(shown) = set.image(id) else { continue };
            let (TileImage::Whole(name) | TileImage::Part(name, _) | TileImage::Sheet(name)) =
                shown;
            let Some(image) = images.get(name) else { continue };
            let size = image.dimensions();
            let part = match shown {
                TileImage::Whole(_) => Some((0, 0, size.0, size.1)),
                TileImage::Part(_, part) => Some(part).filter(|part| is_inside(*part, size)),
                TileImage::Sheet(_) => part(set, id, size),
            };
            let Some(part) = part else { continue };
            // Large tiles rise and extend beyond their cell from its lower left corner.
            let scale = |pixels: u32, tile: f64| {
                (f64::from(pixels) / tile * f64::from(side)).round().clamp(1.0, 8_192.0) as i64
            };
            let (width, height) = (scale(part.2, tile_width), scale(part.3, tile_height));
            let left = i64::from(place % columns * side);
            let bottom = i64::from((place / columns + 1) * side);
            canvas.put(image, part, (left, bottom - height, width, height), *gid);
        }
    }
    if canvas.room == 0 {
        images.notes.push("Some tiles are not drawn: too many large ones".to_owned());
    }
    let picture = canvas.pixels.map(|pixels| written(&DynamicImage::from(pixels)));
    Sheet { picture, notes: images.notes }
}

/// The part of the picture of a tileset that shows a tile.
fn part(set: &Tileset, id: u32, size: (u32, u32)) -> Option<Part> {
    let (w, h) = set.tile;
    if w == 0 || h == 0 {
        return None;
    }
    let across = size.0.saturating_sub(set.margin).saturating_add(set.spacing);
    let columns = match set.columns {
        0 => across / w.checked_add(set.spacing)?,
        columns => columns,
    };
    let (column, row) = (id.checked_rem(columns)?, id.checked_div(columns)?);
    let place =
        |n: u32, size: u32| n.checked_mul(size.checked_add(set.spacing)?)?.checked_add(set.margin);
    let part = (place(column, w)?, place(row, h)?, w, h);
    is_inside(part, size).then_some(part)
}

/// Whether a part lies inside an image of this size.
fn is_inside((x, y, w, h): Part, (width, height): (u32, u32)) -> bool {
    let fits = |from: u32, length: u32, whole: u32| {
        from.checked_add(length).is_some_and(|end| end <= whole)
    };
    fits(x, w, width) && fits(y, h, height)
}

/// The picture as far as it is drawn.
struct Canvas {
    /// None until the first tile.
    pixels: Option<RgbaImage>,
    size: (u32, u32),
    /// Number of pixels that may still be drawn.
    room: u64,
}

impl Canvas {
    /// Draws a part of an image into a rectangle: left, top, width, height.
    fn put(&mut self, image: &RgbaImage, part: Part, target: (i64, i64, i64, i64), turns: u32) {
        let (left, top, width, height) = target;
        let (right, bottom) = (i64::from(self.size.0), i64::from(self.size.1));
        let (xs, ys) =
            (left.max(0)..(left + width).min(right), top.max(0)..(top + height).min(bottom));
        let count = u64::try_from((xs.end - xs.start).max(0) * (ys.end - ys.start).max(0));
        let count = count.unwrap_or_default();
        if count > self.room {
            self.room = 0;
            return;
        }
        self.room -= count;
        let (w, h) = self.size;
        let canvas = self.pixels.get_or_insert_with(|| RgbaImage::new(w, h));
        let (px, py, pw, ph) = part;
        for y in ys {
            for x in xs.clone() {
                let (mut u, mut v) = (share(x - left, width), share(y - top, height));
                if turns & MIRRORED != 0 {
                    u = 1.0 - u;
                }
                if turns & FLIPPED != 0 {
                    v = 1.0 - v;
                }
                if turns & SWAPPED != 0 {
                    std::mem::swap(&mut u, &mut v);
                }
                let source = (px + pick(u, pw), py + pick(v, ph));
                if !image.in_bounds(source.0, source.1) {
                    continue;
                }
                let colour = *image.get_pixel(source.0, source.1);
                if let Some(pixel) = canvas.get_pixel_mut_checked(x as u32, y as u32) {
                    pixel.blend(&colour);
                }
            }
        }
    }
}

/// The place of a pixel's middle along a side, 0 to 1.
fn share(pixel: i64, side: i64) -> f64 {
    (pixel as f64 + 0.5) / side as f64
}

/// The pixel at a share of a side.
fn pick(share: f64, side: u32) -> u32 {
    ((share * f64::from(side)) as u32).min(side.saturating_sub(1))
}
