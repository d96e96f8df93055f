//! Tests of level files.

mod docs;
mod errors;
mod hostile;
mod labels;
mod round_trip;
mod shipped;
mod things;
