//! Joining and leaving unions as acts (MO-68).

use crate::acting::By;
use crate::step::{JoinUnion, Plan, Step};
use rules::command::Target;
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::ruleset::Aim;
use rules::{Key, Refusal};

use super::super::union::{self, LEAVE, UNION};

/// Joining or leaving a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Union {
    /// Acts with an ally from the next round on.
    Join,
    /// Acts alone again.
    Leave,
}

impl Act<Step> for By<'_, Union> {
    fn key(&self) -> Key {
        if self.what == Union::Join { UNION.key() } else { LEAVE.key() }
    }

    fn label(&self) -> Label {
        let words = if self.what == Union::Join { UNION } else { LEAVE };
        words.label("0 AP".to_owned(), "union")
    }

    fn aim(&self) -> Aim {
        if self.what == Union::Join { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        union::check_use(self.position, self.unit, self.what == Union::Leave)
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        if self.what == Union::Leave {
            return Ok(());
        }
        let ally = one_unit(&[target], "MO-68")?;
        union::check_target(self.position.ctx, self.unit, ally)
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let ally = match self.what {
            Union::Leave => None,
            Union::Join => Some(one_unit(how.targets, "MO-68")?),
        };
        if let Some(ally) = ally {
            union::check_target(self.position.ctx, self.unit, ally)?;
        }
        Ok(Plan::of(JoinUnion { unit: self.id(), ally }))
    }
}
