//! The choices of the menu, and data about each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::ecs::prelude::Resource;

use crate::autosave::AutosaveError;
use crate::hud::CardModel;
use battle::Controller;
use battle::batch::Shares;
use battle::setup::SetupError;
use files::{Problem, first};
use grid::SideId;
use picture::Raster;
use registry::RulesetId;
use rules::house::Changes;

use super::entry::{LevelEntry, RulesetEntry, written};
use super::set_up::{ChoiceError, SetUp};

/// The choices of the menu.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuModel {
    /// The levels.
    pub levels: Vec<LevelEntry>,
    /// The rulesets.
    pub rulesets: Vec<RulesetEntry>,
    /// Index of the chosen level in `levels`.
    pub level: usize,
    /// Index of the chosen ruleset in `rulesets`.
    pub ruleset: usize,
    /// The controller of each side of the chosen level.
    pub seats: Vec<Controller>,
    /// The seed as typed.
    pub seed: String,
    /// True while further options are shown instead of the level's details.
    pub more: bool,
    /// True if there is a referee.
    pub referee: bool,
    /// True if the players get no hints.
    pub unaided: bool,
    /// True if the players place their units before the battle.
    pub deploy: bool,
    /// Changed options, by the ruleset's ID.
    pub house_rules: BTreeMap<String, Changes>,
    /// True if an interrupted battle can be continued.
    pub can_continue: bool,
    /// Whether the level open in the editor has unsaved changes; `None` without an open level.
    pub unsaved: Option<bool>,
    /// The autosave of an unfinished battle: its level and round, or why it cannot be loaded.
    pub unfinished: Option<Result<String, AutosaveError>>,
    /// Why the last battle could not start.
    pub problem: Option<String>,
    /// Unit sheets of the chosen level under the chosen ruleset; `None` until they are read.
    pub sheets: Option<Sheets>,
    /// Results of test battles per level and ruleset, between computer players. Keys are indices
    /// into the lists.
    pub strength: BTreeMap<(usize, usize), Shares>,
    /// Thumbnails made so far, by level index; `None` for a level that cannot be drawn.
    pub thumbnails: BTreeMap<usize, Option<Arc<Raster>>>,
}

impl MenuModel {
    /// The chosen battle.
    ///
    /// # Errors
    /// Why it cannot start, for the player.
    pub fn set_up(&self) -> Result<SetUp, ChoiceError> {
        let level = self.levels.get(self.level).ok_or(ChoiceError::NoLevel)?;
        if let Some(problem) = &level.problem {
            return Err(ChoiceError::Unplayable(problem.clone()));
        }
        let ruleset = self.rulesets.get(self.ruleset).ok_or(ChoiceError::NoRuleset)?;
        let seed = self.seed.trim();
        let seed = seed.parse().map_err(|_| ChoiceError::Seed(seed.to_owned()))?;
        let seats = (0..level.sides.len()).map(|side| self.seat(side)).collect();
        let (level, ruleset) = (level.path.clone(), ruleset.id.clone());
        let house_rules = self.changes(&ruleset).clone();
        let (referee, unaided, deploy) = (self.referee, self.unaided, self.deploy);
        Ok(SetUp { level, ruleset, seats, seed, referee, unaided, deploy, house_rules })
    }

    /// The chosen ruleset.
    pub fn chosen_ruleset(&self) -> Option<RulesetId> {
        self.rulesets.get(self.ruleset).and_then(|ruleset| RulesetId::from_name(&ruleset.id))
    }

    /// The house rules chosen for a ruleset.
    pub(super) fn changes(&self, ruleset: &str) -> &Changes {
        const NONE: &Changes = &Changes::new();
        self.house_rules.get(ruleset).unwrap_or(NONE)
    }

    /// Rereads or adds a level that was saved, and drops its thumbnail and test results.
    pub fn note_level(&mut self, file: &Path, own: bool) {
        let entry = LevelEntry { own, ..LevelEntry::read(file) };
        match self.levels.iter().position(|level| level.path == file) {
            Some(at) => {
                self.levels.splice(at..=at, [entry]);
                self.thumbnails.remove(&at);
                self.strength.retain(|(level, _), _| *level != at);
            }
            None => self.levels.push(entry),
        }
        self.sheets = None;
    }

