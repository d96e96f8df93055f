//! Arguments of `highground arena`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use battle::Skill;

use super::super::players::skill;
use super::fights::FightOptions;
use super::numbers::{SEEDS, whole};

/// `highground arena`
#[derive(Debug, ClapArgs)]
pub struct Arena {
    /// What to do instead of fighting
    #[command(subcommand)]
    pub task: Option<Task>,
    /// What to fight, and how to report it
    #[command(flatten)]
    pub run: Run,
}

/// Tasks of `highground arena` other than fighting.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Merge result files, and report on them
    Merge(Merge),
}

/// Which battles to fight.
#[derive(Debug, ClapArgs)]
pub struct Run {
    /// Levels, by name (`bridge`) or path [default: all that come with the game]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',')]
    pub levels: Vec<String>,
    /// Rulesets [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub rulesets: Vec<String>,
    /// Levels of play, all against all [default: all]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = skill)]
    pub players: Vec<Skill>,
    /// Number of pairs of battles, with swapped sides, for each pairing, level and ruleset
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "battles",
          value_parser = whole::<u32>(1..=100_000), allow_negative_numbers = true)]
    pub pairs: u32,
    /// Minimum number of battles per pairing, over all levels and rulesets
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_000_000),
          allow_negative_numbers = true)]
    pub battles: Option<u32>,
    /// Seed of the first pair; each further pair uses the next number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(SEEDS),
          allow_negative_numbers = true)]
    pub seed: u64,
    /// Where they end, and on how many threads they are fought.
    #[command(flatten)]
    pub fights: FightOptions,
    /// File of results, one JSON object a line: what it holds is not fought again, and each new
    /// result is added at once
    #[arg(long, value_name = "FILE")]
    pub into: Option<PathBuf>,
    /// File of opponent weights, like `assets/opponent.ron`
    #[arg(long, value_name = "FILE")]
    pub tuning: Option<PathBuf>,
    /// Levels of play that use them [default: all]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = skill, requires = "tuning")]
    pub tuned: Vec<Skill>,
    /// Name of this build in the results [default: the version and a hash of the program]
    #[arg(long, value_name = "NAME")]
    pub build: Option<String>,
    /// How to report
    #[command(flatten)]
    pub form: Form,
}

/// `highground arena merge`
#[derive(Debug, ClapArgs)]
pub struct Merge {
    /// Result files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the merged results to this file
    #[arg(long, value_name = "FILE")]
    pub into: Option<PathBuf>,
    /// How to report
    #[command(flatten)]
    pub form: Form,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct Form {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Print a CSV table instead of text: a line for each pairing, in all and by ruleset and level
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

impl Arena {
    /// True if the command prints JSON.
    pub const fn wants_json(&self) -> bool {
        match &self.task {
            Some(Task::Merge(merge)) => merge.form.json,
            None => self.run.form.json,
        }
    }

    /// True if options of fights stand before another task, which ignores them. Clap could check
    /// this, but would refuse `--data` there as well.
    pub fn is_mixed(&self) -> bool {
        self.task.is_some() && !self.run.is_usual()
    }
}

impl Run {
    /// True if all options have their default values.
    fn is_usual(&self) -> bool {
        let Self { levels, rulesets, players, pairs, battles, seed, fights, into, .. } = self;
        let Self { tuning, tuned, build, form, .. } = self;
        levels.is_empty()
            && rulesets.is_empty()
            && players.is_empty()
            && (*pairs, *seed) == (1, 1)
            && fights.is_usual()
            && tuned.is_empty()
            && battles.is_none()
            && into.is_none()
            && tuning.is_none()
            && build.is_none()
            && !form.json
            && !form.csv
    }
}
