//! Key bindings: the defaults and those chosen by the player.

use std::collections::BTreeMap;

use bevy::ecs::prelude::Resource;

use super::editor_keys::{EDITOR, EditorKey};
use files::nearest;
use keyboard::{Chord, KeyError};

/// An action that a key can trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Confirm the preview; click at the cursor.
    Confirm,
    /// Go back one step.
    Cancel,
    /// The next unit that can act; while aiming, the next target.
    Next,
    /// The previous unit, or target.
    Previous,
    /// The action in that slot of the action bar, 1 to 27; the first nine also choose an answer.
    Slot(u8),
    /// The next group of actions.
    NextGroup,
    /// The previous group of actions.
    PreviousGroup,
    /// While aiming: the next variant.
    NextWay,
    /// While aiming: the previous variant.
    PreviousWay,
    /// While aiming: the next number or choice that [`Self::Higher`] changes.
    NextField,
    /// Move.
    Move,
    /// Turn in place.
    Face,
    /// Add a waypoint at the focused cell.
    Waypoint,
    /// Remove the last waypoint.
    DropWaypoint,
    /// Hold the turn.
    Hold,
    /// End the turn.
    EndTurn,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Raise the end of a move.
    Higher,
    /// Lower the end of a move.
    Lower,
    /// Show all names while held.
    Names,
    /// Lens: heights.
    Heights,
    /// Lens: ground effects.
    Ground,
    /// Lens: cover from an enemy.
    Cover,
    /// Lens: visible cells.
    Sight,
    /// Lens: hearing.
    Sound,
    /// Lens: cells that enemies threaten.
    Threat,
    /// Open standing orders.
    Orders,
    /// Open the referee panel.
    Referee,
    /// Show the whole log, or only its last lines.
    Log,
    /// Read the log by keys.
    ReadLog,
    /// Show the whole sheet, or only the essentials.
    Sheet,
    /// Hide or show the panels.
    Panels,
    /// Show or hide bookkeeping in the log.
    Bookkeeping,
    /// Change the playback speed.
    Speed,
    /// Toggle reduced motion.
    Calm,
    /// Mute or unmute sound.
    Mute,
    /// Open help and pause.
    Help,
    /// Open the rules.
    Rules,
    /// Open the settings.
    Settings,
    /// Pan the view forward while held.
    PanForward,
    /// Pan the view back while held.
    PanBack,
    /// Pan the view left while held.
    PanLeft,
    /// Pan the view right while held.
    PanRight,
    /// Turn the view left.
    TurnLeft,
    /// Turn the view right.
    TurnRight,
    /// Toggle the top-down view.
    FromAbove,
    /// Show the whole board.
    WholeBoard,
    /// Toggle full screen.
    FullScreen,
    /// Undo the last command.
    TakeBack,
    /// Suggest a command.
    Hint,
    /// Open the saved games.
    Battles,
    /// Quick save.
    QuickSave,
    /// Quick load.
    QuickLoad,
    /// Take a screenshot.
    Picture,
    /// An action of the level editor.
    Edit(EditorKey),
}

