//! Options that `simulate` and `arena` share.

use std::thread::available_parallelism;

use clap::Args as ClapArgs;

/// Options of commands that fight battles without people.
#[derive(Debug, ClapArgs)]
pub struct FightOptions {
    /// Number of rounds after which a battle without a winner is a draw
    #[arg(long, value_name = "CAP", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rounds: u32,
    /// Number of threads [default: one per core]; does not affect the results
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl FightOptions {
    /// Number of threads: as given, or one for each core.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}
