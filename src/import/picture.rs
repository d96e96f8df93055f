//! Pictures of maps: which are kept as they are, and which are converted or made smaller.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, ImageReader, Limits, RgbImage, RgbaImage};
use image_webp::WebPDecoder;

/// Maximum width and height of a picture under a level, in pixels.
pub(crate) const MAX_SIDE: u32 = 8_192;

/// Maximum size of a picture under a level, in bytes.
pub(crate) const MAX_FILE: u64 = 64 * 1024 * 1024;

/// Maximum number of pixels that are decoded.
const MAX_PIXELS: u64 = 120_000_000;

/// Maximum memory for decoding, in bytes.
const MAX_MEMORY: u64 = 640 * 1024 * 1024;

/// An opaque picture with more pixels than this is written as JPEG.
const LARGE: u64 = 16_000_000;

/// Quality of a written JPEG, of 100.
const QUALITY: u8 = 90;

/// A picture for a level: the bytes of a PNG or JPEG file.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    bytes: Vec<u8>,
    jpeg: bool,
}

impl Picture {
    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The name of its file beside a level with this stem.
    pub fn file_name(&self, stem: &str) -> String {
        format!("{stem}.{}", if self.jpeg { "jpg" } else { "png" })
    }
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} bytes)", self.file_name("picture"), self.bytes.len())
    }
}

/// Why a picture cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PictureError {
    #[error("it is no PNG, JPEG or WebP")]
    Format,
    #[error("it has {0} x {1} pixels; at most 120 million in all are allowed")]
    Pixels(u32, u32),
    #[error("it has more than 64 MiB")]
    Bytes,
    #[error("it cannot be read: {0}")]
    Damaged(String),
    #[error("{0}")]
    File(String),
}

impl From<image::ImageError> for PictureError {
    fn from(error: image::ImageError) -> Self {
        Self::Damaged(error.to_string())
    }
}

impl From<image_webp::DecodingError> for PictureError {
    fn from(error: image_webp::DecodingError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// The picture of a map for a level. Its dimensions are read before its pixels.
pub(crate) fn prepared(bytes: Vec<u8>) -> Result<Picture, PictureError> {
    let jpeg = bytes.starts_with(b"\xff\xd8\xff");
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let (width, height) = dimensions(&bytes)?;
    let fits = width.max(height) <= MAX_SIDE && bytes.len() as u64 <= MAX_FILE;
    if fits && !is_webp {
        return Ok(Picture { bytes, jpeg });
    }
    let whole = decoded(&bytes)?;
    drop(bytes);
    written(&reduced(whole, MAX_SIDE))
}

/// Width and height of a picture, from its header.
fn dimensions(bytes: &[u8]) -> Result<(u32, u32), PictureError> {
    let (width, height) = match format(bytes)? {
        ImageFormat::WebP => WebPDecoder::new(Cursor::new(bytes))?.dimensions(),
        format => ImageReader::with_format(Cursor::new(bytes), format).into_dimensions()?,
    };
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > MAX_PIXELS {
        return Err(PictureError::Pixels(width, height));
    }
    Ok((width, height))
}

fn format(bytes: &[u8]) -> Result<ImageFormat, PictureError> {
    match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => Ok(format),
        _ => Err(PictureError::Format),
    }
}

/// The pixels of a picture, if there are not too many.
pub(crate) fn decoded(bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let (width, height) = dimensions(bytes)?;
    let format = format(bytes)?;
    if format == ImageFormat::WebP {
        let mut decoder = WebPDecoder::new(Cursor::new(bytes))?;
        decoder.set_memory_limit(usize::try_from(MAX_MEMORY).unwrap_or(usize::MAX));
        let size = decoder.output_buffer_size().ok_or(PictureError::Pixels(width, height))?;
        let mut pixels = vec![0; size];
        decoder.read_image(&mut pixels)?;
        let picture = match decoder.has_alpha() {
            true => RgbaImage::from_raw(width, height, pixels).map(DynamicImage::from),
            false => RgbImage::from_raw(width, height, pixels).map(DynamicImage::from),
        };
        return picture.ok_or(PictureError::Pixels(width, height));
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    Ok(reader.decode()?)
}

/// A picture with at most this many pixels along its longer side.
fn reduced(picture: DynamicImage, most: u32) -> DynamicImage {
    if picture.width().max(picture.height()) <= most {
        return picture;
    }
    picture.thumbnail(most, most)
}

/// The file of a picture.
pub(crate) fn written(picture: &DynamicImage) -> Result<Picture, PictureError> {
    let pixels = u64::from(picture.width()) * u64::from(picture.height());
    let jpeg = pixels > LARGE && !picture.color().has_alpha();
    let mut bytes = Cursor::new(Vec::new());
    if jpeg {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
        picture.to_rgb8().write_with_encoder(encoder)?;
    } else {
        picture.write_to(&mut bytes, ImageFormat::Png)?;
    }
    let bytes = bytes.into_inner();
    if bytes.len() as u64 > MAX_FILE {
        return Err(PictureError::Bytes);
    }
    Ok(Picture { bytes, jpeg })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{png, webp};

    #[test]
    fn png_and_jpeg_stay_as_they_are() {
        let bytes = png(6, 4);
        let kept = prepared(bytes.clone()).unwrap();
        assert_eq!((kept.bytes(), kept.file_name("a").as_str()), (&*bytes, "a.png"));
        let mut jpeg = Cursor::new(Vec::new());
        let picture = DynamicImage::from(RgbImage::new(6, 4));
        picture.write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let jpeg = jpeg.into_inner();
        let kept = prepared(jpeg.clone()).unwrap();
        assert_eq!((kept.bytes(), kept.file_name("a").as_str()), (&*jpeg, "a.jpg"));
    }

    #[test]
    fn webp_becomes_png() {
        let made = prepared(webp(6, 4)).unwrap();
        let read = image::load_from_memory(made.bytes()).unwrap().to_rgb8();
        assert_eq!((read.dimensions(), read.get_pixel(3, 2).0), ((6, 4), [90, 80, 70]));
        assert_eq!(made.file_name("a"), "a.png");
    }

    #[test]
    fn wide_pictures_are_made_smaller() {
        let made = prepared(png(MAX_SIDE + 8, 16)).unwrap();
        let (width, height) = dimensions(made.bytes()).unwrap();
        assert_eq!((width, height), (MAX_SIDE, 16));
    }

    #[test]
    fn bombs_and_damaged_pictures_are_refused() {
        let mut bomb = png(1, 1);
        bomb[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        bomb[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
        assert!(prepared(bomb).is_err());
        for broken in
            [&b""[..], b"GIF89a", b"RIFF\0\0\0\0WEBP", &png(9, 9)[..20], &webp(9, 9)[..30]]
        {
            assert!(prepared(broken.to_vec()).is_err(), "{broken:?}");
        }
    }
}
