//! The names of acts in commands, and the code that parses them.

use serde::{Deserialize, Serialize};

use grid::{Dir, UnitId};
use rules::event::Event;
use rules::kit::acts::Label;
use rules::kit::events;
use rules::parameter::{Parameter, Setting};
use rules::ruleset::Entry;
use rules::state::Unit;
use rules::{Key, Value, Values};

use super::sheet::{MAIN, OFF};

/// A basic action without a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Basic {
    /// Pays for an attack to be made later in the turn (MO-84, MO-85).
    Attack,
    /// Defends until its next turn (MO-88, MO-89).
    Defend,
    /// Buys movement (MO-92).
    Move,
    /// Buys four times the Basic Movement (MO-94).
    Sprint,
    /// Improves half cover until its next turn (MO-102).
    TakeCover,
    /// Stabilizes a bleeding creature (MO-95).
    Stabilize,
    /// Stands up (MO-269).
    StandUp,
    /// Commands a summon (MO-116).
    Command,
    /// Ends Burning on itself or an adjacent creature (MO-283).
    PutOut,
}

impl Basic {
    /// All basic actions, in action bar order.
    pub const ALL: &'static [Self] = &[
        Self::Defend,
        Self::TakeCover,
        Self::Move,
        Self::Sprint,
        Self::StandUp,
        Self::Stabilize,
        Self::Command,
        Self::PutOut,
        Self::Attack,
    ];

    /// The action with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|b| b.act() == *name)
    }

    /// The name in commands.
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

/// An action against an adjacent combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Advanced {
    /// Blinds a creature (MO-107).
    Blind,
    /// Grabs a creature (MO-121).
    Grab,
    /// Knocks a creature prone (MO-131).
    Trip,
    /// Shoves a creature or a thing (MO-129).
    Shove,
    /// Knocks an item out of a hand (MO-119).
    Disarm,
    /// Climbs on a larger creature (MO-108).
    Climb,
    /// Throws off a rider (MO-113).
    ShakeOff,
    /// Escapes from a grab (MO-271).
    BreakFree,
    /// Lets go of a grabbed creature (MO-271).
    LetGo,
}

impl Advanced {
    /// All advanced actions, in action bar order.
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

    /// The action with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.act() == *name)
    }

    /// The name in commands.
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

/// The name of a direction in commands and answers.
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

/// A hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hand {
    /// The main hand, or both.
    Main,
    /// The off hand.
    Off,
}

impl Hand {
    /// Both hands.
    pub const ALL: [Self; 2] = [Self::Main, Self::Off];

    /// The gear slot of the hand; also its name in commands.
    pub const fn slot(self) -> &'static str {
        match self {
            Self::Main => MAIN,
            Self::Off => OFF,
        }
    }

    /// The hand with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hand| hand.slot() == name)
    }
}

/// A manual action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ManualAction {
    /// Opens, closes, pulls or picks up something (MO-90).
    Interact,
    /// Hands over an item (MO-90).
    Give(Key),
    /// Trades places with an ally (MO-96).
    SwitchPlaces,
    /// Draws a stowed item (MO-99).
    Draw(Key),
    /// Puts an item away (MO-100).
    Sheathe(Key),
    /// Uses up an item (MO-106).
    Use(Key),
}

impl ManualAction {
    /// The action with this name in saves of version 2 and in older commands: `draw_longbow`.
    pub fn from_old_name(name: &str) -> Option<Self> {
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

    /// The name in commands, the same for every item.
    pub const fn act(&self) -> Key {
        Key::of(match self {
            Self::Interact => "interact",
            Self::SwitchPlaces => "switch_places",
            Self::Give(_) => "give",
            Self::Draw(_) => "draw",
            Self::Sheathe(_) => "sheathe",
            Self::Use(_) => "use",
        })
    }

    /// The item it uses.
    pub const fn item(&self) -> Option<&Key> {
        match self {
            Self::Interact | Self::SwitchPlaces => None,
            Self::Give(item) | Self::Draw(item) | Self::Sheathe(item) | Self::Use(item) => {
                Some(item)
            }
        }
    }
}

/// What an attack is made with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arms {
    /// A held or natural weapon, or an Ability.
    Own(Key),
    /// A thrown weapon.
    Thrown(Key),
}

impl Arms {
    /// The arms with this name in a turn's history and in saves of version 2.
    pub fn from_name(name: &str) -> Self {
        match name.strip_prefix("throw_") {
            Some(weapon) => Self::Thrown(Key::new(weapon)),
            None => Self::Own(Key::new(name)),
        }
    }

    /// The name in a turn's history and in events.
    pub fn name(&self) -> Key {
        match self {
            Self::Own(id) => id.clone(),
            Self::Thrown(id) => Key::new(&format!("throw_{id}")),
        }
    }
}

