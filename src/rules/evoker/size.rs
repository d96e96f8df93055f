//! Sizes: footprint, height, and how easily something is hit (EV-235, EV-247, EV-420).

/// The size of people.
pub const NORMAL: u8 = 3;

/// Edge length of the footprint in cells: one up to Normal, then one more for each size (EV-420).
pub const fn footprint(size: u8) -> u8 {
    if size <= NORMAL { 1 } else { size - NORMAL + 1 }
}

/// Standing height in centimetres.
pub const fn height_cm(size: u8) -> u16 {
    match size {
        0 | 1 => 50,
        2 => 100,
        3 => 180,
        4 => 250,
        5 => 350,
        6 => 500,
        _ => 700,
    }
}

/// Size categories above Normal; negative below (EV-235, EV-247).
pub fn beyond(size: u8) -> i32 {
    i32::from(size) - i32::from(NORMAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footprints_grow_above_normal() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(footprint), [1, 1, 1, 2, 3, 4, 5]);
        assert_eq!([1, 3, 5].map(beyond), [-2, 0, 2]);
    }
}
