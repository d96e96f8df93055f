//! Reads palette, rows and heights.

use std::collections::BTreeMap;

use super::Decoder;
use crate::ground::{
    ELEVATIONS, Ground, MAX_CEILING, MAX_HAZARD, MAX_PALETTE, MAX_RAISE, MAX_WATER, MIN_SIDE,
    is_symbol,
};
use crate::reader::{Fields, is_empty_list};
use crate::syntax::{Node, Text, Value};
use crate::validate::Subject;
use grid::{Climb, Hazard, Haze, Hm, Light, MAX_SIDE, Rough, Terrain, Tile};

const TILE_FIELDS: [&str; 12] = [
    "terrain",
    "elevation",
    "depth",
    "rough",
    "slippery",
    "damaging",
    "climbable",
    "light",
    "ceiling",
    "haze",
    "rough_water",
    "airless",
];

const ROUGH: [Rough; 3] = [Rough::None, Rough::Light, Rough::Heavy];
const LIGHT: [Light; 3] = [Light::Bright, Light::Dim, Light::Dark];

/// Name of a degree of roughness in files.
pub(crate) const fn rough_name(rough: Rough) -> &'static str {
    match rough {
        Rough::None => "none",
        Rough::Light => "light",
        Rough::Heavy => "heavy",
    }
}

/// Name of a brightness in files.
pub(crate) const fn light_name(light: Light) -> &'static str {
    match light {
        Light::Bright => "bright",
        Light::Dim => "dim",
        Light::Dark => "dark",
    }
}

/// Climbability of faces in files: true, false or a grade.
pub(crate) const fn climb_name(climb: Climb) -> &'static str {
    match climb {
        Climb::Unmarked => "false",
        Climb::Ordinary => "true",
        grade => grade.name(),
    }
}

/// The character for a raise in half metres, 0 to [`MAX_RAISE`].
pub(crate) fn raise_char(raise: u8) -> char {
    match raise {
        0 => '.',
        _ => char::from_digit(u32::from(raise), 36).unwrap_or('.'),
    }
}

fn raise_of(c: char) -> Option<u8> {
    match c {
        '.' => Some(0),
        'A'..='Z' => None,
        _ => c.to_digit(36).and_then(|d| u8::try_from(d).ok()).filter(|d| *d <= MAX_RAISE),
    }
}

impl Decoder {
    /// Reads the ground, and sets the board size for everything read after it.
    pub(super) fn ground(&mut self, fields: &Fields<'_, '_>) -> Option<Ground> {
        let palette = self.reader.need(fields, "palette").map(|node| self.palette(node));
        let rows = self.reader.need(fields, "rows")?;
        let texts = self.row_texts(rows, "`rows`");
        let (width, height) = self.size(rows, &texts)?;
        self.reader.size = (width, height);
        let palette = palette?;
        let mut cells = Vec::new();
        let mut places = Vec::new();
        let mut valid = self.lengths(&texts, width, "row");
        for text in &texts {
            for (at, c) in text.chars() {
                if !palette.contains_key(&c) {
                    let allowed: String = palette.keys().collect();
                    let message =
                        format!("the palette has no {c:?}; it has the characters {allowed}");
                    self.reader.wrong(at, message);
                    valid = false;
                }
                cells.push(c);
                places.push(at);
            }
        }
        let raise = match fields.get("heights") {
            Some(node) => self.heights(node, (width, height)),
            None => Some(vec![0; cells.len()]),
        };
        let raise = raise.filter(|_| valid)?;
        self.check_elevations(fields.get("heights"), &palette, &cells, &raise)?;
        self.marks.set_cells(width, places);
        Ground::from_rows((width, height), palette, cells, raise)
    }

