//! Pictures that claim to be huge, or become huge when decompressed: their headers get them refused
//! before memory is allocated.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use highground::editor::underlay::{MAX_PICTURE_SIDE, PictureError, decode};

use super::child::{self, Limit};

/// Memory allowed to refuse a picture by its size, in KiB on top of the process's own (16 MiB).
const MEMORY: u64 = 16 * 1024;

/// Memory allowed for a picture of permitted size with much other data in its file, in KiB (256
/// MiB).
const MUCH: u64 = 256 * 1024;

#[test]
fn picture_bombs_are_refused_by_their_heads() {
    let mut child = child::of(module_path!(), "refuse_bombs", Some(Limit::Memory(2 * 1024)));
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{said}");
}

/// Runs in the child process.
#[test]
#[ignore = "run in a process of its own, whose memory is measured"]
fn refuse_bombs() {
    let packed = zeros(64 << 20);
    let most = MAX_PICTURE_SIDE;
    child::forget_peak();
    let before = child::peak();
    for (width, height) in [(most + 1, 1), (1, most + 1), (60_000, 60_000), (i32::MAX as u32, 9)] {
        refused(&png(width, height, &[(b"IDAT", &packed)]));
    }
    let long = decode(&png(most + 1, 1, &[(b"IDAT", &packed)]));
    assert_eq!(long, Err(PictureError::Dimensions(most + 1, 1)));
    for (width, height) in [(0, 0), (0, 7), (u32::MAX, u32::MAX)] {
        refused(&png(width, height, &[(b"IDAT", &packed)]));
    }
    refused(&jpeg(65_535, 65_535));
    let taken = || child::peak().saturating_sub(before);
    assert!(taken() <= MEMORY, "{} MiB were used", taken() / 1024);
    // Text and colour profiles that decompress to 64 MiB, around a picture of a single pixel.
    for name in [b"zTXt", b"iCCP", b"iTXt"] {
        let mut content = b"name\0\0".to_vec();
        if name == b"iTXt" {
            content = b"name\0\x01\0\0\0".to_vec();
        }
        content.extend(&packed);
        let pixel = zeros(5);
        // Refusing it and ignoring the chunk are both right.
        let _ = decode(&png(1, 1, &[(name, &content), (b"IDAT", &pixel)]));
    }
    // Other kinds of pictures are refused without decoding.
    for other in
        [&b"GIF89a\xff\xff\xff\xff"[..], b"BM\xff\xff\xff\xff", b"II*\0", b"RIFF\0\0\0\0WEBP"]
    {
        assert!(matches!(decode(other), Err(PictureError::Format(_))));
    }
    assert!(taken() <= MUCH, "{} MiB were used", taken() / 1024);
}

/// Asserts that the picture is refused, by its size or by the decoder, which has limits too.
fn refused(bytes: &[u8]) {
    let found = decode(bytes);
    let refused = matches!(found, Err(PictureError::Dimensions(..) | PictureError::Format(_)));
    assert!(refused, "{:?}", found.map(|picture| (picture.width, picture.height)));
}

/// A compressed run of zeros.
fn zeros(count: usize) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let part = vec![0; count.min(1 << 16)];
    for _ in 0..count / part.len() {
        packer.write_all(&part).unwrap();
    }
    packer.finish().unwrap()
}

/// An 8-bit RGBA PNG with these chunks.
fn png(width: u32, height: u32, parts: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([8, 6, 0, 0, 0]);
    let all = [(b"IHDR", head.as_slice())].into_iter().chain(parts.iter().copied());
    for (name, content) in all.chain([(b"IEND", &[][..])]) {
        bytes.extend((content.len() as u32).to_be_bytes());
        let mut sum = flate2::Crc::new();
        for part in [&name[..], content] {
            bytes.extend(part);
            sum.update(part);
        }
        bytes.extend(sum.sum().to_be_bytes());
    }
    bytes
}

/// Header of a JPEG of this size, with no data.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8];
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend([3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    // Start of a scan.
    bytes.extend([0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);
    bytes
}
