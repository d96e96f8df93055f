//! Everything in a battle can be done with the keyboard alone: the whole game runs without a window
//! and receives only key presses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::query::With;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key as Logical, KeyCode, KeyboardInput};
use bevy::window::PrimaryWindow;
use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::battle::{BattleState, Controller, Record};
use highground::grid::Cell;
use highground::keyboard::Stroke;
use highground::registry::RulesetId;
use highground::rules::ruleset::Aim;
use highground::rules::{Command, Key, Target, Values};
use highground::settings::{Settings, Speed};
use highground::ui::interaction::{Mode, TurnState};
use highground::ui::{CurrentNotice, Panels, Selection};

use super::by_hand::{Course, battles};

/// Maximum number of decisions per level in which every act is tried.
const TURNS: usize = 240;

/// Maximum number of decisions of a whole battle.
const DECISIONS: usize = 2_000;

/// Maximum number of targets to try per act.
const TARGETS: usize = 60;

/// Maximum number of variants of an act.
const VARIANTS: usize = 12;

/// Maximum number of values of a parameter to go through.
const VALUES: usize = 40;

/// A player with a keyboard and no mouse, who plays both sides.
struct Typist {
    app: App,
    window: Entity,
    /// Strokes so far.
    pressed: usize,
}

impl Typist {
    fn new(ruleset: RulesetId, level: &str) -> Self {
        let level = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("levels/{level}.ron"));
        let options = Options {
            levels: vec![level.clone()],
            rulesets: vec![(ruleset, ruleset.built_in())],
            begin: Begin::Battle(level),
            seats: vec![Controller::Human, Controller::Human],
            seed: Some(1),
            ..Options::default()
        };
        let mut app = headless(&options, |_| Box::new(SimpleAi::new())).unwrap();
        let settings = Settings { speed: Speed::Instant, ..Settings::default() };
        app.insert_resource(settings.motion()).insert_resource(settings);
        app.update();
        let world = app.world_mut();
        let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap();
        let mut typist = Self { app, window, pressed: 0 };
        typist.settle();
        typist
    }

    fn table(&self) -> &Selection {
        self.app.world().resource::<Selection>()
    }

    fn panels(&self) -> &Panels {
        self.app.world().resource::<Panels>()
    }

    fn commands(&self) -> &[highground::battle::record::RecordedCommand] {
        &self.app.world().resource::<Record>().commands
    }

    /// Runs frames until the battle waits for a player.
    fn settle(&mut self) {
        for _ in 0..400 {
            self.app.update();
            if self.table().options.stand != TurnState::Waiting {
                return;
            }
        }
        panic!("no player can act");
    }

    fn press(&mut self, name: &str) {
        self.pressed += 1;
        let stroke = Stroke::parse(name).unwrap();
        let keys: Vec<(KeyCode, Logical)> =
            stroke.modifiers.iter().cloned().chain([(stroke.code, stroke.logical)]).collect();
        for state in [ButtonState::Pressed, ButtonState::Released] {
            for (key_code, logical_key) in keys.iter().cloned() {
                let (window, text, repeat) = (self.window, None, false);
                let key = KeyboardInput { key_code, logical_key, state, text, repeat, window };
                self.app.world_mut().write_message(key);
            }
            // A modifier has to be held in the frame of its key; a key alone can be tapped in one.
            if state == ButtonState::Released || keys.len() > 1 {
                self.app.update();
            }
        }
        self.settle();
    }

    /// Answers all prompts, and confirms changes of seats.
    fn answer(&mut self) {
        for _ in 0..40 {
            match self.table().options.stand {
                TurnState::Asked { .. } => self.press("1"),
                TurnState::HandOver => self.press("Enter"),
                TurnState::Acting | TurnState::Waiting | TurnState::Over => return,
            }
        }
        panic!("prompts never end");
    }

    /// Moves from the tiles to the part of the turn that contains an act and presses its digit.
    fn choose(&mut self, act: &Key) {
        for _ in 0..=self.table().options.groups().len() + 1 {
            let table = self.table();
            let numbered = table.hand.numbered(&table.options);
            let place = numbered.iter().position(|offer| offer.act == *act);
            match place {
                Some(place) => {
                    assert!(place < 27, "no key for {act}: it is number {}", place + 1);
                    let held = ["", "Shift+", "Ctrl+"][place / 9];
                    self.press(&format!("{held}{}", place % 9 + 1));
                    return;
                }
                None => self.press("G"),
            }
        }
    }

    /// Tries to do an act.
    fn act(&mut self, act: &Key) -> Tried {
        if self.panels().recap.is_some() {
            // During playback Enter would continue it.
            self.press("Esc");
        }
        let before = self.commands().len();
        self.choose(act);
        let aims = |table: &Selection| match &table.hand.mode {
            Mode::Aiming { act: aimed, aim, .. } => aimed == act && *aim != Aim::Own,
            Mode::Idle | Mode::Moving | Mode::Facing { .. } => false,
        };
        let table = self.table();
        let options = &table.options;
        let aimless = options.offer(act).is_none_or(|offer| options.is_aimless(act, offer.aim));
        if aims(table) && (aimless || !options.targets.contains_key(act)) {
            self.let_go();
            return Tried::NotNow;
        }
        for _ in 0..TARGETS {
            if self.commands().len() > before {
                break;
            }
            self.press("Enter");
            if self.table().hand.give_up_asked.is_some() {
                // Surrender needs a second confirmation.
                self.press("Enter");
            }
            if !aims(self.table()) {
                break;
            }
            self.press("Tab");
        }
        let notice = self.app.world().resource::<CurrentNotice>();
        let refused = notice.0.as_ref().is_some_and(|notice| notice.refusal);
        self.let_go();
        let done = &self.commands()[before..];
        let is_it =
            |command: &Command| matches!(command, Command::Act { act: done, .. } if done == act);
        match done.iter().any(|entry| is_it(&entry.command)) {
            true => Tried::Done,
            false if refused => Tried::NotNow,
            false => Tried::Failed,
        }
    }

    fn end(&mut self) {
        let before = self.commands().len();
        for _ in 0..3 {
            if self.commands().len() > before || self.table().options.stand != TurnState::Acting {
                return;
            }
            self.press("Space");
        }
    }
}