/// All actions with their name in files, help text and default keys.
const ACTIONS: [(Action, &str, &str, &[&str]); 83] = [
    (
        Action::Confirm,
        "confirm",
        "Confirm the preview; click at the cursor",
        &["Enter", "NumEnter"],
    ),
    (Action::Cancel, "cancel", "Back", &["Esc"]),
    (Action::Next, "next", "Next unit able to act; while aiming, next target", &["Tab"]),
    (Action::Previous, "previous", "Previous unit, or target", &["Shift+Tab"]),
    (Action::Slot(1), "slot_1", "Tile 1, or answer 1", &["1"]),
    (Action::Slot(2), "slot_2", "Tile 2, or answer 2", &["2"]),
    (Action::Slot(3), "slot_3", "Tile 3, or answer 3", &["3"]),
    (Action::Slot(4), "slot_4", "Tile 4, or answer 4", &["4"]),
    (Action::Slot(5), "slot_5", "Tile 5, or answer 5", &["5"]),
    (Action::Slot(6), "slot_6", "Tile 6, or answer 6", &["6"]),
    (Action::Slot(7), "slot_7", "Tile 7, or answer 7", &["7"]),
    (Action::Slot(8), "slot_8", "Tile 8, or answer 8", &["8"]),
    (Action::Slot(9), "slot_9", "Tile 9, or answer 9", &["9"]),
    (Action::Slot(10), "slot_10", "Tile 10", &["Shift+1"]),
    (Action::Slot(11), "slot_11", "Tile 11", &["Shift+2"]),
    (Action::Slot(12), "slot_12", "Tile 12", &["Shift+3"]),
    (Action::Slot(13), "slot_13", "Tile 13", &["Shift+4"]),
    (Action::Slot(14), "slot_14", "Tile 14", &["Shift+5"]),
    (Action::Slot(15), "slot_15", "Tile 15", &["Shift+6"]),
    (Action::Slot(16), "slot_16", "Tile 16", &["Shift+7"]),
    (Action::Slot(17), "slot_17", "Tile 17", &["Shift+8"]),
    (Action::Slot(18), "slot_18", "Tile 18", &["Shift+9"]),
    (Action::Slot(19), "slot_19", "Tile 19", &["Ctrl+1"]),
    (Action::Slot(20), "slot_20", "Tile 20", &["Ctrl+2"]),
    (Action::Slot(21), "slot_21", "Tile 21", &["Ctrl+3"]),
    (Action::Slot(22), "slot_22", "Tile 22", &["Ctrl+4"]),
    (Action::Slot(23), "slot_23", "Tile 23", &["Ctrl+5"]),
    (Action::Slot(24), "slot_24", "Tile 24", &["Ctrl+6"]),
    (Action::Slot(25), "slot_25", "Tile 25", &["Ctrl+7"]),
    (Action::Slot(26), "slot_26", "Tile 26", &["Ctrl+8"]),
    (Action::Slot(27), "slot_27", "Tile 27", &["Ctrl+9"]),
    (Action::NextGroup, "next_group", "Next group of actions", &["G"]),
    (Action::PreviousGroup, "previous_group", "Previous group of actions", &["Shift+G"]),
    (Action::NextWay, "next_way", "While aiming: next variant", &["V"]),
    (Action::PreviousWay, "previous_way", "While aiming: previous variant", &["Shift+V"]),
    (Action::NextField, "next_field", "While aiming: next number or choice", &["B"]),
    (Action::Move, "move", "Move", &["M"]),
    (Action::Face, "face", "Turn in place, where the rules have facing", &["U"]),
    (Action::Waypoint, "waypoint", "Add a waypoint at the pointer; also Shift + click", &["P"]),
    (
        Action::DropWaypoint,
        "drop_waypoint",
        "Remove the last waypoint; also right click",
        &["Backspace"],
    ),
    (Action::Hold, "hold", "Hold the turn, where the rules allow it", &["H"]),
    (Action::EndTurn, "end_turn", "End the turn", &["Space"]),
    (Action::Up, "up", "Cursor up", &["Up"]),
    (Action::Down, "down", "Cursor down", &["Down"]),
    (Action::Left, "left", "Cursor left", &["Left"]),
    (Action::Right, "right", "Cursor right", &["Right"]),
    (Action::Higher, "higher", "Raise the end of a move; while aiming, more or next", &["PageUp"]),
    (
        Action::Lower,
        "lower",
        "Lower the end of a move; while aiming, less or previous",
        &["PageDown"],
    ),
    (Action::Names, "names", "Hold: show all names", &["Alt", "AltRight"]),
    (Action::Heights, "heights", "Lens: heights", &["Z"]),
    (Action::Ground, "ground", "Lens: rough, wet and harmful ground", &["N"]),
    (Action::Cover, "cover", "Lens: your cover from an enemy, cell by cell", &["X"]),
    (Action::Sight, "sight", "Lens: what can be seen from the cell you point at", &["C"]),
    (Action::Sound, "sound", "Lens: what a listener can hear from that cell", &["J"]),
    (
        Action::Threat,
        "threat",
        "Lens: which enemies could attack there next, and how likely",
        &["R"],
    ),
    (Action::Orders, "orders", "Standing orders: automatic answers for your side", &["O"]),
    (Action::Referee, "referee", "Referee panel, in a battle with a referee", &["F2"]),
    (Action::Log, "log", "The whole log, or its last lines", &["L"]),
    (
        Action::ReadLog,
        "read_log",
        "Read the log by keys: arrows, Tab for names, Enter",
        &["Ctrl+L"],
    ),
    (Action::Sheet, "sheet", "Whole sheet or short sheet", &["I"]),
    (Action::Panels, "panels", "Hide or show the panels", &["F4"]),
    (Action::Bookkeeping, "bookkeeping", "Show or hide bookkeeping in the log", &["Shift+L"]),
    (Action::Speed, "speed", "Playback speed: normal, x2, x4 or instant", &["F"]),
    (Action::Calm, "calm", "Reduced motion on or off", &["Shift+F"]),
    (Action::Mute, "mute", "Sound on or off", &["K"]),
    (Action::Help, "help", "This help", &["F1"]),
    (Action::Rules, "rules", "Rules", &["F3"]),
    (Action::Settings, "settings", "Settings", &["F10"]),
    (Action::PanForward, "pan_forward", "Hold: pan forward", &["W"]),
    (Action::PanBack, "pan_back", "Hold: pan back", &["S"]),
    (Action::PanLeft, "pan_left", "Hold: pan left", &["A"]),
    (Action::PanRight, "pan_right", "Hold: pan right", &["D"]),
    (Action::TurnLeft, "turn_left", "Turn the view left", &["Q"]),
    (Action::TurnRight, "turn_right", "Turn the view right", &["E"]),
    (Action::FromAbove, "from_above", "Top-down view on or off", &["T"]),
    (Action::WholeBoard, "whole_board", "Show the whole board", &["Home"]),
    (
        Action::TakeBack,
        "take_back",
        "Undo the last command, unless it revealed something",
        &["Ctrl+Z"],
    ),
    (Action::Hint, "hint", "Hint: what the computer would do here", &["Y"]),
    (Action::Battles, "battles", "Saved games: save, load, watch", &["F6"]),
    (Action::QuickSave, "quick_save", "Quick save", &["F5"]),
    (Action::QuickLoad, "quick_load", "Quick load", &["F9"]),
    (Action::FullScreen, "full_screen", "Full screen", &["F11"]),
    (Action::Picture, "picture", "Screenshot", &["F12"]),
];

