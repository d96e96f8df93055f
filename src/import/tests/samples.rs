//! Pictures for tests.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};

/// A PNG of one colour.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbaImage::from_pixel(width, height, Rgba([90, 80, 70, 255]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A WebP of one colour.
pub(crate) fn webp(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = [90, 80, 70].repeat((width * height) as usize);
    image_webp::WebPEncoder::new(&mut bytes)
        .encode(&pixels, width, height, image_webp::ColorType::Rgb8)
        .unwrap();
    bytes
}
