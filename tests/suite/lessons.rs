//! The shipped lessons: one per ruleset, each played to its end by its own steps.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::query::With;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key as Logical, KeyCode, KeyboardInput};
use bevy::window::PrimaryWindow;
use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::battle::{BattleState, Order, Rules};
use highground::grid::SideId;
use highground::keyboard::Stroke;
use highground::lesson::{Awaits, Lesson, LessonStep, Mark, Opened, ViewAction, rehearse};
use highground::registry::RulesetId;
use highground::rules::engine;
use highground::scenario::{Do, View, command_of};
use highground::settings::{Settings, Speed};
use highground::ui::interaction::TurnState;
use highground::ui::{Learning, Selection};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lessons")
}

fn lesson(id: RulesetId) -> Lesson {
    let path = folder().join(format!("{}.ron", id.name()));
    Lesson::load(&path).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// The commands of every step are allowed and complete it, in order, with the seed of the lesson.
fn is_won(id: RulesetId) {
    let lesson = lesson(id);
    assert_eq!(lesson.ruleset, id);
    let rehearsal =
        rehearse(&lesson, &id.built_in()).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let winner = rehearsal.state.scene.verdict.as_ref().and_then(|verdict| verdict.winner);
    assert_eq!(winner, Some(lesson.side), "the player wins");
    assert!(rehearsal.commands >= 8, "only {} commands", rehearsal.commands);
}

#[test]
fn the_precision_lesson_is_played_to_its_end() {
    is_won(RulesetId::Precision);
}

#[test]
fn the_momentum_lesson_is_played_to_its_end() {
    is_won(RulesetId::Momentum);
}

#[test]
fn the_vigor_lesson_is_played_to_its_end() {
    is_won(RulesetId::Vigor);
}

#[test]
fn the_turnside_lesson_is_played_to_its_end() {
    is_won(RulesetId::Turnside);
}

#[test]
fn the_evoker_lesson_is_played_to_its_end() {
    is_won(RulesetId::Evoker);
}

/// A lesson begins with text only, and soon asks to look round, to move and to use an act.
#[test]
fn every_lesson_teaches_the_basics() {
    for id in RulesetId::ALL {
        let lesson = lesson(id);
        let name = id.name();
        assert!((15..=60).contains(&lesson.steps.len()), "{name}: {} steps", lesson.steps.len());
        assert_eq!(lesson.steps[0].until, Awaits::Next, "{name} begins with reading");
        let has = |test: &dyn Fn(&Awaits) -> bool| {
            let within = |awaits: &Awaits| match awaits {
                Awaits::Any(list) => list.iter().any(test),
                one => test(one),
            };
            lesson.steps.iter().any(|step| within(&step.until))
        };
        assert!(has(&|a| *a == Awaits::View), "{name}: the camera");
        assert!(has(&|a| matches!(a, Awaits::Points(_))), "{name}: a figure");
        assert!(has(&|a| matches!(a, Awaits::Stands(..))), "{name}: a move");
        assert!(has(&|a| matches!(a, Awaits::Acts(..) | Awaits::ActsOn(..))), "{name}: an act");
        assert!(has(&|a| matches!(a, Awaits::Ends(_))), "{name}: the end of a turn");
        assert!(has(&|a| *a == Awaits::Wins), "{name}: victory");
        let marked = lesson.steps.iter().filter(|step| step.mark.is_some()).count();
        assert!(marked * 10 >= lesson.steps.len() * 7, "{name}: {marked} steps have a mark");
        let kinds: BTreeSet<&str> = lesson
            .steps
            .iter()
            .filter_map(|step| step.mark.as_ref())
            .map(|mark| match mark {
                Mark::Cells(_) => "cells",
                Mark::Unit(_) => "unit",
                Mark::Act(_) => "act",
                Mark::Button(_) => "button",
                Mark::Panel(_) => "panel",
            })
            .collect();
        assert_eq!(kinds.len(), 5, "{name} marks only {kinds:?}");
    }
}

/// Each lesson has its own board, and the player has the first side.
#[test]
fn every_lesson_has_a_board_of_its_own() {
    let lessons = RulesetId::ALL.map(lesson);
    let boards: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.level.name.as_str()).collect();
    assert_eq!(boards.len(), lessons.len(), "{boards:?}");
    assert!(lessons.iter().all(|lesson| lesson.side == SideId(0)));
    let titles: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.title.as_str()).collect();
    assert_eq!(titles.len(), lessons.len(), "{titles:?}");
}

/// A player of a lesson in the whole game without a window: reads, presses keys, points and gives
/// commands.
struct Pupil {
    app: App,
    window: Entity,
}

impl Pupil {
    fn new(id: RulesetId) -> Self {
        let options = Options {
            rulesets: vec![(id, id.built_in())],
            begin: Begin::Lesson(folder().join(format!("{}.ron", id.name()))),
            ..Options::default()
        };
        let mut app = headless(&options, |_| Box::new(SimpleAi::new())).unwrap();
        let settings = Settings { speed: Speed::Instant, ..Settings::default() };
        app.insert_resource(settings.motion()).insert_resource(settings);
        app.update();
        let world = app.world_mut();
        let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap();
        let mut pupil = Self { app, window };
        pupil.settle();
        pupil
    }

    fn learning(&self) -> &Learning {
        self.app.world().resource::<Learning>()
    }

