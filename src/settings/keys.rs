//! What keys do: the usual ones, and those that a player has bound instead.

use std::collections::BTreeMap;

use bevy::ecs::prelude::Resource;

use super::editor_keys::{EDITOR, EditorKey};
use crate::files::nearest;
use crate::keyboard::Chord;

/// Something that a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Confirm what is previewed; click at the cursor.
    Confirm,
    /// Back one layer.
    Cancel,
    /// The next combatant able to act; while aiming, the next target.
    Next,
    /// The one before.
    Previous,
    /// The act at that place, from 1 to 27; of the first nine also the answer.
    Slot(u8),
    /// The acts of the next part of the turn.
    NextGroup,
    /// Those of the part before.
    PreviousGroup,
    /// While aiming: the next way to do it.
    NextWay,
    /// The way before.
    PreviousWay,
    /// While aiming: the next of the numbers and names that [`Self::Higher`] changes.
    NextField,
    /// Move.
    Move,
    /// Turn on the spot.
    Face,
    /// Lead the way over the cell in focus.
    Waypoint,
    /// Take the last waypoint back.
    DropWaypoint,
    /// Put the turn off.
    Hold,
    /// End the turn.
    EndTurn,
    /// The cursor up.
    Up,
    /// The cursor down.
    Down,
    /// The cursor to the left.
    Left,
    /// The cursor to the right.
    Right,
    /// End a move higher.
    Higher,
    /// End a move lower.
    Lower,
    /// Names over everybody, while it is held.
    Names,
    /// Lens: how high the ground is.
    Heights,
    /// Lens: what the ground does.
    Ground,
    /// Lens: what is hidden from a foe.
    Cover,
    /// Lens: what can be seen.
    Sight,
    /// Lens: what can be heard.
    Sound,
    /// Lens: where foes could strike.
    Threat,
    /// Standing orders.
    Orders,
    /// Rulings of the referee.
    Referee,
    /// Show or hide bookkeeping in the log.
    Bookkeeping,
    /// Show what happens faster, or slowly again.
    Speed,
    /// Less motion, or all of it.
    Calm,
    /// Sound off or on.
    Mute,
    /// Help and pause.
    Help,
    /// The rules, to look something up.
    Rules,
    /// These settings.
    Settings,
    /// The view forward, while it is held.
    PanForward,
    /// The view back.
    PanBack,
    /// The view to the left.
    PanLeft,
    /// The view to the right.
    PanRight,
    /// Turn the view to the left.
    TurnLeft,
    /// Turn the view to the right.
    TurnRight,
    /// The view from above.
    FromAbove,
    /// The whole board.
    WholeBoard,
    /// Fill the screen.
    FullScreen,
    /// Take the last command back.
    TakeBack,
    /// The battles that were kept.
    Battles,
    /// Save the battle.
    QuickSave,
    /// Go on with the battle saved by that key.
    QuickLoad,
    /// A picture of the window.
    Picture,
    /// Something in the level editor.
    Edit(EditorKey),
}

