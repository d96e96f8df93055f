//! Tests of levels as files.

mod errors;
mod hostile;
mod round_trip;
mod shipped;