    /// Chooses the level of a file and reads it again.
    pub fn choose(&mut self, file: &Path, own: bool) {
        self.note_level(file, own);
        self.level = self.levels.iter().position(|level| level.path == file).unwrap_or_default();
        self.problem = None;
    }

    /// Syncs the player's own levels, which come first, with the files in their folder. Data about
    /// known levels is kept.
    pub fn list_own(&mut self, files: &[PathBuf]) {
        let mut former: Vec<(usize, LevelEntry)> =
            std::mem::take(&mut self.levels).into_iter().enumerate().collect();
        let chosen = former.get(self.level).map(|(_, level)| level.path.clone());
        let mut places = BTreeMap::new();
        for file in files {
            let is_kept =
                |level: &LevelEntry| level.path == *file && level.written == written(file);
            match former.iter().position(|(_, level)| is_kept(level)) {
                Some(at) => {
                    let (place, level) = former.remove(at);
                    places.insert(place, self.levels.len());
                    self.levels.push(LevelEntry { own: true, ..level });
                }
                None => self.levels.push(LevelEntry { own: true, ..LevelEntry::read(file) }),
            }
        }
        let others = former.into_iter().filter(|(_, level)| !level.own);
        for (place, level) in others.filter(|(_, level)| !files.contains(&level.path)) {
            places.insert(place, self.levels.len());
            self.levels.push(level);
        }
        let thumbnails = std::mem::take(&mut self.thumbnails).into_iter();
        self.thumbnails =
            thumbnails.filter_map(|(place, made)| Some((*places.get(&place)?, made))).collect();
        let strength = std::mem::take(&mut self.strength).into_iter();
        self.strength = strength
            .filter_map(|((place, rules), shares)| Some(((*places.get(&place)?, rules), shares)))
            .collect();
        let again = self.levels.iter().position(|level| Some(&level.path) == chosen.as_ref());
        self.level = again.unwrap_or_default();
        self.sheets = None;
    }

    /// The controller of a side: by default a human for the first, the computer for the others.
    pub fn seat(&self, side: usize) -> Controller {
        let usual = if side == 0 { Controller::Human } else { Controller::COMPUTER };
        self.seats.get(side).copied().unwrap_or(usual)
    }

    pub(super) fn set_seat(&mut self, side: usize, seat: Controller) {
        while self.seats.len() <= side {
            let usual = self.seat(self.seats.len());
            self.seats.push(usual);
        }
        if let Some(slot) = self.seats.get_mut(side) {
            *slot = seat;
        }
    }

    /// Moves the selection by `by` levels.
    pub fn step(&mut self, by: isize) {
        let last = self.levels.len().saturating_sub(1);
        self.level = self.level.saturating_add_signed(by).min(last);
    }
}

/// Why a level has no sheets under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetsError {
    /// It could not be read when the menu opened; the text says why.
    #[error("{0}")]
    Unplayable(String),
    /// It cannot be read.
    #[error("{}", first(.0))]
    Level(Vec<Problem>),
    /// It cannot be played under the ruleset.
    #[error("{}", first(.0))]
    Setup(Vec<SetupError>),
    /// The ruleset does not allow the house rules.
    #[error("House rules: {}", first(.0))]
    HouseRules(Vec<Problem>),
}

/// The sheets of a level's units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheets {
    /// Indices of the level and ruleset in the menu's lists.
    pub(super) of: (usize, usize),
    /// The house rules that they are based on.
    pub(super) house_rules: Changes,
    /// The cards of all units before the battle, or why it cannot start.
    pub(super) cards: Result<Vec<CardModel>, SheetsError>,
}

impl Sheets {
    /// The cards of one side, in the level's order.
    pub(super) fn of_side(&self, side: SideId) -> impl Iterator<Item = &CardModel> {
        self.cards.iter().flatten().filter(move |card| card.side == side)
    }

    /// Why the battle cannot start.
    pub fn problem(&self) -> Option<&SheetsError> {
        self.cards.as_ref().err()
    }
}