/// Every action with its name in files, what the help says of it, and its usual keys.
const ACTIONS: [(Action, &str, &str, &[&str]); 78] = [
    (
        Action::Confirm,
        "confirm",
        "Confirm what is previewed; click at the cursor",
        &["Enter", "NumEnter"],
    ),
    (Action::Cancel, "cancel", "Back one layer", &["Esc"]),
    (Action::Next, "next", "Next combatant able to act; while aiming, next target", &["Tab"]),
    (Action::Previous, "previous", "Previous combatant, or target", &["Shift+Tab"]),
    (Action::Slot(1), "slot_1", "First act of the action bar, or answer", &["1"]),
    (Action::Slot(2), "slot_2", "Second act or answer", &["2"]),
    (Action::Slot(3), "slot_3", "Third act or answer", &["3"]),
    (Action::Slot(4), "slot_4", "Fourth act or answer", &["4"]),
    (Action::Slot(5), "slot_5", "Fifth act or answer", &["5"]),
    (Action::Slot(6), "slot_6", "Sixth act or answer", &["6"]),
    (Action::Slot(7), "slot_7", "Seventh act or answer", &["7"]),
    (Action::Slot(8), "slot_8", "Eighth act or answer", &["8"]),
    (Action::Slot(9), "slot_9", "Ninth act or answer", &["9"]),
    (Action::Slot(10), "slot_10", "Tenth act", &["Shift+1"]),
    (Action::Slot(11), "slot_11", "Eleventh act", &["Shift+2"]),
    (Action::Slot(12), "slot_12", "Twelfth act", &["Shift+3"]),
    (Action::Slot(13), "slot_13", "13th act", &["Shift+4"]),
    (Action::Slot(14), "slot_14", "14th act", &["Shift+5"]),
    (Action::Slot(15), "slot_15", "15th act", &["Shift+6"]),
    (Action::Slot(16), "slot_16", "16th act", &["Shift+7"]),
    (Action::Slot(17), "slot_17", "17th act", &["Shift+8"]),
    (Action::Slot(18), "slot_18", "18th act", &["Shift+9"]),
    (Action::Slot(19), "slot_19", "19th act", &["Ctrl+1"]),
    (Action::Slot(20), "slot_20", "20th act", &["Ctrl+2"]),
    (Action::Slot(21), "slot_21", "21st act", &["Ctrl+3"]),
    (Action::Slot(22), "slot_22", "22nd act", &["Ctrl+4"]),
    (Action::Slot(23), "slot_23", "23rd act", &["Ctrl+5"]),
    (Action::Slot(24), "slot_24", "24th act", &["Ctrl+6"]),
    (Action::Slot(25), "slot_25", "25th act", &["Ctrl+7"]),
    (Action::Slot(26), "slot_26", "26th act", &["Ctrl+8"]),
    (Action::Slot(27), "slot_27", "27th act", &["Ctrl+9"]),
    (Action::NextGroup, "next_group", "Acts of the next part of the turn", &["G"]),
    (Action::PreviousGroup, "previous_group", "Acts of the part before", &["Shift+G"]),
    (Action::NextWay, "next_way", "While aiming: another way to do it", &["V"]),
    (Action::PreviousWay, "previous_way", "While aiming: the way before", &["Shift+V"]),
    (Action::NextField, "next_field", "While aiming: the next number or choice to change", &["B"]),
    (Action::Move, "move", "Move", &["M"]),
    (Action::Face, "face", "Turn on the spot, where the rules have facing", &["U"]),
    (
        Action::Waypoint,
        "waypoint",
        "Lead the way over the cell you point at; by mouse Shift and a click",
        &["P"],
    ),
    (
        Action::DropWaypoint,
        "drop_waypoint",
        "Take the last waypoint back; by mouse a right click",
        &["Backspace"],
    ),
    (Action::Hold, "hold", "Put the turn off, where the rules have it", &["H"]),
    (Action::EndTurn, "end_turn", "End the turn", &["Space"]),
    (Action::Up, "up", "Cursor up", &["Up"]),
    (Action::Down, "down", "Cursor down", &["Down"]),
    (Action::Left, "left", "Cursor to the left", &["Left"]),
    (Action::Right, "right", "Cursor to the right", &["Right"]),
    (
        Action::Higher,
        "higher",
        "End a move higher; while aiming, more or the next part",
        &["PageUp"],
    ),
    (
        Action::Lower,
        "lower",
        "End a move lower; while aiming, less or the part before",
        &["PageDown"],
    ),
    (Action::Names, "names", "Hold: names over all combatants", &["Alt", "AltRight"]),
    (Action::Heights, "heights", "Lens: how high the ground is", &["Z"]),
    (Action::Ground, "ground", "Lens: rough, wet and harmful ground", &["N"]),
    (Action::Cover, "cover", "Lens: how much of you a foe does not see, cell by cell", &["X"]),
    (Action::Sight, "sight", "Lens: what is seen from the cell you point at", &["C"]),
    (Action::Sound, "sound", "Lens: what lies between that cell and a listener", &["J"]),
    (Action::Threat, "threat", "Lens: which foes could strike there next, and how likely", &["R"]),
    (Action::Orders, "orders", "Standing orders: what your side does without being asked", &["O"]),
    (Action::Referee, "referee", "Rulings of the referee, in a battle that has one", &["F2"]),
    (Action::Bookkeeping, "bookkeeping", "Show or hide the bookkeeping in the log", &["L"]),
    (
        Action::Speed,
        "speed",
        "Show what happens at ordinary speed, twice, four times as fast, or at once",
        &["F"],
    ),
    (Action::Calm, "calm", "Less motion on the board, or all of it again", &["Shift+F"]),
    (Action::Mute, "mute", "Sound off or on", &["K"]),
    (Action::Help, "help", "This help", &["F1"]),
    (Action::Rules, "rules", "Look a rule up", &["F3"]),
    (Action::Settings, "settings", "Settings", &["F10"]),
    (Action::PanForward, "pan_forward", "Hold: the view forward", &["W"]),
    (Action::PanBack, "pan_back", "Hold: the view back", &["S"]),
    (Action::PanLeft, "pan_left", "Hold: the view to the left", &["A"]),
    (Action::PanRight, "pan_right", "Hold: the view to the right", &["D"]),
    (Action::TurnLeft, "turn_left", "Turn the view to the left", &["Q"]),
    (Action::TurnRight, "turn_right", "Turn the view to the right", &["E"]),
    (Action::FromAbove, "from_above", "View from above, and back", &["T"]),
    (Action::WholeBoard, "whole_board", "Whole board", &["Home"]),
    (
        Action::TakeBack,
        "take_back",
        "Take the last command back, as long as nothing was learnt from it",
        &["Ctrl+Z"],
    ),
    (Action::Battles, "battles", "Kept battles: save, go on with one, watch one", &["F6"]),
    (Action::QuickSave, "quick_save", "Quick save", &["F5"]),
    (Action::QuickLoad, "quick_load", "Quick load", &["F9"]),
    (Action::FullScreen, "full_screen", "Full screen", &["F11"]),
    (Action::Picture, "picture", "Picture of the window", &["F12"]),
];

