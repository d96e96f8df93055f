//! A cheap hash function for small internal keys.

use std::hash::{BuildHasherDefault, Hasher};

/// Hasher state for a map. Use such maps for lookups
/// only: nothing may depend on their iteration order.
pub type Quick = BuildHasherDefault<QuickHasher>;

/// Mixes its input word by word. Not collision-resistant:
/// chosen keys can make it slow, but not wrong.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuickHasher(u64);

impl QuickHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.mix(rest);
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    #[inline]
    fn write_i16(&mut self, n: i16) {
        self.mix(n as u64);
    }

    #[inline]
    fn write_i32(&mut self, n: i32) {
        self.mix(n as u64);
    }

    #[inline]
    fn write_i64(&mut self, n: i64) {
        self.mix(n as u64);
    }

    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.mix(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Cell;

    #[test]
    fn inserted_keys_are_found() {
        let mut map: HashMap<(Cell, String), i16, Quick> = HashMap::default();
        let name = |n: i16| "name".repeat(n.unsigned_abs().into());
        for n in -40..40 {
            map.insert((Cell::new(n, -n), name(n)), n);
        }
        assert_eq!(map.len(), 80);
        for n in -40..40 {
            assert_eq!(map.get(&(Cell::new(n, -n), name(n))), Some(&n));
        }
    }
}
