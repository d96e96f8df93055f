//! Batches of battles between computer players, and how often each side wins.

use std::collections::BTreeMap;
use std::sync::Arc;

use grid::{Board, SideId};
use level::Level;
use rules::state::{State, Verdict};
use rules::{Key, SharedRuleset};

use super::ai::{SimpleAi, Tuning};
use super::autoplay::{
    AutoplayError, BattleReport, Decider, run_headless, run_logged, run_recorded, run_while,
};
use super::record::Record;
use super::resources::Controller;
use super::setup::{Choices, Setup, SetupError};
use super::skill::Skill;
use super::statistics::{Statistics, UnitStats};

/// A level and a ruleset, ready to play with any seed.
#[derive(Clone)]
pub struct Matchup {
    /// The level.
    pub level: Level,
    /// The ruleset's name in records.
    pub ruleset: Key,
    /// The ruleset.
    pub rules: SharedRuleset,
    /// Number of rounds after which it is a draw.
    pub cap: u32,
}

/// Why a battle between computer players has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchupError {
    /// It cannot be set up.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Setup(Vec<SetupError>),
    /// It does not end.
    #[error(transparent)]
    Autoplay(#[from] AutoplayError),
}

impl Matchup {
    /// The battle with this seed, before its first round.
    ///
    /// # Errors
    /// Everything that prevents setup.
    pub fn set_up(&self, seed: u64) -> Result<Setup, Vec<SetupError>> {
        self.set_up_between(seed, &[])
    }

    /// The battle with this seed between opponents of these levels of play, by side; sides without
    /// one have the usual level.
    ///
    /// # Errors
    /// Everything that prevents setup.
    pub fn set_up_between(&self, seed: u64, players: &[Skill]) -> Result<Setup, Vec<SetupError>> {
        let player = |side| Controller::Computer(players.get(side).copied().unwrap_or_default());
        let controllers = (0..self.level.sides.len()).map(player).collect();
        let choices = Choices { seed, controllers, ..Choices::default() };
        Setup::from_level(&self.level, self.ruleset.clone(), self.rules.clone(), choices)
    }

    /// Prepares everything that its battles share.
    ///
    /// # Errors
    /// When no battle can be set up.
    pub fn arena(&self) -> Result<Arena, MatchupError> {
        self.arena_between(&[])
    }

    /// Like [`Self::arena`], between opponents of these levels of play ([`Self::set_up_between`]).
    ///
    /// # Errors
    /// When no battle can be set up.
    pub fn arena_between(&self, players: &[Skill]) -> Result<Arena, MatchupError> {
        let setup = self.set_up_between(0, players).map_err(MatchupError::Setup)?;
        Ok(Arena::new(setup, self.cap))
    }
}

/// One battle, to be fought repeatedly with different seeds. Facts about its board, such as lines
/// of sight, are cached from one battle to the next; results do not depend on the cache.
///
/// A clone has its own cache, so that threads with a clone each never wait for one another.
pub struct Arena {
    setup: Setup,
    /// The usual opponent, with the distances of the board already cached.
    usual: SimpleAi,
    cap: u32,
}

impl Clone for Arena {
    fn clone(&self) -> Self {
        let mut setup = self.setup.clone();
        setup.scene.board = Arc::new(Board::clone(&setup.scene.board));
        Self::new(setup, self.cap)
    }
}

impl Arena {
    /// The computer against itself from this setup, for at most `cap` rounds. Each side is played
    /// at the level of play in the setup, human sides at the usual level.
    pub fn new(setup: Setup, cap: u32) -> Self {
        let usual = SimpleAi::prepared_for(&setup.scene.board, &*setup.rules);
        Self { setup, usual, cap }
    }

    /// Fights the battle with this seed.
    ///
    /// # Errors
    /// When it cannot begin or does not end.
    pub fn fight(&self, seed: u64) -> Result<BattleReport, MatchupError> {
        Ok(run_headless(self.seeded(seed), &mut self.deciders(), self.cap)?)
    }

