//! Tests of the panel of the selected unit: conduct, numbers, gear and conditions.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::panels::{State, click, harness, state};
use crate::editor::action::EditorAction;
use crate::editor::panels::show_left;
use crate::editor::tools::Kind;
use crate::{Library, egui};
use editor::{Edit, Spot, UnitAt};
use grid::Cell;
use level::{Conduct, Unit};
use registry::RulesetId;
use rules::Key;

const AT: UnitAt = UnitAt { side: 0, unit: 0 };

/// The panel of a knight, with one ruleset.
fn chosen(ruleset: RulesetId) -> State {
    let mut state = state();
    state.library = Library([(ruleset, ruleset.built_in())].into());
    let unit = state.editor.palette.unit(Cell::new(3, 4));
    state.editor.apply(Edit::AddUnit { side: 0, unit });
    (state.editor.chosen, state.editor.palette.kind) = (Some(AT), Kind::Unit);
    state
}

/// The unit as the last change makes it.
fn wanted(harness: &Harness<'_, State>) -> Unit {
    let edits = harness.state().asked.iter().rev();
    let mut units = edits.filter_map(|action| match action {
        EditorAction::Edit(edit) => match &**edit {
            Edit::ChangeUnit { unit, .. } => Some(unit.clone()),
            _ => None,
        },
        _ => None,
    });
    units.next().unwrap_or_else(|| panic!("{:?}", harness.state().asked))
}

/// Replaces the text of a field by typing.
fn type_over(harness: &mut Harness<'_, State>, name: &str, text: &str) {
    let field = egui::accesskit::Role::TextInput;
    harness.get_by_role_and_label(field, name).click();
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    harness.run();
    harness.get_by_role_and_label(field, name).type_text(text);
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
}

#[test]
fn conduct_is_chosen() {
    let mut state = chosen(RulesetId::Precision);
    state.editor.apply(Edit::AddZone("gate".to_owned()));
    let mut harness = harness(show_left, state);
    click(&mut harness, "Hold");
    assert_eq!(wanted(&harness).conduct, Conduct::Hold);
    click(&mut harness, "Guard");
    assert_eq!(wanted(&harness).conduct, Conduct::Guard { region: "gate".to_owned() });
    click(&mut harness, "Patrol");
    assert_eq!(wanted(&harness).conduct, Conduct::Patrol { stops: vec![Cell::new(3, 4)] });
    assert!(harness.state().asked.contains(&EditorAction::Route(true)));
}

#[test]
fn without_a_zone_there_is_nothing_to_guard() {
    let mut harness = harness(show_left, chosen(RulesetId::Precision));
    click(&mut harness, "Guard");
    let refusal = EditorAction::Refuse("Make a zone to guard first.".to_owned());
    assert_eq!(harness.state().asked, [refusal]);
}

#[test]
fn the_cells_of_a_patrol_are_clicked_on_the_board() {
    let mut editor = chosen(RulesetId::Precision).editor;
    let unit = editor.chosen_unit().unwrap().clone();
    let conduct = Conduct::Patrol { stops: vec![unit.at] };
    editor.apply(Edit::ChangeUnit { at: AT, unit: Unit { conduct, ..unit } });
    editor.routing = true;
    let before = editor.level().clone();
    for (x, y) in [(6, 4), (6, 8)] {
        editor.press(Spot::middle_of(Cell::new(x, y)), false);
        editor.release();
    }
    let stops = |editor: &crate::editor::state::EditorState| {
        editor.chosen_unit().unwrap().conduct.stops().to_vec()
    };
    assert_eq!(stops(&editor), [Cell::new(3, 4), Cell::new(6, 4), Cell::new(6, 8)]);
    assert_eq!(editor.level().units().len(), before.units().len(), "no unit is placed");
    editor.undo();
    assert_eq!(stops(&editor).len(), 2);
    editor.cancel();
    assert!(!editor.is_routing() && editor.chosen.is_some());
    editor.undo();
    assert_eq!(*editor.level(), before);
}

#[test]
fn a_cell_of_a_patrol_is_left_out() {
    let mut state = chosen(RulesetId::Precision);
    let unit = state.editor.chosen_unit().unwrap().clone();
    let stops = vec![Cell::new(3, 4), Cell::new(5, 4)];
    let conduct = Conduct::Patrol { stops };
    state.editor.apply(Edit::ChangeUnit { at: AT, unit: Unit { conduct, ..unit } });
    let mut harness = harness(show_left, state);
    click(&mut harness, "Remove cell 1 of the patrol");
    assert_eq!(wanted(&harness).conduct, Conduct::Patrol { stops: vec![Cell::new(5, 4)] });
}

#[test]
fn numbers_are_typed_and_put_back() {
    let key = Key::of("precision");
    let mut harness = harness(show_left, chosen(RulesetId::Precision));
    type_over(&mut harness, "health number", "41");
    let unit = wanted(&harness);
    assert_eq!(unit.overrides[&key][&Key::of("health")], 41);
    harness.state_mut().asked.clear();
    type_over(&mut harness, "health number", "lots");
    assert!(matches!(&harness.state().asked[..], [EditorAction::Refuse(_)]));
    harness.state_mut().editor.apply(Edit::ChangeUnit { at: AT, unit });
    harness.run();
    click(&mut harness, "Reset health");
    assert_eq!(wanted(&harness).overrides, Default::default());
}

#[test]
fn gear_and_conditions_are_chosen_from_lists() {
    for ruleset in RulesetId::ALL {
        let key = Key::new(ruleset.name());
        let rules = ruleset.built_in();
        let mut harness = harness(show_left, chosen(ruleset));
        let name = &rules.describe().name;
        let adds = format!("Add a condition under {name}");
        harness.get_by_label(&adds).scroll_to_me();
        harness.run();
        click(&mut harness, &adds);
        let all: Vec<(String, String)> = rules::enlist::conditions(rules.describe())
            .map(|(id, name)| (id.to_string(), name.to_owned()))
            .collect();
        // The list begins with lying down and the first names in the alphabet.
        let (id, title) = all.iter().min().unwrap();
        click(&mut harness, title);
        let unit = wanted(&harness);
        assert_eq!(unit.conditions[&key][0].name.as_str(), id, "{name}");
        harness.state_mut().editor.apply(Edit::ChangeUnit { at: AT, unit });
        harness.run();
        click(&mut harness, &format!("{title} rounds up"));
        assert_eq!(wanted(&harness).conditions[&key][0].rounds, 1, "{name}");
        click(&mut harness, &format!("Remove {title}"));
        assert_eq!(wanted(&harness).conditions, Default::default(), "{name}");
        let plain = rules::kit::spawn::plain("knight");
        let gear = rules.enlist(&plain).unwrap().gear.0;
        let slot = gear.keys().next().unwrap();
        click(&mut harness, &format!("{slot} item"));
        click(&mut harness, "Nothing");
        assert_eq!(wanted(&harness).gear[&key][slot].as_str(), "", "{name}");
    }
}
