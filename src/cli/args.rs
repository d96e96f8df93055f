//! Command-line arguments.

mod arena;
mod fights;
mod numbers;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum};

use super::players::{Player, player};
pub use arena::{Arena, Form, Merge, Run, Task};
pub use fights::FightOptions;
use numbers::{SEEDS, whole};

/// Arguments of the program.
#[derive(Debug, Parser)]
#[command(
    name = "highground",
    version,
    about = "Turn-based tactics on battle maps with real height.",
    after_help = "Without a command, opens the main menu. Exit codes: 0 success, 1 bad input or a failed check, 2 wrong usage.",
    disable_help_subcommand = true
)]
pub struct Args {
    /// Folder that contains `assets` and `levels` [default: next to the program or a parent folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Command to run
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Args {
    /// Reads a command line that begins with the name of the program.
    ///
    /// # Errors
    /// If it is not one, or asks for help or the version.
    pub fn read(line: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let args = Self::try_parse_from(line)?;
        match &args.command {
            Some(Command::Arena(arena)) if arena.is_mixed() => {
                let message = "the options of `arena merge` come after `merge`";
                Err(Self::command().error(ErrorKind::ArgumentConflict, message))
            }
            _ => Ok(args),
        }
    }
}

/// Commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a battle in a window
    Play(Play),
    /// Create or edit levels in a window
    Edit(Edit),
    /// Run battles between computer players, without a window
    Simulate(Simulate),
    /// Pit opponents against each other, and rate them
    Arena(Arena),
    /// Run scenario files and compare the results with their expectations
    Scenario(Scenario),
    /// Print the exact odds of a scenario's first command
    Odds(Odds),
    /// Replay a recorded battle
    Replay(Replay),
    /// Render a level or a saved battle to a PNG file, without a window
    Picture(Picture),
    /// Turn a map of another program into a level
    Import(Import),
    /// Check levels and ruleset data
    Check(Check),
    /// List the roles, acts, weapons and conditions of a ruleset
    Rules(Rules),
}

/// Options of every window.
#[derive(Debug, ClapArgs)]
pub struct Window {
    /// Initial window size in pixels [default: 1440x900; 1280x720 for scripts]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// Drive the window with a script file
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Folder for the script's screenshots
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Settings file [default: your own; none for scripts]
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}

/// `highground play`
#[derive(Debug, ClapArgs)]
pub struct Play {
    /// Level, by name (`bridge`) or path; without one, opens the battle setup
    pub level: Option<String>,
    /// Play this lesson, by name (`precision`) or path
    #[arg(long, value_name = "NAME",
          conflicts_with_all = ["level", "ruleset", "seed", "hot_seat", "computer", "deploy",
                            "referee", "house_rules"])]
    pub lesson: Option<String>,
    /// Ruleset
    #[arg(long, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Dice seed [default: random]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(SEEDS),
          allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Human players control every side and share this computer
    #[arg(long)]
    pub hot_seat: bool,
    /// Level of play of the computer: recruit, soldier, veteran or warlord; for one side by its name
    /// or number, or for all that the computer plays; may be repeated
    #[arg(long = "computer", value_name = "[SIDE=]LEVEL", value_parser = player)]
    pub computer: Vec<Player>,
    /// Let players place their units in the start zones before the battle
    #[arg(long)]
    pub deploy: bool,
    /// Allow a referee to set values and rule on doubtful cases
    #[arg(long)]
    pub referee: bool,
    /// House rule: an option of `rules.ron` and its value; may be repeated
    #[arg(long = "house-rule", value_name = "OPTION=VALUE", value_parser = house_rule)]
    pub house_rules: Vec<(String, String)>,
    /// Window options
    #[command(flatten)]
    pub window: Window,
    /// Folder for saved games [default: your own; none for scripts]
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// Folder of your levels [default: your own; none for scripts]
    #[arg(long, value_name = "DIR")]
    pub own_levels: Option<PathBuf>,
}

/// `highground edit`
#[derive(Debug, ClapArgs)]
pub struct Edit {
    /// Level, by name (`bridge`) or path; without one, starts a new level
    pub level: Option<String>,
    /// Window options
    #[command(flatten)]
    pub window: Window,
    /// Folder for autosaved drafts [default: your own; none for scripts]
    #[arg(long, value_name = "DIR")]
    pub drafts: Option<PathBuf>,
    /// Folder of your levels [default: your own; none for scripts]
    #[arg(long, value_name = "DIR")]
    pub own_levels: Option<PathBuf>,
}