/// Name and description of an act available to all combatants.
pub struct Words {
    /// The name in commands.
    pub act: &'static str,
    /// The display name.
    pub name: &'static str,
    /// What it does, in one sentence for players.
    pub text: &'static str,
}

impl Words {
    /// The name in commands.
    pub const fn key(&self) -> Key {
        Key::of(self.act)
    }

    /// The label with this cost and action bar group.
    pub fn label(&self, cost: String, group: &'static str) -> Label {
        Label { name: self.name.to_owned(), text: self.text.to_owned(), cost, group }
    }

    /// The event that declares this act.
    pub fn declared(&self, unit: &Unit, targets: Vec<UnitId>, rule: &'static str) -> Event {
        events::declared(unit, (self.key(), self.name), targets, &[rule])
    }

    /// The entry for lists.
    pub fn entry(&self) -> Entry {
        Entry { id: self.key(), name: self.name.to_owned(), text: self.text.to_owned() }
    }
}

/// Holding an act for later (MO-60).
pub const HOLD: Words = Words {
    act: "hold",
    name: "Hold an action",
    text: "Pay now. It happens automatically on its trigger, even during another turn.",
};
/// Parameter: the act to be held.
pub const HELD_ACT: &str = "act";
/// Parameter: the trigger of a held act.
pub const TRIGGER: &str = "trigger";
/// Parameter: the item of a manual action, or the weapon to throw.
pub const ITEM: &str = "item";
/// The name of throwing a weapon in commands.
pub const THROW: &str = "throw";

/// The value of [`ITEM`] for this item.
pub fn with_item(item: &Key) -> Values {
    Values::none().with(ITEM, Value::Name(item.clone()))
}

/// The item parameter, with the available items and their names.
pub fn items(usual: &Key, all: impl Iterator<Item = (Key, String)>) -> Parameter {
    let setting = |(id, name)| Setting { id, name, refused: None };
    Parameter::one_of(ITEM, "Item", all.map(setting).collect(), Value::Name(usual.clone()))
}

/// The act and parameter values of an old name: `hold_move`, `draw_longbow`, `throw_dagger`.
pub fn named(act: &str) -> Option<(Key, Values)> {
    if let Some(held) = act.strip_prefix("hold_") {
        let (held, with) = named(held).unwrap_or_else(|| (Key::new(held), Values::none()));
        return Some((HOLD.key(), with.with(HELD_ACT, Value::Name(held))));
    }
    if let Arms::Thrown(weapon) = Arms::from_name(act) {
        return Some((Key::of(THROW), with_item(&weapon)));
    }
    let work = ManualAction::from_old_name(act)?;
    work.item().map(|item| (work.act(), with_item(item)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Saves and scenario files contain these names.
    #[test]
    fn names_round_trip() {
        let item = || Key::of("healing_draught");
        let all = [
            ManualAction::Interact,
            ManualAction::SwitchPlaces,
            ManualAction::Give(item()),
            ManualAction::Draw(item()),
            ManualAction::Sheathe(item()),
            ManualAction::Use(item()),
        ];
        for work in all {
            let old = work.item().map(|item| format!("{}_{item}", work.act()));
            let old = old.unwrap_or_else(|| work.act().to_string());
            assert_eq!(ManualAction::from_old_name(&old), Some(work));
        }
        assert_eq!(
            ManualAction::from_old_name("use_healing_draught"),
            Some(ManualAction::Use(item()))
        );
        assert_eq!(ManualAction::from_old_name("longsword"), None);
        for arms in [Arms::Own(Key::of("dagger")), Arms::Thrown(Key::of("dagger"))] {
            assert_eq!(Arms::from_name(arms.name().as_str()), arms);
        }
        assert_eq!(Arms::from_name("throw_dagger"), Arms::Thrown(Key::of("dagger")));
    }

    #[test]
    fn old_names_are_acts_with_parameters() {
        let with = |held| Values::none().with("act", Value::Name(Key::of(held)));
        assert_eq!(named("hold_move"), Some((Key::of("hold"), with("move"))));
        // Holding cannot be held itself (MO-65): there is no act with this name.
        assert_eq!(named("hold_hold_move"), Some((Key::of("hold"), with("hold"))));
        assert_eq!((named("hold"), named("move"), named("interact")), (None, None, None));
        let bow = with_item(&Key::of("bow"));
        assert_eq!(named("draw_bow"), Some((Key::of("draw"), bow.clone())));
        assert_eq!(named("throw_bow"), Some((Key::of("throw"), bow)));
        let held = with("draw").with("item", Value::Name(Key::of("bow")));
        assert_eq!(named("hold_draw_bow"), Some((Key::of("hold"), held)));
    }
}
