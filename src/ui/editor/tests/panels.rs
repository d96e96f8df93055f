//! Tests of the panels: what they show, and the actions they return.

use egui_kittest::{Harness, kittest::Queryable};

use crate::editor::action::EditorAction;
use crate::editor::balance::Balance;
use crate::editor::checks::checks;
use crate::editor::dialogs::{Asking, EditorDialogs, Then};
use crate::editor::files::usual_recipe;
use crate::editor::palette::Palette;
use crate::editor::panels::{
    View, show_left, show_right, show_status, show_strip, show_top, show_window,
};
use crate::editor::parts::PartShelf;
use crate::editor::state::{Check, EditorState, Tab};
use crate::editor::tools::{Form, Kind, Mode, ToolExt};
use crate::{Library, egui};
use editor::{Draft, Edit, Fact, Layer, Scenery, UnitAt, Where, ZoneUse};
use grid::{Cell, Terrain};
use level::{Daylight, GoalKind, Level, LevelEvent, Severity, When};
use registry::RulesetId;
use rules::start::StartFact;
use settings::{Action, KeyMap};

/// Input of the panels, and the actions they returned.
pub(super) struct State {
    pub(super) editor: EditorState,
    papers: EditorDialogs,
    parts: PartShelf,
    pub(super) library: Library,
    pub(super) asked: Vec<EditorAction>,
}

pub(super) fn state() -> State {
    let level = Level::blank("Old mill", 16, 12, Terrain::Grass);
    let id = RulesetId::ALL[0];
    State {
        editor: EditorState::new(Draft::new(level), None),
        papers: EditorDialogs::default(),
        parts: PartShelf::default(),
        library: Library([(id, id.built_in())].into()),
        asked: Vec::new(),
    }
}

pub(super) type Panel = fn(&mut egui::Ui, &View<'_>) -> Vec<EditorAction>;

pub(super) fn harness(panel: Panel, state: State) -> Harness<'static, State> {
    let keys = KeyMap::default();
    let balance = Balance::default();
    let mut harness = Harness::builder().with_size([900.0, 900.0]).build_ui_state(
        move |ui, state: &mut State| {
            let view = View {
                editor: &state.editor,
                papers: &state.papers,
                balance: &balance,
                parts: &state.parts,
                library: &state.library,
                keys: &keys,
                pointing: Some(editor::Spot { x: 350, y: 450 }),
            };
            let asked = match state.papers.asking.clone() {
                Some(mut asking) => {
                    let asked = show_window(ui, &view, &mut asking);
                    state.papers.asking = Some(asking);
                    asked
                }
                None => panel(ui, &view),
            };
            state.asked.extend(asked);
        },
        state,
    );
    harness.run();
    harness
}

pub(super) fn click(harness: &mut Harness<'_, State>, name: &str) {
    harness.get_by_label(name).click();
    harness.run();
}

