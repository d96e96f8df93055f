//! Tables: a throw that gives one of several entries.

use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::{Band, Count};
use crate::rules::dice::{Chance, Die, Throw};
use crate::rules::event::{Degree, Rolled};
use crate::rules::{Key, RuleId};

/// A row of a table: a range of counts and what it gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<T> {
    /// The lowest count.
    pub from: i32,
    /// The highest count.
    pub to: i32,
    /// What it gives.
    pub entry: T,
}

/// What is wrong with the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no row.
    #[error("the table has no rows")]
    Empty,
    /// A row ends before it begins.
    #[error("the row {from} to {to} ends before it begins")]
    Backwards {
        /// Where it begins.
        from: i32,
        /// Where it ends.
        to: i32,
    },
    /// A row does not begin where it should.
    #[error("a row begins at {from} where {expected} comes next: no gaps, no overlaps, in order")]
    Order {
        /// Where it begins.
        from: i32,
        /// Where it would have to.
        expected: i32,
    },
    /// The rows do not end where the dice do.
    #[error("the last row ends at {to}; the dice go to {most}")]
    End {
        /// Where it ends.
        to: i32,
        /// Where the dice end.
        most: i32,
    },
}

/// A throw and what each count of it gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<T> {
    dice: Vec<Die>,
    count: Count,
    rows: Vec<Row<T>>,
}

impl<T> Table<T> {
    /// A table over everything that dice can count.
    ///
    /// # Errors
    /// When the rows leave a gap, overlap, are out of order or do not end with the dice.
    pub fn new(dice: Vec<Die>, count: Count, rows: Vec<Row<T>>) -> Result<Self, TableError> {
        let (mut expected, most) = count.range(&dice);
        for row in &rows {
            let (from, to) = (row.from, row.to);
            if from != expected {
                return Err(TableError::Order { from, expected });
            }
            if to < from {
                return Err(TableError::Backwards { from, to });
            }
            expected = to.saturating_add(1);
        }
        match rows.last() {
            None => Err(TableError::Empty),
            Some(row) if row.to != most => Err(TableError::End { to: row.to, most }),
            Some(_) => Ok(Self { dice, count, rows }),
        }
    }

    /// A table of one die on which entries lie one upon the other from 1 up, each as many faces
    /// wide as stated. What goes over the highest face is cut off (TU-218); the faces that are left
    /// give `rest`.
    pub fn stacked(sides: u16, parts: impl IntoIterator<Item = (i32, T)>, rest: T) -> Self {
        let most = i32::from(sides);
        let mut rows = Vec::new();
        let mut next = 1_i32;
        for (width, entry) in parts {
            let to = next.saturating_add(width).saturating_sub(1).min(most);
            if to >= next {
                rows.push(Row { from: next, to, entry });
                next = to + 1;
            }
        }
        if next <= most {
            rows.push(Row { from: next, to: most, entry: rest });
        }
        Self { dice: vec![Die::d(sides)], count: Count::Sum, rows }
    }

    /// The throw, read for nothing but the row.
    pub fn throw(&self) -> Throw {
        let cuts = self.rows.iter().skip(1).map(|row| row.from).collect();
        Throw { dice: self.dice.clone(), read: self.count.read(cuts) }
    }

    /// The rows in order.
    pub fn rows(&self) -> &[Row<T>] {
        &self.rows
    }

    /// The row that faces give.
    pub fn row(&self, faces: &[u16]) -> Option<&Row<T>> {
        self.at(self.count.of(faces))
    }

    /// The row of a count.
    pub fn at(&self, counted: i32) -> Option<&Row<T>> {
        self.rows.iter().find(|row| row.from <= counted && counted <= row.to)
    }

    /// The rows with their exact chances.
    pub fn chances(&self) -> Vec<(&Row<T>, Chance)> {
        let branches = self.throw().branches().ways;
        let of = |row: &Row<T>| {
            let counted = |faces: &[u16]| self.count.of(faces);
            let inside = branches.iter().filter(|(_, f)| (row.from..=row.to).contains(&counted(f)));
            inside.fold(Chance::zero(), |sum, (chance, _)| sum + chance.low())
        };
        self.rows.iter().map(|row| (row, of(row))).collect()
    }

    /// The roll on the table as an event tells it, of nobody yet; `words` names an entry and its
    /// rule.
    pub fn rolled(
        &self,
        purpose: &'static str,
        faces: Vec<u16>,
        words: impl Fn(&T) -> (String, RuleId),
    ) -> Rolled {
        let band = |row: &Row<T>| {
            let (name, rule) = words(&row.entry);
            Band { name, from: row.from, to: row.to, degree: Degree::Success, rule }
        };
        Rolled {
            purpose: Key::of(purpose),
            dice: self.dice.clone(),
            total: self.count.of(&faces),
            faces,
            count: self.count,
            degree: Degree::Success,
            bands: self.rows.iter().map(band).collect(),
            ..Rolled::default()
        }
    }
}
