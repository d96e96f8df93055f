//! How an act is aimed.

use serde::{Deserialize, Serialize};

use super::command::{Refusal, Target};

/// How an act is aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// At nothing beside the actor.
    Own,
    /// At one combatant.
    Unit,
    /// At a place: a cell.
    Cell,
    /// At a side of a cell.
    Edge,
    /// In one of the eight directions from the actor.
    Direction,
    /// At a part of one combatant's body.
    Part,
    /// At several, one after the other.
    Several(Several),
}

/// What each of several targets is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Each {
    /// A combatant.
    Unit,
    /// A place: a cell.
    Cell,
}

/// How many targets an act takes. What it has to allot, hits or points, goes to a target once for each
/// time that it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Several {
    /// What each is.
    pub of: Each,
    /// At least so many.
    pub least: u8,
    /// At most so many.
    pub most: u8,
    /// The same one at most so many times.
    pub each: u8,
}

impl Several {
    /// True if one more may be named after these.
    pub fn takes(&self, named: &[Target], next: &Target) -> bool {
        let before = named.iter().filter(|target| *target == next).count();
        named.len() < usize::from(self.most) && before < usize::from(self.each)
    }
}

impl Aim {
    /// Whether targets are of the kind and number that it wants. Which of them are allowed says the
    /// ruleset.
    ///
    /// # Errors
    /// What it wants instead.
    pub fn check(&self, targets: &[Target]) -> Result<(), Refusal> {
        let wrong = |text: String| Err(Refusal::new("wrong_target", text, "HG-10"));
        let one = |suits: fn(&Target) -> bool, what: &str| match targets {
            [target] if suits(target) => Ok(()),
            _ => wrong(format!("the act is aimed at {what}")),
        };
        match self {
            Self::Own if targets.is_empty() => Ok(()),
            Self::Own => wrong("the act is aimed at nothing beside the actor".to_owned()),
            Self::Unit => one(|t| matches!(t, Target::Unit(_)), "one combatant"),
            Self::Cell => one(|t| matches!(t, Target::Place(_)), "one place"),
            Self::Edge => one(|t| matches!(t, Target::Edge(..)), "one side of a cell"),
            Self::Direction => one(|t| matches!(t, Target::Direction(_)), "one direction"),
            Self::Part => one(|t| matches!(t, Target::Part(..)), "a part of one combatant"),
            Self::Several(several) => {
                let Several { of, least, most, each } = *several;
                let (suits, what): (fn(&Target) -> bool, _) = match of {
                    Each::Unit => (|t| matches!(t, Target::Unit(_)), "combatants"),
                    Each::Cell => (|t| matches!(t, Target::Place(_)), "places"),
                };
                if !targets.iter().all(suits) {
                    return wrong(format!("the act is aimed at {what}"));
                }
                if !(usize::from(least)..=usize::from(most)).contains(&targets.len()) {
                    let text =
                        format!("{least} to {most} {what} are named, these are {}", targets.len());
                    return Err(Refusal::new("wrong_number", text, "HG-10"));
                }
                let times = |target| targets.iter().filter(|other| *other == target).count();
                if targets.iter().any(|target| times(target) > usize::from(each)) {
                    let text = format!("the same one is named at most {each} times");
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
    use crate::grid::{Cell, Dir, UnitId};
    use crate::rules::Part;

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
        assert!(!several.takes(&[a, b, b], &a), "no more than the most");
    }
}
