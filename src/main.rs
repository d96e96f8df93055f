//! High Ground.
fn main() {}
