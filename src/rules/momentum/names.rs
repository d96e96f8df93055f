//! The names of acts: how a command says what is done, and the one place where that is read.

use serde::{Deserialize, Serialize};

use crate::grid::{Dir, UnitId};
use crate::rules::Key;
use crate::rules::event::Event;
use crate::rules::kit::acts::Label;
use crate::rules::kit::events;
use crate::rules::ruleset::Entry;
use crate::rules::state::Unit;

use super::sheet::{MAIN, OFF};

/// A basic action without a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Basic {
    /// Pays for an attack that is made later in the turn (MO-84, MO-85).
    Attack,
    /// MO-88, MO-89.
    Defend,
    /// MO-92.
    Move,
    /// MO-94.
    Sprint,
    /// MO-102.
    TakeCover,
    /// MO-95.
    Stabilize,
    /// MO-269.
    StandUp,
    /// MO-116.
    Command,
    /// MO-283: ends the Burning of oneself or a neighbour.
    PutOut,
}

impl Basic {
    /// All of them, in the order of the action bar.
    pub const ALL: &'static [Self] = &[
        Self::Attack,
        Self::Defend,
        Self::TakeCover,
        Self::Move,
        Self::Sprint,
        Self::StandUp,
        Self::Stabilize,
        Self::Command,
        Self::PutOut,
    ];

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|b| b.act() == *name)
    }

    /// Its name in commands.
    pub const fn act(self) -> Key {
        Key::of(match self {
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Move => "move",
            Self::Sprint => "sprint",
            Self::TakeCover => "take_cover",
            Self::Stabilize => "stabilize",
            Self::StandUp => "stand_up",
            Self::Command => "command",
            Self::PutOut => "put_out",
        })
    }
}

/// An action against one who is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Advanced {
    /// MO-107.
    Blind,
    /// MO-121.
    Grab,
    /// MO-131.
    Trip,
    /// MO-129.
    Shove,
    /// MO-119.
    Disarm,
    /// MO-108.
    Climb,
    /// MO-113.
    ShakeOff,
    /// MO-271: out of a grab.
    BreakFree,
    /// MO-271: ends a grab of one's own.
    LetGo,
}

impl Advanced {
    /// All of them, in the order of the action bar.
    pub const ALL: &'static [Self] = &[
        Self::Shove,
        Self::Trip,
        Self::Grab,
        Self::Disarm,
        Self::Blind,
        Self::Climb,
        Self::ShakeOff,
        Self::BreakFree,
        Self::LetGo,
    ];

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.act() == *name)
    }

    /// Its name in commands.
    pub const fn act(self) -> Key {
        Key::of(match self {
            Self::Blind => "blind",
            Self::Grab => "grab",
            Self::Trip => "trip",
            Self::Shove => "shove",
            Self::Disarm => "disarm",
            Self::Climb => "climb_on",
            Self::ShakeOff => "shake_off",
            Self::BreakFree => "break_free",
            Self::LetGo => "let_go",
        })
    }
}

/// The name of a direction, as commands and answers write it.
pub const fn compass(dir: Dir) -> &'static str {
    match dir {
        Dir::N => "N",
        Dir::NE => "NE",
        Dir::E => "E",
        Dir::SE => "SE",
        Dir::S => "S",
        Dir::SW => "SW",
        Dir::W => "W",
        Dir::NW => "NW",
    }
}

/// One of the two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hand {
    /// The main one, or both.
    Main,
    /// The other.
    Off,
}

impl Hand {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Main, Self::Off];

    /// The slot of what it holds, which is its name in commands.
    pub const fn slot(self) -> &'static str {
        match self {
            Self::Main => MAIN,
            Self::Off => OFF,
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hand| hand.slot() == name)
    }
}

/// Something done with the hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handwork {
    /// Opens, closes, pulls or picks up (MO-90).
    Interact,
    /// Hands something over (MO-90).
    Give(Key),
    /// Trades places with an ally (MO-96).
    SwitchPlaces,
    /// Takes something that was put away into the hands (MO-99).
    Draw(Key),
    /// Puts something away (MO-100).
    Sheathe(Key),
    /// Uses something up (MO-106).
    Use(Key),
}

