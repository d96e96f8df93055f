//! `--computer`: the sides that the computer plays, and at which level of play.

use battle::{Controller, Skill};
use files::Problem;

/// The option that these values belong to, for messages.
const OPTION: &str = "--computer";

/// A value of `--computer`: a level of play, for one side or for all computer sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Player {
    /// The name or number of the side.
    side: Option<String>,
    skill: Skill,
}

/// Not a level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected LEVEL or SIDE=LEVEL; the levels are recruit, soldier, veteran and warlord")]
pub(super) struct PlayerError;

/// Reads a level of play such as `veteran`.
pub(super) fn skill(text: &str) -> Result<Skill, PlayerError> {
    Skill::from_name(&text.trim().to_lowercase()).ok_or(PlayerError)
}

/// Reads `veteran` or `blue=veteran`.
pub(super) fn player(text: &str) -> Result<Player, PlayerError> {
    let Some((side, level)) = text.rsplit_once('=') else {
        return Ok(Player { side: None, skill: skill(text)? });
    };
    let side = side.trim();
    if side.is_empty() {
        return Err(PlayerError);
    }
    Ok(Player { side: Some(side.to_owned()), skill: skill(level)? })
}

/// The controller of each side: `usual`, changed by the given values. A named side is played by the
/// computer.
///
/// # Errors
/// When a side is not one of the level's.
pub(super) fn seats(
    sides: &[&str],
    usual: &[Controller],
    given: &[Player],
) -> Result<Vec<Controller>, Problem> {
    let mut seats = usual.to_vec();
    let for_all = given.iter().rfind(|player| player.side.is_none());
    if let Some(all) = for_all {
        for seat in seats.iter_mut().filter(|seat| seat.skill().is_some()) {
            *seat = Controller::Computer(all.skill);
        }
    }
    for Player { side, skill } in given {
        let Some(side) = side else { continue };
        let place = place(sides, side).ok_or_else(|| {
            let list = sides.iter().zip(1u8..).map(|(name, n)| format!("{n} {name}"));
            let list = list.collect::<Vec<_>>().join(", ");
            Problem::new(OPTION, format!("there is no side {side:?}; the sides are {list}"))
        })?;
        if let Some(seat) = seats.get_mut(place) {
            *seat = Controller::Computer(*skill);
        }
    }
    Ok(seats)
}

/// The index of a side, given by its name or its number counted from 1.
fn place(sides: &[&str], wanted: &str) -> Option<usize> {
    let named = sides.iter().position(|side| side.to_lowercase() == wanted.to_lowercase());
    let numbered = || wanted.parse::<usize>().ok()?.checked_sub(1).filter(|n| *n < sides.len());
    named.or_else(numbered)
}

/// The level of play of each side; the usual one for human sides.
pub(super) fn skills(seats: &[Controller]) -> Vec<Skill> {
    seats.iter().map(|seat| seat.skill().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<Player> {
        texts.iter().map(|text| player(text).unwrap()).collect()
    }

    #[test]
    fn a_side_is_named_or_numbered() {
        let (sides, usual) = (["Blue", "Red"], [Controller::Human, Controller::COMPUTER]);
        let seats = |texts: &[&str]| seats(&sides, &usual, &read(texts));
        let computer = Controller::Computer;
        assert_eq!(seats(&[]).unwrap(), usual);
        let red = seats(&["red=veteran"]).unwrap();
        assert_eq!(red, [Controller::Human, computer(Skill::Veteran)]);
        let both = seats(&["1=recruit", "warlord"]).unwrap();
        assert_eq!(both, [computer(Skill::Recruit), computer(Skill::Warlord)]);
        let problem = seats(&["green=recruit"]).unwrap_err();
        assert!(problem.message.contains("1 Blue, 2 Red"), "{problem}");
        assert!(seats(&["3=recruit"]).is_err() && seats(&["0=recruit"]).is_err());
    }

    #[test]
    fn levels_without_a_name_are_refused() {
        for text in ["", "=veteran", "blue=", "general", "blue=general"] {
            assert_eq!(player(text), Err(PlayerError), "{text}");
        }
    }
}
