//! The aim of an act: the kind and number of its targets.

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use super::target::Target;

/// The kind and number of targets that an act takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// No target: the act affects only the actor.
    Own,
    /// One combatant.
    Unit,
    /// One cell.
    Cell,
    /// One edge of a cell.
    Edge,
    /// One of the eight directions from the actor.
    Direction,
    /// One body part of one combatant.
    Part,
    /// Several targets, chosen one after the other.
    Several(Several),
}

/// The kind of each target of a [`Several`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Each {
    /// A combatant.
    Unit,
    /// A cell.
    Cell,
}

/// The number of targets an act takes. If the act distributes hits or points, a target gets one
/// share each time it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Several {
    /// The kind of the targets.
    pub of: Each,
    /// Minimum number of targets.
    pub least: u8,
    /// Maximum number of targets.
    pub most: u8,
    /// Maximum number of times the same target may be chosen.
    pub each: u8,
}

impl Several {
    /// Returns true if `next` may be added to the targets chosen so far.
    pub fn takes(&self, named: &[Target], next: &Target) -> bool {
        let before = named.iter().filter(|target| *target == next).count();
        named.len() < usize::from(self.most) && before < usize::from(self.each)
    }
}

impl Aim {
    /// Checks the kind and number of the targets. Which targets are allowed is up to the ruleset.
    ///
    /// # Errors
    /// What the act needs instead.
    pub fn check(&self, targets: &[Target]) -> Result<(), Refusal> {
        let wrong = |text: String| Err(Refusal::new("wrong_target", text, "HG-10"));
        let one = |suits: fn(&Target) -> bool, what: &str| match targets {
            [target] if suits(target) => Ok(()),
            _ => wrong(format!("this act targets {what}")),
        };
        match self {
            Self::Own if targets.is_empty() => Ok(()),
            Self::Own => wrong("this act takes no target".to_owned()),
            Self::Unit => one(|t| matches!(t, Target::Unit(_)), "one combatant"),
            Self::Cell => one(|t| matches!(t, Target::Place(_) | Target::Floor(_)), "one cell"),
            Self::Edge => one(|t| matches!(t, Target::Edge(..)), "one edge of a cell"),
            Self::Direction => one(|t| matches!(t, Target::Direction(_)), "one direction"),
            Self::Part => one(|t| matches!(t, Target::Part(..)), "one body part of a combatant"),
            Self::Several(several) => {
                let Several { of, least, most, each } = *several;
                let (suits, what): (fn(&Target) -> bool, _) = match of {
                    Each::Unit => (|t| matches!(t, Target::Unit(_)), "combatants"),
                    Each::Cell => (|t| matches!(t, Target::Place(_) | Target::Floor(_)), "cells"),
                };
                if !targets.iter().all(suits) {
                    return wrong(format!("this act targets {what}"));
                }
                if !(usize::from(least)..=usize::from(most)).contains(&targets.len()) {
                    let text = format!("choose {least} to {most} {what}, not {}", targets.len());
                    return Err(Refusal::new("wrong_number", text, "HG-10"));
                }
                let times = |target| targets.iter().filter(|other| *other == target).count();
                if targets.iter().any(|target| times(target) > usize::from(each)) {
                    let text = format!("choose the same target at most {each} times");
                    return Err(Refusal::new("named_too_often", text, "HG-10"));
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;
    use grid::{Cell, Dir, UnitId};

    #[test]
    fn each_aim_takes_its_own_kind_of_target() {
        let unit = Target::Unit(UnitId(1));
        let part = Target::Part(UnitId(1), Part::new("head").unwrap());
        let way = Target::Direction(Dir::NE);
        let place = Target::Place(Cell::new(1, 1).into());
        let fits =
            [(Aim::Unit, unit), (Aim::Part, part), (Aim::Direction, way), (Aim::Cell, place)];
        for (aim, target) in fits {
            for (_, other) in fits {
                assert_eq!(aim.check(&[other]).is_ok(), other == target, "{aim:?} {other:?}");
            }
            assert!(aim.check(&[]).is_err() && aim.check(&[target, target]).is_err());
        }
        assert!(Aim::Own.check(&[]).is_ok() && Aim::Own.check(&[unit]).is_err());
    }

    #[test]
    fn several_targets_are_counted() {
        let several = Several { of: Each::Unit, least: 2, most: 3, each: 2 };
        let [a, b] = [1, 2].map(|id| Target::Unit(UnitId(id)));
        let code = |targets: &[Target]| {
            Aim::Several(several).check(targets).map_err(|refusal| refusal.code.to_string())
        };
        assert_eq!(code(&[a, a, b]), Ok(()));
        assert_eq!(code(&[a]), Err("wrong_number".to_owned()));
        assert_eq!(code(&[a, a, a]), Err("named_too_often".to_owned()));
        assert_eq!(code(&[a, a, b, b]), Err("wrong_number".to_owned()));
        let place = Target::Place(Cell::new(1, 1).into());
        assert_eq!(code(&[a, place]), Err("wrong_target".to_owned()));
        assert!(several.takes(&[a, b], &a) && !several.takes(&[a, a], &a));
        assert!(!several.takes(&[a, b, b], &a), "the maximum is reached");
    }
}
