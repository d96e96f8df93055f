//! The picture under the board: loading it, and fitting it to the grid.

use std::io::Cursor;
use std::path::Path;

use image::{ImageFormat, ImageReader, Limits};

use super::edge_path::Spot;
use level::{PicturePathError, Underlay, picture_path};

/// Maximum width and height of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 8_192;

/// Maximum size of a picture file, in bytes.
pub const MAX_PICTURE_BYTES: u64 = 64 * 1024 * 1024;

/// Maximum memory for decoding a picture, in bytes.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;

/// Why a picture cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// The two points, or the two lengths, are too close.
    #[error("the two points are too close together")]
    TooNear,
    /// It would be too small, too large or too far away.
    #[error("the picture would be smaller than 1 mm, larger than 2 km or more than 1 km away")]
    OutOfRange,
}

/// An underlay for a picture of that size in pixels, with its north-western corner on that of the
/// board.
///
/// # Errors
/// If it would be too large or too small, or the level may not refer to the file.
pub fn laid(
    file: &str,
    (width, height): (u32, u32),
    pixels_a_cell: u32,
) -> Result<Underlay, FitError> {
    let cells = u64::from(pixels_a_cell.max(1));
    let length = |pixels: u32| i32::try_from(u64::from(pixels) * 1000 / cells).ok();
    let size = length(width).zip(length(height)).ok_or(FitError::OutOfRange)?;
    let underlay = Underlay {
        file: file.to_owned(),
        at: (0, 0),
        size,
        turn: 0,
        mirrored: false,
        in_play: false,
    };
    if underlay.is_valid() { Ok(underlay) } else { Err(FitError::OutOfRange) }
}

/// Fits a picture to the grid by two points with a known distance in millimetres. Scales the
/// picture so that they have that distance, then moves it so that the first point lies on the
/// nearest grid corner. Both points are given as they appear on the board now.
///
/// # Errors
/// If the points are too close together or the picture would be out of range.
pub fn calibrated(
    underlay: &Underlay,
    (a, b): (Spot, Spot),
    millimetres: u32,
) -> Result<Underlay, FitError> {
    let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
    let apart = dx.hypot(dy) * 10.0;
    if apart < 10.0 || millimetres == 0 {
        return Err(FitError::TooNear);
    }
    let factor = f64::from(millimetres) / apart;
    let scaled = |length: i32| rounded(f64::from(length) * factor);
    let size = (scaled(underlay.size.0)?, scaled(underlay.size.1)?);
    let corner = a.corner();
    let moved = |corner: i16, point: i32, at: i32| {
        // From the point back to the picture's corner, at the new scale.
        rounded(f64::from(corner) * 1000.0 - (f64::from(point) * 10.0 - f64::from(at)) * factor)
    };
    let at = (moved(corner.x, a.x, underlay.at.0)?, moved(corner.y, a.y, underlay.at.1)?);
    let fitted = Underlay { at, size, ..underlay.clone() };
    if fitted.is_valid() { Ok(fitted) } else { Err(FitError::OutOfRange) }
}

fn rounded(value: f64) -> Result<i32, FitError> {
    let value = value.round();
    // Every allowed length is far smaller.
    if value.abs() < 1.0e9 { Ok(value as i32) } else { Err(FitError::OutOfRange) }
}

/// A decoded picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// RGBA pixels, row by row.
    pub rgba: Vec<u8>,
}

/// Why a picture cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The level may not refer to this file.
    #[error(transparent)]
    Path(#[from] PicturePathError),
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// A link leads out of the level's folder.
    #[error("the picture is outside the level's folder")]
    Outside,
    /// The file is too large.
    #[error("the file has {0} bytes; at most 64 MiB are allowed")]
    Bytes(u64),
    /// The picture is too large. Detected before its pixels are decoded.
    #[error(
        "the picture has {0} x {1} pixels; at most {MAX_PICTURE_SIDE} x {MAX_PICTURE_SIDE} are allowed"
    )]
    Dimensions(u32, u32),
    /// Not a PNG or JPEG, or damaged.
    #[error("not a readable PNG or JPEG: {0}")]
    Format(String),
}