/// Name in files, what the help says, usual keys.
type Row = (&'static str, &'static str, &'static [&'static str]);

impl Action {
    /// All but those of the editor, in the order in which the help lists them.
    pub fn all() -> impl Iterator<Item = Self> {
        ACTIONS.iter().map(|row| row.0)
    }

    /// Those that have a meaning in the editor alone, in the order in which its help lists them.
    pub fn of_editor() -> impl Iterator<Item = Self> {
        EDITOR.iter().map(|row| Self::Edit(row.0))
    }

    /// True for what a key does in the editor too: the view, the pages and the window.
    pub const fn is_shared(self) -> bool {
        matches!(
            self,
            Self::Help
                | Self::Rules
                | Self::Settings
                | Self::PanForward
                | Self::PanBack
                | Self::PanLeft
                | Self::PanRight
                | Self::TurnLeft
                | Self::TurnRight
                | Self::FromAbove
                | Self::WholeBoard
                | Self::FullScreen
                | Self::Picture
        )
    }

    fn in_editor() -> impl Iterator<Item = Self> {
        Self::of_editor().chain(Self::all().filter(|action| action.is_shared()))
    }

    fn row(self) -> Option<Row> {
        match self {
            Self::Edit(key) => {
                EDITOR.iter().find(|row| row.0 == key).map(|row| (row.1, row.2, row.3))
            }
            _ => ACTIONS.iter().find(|row| row.0 == self).map(|row| (row.1, row.2, row.3)),
        }
    }

