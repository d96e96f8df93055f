//! An observer's knowledge in the current state: its own entries, those of its side, and the limits
//! of sight.

use grid::{SideId, UnitId};

use super::State;
use super::knowledge::{Awareness, Observer};
use super::unit::Unit;

impl State {
    /// An observer's awareness of a combatant. A combatant without its own entry shares the
    /// knowledge of its side; a side is as aware as the most aware of its units in the fight. With
    /// hidden information awareness is limited by what the side sees: without sight an observer at
    /// most suspects units seen before, and is unaware of others.
    pub fn knows(&self, by: Observer, of: UnitId) -> Awareness {
        let side = match by {
            Observer::Side(side) => Some(side),
            Observer::Unit(unit) => self.unit(unit).map(Unit::side),
        };
        let Some((side, subject)) = side.zip(self.unit(of)) else { return Awareness::Unaware };
        if subject.side() == side {
            return Awareness::Sees;
        }
        self.noticed(by, of).min(self.in_view(side, of))
    }

    /// Like [`Self::knows`], ignoring sight in battles with hidden information: only hiding and
    /// noise count.
    pub fn noticed(&self, by: Observer, of: UnitId) -> Awareness {
        let kept = |by| self.scene.knowledge.of(by, of).map(|known| known.awareness);
        let of_side = |side| kept(Observer::Side(side)).unwrap_or_default();
        match by {
            Observer::Unit(unit) => {
                kept(by).or_else(|| self.unit(unit).map(|u| of_side(u.side()))).unwrap_or_default()
            }
            Observer::Side(side) => {
                let able = self.of_side(side).filter(|u| u.is_active());
                let best = able.map(|u| kept(Observer::Unit(u.id())).unwrap_or(of_side(side)));
                best.max().unwrap_or_else(|| of_side(side))
            }
        }
    }

    /// Returns true if an observer has learned a fact about a combatant, itself or through its
    /// side. A side knows everything about its own units.
    pub fn has_learned(&self, by: Observer, of: UnitId, fact: &str) -> bool {
        let knowledge = &self.scene.knowledge;
        let learned = |by| knowledge.of(by, of).is_some_and(|known| known.facts.contains(fact));
        let side = match by {
            Observer::Side(side) => Some(side),
            Observer::Unit(unit) => self.unit(unit).map(Unit::side),
        };
        let Some(side) = side else { return false };
        self.unit(of).is_some_and(|u| u.side() == side)
            || learned(Observer::Side(side))
            || self.of_side(side).any(|u| learned(Observer::Unit(u.id())))
    }

    /// The upper limit of awareness set by a side's sight.
    fn in_view(&self, side: SideId, of: UnitId) -> Awareness {
        let fog = &self.scene.fog;
        if fog.shows(side, of) {
            Awareness::Sees
        } else if fog.sighting(side, of).is_some() {
            Awareness::Suspects
        } else {
            Awareness::Unaware
        }
    }
}
