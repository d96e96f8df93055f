//! Tests of level files.

mod conduct;
mod docs;
mod errors;
mod hostile;
mod labels;
mod round_trip;
mod shipped;
mod things;
