//! A small stroke font for the legend.

use super::brush::{Brush, Spot, Tint};

/// Advance per letter, in capital heights.
const ADVANCE: f32 = 1.0;

/// Width of a text whose capitals are `size` high.
pub fn width(text: &str, size: f32) -> f32 {
    let letters = text.chars().count() as f32;
    // The last letter has no gap after it.
    (letters * ADVANCE - (ADVANCE - 4.0 / 6.0)).max(0.0) * size
}

/// A letter without its accent.
const fn plain(letter: char) -> char {
    match letter {
        'À'..='Æ' | 'à'..='æ' => 'A',
        'Ç' | 'ç' => 'C',
        'È'..='Ë' | 'è'..='ë' => 'E',
        'Ì'..='Ï' | 'ì'..='ï' => 'I',
        'Ñ' | 'ñ' => 'N',
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' => 'O',
        'Ù'..='Ü' | 'ù'..='ü' => 'U',
        'Ý' | 'ý' | 'ÿ' => 'Y',
        'ß' => 'S',
        other => other.to_ascii_uppercase(),
    }
}

/// Draws a text in capitals with its upper left corner at `at`; `size` is the height of a capital.
pub fn write(brush: &mut Brush, text: &str, at: Spot, size: f32, tint: Tint) {
    let mut x = at.0;
    for letter in text.chars() {
        for stroke in strokes(plain(letter)).split('|') {
            let spots: Vec<Spot> = stroke
                .split(' ')
                .filter_map(|pair| {
                    let mut digits = pair.chars().filter_map(|d| d.to_digit(10));
                    let (dx, dy) = (digits.next()? as f32, digits.next()? as f32);
                    Some((x + dx / 6.0 * size, at.1 + dy / 6.0 * size))
                })
                .collect();
            brush.line(&spots, 0.13 * size, tint);
        }
        x += ADVANCE * size;
    }
}

/// Strokes of a character: points as pairs of digits, four wide and six high from the upper left.
/// Unknown characters become a dot.
const fn strokes(letter: char) -> &'static str {
    match letter {
        ' ' => "",
        'A' => "06 20 46|14 34",
        'B' => "03 33 42 41 30 00 06 36 45 44 33",
        'C' => "41 30 10 01 05 16 36 45",
        'D' => "00 30 41 45 36 06 00",
        'E' => "40 00 06 46|03 33",
        'F' => "40 00 06|03 33",
        'G' => "41 30 10 01 05 16 36 45 43 23",
        'H' => "00 06|40 46|03 43",
        'I' => "10 30|20 26|16 36",
        'J' => "40 45 36 16 05",
        'K' => "00 06|40 03 46",
        'L' => "00 06 46",
        'M' => "06 00 23 40 46",
        'N' => "06 00 46 40",
        'O' => "10 30 41 45 36 16 05 01 10",
        'P' => "06 00 30 41 42 33 03",
        'Q' => "10 30 41 45 36 16 05 01 10|34 46",
        'R' => "06 00 30 41 42 33 03|23 46",
        'S' => "41 30 10 01 02 13 33 44 45 36 16 05",
        'T' => "00 40|20 26",
        'U' => "00 05 16 36 45 40",
        'V' => "00 26 40",
        'W' => "00 16 23 36 40",
        'X' => "00 46|40 06",
        'Y' => "00 23 40|23 26",
        'Z' => "00 40 06 46",
        '0' => "10 30 41 45 36 16 05 01 10|14 32",
        '1' => "11 20 26|16 36",
        '2' => "01 10 30 41 42 06 46",
        '3' => "00 40 22 33 44 45 36 16 05",
        '4' => "36 30 04 44",
        '5' => "40 00 03 33 44 45 36 16 05",
        '6' => "30 12 04 05 16 36 45 44 33 13",
        '7' => "00 40 16",
        '8' => "10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33",
        '9' => "16 34 42 41 30 10 01 02 13 33",
        '-' => "13 33",
        ',' => "25 17",
        '\'' => "20 22",
        '/' => "06 40",
        ':' => "22 22|25 25",
        '(' => "30 11 15 36",
        ')' => "10 31 35 16",
        _ => "25 26",
    }
}