/// Not a window size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected WIDTHxHEIGHT, each from 320 to 8192, such as 1280x720")]
struct SizeError;

/// Parses a window size such as `1280x720`.
fn size(text: &str) -> Result<(u32, u32), SizeError> {
    const ALLOWED: std::ops::RangeInclusive<u32> = 320..=8192;
    let side = |text: &str| text.parse().ok().filter(|side| ALLOWED.contains(side));
    let sides = text.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
    sides.ok_or(SizeError)
}

/// Not the name of a PNG file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pictures are PNG files: expected a name that ends in .png")]
struct PngError;

/// Parses the name of a picture to write.
fn png(text: &str) -> Result<PathBuf, PngError> {
    let path = PathBuf::from(text);
    let ending = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    ending.then_some(path).ok_or(PngError)
}

/// Not the name of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("levels are RON files: expected a name that ends in .ron")]
struct RonError;

/// Parses the name of a level to write.
fn ron(text: &str) -> Result<PathBuf, RonError> {
    let path = PathBuf::from(text);
    let ending = path.extension().is_some_and(|ending| ending == "ron");
    ending.then_some(path).ok_or(RonError)
}

/// Not a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a title of 1 to 60 characters")]
struct TitleError;

/// Parses the title of a level.
fn title(text: &str) -> Result<String, TitleError> {
    let text = text.trim();
    let fits = (1..=60).contains(&text.chars().count()) && !text.contains(char::is_control);
    fits.then(|| text.to_owned()).ok_or(TitleError)
}

/// Not a house rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected OPTION=VALUE, such as flank_bonus=2; docs/house-rules.md lists the options")]
struct HouseRuleError;

/// Parses a house rule such as `flank_bonus=2`.
fn house_rule(text: &str) -> Result<(String, String), HouseRuleError> {
    let (option, value) = text.split_once('=').ok_or(HouseRuleError)?;
    let (option, value) = (option.trim(), value.trim());
    let filled = !option.is_empty() && !value.is_empty();
    filled.then(|| (option.to_owned(), value.to_owned())).ok_or(HouseRuleError)
}

/// `highground simulate`
#[derive(Debug, ClapArgs)]
pub struct Simulate {
    /// Level, by name (`bridge`) or path
    pub level: String,
    /// Ruleset
    #[arg(long, value_name = "ID", default_value = "precision")]
    pub ruleset: String,
    /// Level of play of the computer: recruit, soldier, veteran or warlord; for one side by its name
    /// or number, or for all that the computer plays; may be repeated
    #[arg(long = "computer", value_name = "[SIDE=]LEVEL", value_parser = player)]
    pub computer: Vec<Player>,
    /// Seed of the first battle; each further battle uses the next number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(SEEDS),
          allow_negative_numbers = true)]
    pub seed: u64,
    /// House rule: an option of `rules.ron` and its value; may be repeated
    #[arg(long = "house-rule", value_name = "OPTION=VALUE", value_parser = house_rule)]
    pub house_rules: Vec<(String, String)>,
    /// Number of battles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=100_000),
          allow_negative_numbers = true)]
    pub battles: u32,
    /// Where they end, and on how many threads they are fought.
    #[command(flatten)]
    pub fights: FightOptions,
    /// Write a record of the first battle
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print the first battle, event by event
    #[arg(long, conflicts_with = "json")]
    pub show: bool,
    /// Draw the final board of the first battle to a PNG file
    #[arg(long, value_name = "FILE", value_parser = png)]
    pub picture: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Print a CSV table instead of text: one line per battle, or per role
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true,
          default_missing_value = "battles", conflicts_with_all = ["json", "show"])]
    pub csv: Option<Lines>,
}

/// What each line of the table covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lines {
    /// One battle.
    Battles,
    /// One role of one side, over all battles.
    Roles,
}

