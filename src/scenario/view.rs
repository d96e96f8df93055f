//! What checks of a scenario read: the battle, with the names used in its file.

use std::collections::BTreeMap;

use grid::{Cell, SideId, UnitId};
use rules::command::{Command, Target};
use rules::parameter::Range;
use rules::ruleset::Ruleset;
use rules::state::{State, Unit};
use rules::{Key, Value, Values, engine, odds};

use super::errors::{CheckError, ContentError};
use super::names::Names;
use super::scalar::{Aim, Set, direction};

/// The data that checks read.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The ruleset.
    pub rules: &'a dyn Ruleset,
    /// The battle.
    pub state: &'a State,
    /// The names of combatants and sides.
    pub names: &'a Names,
}

impl<'a> View<'a> {
    /// The side with that name.
    pub fn side(&self, name: &str) -> Result<SideId, ContentError> {
        self.names.side_id(name).ok_or_else(|| ContentError::no_side(name))
    }

    /// The combatant with that name.
    pub fn id(&self, name: &str) -> Result<UnitId, ContentError> {
        self.names.unit_id(name).ok_or_else(|| ContentError::no_combatant(name))
    }

    /// The combatant with that name in the battle.
    pub fn unit(&self, name: &str) -> Result<&'a Unit, ContentError> {
        let id = self.id(name)?;
        self.state.unit(id).ok_or_else(|| ContentError::no_combatant(name))
    }

    /// The track or pool with that name.
    pub fn meter(&self, name: &str, id: &str) -> Result<i32, ContentError> {
        let unit = self.unit(name)?;
        let meter = unit.tracks.0.get(id).or_else(|| unit.pools.0.get(id));
        meter
            .map(|m| m.value)
            .ok_or_else(|| ContentError::NoMeter { unit: name.to_owned(), meter: id.to_owned() })
    }

    /// The target of an act in the form that the rules take.
    pub fn target(&self, aim: &Aim) -> Result<Target, ContentError> {
        match aim {
            Aim::Unit(name) => Ok(Target::Unit(self.id(name)?)),
            Aim::Cell(cell) => Ok(Target::Place((*cell).into())),
            Aim::Floor(at) => Ok(Target::Floor(*at)),
            Aim::Edge(at) => Ok(Target::Edge(*at)),
            Aim::Direction(dir) => Ok(Target::Direction(*dir)),
            Aim::Part(name, part) => Ok(Target::Part(self.id(name)?, *part)),
            Aim::Thing(cell) => match self.state.scene.board.thing_in(*cell) {
                Some((id, _)) => Ok(Target::Thing(id)),
                None => Err(ContentError::NoObject(*cell)),
            },
        }
    }

    /// The cost of moving a unit to a cell, and the movement tier.
    pub fn stop(&self, name: &str, cell: Cell) -> Result<Option<(u32, u8)>, ContentError> {
        let id = self.id(name)?;
        let reach = engine::with_ctx(self.rules, self.state, |ctx| self.rules.reach(ctx, id));
        Ok(reach.stop_in(cell).map(|s| (s.cost, s.tier)))
    }

    /// The current name of an act from a file, and the parameter values that an old name stands
    /// for.
    pub fn named(&self, act: &str) -> (Key, Values) {
        let act = Key::new(act);
        self.rules.named(&act).unwrap_or((act, Values::none()))
    }

    /// Parameter values from a file, converted for the act that offers the parameters.
    pub fn values(&self, by: UnitId, act: &Key, sets: &BTreeMap<String, Set>) -> Values {
        let mut values = Values::default();
        if sets.is_empty() {
            return values;
        }
        let offers = engine::with_ctx(self.rules, self.state, |ctx| self.rules.offers(ctx, by));
        let offer = offers.into_iter().find(|offer| offer.act == *act);
        let parameters = offer.map(|offer| offer.parameters).unwrap_or_default();
        for (id, set) in sets {
            let turns = parameters.iter().any(|p| p.id == **id && p.range == Range::Direction);
            let value = match set {
                Set::Number(n) => Value::Number(*n),
                Set::Name(name) => match direction(name).filter(|_| turns) {
                    Some(dir) => Value::Direction(dir),
                    None => Value::Name(Key::new(name)),
                },
            };
            values.set(Key::new(id), value);
        }
        values
    }

    /// Forecasts of the rolls of an act aimed there, as shown to its side.
    pub fn forecasts(
        &self,
        by: &str,
        act: &str,
        aim: &Aim,
    ) -> Result<Vec<rules::ruleset::Forecast>, ContentError> {
        let unit = self.unit(by)?;
        let known = odds::as_previewed_by(self.rules, self.state, unit.side());
        let (act, with) = self.named(act);
        let command = Command::Act {
            unit: unit.id(),
            act,
            targets: vec![self.target(aim)?],
            choice: Key::default(),
            with,
        };
        Ok(engine::with_ctx(self.rules, &known, |ctx| self.rules.forecast(ctx, &command)))
    }

    /// The height of a unit's feet above the floor or water below.
    pub fn altitude(&self, name: &str) -> Result<String, ContentError> {
        let unit = self.unit(name)?;
        let drop = engine::with_ctx(self.rules, self.state, |ctx| {
            let room = ctx.field.body(unit.id()).and_then(grid::Body::room);
            room.and_then(|room| ctx.field.drop_under(room, unit.id()).ok())
        });
        Ok(drop.unwrap_or_default().to_string())
    }
}

/// An error with the expected and the actual value if they differ.
pub fn same<T: PartialEq + std::fmt::Display>(
    what: &str,
    expected: T,
    found: T,
) -> Result<(), CheckError> {
    if expected == found {
        Ok(())
    } else {
        let (expected, found) = (expected.to_string(), found.to_string());
        Err(CheckError::Differs { what: what.to_owned(), expected, found })
    }
}
