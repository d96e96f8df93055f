//! Events of a level. They refer to units, regions and other events by name, so that changes of the
//! board do not affect them.

use std::collections::BTreeSet;

use grid::{SideId, Weather};

use super::daylight::Daylight;
use super::goals::{Goal, GoalKind};

/// An event of a level. It happens once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEvent {
    /// Its name, for later events to refer to; may be empty.
    pub name: String,
    /// Its causes; at least one.
    pub when: Vec<When>,
    /// True if all causes are required, false if one is enough.
    pub all: bool,
    /// Shown to players; may be empty.
    pub tell: String,
    /// The only side that is told; `None` for all.
    pub to: Option<SideId>,
    /// The names of the units that arrive. They are not on the board before.
    pub arrive: Vec<String>,
    /// The region in which they arrive if there is no room at their own places.
    pub at: Option<String>,
    /// The region whose doors, gates, windows and hatches open.
    pub open: Option<String>,
    /// The region whose doors, gates, windows and hatches close.
    pub close: Option<String>,
    /// The weather from now on.
    pub weather: Option<Weather>,
    /// The time of day from now on.
    pub light: Option<Daylight>,
    /// The goals from now on, replacing all earlier ones; empty to keep those.
    pub goals: Vec<Goal>,
}

impl LevelEvent {
    /// An event without effects yet.
    pub fn new(when: When) -> Self {
        Self {
            name: String::new(),
            when: vec![when],
            all: false,
            tell: String::new(),
            to: None,
            arrive: Vec::new(),
            at: None,
            open: None,
            close: None,
            weather: None,
            light: None,
            goals: Vec::new(),
        }
    }

    /// True if it changes nothing and sends no message.
    pub fn does_nothing(&self) -> bool {
        self.tell.is_empty() && self.arrive.is_empty() && self.goals.is_empty() && !self.alters()
    }

    /// True if it alters the board.
    const fn alters(&self) -> bool {
        self.open.is_some()
            || self.close.is_some()
            || self.weather.is_some()
            || self.light.is_some()
    }

    /// The regions that it refers to, apart from those of its goals.
    pub fn regions(&self) -> impl Iterator<Item = &String> {
        let when = self.when.iter().filter_map(When::region);
        when.chain(&self.at).chain(&self.open).chain(&self.close)
    }

    /// The units that it refers to, apart from those of its goals.
    pub fn units(&self) -> impl Iterator<Item = &String> {
        let when = self.when.iter().filter_map(|when| match when {
            When::UnitFalls { unit } => Some(unit),
            _ => None,
        });
        when.chain(&self.arrive)
    }
}

/// When an event of a level happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// At the start of a round.
    Round {
        /// The round, 1 to 999.
        number: u16,
    },
    /// When a unit stands in a region.
    Enters {
        /// The region.
        region: String,
        /// The unit's side; `None` for any.
        side: Option<SideId>,
    },
    /// When a unit is out of the fight.
    UnitFalls {
        /// Its name.
        unit: String,
    },
    /// When units of a side are out of the fight.
    SideFalls {
        /// The side.
        side: SideId,
        /// How many units, 1 to 200.
        units: u8,
    },
    /// When a door, gate, window or hatch of a region stands open.
    Opens {
        /// The region.
        region: String,
    },
    /// After another event.
    After {
        /// Its name.
        event: String,
        /// The number of rounds later, 0 to 99.
        rounds: u8,
    },
}

impl When {
    /// The names in files.
    pub const NAMES: [&'static str; 5] = ["round", "enters", "falls", "opens", "after"];

    /// Its name in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Round { .. } => "round",
            Self::Enters { .. } => "enters",
            Self::UnitFalls { .. } | Self::SideFalls { .. } => "falls",
            Self::Opens { .. } => "opens",
            Self::After { .. } => "after",
        }
    }

    /// The region that it refers to, if any.
    pub const fn region(&self) -> Option<&String> {
        match self {
            Self::Enters { region, .. } | Self::Opens { region } => Some(region),
            _ => None,
        }
    }
}

/// New names of the units, regions and sides that events refer to; `None` for removed ones.
#[derive(Clone, Copy)]
pub struct Renamed<'a> {
    /// Regions.
    pub region: &'a dyn Fn(&str) -> Option<String>,
    /// Units.
    pub unit: &'a dyn Fn(&str) -> Option<String>,
    /// Sides.
    pub side: &'a dyn Fn(SideId) -> Option<SideId>,
}

impl Renamed<'_> {
    /// Events with the new names. References to removed things are dropped: a cause, an effect, a
    /// goal, or an event that loses its last cause, along with the events that wait for it.
    pub fn events(self, events: &[LevelEvent]) -> Vec<LevelEvent> {
        let mut kept: Vec<LevelEvent> = events.iter().filter_map(|e| self.event(e)).collect();
        loop {
            let names: BTreeSet<String> = kept.iter().map(|event| event.name.clone()).collect();
            let before: usize = kept.iter().map(|event| event.when.len()).sum();
            for event in &mut kept {
                event.when.retain(|when| match when {
                    When::After { event, .. } => !event.is_empty() && names.contains(event),
                    _ => true,
                });
                event.all &= event.when.len() > 1;
            }
            kept.retain(|event| !event.when.is_empty());
            if kept.iter().map(|event| event.when.len()).sum::<usize>() == before {
                return kept;
            }
        }
    }

    fn event(self, event: &LevelEvent) -> Option<LevelEvent> {
        let region = |name: &Option<String>| name.as_ref().and_then(|name| (self.region)(name));
        let when: Vec<When> = event.when.iter().filter_map(|when| self.when(when)).collect();
        if when.is_empty() {
            return None;
        }
        Some(LevelEvent {
            when,
            to: event.to.and_then(self.side),
            arrive: event.arrive.iter().filter_map(|name| (self.unit)(name)).collect(),
            at: region(&event.at),
            open: region(&event.open),
            close: region(&event.close),
            goals: event.goals.iter().filter_map(|goal| self.goal(goal)).collect(),
            ..event.clone()
        })
    }

    fn when(self, when: &When) -> Option<When> {
        Some(match when {
            When::Enters { region, side: None } => {
                When::Enters { region: (self.region)(region)?, side: None }
            }
            When::Enters { region, side: Some(side) } => {
                When::Enters { region: (self.region)(region)?, side: Some((self.side)(*side)?) }
            }
            When::UnitFalls { unit } => When::UnitFalls { unit: (self.unit)(unit)? },
            When::SideFalls { side, units } => {
                When::SideFalls { side: (self.side)(*side)?, units: *units }
            }
            When::Opens { region } => When::Opens { region: (self.region)(region)? },
            When::Round { .. } | When::After { .. } => when.clone(),
        })
    }

    fn goal(self, goal: &Goal) -> Option<Goal> {
        let side = match goal.side {
            Some(side) => Some((self.side)(side)?),
            None => None,
        };
        let kind = match &goal.kind {
            GoalKind::Hold { region, rounds } => {
                GoalKind::Hold { region: (self.region)(region)?, rounds: *rounds }
            }
            GoalKind::Reach { region, units } => {
                GoalKind::Reach { region: (self.region)(region)?, units: *units }
            }
            GoalKind::Defeat { unit } => GoalKind::Defeat { unit: (self.unit)(unit)? },
            GoalKind::LastSideStanding | GoalKind::Survive { .. } => goal.kind.clone(),
        };
        Some(Goal { side, kind })
    }
}