    fn at(&self) -> usize {
        self.learning().progress.at()
    }

    /// Runs frames until the player decides, or the battle is over.
    fn settle(&mut self) {
        for _ in 0..600 {
            self.app.update();
            let stand = self.app.world().resource::<Selection>().options.stand;
            if stand != TurnState::Waiting {
                // The lesson processes the events shown on the board.
                self.app.update();
                self.app.update();
                return;
            }
        }
        panic!("step {}: no decision comes", self.at() + 1);
    }

    fn press(&mut self, name: &str) {
        let stroke = Stroke::parse(name).unwrap();
        let keys: Vec<(KeyCode, Logical)> =
            stroke.modifiers.iter().cloned().chain([(stroke.code, stroke.logical)]).collect();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            for (key_code, logical_key) in keys.iter().cloned() {
                let (window, text, repeat) = (self.window, None, false);
                let key = KeyboardInput { key_code, logical_key, state, text, repeat, window };
                self.app.world_mut().write_message(key);
            }
            self.app.update();
        }
        self.settle();
    }

    /// Chooses an act by its digit, in its part of the turn.
    fn choose(&mut self, act: &str) {
        for _ in 0..12 {
            let selection = self.app.world().resource::<Selection>();
            let numbered = selection.hand.numbered(&selection.options);
            let place = numbered.iter().position(|offer| offer.act == *act);
            match place {
                Some(place) => {
                    let shift = if place < 9 { "" } else { "Shift+" };
                    return self.press(&format!("{shift}{}", place % 9 + 1));
                }
                None => self.press("G"),
            }
        }
        panic!("no key for {act}");
    }

    /// Performs in the window the input that the step waits for.
    fn look(&mut self, glance: &ViewAction) {
        match glance {
            ViewAction::Next => self.press("Enter"),
            ViewAction::View => self.press("Q"),
            ViewAction::Unit(id) => {
                self.app.world_mut().resource_mut::<Selection>().hand.looked_at = Some(*id);
                self.app.update();
            }
            ViewAction::Aim(act) => {
                self.choose(act.as_str());
                self.press("Esc");
            }
            ViewAction::Open(Opened::Lens) => self.press("Z"),
            ViewAction::Open(Opened::Log) => self.press("L"),
            ViewAction::Open(Opened::Sheet) => self.press("I"),
            ViewAction::Open(Opened::Orders) => self.press("O"),
            ViewAction::Open(Opened::More) => self.press("G"),
            ViewAction::Answer => unreachable!("an answer is a command"),
        }
    }

    /// Gives the first command of `list` that is allowed. False if none is.
    fn give(&mut self, step: &LessonStep, list: &[Do]) -> bool {
        let world = self.app.world();
        let (rules, state) = (world.resource::<Rules>(), world.resource::<BattleState>());
        let (rules, state) = (&*rules.0, &*state.0);
        let names = &world.resource::<Learning>().lesson.names;
        let view = View { rules, state, names };
        let known = list.iter();
        let mut commands = known.filter_map(|act| command_of(view, act, &step.with).ok());
        let allowed = commands.find(|c| engine::check(rules, state, c).is_ok());
        let Some(command) = allowed else { return false };
        self.app.world_mut().write_message(Order(command));
        self.settle();
        true
    }
}

/// The whole lesson in the whole game: the panel follows, the other side acts as the steps say, and
/// at the end the lesson is recorded as finished.
fn is_followed(id: RulesetId) {
    let mut pupil = Pupil::new(id);
    let lesson = pupil.learning().lesson.clone();
    let (mut given, mut before) = (0, 0);
    for _ in 0..600 {
        let at = pupil.at();
        if at != before {
            assert!(at > before, "{}: back from step {} to {}", id.name(), before + 1, at + 1);
            (before, given) = (at, 0);
        }
        let rest = lesson.steps.get(at..).unwrap_or_default();
        if rest.iter().all(|step| step.until == Awaits::Next) {
            break;
        }
        let step = &lesson.steps[at];
        if let Some(glance) = step.until.glance(&lesson.names) {
            pupil.look(&glance);
        } else if step.again {
            assert!(pupil.give(step, &step.acts), "{}: step {}", id.name(), at + 1);
        } else if let Some(wanted) = step.acts.get(given) {
            given += 1;
            let known = std::slice::from_ref(wanted);
            assert!(pupil.give(step, known), "{}: step {}: {wanted:?}", id.name(), at + 1);
        } else {
            pupil.settle();
        }
    }
    assert_eq!(pupil.at() + 1, lesson.steps.len(), "{}: only the last words are left", id.name());
    let finished = &pupil.app.world().resource::<Settings>().lessons;
    assert!(finished.contains(id.name()), "{finished:?}");
}

#[test]
fn the_precision_lesson_is_followed_in_the_game() {
    is_followed(RulesetId::Precision);
}

#[test]
fn the_momentum_lesson_is_followed_in_the_game() {
    is_followed(RulesetId::Momentum);
}

#[test]
fn the_vigor_lesson_is_followed_in_the_game() {
    is_followed(RulesetId::Vigor);
}

#[test]
fn the_turnside_lesson_is_followed_in_the_game() {
    is_followed(RulesetId::Turnside);
}

#[test]
fn the_evoker_lesson_is_followed_in_the_game() {
    is_followed(RulesetId::Evoker);
}
