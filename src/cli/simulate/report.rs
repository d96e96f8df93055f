//! Results of a series of battles: win rates, losses, and what each role did.

use serde::Serialize;

use battle::Skill;
use battle::autoplay::BattleReport;
use battle::batch::{Contributions, Shares};
use battle::statistics::{self, Row, Statistics};
use files::Problem;
use rules::house::Changes;
use rules::state::{State, Status, Unit};

use super::super::args::{Lines, Simulate};
use super::super::fight::Match;
use super::super::output::Output;
use super::super::table;

/// Result of one battle.
#[derive(Debug, Serialize)]
pub(super) struct Fight {
    seed: u64,
    winner: Option<String>,
    why: String,
    /// Rounds fought, at most the cap.
    rounds: u32,
    commands: usize,
    hash: String,
    #[serde(skip)]
    side: Option<usize>,
    #[serde(skip)]
    losses: Vec<Losses>,
    #[serde(skip)]
    contributions: Contributions,
}

/// Number of units out of the fight at the end, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Losses {
    down: u32,
    dead: u32,
    gone: u32,
    surrendered: u32,
}

impl Losses {
    fn of_side(state: &State, side: usize) -> Self {
        let mut losses = Self::default();
        // Summoned units do not count as losses.
        let own = |u: &&Unit| usize::from(u.side().0) == side && u.identity.maker.is_none();
        let units = state.units.iter().filter(own);
        for unit in units {
            match unit.status {
                Status::Active => {}
                Status::Down => losses.down += 1,
                Status::Dead => losses.dead += 1,
                Status::Gone => losses.gone += 1,
                Status::Surrendered => losses.surrendered += 1,
            }
        }
        losses
    }

    const fn add(self, other: Self) -> Self {
        Self {
            down: self.down + other.down,
            dead: self.dead + other.dead,
            gone: self.gone + other.gone,
            surrendered: self.surrendered + other.surrendered,
        }
    }

    const fn total(self) -> u32 {
        self.down + self.dead + self.gone + self.surrendered
    }
}

impl Fight {
    /// The result of a battle that was fought with its log.
    pub(super) fn of(game: &Match, seed: u64, report: &BattleReport) -> Self {
        let side = report.verdict.winner.map(|side| usize::from(side.0));
        let name = side.and_then(|side| game.matchup.level.sides.get(side)).map(|s| s.name.clone());
        let description = game.matchup.rules.describe();
        let statistics = Statistics::of(&report.events, &report.state, description);
        Self {
            seed,
            winner: name,
            why: report.verdict.why.clone(),
            rounds: report.rounds.min(game.matchup.cap),
            commands: report.commands,
            hash: format!("{:016x}", report.hash),
            side,
            losses: (0..game.matchup.level.sides.len())
                .map(|s| Losses::of_side(&report.state, s))
                .collect(),
            contributions: Contributions::of(&statistics, &report.state),
        }
    }
}

#[derive(Debug, Serialize)]
struct SideJson {
    name: String,
    /// The level of play of its computer player.
    player: Skill,
    wins: u32,
    /// Of all battles, including draws.
    share: f64,
    /// 95 % confidence interval of the share (Wilson).
    low: f64,
    high: f64,
    casualties: Losses,
    mean_casualties: f64,
}

#[derive(Debug, Serialize)]
struct RoleJson {
    combatants: u32,
    #[serde(flatten)]
    row: Row,
}

/// Results of all battles.
#[derive(Debug, Serialize)]
pub(super) struct Simulation<'a> {
    ok: bool,
    level: &'a str,
    ruleset: &'static str,
    seed: u64,
    battles: usize,
    rounds_cap: u32,
    #[serde(skip_serializing_if = "Changes::is_empty")]
    house_rules: &'a Changes,
    sides: Vec<SideJson>,
    draws: u32,
    /// A quarter of the battles or more end without a winner.
    often_drawn: bool,
    mean_rounds: f64,
    roles: Vec<RoleJson>,
    fights: &'a [Fight],
}