    /// Like [`Self::fight`], but stops when `goes_on` returns false; it is called before each
    /// command.
    ///
    /// # Errors
    /// As [`Self::fight`], and when it was stopped.
    pub fn fight_while(
        &self,
        seed: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<BattleReport, MatchupError> {
        Ok(run_while(self.seeded(seed), &mut self.deciders(), self.cap, goes_on)?)
    }

    /// Like [`Self::fight`], between these deciders, by side.
    ///
    /// # Errors
    /// As [`Self::fight`].
    pub fn fight_between(
        &self,
        seed: u64,
        deciders: &mut [Box<dyn Decider>],
    ) -> Result<BattleReport, MatchupError> {
        Ok(run_headless(self.seeded(seed), deciders, self.cap)?)
    }

    /// Like [`Self::fight`], with a record for replaying the battle.
    ///
    /// # Errors
    /// When it cannot begin or does not end.
    pub fn fight_recorded(&self, seed: u64) -> Result<(BattleReport, Record), MatchupError> {
        Ok(run_recorded(self.seeded(seed), &mut self.deciders(), self.cap)?)
    }

    /// Like [`Self::fight`], with all events.
    ///
    /// # Errors
    /// When it cannot begin or does not end.
    pub fn fight_logged(&self, seed: u64) -> Result<BattleReport, MatchupError> {
        Ok(run_logged(self.seeded(seed), &mut self.deciders(), self.cap)?)
    }

    fn seeded(&self, seed: u64) -> Setup {
        let mut setup = self.setup.clone();
        (setup.seed, setup.record.seed) = (seed, seed);
        setup
    }

    fn deciders(&self) -> Vec<Box<dyn Decider>> {
        let players = self.setup.record.controllers.iter();
        players.map(|player| self.decider(player.skill().unwrap_or_default())).collect()
    }

    /// An opponent for battles here.
    pub fn decider(&self, skill: Skill) -> Box<dyn Decider> {
        self.tuned(skill, &Tuning::built_in())
    }

    /// An opponent for battles here, with these weights.
    pub fn tuned(&self, skill: Skill, tuning: &Arc<Tuning>) -> Box<dyn Decider> {
        match skill {
            Skill::Soldier => Box::new(self.usual.clone().tuned(Arc::clone(tuning))),
            Skill::Recruit | Skill::Veteran | Skill::Warlord => skill.tuned(tuning),
        }
    }
}

/// One arena per thread.
pub struct Arenas {
    first: Arena,
    others: Vec<Arena>,
}

impl Arenas {
    /// For this number of threads, at least one.
    pub fn new(first: Arena, threads: usize) -> Self {
        let others = (1..threads).map(|_| first.clone()).collect();
        Self { first, others }
    }

    /// The arena of the calling thread.
    pub fn here(&self) -> &Arena {
        let other = rayon::current_thread_index().and_then(|thread| thread.checked_sub(1));
        other.and_then(|other| self.others.get(other)).unwrap_or(&self.first)
    }
}

/// Statistics of each side's combatants by role, summed over any number of battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contributions(BTreeMap<(SideId, Key), Contribution>);

/// The totals of one role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contribution {
    /// Number of combatants, each counted once per battle.
    pub combatants: u32,
    /// Their statistics.
    pub stats: UnitStats,
}

impl Contributions {
    /// The contributions in one battle with this final state.
    pub fn of(statistics: &Statistics, state: &State) -> Self {
        let mut all = Self::default();
        for (id, stats) in &statistics.units {
            if let Some(unit) = state.unit(*id) {
                let whose = all.0.entry((unit.side(), unit.identity.role.clone())).or_default();
                whose.combatants += 1;
                whose.stats.add(stats);
            }
        }
        all
    }

    /// Adds the contributions of other battles.
    pub fn add(&mut self, other: &Self) {
        for (whose, more) in &other.0 {
            let sum = self.0.entry(whose.clone()).or_default();
            sum.combatants += more.combatants;
            sum.stats.add(&more.stats);
        }
    }

    /// Side, role and totals, sorted by side, then by the name of the role.
    pub fn iter(&self) -> impl Iterator<Item = (SideId, &Key, &Contribution)> {
        self.0.iter().map(|((side, role), done)| (*side, role, done))
    }
}

/// Wins of each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Battles won, by side.
    pub wins: Vec<u32>,
    /// Battles without a winner.
    pub draws: u32,
}

