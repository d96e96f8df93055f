//! Knowledge of others, by awareness and by fact: hiding, noise, searching and reading an enemy
//! (EV-75 to EV-81, EV-87, EV-200, TU-127, VG-152).

use super::*;
use highground::rules::odds;
use highground::rules::referee::Ruling;
use highground::rules::state::{Awareness, Fog, Observer};

struct Prying;

const ICE: &str = "ice";

/// Fire damage to a unit: half if it resists fire, in reality or as a side believes.
fn burns(unit: &Unit) -> i32 {
    if unit.flags.get("resists_fire") == 1 { 4 } else { 8 }
}

impl Stub for Prying {
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Command::Act { unit, act, targets, .. } = command else { return refusal("unknown") };
        let mut step = Step::new("act").of(*unit).act(act.clone());
        step.targets.clone_from(targets);
        // EV-80: a hidden unit cannot be targeted.
        match step.target_unit() {
            Some(id) if ctx.state.knows(Observer::Unit(*unit), id) < Awareness::Notices => {
                refusal("hidden")
            }
            _ => Ok(vec![step]),
        }
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, _: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let unit = step.unit.unwrap_or_default();
        let foe = SideId(u8::from(!unit.0.is_multiple_of(2)));
        let aware = |by, of, to| EventKind::aware(ctx.state, by, of, to);
        let own = Observer::Side(ctx.unit(unit).map_or(SideId(0), Unit::side));
        let target = step.target_unit().unwrap_or_default();
        let news: Vec<EventKind> = match step.act.as_str() {
            // EV-75: out of sight of all others.
            "hide" => ctx
                .state
                .of_side(foe)
                .filter_map(|f| aware(Observer::Unit(f.id()), unit, Awareness::Unaware))
                .collect(),
            // EV-87: every unit that hears it has reason to search.
            "shout" => ctx
                .state
                .of_side(foe)
                .filter(|f| ctx.state.noticed(Observer::Unit(f.id()), unit) == Awareness::Unaware)
                .filter_map(|f| aware(Observer::Unit(f.id()), unit, Awareness::Suspects))
                .collect(),
            // EV-77: one unit searches and finds all hidden units.
            "search" => {
                let by = Observer::Unit(unit);
                let foes = ctx.state.units.iter().filter(|f| ctx.state.are_foes(unit, f.id()));
                foes.filter_map(|f| aware(by, f.id(), Awareness::Sees)).collect()
            }
            // EV-200: known to the whole side.
            "read" => {
                let facts = ["fire", ICE].map(Key::of);
                EventKind::learned(ctx.state, own, target, facts).into_iter().collect()
            }
            _ => {
                let health = ctx.unit(target).map_or(0, |u| u.tracks.0.value("health"));
                let harm = ctx.unit(target).map_or(0, burns);
                return Ok(Outcome::done(vec![track(ctx, target, "health", health - harm)]));
            }
        };
        Ok(Outcome::done(news.into_iter().map(event).collect()))
    }

    /// No unit is assumed to resist anything (EV-200).
    fn redact(&self, known: &mut State, side: SideId) {
        let of = Observer::Side(side);
        let ids: Vec<UnitId> = known.units.iter().map(Unit::id).collect();
        for id in ids {
            if !known.has_learned(of, id, "fire")
                && let Some(unit) = known.unit_mut(id)
            {
                unit.flags.set(Key::of("resists_fire"), 0);
            }
        }
    }
}

/// The scout, 1, on one side; the guards, 2 and 4, on the other.
fn game() -> Game<Prying> {
    Game::new(Prying, vec![unit(1, "scout"), unit(2, "guard"), unit(4, "captain")])
}

fn of(id: u32) -> Observer {
    Observer::Unit(UnitId(id))
}

const GUARDS: Observer = Observer::Side(SideId(1));

#[test]
fn all_units_are_aware_of_each_other_until_one_hides() {
    let mut game = game();
    let knows = |game: &Game<Prying>, by| game.state.knows(by, UnitId(1));
    assert_eq!(knows(&game, of(2)), Awareness::Sees);
    let _ = game.play(&act(1, "hide", []), []);
    let mut game = game.reloaded();
    assert_eq!([of(2), of(4), GUARDS].map(|by| knows(&game, by)), [Awareness::Unaware; 3]);
    // EV-80.
    assert_eq!(game.refused(&act(2, "fire", [1])), "hidden");
    let _ = game.play(&act(1, "shout", []), []);
    assert_eq!(knows(&game, of(2)), Awareness::Suspects);
    assert_eq!(game.refused(&act(2, "fire", [1])), "hidden");
    // One guard finds the scout: its side knows, but the other guard itself is still unaware.
    let _ = game.play(&act(2, "search", []), []);
    assert_eq!(knows(&game, of(2)), Awareness::Sees);
    assert_eq!(knows(&game, of(4)), Awareness::Suspects);
    assert_eq!(knows(&game, GUARDS), Awareness::Sees);
    let _ = game.play(&act(2, "fire", [1]), []);
}

