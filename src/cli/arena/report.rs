//! The outcome of the battles: win shares, ratings, times.

use serde::Serialize;

use battle::Skill;
use battle::arena::{Clocks, Ledger, Scope, Tally, Times, ratings, tallies};
use files::Problem;

use super::super::output::Output;

/// Maximum width of the column of rulesets and levels. The formatter does not accept any width.
const MAX_SCOPE: usize = 60;

/// The report on result files.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    ok: bool,
    battles: usize,
    /// Battles whose counterpart with swapped sides is missing. They do not count.
    unpaired: usize,
    /// The builds that fought. Battles of different builds are kept apart, but count together.
    builds: Vec<String>,
    weights: Vec<String>,
    pairings: Vec<Pairing>,
    ratings: Vec<RatingJson>,
    times: Vec<TimesJson>,
}

#[derive(Debug, Serialize)]
struct Pairing {
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    one: Skill,
    other: Skill,
    battles: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Share of the points of `one`, draws as a half.
    share: f64,
    /// Its 95 % interval.
    low: f64,
    high: f64,
    /// Pairs by the half points of `one`, 0 to 4.
    pairs: [u64; 5],
}

#[derive(Debug, Serialize)]
struct RatingJson {
    player: Skill,
    elo: f64,
    low: f64,
    high: f64,
}

/// Times of a player in microseconds.
#[derive(Debug, Serialize)]
struct TimesJson {
    player: Skill,
    decisions: Quantiles,
    turns: Quantiles,
}

#[derive(Debug, Serialize)]
struct Quantiles {
    count: u64,
    median: u64,
    percentile_99: u64,
}

impl Quantiles {
    fn of(times: &Times) -> Self {
        let at = |thousandths| times.quantile(thousandths).unwrap_or_default();
        Self { count: times.count(), median: at(500), percentile_99: at(990) }
    }
}

impl Pairing {
    fn of(scope: Scope, tally: &Tally) -> Self {
        let (ruleset, level) = match scope {
            Scope::All => (None, None),
            Scope::Ruleset(name) => (Some(name), None),
            Scope::Level(name) => (None, Some(name)),
        };
        let Tally { one, other, pairs, won, drawn, lost } = *tally;
        let (low, high) = tally.interval();
        let (battles, share) = (tally.battles(), tally.share());
        Self { ruleset, level, one, other, battles, won, drawn, lost, share, low, high, pairs }
    }

    fn scope(&self) -> &str {
        self.ruleset.as_deref().or(self.level.as_deref()).unwrap_or("all")
    }
}

impl Report {
    /// Summarizes results.
    pub(super) fn of(ledger: &Ledger) -> Self {
        let (all, unpaired) = tallies(ledger);
        let whole = |(scope, tally): &(Scope, Tally)| (*scope == Scope::All).then(|| tally.clone());
        let rated = ratings(&all.iter().filter_map(whole).collect::<Vec<_>>());
        let rating = |rating: battle::arena::Rating| {
            let (low, high) = rating.interval;
            RatingJson { player: rating.player, elo: rating.elo, low, high }
        };
        let times = |(player, clocks): (Skill, Clocks)| TimesJson {
            player,
            decisions: Quantiles::of(&clocks.decisions),
            turns: Quantiles::of(&clocks.turns),
        };
        let mut builds: Vec<String> = ledger.iter().map(|(bout, _)| bout.build.clone()).collect();
        let mut weights: Vec<String> = ledger.iter().map(|(b, _)| b.weights.clone()).collect();
        for names in [&mut builds, &mut weights] {
            names.sort_unstable();
            names.dedup();
        }
        Self {
            ok: true,
            battles: ledger.len(),
            unpaired,
            builds,
            weights,
            pairings: all.into_iter().map(|(scope, tally)| Pairing::of(scope, &tally)).collect(),
            ratings: rated.into_iter().map(rating).collect(),
            times: ledger.clocks().into_iter().map(times).collect(),
        }
    }

    /// The pairings as a CSV table.
    pub(super) fn to_csv(&self) -> Result<String, Problem> {
        let failed = |e: String| Problem::new("arena", e);
        let mut writer = csv::Writer::from_writer(Vec::new());
        let head = [
            "ruleset", "level", "one", "other", "battles", "won", "drawn", "lost", "share", "low",
            "high",
        ];
        writer.write_record(head).map_err(|e| failed(e.to_string()))?;
        for pairing in &self.pairings {
            let [ruleset, level] =
                [&pairing.ruleset, &pairing.level].map(|name| name.clone().unwrap_or_default());
            let counts = [pairing.battles, pairing.won, pairing.drawn, pairing.lost];
            let shares = [pairing.share, pairing.low, pairing.high];
            let names = [ruleset, level, pairing.one.name().into(), pairing.other.name().into()];
            let numbers = counts.map(|count| count.to_string());
            let shares = shares.map(|share| format!("{share:.4}"));
            let line = names.into_iter().chain(numbers).chain(shares);
            writer.write_record(line).map_err(|e| failed(e.to_string()))?;
        }
        let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
        String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
    }

    /// Prints the report as text.
    pub(super) fn print(&self, out: &mut Output) {
        out.line(format!("{} battles", self.battles));
        if self.builds.len() > 1 || self.weights.len() > 1 {
            let (builds, weights) = (self.builds.len(), self.weights.len());
            out.line(format!("of {builds} builds and {weights} sets of weights, counted together"));
        }
        if self.unpaired > 0 {
            let unpaired = self.unpaired;
            out.line(format!("{unpaired} without their counterpart with swapped sides, left out"));
        }
        let widest = self.pairings.iter().map(|p| p.scope().chars().count()).max();
        let width = widest.unwrap_or_default().min(MAX_SCOPE);
        out.line("");
        out.line(format!(
            "{:8}{:9}{:width$}  battles    won  drawn   lost   share  95 % interval",
            "one", "other", ""
        ));
        for pairing in &self.pairings {
            let Pairing { one, other, battles, won, drawn, lost, .. } = pairing;
            let percent = |share: f64| format!("{:.1}", share * 100.0);
            out.line(format!(
                "{:8}{:9}{:width$}  {battles:>7} {won:>6} {drawn:>6} {lost:>6} {:>5} %  {:>5} to {:>5} %",
                one.words(),
                other.words(),
                pairing.scope(),
                percent(pairing.share),
                percent(pairing.low),
                percent(pairing.high),
            ));
        }
        out.line("");
        out.line(format!("{:8} {:>6}  95 % interval", "player", "Elo"));
        for RatingJson { player, elo, low, high } in &self.ratings {
            out.line(format!("{:8} {elo:>+6.0}  {low:+.0} to {high:+.0}", player.words()));
        }
        out.line("");
        out.line("player   decisions   median  99th percentile    turns   median  99th percentile");
        for TimesJson { player, decisions, turns } in &self.times {
            let shown = |q: &Quantiles| {
                let (median, most) = (milliseconds(q.median), milliseconds(q.percentile_99));
                (q.count, median, most)
            };
            let ((count, median, most), (turns, whole, longest)) = (shown(decisions), shown(turns));
            out.line(format!(
                "{:8} {count:>9} {median:>8} {most:>16} {turns:>8} {whole:>8} {longest:>16}",
                player.words()
            ));
        }
    }
}

/// Microseconds in words: "0.25 ms", "1.5 s".
fn milliseconds(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{:.2} ms", micros as f64 / 1e3),
        10_000..1_000_000 => format!("{:.0} ms", micros as f64 / 1e3),
        _ => format!("{:.1} s", micros as f64 / 1e6),
    }
}
