//! Maps keys to editor actions.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;

use crate::board::BoardArea;
use crate::keys::held;
use editor::{GridTransform, Symmetry};
use keyboard::Chord;
use settings::{Action, EditorKey, KeyMap};

use super::action::EditorAction;
use super::dialogs::EditorDialogs;
use super::palette::Palette;
use super::state::EditorState;

/// The editor action of a key; `None` for camera and window keys.
pub(super) fn meaning(action: Action, editor: &EditorState) -> Option<EditorAction> {
    let key = match action {
        Action::Edit(key) => key,
        Action::Help => return Some(EditorAction::Help),
        Action::Settings => return Some(EditorAction::Settings),
        _ => return None,
    };
    let mirrored = |change: fn(&mut Symmetry)| {
        let mut symmetry = editor.symmetry;
        change(&mut symmetry);
        Some(EditorAction::Symmetry(symmetry))
    };
    Some(match key {
        EditorKey::Tool(kind) => EditorAction::Tool(kind),
        EditorKey::Form(form) => return with(editor, |palette| palette.form = form),
        EditorKey::Round => {
            return with(editor, |p| {
                let brush = p.brush_mut();
                brush.round = !brush.round;
            });
        }
        EditorKey::Outline => return with(editor, |p| p.filled = !p.filled),
        EditorKey::Wider => return with(editor, |p| p.widen(1)),
        EditorKey::Narrower => return with(editor, |p| p.widen(-1)),
        EditorKey::More => return with(editor, |p| p.add(1)),
        EditorKey::Less => return with(editor, |p| p.add(-1)),
        EditorKey::NextKind => return with(editor, |p| p.step_kind(1, editor.level())),
        EditorKey::PreviousKind => return with(editor, |p| p.step_kind(-1, editor.level())),
        EditorKey::MirrorWestEast => return mirrored(|s| s.west_east = !s.west_east),
        EditorKey::MirrorNorthSouth => return mirrored(|s| s.north_south = !s.north_south),
        EditorKey::MirrorHalf => return mirrored(|s| s.half = !s.half),
        EditorKey::Pick => EditorAction::Pick,
        EditorKey::Turn => EditorAction::Turn,
        EditorKey::Flip => EditorAction::GridTransform(GridTransform::WEST_EAST),
        EditorKey::Numbers => EditorAction::Numbers,
        EditorKey::LowWalls => EditorAction::LowWalls,
        EditorKey::StoreyUp => EditorAction::Storey(1),
        EditorKey::StoreyDown => EditorAction::Storey(-1),
        EditorKey::Roofs => EditorAction::Roofs,
        EditorKey::Undo => EditorAction::Undo,
        EditorKey::Redo => EditorAction::Redo,
        EditorKey::Cut => EditorAction::Cut,
        EditorKey::Copy => EditorAction::Copy,
        EditorKey::Paste => EditorAction::Paste,
        EditorKey::PasteHeights => {
            return with(editor, |p| p.laying.relative = !p.laying.relative);
        }
        EditorKey::KeepPart => EditorAction::KeepPart,
        EditorKey::SelectAll => EditorAction::SelectAll,
        EditorKey::Delete => EditorAction::Delete,
        EditorKey::Cancel => EditorAction::Cancel,
        EditorKey::NextTab => EditorAction::Tab(editor.tab.next()),
        EditorKey::New => EditorAction::New,
        EditorKey::Open => EditorAction::Open(None),
        EditorKey::Save => EditorAction::Save,
        EditorKey::SaveAs => EditorAction::SaveAs,
        EditorKey::TestPlay => EditorAction::TestPlay,
        EditorKey::Balance => EditorAction::Tab(super::state::Tab::Balance),
    })
}

fn with(editor: &EditorState, change: impl FnOnce(&mut Palette)) -> Option<EditorAction> {
    let mut palette = editor.palette.clone();
    change(&mut palette);
    Some(EditorAction::Palette(Box::new(palette)))
}

/// The action to perform once the focused text field has submitted its text.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct AfterTyping(pub Option<EditorAction>);

/// Reads the keys pressed in this frame. While a dialog is open or a text field is focused, keys go
/// to the panels. Esc still closes the dialog, and saving works from a text field.
pub(super) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    (area, papers): (Res<BoardArea>, Res<EditorDialogs>),
    editor: Option<Res<EditorState>>,
    mut actions: MessageWriter<EditorAction>,
    mut after: ResMut<AfterTyping>,
) {
    let Some(editor) = editor else { return };
    let held = held(&keys);
    for chord in keys.get_just_pressed().filter_map(|key| Chord::pressed(*key, held)) {
        let Some(action) = map.editor_action(chord) else { continue };
        let closes = matches!(action, Action::Edit(EditorKey::Cancel) | Action::Help);
        // Any other key may be a letter of the text.
        if papers.is_open() && closes && (!area.typing || chord.code == KeyCode::Escape) {
            actions.write(EditorAction::Dismiss);
            continue;
        }
        if area.typing || papers.is_open() {
            let saves = matches!(action, Action::Edit(EditorKey::Save | EditorKey::SaveAs));
            // Without Ctrl, it is a letter of the text.
            if saves && chord.held.ctrl && !papers.is_open() {
                after.0 = meaning(action, &editor);
            }
            continue;
        }
        actions.write_batch(meaning(action, &editor));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::message::Messages;
    use bevy::ecs::system::RunSystemOnce;

    use super::super::dialogs::Asking;
    use super::super::files::enter;
    use super::*;

    /// The immediate action and the action after typing, for keys pressed in a text field.
    fn typed(
        asking: Option<Asking>,
        pressed: &[KeyCode],
    ) -> (Vec<EditorAction>, Option<EditorAction>) {
        let mut world = World::new();
        enter(&mut world, None);
        world.resource_mut::<EditorDialogs>().asking = asking;
        let mut keys = ButtonInput::<KeyCode>::default();
        pressed.iter().for_each(|key| keys.press(*key));
        world.insert_resource(keys);
        world.insert_resource(BoardArea { typing: true, ..BoardArea::default() });
        world.init_resource::<KeyMap>();
        world.init_resource::<Messages<EditorAction>>();
        world.init_resource::<AfterTyping>();
        world.run_system_once(read_keys).unwrap();
        let actions = world.resource_mut::<Messages<EditorAction>>().drain().collect();
        (actions, world.resource::<AfterTyping>().0.clone())
    }

    #[test]
    fn in_a_text_field_esc_closes_the_dialog_and_ctrl_s_saves() {
        assert_eq!(
            typed(Some(Asking::Help), &[KeyCode::Escape]),
            (vec![EditorAction::Dismiss], None)
        );
        assert_eq!(typed(None, &[KeyCode::Escape]), (Vec::new(), None));
        let save = [KeyCode::ControlLeft, KeyCode::KeyS];
        assert_eq!(typed(None, &save), (Vec::new(), Some(EditorAction::Save)));
        assert_eq!(typed(Some(Asking::Help), &save), (Vec::new(), None));
        assert_eq!(typed(None, &save[1..]), (Vec::new(), None), "a letter of the text");
    }
}