/// Result of trying an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tried {
    Done,
    /// It has no target now, or the rules refuse it with a reason.
    NotNow,
    /// It was possible, but the keys failed.
    Failed,
}

/// Plays levels with keys alone. Does every act once when possible, otherwise follows the
/// computer's advice. Returns the possible acts that keys failed to do, and the acts done.
fn every_act(ruleset: RulesetId, levels: &[&str]) -> (BTreeSet<Key>, BTreeSet<Key>) {
    let rules = ruleset.built_in();
    let (mut done, mut failed) = (BTreeSet::new(), BTreeSet::new());
    for level in levels {
        let mut typist = Typist::new(ruleset, level);
        let mut advice = SimpleAi::new();
        let mut tries: BTreeMap<Key, usize> = BTreeMap::new();
        for _ in 0..TURNS {
            typist.answer();
            let table = typist.table();
            let Some(actor) = table.options.actor else { break };
            let offers = table.options.offers.iter().filter(|offer| offer.refused.is_none());
            let mut fresh: Vec<Key> = offers.map(|offer| offer.act.clone()).collect();
            fresh.retain(|act| !done.contains(act) && !failed.contains(act));
            fresh.sort_by_key(|act| tries.get(act).copied().unwrap_or_default());
            if let Some(act) = fresh.into_iter().next() {
                *tries.entry(act.clone()).or_default() += 1;
                match typist.act(&act) {
                    Tried::Done => {
                        done.insert(act);
                        continue;
                    }
                    Tried::NotNow => {}
                    Tried::Failed => {
                        failed.insert(act);
                    }
                }
            }
            let state = typist.app.world().resource::<BattleState>().0.clone();
            let command = advice.choose(&*rules, &state, actor);
            if !typist.follow(&command) {
                typist.end();
            }
        }
    }
    (failed, done)
}

#[test]
fn every_act_can_be_done_by_keys_under_precision() {
    let (failed, done) = every_act(RulesetId::Precision, &["proving_ground", "keep"]);
    assert_eq!(failed, BTreeSet::new(), "done: {done:?}");
    assert!(done.len() >= 30, "{done:?}");
}

#[test]
fn every_act_can_be_done_by_keys_under_momentum() {
    let (failed, done) = every_act(RulesetId::Momentum, &["proving_ground", "keep"]);
    assert_eq!(failed, BTreeSet::new(), "done: {done:?}");
    assert!(done.len() >= 30, "{done:?}");
}

impl Typist {
    /// Moves the cursor to a cell; false if it does not get there.
    fn point(&mut self, cell: Cell) -> bool {
        for _ in 0..300 {
            let hand = &self.table().hand;
            let Some(at) = hand.cursor.or(self.table().options.actor_at) else { return false };
            let key = match (cell.x - at.x, cell.y - at.y) {
                (0, 0) if hand.cursor.is_some() => return true,
                (0, 0) => "Left",
                (1.., _) => "Right",
                (..0, _) => "Left",
                (0, 1..) => "Down",
                (0, ..0) => "Up",
            };
            self.press(key);
        }
        false
    }

