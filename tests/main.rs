//! What the game promises, tested from outside: only public interfaces are used.

mod stubs;
mod suite;
