//! Tables: throws that select one of several entries.

use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::{Band, Count};
use crate::dice::{Chance, Die, Throw};
use crate::event::{Degree, Rolled};
use crate::{Key, RuleId};

/// A row of a table: a range of counts and its entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<T> {
    /// The lowest count.
    pub from: i32,
    /// The highest count.
    pub to: i32,
    /// The entry.
    pub entry: T,
}

/// A defect in the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There are no rows.
    #[error("the table has no rows")]
    Empty,
    /// A row ends before it starts.
    #[error("the row {from} to {to} ends before it starts")]
    Backwards {
        /// The start of the row.
        from: i32,
        /// The end of the row.
        to: i32,
    },
    /// A row does not start where it should.
    #[error("a row starts at {from} instead of {expected}: no gaps, no overlaps, in order")]
    Order {
        /// The start of the row.
        from: i32,
        /// The expected start.
        expected: i32,
    },
    /// The rows do not end at the maximum of the dice.
    #[error("the last row ends at {to}; the dice go to {most}")]
    End {
        /// The end of the last row.
        to: i32,
        /// The maximum of the dice.
        most: i32,
    },
}

/// A throw with an entry for each of its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<T> {
    dice: Vec<Die>,
    count: Count,
    rows: Vec<Row<T>>,
}

impl<T> Table<T> {
    /// A table covering all counts of the dice.
    ///
    /// # Errors
    /// If the rows leave a gap, overlap, are out of order or do not end at the maximum of the dice.
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

    /// A table of one die with entries stacked from 1 upwards, each with the given number of faces.
    /// Entries beyond the highest face are cut off (TU-218); the remaining faces give `rest`.
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

    /// The throw, distinguishing only the rows.
    pub fn throw(&self) -> Throw {
        let cuts = self.rows.iter().skip(1).map(|row| row.from).collect();
        Throw { dice: self.dice.clone(), read: self.count.read(cuts) }
    }

    /// The rows in order.
    pub fn rows(&self) -> &[Row<T>] {
        &self.rows
    }

    /// The row for these faces.
    pub fn row(&self, faces: &[u16]) -> Option<&Row<T>> {
        self.at(self.count.of(faces))
    }

    /// The row for a count.
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

    /// The record of a roll on the table, without a roller yet; `words` gives the text and rule of
    /// an entry.
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