    fn row_texts<'t>(&mut self, node: &Node<'t>, what: &str) -> Vec<Text<'t>> {
        let nodes = self.reader.list(node, what, usize::from(MAX_SIDE));
        nodes.filter_map(|node| self.reader.text(node, "a row")).collect()
    }

    /// Number of columns (the most frequent length of the rows; ties go to the first) and of rows.
    fn size(&mut self, rows: &Node<'_>, texts: &[Text<'_>]) -> Option<(u16, u16)> {
        let longest = usize::from(MAX_SIDE);
        let lengths: Vec<usize> =
            texts.iter().map(|text| text.chars().take(longest + 1).count()).collect();
        let frequency = |length: &usize| lengths.iter().filter(|l| *l == length).count();
        let allowed = format!("allowed: {MIN_SIDE} to {MAX_SIDE}");
        let Some(width) = lengths.iter().copied().rev().max_by_key(frequency) else {
            // Anything but an empty list has already been reported.
            if is_empty_list(rows) {
                self.reader.wrong(rows.at, format!("the level has 0 rows; {allowed}"));
            }
            return None;
        };
        let first = texts.iter().zip(&lengths).find(|(_, length)| **length == width)?.0;
        if width > longest {
            self.reader.wrong(first.end(), format!("the row has over {longest} cells; {allowed}"));
            return None;
        }
        let (width, height) = (u16::try_from(width).ok()?, u16::try_from(texts.len()).ok()?);
        if width < MIN_SIDE {
            self.reader.wrong(first.end(), format!("the row has {width} cells; {allowed}"));
        }
        if height < MIN_SIDE {
            self.reader.wrong(rows.at, format!("the level has {height} rows; {allowed}"));
        }
        (width >= MIN_SIDE && height >= MIN_SIDE).then_some((width, height))
    }

    /// Checks that all rows have the same length. A fault is located at the first surplus
    /// character, or at the closing quote of a row that is too short.
    fn lengths(&mut self, texts: &[Text<'_>], width: u16, what: &str) -> bool {
        let wanted = usize::from(width);
        let mut valid = true;
        for (number, text) in (1..).zip(texts) {
            let count = text.chars().count();
            if count != wanted {
                let surplus = text.chars().nth(wanted).map(|(at, _)| at);
                let message = format!(
                    "{what} {number} has {count} characters; needed: {wanted}, as in most rows"
                );
                self.reader.wrong(surplus.unwrap_or(text.end()), message);
                valid = false;
            }
        }
        valid
    }

    fn heights(&mut self, node: &Node<'_>, (width, height): (u16, u16)) -> Option<Vec<u8>> {
        let texts = self.row_texts(node, "`heights`");
        let mut valid = self.lengths(&texts, width, "height row");
        if texts.len() != usize::from(height) {
            let message =
                format!("`heights` has {} rows; needed: {height}, as in `rows`", texts.len());
            self.reader.wrong(node.at, message);
            valid = false;
        }
        let mut raise = Vec::new();
        for (at, c) in texts.into_iter().flat_map(Text::chars) {
            match raise_of(c) {
                Some(r) => raise.push(r),
                None => {
                    let message = format!(
                        "found {c:?} as height; allowed: `.` or 0 for none, 1 to 9 and a to z \
                         (10 to 35) in half metres"
                    );
                    self.reader.wrong(at, message);
                    valid = false;
                }
            }
        }
        valid.then_some(raise)
    }

    /// Rejects raised cells above the highest allowed floor.
    fn check_elevations(
        &mut self,
        heights: Option<&Node<'_>>,
        palette: &BTreeMap<char, Tile>,
        cells: &[char],
        raise: &[u8],
    ) -> Option<()> {
        let over = cells.iter().zip(raise).position(|(c, r)| {
            palette.get(c).is_some_and(|t| t.elevation + Hm(i32::from(*r)) > ELEVATIONS.1)
        });
        match (over, heights) {
            (Some(i), Some(node)) => {
                let texts = self.row_texts(node, "`heights`");
                let place = texts.into_iter().flat_map(Text::chars).nth(i);
                let message = format!(
                    "this cell is higher than {}, palette and height combined",
                    ELEVATIONS.1
                );
                self.reader.wrong(place.map_or(node.at, |(at, _)| at), message);
                None
            }
            _ => Some(()),
        }
    }

    fn palette(&mut self, node: &Node<'_>) -> BTreeMap<char, Tile> {
        let mut palette = BTreeMap::new();
        for entry in self.reader.map(node, "`palette`") {
            let Some(key) = &entry.key else { continue };
            let symbol = match key.value {
                Value::Char(c) if is_symbol(c) => c,
                _ => {
                    let message = "the key of a palette entry is a character in single quotes, \
                                   such as '.'; not allowed: blanks, double quotes and backslashes";
                    self.reader.wrong(key.at, message);
                    continue;
                }
            };
            if palette.len() >= MAX_PALETTE {
                self.reader.wrong(key.at, format!("more than {MAX_PALETTE} kinds of ground"));
                break;
            }
            if palette.contains_key(&symbol) {
                self.reader.wrong(key.at, format!("{symbol:?} is in the palette twice"));
                continue;
            }
            self.marks.set(Subject::Palette(symbol), key.at);
            // An invalid entry still counts as known, so
            // that rows using it are not rejected as well.
            let tile = self.tile(&entry.value).unwrap_or_default();
            palette.insert(symbol, tile);
        }
        palette
    }

    fn tile(&mut self, node: &Node<'_>) -> Option<Tile> {
        let fields = self.reader.fields(node, "a kind of ground", &TILE_FIELDS)?;
        let terrain = self.reader.need(&fields, "terrain")?;
        let mut tile = self.reader.word(terrain, "terrain", &Terrain::ALL, Terrain::name)?.tile();
        let reader = &mut self.reader;
        if let Some(node) = fields.get("elevation") {
            tile.elevation = reader.height(node, "elevation", ELEVATIONS.0..=ELEVATIONS.1)?;
        }
        if let Some(node) = fields.get("depth") {
            tile.depth = reader.height(node, "depth", Hm::ZERO..=MAX_WATER)?;
        }
        if let Some(node) = fields.get("rough") {
            tile.rough = reader.word(node, "roughness", &ROUGH, rough_name)?;
        }
        if let Some(node) = fields.get("slippery") {
            let number = reader.whole(node, "`slippery`", 0..=99)?;
            tile.slippery = u8::try_from(number).ok()?;
        }
        if let Some(node) = fields.get("climbable") {
            tile.climb = reader.word(node, "`climbable`", &Climb::ALL, climb_name)?;
        }
        if let Some(node) = fields.get("light") {
            tile.light = reader.word(node, "light of a tile", &LIGHT, light_name)?;
        }
        if let Some(node) = fields.get("ceiling").filter(|n| !is_none(n)) {
            tile.ceiling = Some(reader.height(node, "ceiling", Hm(1)..=MAX_CEILING)?);
        }
        if let Some(node) = fields.get("haze") {
            tile.haze = reader.word(node, "haze", &Haze::ALL, Haze::name)?;
        }
        if let Some(node) = fields.get("rough_water") {
            tile.rough_water = reader.flag(node, "`rough_water`")?;
        }
        if let Some(node) = fields.get("airless") {
            tile.airless = reader.flag(node, "`airless`")?;
        }
        if let Some(node) = fields.get("damaging") {
            tile.damaging = if is_none(node) { None } else { Some(self.hazard(node)?) };
        }
        Some(tile)
    }

    fn hazard(&mut self, node: &Node<'_>) -> Option<Hazard> {
        let fields = self.reader.fields(node, "`damaging`", &["amount", "height"])?;
        let amount = self.reader.need(&fields, "amount")?;
        let amount = self.reader.whole(amount, "amount of harm", 1..=99)?;
        let height = match fields.get("height") {
            Some(node) => Some(self.reader.height(node, "height of harm", Hm(1)..=MAX_HAZARD)?),
            None => None,
        };
        Some(Hazard { amount: u8::try_from(amount).ok()?, height })
    }
}

fn is_none(node: &Node<'_>) -> bool {
    matches!(node.value, Value::Word("none"))
}
