//! Options that `simulate` and `arena` share.

use std::thread::available_parallelism;

use clap::Args as ClapArgs;

use super::numbers::whole;

/// Options of commands that fight battles without people.
#[derive(Debug, ClapArgs)]
pub struct FightOptions {
    /// Number of rounds after which a battle without a winner is a draw
    #[arg(long, value_name = "CAP", default_value_t = ROUNDS,
          value_parser = whole::<u32>(1..=10_000), allow_negative_numbers = true)]
    pub rounds: u32,
    /// Number of threads [default: one per core]; does not affect the results
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024),
          allow_negative_numbers = true)]
    pub threads: Option<u16>,
}

/// The usual number of rounds.
const ROUNDS: u32 = 60;

impl FightOptions {
    /// True if all options have their default values.
    pub const fn is_usual(&self) -> bool {
        self.rounds == ROUNDS && self.threads.is_none()
    }

    /// Number of threads: as given, or one for each core.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}