/// Name in files, help text, default keys.
type Row = (&'static str, &'static str, &'static [&'static str]);

impl Action {
    /// All actions but those of the editor, in help order.
    pub fn all() -> impl Iterator<Item = Self> {
        ACTIONS.iter().map(|row| row.0)
    }

    /// The actions that exist only in the editor, in help order.
    pub fn of_editor() -> impl Iterator<Item = Self> {
        EDITOR.iter().map(|row| Self::Edit(row.0))
    }

    /// True for actions that work in the editor too: view, pages and window.
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

    /// The name in files.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.0)
    }

    /// The help text.
    pub fn words(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::all().chain(Self::of_editor()).find(|action| action.name() == name)
    }

    /// The default keys.
    pub fn usual(self) -> Vec<Chord> {
        let names = self.row().map_or(&[][..], |row| row.2);
        names.iter().filter_map(|name| Chord::parse(name).ok()).collect()
    }
}

/// A key as players read it; in files its name has no space.
fn spelled(chord: &Chord) -> String {
    chord.to_string().replace("NumEnter", "Num Enter").replace("AltRight", "Right Alt")
}

/// Two actions bound to the same key: only the first is performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyConflict {
    /// The key.
    pub chord: Chord,
    /// The action that is performed.
    pub done: Action,
    /// The action that is not.
    pub lost: Action,
}

/// Which keys trigger which actions.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct KeyMap(BTreeMap<Action, Vec<Chord>>);

impl Default for KeyMap {
    fn default() -> Self {
        let all = Action::all().chain(Action::of_editor());
        Self(all.map(|action| (action, action.usual())).collect())
    }
}

impl KeyMap {
    /// The default keys, overridden for some actions by name, and what is wrong with the overrides.
    pub fn with(other: &BTreeMap<String, Vec<String>>) -> (Self, Vec<String>) {
        let (mut map, mut wrong) = (Self::default(), Vec::new());
        for (name, keys) in other {
            let Some(action) = Action::of_name(name) else {
                let meant = nearest(name, Action::names());
                let meant = meant.map(|name| format!(" (did you mean `{name}`?)"));
                wrong.push(format!("unknown key binding `{name}`{}", meant.unwrap_or_default()));
                continue;
            };
            let read: Result<Vec<Chord>, KeyError> = keys.iter().map(|k| Chord::parse(k)).collect();
            match read {
                Ok(chords) => {
                    map.0.insert(action, chords);
                }
                Err(error) => wrong.push(format!("`{name}`: {error}")),
            }
        }
        (map, wrong)
    }

    /// The keys that differ from the defaults, by action name, as saved to a file.
    pub fn changes(&self) -> BTreeMap<String, Vec<String>> {
        let changed = self.0.iter().filter(|(action, chords)| action.usual() != **chords);
        changed
            .map(|(action, chords)| {
                (action.name().to_owned(), chords.iter().map(Chord::to_string).collect())
            })
            .collect()
    }

    /// The action of a key, if any.
    pub fn action(&self, chord: Chord) -> Option<Action> {
        // Actions are searched in order, so that a conflict is always resolved the same way.
        Action::all().find(|action| self.keys(*action).contains(&chord))
    }

