//! Letters of combatants and names of sides, in both directions.

use grid::{SideId, UnitId};
use rules::state::Observer;

use super::errors::ContentError;

/// The names of a scenario's combatants and sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    units: Vec<String>,
    sides: Vec<String>,
}

impl Names {
    /// Names ordered by the numbers of combatants and sides.
    pub const fn new(units: Vec<String>, sides: Vec<String>) -> Self {
        Self { units, sides }
    }

    /// The name of a combatant; its number if the scenario did not place it.
    pub fn unit(&self, id: UnitId) -> String {
        let name = usize::try_from(id.0).ok().and_then(|i| self.units.get(i));
        name.cloned().unwrap_or_else(|| format!("#{}", id.0))
    }

    /// The combatant with that name, or with a number such as `#5` for units summoned later.
    pub fn unit_id(&self, name: &str) -> Option<UnitId> {
        let known = self.units.iter().position(|n| n == name).and_then(|i| u32::try_from(i).ok());
        let number = || name.strip_prefix('#').and_then(|n| n.parse().ok());
        known.or_else(number).map(UnitId)
    }

    /// The name of a side.
    pub fn side(&self, id: SideId) -> String {
        self.sides.get(usize::from(id.0)).cloned().unwrap_or_else(|| format!("#{}", id.0))
    }

    /// The side with that name.
    pub fn side_id(&self, name: &str) -> Option<SideId> {
        let known = self.sides.iter().position(|n| n == name)?;
        u8::try_from(known).ok().map(SideId)
    }

    /// The combatant or side with that name.
    ///
    /// # Errors
    /// When there is neither.
    pub fn observer(&self, name: &str) -> Result<Observer, ContentError> {
        let unit = self.unit_id(name).map(Observer::Unit);
        let found = unit.or_else(|| self.side_id(name).map(Observer::Side));
        found.ok_or_else(|| ContentError::NoObserver(name.to_owned()))
    }

    /// All names of combatants.
    pub fn units(&self) -> impl Iterator<Item = &str> + Clone {
        self.units.iter().map(String::as_str)
    }

    /// All names of sides.
    pub fn sides(&self) -> impl Iterator<Item = &str> + Clone {
        self.sides.iter().map(String::as_str)
    }
}