impl Shares {
    /// No battles yet, for this number of sides.
    pub fn of_sides(sides: usize) -> Self {
        Self { wins: vec![0; sides], draws: 0 }
    }

    /// Counts a battle.
    pub fn add(&mut self, verdict: &Verdict) {
        let winner = verdict.winner.and_then(|side| self.wins.get_mut(usize::from(side.0)));
        match winner {
            Some(wins) => *wins += 1,
            None => self.draws += 1,
        }
    }

    /// Number of battles counted.
    pub fn battles(&self) -> u32 {
        self.wins.iter().sum::<u32>() + self.draws
    }

    /// True if at least a quarter of the battles end without a winner.
    pub fn is_often_drawn(&self) -> bool {
        self.battles() >= 5 && self.draws.saturating_mul(4) >= self.battles()
    }

    /// The side that is significantly stronger: the lower end of its confidence interval lies above
    /// one half.
    pub fn stronger(&self) -> Option<usize> {
        (0..self.wins.len()).find(|side| self.interval(*side).0 > 0.5)
    }

    /// The 95 % confidence interval of a side's share of wins (Wilson score); 0 to 1 without any
    /// battle.
    pub fn interval(&self, side: usize) -> (f64, f64) {
        let n = f64::from(self.battles());
        let wins = f64::from(self.wins.get(side).copied().unwrap_or_default());
        wilson(wins / n.max(1.0), n)
    }
}

/// The 95 % confidence interval of a share among `n` (Wilson score); 0 to 1 for none.
pub fn wilson(share: f64, n: f64) -> (f64, f64) {
    if n < 1.0 {
        return (0.0, 1.0);
    }
    // The quantile of the normal distribution that leaves 2.5 % on each side.
    let z = 1.959_964;
    let z2 = z * z;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // The share itself always lies inside, whatever the rounding.
    ((middle - half).clamp(0.0, share), (middle + half).clamp(share, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(wins: &[u32], draws: u32) -> Shares {
        Shares { wins: wins.to_vec(), draws }
    }

    #[test]
    fn contributions_add_up_by_side_and_role() {
        let knights = |dealt: i64| {
            let stats = UnitStats { dealt, felled: 1, ..UnitStats::default() };
            let done = Contribution { combatants: 2, stats };
            Contributions([((SideId(1), Key::new("knight")), done)].into_iter().collect())
        };
        let mut sum = Contributions::default();
        sum.add(&knights(7));
        sum.add(&knights(30));
        let found: Vec<_> = sum.iter().collect();
        let [(side, role, done)] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((*side, role.as_str(), done.combatants), (SideId(1), "knight", 4));
        assert_eq!((done.stats.dealt, done.stats.felled), (37, 2));
    }

    #[test]
    fn wins_and_draws_are_counted() {
        let mut counted = Shares::of_sides(2);
        for winner in [Some(SideId(1)), None, Some(SideId(1)), Some(SideId(0))] {
            counted.add(&Verdict { winner, why: String::new() });
        }
        assert_eq!(counted, shares(&[1, 2], 1));
        assert_eq!(counted.battles(), 4);
    }

    #[test]
    fn a_quarter_of_draws_is_often() {
        assert!(shares(&[9, 6], 5).is_often_drawn());
        assert!(!shares(&[9, 7], 4).is_often_drawn());
        assert!(!shares(&[0, 1], 2).is_often_drawn(), "too few battles to tell");
    }

    /// 8 of 10: the textbook interval is 0.490 to 0.943.
    #[test]
    fn the_interval_is_the_wilson_score_interval() {
        let (low, high) = shares(&[8, 2], 0).interval(0);
        assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001, "{low} {high}");
        assert_eq!(shares(&[0, 0], 0).interval(0), (0.0, 1.0));
    }

    #[test]
    fn a_few_battles_do_not_make_a_side_stronger() {
        assert_eq!(shares(&[8, 2], 0).stronger(), None);
        assert_eq!(shares(&[16, 4], 0).stronger(), Some(0));
        assert_eq!(shares(&[10, 10], 0).stronger(), None);
        assert_eq!(shares(&[0, 20], 0).stronger(), Some(1));
    }
}