#[test]
fn a_unit_that_a_side_is_unaware_of_does_not_exist_for_it() {
    let mut game = game();
    let _ = game.play(&act(1, "hide", []), []);
    let known = |side| odds::as_known_by(&game.rules, &game.state, SideId(side));
    assert_eq!(known(1).unit(UnitId(1)).map(|u| u.status), Some(Status::Gone));
    assert_eq!(known(0).unit(UnitId(1)).map(|u| u.status), Some(Status::Active));
    // Events of the hidden unit are visible only to its own side.
    let mut table = FixedDice(VecDeque::new());
    let turn = act(1, "fire", [1]);
    let (events, _) =
        engine::submit(&game.rules, &mut game.state, &turn, &mut table).expect("allowed");
    let told = events.iter().map(|e| e.is_seen_by(Some(SideId(1)))).collect::<Vec<_>>();
    assert_eq!(told, [false]);
}

#[test]
fn odds_use_what_was_learned() {
    let mut game = game();
    if let Some(guard) = game.state.unit_mut(UnitId(2)) {
        guard.flags.set(Key::of("resists_fire"), 1);
    }
    let expected = |game: &Game<Prying>| {
        let known = odds::as_known_by(&game.rules, &game.state, SideId(0));
        let courses = odds::courses(&game.rules, &known, &act(1, "fire", [2]), ()).expect("odds");
        let course = courses.iter().next().expect("a course");
        course.state.unit(UnitId(2)).map(|u| u.tracks.0.value("health"))
    };
    assert_eq!(expected(&game), Some(12), "as if it had no resistance");
    let (events, _) = game.play(&act(1, "read", [2]), []);
    assert_eq!(events.len(), 1);
    let mut game = game.reloaded();
    assert_eq!(expected(&game), Some(16));
    assert!(game.state.has_learned(of(1), UnitId(2), ICE));
    assert!(!game.state.has_learned(of(1), UnitId(4), ICE));
    // Facts already known produce no event.
    let (events, _) = game.play(&act(1, "read", [2]), []);
    assert_eq!(events, [""; 0]);
}

#[test]
fn with_hidden_information_awareness_needs_sight_and_only_the_observer_is_told() {
    let mut game = game();
    game.state.scene.fog = Fog::over_all();
    let _ = game.go([]);
    assert_eq!(game.state.knows(of(2), UnitId(1)), Awareness::Sees);
    let mut table = FixedDice(VecDeque::new());
    let (events, _) = engine::submit(&game.rules, &mut game.state, &act(1, "hide", []), &mut table)
        .expect("allowed");
    assert!(events.iter().all(|e| e.seen_by == Some(vec![SideId(1)])), "{events:?}");
    // Both guards lose it, so it goes out of view of their side.
    assert!(events.iter().any(|e| matches!(e.what, EventKind::Sighted { .. })));
    assert_eq!(game.state.knows(GUARDS, UnitId(1)), Awareness::Unaware);
    let _ = game.play(&act(2, "search", []), []);
    assert_eq!(game.state.knows(GUARDS, UnitId(1)), Awareness::Sees);
}

#[test]
fn a_referee_sets_awareness() {
    let mut game = game();
    game.state.scene.referee.on = true;
    let rule = |by, of, to| Command::Ruling(Ruling::Awareness { by, of: UnitId(of), to });
    assert_eq!(game.refused(&rule(of(2), 4, Awareness::Unaware)), "own_side");
    assert_eq!(game.refused(&rule(of(2), 1, Awareness::Sees)), "unchanged");
    assert_eq!(game.refused(&rule(Observer::Side(SideId(9)), 1, Awareness::Sees)), "no_such_side");
    let _ = game.play(&rule(of(2), 1, Awareness::Unaware), []);
    assert_eq!(game.state.knows(of(2), UnitId(1)), Awareness::Unaware);
}
