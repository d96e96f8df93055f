//! The values of events and expectations.

use grid::Cell;

use super::scalar::Metres;

/// A value of an event or expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A name or text.
    Text(String),
    /// A number.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// Several names, in order.
    List(Vec<String>),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(n) => write!(f, "{n}"),
            Self::Truth(b) => write!(f, "{b}"),
            Self::List(list) => write!(f, "[{}]", list.join(", ")),
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Number(n)
    }
}

impl From<i32> for Value {
    fn from(n: i32) -> Self {
        Self::Number(i64::from(n))
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::Number(i64::from(n))
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Self::Truth(b)
    }
}

impl From<Vec<String>> for Value {
    fn from(list: Vec<String>) -> Self {
        Self::List(list)
    }
}

impl From<Vec<i64>> for Value {
    fn from(list: Vec<i64>) -> Self {
        Self::List(list.iter().map(ToString::to_string).collect())
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        Self::Text(cell.to_string())
    }
}

impl From<Metres> for Value {
    fn from(metres: Metres) -> Self {
        Self::Text(metres.0.to_string())
    }
}
