//! From keys to errands.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;

use crate::editor::{Spin, Symmetry};
use crate::keyboard::Chord;
use crate::settings::{Action, EditorKey, KeyMap};
use crate::ui::Table;
use crate::ui::board::BoardArea;
use crate::ui::keys::held;

use super::Errands;
use super::desk::Desk;
use super::errand::Errand;
use super::files::Papers;
use super::palette::Palette;

/// What a key means; nothing for those of camera and window.
pub(super) fn meaning(action: Action, desk: &Desk) -> Option<Errand> {
    let key = match action {
        Action::Edit(key) => key,
        Action::Help => return Some(Errand::Help),
        Action::Settings => return Some(Errand::Settings),
        _ => return None,
    };
    let mirrored = |change: fn(&mut Symmetry)| {
        let mut symmetry = desk.symmetry;
        change(&mut symmetry);
        Some(Errand::Symmetry(symmetry))
    };
    Some(match key {
        EditorKey::Tool(kind) => Errand::Tool(kind),
        EditorKey::Form(form) => return with(desk, |palette| palette.form = form),
        EditorKey::Round => return with(desk, |p| p.brush.round = !p.brush.round),
        EditorKey::Rim => return with(desk, |p| p.filled = !p.filled),
        EditorKey::Wider => return with(desk, |p| p.widen(1)),
        EditorKey::Narrower => return with(desk, |p| p.widen(-1)),
        EditorKey::More => return with(desk, |p| p.add(1)),
        EditorKey::Less => return with(desk, |p| p.add(-1)),
        EditorKey::NextKind => return with(desk, |p| p.step_kind(1, desk.level())),
        EditorKey::PreviousKind => return with(desk, |p| p.step_kind(-1, desk.level())),
        EditorKey::MirrorWestEast => return mirrored(|s| s.west_east = !s.west_east),
        EditorKey::MirrorNorthSouth => return mirrored(|s| s.north_south = !s.north_south),
        EditorKey::MirrorHalf => return mirrored(|s| s.half = !s.half),
        EditorKey::Pick => Errand::Pick,
        EditorKey::Turn => Errand::Turn,
        EditorKey::Flip => Errand::Spin(Spin::WEST_EAST),
        EditorKey::Numbers => Errand::Numbers,
        EditorKey::LowWalls => Errand::LowWalls,
        EditorKey::Undo => Errand::Undo,
        EditorKey::Redo => Errand::Redo,
        EditorKey::Cut => Errand::Cut,
        EditorKey::Copy => Errand::Copy,
        EditorKey::Paste => Errand::Paste,
        EditorKey::SelectAll => Errand::SelectAll,
        EditorKey::Delete => Errand::Delete,
        EditorKey::Cancel => Errand::Cancel,
        EditorKey::NextTab => Errand::Tab(desk.tab.next()),
        EditorKey::New => Errand::New,
        EditorKey::Open => Errand::Open(None),
        EditorKey::Save => Errand::Save,
        EditorKey::SaveAs => Errand::SaveAs,
        EditorKey::TestPlay => Errand::TestPlay,
        EditorKey::Balance => Errand::Tab(super::desk::Tab::Balance),
    })
}

fn with(desk: &Desk, change: impl FnOnce(&mut Palette)) -> Option<Errand> {
    let mut palette = desk.palette.clone();
    change(&mut palette);
    Some(Errand::Palette(Box::new(palette)))
}

/// What is done as soon as the field in which somebody types has taken up what was typed.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct AfterTyping(pub Option<Errand>);

/// Reads the keys that were pressed in this frame. While a window is open or somebody types, the
/// keyboard belongs to the panels; Esc closes the window. Saving goes from a field too.
pub(super) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    (area, table, papers): (Res<BoardArea>, Res<Table>, Res<Papers>),
    desk: Option<Res<Desk>>,
    mut errands: ResMut<Errands>,
    mut after: ResMut<AfterTyping>,
) {
    let Some(desk) = desk.filter(|_| !table.paused) else { return };
    let held = held(&keys);
    for chord in keys.get_just_pressed().filter_map(|key| Chord::pressed(*key, held)) {
        let Some(action) = map.editor_action(chord) else { continue };
        if area.typing {
            let saves = matches!(action, Action::Edit(EditorKey::Save | EditorKey::SaveAs));
            // Without Ctrl it is a letter of the text.
            if saves && chord.held.ctrl && !papers.is_open() {
                after.0 = meaning(action, &desk);
            }
            continue;
        }
        if papers.is_open() {
            if matches!(action, Action::Edit(EditorKey::Cancel) | Action::Help) {
                errands.0.push(Errand::Dismiss);
            }
            continue;
        }
        errands.0.extend(meaning(action, &desk));
    }
}
