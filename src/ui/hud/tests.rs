//! Panel tests without a window: what panels show, and the intents that clicks return.

mod fight;
mod log;
mod order;
mod pages;
mod playback;
mod pools;
mod preview;
mod profile;
mod prompt;
mod result;
mod spot;
mod tools;

use bevy_egui::egui;
use egui_kittest::{Harness, kittest::Queryable};
use num_rational::Ratio;

use crate::intent::{Go, Intent, Page, PageAction, Panel, Saves, TableFormat, Tool, Watch};
use crate::interaction::Input;
use crate::interaction::Options;
use crate::log_text::{LogLine, Tone, Weight};
use grid::{Board, Light, SideId, UnitId, WeatherKind};
use registry::RulesetId;
use rules::Key;
use rules::Value;
use rules::dice::Likelihood;
use rules::engine;
use rules::ruleset::Aim;
use rules::state::{SlotKind, SlotState, Status};
use settings::Action;

use super::sky::Sky;
use super::*;

/// A harness for one panel; its state is the list of intents.
fn panel<'a>(mut show: impl FnMut(&mut egui::Ui) -> Vec<Intent> + 'a) -> Harness<'a, Vec<Intent>> {
    let mut harness = Harness::builder()
        .with_size([1000.0, 700.0])
        .build_ui_state(move |ui, asked: &mut Vec<Intent>| asked.extend(show(ui)), Vec::new());
    crate::theme::install(&harness.ctx);
    harness.run();
    harness
}

/// The parts of the action bar, one below the other.
fn bar(ui: &mut egui::Ui, model: &ActionsModel) -> Vec<Intent> {
    let mut intents = show_decide(ui, model);
    intents.extend(show_settings(ui, model));
    ui.scope(|ui| {
        ui.set_max_height(90.0);
        intents.extend(show_tiles(ui, model));
    });
    intents.extend(show_more(ui, model));
    intents
}

fn action(number: usize, name: &str, refused: Option<&str>) -> ActionModel {
    ActionModel {
        act: Key::new(name),
        number,
        name: name.to_owned(),
        text: format!("What {name} does."),
        cost: "action".to_owned(),
        icon: icons::of_act(name, Aim::Unit),
        part: 0,
        refused: refused.map(str::to_owned),
        aimless: false,
        chosen: false,
    }
}

#[test]
fn every_act_of_every_role_has_a_key() {
    for ruleset in RulesetId::ALL {
        for role in ruleset.built_in().describe().roles.clone() {
            let people = [(role.id.as_str(), fight::BLUE, 1, 1), ("knight", fight::RED, 4, 4)];
            let fight = fight::fight(ruleset, Board::new(6, 6), &people);
            let offers =
                engine::with_ctx(&*fight.rules, &fight.state, |c| fight.rules.offers(c, UnitId(0)));
            let options = Options { offers, ..Options::default() };
            for group in options.groups() {
                let parts = &fight.rules.describe().turn_parts;
                assert!(parts.contains(group), "{group} of {} has no colour", role.name);
                let acts = options.acts_of(Some(group)).count();
                let key = u8::try_from(acts).map(|n| Action::Slot(n).usual());
                assert!(key.is_ok_and(|key| !key.is_empty()), "{acts} in {group} of {}", role.name);
            }
        }
    }
}

#[test]
fn the_action_bar_says_why_an_action_is_unavailable() {
    let model = ActionsModel {
        actor: "Ada".to_owned(),
        actions: vec![
            action(1, "Sword", None),
            action(2, "Fire Lance", Some("4 energy are needed, 1 is left [PR-150]")),
        ],
        can_move: true,
        something_left: true,
        ..ActionsModel::default()
    };
    let mut harness = panel(move |ui| bar(ui, &model));
    harness.get_by_label("Fire Lance").click();
    harness.run();
    assert_eq!(*harness.state(), [], "an unavailable action cannot be selected");
    harness.get_by_label("Fire Lance").hover();
    harness.run_steps(12);
    assert!(harness.query_by_label_contains("4 energy are needed, 1 is left [PR-150]").is_some());
    harness.get_by_label("Sword").click();
    harness.run();
    harness.get_by_label("End turn").click();
    harness.run();
    assert_eq!(
        *harness.state(),
        [Intent::Input(Input::Act(Key::of("Sword"))), Intent::Input(Input::EndTurn)]
    );
}

