//! Black-box tests of the game: only public interfaces are used.

mod stubs;
mod suite;