/// Loads a picture that a level refers to. `folder` is the folder of the level's file.
///
/// # Errors
/// For paths outside the folder, files that are not pictures, and pictures that are too large.
/// Large pictures are refused before their pixels are decoded.
pub fn open_picture(folder: &Path, file: &str) -> Result<Picture, PictureError> {
    let path = folder.join(picture_path(file)?);
    let failed = |e: std::io::Error| PictureError::File(files::failed(&path, &e).to_string());
    let (real, home) =
        (path.canonicalize().map_err(failed)?, folder.canonicalize().map_err(failed)?);
    if !real.starts_with(home) {
        return Err(PictureError::Outside);
    }
    let meta = std::fs::metadata(&real).map_err(failed)?;
    if !meta.is_file() {
        return Err(PictureError::File(format!("{}: not a file", path.display())));
    }
    if meta.len() > MAX_PICTURE_BYTES {
        return Err(PictureError::Bytes(meta.len()));
    }
    decode(&std::fs::read(&real).map_err(failed)?)
}

/// Decodes a picture from the bytes of its file.
///
/// # Errors
/// If it is not a PNG or JPEG, is damaged, or is too large.
pub fn decode(bytes: &[u8]) -> Result<Picture, PictureError> {
    let wrong = |e: image::ImageError| PictureError::Format(e.to_string());
    let format = image::guess_format(bytes).map_err(wrong)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg) {
        return Err(PictureError::Format("unsupported format".to_owned()));
    }
    let reader = || ImageReader::with_format(Cursor::new(bytes), format);
    // Reads only the file's header.
    let (width, height) = reader().into_dimensions().map_err(wrong)?;
    if width == 0 || height == 0 || width.max(height) > MAX_PICTURE_SIDE {
        return Err(PictureError::Dimensions(width, height));
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_PICTURE_SIDE);
    limits.max_image_height = Some(MAX_PICTURE_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = reader();
    reader.limits(limits);
    let picture = reader.decode().map_err(wrong)?.into_rgba8();
    Ok(Picture { width, height, rgba: picture.into_raw() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Cell;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([9, 8, 7, 255]));
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn two_points_fit_a_picture_to_the_grid() {
        // Cells of 64 pixels are at first taken to be cells of 100.
        let picture = laid("map.png", (640, 320), 100).unwrap();
        assert_eq!(picture.size, (6_400, 3_200));
        // Pixels 32 and 352, five cells apart, appear at 32 cm and 352 cm.
        let points = (Spot { x: 32, y: 32 }, Spot { x: 352, y: 32 });
        let fitted = calibrated(&picture, points, 5_000).unwrap();
        assert_eq!(fitted.size, (10_000, 5_000));
        // The first point, half a cell into the picture, is on the nearest corner.
        assert_eq!(Spot { x: 32, y: 32 }.corner(), Cell::new(0, 0));
        assert_eq!(fitted.at, (-500, -500));
        assert_eq!(calibrated(&picture, (points.0, points.0), 5_000), Err(FitError::TooNear));
        assert_eq!(calibrated(&picture, points, u32::MAX), Err(FitError::OutOfRange));
        assert_eq!(laid("../map.png", (64, 64), 64), Err(FitError::OutOfRange));
    }

    #[test]
    fn large_pictures_are_refused_before_decoding() {
        assert_eq!(decode(&png(3, 2)).map(|p| (p.width, p.height, p.rgba.len())), Ok((3, 2, 24)));
        // The header of a PNG that claims to be huge, with nothing behind it.
        let mut huge = png(1, 1);
        huge[16..20].copy_from_slice(&60_000u32.to_be_bytes());
        assert!(decode(&huge).is_err());
        assert_eq!(
            decode(&png(MAX_PICTURE_SIDE + 1, 1)),
            Err(PictureError::Dimensions(MAX_PICTURE_SIDE + 1, 1))
        );
        for broken in [&b""[..], b"GIF89a", &png(9, 9)[..40]] {
            assert!(matches!(decode(broken), Err(PictureError::Format(_))));
        }
    }

    #[test]
    fn pictures_are_read_only_from_the_level_folder() {
        let folder =
            std::env::temp_dir().join(format!("highground-picture-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("level/maps")).unwrap();
        std::fs::write(folder.join("level/maps/a.png"), png(4, 4)).unwrap();
        std::fs::write(folder.join("b.png"), png(4, 4)).unwrap();
        let level = folder.join("level");
        assert_eq!(open_picture(&level, "maps/a.png").map(|p| p.width), Ok(4));
        assert!(matches!(open_picture(&level, "../b.png"), Err(PictureError::Path(_))));
        assert!(matches!(open_picture(&level, "c.png"), Err(PictureError::File(_))));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.join("b.png"), level.join("link.png")).unwrap();
            assert_eq!(open_picture(&level, "link.png"), Err(PictureError::Outside));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