    fn names() -> impl Iterator<Item = &'static str> {
        ACTIONS.iter().map(|row| row.1).chain(EDITOR.iter().map(|row| row.1))
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.0)
    }

    /// What the help says of it.
    pub fn words(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::all().chain(Self::of_editor()).find(|action| action.name() == name)
    }

    /// The keys that do it unless a player has chosen others.
    pub fn usual(self) -> Vec<Chord> {
        let names = self.row().map_or(&[][..], |row| row.2);
        names.iter().filter_map(|name| Chord::parse(name).ok()).collect()
    }
}

/// Two actions on one key: only the first is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The key.
    pub chord: Chord,
    /// What it does.
    pub done: Action,
    /// What it does not.
    pub lost: Action,
}

/// Which key does what.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct KeyMap(BTreeMap<Action, Vec<Chord>>);

impl Default for KeyMap {
    fn default() -> Self {
        let all = Action::all().chain(Action::of_editor());
        Self(all.map(|action| (action, action.usual())).collect())
    }
}

impl KeyMap {
    /// The usual keys with others for some actions, by name; and what is wrong with those names.
    pub fn with(other: &BTreeMap<String, Vec<String>>) -> (Self, Vec<String>) {
        let (mut map, mut wrong) = (Self::default(), Vec::new());
        for (name, keys) in other {
            let Some(action) = Action::of_name(name) else {
                let meant = nearest(name, Action::names());
                let meant = meant.map(|name| format!(" (did you mean `{name}`?)"));
                wrong.push(format!("no key does `{name}`{}", meant.unwrap_or_default()));
                continue;
            };
            let read: Result<Vec<Chord>, String> = keys.iter().map(|k| Chord::parse(k)).collect();
            match read {
                Ok(chords) => {
                    map.0.insert(action, chords);
                }
                Err(message) => wrong.push(format!("`{name}`: {message}")),
            }
        }
        (map, wrong)
    }

    /// The keys that differ from the usual ones, by name: what a file has to hold.
    pub fn changes(&self) -> BTreeMap<String, Vec<String>> {
        let changed = self.0.iter().filter(|(action, chords)| action.usual() != **chords);
        changed
            .map(|(action, chords)| {
                (action.name().to_owned(), chords.iter().map(Chord::to_string).collect())
            })
            .collect()
    }

    /// What a key does, if anything.
    pub fn action(&self, chord: Chord) -> Option<Action> {
        // In the order of the actions, so that of two the same one is done each time.
        Action::all().find(|action| self.keys(*action).contains(&chord))
    }

    /// What a key does in the editor, if anything.
    pub fn editor_action(&self, chord: Chord) -> Option<Action> {
        Action::in_editor().find(|action| self.keys(*action).contains(&chord))
    }

    /// The keys of an action; none if nothing does it.
    pub fn keys(&self, action: Action) -> &[Chord] {
        self.0.get(&action).map_or(&[], Vec::as_slice)
    }

    /// The keys of an action in words.
    pub fn words(&self, action: Action) -> String {
        let keys: Vec<String> = self.keys(action).iter().map(Chord::to_string).collect();
        if keys.is_empty() { "no key".to_owned() } else { keys.join(", ") }
    }

    /// The first key of an action in words, for buttons; empty if nothing does it.
    pub fn short(&self, action: Action) -> String {
        self.keys(action).first().map(Chord::to_string).unwrap_or_default()
    }

    /// Binds one key to an action in place of those it had.
    pub fn bind(&mut self, action: Action, chord: Chord) {
        self.0.insert(action, vec![chord]);
    }

    /// Every key that two actions want: in battles and menus, then in the editor.
    pub fn clashes(&self) -> Vec<Clash> {
        let mut found = self.clashes_among(Action::all());
        for clash in self.clashes_among(Action::in_editor()) {
            if !found.contains(&clash) {
                found.push(clash);
            }
        }
        found
    }