#[test]
fn a_long_list_of_options_drops_down() {
    let setting = |n: usize| SettingModel {
        id: Key::new(&format!("option_{n}")),
        name: format!("Option {n}"),
        refused: (n == 3).then(|| "costs 2 AP, 1 left [MO-65]".to_owned()),
        chosen: n == 0,
    };
    let kind = FieldKind::OneOf((0..9).map(setting).collect());
    let (id, name) = (Key::of("act"), "Action".to_owned());
    let field = FieldModel { id, name, kind, chosen: true, hint: "" };
    let model = ActionsModel { fields: vec![field], ..ActionsModel::default() };
    let mut harness = panel(move |ui| bar(ui, &model));
    assert!(harness.query_by_label("Option 5").is_none(), "closed at first");
    harness.get_by_label("Choose action").click();
    harness.run();
    harness.get_by_label("Option 3").click();
    harness.run();
    assert_eq!(*harness.state(), [], "an unavailable option cannot be selected");
    harness.get_by_label("Option 5").click();
    harness.run();
    let chosen = Value::Name(Key::of("option_5"));
    assert_eq!(*harness.state(), [Intent::Input(Input::Set(Key::of("act"), chosen))]);
}

#[test]
fn groups_count_their_available_actions() {
    let part = |id: &'static str, possible: usize, open: bool| GroupModel {
        id: Key::of(id),
        name: id.to_owned(),
        possible: (possible, 4),
        open,
    };
    let model = ActionsModel {
        groups: vec![part("action", 0, true), part("rapid", 3, false)],
        more: vec![action(1, "Sword", Some("The action is used up [PR-38]"))],
        ..ActionsModel::default()
    };
    let mut harness = panel(move |ui| bar(ui, &model));
    harness.get_by_label("rapid").hover();
    harness.run_steps(12);
    assert!(harness.query_by_label_contains("3 of 4 actions available").is_some());
    harness.get_by_label("rapid").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Input(Input::Group(Key::of("rapid")))]);
}

#[test]
fn a_question_lists_its_answers() {
    let model = PromptModel {
        side: SideId(1),
        side_name: "Raiders".to_owned(),
        about: Some("Bo".to_owned()),
        text: "Ada attacks. Shield Bo?".to_owned(),
        rule: "PR-72".to_owned(),
        choices: vec![
            ChoiceModel {
                label: "Yes".to_owned(),
                effects: vec!["Bo: no loss".to_owned()],
                ..ChoiceModel::default()
            },
            ChoiceModel {
                label: "No".to_owned(),
                effects: vec!["Bo: hit 35 %".to_owned()],
                ..ChoiceModel::default()
            },
        ],
        default: 1,
        stakes: None,
        units: Vec::new(),
        cells: Vec::new(),
    };
    let mut harness = panel(move |ui| show_prompt(ui, &model));
    assert!(harness.query_by_label("Raiders: Bo").is_some());
    assert!(harness.query_by_label("Ada attacks. Shield Bo?").is_some());
    assert!(harness.query_by_label_contains("PR-72").is_some());
    assert!(harness.query_by_label("Bo: hit 35 %").is_some());
    harness.get_by_label("No").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Input(Input::Answer(1))]);
}

fn line(headline: &str, weight: Weight, details: &[&str]) -> LogLine {
    LogLine {
        headline: headline.to_owned(),
        details: details.iter().map(|d| (*d).to_owned()).collect(),
        weight,
        tone: Tone::Plain,
        about: None,
        links: Vec::new(),
        event: 0,
    }
}