impl Handwork {
    /// The one of that name, whether anybody can do it or not.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name.split_once('_') {
            None if name == "interact" => Self::Interact,
            Some(("switch", "places")) => Self::SwitchPlaces,
            Some(("give", item)) => Self::Give(Key::new(item)),
            Some(("draw", item)) => Self::Draw(Key::new(item)),
            Some(("sheathe", item)) => Self::Sheathe(Key::new(item)),
            Some(("use", item)) => Self::Use(Key::new(item)),
            _ => return None,
        })
    }

    /// Its name in commands.
    pub fn act(&self) -> Key {
        match self {
            Self::Interact => Key::of("interact"),
            Self::SwitchPlaces => Key::of("switch_places"),
            Self::Give(item) => Key::new(&format!("give_{item}")),
            Self::Draw(item) => Key::new(&format!("draw_{item}")),
            Self::Sheathe(item) => Key::new(&format!("sheathe_{item}")),
            Self::Use(item) => Key::new(&format!("use_{item}")),
        }
    }
}

/// What an attack is made with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arms {
    /// A weapon in hand or of the body, or an Ability.
    Own(Key),
    /// A weapon that is thrown.
    Thrown(Key),
}

impl Arms {
    /// Those of that name.
    pub fn from_name(name: &str) -> Self {
        match name.strip_prefix("throw_") {
            Some(weapon) => Self::Thrown(Key::new(weapon)),
            None => Self::Own(Key::new(name)),
        }
    }

    /// The name of the attack in commands.
    pub fn act(&self) -> Key {
        match self {
            Self::Own(id) => id.clone(),
            Self::Thrown(id) => Key::new(&format!("throw_{id}")),
        }
    }
}

/// What players read of an act that everybody has.
pub struct Words {
    /// Its name in commands.
    pub act: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub text: &'static str,
}

impl Words {
    /// Its name in commands.
    pub const fn key(&self) -> Key {
        Key::of(self.act)
    }

    /// With what it costs and its part of the action bar.
    pub fn label(&self, cost: String, group: &'static str) -> Label {
        Label { name: self.name.to_owned(), text: self.text.to_owned(), cost, group }
    }

    /// That somebody does it.
    pub fn declared(&self, unit: &Unit, targets: Vec<UnitId>, rule: &'static str) -> Event {
        events::declared(unit, (self.key(), self.name), targets, &[rule])
    }

    /// For lists.
    pub fn entry(&self) -> Entry {
        Entry { id: self.key(), name: self.name.to_owned(), text: self.text.to_owned() }
    }
}

/// The beginning of the names of held acts.
const HELD: &str = "hold_";

/// The act that is held by a command of that name, if it is one.
pub fn inner(act: &str) -> Option<&str> {
    act.strip_prefix(HELD)
}

/// The name of the act of holding another.
pub fn name_of(act: &Key) -> Key {
    Key::new(&format!("{HELD}{act}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records and scenario files hold these names.
    #[test]
    fn what_is_written_is_read_again() {
        let item = || Key::of("healing_draught");
        let all = [
            Handwork::Interact,
            Handwork::SwitchPlaces,
            Handwork::Give(item()),
            Handwork::Draw(item()),
            Handwork::Sheathe(item()),
            Handwork::Use(item()),
        ];
        for work in all {
            assert_eq!(Handwork::from_name(work.act().as_str()), Some(work));
        }
        assert_eq!(Handwork::from_name("use_healing_draught"), Some(Handwork::Use(item())));
        assert_eq!(Handwork::from_name("longsword"), None);
        for arms in [Arms::Own(Key::of("dagger")), Arms::Thrown(Key::of("dagger"))] {
            assert_eq!(Arms::from_name(arms.act().as_str()), arms);
        }
        assert_eq!(Arms::from_name("throw_dagger"), Arms::Thrown(Key::of("dagger")));
    }
}
