//! A cell or corner as text.

use std::fmt::Display;

use grid::Cell;

/// A cell or corner, with a space after the comma.
pub(super) struct At(pub Cell);

impl Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.0.x, self.0.y)
    }
}
