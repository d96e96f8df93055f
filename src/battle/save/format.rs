//! The file format of saves.
//!
//! A line with the file type and version; a checksum over the rest; the length of the card, the
//! card, and the battle. Card and battle are [CBOR](https://cbor.io) with the names of all fields,
//! so that a save of an older version can be updated field by field; the battle is compressed.

use std::io::{Read, Write};

use ciborium::Value;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::summary::{MAX_BYTES, SaveSummary};

/// The version that is written. Older ones back to [`OLDEST`] are read.
pub const VERSION: u32 = 3;

/// The oldest version that can be read.
pub const OLDEST: u32 = 2;

/// The first bytes of a save of any version.
pub const NAME: &[u8; 17] = b"High Ground save ";

/// The largest battle that is unpacked, in bytes (256 MiB).
const MAX_UNPACKED: u64 = 4 * MAX_BYTES;

/// The largest card, in bytes.
const MAX_CARD: usize = 64 * 1024;

/// The maximum nesting depth of values.
const MAX_DEPTH: usize = 128;

/// Upgrades a battle from one version to the next; the first entry is for [`OLDEST`].
const STEPS: [fn(&mut Value); (VERSION - OLDEST) as usize] = [
    // Pending steps became typed. Steps of version 2 look different; the ruleset recognises them
    // when it reads them.
    |_| {},
];

/// Why bytes cannot be read as a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// They begin differently.
    #[error("this is not a High Ground save")]
    NoSave,
    /// The version is not supported.
    #[error("save version {0} is not supported; versions {OLDEST} to {VERSION} are")]
    Version(u32),
    /// The content does not match its checksum.
    #[error("this save is damaged")]
    Damaged,
    /// It exceeds the size limits.
    #[error("this battle is too large for a save")]
    TooLarge,
}

/// The bytes of a save with its card.
///
/// # Errors
/// When it would be too large to read again.
pub fn write<T: Serialize>(card: &SaveSummary, save: &T) -> Result<Vec<u8>, Fault> {
    let mut packer = DeflateEncoder::new(headed(card)?, Compression::fast());
    ciborium::into_writer(save, &mut packer).map_err(|_| Fault::TooLarge)?;
    let unpacked = packer.total_in();
    let content = packer.finish().map_err(|_| Fault::TooLarge)?;
    if unpacked > MAX_UNPACKED {
        return Err(Fault::TooLarge);
    }
    sealed(VERSION, &content)
}

/// The bytes of the same save with another name on its card.
///
/// # Errors
/// What is wrong with the bytes, or that the result would be too large.
pub fn renamed(bytes: &[u8], name: &str) -> Result<Vec<u8>, Fault> {
    let (version, card, packed) = parts(bytes)?;
    let card = SaveSummary { name: name.to_owned(), ..decode(card)? };
    let mut content = headed(&card)?;
    content.extend(packed);
    sealed(version, &content)
}

/// A card preceded by its length: the beginning of a save's content.
fn headed(card: &SaveSummary) -> Result<Vec<u8>, Fault> {
    let mut head = Vec::new();
    // Writing plain structs to memory cannot fail in any other way.
    ciborium::into_writer(card, &mut head).map_err(|_| Fault::TooLarge)?;
    if head.len() > MAX_CARD {
        return Err(Fault::TooLarge);
    }
    let length = u32::try_from(head.len()).map_err(|_| Fault::TooLarge)?;
    let mut content = length.to_le_bytes().to_vec();
    content.append(&mut head);
    Ok(content)
}

/// A checksum of the content and, from version 3 on, of the version.
fn checksum(version: u32, content: &[u8]) -> u64 {
    match version {
        ..=2 => xxh3_64(content),
        _ => xxh3_64_with_seed(content, version.into()),
    }
}

/// The content of a save, preceded by its first line and checksum.
fn sealed(version: u32, content: &[u8]) -> Result<Vec<u8>, Fault> {
    if content.len() as u64 > MAX_BYTES - 64 {
        return Err(Fault::TooLarge);
    }
    let mut bytes = NAME.to_vec();
    // Writing to memory does not fail.
    let _ = writeln!(bytes, "{version}");
    bytes.extend(checksum(version, content).to_le_bytes());
    bytes.extend(content);
    Ok(bytes)
}

/// The card of a save.
///
/// # Errors
/// What is wrong with the bytes.
pub fn card(bytes: &[u8]) -> Result<SaveSummary, Fault> {
    let (_, card, _) = parts(bytes)?;
    decode(card)
}

