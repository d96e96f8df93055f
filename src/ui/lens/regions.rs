//! Regions of equal answers: each has one label in its middle.

use std::collections::BTreeMap;

use grid::{Cell, Dir};

use super::model::{Lens, LensCell, LensModel, Shade};

/// Maximum size of a label, in cells to the border of the region.
const DEEP: u8 = 4;

/// Regions with fewer cells have no number: the legend gives its range, and pointing gives the
/// number.
const FEW: usize = 3;

/// The label of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionLabel {
    /// The cell in the middle of the label.
    pub cell: Cell,
    /// Edge of the square of cells around it that belong to the region, in cells.
    pub free: u8,
    /// What the answers in the region have in common.
    pub text: String,
}

/// What the cells of a region share: the shade, and for named ground the name.
type Kind<'a> = (Shade, &'a str);

impl LensModel {
    /// One label for each region of neighbouring cells with equal answers.
    pub fn regions(&self) -> Vec<RegionLabel> {
        let named = self.lens == Lens::Ground;
        let mut open: BTreeMap<Cell, &LensCell> =
            self.cells.iter().map(|cell| (cell.cell, cell)).collect();
        let mut labels = Vec::new();
        while let Some((cell, first)) = open.pop_first() {
            let shared: Kind<'_> = (first.shade, if named { first.text.as_str() } else { "" });
            let mut region = BTreeMap::from([(cell, first)]);
            let mut next = vec![cell];
            while let Some(cell) = next.pop() {
                for side in Dir::SIDES {
                    let near = cell.step(side);
                    let fits = |other: &&LensCell| {
                        other.shade == shared.0 && (!named || other.text == shared.1)
                    };
                    if open.get(&near).is_some_and(fits)
                        && let Some(other) = open.remove(&near)
                    {
                        region.insert(near, other);
                        next.push(near);
                    }
                }
            }
            let text = common(region.values().map(|cell| cell.text.as_str()));
            if !text.is_empty() && (named || region.len() >= FEW) {
                let (cell, free) = middle(&region, cell);
                labels.push(RegionLabel { cell, free, text });
            }
        }
        labels
    }
}

/// The common part of texts: the text if all are equal, or the range of numbers.
fn common<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> String {
    let number = |text: &'a str| Some((text.parse::<f32>().ok()?, text));
    let first = texts.clone().next().unwrap_or_default();
    if texts.clone().all(|text| text == first) {
        return first.to_owned();
    }
    let Some(numbers) = texts.map(number).collect::<Option<Vec<_>>>() else { return String::new() };
    let least = numbers.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let most = numbers.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    least.zip(most).map_or_else(String::new, |(a, b)| format!("{} to {}", a.1, b.1))
}

/// The cell of a region that is farthest from its border (ties go to the one nearest to the
/// middle), and the edge length of the square around it, in cells.
fn middle(region: &BTreeMap<Cell, &LensCell>, first: Cell) -> (Cell, u8) {
    let mut depth: BTreeMap<Cell, u8> = region.keys().map(|cell| (*cell, 1)).collect();
    for deep in 1..DEEP {
        let inner = |cell: &Cell| {
            let near = Dir::ALL.into_iter().map(|dir| cell.step(dir));
            near.map(|cell| depth.get(&cell).copied().unwrap_or(0)).all(|other| other >= deep)
        };
        let deeper: Vec<Cell> = depth.keys().filter(|cell| inner(cell)).copied().collect();
        if deeper.is_empty() {
            break;
        }
        for cell in deeper {
            depth.insert(cell, deep + 1);
        }
    }
    let count = i64::try_from(region.len()).unwrap_or(1);
    let sum = |of: fn(&Cell) -> i16| region.keys().map(|cell| i64::from(of(cell))).sum::<i64>();
    let (x, y) = (sum(|cell| cell.x), sum(|cell| cell.y));
    let away = |cell: Cell| {
        let (dx, dy) = (i64::from(cell.x) * count - x, i64::from(cell.y) * count - y);
        dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy))
    };
    let best = depth.iter().min_by_key(|(cell, deep)| (std::cmp::Reverse(**deep), away(**cell)));
    best.map_or((first, 1), |(cell, deep)| (*cell, deep.saturating_mul(2).saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(lens: Lens, rows: &[&[(Shade, &str)]]) -> LensModel {
        let mut model = LensModel::blank(lens, "", "");
        for (y, row) in (0i16..).zip(rows) {
            for (x, (shade, text)) in (0i16..).zip(*row) {
                let cell = Cell::new(x, y);
                model.cells.push(LensCell { cell, shade: *shade, text: (*text).to_owned() });
            }
        }
        model
    }

    fn label(x: i16, y: i16, free: u8, text: &str) -> RegionLabel {
        RegionLabel { cell: Cell::new(x, y), free, text: text.to_owned() }
    }

    #[test]
    fn a_region_has_one_label_in_its_middle() {
        let (a, b) = ((1, "0"), (2, "3"));
        let rows: [&[_]; 3] = [&[a, a, a, b], &[a, a, a, b], &[a, a, a, a]];
        let labels = model(Lens::Heights, &rows).regions();
        assert_eq!(labels, [label(1, 1, 3, "0")], "two cells have no number");
    }

    #[test]
    fn numbers_of_one_shade_become_a_range_and_names_stay_apart() {
        let row: &[_] = &[(1, "5"), (1, "20"), (1, "10"), (0, "")];
        assert_eq!(model(Lens::Cover, &[row]).regions(), [label(1, 0, 1, "5 to 20")]);
        let row: &[_] = &[(1, "rough"), (1, "rough"), (1, "water 1")];
        let labels = model(Lens::Ground, &[row]).regions();
        assert_eq!(labels, [label(0, 0, 1, "rough"), label(2, 0, 1, "water 1")]);
    }
}
