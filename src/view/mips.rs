//! Smaller copies of an image, for drawing it from afar without flicker.

use rayon::prelude::*;

/// The number of levels down to a single pixel, of an image of this size.
pub fn levels(width: u32, height: u32) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

/// An image as RGBA bytes followed by its smaller copies, each half as wide and high, rounded down:
/// `levels` in all.
pub fn chain(pixels: Vec<u8>, width: u32, height: u32, levels: u32) -> Vec<u8> {
    let (mut w, mut h) = (width as usize, height as usize);
    let mut all = pixels;
    // All smaller copies together have about a third of the pixels.
    all.reserve_exact(all.len() / 3);
    let mut last = 0;
    for _ in 1..levels {
        let smaller = halve(&all[last..], w, h);
        last = all.len();
        (w, h) = ((w / 2).max(1), (h / 2).max(1));
        all.extend_from_slice(&smaller);
    }
    all
}

/// Averages 2 by 2 pixels; an odd last row or column is left out, unless it is the only one.
fn halve(pixels: &[u8], w: usize, h: usize) -> Vec<u8> {
    let (wide, high) = ((w / 2).max(1), (h / 2).max(1));
    let mut out = vec![0; wide * high * 4];
    out.par_chunks_mut(wide * 4).enumerate().for_each(|(y, row)| {
        let rows = [2 * y, (2 * y + 1).min(h - 1)];
        for (x, pixel) in row.chunks_exact_mut(4).enumerate() {
            let columns = [2 * x, (2 * x + 1).min(w - 1)];
            for (c, byte) in pixel.iter_mut().enumerate() {
                let at = |x: usize, y: usize| u16::from(pixels[(y * w + x) * 4 + c]);
                let sum: u16 = rows.iter().flat_map(|y| columns.map(|x| at(x, *y))).sum();
                *byte = ((sum + 2) / 4) as u8;
            }
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_averages_the_one_before() {
        // Three by two pixels; the third column is left out.
        let grey = |v: u8| [v, v, v, 255];
        let pixels = [0, 100, 9, 50, 150, 9].map(grey).concat();
        let all = chain(pixels.clone(), 3, 2, levels(3, 2));
        assert_eq!(levels(3, 2), 2);
        assert_eq!(all, [pixels, grey(75).to_vec()].concat());
    }

    #[test]
    fn a_strip_shrinks_to_one_pixel() {
        let pixels: Vec<u8> = [10, 20, 30, 40].map(|v| [v; 4]).concat();
        let all = chain(pixels, 4, 1, levels(4, 1));
        assert_eq!(all[16..], [[15; 4], [35; 4], [25; 4]].concat());
        assert_eq!(levels(1, 1), 1);
        assert_eq!(chain(vec![7; 4], 1, 1, 1), [7; 4]);
    }
}