fn palette(asked: &[EditorAction]) -> Palette {
    match asked {
        [EditorAction::Palette(palette)] => (**palette).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_mode_and_tool_has_a_button() {
    for mode in Mode::ALL {
        let mut state = state();
        state.editor.palette.kind = mode.first();
        let mut harness = harness(show_left, state);
        click(&mut harness, mode.words().0);
        assert_eq!(harness.state().asked, [EditorAction::Tool(mode.first())]);
        let mut state = self::state();
        state.editor.palette.kind = mode.first();
        let mut harness = self::harness(show_strip, state);
        for kind in mode.kinds() {
            harness.state_mut().asked.clear();
            click(&mut harness, &format!("{}: {}", mode.words().0, kind.name()));
            assert_eq!(harness.state().asked, [EditorAction::Tool(kind)]);
        }
    }
}

#[test]
fn terrains_shapes_and_brushes_are_chosen() {
    let mut harness = harness(show_left, state());
    click(&mut harness, "Water");
    assert_eq!(palette(&harness.state().asked).tile, Terrain::Water.tile());
    let mut harness = self::harness(show_strip, state());
    click(&mut harness, "Box");
    assert_eq!(palette(&harness.state().asked).form, Form::Rectangle);
    harness.state_mut().asked.clear();
    click(&mut harness, "Width up");
    assert_eq!(palette(&harness.state().asked).brush().size, 4);
}

#[test]
fn a_zone_is_made_and_used() {
    let mut state = state();
    state.editor.apply(Edit::AddZone("camp".to_owned()));
    state.editor.palette.kind = Kind::IntoZone;
    state.editor.palette.zone = Some("camp".to_owned());
    let mut harness = harness(show_left, state);
    click(&mut harness, "Start of Red");
    let zone = "camp".to_owned();
    let used = Edit::UseZone { zone, what: ZoneUse::Start(1), on: true };
    assert_eq!(harness.state().asked, [EditorAction::Edit(Box::new(used))]);
    harness.state_mut().asked.clear();
    click(&mut harness, "New zone");
    let new = EditorAction::Edit(Box::new(Edit::AddZone("zone 1".to_owned())));
    assert_eq!(harness.state().asked.first(), Some(&new));
}

#[test]
fn the_chosen_unit_is_changed() {
    let mut state = state();
    let unit = state.editor.palette.unit(Cell::new(3, 4));
    state.editor.apply(Edit::AddUnit { side: 0, unit: unit.clone() });
    let at = UnitAt { side: 0, unit: 0 };
    (state.editor.chosen, state.editor.palette.kind) = (Some(at), Kind::Unit);
    let mut harness = harness(show_left, state);
    click(&mut harness, "Altitude up");
    let higher = level::Unit { altitude: grid::Hm(1), ..unit };
    let change = Edit::ChangeUnit { at, unit: higher };
    assert_eq!(harness.state().asked, [EditorAction::Edit(Box::new(change))]);
    harness.state_mut().asked.clear();
    click(&mut harness, "Remove unit");
    let remove = EditorAction::Edit(Box::new(Edit::RemoveUnits(vec![at])));
    assert_eq!(harness.state().asked, [remove]);
}

/// Only initial states that some ruleset uses are shown: surprise, under momentum (MO-76).
#[test]
fn initial_states_are_shown_if_a_ruleset_uses_them() {
    for id in RulesetId::ALL {
        let mut state = state();
        state.library = Library([(id, id.built_in())].into());
        let unit = state.editor.palette.unit(Cell::new(3, 4));
        state.editor.apply(Edit::AddUnit { side: 0, unit: unit.clone() });
        let at = UnitAt { side: 0, unit: 0 };
        (state.editor.chosen, state.editor.palette.kind) = (Some(at), Kind::Unit);
        let mut harness = harness(show_left, state);
        let read = id.starts().contains(&StartFact::Surprised);
        assert_eq!(harness.query_by_label("Surprised").is_some(), read, "{}", id.name());
        let hidden = id.starts().contains(&StartFact::Hidden);
        assert_eq!(harness.query_by_label("Starts hidden").is_some(), hidden, "{}", id.name());
        if read {
            click(&mut harness, "Surprised");
            let mut surprised = unit;
            surprised.start.surprised = true;
            let change = Edit::ChangeUnit { at, unit: surprised };
            assert_eq!(harness.state().asked, [EditorAction::Edit(Box::new(change))]);
        }
    }
}

#[test]
fn a_text_is_taken_when_its_field_loses_focus() {
    let mut harness = harness(show_right, state());
    let field = (egui::accesskit::Role::TextInput, "Title");
    harness.get_by_role_and_label(field.0, field.1).click();
    harness.run();
    harness.get_by_role_and_label(field.0, field.1).type_text("New ");
    harness.run();
    assert_eq!(harness.state().asked, [], "not while typing");
    click(&mut harness, "Dusk");
    let facts: Vec<&EditorAction> = harness.state().asked.iter().collect();
    let named = |action: &&&EditorAction| match action {
        EditorAction::Edit(edit) => {
            matches!(&**edit, Edit::Fact(Fact::Name(n)) if n.contains("New ") && n.len() == 12)
        }
        _ => false,
    };
    assert_eq!(facts.iter().filter(named).count(), 1, "{facts:?}");
    let dusk = EditorAction::Edit(Box::new(Edit::Fact(Fact::Light(Daylight::Dusk))));
    assert!(facts.contains(&&dusk), "{facts:?}");
}

#[test]
fn a_door_is_locked_or_open_but_never_both() {
    let mut state = state();
    state.editor.palette.kind = Kind::Door;
    let mut harness = harness(show_left, state);
    click(&mut harness, "Locked");
    let locked = palette(&harness.state().asked);
    assert!(locked.opening.locked && !locked.opening.open);
    harness.state_mut().editor.palette = locked;
    harness.state_mut().asked.clear();
    harness.run();
    click(&mut harness, "Open");
    let open = palette(&harness.state().asked);
    assert!(open.opening.open && !open.opening.locked);
    harness.state_mut().editor.palette = open;
    harness.state_mut().asked.clear();
    harness.run();
    click(&mut harness, "Locked");
    click(&mut harness, "Secret");
    assert_eq!(harness.state().asked, [], "what stands open can be neither locked nor secret");
}

#[test]
fn a_door_is_secret_until_it_is_open() {
    let mut state = state();
    state.editor.palette.kind = Kind::Door;
    let mut harness = harness(show_left, state);
    click(&mut harness, "Secret");
    let secret = palette(&harness.state().asked);
    assert!(secret.opening.secret && !secret.opening.open);
    harness.state_mut().editor.palette = secret;
    harness.state_mut().asked.clear();
    harness.run();
    click(&mut harness, "Open");
    let open = palette(&harness.state().asked);
    assert!(open.opening.open && !open.opening.secret);
}

#[test]
fn goals_are_added_if_the_level_has_what_they_need() {
    let mut state = state();
    state.editor.tab = Tab::Sides;
    let mut harness = harness(show_right, state);
    click(&mut harness, "Add a goal");
    let goal = level::Goal { side: None, kind: GoalKind::LastSideStanding };
    assert_eq!(harness.state().asked, [EditorAction::Edit(Box::new(Edit::AddGoal(goal)))]);
    harness.state_mut().asked.clear();
    click(&mut harness, "Add a side");
    let asked = &harness.state().asked;
    assert!(
        matches!(asked.as_slice(), [EditorAction::Edit(e)] if matches!(**e, Edit::AddSide { .. }))
    );
}

#[test]
fn events_are_added_changed_and_removed() {
    let mut state = state();
    state.editor.tab = Tab::Events;
    let mut harness = harness(show_right, state);
    click(&mut harness, "Add an event");
    let event = LevelEvent::new(When::Round { number: 2 });
    let add = Edit::AddEvent(Box::new(event.clone()));
    assert_eq!(harness.state().asked, [EditorAction::Edit(Box::new(add.clone()))]);
    let state = harness.state_mut();
    state.asked.clear();
    state.editor.apply(add);
    harness.run();
    // The new event is unfolded.
    click(&mut harness, "Round up");
    let later = LevelEvent { when: vec![When::Round { number: 3 }], ..event.clone() };
    let change =
        |event: LevelEvent| [EditorAction::Edit(Box::new(Edit::ChangeEvent(0, Box::new(event))))];
    assert_eq!(harness.state().asked, change(later));
    harness.state_mut().asked.clear();
    click(&mut harness, "Add a cause");
    let two = LevelEvent { when: vec![When::Round { number: 2 }; 2], ..event.clone() };
    assert_eq!(harness.state().asked, change(two));
    harness.state_mut().asked.clear();
    click(&mut harness, "Add a new goal");
    let goal = level::Goal { side: None, kind: GoalKind::LastSideStanding };
    assert_eq!(harness.state().asked, change(LevelEvent { goals: vec![goal], ..event }));
    harness.state_mut().asked.clear();
    click(&mut harness, "Remove event 1");
    assert_eq!(harness.state().asked, [EditorAction::Edit(Box::new(Edit::RemoveEvent(0)))]);
}

#[test]
fn a_click_on_a_check_shows_its_place() {
    let mut state = state();
    state.editor.tab = Tab::Checks;
    let check = Check {
        severity: Severity::Error,
        text: "a unit stands in a wall".to_owned(),
        help: None,
        place: Some(Where::Cell(Cell::new(3, 4))),
    };
    state.editor.checks = (state.editor.version(), vec![check]);
    let mut harness = harness(show_right, state);
    assert!(harness.query_by_label("a unit stands in a wall").is_some());
    click(&mut harness, "Show: a unit stands in a wall");
    assert_eq!(harness.state().asked, [EditorAction::Look(Where::Cell(Cell::new(3, 4)))]);
}

#[test]
fn the_checks_are_those_of_play() {
    let id = RulesetId::ALL[0];
    let library = Library([(id, id.built_in())].into());
    let mut blank = Level::blank("Empty", 16, 12, Terrain::Grass);
    blank.goals.clear();
    let found = checks(&blank, &library);
    assert!(found.first().is_some_and(|check| check.severity == Severity::Error), "{found:?}");
    let sound = usual_recipe().build();
    let wrong = checks(&sound, &library);
    assert!(wrong.iter().all(|check| check.severity != Severity::Error), "{wrong:?}");
}

#[test]
fn the_history_goes_to_any_entry() {
    let mut state = state();
    for name in ["one", "two"] {
        state.editor.apply(Edit::AddZone(name.to_owned()));
    }
    state.editor.undo();
    state.editor.tab = Tab::History;
    let mut harness = harness(show_right, state);
    click(&mut harness, "Add zone \"two\"");
    click(&mut harness, "Opened");
    assert_eq!(harness.state().asked, [EditorAction::GoTo(2), EditorAction::GoTo(0)]);
}

#[test]
fn layers_are_hidden_and_locked_and_symmetry_is_set() {
    let mut state = state();
    state.editor.tab = Tab::Layers;
    let mut harness = harness(show_right, state);
    click(&mut harness, "Hide units");
    click(&mut harness, "Terrain only");
    click(&mut harness, "West-east");
    match harness.state().asked.as_slice() {
        [
            EditorAction::Layers(hidden),
            EditorAction::Layers(locked),
            EditorAction::Symmetry(symmetry),
        ] => {
            assert!(hidden.hidden.has(Layer::Units) && !hidden.locked.has(Layer::Units));
            assert!(!locked.locked.has(Layer::Terrain) && locked.locked.has(Layer::Heights));
            assert!(symmetry.west_east && !symmetry.half);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_bar_enables_what_is_possible() {
    let mut harness = harness(show_top, state());
    click(&mut harness, "Undo");
    click(&mut harness, "Paste");
    assert_eq!(harness.state().asked, [], "nothing to undo and nothing to paste");
    harness.state_mut().editor.apply(Edit::AddZone("camp".to_owned()));
    harness.run();
    assert!(harness.query_by_label("Old mill *").is_some(), "a star marks unsaved changes");
    click(&mut harness, "Undo");
    click(&mut harness, "Play");
    assert_eq!(harness.state().asked, [EditorAction::Undo, EditorAction::TestPlay]);
}

#[test]
fn the_status_line_shows_what_is_under_the_pointer() {
    let harness = harness(show_status, state());
    assert!(harness.query_by_label_contains("3, 4  ·  grass at 0 m").is_some());
}

#[test]
fn dialogs_are_answered() {
    let mut state = state();
    state.papers.asking = Some(Asking::Unsaved(Then::Quit));
    let mut harness = harness(show_top, state);
    assert!(harness.query_by_label_contains("before quitting").is_some());
    click(&mut harness, "Save");
    click(&mut harness, "Don't save");
    click(&mut harness, "Cancel");
    let all = [EditorAction::SaveFirst, EditorAction::DropChanges, EditorAction::Dismiss];
    assert_eq!(harness.state().asked, all);
}

#[test]
fn notes_of_an_import_are_shown() {
    let mut state = state();
    let notes = vec!["2 walls off the grid moved to it".to_owned()];
    state.papers.asking = Some(Asking::Imported("own/ford.ron".into(), notes));
    let mut harness = harness(show_top, state);
    assert!(harness.query_by_label_contains("2 walls off the grid").is_some());
    assert!(harness.query_by_label_contains("ford.ron").is_some());
    click(&mut harness, "Close");
    assert_eq!(harness.state().asked, [EditorAction::Dismiss]);
}

#[test]
fn a_new_level_is_made_from_a_template() {
    let mut state = state();
    state.papers.asking = Some(Asking::New(usual_recipe()));
    let mut harness = harness(show_top, state);
    click(&mut harness, "Arena");
    click(&mut harness, "Columns up");
    click(&mut harness, "Create");
    match harness.state().asked.as_slice() {
        [EditorAction::Create(recipe)] => {
            assert_eq!((recipe.width, recipe.scenery), (31, Scenery::Arena));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_list_of_keys_is_complete() {
    let mut state = state();
    state.papers.asking = Some(Asking::Help);
    let harness = harness(show_top, state);
    for action in Action::of_editor() {
        assert!(harness.query_all_by_label(action.words()).next().is_some(), "{action:?}");
    }
}

#[test]
fn parts_are_taken_from_the_shelf_and_laid_down_as_wished() {
    let mut state = state();
    state.editor.palette.kind = Kind::Part;
    let cells = [Cell::new(1, 1)].into();
    let clip = editor::Clipboard::copy(state.editor.level(), &cells, editor::LayerSet::ALL);
    let listed = |name: &str, shipped| editor::Listed {
        file: format!("{name}.ron").into(),
        name: name.to_owned(),
        shipped,
        part: clip.clone().ok_or_else(Vec::new),
    };
    state.parts.listed = Some(vec![listed("Tower", true), listed("My hut", false)]);
    state.editor.selection = [Cell::new(2, 2)].into();
    let mut harness = harness(show_left, state);
    click(&mut harness, "Tower");
    click(&mut harness, "My hut");
    click(&mut harness, "Keep selection");
    click(&mut harness, "Remove My hut");
    let wanted = [
        EditorAction::TakePart(0),
        EditorAction::TakePart(1),
        EditorAction::KeepPart,
        EditorAction::RemovePart("My hut.ron".into()),
    ];
    assert_eq!(harness.state().asked, wanted);
    assert!(harness.query_by_label("Remove Tower").is_none(), "one of the game's own");
    harness.state_mut().asked.clear();
    click(&mut harness, "Heights over the ground");
    assert!(!palette(&harness.state().asked).laying.relative);
    harness.state_mut().asked.clear();
    click(&mut harness, "Paste Units");
    assert!(!palette(&harness.state().asked).laying.layers.has(Layer::Units));
}
