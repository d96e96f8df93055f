//! Mutations of files, as by damage, carelessness or malice.

use ciborium::Value;

use super::super::wild::Wild;

/// Replacements for numbers.
const NUMBERS: [&str; 22] = [
    "0",
    "-1",
    "1",
    "2",
    "3",
    "9",
    "10",
    "50",
    "99",
    "255",
    "256",
    "-32769",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775809",
    "99999999999999999999999999999999999999999999",
    "1e308",
    "NaN",
    "0.000001",
];

/// Text to insert.
const PIECES: [&str; 12] =
    ["[", "(", "{", "}", ")", "\"", ",,", "/*", "\u{0}", "\u{202e}", "Some(", "r#\""];

/// A file with one to four changes. Every other file has a single changed number, because such
/// files are usually still valid.
pub fn text(wild: &mut Wild, original: &[u8]) -> Vec<u8> {
    let mut bytes = original.to_vec();
    if wild.one_in(2) {
        let at = wild.below(bytes.len());
        number(wild, &mut bytes, at);
        return bytes;
    }
    for _ in 0..=wild.below(4) {
        one(wild, &mut bytes);
    }
    bytes
}

fn one(wild: &mut Wild, bytes: &mut Vec<u8>) {
    let length = bytes.len();
    let at = wild.below(length);
    match wild.below(16) {
        0 => {
            for _ in 0..=wild.below(8) {
                let at = wild.below(length);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << wild.below(8);
                }
            }
        }
        1 => bytes.truncate(at),
        2 => {
            let end = (at + 1 + wild.below(200)).min(length);
            bytes.drain(at.min(length)..end);
        }
        3 => {
            // Deep nesting, in values and in comments.
            let piece = wild.pick(&PIECES);
            let deep = piece.repeat(wild.pick(&[70, 500, 50_000]));
            insert(bytes, at, deep.as_bytes());
        }
        4 => insert(bytes, at, wild.pick(&PIECES).as_bytes()),
        5 => insert(bytes, at, "x".repeat(wild.pick(&[300, 100_000])).as_bytes()),
        6 | 7 => {
            // Duplicates a line, or the text between two commas, so that fields appear twice.
            let end_of = |b: &u8| *b == b'\n' || *b == b',';
            let start = bytes[..at].iter().rposition(end_of).map_or(0, |p| p + 1);
            let end = bytes[at..].iter().position(end_of).map_or(length, |p| at + p + 1);
            let part = bytes[start..end].to_vec();
            for _ in 0..wild.pick(&[1, 1, 1, 2, 500]) {
                insert(bytes, end, &part);
            }
        }
        8 => {
            // Swaps two parts.
            let other = wild.below(length);
            let long = 1 + wild.below(60);
            for i in 0..long {
                if at + i < length && other + i < length {
                    bytes.swap(at + i, other + i);
                }
            }
        }
        _ => number(wild, bytes, at),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    let at = at.min(bytes.len());
    bytes.splice(at..at, piece.iter().copied());
}

/// Replaces the next number after a position.
fn number(wild: &mut Wild, bytes: &mut Vec<u8>, from: usize) {
    let rest = bytes.get(from..).unwrap_or_default();
    let Some(start) = rest.iter().position(u8::is_ascii_digit).map(|p| from + p) else { return };
    let digits = bytes[start..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let other = wild.pick(&NUMBERS);
    bytes.splice(start..start + digits, other.bytes());
}

/// A save's value with one to four changes in it.
pub fn value(wild: &mut Wild, value: &mut Value) {
    for _ in 0..=wild.below(4) {
        let place = wild.below(count(value));
        let mut left = place;
        change_at(wild, value, &mut left);
    }
}

/// Number of values in a value, including itself.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Map(pairs) => pairs.iter().map(|(_, v)| count(v)).sum(),
        _ => 0,
    }
}

/// Changes the value at index `left`, counting depth first. True once done.
fn change_at(wild: &mut Wild, value: &mut Value, left: &mut usize) -> bool {
    if *left == 0 {
        change(wild, value);
        return true;
    }
    *left -= 1;
    match value {
        Value::Array(list) => list.iter_mut().any(|v| change_at(wild, v, left)),
        Value::Map(pairs) => pairs.iter_mut().any(|(_, v)| change_at(wild, v, left)),
        _ => false,
    }
}

fn change(wild: &mut Wild, value: &mut Value) {
    match value {
        Value::Integer(_) if !wild.one_in(8) => {
            let extremes = [
                i64::MIN,
                i64::from(i32::MIN),
                -1,
                0,
                1,
                255,
                65_535,
                i64::from(i32::MAX),
                i64::from(u32::MAX),
                i64::MAX,
            ];
            *value = Value::Integer(wild.pick(&extremes).into());
        }
        Value::Text(text) if !wild.one_in(4) => {
            *text = wild.pick(&["", "prone", "precision", "no such name", "Cell"]).to_owned();
        }
        Value::Array(list) if !list.is_empty() && !wild.one_in(4) => {
            let at = wild.below(list.len());
            match wild.below(3) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, list[at].clone()),
                _ => list.clear(),
            }
        }
        Value::Map(pairs) if !pairs.is_empty() && !wild.one_in(4) => {
            let at = wild.below(pairs.len());
            match wild.below(2) {
                0 => drop(pairs.remove(at)),
                _ => pairs.insert(at, pairs[at].clone()),
            }
        }
        Value::Bool(flag) => *flag = !*flag,
        other => {
            *other = match wild.below(4) {
                0 => Value::Null,
                1 => Value::Integer(7.into()),
                2 => Value::Text("text".to_owned()),
                _ => Value::Array(Vec::new()),
            }
        }
    }
}
