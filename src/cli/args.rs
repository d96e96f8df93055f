//! What may stand on the command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// The arguments of the program.
#[derive(Debug, Parser)]
#[command(
    name = "highground",
    version,
    about = "Tactical skirmishes on a battle map with real height.",
    after_help = "Without a command the main menu opens. Exit codes: 0 fine, 1 bad input or a check that failed, 2 wrong usage.",
    disable_help_subcommand = true
)]
pub struct Args {
    /// Folder that holds `assets` and `levels` [default: found beside the program or above it]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// What to do
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a battle in a window
    Play(Play),
    /// Make and change levels in a window
    Edit(Edit),
    /// Let the computer fight against itself, without a window
    Simulate(Simulate),
    /// Run scenario files and compare with what they expect
    Scenario(Scenario),
    /// Print the exact odds of a scenario's first command
    Odds(Odds),
    /// Play a recorded battle again
    Replay(Replay),
    /// Draw a level or a saved battle as a PNG picture, without a window
    Picture(Picture),
    /// Check levels and ruleset data
    Check(Check),
    /// Show what a ruleset has: roles, acts, weapons, conditions
    Rules(Rules),
}

/// What all windows may be opened with.
#[derive(Debug, ClapArgs)]
pub struct Window {
    /// Size of the window at first, in pixels [default: 1440x900; 1280x720 for scripts]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Drive the window with the steps of a script file
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Folder for the script's screenshots
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// File with the settings [default: your own; none for scripts]
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}

/// `highground play`
#[derive(Debug, ClapArgs)]
pub struct Play {
    /// Level, by name (`bridge`) or path; without one the set-up opens
    pub level: Option<String>,
    /// Ruleset
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Seed of the dice [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// People play all sides, taking turns at this computer
    #[arg(long)]
    pub hot_seat: bool,
    /// A referee may set values and rule on doubtful cases
    #[arg(long)]
    pub referee: bool,
    /// The window
    #[command(flatten)]
    pub window: Window,
    /// Folder with the saves [default: your own; none for scripts]
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
}

/// `highground edit`
#[derive(Debug, ClapArgs)]
pub struct Edit {
    /// Level, by name (`bridge`) or path; without one a new level
    pub level: Option<String>,
    /// The window
    #[command(flatten)]
    pub window: Window,
    /// Folder in which unsaved work is kept [default: your own; none for scripts]
    #[arg(long, value_name = "DIR")]
    pub drafts: Option<PathBuf>,
}

/// A size of a window: `1280x720`.
fn size(text: &str) -> Result<(u32, u32), String> {
    const ALLOWED: std::ops::RangeInclusive<u32> = 320..=8192;
    let side = |text: &str| text.parse().ok().filter(|side| ALLOWED.contains(side));
    let sides = text.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
    sides.ok_or_else(|| "write WIDTHxHEIGHT, both from 320 to 8192, such as 1280x720".to_owned())
}

/// `highground simulate`
#[derive(Debug, ClapArgs)]
pub struct Simulate {
    /// Level, by name (`bridge`) or path
    pub level: String,
    /// Ruleset
    #[arg(long, value_name = "ID", default_value = "precision")]
    pub ruleset: String,
    /// Seed of the first battle; the next ones count up from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many battles
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub battles: u32,
    /// A battle without a winner after so many rounds is a draw
    #[arg(long, value_name = "CAP", default_value_t = 60,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub rounds: u32,
    /// How many threads fight them [default: one for each core]; the results are the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write the record of the first battle
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print the first battle, event by event
    #[arg(long, conflicts_with = "json")]
    pub show: bool,
    /// Draw the final board of the first battle as a PNG picture
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Print a table for spreadsheets instead of text: a line for each battle, or for each role
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true,
          default_missing_value = "battles", conflicts_with_all = ["json", "show"])]
    pub csv: Option<Lines>,
}

/// What a line of a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lines {
    /// One battle.
    Battles,
    /// What the combatants of one role of a side did in all battles.
    Roles,
}

/// `highground scenario`
#[derive(Debug, ClapArgs)]
pub struct Scenario {
    /// Scenario files, and folders of them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground odds`
#[derive(Debug, ClapArgs)]
pub struct Odds {
    /// Scenario file; of several scenarios in it, the first
    pub file: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground replay`
#[derive(Debug, ClapArgs)]
pub struct Replay {
    /// Record file
    pub file: PathBuf,
    /// Only say whether every command leads to the recorded state
    #[arg(long)]
    pub verify: bool,
    /// Print what everybody did, and how lucky they were
    #[arg(long)]
    pub statistics: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Print the statistics as a table for spreadsheets
    #[arg(long, requires = "statistics", conflicts_with_all = ["json", "verify"])]
    pub csv: bool,
}

/// `highground picture`
#[derive(Debug, ClapArgs)]
pub struct Picture {
    /// Level, by name (`bridge`) or path; or a save
    #[arg(value_name = "LEVEL|SAVE")]
    pub file: String,
    /// The PNG file
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Ruleset whose sheets the combatants of a level have
    #[arg(long, value_name = "ID", default_value = "precision")]
    pub ruleset: String,
}

/// `highground check`
#[derive(Debug, ClapArgs)]
pub struct Check {
    /// Level files, folders of ruleset data, or folders that hold them
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground rules`
#[derive(Debug, ClapArgs)]
pub struct Rules {
    /// Ruleset; without one all are listed
    pub id: Option<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn sizes_are_bounded() {
        assert_eq!(size("960x540"), Ok((960, 540)));
        for wrong in ["960", "960x", "x540", "9x9", "99999x99999", "-960x540", "960x540x2"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_folder_of_the_data_may_stand_anywhere() {
        for line in [["highground", "--data", "d", "rules"], ["highground", "rules", "--data", "d"]]
        {
            let args = Args::try_parse_from(line).unwrap();
            assert_eq!(args.data, Some(PathBuf::from("d")));
        }
    }
}