/// `highground scenario`
#[derive(Debug, ClapArgs)]
pub struct Scenario {
    /// Scenario files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground odds`
#[derive(Debug, ClapArgs)]
pub struct Odds {
    /// Scenario file; only its first scenario is used
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
    /// Only check that every command leads to the recorded state
    #[arg(long)]
    pub verify: bool,
    /// Print what each combatant did, and how lucky it was
    #[arg(long)]
    pub statistics: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Print the statistics as a CSV table
    #[arg(long, requires = "statistics", conflicts_with_all = ["json", "verify"])]
    pub csv: bool,
}

/// `highground picture`
#[derive(Debug, ClapArgs)]
pub struct Picture {
    /// Level, by name (`bridge`) or path, or a saved game
    #[arg(value_name = "LEVEL|SAVE")]
    pub file: String,
    /// PNG file to write
    #[arg(short, long, value_name = "FILE", value_parser = png)]
    pub output: PathBuf,
    /// Ruleset that provides the character sheets for a level
    #[arg(long, value_name = "ID", default_value = "precision")]
    pub ruleset: String,
    /// Show only the ground (0), or the floors up to the first (1), the second and so on
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=1_000),
          allow_negative_numbers = true)]
    pub storey: Option<usize>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground import`
#[derive(Debug, ClapArgs)]
pub struct Import {
    /// Map: Universal VTT (.dd2vtt, .uvtt, .df2vtt), a scene of Foundry VTT (.json), or Tiled (.tmx, .tmj)
    pub file: PathBuf,
    /// Level file to write; its picture goes beside it
    #[arg(short, long, value_name = "LEVEL", value_parser = ron)]
    pub output: PathBuf,
    /// Title of the level [default: that of the map, or the name of its file]
    #[arg(long, value_name = "NAME", value_parser = title)]
    pub name: Option<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground check`
#[derive(Debug, ClapArgs)]
pub struct Check {
    /// Level files, ruleset data folders, or folders that contain them
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// `highground rules`
#[derive(Debug, ClapArgs)]
pub struct Rules {
    /// Ruleset; without one, lists all rulesets
    pub id: Option<String>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn options_of_fights_do_not_go_with_merging() {
        let read = |line: &str| {
            let line = line.split(' ').map(OsString::from).collect::<Vec<_>>();
            Args::read(line).map_err(|e| e.kind())
        };
        for line in
            ["highground arena --data d merge a", "highground arena merge a --data d --json"]
        {
            assert_eq!(read(line).map(|args| args.data), Ok(Some(PathBuf::from("d"))), "{line}");
        }
        for option in ["--seed 2", "--rounds 9", "--json", "--levels bridge", "--into b"] {
            let line = format!("highground arena {option} merge a");
            assert_eq!(read(&line).map(|_| ()), Err(ErrorKind::ArgumentConflict), "{line}");
        }
    }

    #[test]
    fn window_sizes_are_bounded() {
        assert_eq!(size("960x540"), Ok((960, 540)));
        for wrong in ["960", "960x", "x540", "9x9", "99999x99999", "-960x540", "960x540x2"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn wrong_numbers_are_refused_with_what_is_allowed() {
        for (option, allowed) in [
            ("--seed", "from 0 to 18446744073709551615"),
            ("--battles", "from 1 to 100000"),
            ("--rounds", "from 1 to 10000"),
            ("--threads", "from 1 to 1024"),
        ] {
            for value in ["-1", "x"] {
                let line = ["highground", "simulate", "bridge", option, value];
                let told = Args::try_parse_from(line).unwrap_err().to_string();
                let wanted = format!("expected a whole number {allowed}");
                assert!(told.contains(&wanted) && !told.contains("-- -1"), "{told}");
            }
        }
        for command in ["play", "arena"] {
            let told = Args::try_parse_from(["highground", command, "--seed", "-1"]).unwrap_err();
            assert!(told.to_string().contains("expected a whole number"), "{told}");
        }
    }

    #[test]
    fn pictures_are_png_files() {
        assert!(png("a.png").is_ok() && png("b/a.PNG").is_ok());
        assert!(png("a.jpg").is_err() && png("a").is_err() && png(".png").is_err());
    }

    #[test]
    fn imported_levels_are_ron_files_with_a_title() {
        assert!(ron("a.ron").is_ok() && ron("b/a.ron").is_ok());
        assert!(ron("a.dd2vtt").is_err() && ron("a").is_err() && ron(".ron").is_err());
        assert_eq!(title(" The Mill "), Ok("The Mill".to_owned()));
        assert!(title(" ").is_err() && title("a\nb").is_err() && title(&"x".repeat(61)).is_err());
    }

    #[test]
    fn the_data_folder_may_come_before_or_after_the_command() {
        for line in [["highground", "--data", "d", "rules"], ["highground", "rules", "--data", "d"]]
        {
            let args = Args::try_parse_from(line).unwrap();
            assert_eq!(args.data, Some(PathBuf::from("d")));
        }
    }
}