#[test]
fn a_line_of_the_log_opens_to_its_arithmetic() {
    let model = LogModel {
        lines: vec![
            line("Ada rolls precision: 9.", Weight::Main, &["d10 shows 5", "+4 sword [PR-9]"]),
            line("Noted for Ada: move.", Weight::Bookkeeping, &[]),
        ],
        ..LogModel::default()
    };
    let mut harness = panel(move |ui| show_log(ui, &model));
    assert!(harness.query_by_label_contains("+4 sword [PR-9]").is_none());
    assert!(harness.query_by_label("Noted for Ada: move.").is_none());
    harness.get_by_label("Ada rolls precision: 9.").click();
    harness.run();
    assert!(harness.query_by_label_contains("d10 shows 5").is_some());
    assert!(harness.query_by_label_contains("+4 sword [PR-9]").is_some());
    harness.get_by_label("Details").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Panel(Panel::Bookkeeping)]);
}

#[test]
fn the_strip_shows_the_round_and_opens_a_unit() {
    let chip = |id, name: &str, status| Chip {
        health: Some(40),
        conditions: vec![icons::of_condition("slowed")],
        id: UnitId(id),
        name: name.to_owned(),
        figure: "guard".to_owned(),
        side: SideId(0),
        status,
        acting: id == 1,
        progress: Vec::new(),
    };
    let slot = |chip, state| SlotModel {
        extra: None,
        blank: false,
        chips: vec![chip],
        kind: SlotKind::Turn,
        state,
        value: 12,
        again: false,
        remarks: Vec::new(),
    };
    let model = OrderModel {
        objective: vec!["Defeat Captain".to_owned(), "Red: Hold the marked zone".to_owned()],
        sky: Sky {
            kind: WeatherKind::Rain,
            light: Light::Dim,
            brief: "Dusk, heavy rain".to_owned(),
            lines: Vec::new(),
        },
        round: 3,
        phase: "Turns".to_owned(),
        waits_for: "Turn of Ada".to_owned(),
        slots: vec![
            slot(chip(1, "Ada", Status::Active), SlotState::Running),
            slot(chip(2, "Bo", Status::Down), SlotState::Waiting),
        ],
    };
    let mut harness = panel(move |ui| {
        show_round(ui, &model);
        show_order(ui, &model)
    });
    assert!(harness.query_by_label("Round 3").is_some());
    assert!(harness.query_by_label_contains("Dusk, heavy rain").is_some());
    assert!(harness.query_by_label_contains("Turn of Ada").is_some());
    harness.get_by_label("Bo").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Input(Input::Look(UnitId(2)))]);
    harness.get_by_label("Bo").hover();
    harness.run_steps(12);
    assert!(harness.query_by_label_contains("Bo: down. Turn, still to come").is_some());
}

#[test]
fn the_preview_shows_chance_threshold_modifiers_and_losses() {
    let model = PreviewModel {
        title: "Sword".to_owned(),
        warnings: vec!["This makes it a run. [PR-62]".to_owned()],
        targets: vec![TargetPreview {
            name: "Bo".to_owned(),
            hit: Some("hit 65 %".to_owned()),
            needs: Some("7 or more on d10".to_owned()),
            bonus: Share {
                label: "Modifier".to_owned(),
                total: 4,
                terms: vec!["+4 sword [PR-9]".to_owned()],
                chips: vec![(4, "sword".to_owned())],
            },
            against: Share::default(),
            summary: vec!["loses 0 to 5 health, 2 on average".to_owned()],
            losses: vec![Outcome {
                text: "loses 5 health".to_owned(),
                chance: "40 %".to_owned(),
                hundredths: 40,
            }],
            ..TargetPreview::default()
        }],
        ..PreviewModel::default()
    };
    let mut harness = panel(move |ui| {
        show_preview(ui, &model);
        Vec::new()
    });
    assert!(harness.query_by_label("+4 sword").is_some(), "the modifiers are chips");
    assert!(harness.query_by_label("Modifier: 4").is_none(), "the arithmetic is a click further");
    harness.get_by_label("Arithmetic").click();
    harness.run();
    for text in [
        "hit 65 %",
        "7 or more on d10",
        "Modifier: 4",
        "This makes it a run. [PR-62]",
        "loses 5 health: 40 %",
        "loses 0 to 5 health, 2 on average",
    ] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
    assert!(harness.query_by_label_contains("+4 sword [PR-9]").is_some());
}