    fn clashes_among(&self, actions: impl Iterator<Item = Action>) -> Vec<Clash> {
        let mut seen: BTreeMap<Chord, Action> = BTreeMap::new();
        let mut found = Vec::new();
        for action in actions {
            for chord in self.keys(action) {
                match seen.get(chord) {
                    Some(done) => {
                        found.push(Clash { chord: *chord, done: *done, lost: action });
                    }
                    None => {
                        seen.insert(*chord, action);
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(name: &str) -> Chord {
        Chord::parse(name).unwrap()
    }

    #[test]
    fn every_action_has_a_name_words_and_a_key_of_its_own() {
        for (action, name, words, keys) in ACTIONS {
            assert_eq!(Action::of_name(name), Some(action), "{name} is there once");
            assert!(!words.is_empty() && action.usual().len() == keys.len(), "{name}");
        }
        for action in Action::of_editor() {
            assert_eq!(Action::of_name(action.name()), Some(action), "{action:?} is there once");
            assert!(!action.words().is_empty() && !action.usual().is_empty(), "{action:?}");
        }
        assert_eq!(KeyMap::default().clashes(), []);
    }

    #[test]
    fn a_key_has_a_meaning_of_its_own_in_the_editor() {
        let mut map = KeyMap::default();
        let ramp = Action::Edit(EditorKey::Tool(crate::settings::EditorTool::Ramp));
        assert_eq!(map.editor_action(chord("Y")), Some(ramp));
        assert_eq!(map.action(chord("Y")), None);
        assert_eq!(map.editor_action(chord("Q")), Some(Action::TurnLeft), "the view is the same");
        map.bind(ramp, chord("Space"));
        assert_eq!(map.clashes(), [], "it ends the turn in battles only");
        map.bind(ramp, chord("Q"));
        let clash = Clash { chord: chord("Q"), done: ramp, lost: Action::TurnLeft };
        assert_eq!(map.clashes(), [clash]);
        assert_eq!(KeyMap::with(&map.changes()), (map, Vec::new()));
    }

    #[test]
    fn a_key_does_what_it_is_bound_to() {
        let mut map = KeyMap::default();
        assert_eq!(map.action(chord("Tab")), Some(Action::Next));
        assert_eq!(map.action(chord("Shift+Tab")), Some(Action::Previous));
        assert_eq!(map.action(chord("9")), Some(Action::Slot(9)));
        assert_eq!(map.action(chord("Shift+9")), Some(Action::Slot(18)));
        assert_eq!(map.action(chord("Ctrl+1")), Some(Action::Slot(19)));
        assert_eq!(map.action(chord("Ctrl+9")), Some(Action::Slot(27)));
        assert_eq!(map.action(chord("Ctrl+B")), None);
        map.bind(Action::Move, chord("Ctrl+B"));
        assert_eq!(map.action(chord("Ctrl+B")), Some(Action::Move));
        assert_eq!(map.action(chord("M")), None);
        assert_eq!(map.changes(), [("move".to_owned(), vec!["Ctrl+B".to_owned()])].into());
        assert_eq!(KeyMap::with(&map.changes()), (map.clone(), Vec::new()));
    }

    #[test]
    fn a_key_that_two_actions_want_does_the_first() {
        let mut map = KeyMap::default();
        map.bind(Action::Speed, chord("Space"));
        let clash = Clash { chord: chord("Space"), done: Action::EndTurn, lost: Action::Speed };
        assert_eq!(map.clashes(), [clash]);
        assert_eq!(map.action(chord("Space")), Some(Action::EndTurn));
    }

    #[test]
    fn names_that_mean_nothing_leave_the_usual_keys() {
        let other = [("hlep".to_owned(), vec!["H".to_owned()])].into();
        let (map, wrong) = KeyMap::with(&other);
        assert_eq!(map, KeyMap::default());
        assert_eq!(wrong, ["no key does `hlep` (did you mean `help`?)"]);
    }
}