    /// Cancels aiming and the cursor.
    fn let_go(&mut self) {
        for _ in 0..8 {
            let hand = &self.table().hand;
            if hand.mode == Mode::Idle && hand.cursor.is_none() && hand.route.is_empty() {
                return;
            }
            self.press("Esc");
        }
    }

    /// Gives a command with keys; false if that failed.
    fn follow(&mut self, command: &Command) -> bool {
        let before = self.commands().len();
        match command {
            Command::Move { path, .. } => {
                let Some(end) = path.last().and_then(|point| point.cell()) else { return false };
                self.press("M");
                if self.point(end) {
                    self.press("Enter");
                }
            }
            Command::Act { act, targets, choice, with, .. } => {
                self.aim(act, targets, (choice, with));
            }
            _ => self.end(),
        }
        self.let_go();
        self.commands().len() > before
    }

    /// Chooses an act, its variant, its settings and its targets, and confirms.
    fn aim(&mut self, act: &Key, targets: &[Target], (choice, with): (&Key, &Values)) {
        let before = self.commands().len();
        self.choose(act);
        for _ in 0..VARIANTS {
            if self.table().hand.way == *choice {
                break;
            }
            self.press("V");
        }
        self.set(with);
        for wanted in targets {
            for _ in 0..TARGETS {
                let mode = &self.table().hand.mode;
                let Mode::Aiming { act: aimed, target, aim } = mode else { return };
                if aimed != act || *aim == Aim::Own || *target == Some(*wanted) {
                    break;
                }
                let part = matches!((target, wanted), (Some(Target::Part(at, _)), Target::Part(to, _)) if at == to);
                self.press(if part { "PageUp" } else { "Tab" });
            }
            self.press("Enter");
        }
        for _ in 0..2 {
            let aims = matches!(self.table().hand.mode, Mode::Aiming { .. });
            if self.commands().len() == before && aims {
                self.press("Enter");
            }
        }
    }

    /// Sets the parameters of the act being aimed, one field after the other.
    fn set(&mut self, with: &Values) {
        let fields = {
            let table = self.table();
            table.hand.parameters(&table.options).len() + 1
        };
        for _ in 0..fields {
            for _ in 0..VALUES {
                let table = self.table();
                let parameters = table.hand.parameters(&table.options);
                let wrong = parameters.iter().position(|parameter| {
                    let value = with.get(parameter.id.as_str()).unwrap_or(&parameter.usual);
                    table.hand.value_of(parameter) != *value
                });
                let Some(wrong) = wrong else { return };
                if !self.is_at(wrong) {
                    break;
                }
                self.press("PageUp");
            }
            self.press("B");
        }
    }

    /// True if the keys change the parameter with this number.
    fn is_at(&self, number: usize) -> bool {
        let table = self.table();
        let parts = matches!(table.hand.mode, Mode::Aiming { aim: Aim::Part, .. });
        table.hand.field == number + usize::from(parts)
    }
}

/// Plays a whole level from the first turn to the result, with keys only. Follows the computer's
/// advice; where the keys fail, the turn ends.
fn play_to_the_end(ruleset: RulesetId, level: &str) {
    let mut course = Course::new(ruleset, level);
    let mut typist = Typist::new(ruleset, level);
    let rules = ruleset.built_in();
    let mut advice = SimpleAi::new();
    for _ in 0..DECISIONS {
        typist.answer();
        if typist.table().options.stand != TurnState::Acting {
            break;
        }
        let state = typist.app.world().resource::<BattleState>().0.clone();
        let Some(actor) = typist.table().options.actor else { break };
        let command = advice.choose(&*rules, &state, actor);
        course.advised += 1;
        if typist.follow(&command) {
            course.followed += 1;
        } else {
            course.failed.push(format!("{command:?}"));
            typist.end();
        }
    }
    let state = &typist.app.world().resource::<BattleState>().0;
    course.end(state, &format!("{} keys", typist.pressed));
}

battles! {
    precision: Precision: [bridge], [keep, night_watch];
    momentum: Momentum: [bridge], [keep, night_watch];
    vigor: Vigor: [bridge], [cliff, keep, night_watch, wayside_inn];
    turnside: Turnside: [bridge], [cliff, keep, night_watch, wayside_inn];
    evoker: Evoker: [bridge], [cliff, keep, night_watch, wayside_inn];
}