impl<'a> Simulation<'a> {
    /// Summarizes the battles.
    pub(super) fn of(game: &'a Match, args: &Simulate, fights: &'a [Fight]) -> Self {
        let count = fights.len();
        let mean = |sum: u64| sum as f64 / count.max(1) as f64;
        let level = &game.matchup.level;
        let mut shares = Shares::of_sides(level.sides.len());
        let mut contributions = Contributions::default();
        for fight in fights {
            match fight.side.and_then(|side| shares.wins.get_mut(side)) {
                Some(wins) => *wins += 1,
                None => shares.draws += 1,
            }
            contributions.add(&fight.contributions);
        }
        let sides = level.sides.iter().enumerate().map(|(i, side)| {
            let wins = shares.wins.get(i).copied().unwrap_or_default();
            let losses = fights.iter().filter_map(|f| f.losses.get(i).copied());
            let casualties = losses.fold(Losses::default(), Losses::add);
            let (low, high) = shares.interval(i);
            SideJson {
                name: side.name.clone(),
                player: game.players.get(i).copied().unwrap_or_default(),
                wins,
                share: mean(u64::from(wins)),
                low,
                high,
                casualties,
                mean_casualties: mean(u64::from(casualties.total())),
            }
        });
        let roles = contributions.iter().map(|(side, role, done)| {
            let side = level.sides.get(usize::from(side.0)).map_or("", |s| s.name.as_str());
            let row = Row::new(side, "", role.as_str(), &done.stats);
            RoleJson { combatants: done.combatants, row }
        });
        Self {
            ok: true,
            level: &level.name,
            ruleset: game.ruleset.name(),
            seed: args.seed,
            battles: count,
            rounds_cap: args.fights.rounds,
            house_rules: &game.matchup.rules.house_rules().changed,
            sides: sides.collect(),
            draws: shares.draws,
            often_drawn: shares.is_often_drawn(),
            mean_rounds: mean(fights.iter().map(|f| u64::from(f.rounds)).sum()),
            roles: roles.collect(),
            fights,
        }
    }

    /// The results as a CSV table.
    pub(super) fn to_csv(&self, lines: Lines) -> Result<String, Problem> {
        match lines {
            Lines::Roles => statistics::to_csv(&self.rows()),
            Lines::Battles => {
                let failed = |e: String| Problem::new("simulation", e);
                let mut writer = csv::Writer::from_writer(Vec::new());
                let losses = self.sides.iter().map(|side| format!("lost by {}", side.name));
                let head = ["seed", "winner", "why", "rounds", "commands", "hash"];
                let head = head.into_iter().map(str::to_owned).chain(losses);
                writer.write_record(head).map_err(|e| failed(e.to_string()))?;
                for fight in self.fights {
                    let winner = fight.winner.clone().unwrap_or_default();
                    let (seed, rounds) = (fight.seed.to_string(), fight.rounds.to_string());
                    let commands = fight.commands.to_string();
                    let own =
                        [seed, winner, fight.why.clone(), rounds, commands, fight.hash.clone()];
                    let losses = fight.losses.iter().map(|l| l.total().to_string());
                    let line = own.into_iter().chain(losses);
                    writer.write_record(line).map_err(|e| failed(e.to_string()))?;
                }
                let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
                String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        self.roles.iter().map(|role| role.row.clone()).collect()
    }

    /// Prints the results as text.
    pub(super) fn print(&self, out: &mut Output) {
        let Self { level, ruleset, seed, battles, draws, mean_rounds, .. } = self;
        if let [fight] = self.fights {
            let winner =
                fight.winner.as_ref().map_or("a draw".to_owned(), |name| format!("{name} won"));
            out.line(format!(
                "{level} under {ruleset}, seed {seed}: {winner} after {} rounds.",
                fight.rounds
            ));
            out.line(format!("Reason: {}.", fight.why));
        } else {
            let last = seed.wrapping_add(*battles as u64 - 1);
            out.line(format!("{level} under {ruleset}, {battles} battles, seeds {seed} to {last}"));
        }
        if !self.house_rules.is_empty() {
            let rules = self.house_rules.iter().map(|(option, value)| format!("{option} {value}"));
            out.line(format!("House rules: {}.", rules.collect::<Vec<_>>().join(", ")));
        }
        // The usual opponents need not be mentioned.
        let usual = self.sides.iter().all(|side| side.player == Skill::default());
        let title = |side: &SideJson| match usual {
            true => side.name.clone(),
            false => format!("{} ({})", side.name, side.player.words()),
        };
        let width = self.sides.iter().map(|s| title(s).chars().count()).max().unwrap_or_default();
        for side in &self.sides {
            let Losses { down, dead, gone, surrendered } = side.casualties;
            let percent = |share: f64| share * 100.0;
            let won = if *battles > 1 {
                format!(
                    "{} won ({:.0} %; 95 % confidence {:.0} to {:.0} %)",
                    side.wins,
                    percent(side.share),
                    percent(side.low),
                    percent(side.high)
                )
            } else {
                format!("{} won", side.wins)
            };
            out.line(format!(
                "  {:width$}  {won}; out of the fight: {} ({down} down, {dead} dead, {gone} gone, \
                 {surrendered} surrendered), {:.1} per battle",
                title(side),
                side.casualties.total(),
                side.mean_casualties,
            ));
        }
        if *battles > 1 {
            out.line(format!("  draws: {draws}; rounds: {mean_rounds:.1} on average"));
        }
        if self.often_drawn {
            out.line("  Many battles end without a winner: the sides hardly harm each other, or never meet.");
        }
        if let [fight, ..] = self.fights {
            out.line(format!("  final state with seed {seed}: {}", fight.hash));
        }
        out.line("");
        table::acts(out, &self.rows());
    }
}
