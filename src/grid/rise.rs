//! How high matter reaches in a cell: enough to pass over most cells near a line of sight without
//! looking at what stands there.

/// Heights in a cell, on the lattice of lines of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rise {
    /// The ground; unlimited off the board.
    pub ground: i32,
    /// All matter in the cell and on its north and west sides.
    pub top: i32,
    /// Hard matter on its north side stops every line below this height; without limit downwards
    /// if there is none.
    pub north: i32,
    /// The same on its west side.
    pub west: i32,
}