/// The battle of a save.
///
/// # Errors
/// What is wrong with the bytes.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    let (version, _, packed) = parts(bytes)?;
    let mut content = Vec::new();
    let mut unpacker = DeflateDecoder::new(packed).take(MAX_UNPACKED + 1);
    unpacker.read_to_end(&mut content).map_err(|_| Fault::Damaged)?;
    if content.len() as u64 > MAX_UNPACKED {
        return Err(Fault::TooLarge);
    }
    let steps = STEPS.get((version - OLDEST) as usize..).unwrap_or_default();
    if steps.is_empty() {
        return decode(&content);
    }
    let mut value: Value = decode(&content)?;
    for step in steps {
        step(&mut value);
    }
    value.deserialized().map_err(|_| Fault::Damaged)
}

/// The version, the card and the packed battle, after verifying the checksum.
fn parts(bytes: &[u8]) -> Result<(u32, &[u8], &[u8]), Fault> {
    let rest = bytes.strip_prefix(NAME).ok_or(Fault::NoSave)?;
    let end = rest.iter().take(12).position(|b| *b == b'\n').ok_or(Fault::NoSave)?;
    let (version, rest) = rest.split_at(end);
    let version = std::str::from_utf8(version).ok().and_then(|text| text.parse().ok());
    let version = version.ok_or(Fault::NoSave)?;
    if !(OLDEST..=VERSION).contains(&version) {
        return Err(Fault::Version(version));
    }
    let rest = rest.get(1..).ok_or(Fault::Damaged)?;
    let (sum, content) = rest.split_first_chunk::<8>().ok_or(Fault::Damaged)?;
    if checksum(version, content) != u64::from_le_bytes(*sum) {
        return Err(Fault::Damaged);
    }
    let (length, rest) = content.split_first_chunk::<4>().ok_or(Fault::Damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_CARD {
        return Err(Fault::Damaged);
    }
    let (card, packed) = rest.split_at_checked(length).ok_or(Fault::Damaged)?;
    Ok((version, card, packed))
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    ciborium::de::from_reader_with_recursion_limit(bytes, MAX_DEPTH).map_err(|_| Fault::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card_of(name: &str) -> SaveSummary {
        SaveSummary { name: name.to_owned(), round: 3, ..SaveSummary::default() }
    }

    #[test]
    fn what_was_written_is_read() {
        let bytes = write(&card_of("before the bridge"), &vec![1u32, 2, 3]).unwrap();
        assert_eq!(card(&bytes), Ok(card_of("before the bridge")));
        assert_eq!(read::<Vec<u32>>(&bytes), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let bytes = write(&card_of("a"), &"content").unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            assert!(read::<String>(&damaged).is_err(), "byte {at}");
            assert!(card(&damaged).is_err(), "byte {at}");
        }
        for length in 0..bytes.len() {
            assert!(read::<String>(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn a_save_gets_another_name() {
        let bytes = write(&card_of("autosave"), &vec![1u32, 2, 3]).unwrap();
        let renamed = renamed(&bytes, "left battle").unwrap();
        assert_eq!(card(&renamed), Ok(card_of("left battle")));
        assert_eq!(read::<Vec<u32>>(&renamed), Ok(vec![1, 2, 3]));
        assert_eq!(super::renamed(&bytes[..bytes.len() - 1], "left battle"), Err(Fault::Damaged));
    }

    #[test]
    fn other_versions_are_named() {
        let text = format!("High Ground save {}\nabcdefgh", VERSION + 1);
        assert_eq!(read::<u8>(text.as_bytes()), Err(Fault::Version(VERSION + 1)));
        assert_eq!(read::<u8>(b"High Ground save 1\nabcdefgh"), Err(Fault::Version(1)));
        assert_eq!(read::<u8>(b"High Ground save x\n"), Err(Fault::NoSave));
        assert_eq!(read::<u8>(b"Level("), Err(Fault::NoSave));
    }

    #[test]
    fn a_compression_bomb_is_not_unpacked() {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let zeros = vec![0u8; 1 << 20];
        for _ in 0..=(MAX_UNPACKED >> 20) {
            packer.write_all(&zeros).unwrap();
        }
        let packed = packer.finish().unwrap();
        let mut content = 0u32.to_le_bytes().to_vec();
        content.extend(packed);
        let mut bytes = NAME.to_vec();
        bytes.extend(format!("{VERSION}\n").bytes());
        bytes.extend(checksum(VERSION, &content).to_le_bytes());
        bytes.extend(content);
        assert_eq!(read::<Vec<u8>>(&bytes), Err(Fault::TooLarge));
    }
}
