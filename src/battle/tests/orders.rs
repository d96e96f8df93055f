//! Standing orders in a battle: given in the side's own turn, kept in saves and records, followed
//! without a prompt, and secret.

use super::*;
use crate::replay::replay;
use crate::undo::{UndoGrounds, undo};
use grid::SideId;
use rules::engine::{self, BattleStatus};
use rules::event::EventKind;
use rules::odds;
use rules::policy::Policy;
use rules::prompt::{Answer, Prompt};
use rules::standing_orders::askable;

fn parry(side: u8, policy: Policy) -> Command {
    Command::Policy { side: SideId(side), about: Key::of("parry"), policy }
}

/// Strikes in turn until one of the knights is asked whether it parries.
fn first_question(app: &mut App) -> Prompt {
    let mut turn = 0;
    loop {
        assert_eq!(order(app, strike(turn, 1 - turn)), None);
        if let Some(BattleStatus::Asked(prompt)) = app.world().resource::<CurrentStatus>().0.clone()
        {
            return prompt;
        }
        assert_eq!(order(app, end(turn)), None);
        turn = 1 - turn;
    }
}

/// The same battle in another app, from a save.
fn saved_and_loaded(app: &App) -> App {
    let save = Save::of(app.world()).unwrap();
    let summary = crate::SaveSummary::default();
    let bytes = save.to_bytes(std::path::Path::new("a.save"), &summary).unwrap();
    let mut loaded = App::new();
    loaded.add_plugins(BattlePlugin);
    let save = Save::from_bytes("a.save", &bytes).unwrap();
    resume(loaded.world_mut(), rules(), save).unwrap();
    loaded
}

#[test]
fn a_side_gives_orders_in_its_own_turns_about_its_own_prompts() {
    let mut app = app(&two_knights(), 3);
    let dodge = Command::Policy { side: SideId(0), about: Key::of("dodge"), policy: Policy::Never };
    let cases = [
        (parry(1, Policy::Never), "not_your_turn"),
        (parry(7, Policy::Never), "no_such_side"),
        (dodge, "not_askable"),
    ];
    let before = state(&app);
    for (command, code) in cases {
        assert_eq!(order(&mut app, command), Some(Key::of(code)));
    }
    assert_eq!(state(&app), before);
    assert_eq!(order(&mut app, parry(0, Policy::Never)), None);
    let listed = |app: &App, side| askable(&*rules(), &state(app), SideId(side));
    assert_eq!(listed(&app, 0)[0].policy, Policy::Never);
    assert_eq!(listed(&app, 1)[0].policy, Policy::Ask);
    assert_eq!(listed(&app, 1)[0].about, Key::of("parry"));
    assert_ne!(state(&app).hash(), before.hash());
    // A side may undo its order: it learnt nothing from giving it.
    assert_eq!(undo(app.world_mut(), UndoGrounds::NothingLearnt), Ok(()));
    assert_eq!(state(&app), before);
}

#[test]
fn orders_are_followed_saved_and_played_again() {
    let mut one = app(&two_knights(), 3);
    assert_eq!(order(&mut one, parry(0, Policy::Always)), None);
    assert_eq!(order(&mut one, end(0)), None);
    assert_eq!(order(&mut one, parry(1, Policy::Never)), None);
    let mut two = saved_and_loaded(&one);
    for app in [&mut one, &mut two] {
        let mut turn = 1;
        for _ in 0..60 {
            assert_eq!(order(app, strike(turn, 1 - turn)), None);
            let status = app.world().resource::<CurrentStatus>().0.clone();
            if matches!(status, Some(BattleStatus::Over(_))) {
                break;
            }
            assert!(matches!(status, Some(BattleStatus::Await(_))), "no side is asked: {status:?}");
            assert_eq!(order(app, end(turn)), None);
            turn = 1 - turn;
        }
    }
    assert_eq!(state(&one).hash(), state(&two).hash());
    let told = &one.world().resource::<EventLog>().0;
    let answers = |of: u8| {
        let mut found = Vec::new();
        for event in told {
            if let EventKind::Ordered { side, answer, .. } = &event.what
                && *side == SideId(of)
            {
                assert_eq!(event.seen_by, Some(vec![SideId(of)]));
                found.push(answer.clone());
            }
        }
        found
    };
    let (first, second) = (answers(0), answers(1));
    assert!(!first.is_empty() && first.iter().all(|a| *a == Key::of("yes")), "{first:?}");
    assert!(!second.is_empty() && second.iter().all(|a| *a == Key::of("no")), "{second:?}");
    let record = one.world().resource::<Record>();
    assert_eq!(replay(record, rules()).unwrap().state.hash(), state(&one).hash());
}

/// The open question is not answered by the order, also after loading.
#[test]
fn a_side_gives_orders_while_it_is_asked() {
    let mut one = app(&two_knights(), 3);
    let prompt = first_question(&mut one);
    let (own, other) = (prompt.side.0, 1 - prompt.side.0);
    assert_eq!(order(&mut one, parry(other, Policy::Never)), Some(Key::of("asked")));
    assert_eq!(order(&mut one, parry(own, Policy::Never)), None);
    assert_eq!(state(&one).scene.policies.of(prompt.side, "parry"), Policy::Never);
    let mut two = saved_and_loaded(&one);
    for app in [&mut one, &mut two] {
        let rest = app.world().resource::<CurrentStatus>().0.clone();
        assert_eq!(rest, Some(BattleStatus::Asked(prompt.clone())));
        assert_eq!(order(app, Command::Answer(Answer::YES)), None);
    }
    assert_eq!(state(&one).hash(), state(&two).hash());
    let record = one.world().resource::<Record>();
    assert_eq!(replay(record, rules()).unwrap().state.hash(), state(&one).hash());
}

#[test]
fn odds_follow_orders() {
    let mut app = app(&two_knights(), 3);
    let worst = |app: &App| {
        let courses = odds::courses(&*rules(), &state(app), &strike(1, 0), ()).unwrap();
        let healths =
            courses.iter().map(|c| c.state.units.of(UnitId(0)).unwrap().tracks.0.value("health"));
        healths.min().unwrap_or_default()
    };
    assert_eq!(order(&mut app, end(0)), None);
    assert_eq!(worst(&app), 10 - 1, "the ruleset's own policy parries");
    assert_eq!(order(&mut app, end(1)), None);
    assert_eq!(order(&mut app, parry(0, Policy::Never)), None);
    assert_eq!(order(&mut app, end(0)), None);
    assert_eq!(worst(&app), 10 - 3);
}

#[test]
fn only_the_side_that_is_asked_learns_the_question() {
    let mut app = app(&two_knights(), 3);
    let asked = first_question(&mut app);
    let refusal = engine::check(&*rules(), &state(&app), &end(0)).unwrap_err();
    assert_eq!(refusal.code, Key::of("asked"));
    assert!(!refusal.text.contains(&asked.text), "{refusal}");
    assert_eq!(order(&mut app, Command::Answer(Answer::NO)), None);
}
