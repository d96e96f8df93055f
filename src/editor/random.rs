//! Seeded random numbers: the same on every computer.

use grid::Cell;

/// A pseudo-random number generator.
#[derive(Clone, Debug)]
pub(super) struct Rng(u64);

impl Rng {
    /// The generator for a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator for a cell and a seed.
    pub fn at(seed: u64, cell: Cell) -> Self {
        let place = (u64::from(cell.x as u16) << 16) | u64::from(cell.y as u16);
        let mut numbers = Self(seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // Generators of neighbouring seeds differ from the second number on.
        numbers.next();
        numbers
    }

    /// The next number (Splitmix64).
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next().checked_rem(n).unwrap_or_default()
    }

    /// A number from `least` to `most`, inclusive.
    pub fn between(&mut self, least: i16, most: i16) -> i16 {
        let span = u64::from((i32::from(most) - i32::from(least)).max(0).unsigned_abs()) + 1;
        let more = i16::try_from(self.below(span)).unwrap_or_default();
        least.saturating_add(more)
    }

    /// True with a chance given in percent.
    pub fn percent(&mut self, chance: u8) -> bool {
        self.below(100) < u64::from(chance)
    }
}

/// Smooth value noise from 0 to 1023, with similar values for neighbouring points. `grain` is the
/// lattice spacing in cells.
pub(super) fn noise(seed: u64, cell: Cell, grain: i16) -> i32 {
    let grain = grain.max(1);
    let (x, y) = (cell.x.div_euclid(grain), cell.y.div_euclid(grain));
    let at = |dx: i16, dy: i16| {
        let point = Cell::new(x.saturating_add(dx), y.saturating_add(dy));
        i32::try_from(Rng::at(seed, point).below(1024)).unwrap_or_default()
    };
    // Smoothstep weights in 1024ths, so that lattice edges do not show.
    let ease = |v: i16| {
        let t = i32::from(v) * 1024 / i32::from(grain);
        t * t / 1024 * (3 * 1024 - 2 * t) / 1024
    };
    let (u, v) = (ease(cell.x.rem_euclid(grain)), ease(cell.y.rem_euclid(grain)));
    let mix = |a: i32, b: i32, t: i32| a + (b - a) * t / 1024;
    mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = |seed| (0..5).scan(Rng::new(seed), |n, _| Some(n.below(6))).collect::<Vec<_>>();
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        let mut numbers = Rng::new(1);
        let drawn: Vec<i16> = (0..200).map(|_| numbers.between(-2, 3)).collect();
        assert!((-2..=3).all(|n| drawn.contains(&n)) && drawn.iter().all(|n| (-2..=3).contains(n)));
    }

    #[test]
    fn noise_is_smooth() {
        for y in 0..40 {
            for x in 0..40 {
                let (here, east) =
                    (noise(3, Cell::new(x, y), 10), noise(3, Cell::new(x + 1, y), 10));
                assert!((0..1024).contains(&here));
                assert!((here - east).abs() <= 200, "{x} {y}: {here} {east}");
            }
        }
    }
}