#[test]
fn the_preview_shows_bands_degrees_and_the_other_side() {
    let grade = |text: &str, hundredths: u16| Outcome {
        text: text.to_owned(),
        chance: format!("{hundredths} %"),
        hundredths,
    };
    let share = |label: &str, total: i32, term: &str| Share {
        label: label.to_owned(),
        total,
        terms: vec![term.to_owned()],
        chips: Vec::new(),
    };
    let model = PreviewModel {
        title: "Strike".to_owned(),
        targets: vec![TargetPreview {
            name: "Bo".to_owned(),
            hit: Some("hit 40 %".to_owned()),
            needs: Some("50 or less on d100, against the other roll's degrees".to_owned()),
            against: share("Melee", 50, "+50 Melee [EV-3]"),
            theirs: share("Opponent needs 40 or less on d100, Parry", 40, "+40 Parry [EV-3]"),
            grades: vec![grade("wins by 1 degree", 11), grade("does not win", 60)],
            ..TargetPreview::default()
        }],
        ..PreviewModel::default()
    };
    let mut harness = panel(move |ui| {
        show_preview(ui, &model);
        Vec::new()
    });
    harness.get_by_label("Arithmetic").click();
    harness.run();
    for text in [
        "hit 40 %",
        "50 or less on d100, against the other roll's degrees",
        "Melee: 50",
        "Opponent needs 40 or less on d100, Parry: 40",
        "wins by 1 degree: 11 %",
        "does not win: 60 %",
    ] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
    assert!(harness.query_by_label_contains("+40 Parry [EV-3]").is_some());
}

#[test]
fn chances_are_rounded_but_never_to_certainty() {
    assert_eq!(percent(&Ratio::new(13, 20)), "65 %");
    assert_eq!(percent(&Ratio::new(2, 3)), "67 %");
    assert_eq!(percent(&Ratio::new(0, 1)), "0 %");
    assert_eq!(percent(&Ratio::new(1, 1000)), "under 1 %");
    assert_eq!(percent(&Ratio::new(999, 1000)), "over 99 %");
    assert_eq!(percent(&Ratio::new(1, 1)), "100 %");
    let chance = |missing| Likelihood::of(13, 20).widened(Likelihood::of(missing, 1_000));
    assert_eq!([0, 1, 20].map(chance).map(in_words), ["65 %", "about 65 %", "65 % to 67 %"]);
}

#[test]
fn the_hand_over_waits_for_the_next_player() {
    let model = HandOverModel {
        side: SideId(1),
        name: "Raiders".to_owned(),
        why: "It is your turn.".to_owned(),
    };
    let mut harness = panel(move |ui| show_hand_over(ui, &model));
    assert!(harness.query_by_label("It is your turn.").is_some());
    harness.get_by_label("I'm ready").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::TakeSeat]);
}

#[test]
fn the_button_carries_out_and_end_turn_tells_what_is_left() {
    use crate::interaction::Confirmation;
    let model = |confirm| ActionsModel {
        confirm: Some(confirm),
        left: "move, action".to_owned(),
        something_left: true,
        ..ActionsModel::default()
    };
    let missing = model(Confirmation::Missing("Choose a target.".to_owned()));
    let mut harness = panel(move |ui| bar(ui, &missing));
    harness.get_by_label("Do it").click();
    harness.run();
    harness.get_by_label("Take back").click();
    harness.run();
    assert_eq!(*harness.state(), [], "nothing is aimed, nothing can be taken back");
    assert!(harness.query_by_label("Choose a target.").is_some());
    assert!(harness.query_by_label("Left: move, action").is_some());
    let mut ready = model(Confirmation::Ready("Or click its own figure.".to_owned()));
    ready.can_take_back = true;
    let mut harness = panel(move |ui| bar(ui, &ready));
    harness.get_by_label("Do it").click();
    harness.run();
    harness.get_by_label("Take back").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Input(Input::Confirm), Intent::TakeBack]);
}

