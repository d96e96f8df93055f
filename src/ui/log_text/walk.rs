//! Joins single steps into one line.

use crate::names::Names;
use grid::{Hm, UnitId};
use rules::event::{EventKind, MoveKind};

/// Consecutive steps.
pub(super) struct Walk {
    unit: UnitId,
    manner: MoveKind,
    from: String,
    to: String,
    from_feet: Hm,
    to_feet: Hm,
    cost: i32,
    steps: u32,
}

impl Walk {
    /// The step that an event describes, if any.
    pub(super) fn step(what: &EventKind) -> Option<Self> {
        match what {
            EventKind::Moved { unit, from, to, from_feet, to_feet, manner, cost, .. } => {
                Some(Self {
                    unit: *unit,
                    manner: *manner,
                    from: from.to_string(),
                    to: to.to_string(),
                    from_feet: *from_feet,
                    to_feet: *to_feet,
                    cost: *cost,
                    steps: 1,
                })
            }
            _ => None,
        }
    }

    /// True if `step` starts where this walk ends, with the same body and manner.
    pub(super) fn goes_on(&self, step: &Self) -> bool {
        self.unit == step.unit && self.manner == step.manner && self.to == step.from
    }

    /// Adds a step.
    pub(super) fn join(&mut self, step: &Self) {
        self.to.clone_from(&step.to);
        self.to_feet = step.to_feet;
        self.cost += step.cost;
        self.steps += 1;
    }

    /// The walk as one sentence.
    pub(super) fn headline(&self, names: &Names) -> String {
        let verb = match self.manner {
            MoveKind::Walk => "moves",
            MoveKind::Fly => "flies",
            MoveKind::Leap => "leaps",
            MoveKind::Forced => "is moved",
            MoveKind::Carried => "is carried",
            MoveKind::Teleport => "is teleported",
            MoveKind::Fall => "falls",
            MoveKind::Placed => "is placed",
        };
        let rise = self.to_feet - self.from_feet;
        let rise = match rise.0 {
            0 => String::new(),
            n if n > 0 => format!(", {rise} up"),
            _ => format!(", {} down", rise.abs()),
        };
        let cost = if self.cost > 0 { format!(", cost {}", self.cost) } else { String::new() };
        let steps =
            if self.steps > 1 { format!(" in {} steps", self.steps) } else { String::new() };
        let name = names.unit(self.unit);
        let place = match self.from == self.to {
            true => format!("at {}", self.to),
            false => format!("from {} to {}", self.from, self.to),
        };
        format!("{name} {verb} {place}{steps}{rise}{cost}.")
    }
}
