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
/// keyboard belongs to the panels; Esc closes the window, also from a field in it. Saving goes from
/// a field too.
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
        let closes = matches!(action, Action::Edit(EditorKey::Cancel) | Action::Help);
        // Any other key may be a letter of the text.
        if papers.is_open() && closes && (!area.typing || chord.code == KeyCode::Escape) {
            errands.0.push(Errand::Dismiss);
            continue;
        }
        if area.typing || papers.is_open() {
            let saves = matches!(action, Action::Edit(EditorKey::Save | EditorKey::SaveAs));
            // Without Ctrl it is a letter of the text.
            if saves && chord.held.ctrl && !papers.is_open() {
                after.0 = meaning(action, &desk);
            }
            continue;
        }
        errands.0.extend(meaning(action, &desk));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::files::{Asking, enter};
    use super::*;

    /// What is done at once and after what was typed is taken up, when these keys go down while
    /// somebody types.
    fn typed(asking: Option<Asking>, pressed: &[KeyCode]) -> (Vec<Errand>, Option<Errand>) {
        let mut world = World::new();
        enter(&mut world, None);
        world.resource_mut::<Papers>().asking = asking;
        let mut keys = ButtonInput::<KeyCode>::default();
        pressed.iter().for_each(|key| keys.press(*key));
        world.insert_resource(keys);
        world.insert_resource(BoardArea { typing: true, ..BoardArea::default() });
        world.init_resource::<KeyMap>();
        world.init_resource::<Table>();
        world.init_resource::<Errands>();
        world.init_resource::<AfterTyping>();
        world.run_system_once(read_keys).unwrap();
        (world.resource::<Errands>().0.clone(), world.resource::<AfterTyping>().0.clone())
    }

    #[test]
    fn from_a_field_esc_closes_the_window_and_ctrl_s_saves() {
        assert_eq!(typed(Some(Asking::Help), &[KeyCode::Escape]), (vec![Errand::Dismiss], None));
        assert_eq!(typed(None, &[KeyCode::Escape]), (Vec::new(), None));
        let save = [KeyCode::ControlLeft, KeyCode::KeyS];
        assert_eq!(typed(None, &save), (Vec::new(), Some(Errand::Save)));
        assert_eq!(typed(Some(Asking::Help), &save), (Vec::new(), None));
        assert_eq!(typed(None, &save[1..]), (Vec::new(), None), "a letter of the text");
    }
}