#[test]
fn no_tile_changes_its_place_while_an_act_is_decided() {
    let places = |model: ActionsModel| {
        let harness = panel(move |ui| show_tiles(ui, &model));
        ["Move", "Sword", "Fire Lance", "More"].map(|name| harness.get_by_label(name).rect())
    };
    let model = || ActionsModel {
        actions: vec![action(1, "Sword", None), action(2, "Fire Lance", None)],
        ..ActionsModel::default()
    };
    let before = places(model());
    let mut spent = model();
    spent.actions = vec![
        ActionModel { chosen: true, ..action(0, "Sword", None) },
        action(0, "Fire Lance", Some("4 energy are needed, 1 is left [PR-150]")),
    ];
    spent.elsewhere = Some(action(0, "Banner", None));
    spent.can_move = true;
    assert_eq!(places(spent), before);
}

#[test]
fn what_is_left_of_the_turn_has_a_sentence() {
    let pip = |name: &str, left| PipModel {
        name: name.to_owned(),
        text: format!("{name}: for Stab or Flick."),
        icon: icons::TURN,
        left,
        most: 3,
        part: None,
    };
    let model =
        ActionsModel { pips: vec![pip("Action", 1), pip("Rapid", 0)], ..ActionsModel::default() };
    let mut harness = panel(move |ui| show_tiles(ui, &model));
    harness.get_by_label("Rapid").hover();
    harness.run_steps(12);
    assert!(harness.query_by_label("Rapid: for Stab or Flick.").is_some());
}

/// The longest names and the most tiles, at the smallest and at usual sizes.
#[test]
fn nothing_in_the_panels_is_cut_off_at_any_size() {
    use crate::interaction::MOST_TILES;
    use crate::layout::Layout;
    use crate::panels::Folds;

    let names: Vec<String> = (1..=MOST_TILES).map(|n| format!("Blinding Flare {n}")).collect();
    let pip = |name: &str| PipModel {
        name: name.to_owned(),
        text: String::new(),
        icon: icons::TURN,
        left: 1,
        most: 1,
        part: Some(0),
    };
    for (wide, tall) in [(960.0, 540.0), (1024.0, 600.0), (1280.0, 720.0), (1920.0, 1080.0)] {
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(wide, tall));
        let layout = Layout::of(window, Folds::default());
        let model = ActionsModel {
            actions: (1..).zip(&names).map(|(n, name)| action(n, name, None)).collect(),
            pips: ["Move", "Action", "Rapid", "Full turn", "Prepared", "Free"].map(pip).into(),
            facing: Some(false),
            left: "move, action, rapid, prepared, full turn, free".to_owned(),
            something_left: true,
            ..ActionsModel::default()
        };
        let tiles = model.clone();
        let tiles = within(layout.tiles, move |ui| show_tiles(ui, &tiles));
        let decide = within(layout.decide, move |ui| show_decide(ui, &model));
        let left = decide.get_by_label_contains("Left: move, action").rect();
        assert!(decide.ctx.content_rect().expand(0.5).contains_rect(left), "{left:?}");
        let mut widgets = vec![(&tiles, "More"), (&tiles, "Free"), (&decide, "End turn")];
        widgets.extend(names.iter().map(|name| (&tiles, name.as_str())));
        for (harness, name) in widgets {
            let inside = harness.ctx.content_rect().expand(0.5);
            let rect = harness.get_by_label(name).rect();
            assert!(inside.contains_rect(rect), "{name} at {wide} x {tall}: {rect:?} {inside:?}");
        }
    }
}

/// A harness as large as the inside of a panel.
fn within<'a>(
    place: egui::Rect,
    mut show: impl FnMut(&mut egui::Ui) -> Vec<Intent> + 'a,
) -> Harness<'a, Vec<Intent>> {
    let inner = place - crate::theme::plate_frame(&egui::Style::default()).total_margin();
    let size = inner.size();
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        move |ui, asked: &mut Vec<Intent>| {
            let whole =
                egui::UiBuilder::new().max_rect(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
            let mut inside = ui.new_child(whole);
            asked.extend(show(&mut inside));
        },
        Vec::new(),
    );
    crate::theme::install(&harness.ctx);
    harness.run();
    harness
}