    /// The action of a key in the editor, if any.
    pub fn editor_action(&self, chord: Chord) -> Option<Action> {
        Action::in_editor().find(|action| self.keys(*action).contains(&chord))
    }

    /// The keys of an action; empty if it has none.
    pub fn keys(&self, action: Action) -> &[Chord] {
        self.0.get(&action).map_or(&[], Vec::as_slice)
    }

    /// The keys of an action as text.
    pub fn words(&self, action: Action) -> String {
        let keys: Vec<String> = self.keys(action).iter().map(spelled).collect();
        if keys.is_empty() { "no key".to_owned() } else { keys.join(", ") }
    }

    /// The first key of an action as text, for buttons; empty if it has none.
    pub fn short(&self, action: Action) -> String {
        self.keys(action).first().map(Chord::to_string).unwrap_or_default()
    }

    /// Binds a single key to an action, replacing its keys.
    pub fn bind(&mut self, action: Action, chord: Chord) {
        self.0.insert(action, vec![chord]);
    }

    /// All conflicting bindings: in battles and menus first, then in the editor.
    pub fn clashes(&self) -> Vec<KeyConflict> {
        let mut found = self.clashes_among(Action::all());
        for clash in self.clashes_among(Action::in_editor()) {
            if !found.contains(&clash) {
                found.push(clash);
            }
        }
        found
    }

    fn clashes_among(&self, actions: impl Iterator<Item = Action>) -> Vec<KeyConflict> {
        let mut seen: BTreeMap<Chord, Action> = BTreeMap::new();
        let mut found = Vec::new();
        for action in actions {
            for chord in self.keys(action) {
                match seen.get(chord) {
                    Some(done) if *done == action => {}
                    Some(done) => {
                        found.push(KeyConflict { chord: *chord, done: *done, lost: action });
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
    fn every_action_has_its_own_name_help_text_and_key() {
        for (action, name, words, keys) in ACTIONS {
            assert_eq!(Action::of_name(name), Some(action), "{name} is unique");
            assert!(!words.is_empty() && action.usual().len() == keys.len(), "{name}");
        }
        for action in Action::of_editor() {
            assert_eq!(Action::of_name(action.name()), Some(action), "{action:?} is unique");
            assert!(!action.words().is_empty() && !action.usual().is_empty(), "{action:?}");
        }
        assert_eq!(KeyMap::default().clashes(), []);
    }

    #[test]
    fn a_key_may_have_another_meaning_in_the_editor() {
        let mut map = KeyMap::default();
        let ramp = Action::Edit(EditorKey::Tool(crate::EditorTool::Ramp));
        assert_eq!(map.editor_action(chord("Y")), Some(ramp));
        assert_eq!(map.action(chord("Y")), Some(Action::Hint));
        assert_eq!(map.editor_action(chord("Q")), Some(Action::TurnLeft), "view keys are shared");
        map.bind(ramp, chord("Space"));
        assert_eq!(map.clashes(), [], "Space ends the turn in battles only");
        map.bind(ramp, chord("Q"));
        let clash = KeyConflict { chord: chord("Q"), done: ramp, lost: Action::TurnLeft };
        assert_eq!(map.clashes(), [clash]);
        assert_eq!(KeyMap::with(&map.changes()), (map, Vec::new()));
    }

    #[test]
    fn a_key_triggers_the_action_it_is_bound_to() {
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
    fn a_conflicting_key_triggers_the_first_action() {
        let mut map = KeyMap::default();
        map.bind(Action::Speed, chord("Space"));
        let clash =
            KeyConflict { chord: chord("Space"), done: Action::EndTurn, lost: Action::Speed };
        assert_eq!(map.clashes(), [clash]);
        assert_eq!(map.action(chord("Space")), Some(Action::EndTurn));
    }

    #[test]
    fn a_key_bound_twice_to_an_action_is_no_conflict() {
        let twice = [("move".to_owned(), vec!["M".to_owned(), "M".to_owned()])].into();
        let (map, wrong) = KeyMap::with(&twice);
        assert_eq!(map.keys(Action::Move), [chord("M"), chord("M")]);
        assert_eq!((map.clashes(), wrong), (Vec::new(), Vec::new()));
    }

    #[test]
    fn unknown_names_leave_the_default_keys() {
        let other = [("hlep".to_owned(), vec!["H".to_owned()])].into();
        let (map, wrong) = KeyMap::with(&other);
        assert_eq!(map, KeyMap::default());
        assert_eq!(wrong, ["unknown key binding `hlep` (did you mean `help`?)"]);
    }
}
