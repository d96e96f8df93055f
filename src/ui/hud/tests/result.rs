//! Tests of the panel with the result of a battle.

use battle::statistics::UnitStats;

use super::*;

fn won() -> ResultModel {
    ResultModel {
        ending: Ending::Won(SideId(0), "Wardens".to_owned()),
        why: "only one side is left".to_owned(),
        rounds: 4,
        stood_out: vec!["Most damage: Bo, 31".to_owned()],
        track: "Health".to_owned(),
        rows: vec![ResultRow {
            name: "Ada".to_owned(),
            side: SideId(0),
            status: "in the fight",
            left: "12 / 40".to_owned(),
            after: Some(Outlook {
                fate: "rested".to_owned(),
                left: "Health 40 of 40".to_owned(),
                rule: "PR-385".to_owned(),
            }),
        }],
        house_rules: vec!["Flank bonus: 2".to_owned()],
        stats: StatsModel {
            rows: vec![StatsRow {
                side: SideId(0),
                name: "Bo".to_owned(),
                whole_side: false,
                stats: UnitStats {
                    dealt: 31,
                    hits: 3,
                    rolls: 4,
                    expected: 2_000_000,
                    variance: 1_000_000,
                    ..UnitStats::default()
                },
                lost: "Health 12".to_owned(),
            }],
        },
    }
}

#[test]
fn the_result_names_the_winner_and_leads_on() {
    let model = won();
    let after = model.clone();
    let mut taught = panel(move |ui| show_result(ui, &after, None, Some(&Intent::Go(Go::Lessons))));
    assert!(taught.query_by_label("Save this battle").is_none(), "a lesson is not saved");
    for name in ["Back to the lessons", "Play the lesson again"] {
        taught.get_by_label(name).click();
        taught.run();
    }
    assert_eq!(*taught.state(), [Intent::Go(Go::Lessons), Intent::Go(Go::Rematch)]);
    let mut harness = panel(move |ui| {
        show_headline(ui, &model);
        show_result(ui, &model, None, None)
    });
    assert!(harness.query_by_label("Winner: Wardens").is_some());
    assert!(harness.query_by_label("Most damage: Bo, 31").is_some());
    assert!(harness.query_by_label("Only one side is left after 4 rounds.").is_some());
    assert!(harness.query_by_label("12 / 40").is_some());
    assert!(harness.query_by_label("rested").is_some());
    harness.get_by_label("Statistics").click();
    harness.run();
    assert!(harness.query_by_label("31").is_some());
    assert!(harness.query_by_label("3 of 4, 2.0 expected").is_some());
    assert!(harness.query_by_label("+1.0").is_some());
    for name in ["CSV", "Watch replay", "Save this battle", "Rematch"] {
        harness.get_by_label(name).click();
        harness.run();
    }
    let asked = [
        Intent::Saves(Saves::Export(TableFormat::Csv)),
        Intent::WatchFromStart(None),
        Intent::PageAction(PageAction::Open(Page::Saves)),
        Intent::Go(Go::Rematch),
    ];
    assert_eq!(*harness.state(), asked);
}

#[test]
fn answers_of_the_aftermath_lie_below_each_other_beside_the_outcome() {
    let answer = |label: &str| ChoiceModel { label: label.to_owned(), ..ChoiceModel::default() };
    let question = PromptModel {
        side: SideId(0),
        side_name: "Wardens".to_owned(),
        about: None,
        text: "How do you spend the 8 hours of the night?".to_owned(),
        rule: "TU-313".to_owned(),
        choices: ["Sleep 8 hours", "Sleep 4 hours", "Stay awake"].map(answer).to_vec(),
        default: 0,
        stakes: None,
        units: Vec::new(),
        cells: Vec::new(),
    };
    for width in [640.0, 900.0] {
        let (model, question) = (won(), question.clone());
        let shown = panel(move |ui| {
            ui.set_max_size(egui::vec2(width, 240.0));
            show_result(ui, &model, Some(&question), None)
        });
        let labels = ["Sleep 8 hours", "Sleep 4 hours", "Stay awake"];
        let [first, second, third] = labels.map(|label| shown.get_by_label(label).rect());
        for answer in [first, second, third] {
            assert!(answer.height() < 40.0 && answer.width() > 150.0, "{answer:?}");
        }
        assert!(first.max.y <= second.min.y && second.max.y <= third.min.y);
        let outcome = shown.get_by_label("Statistics").rect();
        assert!(outcome.min.x > first.max.x, "{outcome:?}");
    }
}
