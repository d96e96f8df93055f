//! The registry of rulesets; the only file that tells them apart.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use files::Problem;

use evoker::Evoker;
use momentum::Momentum;
use precision::Precision;
use rules::house::Changes;
use rules::ruleset::SharedRuleset;
use rules::start::StartFact;
use turnside::Turnside;
use vigor::Vigor;

/// One of the rulesets.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum RulesetId {
    /// One d10 against fixed resistances; a movement block and an action block.
    #[default]
    Precision,
    /// One d20 against Evasion; action points, reaction points, Narrative Momentum.
    Momentum,
    /// A d20 and bursting dice against Guard; reactions cost Vigor.
    Vigor,
    /// A d100 of ACC over DOD; injuries, shielding, Determination at 0 HP.
    Turnside,
    /// Two opposed d100 rolls, wounds by hit location, Personas, extra acts.
    Evoker,
}

/// An emblem that represents a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emblem {
    /// A target.
    Target,
    /// A bolt of lightning.
    Bolt,
    /// A heart.
    Heart,
    /// An hourglass.
    Hourglass,
    /// A mask.
    Mask,
}

impl RulesetId {
    /// Every ruleset, in menu order.
    pub const ALL: [Self; 5] =
        [Self::Precision, Self::Momentum, Self::Vigor, Self::Turnside, Self::Evoker];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Precision => "precision",
            Self::Momentum => "momentum",
            Self::Vigor => "vigor",
            Self::Turnside => "turnside",
            Self::Evoker => "evoker",
        }
    }

    /// The ruleset with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.name() == name)
    }

    /// The emblem that represents it.
    pub const fn emblem(self) -> Emblem {
        match self {
            Self::Precision => Emblem::Target,
            Self::Momentum => Emblem::Bolt,
            Self::Vigor => Emblem::Heart,
            Self::Turnside => Emblem::Hourglass,
            Self::Evoker => Emblem::Mask,
        }
    }

    /// The [`Start`](rules::start::Start) facts that it uses.
    pub const fn starts(self) -> &'static [StartFact] {
        match self {
            Self::Precision => Precision::STARTS,
            Self::Momentum => Momentum::STARTS,
            Self::Vigor => Vigor::STARTS,
            Self::Turnside => Turnside::STARTS,
            Self::Evoker => Evoker::STARTS,
        }
    }

    /// True if a side can open the battle with an ambush.
    pub const fn has_ambushes(self) -> bool {
        match self {
            Self::Precision | Self::Momentum | Self::Vigor => true,
            Self::Turnside | Self::Evoker => false,
        }
    }

    /// The ruleset with its built-in data.
    pub fn built_in(self) -> SharedRuleset {
        match self {
            Self::Precision => Arc::new(Precision::built_in()),
            Self::Momentum => Arc::new(Momentum::built_in()),
            Self::Vigor => Arc::new(Vigor::built_in()),
            Self::Turnside => Arc::new(Turnside::built_in()),
            Self::Evoker => Arc::new(Evoker::built_in()),
        }
    }

    /// The ruleset with its built-in data and some options of its `rules.ron` changed. Options map
    /// names to values, both as written in that file.
    ///
    /// # Errors
    /// If an option does not exist or cannot have that value.
    pub fn built_in_with(self, options: &Changes) -> Result<SharedRuleset, Vec<Problem>> {
        if options.is_empty() {
            return Ok(self.built_in());
        }
        self.built_in().with_house_rules(options)
    }

    /// The ruleset with data from `rulesets/NAME` in an assets folder.
    ///
    /// # Errors
    /// All problems of the data, each with its location.
    pub fn load(self, assets: &Path) -> Result<SharedRuleset, Vec<Problem>> {
        let folder = assets.join("rulesets").join(self.name());
        match self {
            Self::Precision => Ok(Arc::new(Precision::load(&folder)?)),
            Self::Momentum => Ok(Arc::new(Momentum::load(&folder)?)),
            Self::Vigor => Ok(Arc::new(Vigor::load(&folder)?)),
            Self::Turnside => Ok(Arc::new(Turnside::load(&folder)?)),
            Self::Evoker => Ok(Arc::new(Evoker::load(&folder)?)),
        }
    }
}
